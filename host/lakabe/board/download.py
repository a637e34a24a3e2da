"""Games that a board finished while no host was there, taken from its journal: no threads, ports or bytes.

``Download`` asks for one game after the other and puts together what comes; ``keep`` writes a game down.
Games are known by their names, so one that is fetched twice, or by two hosts in turn, is kept once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from lakabe.archive import CORRECTED, FROM_JOURNAL, TAKEN_BACK, End, Writer
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import ArchiveConflict
from lakabe.games import ending, variants

FEATURE = "games"
"""What a board that can do this says of itself."""
TRIES = 5
"""How often a request is made again when its answer did not come whole."""

_TAGS = {"Date": "????.??.??"}
Command = tuple[str | int, ...]
"""The name of a command of the protocol and its arguments."""


@dataclass
class Fetched:
    """A finished game: position (N2) before move ``first_ply``, the moves from there on (N1), and its end.

    ``undone``: ply and move of those that were taken back. ``variant``: which game it was.
    """

    name: str
    first_ply: int
    start: str
    moves: list[str] = field(default_factory=list)
    undone: list[tuple[int, str]] = field(default_factory=list)
    result: str = "*"
    reason: str = ""
    variant: str = variants.ORDINARY

    def cut(self, ply: int) -> None:
        """The moves from ``ply`` on were taken back."""
        count = ply - self.first_ply
        self.undone += enumerate(self.moves[count:], ply)
        del self.moves[count:]


class Download:
    """The requests to one board, from its ``games`` on.

    ``lacking``: those of some games that are not in the archive yet (``Archive.lacking``): by their names,
    oldest first, with their ends, and those of which the board knows more than one end. Feed every event to
    ``see``. ``done``: all that is lacking has come, as far as it can.
    """

    def __init__(self, lacking: Callable[[Mapping[str, End | None], Collection[str]], list[str]]) -> None:
        self.done = False
        self._again: set[str] = set()
        self._lacking = lacking
        self._kept: dict[str, events.Kept] = {}
        self._names: list[str] = []
        self._request: Command | None = None
        self._tries = 0
        self._game: Fetched | None = None
        self._is_whole = True

    def begin(self) -> Command:
        """The first command."""
        return self._ask("games")

    def again(self) -> Command | None:
        """The last request failed: the command to make it again; None, and all is done, after some times."""
        self._tries += 1
        if self._request is None or self._tries > TRIES:
            self.done = True
            self._request = None
            return None
        if self._request[0] == "games":
            self._kept.clear()
            self._again.clear()
        self._game = None
        return self._request

    def see(self, event: Event) -> tuple[Fetched | None, Command | None]:
        """Take one event; a game that it completes, and the next command to give, if there is one."""
        if self._request is None:
            return None, None
        match event:
            case events.Kept() if self._request[0] == "games":
                if event.game:
                    if event.game in self._kept:
                        self._again.add(event.game)  # it was given up, and taken up again
                    self._kept[event.game] = event
                    return None, None
                ends = {name: kept.end for name, kept in self._kept.items()}
                self._names = self._lacking(ends, self._again)
                return None, self._next()
            case events.Gone() if self._is_asked(event.game):
                return None, self._next()
            case events.Past() if self._is_asked(event.game):
                start = f"{event.board} {event.turn}"
                self._game = Fetched(event.game, event.ply, start, variant=event.variant)
                self._is_whole = True
            case events.Played() if self._is_asked(event.game):
                self._play(event)
            case events.Ended() if self._is_asked(event.game):
                return self._end(event)
            case events.Lost():
                return None, self.again()
        return None, None

    def _is_asked(self, name: str) -> bool:
        return self._request is not None and self._request[1:2] == (name,)

    def _play(self, event: events.Played) -> None:
        game = self._game
        if game is None or not game.first_ply <= event.ply <= game.first_ply + len(game.moves):
            self._is_whole = False
            return
        game.cut(event.ply)
        game.moves += event.moves

    def _end(self, event: events.Ended) -> tuple[Fetched | None, Command | None]:
        game = self._game
        if game is None or not self._is_whole or event.ply + 1 > game.first_ply + len(game.moves):
            return None, self.again()
        if event.ply + 1 < game.first_ply:
            return None, self._next()
        game.cut(event.ply + 1)
        game.result, game.reason = event.result, event.reason
        return game, self._next()

    def _next(self) -> Command | None:
        if not self._names:
            self.done = True
            self._request = None
            return None
        name = self._names.pop(0)
        return self._ask("fetch", name, self._kept[name].place)

    def _ask(self, *command: str | int) -> Command:
        self._tries = 0
        self._game = None
        self._request = command
        return command


def keep(writer: Writer, serial: str, fetched: Fetched) -> int | None:
    """Write down a game of board ``serial``; its number, or None where the archive has it just so.

    What the archive has of it is completed.
    """
    last = fetched.first_ply + len(fetched.moves) - 1
    beginning = (fetched.first_ply, fetched.start)
    tags = variants.tags(fetched.variant)
    for game in writer.named(serial, fetched.name):
        same = (game.first_ply, game.start) == beginning and game.variant == fetched.variant
        could_begin = not game.start and all(move.ply >= fetched.first_ply for move in game.moves)
        end = (game.result, ending.told(game.reason))
        if same and (game.texts(), *end) == (fetched.moves, fetched.result, fetched.reason):
            writer.need_not_fetch(serial, fetched.name)
            return None
        if could_begin or same:
            number = game.number
            if game.result is not None and game.texts() != fetched.moves:
                writer.reopen(number, CORRECTED)  # its result came, but not all moves before it
            writer.begins(number, *beginning, tags)
            writer.undo(number, last + 1, TAKEN_BACK)
            break
    else:
        number = writer.game(serial, fetched.name, *beginning, {**_TAGS, **tags}, FROM_JOURNAL)
        for ply, text in fetched.undone:
            writer.put_aside(number, ply, text, TAKEN_BACK)
    for ply, text in enumerate(fetched.moves, fetched.first_ply):
        try:
            writer.move(number, ply, text)
        except ArchiveConflict:
            writer.undo(number, ply, CORRECTED)
            writer.move(number, ply, text)
    try:
        writer.finish(number, last, fetched.result, fetched.reason)
    except ArchiveConflict:
        writer.reopen(number, CORRECTED)
        writer.finish(number, last, fetched.result, fetched.reason)
    writer.need_not_fetch(serial, fetched.name)
    return number
