"""How many hints each player may have in a game, and which ones the archive knows of."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import LakabeError
from lakabe.games.sides import COLOURS, OTHER
from lakabe.language.saying import Text, plural, say

if TYPE_CHECKING:
    from lakabe.archive import Archive


_log = logging.getLogger(__name__)


class Allowance:
    """At most so many hints a game for each side; None is no limit. ``see`` gets a board's events, in order.

    All that is shown in one turn is one hint, whoever shows it and how often, also after a takeback. ``game``
    is empty while none is known. What the ``archive`` has of a game's hints counts when the game is taken up
    again; it gets new ones with the next event, or from ``keep``, so that no hint waits for it. Any thread
    may ask.
    """

    def __init__(self, most: int | None = None, archive: Archive | None = None) -> None:
        self.most = most
        self.game = ""
        self.ply = 0
        """The number of the move that is due."""
        self._first = ("W", 1)  # who makes which move first
        self._spent: set[int] = set()
        self._archive = archive
        self._serial = ""
        self._unkept: list[tuple[str, str, int]] = []  # board, game and ply of hints
        self._lock = threading.Lock()

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        self.keep()
        match event:
            case events.Hello(serial=serial):
                self._serial = serial
            case events.GameStarted(game=game, ply=ply, turn=turn):
                spent = self._spent if game == self.game else self._given(game)
                with self._lock:
                    self.game, self._spent = game, spent
                    self.ply, self._first = ply, (turn, ply)
            case events.Move(game=game, ply=ply) if game == self.game:
                self.ply = ply + 1
            case events.Takeback(game=game, ply=ply) if game == self.game:
                self.ply = ply
            case _:
                pass

    @property
    def side(self) -> str:
        """Who is to move, W or B."""
        return self._side_of(self.ply)

    def spend(self, ply: int | None = None) -> bool:
        """Whether a hint may be shown for move ``ply``, else the one that is due; then it counts."""
        ply = self.ply if ply is None else ply
        with self._lock:
            if ply in self._spent:
                return True
            taken = sum(self._side_of(one) == self._side_of(ply) for one in self._spent)
            if self.most is not None and taken >= self.most:
                return False
            self._spent.add(ply)
            if self.game and self._serial:
                self._unkept.append((self._serial, self.game, ply))
            return True

    def used_up(self) -> Text:
        """What to tell the player who is to move and may have no more."""
        if not self.most:
            return say("no hints in this game")
        return plural(
            "{side} has had the one hint of this game",
            "{side} has had the {count} hints of this game",
            self.most,
            side=COLOURS[self.side],
        )

    def keep(self) -> None:
        """Have the archive keep the hints it does not know of; where it cannot, that is tried again."""
        with self._lock:
            unkept, self._unkept = self._unkept, []
        if not unkept or self._archive is None:
            return
        try:
            with self._archive.writing() as writer:
                for hint in unkept:
                    writer.hint(*hint)
        except LakabeError as error:
            _log.warning("hints are still to be kept: %s", error)
            with self._lock:
                self._unkept[:0] = unkept

    # Inside

    def _given(self, game: str) -> set[int]:
        """The plies of another game for which the archive knows of hints."""
        if self._archive is None or not self._serial:
            return set()
        try:
            return set(self._archive.hints(self._serial, game))
        except LakabeError as error:
            _log.warning("the game's hints so far do not count: %s", error)
            return set()

    def _side_of(self, ply: int) -> str:
        turn, first = self._first
        return turn if (ply - first) % 2 == 0 else OTHER[turn]
