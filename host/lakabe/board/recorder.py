"""Recording one board: a thread that carries bytes between a port, the link and the archive.

The order is what makes it safe: events become durable, then they are acknowledged, then they are shown. While
the archive cannot be written they wait in memory, and the board keeps what was not acknowledged.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from typing import Protocol

from lakabe.archive import Archive, Game
from lakabe.board import events
from lakabe.board.complaints import Complaints
from lakabe.board.download import FEATURE, Download, Fetched, keep
from lakabe.board.events import Event
from lakabe.board.link import IDS, Link
from lakabe.board.revival import Command, Revival
from lakabe.board.scribe import DURABLE, Playing, Scribe
from lakabe.errors import (
    ArchiveBusy,
    ArchiveConflict,
    ArchiveDamage,
    ArchiveError,
    LakabeError,
    PortError,
    ProtocolError,
)
from lakabe.games.irregular import shown
from lakabe.games.pgn import move_number
from lakabe.games.said import plural

READ_S = 0.02
"""How long one look for bytes takes at most; what is sent waits no longer than that."""
CONTACTS_S = 0.05
"""How long contacts wait for company before they are written."""
BACK_OFF_S = (0.25, 5.0)
"""The first and the longest pause before a lost port or an archive out of order is tried again."""
MOST_PENDING = 20_000
"""Events that wait for the archive, some ten games with their contacts; beyond them no more is taken."""
STALE = -1
"""No epoch of an archive."""
PATIENCE_S = 0.5
"""How long an archive that is recorded into may wait for other writers at once: it is tried again anyway."""

_STILL_THERE = "the board has its games still; when that is mended, connect it again with `lakabe record`"

_log = logging.getLogger(__name__)


class Wire(Protocol):
    """What a recorder needs of an open port; ``lakabe.board.transport.Transport`` is one."""

    def read(self, limit: int, timeout: float) -> bytes:
        """At most ``limit`` bytes, empty after ``timeout`` seconds without any; PortError when it is gone."""

    def write(self, data: bytes) -> None:
        """Write all of it; PortError when it is gone."""

    def close(self) -> None:
        """Give it back."""


class Recorder:
    """Records one board until it is stopped, reconnecting as often as needed.

    ``opener`` opens the port, PortError when it cannot. ``watcher`` gets every event, in order, at once,
    ``listener`` once what matters of it is durable; ``notice`` gets lines for a person. All are called on the
    recorder's thread.
    A port that cannot be opened, or no board that answers, ends the recording when it happens at the very
    beginning and ``patient`` is false; later it is tried again. ``clock`` counts seconds; ``pause`` waits
    that long, or less when it returns True because the recorder is to stop. ``first_id``: the number of its
    first command, 0 for one by chance.
    """

    def __init__(
        self,
        opener: Callable[[], Wire],
        archive: Archive,
        *,
        listener: Callable[[Event], None] | None = None,
        watcher: Callable[[Event], None] | None = None,
        notice: Callable[[str], None] | None = None,
        watch_raw: bool = False,
        watch_lights: bool = False,
        patient: bool = False,
        name: str = "lakabe",
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], bool] | None = None,
        first_id: int = 0,
    ) -> None:
        self.error: BaseException | None = None
        """Why the recording ended by itself; None while it runs or when it was stopped."""
        self.caught_up = False
        """Whether the listener has had all that the board had to tell from before this recording began."""
        self.fetched: list[int] | None = None
        """The numbers of games taken from the board's journal on this connection; None until that is over."""
        self.unwritten = ""
        """Why what has come is not in the archive yet; empty while all is well."""
        self._opener = opener
        self._archive = archive
        self._listener = listener or _ignore
        self._watcher = watcher or _ignore
        self._notice = notice or _ignore
        self._watched = [*(["raw"] if watch_raw else []), *(["lights"] if watch_lights else [])]
        self._patient = patient
        self._clock = clock
        self._stop = threading.Event()
        self._pause = pause or self._stop.wait
        self._lock = threading.Lock()  # guards the link, which send() shares
        self._link = Link(name, first_id or 1 + secrets.randbelow(IDS))
        self._scribe = Scribe(archive)
        self._revival = Revival(None)
        self._is_answered = False  # our latest hello is, so what comes now is the board as it is
        self._script: list[Command] = []
        self._script_id: int | None = None
        self._download: Download | None = None
        self._download_id: int | None = None
        self._requests: set[int] = set()  # the ids of all that was asked for this download
        self._fetched: list[int] = []
        self._revived = 0  # the number of the game that the script gives back
        self._pending: list[Event] = []
        self._shown = 0  # how many of the pending events the listener has had
        self._urgent = False  # one of them is to be made durable at once
        self._first_pending = 0.0
        self._trouble: LakabeError | None = None  # with the archive
        self._retry_at = 0.0
        self._back_off = 0.0
        self._epoch = 0  # of the archive, when the scribe began
        self._hello: events.Hello | None = None  # the last one that is kept
        self._reads_again = False  # an answer of the archive is lacking: the connection is to begin anew
        self._delay = BACK_OFF_S[0]
        self._was_linked = False
        self._complaints = Complaints(self._notice)
        self._thread: threading.Thread | None = None

    # For the owner, from any thread

    def start(self, ended: Callable[[], None] | None = None) -> None:
        """Record on a thread of its own; ``ended`` is called on it at the very end."""
        self._thread = threading.Thread(target=self._run, args=(ended,), name="recorder", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask the recorder to finish: what has come is kept and acknowledged, and the board told goodbye."""
        self._stop.set()

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the thread; whether it has ended."""
        if self._thread is not None:
            self._thread.join(timeout)
            return not self._thread.is_alive()
        return True

    def end(self, timeout: float) -> BaseException | None:
        """Wait for the thread that was stopped; why it ended by itself, or could not keep what has come."""
        if self.join(timeout):
            return self.error
        if not self._pending:
            return None  # all is kept: the port does not take the goodbye
        return ArchiveError("the archive does not answer: what the board told last is not kept", _STILL_THERE)

    def send(self, name: str, *arguments: str | int) -> int:
        """Give the board a command; its id, which Ok, No or Unanswered will carry.

        UsageError for what is no command, PortError while no board is linked.
        """
        with self._lock:
            if self._link.hello is None:
                raise PortError("the board is not connected", "wait for it, or plug it in again")
            return self._link.command(name, *arguments)

    @property
    def hello(self) -> events.Hello | None:
        """The hello of the board that is linked, None while there is none."""
        return self._link.hello

    @property
    def settled(self) -> bool:
        """Whether all has come that the board had to tell, and nothing that began by itself is under way.

        Such are a game that is given back to the board and games that are fetched from it.
        """
        return self.caught_up and self.fetched is not None and not self._script and self._script_id is None

    @property
    def playing(self) -> Playing | None:
        """The game on the board and its number in the archive."""
        return self._scribe.playing

    def run(self) -> None:
        """Record on this thread until stopped; the LakabeError that ended it otherwise."""
        while not self._stop.is_set():
            try:
                if len(self._pending) < MOST_PENDING:
                    wire = self._opener()
                    try:
                        self._converse(wire)
                    finally:
                        wire.close()
                else:
                    self._flush(self._clock())
            except (PortError, ProtocolError) as error:
                if not self._was_linked and not self._patient:
                    raise
                self._complaints.away(error)
                self._flush(self._clock())
            if self._stop.is_set() or self._pause(self._delay):
                break
            self._delay = min(self._delay * 2, BACK_OFF_S[1])
        self._flush(self._clock(), last=True)

    # Inside

    def _run(self, ended: Callable[[], None] | None) -> None:
        try:
            self.run()
        except BaseException as error:
            self.error = error
            if not isinstance(error, LakabeError):
                _log.exception("the recorder failed")
        finally:
            if ended is not None:
                ended()

    def _converse(self, wire: Wire) -> None:
        """One connection, until the recorder is stopped, or full. PortError, ProtocolError, ArchiveError."""
        link = self._link
        self._connect()
        while not self._stop.is_set():
            self._write(wire)
            data = wire.read(4096, READ_S)
            now = self._clock()
            with self._lock:
                found = link.receive(data, now) if data else []
                found += link.tick(now)
            self._take(found, now)
            if len(self._pending) >= MOST_PENDING:
                self._notice(f"{len(self._pending)} events wait for the archive: the board keeps the rest")
                return
        self._flush(self._clock(), last=True)
        with self._lock:
            if link.hello is not None:
                link.command("bye")
        self._write(wire)

    def _connect(self) -> None:
        """Greet the board: it tells what it still holds, and its game as a whole."""
        with self._lock:
            self._link.connect()
        self._script.clear()
        self._script_id = None
        self._reads_again = False

    def _write(self, wire: Wire) -> None:
        with self._lock:
            data = self._link.outgoing()
        if data:
            wire.write(data)

    def _take(self, found: list[Event], now: float) -> None:
        if found and not self._pending:
            self._first_pending = now
        self._pending += found
        for event in found:
            _call(self._watcher, event)
        self._urgent = self._urgent or any(isinstance(event, DURABLE) for event in found)
        if not self._urgent and not self.unwritten:
            self._show()
        if self._urgent or now - self._first_pending >= CONTACTS_S:
            self._flush(now)
        if self._reads_again and not self._pending and now >= self._retry_at:
            self._read_again()

    def _flush(self, now: float, last: bool = False) -> None:
        """Keep what is pending, acknowledge it, show it; nothing of that while the archive cannot be written.

        ArchiveError where it was tried for the ``last`` time.
        """
        if not self._pending or (now < self._retry_at and not last):
            return
        if last and self._trouble is not None and now < self._retry_at:
            raise self._not_kept(self._trouble)
        try:
            is_new = self._keep_pending()
        except LakabeError as error:
            if last:
                raise self._not_kept(error) from error
            self._put_off(error)
            return
        if not self._reads_again:
            self._is_written()
        self._urgent = False
        # A hello may be numbered ahead of lines that are still to come.
        seqs = [event.seq for event in self._pending if not isinstance(event, events.Hello)]
        with self._lock:
            self._link.ack(max(seqs, default=0))
        self._show()
        self._pending.clear()
        self._shown = 0
        for note in self._scribe.take_notes():
            self._notice(note)
        if self._link.hello is not None and not last:
            if is_new:
                self._connect()
            elif self._scribe.take_wish():
                with self._lock:
                    self._link.command("snapshot")

    def _keep_pending(self) -> bool:
        """Make what is pending durable; whether the game so far may be missing there. LakabeError."""
        epoch = self._archive.epoch()
        is_new = epoch != self._epoch and self._epoch != 0
        lead = []
        if epoch != self._epoch:
            # As after a restart of this program: what the scribe knows of the archive holds no more.
            self._scribe = Scribe(self._archive)
            lead = [self._hello] if self._hello is not None else []
        self._scribe.keep([*lead, *self._pending])
        self._epoch = epoch
        for event in self._pending:
            if isinstance(event, events.Hello):
                self._hello = event
        return is_new

    def _put_off(self, error: LakabeError) -> None:
        """The archive cannot be written or read: say so once, and try again later."""
        if not isinstance(error, ArchiveBusy):
            self._epoch = STALE  # perhaps the game under way was deleted
        self._back_off = min(max(self._back_off * 2, BACK_OFF_S[0]), BACK_OFF_S[1])
        self._retry_at = self._clock() + self._back_off  # it may have been waited for until now
        self._trouble = error
        if self.unwritten != error.why:
            self.unwritten = error.why
            self._notice(f"{error}; what the board tells waits in memory until it can be written")

    def _is_written(self) -> None:
        self._trouble = None
        self._retry_at = self._back_off = 0.0
        if self.unwritten:
            self.unwritten = ""
            self._notice("the archive is written again, with all that has come meanwhile")

    def _read_again(self) -> None:
        """An answer of the archive was lacking: begin the connection anew where it can be had now."""
        try:
            self._archive.try_to_write()
            self._unfinished(self._scribe.serial)
            self._archive.lacking(self._scribe.serial, {})
        except LakabeError as error:
            self._put_off(error)
            return
        self._is_written()
        self._connect()

    def _not_kept(self, error: LakabeError) -> ArchiveError:
        """What the recording ends with when the archive could not be written to the last; moves are named."""
        moves: dict[str, list[str]] = {}
        for event in self._pending:
            if isinstance(event, events.Move):
                said = f"{move_number(event.ply)} {shown(event.move)}"
                moves.setdefault(event.game, []).append(said)
        for game, texts in moves.items():
            self._notice(f"not in the archive: game {game}: {' '.join(texts)}")
        count = sum(map(len, moves.values()))
        lost = f"{plural(count, 'move')} {'is' if count == 1 else 'are'}"
        return ArchiveError(
            f"{error.message}: {lost if count else 'what the board told last is'} not kept", _STILL_THERE
        )

    def _show(self) -> None:
        """Show what is pending and was not shown yet."""
        while self._shown < len(self._pending):
            event = self._pending[self._shown]
            self._shown += 1
            try:
                self._follow(event)
            except ArchiveError as error:
                self._reads_again = True
                self._put_off(error)
            _call(self._listener, event)

    def _follow(self, event: Event) -> None:
        """What the recorder itself does about an event."""
        if isinstance(event, events.Ok) and event.id == self._link.hello_id:
            self.caught_up = self._is_answered = True
        if isinstance(event, events.Lost):
            self._complaints.lost(event)
        if isinstance(event, events.Ok) and self._ends_download(event):
            self._request(self._download.again() if self._download is not None else None)
        if isinstance(event, events.Hello):
            self._was_linked = True
            self._complaints.back()
            self._is_answered = False
            self._delay = BACK_OFF_S[0]
            self._revival = Revival(None)
            self._script.clear()
            self._script_id = None
            self._download = None
            self._download_id = None
            self.fetched = None
            with self._lock:
                for what in self._watched:
                    self._link.command("watch", what, 1)
            if event.warning:
                self._notice(event.warning)
            self._revival = Revival(self._unfinished(event.serial), FEATURE in event.features)
        elif isinstance(event, events.Unknown) and event.is_wrong:
            self._complaints.wrong(event)
        elif isinstance(event, events.Journal):
            self._complaints.journal(event)
        elif isinstance(event, events.Ok | events.No | events.Unanswered) and event.id == self._script_id:
            self._script_id = None
            if not isinstance(event, events.Ok):
                self._script.clear()
                self._notice("the board did not take its unfinished game back; it begins anew from set-up")
            elif not self._script:
                self._notice(f"the board has its game {self._revived} back and goes on with it")
            self._next_command()
        elif isinstance(event, events.No | events.Unanswered) and event.id == self._download_id:
            self._request(self._download.again() if self._download is not None else None)
        elif isinstance(event, events.Synced) and self.caught_up and self._may_lack():
            self._begin_download()
        elif self._download is not None:
            game, command = self._download.see(event)
            if game is not None:
                self._keep(game)
            self._request(command)
        offer = self._revival.see(event, is_stale=not self._is_answered)
        if offer:
            self._script += offer
            self._revived = self._revival.number
        if self._script and self._script_id is None:
            self._next_command()

    def _may_lack(self) -> bool:
        """Whether the board may have moves that are not here, and is not being asked for them."""
        return self._download is None or (self._download.done and self._scribe.take_lack())

    def _ends_download(self, event: events.Ok) -> bool:
        """Whether the board was asked for something else meanwhile, which ended what it was telling."""
        if self._download is None or self._download.done or event.id in self._requests:
            return False
        return event.id == self._link.hello_id or event.command[:1] in (("games",), ("fetch",))

    def _begin_download(self) -> None:
        hello = self._link.hello
        if hello is None or FEATURE not in hello.features:
            self.fetched = []
            return
        serial = hello.serial
        self._fetched = []
        self._requests.clear()
        self._download = Download(lambda ends, again: self._archive.lacking(serial, ends, again))
        self._request(self._download.begin())

    def _request(self, command: Command | None) -> None:
        """Ask for the next game that the board has kept, if there is one."""
        if command is not None:
            with self._lock:
                name, *arguments = command
                self._download_id = self._link.command(str(name), *arguments)
            self._requests.add(self._download_id)
        if self._download is not None and self._download.done:
            self.fetched = self._fetched

    def _unfinished(self, serial: str) -> Game | None:
        try:
            return self._archive.unfinished(serial)
        except ArchiveDamage as error:
            self._notice(f"{error}; the board is not given that game back")
            return None

    def _keep(self, game: Fetched) -> None:
        try:
            with self._archive.writing() as writer:
                number = keep(writer, self._scribe.serial, game)
        except (ArchiveConflict, ArchiveDamage) as error:
            self._notice(f"{error}; game {game.name} stays on the board")
            return
        if number is None:
            return
        self._fetched.append(number)
        count = plural(len(game.moves), "move")
        self._notice(f"game {game.name}, {count}, {game.result}: from the board's memory, kept as {number}")

    def _next_command(self) -> None:
        if self._script:
            with self._lock:
                name, *arguments = self._script.pop(0)
                self._script_id = self._link.command(str(name), *arguments)


def _call(listener: Callable[[Event], None], event: Event) -> None:
    try:
        listener(event)
    except Exception:
        # Whoever looks on must not stop the record.
        _log.exception("a listener failed")


def _ignore(_: object) -> None:
    """Nobody listens."""
