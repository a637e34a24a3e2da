"""Proofs that a move does not win: the other side can force a draw at least."""

from __future__ import annotations

import numpy as np

from lakabe.engine.state import NO_VIEW
from lakabe.engine.tables.chains import RESULTS, STACK
from lakabe.engine.tables.solve import LIMIT, NODES, OPEN, YES, memo, search
from lakabe.engine.tables.store import Tables

DEEPEST = 40
"""Plies that are looked ahead at most."""
MEMO = 1 << 16
"""Positions that are remembered."""


class Holder:
    """Looks for such proofs, as ``lakabe.engine.tables.solve`` does for smaller boards.

    Draws are claimed from the endgame tables alone, and R11 can only help who does not win. ``nodes``:
    positions that are searched at most for one proof.
    """

    def __init__(self, tables: Tables | None, nodes: int) -> None:
        self._tables = tables  # kept open
        self._view = NO_VIEW if tables is None else tables.view
        self._nodes = nodes
        self._memo = memo(MEMO)
        self._count = np.zeros(2, np.int64)
        self._frames = np.zeros((DEEPEST + 2, 4), np.int64)
        self._stack = np.zeros(STACK, np.int64)
        self._out = np.zeros((DEEPEST * 64 + 2 * RESULTS, 2), np.int64)

    def holds(self, own: int, enemy: int) -> bool:
        """Whether the side to move, with the stones ``own``, is proven to have at least a draw.

        Without memory of earlier questions, so that the answer depends on the position alone.
        """
        for part in self._memo:
            part.fill(0)
        self._count[NODES], self._count[LIMIT] = 0, self._nodes
        for depth in range(1, DEEPEST):
            answer = search(
                self._view, own, enemy, True, False, depth, self._memo, self._frames, self._stack, self._out,
                self._count,
            )  # fmt: skip
            if answer == OPEN:
                return False
            if answer == YES:
                return True
        return False
