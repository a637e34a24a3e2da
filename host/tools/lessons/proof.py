"""What can be proven of a position: who wins, by endgame tables and a search of every move down to them."""

from __future__ import annotations

from lakabe.engine.moves import results
from lakabe.engine.tables.store import Tables

STONES = 5
"""Tables of so many stones are used, and not of more, so that the same is found everywhere."""

LOST, DRAWN, WON = -1, 0, 1
"""Values for the side to move."""

_VALUES = {"loss": LOST, "draw": DRAWN, "win": WON}

Bounds = tuple[int, int]
"""The least and the most that the side to move can get."""


class Prover:
    """Searches without an estimate: what it says is proven, and what it cannot prove it leaves open.

    Draws by repetition and by the fifty moves (R11) do not count, as in the tables. ``nodes`` is how many
    positions were searched.
    """

    def __init__(self, tables: Tables) -> None:
        """From tables of up to ``STONES`` stones or more."""
        self.tables = tables
        self._known: dict[tuple[int, int, int], Bounds] = {}
        self.nodes = 0

    def bounds(self, own: int, enemy: int, plies: int) -> Bounds:
        """What is proven within so many plies beyond the tables, of a position of two sets of points."""
        value = self.exact(own, enemy)
        if value is not None:
            return value, value
        if not plies:
            return LOST, WON
        key = own, enemy, plies
        if key not in self._known:
            self._known[key] = self._search(own, enemy, plies)
        return self._known[key]

    def after(self, own: int, enemy: int, plies: int) -> dict[tuple[int, int], Bounds]:
        """For the mover, every distinct result of a move (own, enemy) with what is proven after it."""
        found = {}
        for mine, theirs in results(own, enemy):
            low, high = self.bounds(theirs, mine, plies - 1)
            found[mine, theirs] = -high, -low
        return found

    def exact(self, own: int, enemy: int) -> int | None:
        """What the tables know, None beyond them."""
        if (own | enemy).bit_count() > STONES:
            return None
        value = self.tables.value(own, enemy)
        return None if value is None else _VALUES[value.result]

    def distance(self, own: int, enemy: int) -> int | None:
        """Plies to the end with best play by the tables; None for a draw, or beyond them."""
        if (own | enemy).bit_count() > STONES:
            return None
        value = self.tables.value(own, enemy)
        return None if value is None else value.distance

    def ends_within(self, own: int, enemy: int, plies: int) -> bool:
        """Whether the side to move can bring the game to its end by R10 within so many plies, and win."""
        return plies > 0 and any(self._is_ended_within(b, a, plies - 1) for a, b in results(own, enemy))

    def _is_ended_within(self, own: int, enemy: int, plies: int) -> bool:
        """Whether the side to move has lost, or does so within so many plies whatever it plays."""
        moves = results(own, enemy) if own else []
        return all(plies > 1 and self.ends_within(b, a, plies - 1) for a, b in moves)

    def _search(self, own: int, enemy: int, plies: int) -> Bounds:
        self.nodes += 1
        low = high = LOST
        for mine, theirs in results(own, enemy):
            least, most = self.bounds(theirs, mine, plies - 1)
            low, high = max(low, -most), max(high, -least)
            if low == WON:
                break
        return low, high
