"""How many hints each player may have in a game."""

from __future__ import annotations

import threading

from lakabe import events
from lakabe.events import Event

NAMES = {"W": "White", "B": "Black"}
OTHER = {"W": "B", "B": "W"}


class Allowance:
    """At most so many hints a game for each side; None is no limit. ``see`` gets a board's events, in order.

    All that is shown in one turn is one hint, whoever shows it and how often, also after a takeback. ``game``
    is empty while none is known. Any thread may ask.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.game = ""
        self.ply = 0
        """The number of the move that is due."""
        self._first = ("W", 1)  # who makes which move first
        self._spent: set[int] = set()
        self._lock = threading.Lock()

    def see(self, event: Event) -> None:
        """Take in an event of the board."""
        match event:
            case events.GameStarted(game=game, ply=ply, turn=turn):
                with self._lock:
                    if game != self.game:
                        self.game = game
                        self._spent.clear()
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
            if ply in self._spent or self.most is None:
                return True
            if sum(self._side_of(one) == self._side_of(ply) for one in self._spent) >= self.most:
                return False
            self._spent.add(ply)
            return True

    def used_up(self) -> str:
        """What to tell the player who is to move and may have no more."""
        count = "the one hint" if self.most == 1 else f"the {self.most} hints"
        return f"{NAMES[self.side]} has had {count} of this game" if self.most else "no hints in this game"

    def _side_of(self, ply: int) -> str:
        turn, first = self._first
        return turn if (ply - first) % 2 == 0 else OTHER[turn]
