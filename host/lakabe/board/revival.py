"""Going on with a game after the board restarted: no threads, no ports, no bytes.

A board that lost its power stands in set-up and knows of no game. When the contacts show exactly the points
that the unfinished game of this board occupies, the game is offered back with ``load``, ``play`` and ``go``.
"""

from __future__ import annotations

from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, Position
from lakabe.archive import Game
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.scribe import position_before
from lakabe.games import draws, variants

Command = tuple[str | int, ...]
"""The name of a command of the protocol and its arguments."""


class Revival:
    """One board's unfinished game (None: there is none), and what of the board it takes to offer it.

    Feed every event to ``see``. It is offered once; a game that the board tells of withdraws it, and so does
    the game itself among those that the board has kept: it has ended since. ``keeps``: the board is asked for
    them, which has to come first. ``number``: the archive's number of the game, 0 without one.
    """

    def __init__(self, game: Game | None, keeps: bool = False) -> None:
        self.number = 0 if game is None else game.number
        self._game = game
        self._waits = keeps
        self._state = ""
        self._closed: set[int] | None = None  # not known before the snapshot
        self._wanted: set[int] = set()
        if game is not None:
            texts = game.texts()
            last = position_before(game, game.first_ply + len(texts))
            if last is None or not texts or not game.complete():
                self._game = None
            else:
                self._wanted = _occupied(last)

    def see(self, event: Event, is_stale: bool = False) -> list[Command]:
        """Take one event; the commands to give now, one after the other, each when the last was answered.

        ``is_stale``: it was told before this connection, and the board may be about something else now.
        """
        match event:
            case events.GameStarted() | events.Move() | events.Result():
                self._game = None
            case _ if is_stale:
                return []
            case events.State(state=state):
                self._state = state
            case events.Reeds(picture=picture):
                codes = notation.parse_picture(picture, ".x")
                self._closed = {p for p in range(POINTS) if codes[p]}
            case events.Lift(point=point) if self._closed is not None:
                self._closed.discard(notation.parse_point(point))
            case events.Place(point=point) if self._closed is not None:
                self._closed.add(notation.parse_point(point))
            case events.Kept(game=name) if name:
                if self._game is not None and self._game.name == name:
                    self._game = None
            case events.Kept():
                self._waits = False
            case events.Synced():
                pass
            case _:
                return []
        if self._game is None or self._waits or self._state != "setup" or self._closed != self._wanted:
            return []
        game, self._game = self._game, None
        return commands(game, game.name or "-", game.variant)


def commands(game: Game, name: str, variant: str) -> list[Command]:
    """What makes a board go on with the game, as one of that name (``-``: of its own) and variant."""
    board, turn = game.start.split(" ")
    plays: list[Command] = [("play", ply, text) for ply, text in enumerate(game.texts(), game.first_ply)]
    return [
        *draws.commands(draws.of(game.tags)),
        ("load", name, board, turn, *variants.wire(variant)),
        *plays,
        ("go",),
    ]


def _occupied(text: str) -> set[int]:
    position = Position()
    notation.parse_position(text, position)
    return {p for p in range(POINTS) if position.board[p] != EMPTY}
