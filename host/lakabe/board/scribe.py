"""What of a board's events goes into the archive, and where: no threads, no ports, no bytes.

A ``Scribe`` follows one board. ``keep`` makes a batch of events durable in one transaction, or raises and has
done nothing at all, so that the same batch can be offered again. Moves are replayed with the rules; what does
not fit together is kept as it came, beside what was there before, and a snapshot is asked for. What the board
corrects, or the players take back, is put aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from fanorona.rules import notation
from fanorona.rules.rules import BLACK, WHITE
from lakabe.archive import CORRECTED, TAKEN_BACK, Archive, Contact, Game, Writer
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import ArchiveConflict
from lakabe.games import variants

DURABLE = (events.Hello, events.GameStarted, events.Move, events.Takeback, events.Result)
"""Events that are made durable at once; contacts may wait a moment."""

LISTS = (1, 5)
"""The protocol since which every list of moves that a board tells ends with ``takeback``."""

CONTACTS = (events.Raw, events.Lift, events.Place, events.Button)


@dataclass(frozen=True)
class Playing:
    """The game on the board.

    ``number`` is the archive's (None before its first move), ``ply`` that of the next move, ``position`` (N2)
    the one before it, None when unknown, so that moves cannot be checked. ``since`` is the line it began
    with, ``first_ply`` and ``start`` what stood then, ``variant`` which game it is (``games.variants``).
    """

    name: str
    number: int | None
    ply: int
    position: str | None
    since: int = 0
    first_ply: int = 1
    start: str = ""
    variant: str = variants.ORDINARY


@dataclass(frozen=True)
class _List:
    """The moves of a game as its board tells them from the first on; ``takeback`` ends the list.

    ``ply`` is that of the next one, ``position`` (N2) the one before it, None when unknown. ``other`` has the
    moves from the first on that is not the one kept: they replace what is kept when the list is whole, and
    not before.
    """

    game: str
    ply: int
    position: str | None
    other: tuple[events.Move, ...] = ()


@dataclass(frozen=True)
class _State:
    serial: str = ""
    boot: str = ""
    kept: int = 0  # the last line of this boot that was dealt with
    lists: bool = False  # the board speaks protocol 1.5, in which a list of moves has an end
    phase: str = ""  # what the board is about, empty while that is not known
    playing: Playing | None = None
    told: _List | None = None  # while a list is told
    lacks: bool = False  # a game has ended of which not all moves are kept
    missed: bool = False  # lines are lost, and no move or start of a game has come since
    asked: str = ""  # the game for which a snapshot was asked; once is enough
    wants_snapshot: bool = False
    answered: bool = False  # a snapshot has come since
    notes: tuple[str, ...] = ()


class Scribe:
    """The writer of one board's record."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._state = _State()

    @property
    def playing(self) -> Playing | None:
        """The game on the board, None outside any."""
        return self._state.playing

    @property
    def serial(self) -> str:
        """The serial number of the board, empty before its first hello."""
        return self._state.serial

    def keep(self, batch: Sequence[Event]) -> None:
        """Make ``batch`` durable. ArchiveError: nothing of it was kept, and it may be offered again."""
        if not any(isinstance(event, (*DURABLE, *CONTACTS, events.State, events.Lost)) for event in batch):
            return
        before = self._state
        try:
            with self._archive.writing() as writer:
                self._store(writer, batch)
        except BaseException:
            self._state = before
            raise

    def take_notes(self) -> list[str]:
        """What a person should hear about since the last call, each one line."""
        notes = list(self._state.notes)
        self._state = replace(self._state, notes=())
        return notes

    def take_wish(self) -> bool:
        """Whether, since the last call, something turned up that a snapshot would clear up."""
        wanted = self._state.wants_snapshot
        self._state = replace(self._state, wants_snapshot=False)
        return wanted

    def take_lack(self) -> bool:
        """Whether, since the last call, a game has ended of which only the board may have all moves."""
        lacks = self._state.lacks
        self._state = replace(self._state, lacks=False)
        return lacks

    def _store(self, writer: Writer, batch: Sequence[Event]) -> None:
        contacts: list[Contact] = []
        for event in batch:
            if isinstance(event, DURABLE):
                self._put_contacts(writer, contacts)
            if isinstance(event, events.Hello):
                # Its number may be ahead of lines that are still to be sent again.
                self._hello(writer, event)
                continue
            if not self._state.serial:
                continue
            if isinstance(event, events.Synced):
                self._state = replace(self._state, answered=True)
            elif isinstance(event, events.State):
                self._state = replace(self._state, phase=event.state)
            elif isinstance(event, events.GameStarted):
                self._started(writer, event)
            elif event.seq <= self._state.kept:
                pass  # told again, and perhaps no longer true
            elif isinstance(event, events.Lost):
                # A whole game may have been among them, which only the board's journal has.
                self._state = replace(self._state, missed=True, phase="", told=None)
                self._lack(True)
            elif isinstance(event, events.Move):
                self._move(writer, event)
            elif isinstance(event, events.Takeback):
                self._takeback(writer, event)
            elif isinstance(event, events.Result):
                self._result(writer, event)
            elif isinstance(event, CONTACTS):
                contacts.append(_contact(event))
            self._state = replace(self._state, kept=max(self._state.kept, event.seq))
        self._put_contacts(writer, contacts)
        if self._state.serial:
            writer.keep(self._state.serial, self._state.boot, self._state.kept)

    def _put_contacts(self, writer: Writer, contacts: list[Contact]) -> None:
        if contacts:
            state = self._state
            number = state.playing.number if state.playing else None
            writer.contacts(state.serial, state.boot, number, contacts)
            contacts.clear()

    def _hello(self, writer: Writer, event: events.Hello) -> None:
        kept = writer.board(event.serial, event.firmware, f"{event.major}.{event.minor}", event.boot)
        same = (event.serial, event.boot) == (self._state.serial, self._state.boot)
        known = max(kept, self._state.kept) if same else kept
        self._state = replace(
            self._state,
            serial=event.serial,
            boot=event.boot,
            kept=kept,
            lists=(event.major, event.minor) >= LISTS,
            phase=self._state.phase if same else "",
            playing=self._state.playing if same else None,
            told=self._state.told if same else None,
            missed=event.oldest > known + 1 or (same and self._state.missed),
            asked="",
        )

    def _started(self, writer: Writer, event: events.GameStarted) -> None:
        if self._state.phase == "setup":
            return  # no game stands in set-up: the name is that of the last one, the moves are not
        start = f"{event.board} {event.turn}"
        number = None
        for game in writer.named(self._state.serial, event.game):
            if not game.start:
                writer.begins(game.number, event.ply, start, variants.tags(event.variant))
            if not game.start or (game.variant, position_before(game, event.ply)) == (event.variant, start):
                number = game.number
                break
        since = event.seq
        now = self._state.playing
        if now is not None and now.name == event.game and now.number is None:
            since = now.since  # only said again, in a snapshot
        playing = Playing(event.game, number, event.ply, start, since, event.ply, start, event.variant)
        if number is not None:
            playing = _as_kept(playing, writer.read(number))
        is_list = self._state.lists and event.seq > self._state.kept
        told = _List(event.game, event.ply, start) if is_list else None
        self._state = replace(self._state, playing=playing, told=told, missed=False)

    def _move(self, writer: Writer, event: events.Move) -> None:
        told = self._list_of(event.game)
        is_next = told is not None and event.ply == told.ply
        if told is not None and told.other:
            if is_next:
                self._put_off(told, event)
            return  # if it has just been made, it is told again in its place
        number, playing = self._begun(writer, event.game)
        if event.ply < playing.first_ply:
            self._doubt(
                playing, f"board {self._state.serial} tells move {event.ply} of a game that begins later"
            )
            return
        try:
            writer.move(number, event.ply, event.move)
        except ArchiveConflict:
            if told is not None and is_next:
                self._put_off(told, event)
                return
            playing = self._undo(writer, replace(playing, number=number), event.ply, CORRECTED)
            writer.move(number, event.ply, event.move)
        before = playing.position
        if told is not None and is_next:
            before = told.position
        position = None
        if before is not None and (is_next or event.ply == playing.ply):
            position = self._replay(playing, before, event)
        if told is not None and is_next:
            self._state = replace(self._state, told=replace(told, ply=event.ply + 1, position=position))
        if event.ply == playing.ply:
            playing = replace(playing, ply=event.ply + 1, position=position)
        elif event.ply > playing.ply and told is None:
            note = f"move {playing.ply} of the game on board {self._state.serial} is missing"
            self._doubt(playing, note, waits=True)
            playing = replace(playing, ply=event.ply + 1, position=None)
        self._state = replace(self._state, playing=replace(playing, number=number), missed=False)

    def _list_of(self, name: str) -> _List | None:
        told = self._state.told
        return told if told is not None and told.game == name else None

    def _put_off(self, told: _List, event: events.Move) -> None:
        """The list goes on with a move that is not the one kept."""
        self._state = replace(self._state, told=replace(told, ply=told.ply + 1, other=(*told.other, event)))

    def _takeback(self, writer: Writer, event: events.Takeback) -> None:
        if self._state.phase == "setup":
            return
        told = self._list_of(event.game)
        if told is not None:
            self._state = replace(self._state, told=None)
            if told.other and event.ply != told.ply:
                return  # the list was broken off, and begins anew
            for move in told.other:
                self._move(writer, move)
        playing = self._state.playing
        if playing is None or playing.name != event.game:
            if not writer.named(self._state.serial, event.game):
                return
            playing = self._recall(writer, event.game)
        if event.ply < playing.first_ply:
            self._doubt(playing, f"board {self._state.serial} takes back more moves than its game has")
            return
        if event.ply > playing.ply and playing.number is not None:
            playing = _as_kept(playing, writer.read(playing.number))  # not told again
        if event.ply > playing.ply:
            note = f"move {playing.ply} of the game on board {self._state.serial} is missing"
            self._doubt(playing, note, waits=True)
        elif playing.number is not None:
            if self._state.phase == "play":
                writer.reopen(playing.number, CORRECTED)  # it goes on after all
            playing = self._undo(writer, playing, event.ply, TAKEN_BACK)
        self._state = replace(self._state, playing=playing)

    def _undo(self, writer: Writer, playing: Playing, ply: int, why: str) -> Playing:
        """Put aside the moves of the game from ``ply`` on."""
        assert playing.number is not None
        if not writer.undo(playing.number, ply, why) and why == CORRECTED:
            writer.reopen(playing.number, why)  # the move is one after the end
        if ply >= playing.ply:
            return playing
        position = position_before(writer.read(playing.number), ply)
        return replace(playing, ply=ply, position=position)

    def _replay(self, playing: Playing, before: str, event: events.Move) -> str | None:
        """The position after the move; None, and a note, where the rules do not agree with the board."""
        position = variants.load(playing.variant, before)
        try:
            notation.play_move(position, event.move)
        except ValueError as error:
            self._doubt(playing, f"move {event.ply} on board {self._state.serial} is irregular: {error}")
            return None
        position.end_turn()
        if (position.stones[WHITE], position.stones[BLACK]) != (event.white, event.black):
            self._doubt(
                playing,
                f"after move {event.ply} board {self._state.serial} counts {event.white} white and"
                f" {event.black} black stones, not {position.stones[WHITE]} and {position.stones[BLACK]}",
            )
            return None
        return notation.format_position(position)

    def _result(self, writer: Writer, event: events.Result) -> None:
        """Keep a result; where moves before it are in doubt, with one missing, so that it will be fetched."""
        now = self._state.playing
        here = now is not None and now.name == event.game and now.number is not None
        if event.result == "*" and not here and not writer.named(self._state.serial, event.game):
            # Set up and never played, unless only the board knows of moves.
            has_moves = event.plies is not None and event.plies > 0
            self._lack(has_moves)
            return
        number, playing = self._begun(writer, event.game)
        told = self._list_of(event.game)
        if told is not None and told.other:
            last: int | None = max([playing.ply, *(move.ply + 1 for move in writer.read(number).moves)])
        elif event.plies is not None and event.plies >= playing.first_ply - 1:
            last = event.plies
        else:
            last = None if playing.position is None else playing.ply - 1 + self._state.missed
        playing = replace(playing, number=number)
        try:
            writer.finish(number, last, event.result, event.reason)
        except ArchiveConflict:
            playing = self._undo(writer, playing, playing.ply if last is None else last + 1, CORRECTED)
            writer.finish(number, last, event.result, event.reason)
        lacks = not playing.start or (last is not None and last >= playing.ply)
        self._state = replace(self._state, playing=playing)
        self._lack(lacks)

    def _lack(self, lacks: bool) -> None:
        """A game may have moves that only the board has: then ask for them, once it has told all else."""
        if lacks:
            self._state = replace(self._state, lacks=True, wants_snapshot=True)

    def _begun(self, writer: Writer, name: str) -> tuple[int, Playing]:
        """The game of that name and its number: the one under way, one from the archive, or a new one."""
        playing = self._state.playing
        if playing is None or playing.name != name:
            playing = self._recall(writer, name)
        number = playing.number
        if number is None:
            tags = variants.tags(playing.variant)
            number = writer.game(self._state.serial, name, playing.first_ply, playing.start, tags)
            if playing.since:
                writer.adopt(self._state.serial, self._state.boot, playing.since, number)
        return number, playing

    def _recall(self, writer: Writer, name: str) -> Playing:
        found = writer.named(self._state.serial, name)
        if found and found[0].start:
            game = found[0]
            known = Playing(name, game.number, 1, None, 0, game.first_ply, game.start, game.variant)
            return _as_kept(known, game)
        playing = Playing(name, found[0].number if found else None, 1, None)
        self._doubt(playing, f"the beginning of the game on board {self._state.serial} is missing")
        return playing

    def _doubt(self, playing: Playing, note: str, waits: bool = False) -> None:
        """Ask for a snapshot; where that has not helped, say what is wrong.

        ``waits``: a snapshot that is still under way may help.
        """
        if self._state.asked != playing.name:
            self._state = replace(self._state, asked=playing.name, wants_snapshot=True, answered=False)
        elif self._state.answered or not waits:
            self._note(note)

    def _note(self, note: str) -> None:
        self._state = replace(self._state, notes=(*self._state.notes, note))


def position_before(game: Game, ply: int) -> str | None:
    """The position (N2) before move ``ply`` of a game; None where its record does not reach that far."""
    texts = game.texts()
    count = ply - game.first_ply
    if not game.start or not 0 <= count <= len(texts):
        return None
    try:
        position = variants.load(game.variant, game.start)
        for text in texts[:count]:
            notation.play_move(position, text)
            position.end_turn()
            position.forget()
    except ValueError:
        return None
    return notation.format_position(position)


def _as_kept(playing: Playing, game: Game) -> Playing:
    """After the moves of ``game`` that are kept."""
    ply = game.first_ply + len(game.texts())
    return replace(playing, ply=ply, position=position_before(game, ply))


def _contact(event: Event) -> Contact:
    match event:
        case events.Raw(seq=seq, ms=ms, point=point, closed=closed):
            return Contact(seq, ms, "raw", point, int(closed))
        case events.Button(seq=seq, ms=ms, name=name, down=down):
            return Contact(seq, ms, "button", name, int(down))
        case events.Place(seq=seq, ms=ms, point=point):
            return Contact(seq, ms, "place", point, 1)
        case events.Lift(seq=seq, ms=ms, point=point):
            return Contact(seq, ms, "lift", point, 0)
    raise TypeError(type(event).__name__)
