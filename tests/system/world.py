"""A board, a cable, and a computer that records into an archive, in virtual time, with all that breaks."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import contextmanager

from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import BLACK, TELO, WHITE
from host.restless import PowerCut
from lakabe.archive import Archive, End, Game, Writer
from lakabe.board.recorder import Recorder
from lakabe.errors import ArchiveBusy, ArchiveError, PortError
from system.board import Board
from system.cable import Way
from system.truth import Played, Truth

DISTURBING = (b" new", b" load", b" go", b" end", b" lesson", b" test", b" hello", b" set", b" takeback")
"""Commands after which the board may be about something else than hands are."""
KERNEL = 4096
"""Bytes that wait for a computer which does not read; then the board sends no more."""
SETTLE_S = 90
"""In which a computer has all that a board has to tell, whatever it had to wait for."""
CALM_MS = 400
"""While nobody does anything for longer than that, the computer looks for bytes every READ_MS only."""
READ_MS = 200
CALM_S = 3
"""So long nothing more has come by then."""

Hands = Generator[int, None, None]
"""What hands do; each time it yields they rest for so many milliseconds."""


class Killed(BaseException):
    """The program that records is killed."""


class Flaky(Archive):
    """An archive in memory that may fail.

    ``trouble``: "busy", another program holds it; "gone", there is none; "" all is well. ``refusals``: so
    many transactions more are refused at their end. ``slow_ms``: so long a transaction takes, before its end
    and after it.
    """

    def __init__(self, pass_time: Callable[[int], None]) -> None:
        super().__init__("sqlite://", patience=0)
        self.trouble = ""
        self.refusals = 0
        self.slow_ms = 0
        self._pass_time = pass_time

    def fail(self, trouble: str = "", refusals: int = 0, slow_ms: int = 0) -> None:
        """From now on; without anything all is well."""
        self.trouble, self.refusals, self.slow_ms = trouble, refusals, slow_ms

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        self._be_there()
        if self.trouble:
            raise ArchiveBusy("the archive is locked by another program")
        with super().writing() as writer:
            yield writer
            self._pass_time(self.slow_ms)
            if self.refusals:
                self.refusals -= 1
                raise ArchiveBusy("the archive is locked by another program")
        self._pass_time(self.slow_ms)

    def epoch(self) -> int:
        self._be_there()
        return super().epoch()

    def try_to_write(self) -> None:
        with self.writing():
            pass

    def unfinished(self, serial: str) -> Game | None:
        self._be_there()
        return super().unfinished(serial)

    def lacking(self, serial: str, ends: Mapping[str, End | None], again: Collection[str] = ()) -> list[str]:
        self._be_there()
        return super().lacking(serial, ends, again)

    def _be_there(self) -> None:
        if self.trouble == "gone":
            raise ArchiveError("the archive is not there")


class World:
    """``counts``: what it has gone through. ``disturbances``: what may have changed the game beside hands."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.now = 0
        self.truth = Truth()
        self.board = Board()
        self.archive = Flaky(self.pass_time)
        self.disturbances = 0
        self.recorder: Recorder | None = None
        self.is_plugged = True
        self.ways = {"down": Way(), "up": Way()}
        self._off_ms = 0  # until the program that was ended starts again
        self._wire: Wire | None = None
        self._to_host = b""
        self._to_board = b""
        self._hands: Hands | None = None
        self._due = 0  # when they go on
        self._timed: list[tuple[int, int, Callable[[], None]]] = []
        self._lined: list[tuple[int, int, Callable[[], None]]] = []  # by the lines that the board has sent
        self._count = 0

    # Time

    def run(self, hands: Hands) -> None:
        """Until hands are done."""
        self._hands = hands
        while self._hands is not None:
            self.recorder = Recorder(
                self._open,
                self.archive,
                clock=self._clock,
                pause=self._pause,
                patient=True,
                first_id=1 + self.now * 7 % 9973,  # no chance, so that an example is always the same
            )
            try:
                self.recorder.run()
            except Killed:
                pass
            except ArchiveError:
                self.count("recorders stopped while the archive was away")
            self.recorder = self._wire = None
            self.pass_time(self._off_ms)

    def after(self, ms: int, deed: Callable[[], None]) -> None:
        """Do it so much later, whatever hands are about then."""
        self._count += 1
        heapq.heappush(self._timed, (self.now + ms, self._count, deed))

    def after_lines(self, lines: int, deed: Callable[[], None]) -> None:
        """Do it when the board has sent so many lines more."""
        self._count += 1
        heapq.heappush(self._lined, (self.ways["down"].passed + lines, self._count, deed))

    def pass_time(self, ms: int, for_data: bool = False) -> None:
        """Let time pass, ``for_data`` until there is something to read."""
        end = self.now + ms
        while self.now < end and self._hands is not None and not (for_data and self._to_host):
            self._turn(end)

    def _turn(self, end: int) -> None:
        while self._hands is not None and self._due <= self.now:
            try:
                self._due = self.now + next(self._hands)
            except Killed:
                raise AssertionError("hands are killed with it: use after()") from None
            except StopIteration:
                self._hands = None
                if self.recorder is not None:
                    self.recorder.stop()
        for deeds, number in ((self._timed, self.now), (self._lined, self.ways["down"].passed)):
            while deeds and deeds[0][0] <= number:
                heapq.heappop(deeds)[2]()
        self._turn_board()
        due = min(end, max(self._due, self.now + 1)) - self.now
        if self._timed:
            due = min(due, max(1, self._timed[0][0] - self.now))
        if self._to_board or self.ways["down"].passed != self._lines:
            due = 1
        self.now += self.board.idle_ms(self.now, due) if due > 1 else 1

    def _turn_board(self) -> None:
        heard = b""
        if self._to_board and self.board.listens():
            heard, self._to_board = self._to_board, b""
            self.disturbances += any(word in heard for word in DISTURBING)
        self._lines = self.ways["down"].passed
        is_open = self._wire is not None
        try:
            said = self.board.turn(self.now, heard, not is_open or len(self._to_host) < KERNEL, self._look)
        except PowerCut:
            self.cut_power()
            return
        if said and is_open and self.is_plugged:
            data, is_pulled = self.ways["down"].carry(said)
            self._to_host += data
            if is_pulled:
                self.pull()

    def _look(self) -> None:
        self.truth.see(self.board.session, self.now)

    def _clock(self) -> float:
        return self.now / 1000

    def _pause(self, seconds: float) -> bool:
        self.pass_time(round(seconds * 1000))
        return self._hands is None

    # What breaks

    def cut_power(self, fuse: int = -1) -> None:
        """Of the board; with a ``fuse``, in its next write to flash."""
        if fuse >= 0:
            self.board.flash.fuse = fuse
            return
        self.count("power cuts")
        self.disturbances += 1
        self.truth.cut_power(self.now)
        self._to_board = b""
        self.board.switch_on(self.now)

    def pull(self, kept: int = 1 << 20, ms: int = -1) -> None:
        """Pull the cable, and plug it after ``ms``: of what the computer has not read, so many bytes stay."""
        if self.is_plugged:
            self.is_plugged = False
            self.count("cable cuts")
            self._to_host = self._to_host[:kept]
            self._to_board = b""
        if ms >= 0:
            self.after(ms, self.plug)

    def plug(self) -> None:
        self.is_plugged = True

    def kill(self, ms: int) -> None:
        """Kill the program that records; it is started again after so long."""
        if self.recorder is not None:
            self.count("recorders killed")
            self._off_ms = ms
            raise Killed

    def stop(self, ms: int) -> None:
        """The same, politely."""
        if self.recorder is not None:
            self.count("recorders stopped")
            self._off_ms = ms
            self.recorder.stop()

    def command(self, text: str) -> None:
        """Give the board a command, as `lakabe record` does when somebody types it."""
        name, *arguments = text.split(" ")
        if name == "end":
            self.truth.ends.add(arguments[0])
        elif name == "takeback":
            self.truth.takebacks.add(int(arguments[0]))
        elif name == "set":
            self.truth.sets.add(" ".join(arguments))
        try:
            if self.recorder is not None:
                self.recorder.send(name, *arguments)
                self.count("commands")
        except PortError:
            pass

    def touch(self, p: int) -> None:
        """A contact changes, and changes back."""
        if not self.means_nothing(p):
            return
        self.disturbances += 1
        self.board.reeds[p] ^= 1
        self.after(20, lambda: self._put_back(p))

    def means_nothing(self, p: int) -> bool:
        """Whether a touch there is no move: a stone that comes is one in Telo (S2), or while one is off.

        Nor does it begin the reply to a move that could go on (P2): then what follows may be read as that.
        """
        position = self.board.session.game.position
        reeds = self.board.reeds
        if position.steps and position.board[p] == 3 - position.turn:
            return False
        is_off = any(position.board[q] in (WHITE, BLACK) and not reeds[q] for q in range(POINTS))
        return bool(reeds[p]) or (position.variant != TELO and not is_off)

    def _put_back(self, p: int) -> None:
        self.disturbances += 1
        self.board.reeds[p] ^= 1

    def count(self, what: str, by: int = 1) -> None:
        self.counts[what] += by

    # The wire

    def _open(self) -> Wire:
        if not self.is_plugged:
            raise PortError("no board is there")
        self.count("connections")
        self._to_host = self._to_board = b""
        for way in self.ways.values():
            way.plug()
        self._wire = Wire(self)
        return self._wire

    def read(self, limit: int, ms: int) -> bytes:
        if self._due - self.now > CALM_MS and not self._timed:
            ms = READ_MS
        self.pass_time(ms, for_data=True)
        data, self._to_host = self._to_host[:limit], self._to_host[limit:]
        if not data and not self.is_plugged:
            raise PortError("the cable was pulled")
        return data

    def write(self, data: bytes) -> None:
        if not self.is_plugged:
            raise PortError("the cable was pulled")
        heard, is_pulled = self.ways["up"].carry(data)
        self._to_board += heard
        if is_pulled:
            self._turn_board()
            self.pull()

    def close(self) -> None:
        self._wire = None

    # What has to hold

    def settle(self) -> Hands:
        """Nobody touches anything, nothing is in the way, and time passes until all is told."""
        self._timed.clear()
        self._lined.clear()
        self.board.flash.fuse = -1
        self.archive.fail()
        for way in self.ways.values():
            way.mend()
        self.plug()
        calm = 0
        for _ in range(SETTLE_S):
            yield 1000
            recorder = self.recorder
            outbox = self.board.session.outbox
            is_calm = (
                recorder is not None
                and recorder.hello is not None
                and recorder.settled
                and not recorder.unwritten
                and outbox.acked + 1 == outbox.next
            )
            calm = calm + 1 if is_calm else 0
            if calm == CALM_S:
                return
        raise AssertionError("the computer does not come to rest")

    def check(self) -> None:
        """The archive's games are the games that hands played. AssertionError."""
        self.count("checks")
        keeper = self.board.session.keeper
        journal = keeper.journal
        assert journal is not None and not journal.trouble
        limbo = bytes(journal.name[: journal.name_size]).decode() if keeper.taken_up else ""
        kept: dict[str, Played] = {}
        for game in self.archive.games():
            if game.name == limbo:
                continue  # of which lines may be lost that are told again when it goes on
            assert game.name is not None and game.name not in kept, f"{game.name} is there twice"
            assert game.complete() or not game.moves, f"{game.name} has gaps: {game}"
            end = None if game.result is None else (game.result, game.reason)
            kept[game.name] = Played(game.first_ply, game.start, game.variant, tuple(game.texts()), end)
        kept = {name: game for name, game in kept.items() if game.moves}
        for name in self.truth.games:
            if name == limbo:
                continue  # it is told when it goes on, or does not
            wanted = [one if one.moves else None for one in self.truth.wanted(name, limbo)]
            found = kept.pop(name, None)
            assert found in wanted, f"{name}: the archive has {found}, not {wanted}"
            self.truth.judge(name)
        assert not kept, f"nobody played {kept}"


class Wire:
    """The computer's end of the cable."""

    def __init__(self, world: World) -> None:
        self._world = world

    def read(self, limit: int, timeout: float) -> bytes:
        return self._world.read(limit, round(timeout * 1000))

    def write(self, data: bytes) -> None:
        self._world.write(data)

    def close(self) -> None:
        self._world.close()
