"""What the search knows of a position without searching, and what a thread keeps while it searches.

Scores are for the side to move. Those of ``PROVEN`` and more, up to ``WIN`` less the plies to the end, are
certain under R10 and R11; those of at most ``LARGEST`` (``evaluate``) are estimates; in between lie wins of
the endgame tables that R11 may turn into draws. 0 is a draw.
"""

from __future__ import annotations

import numpy as np

from lakabe.engine.bitboard import ALL, around, popcount
from lakabe.engine.jit import Array, kernel
from lakabe.engine.memo import EXACT, LOWER, UPPER, bound_in, depth_in, score_in
from lakabe.engine.tables.index import STRIDE, View
from lakabe.engine.tables.resolve import stored
from lakabe.engine.tables.store import BEYOND, wdl
from lakabe.engine.tables.values import DRAW, LONGEST
from lakabe.engine.tables.values import WIN as TABLE_WIN

WIN = 32000
PROVEN = 31000
TABLE = 20000
"""A win of the tables that R11 might still spoil; less the plies to it."""

DEEPEST = 100
"""Plies that a line can be long, quiescence included."""

QUIET_DRAW = 100
"""Plies without a capture that make a draw (R11), and the most that may be wanted for one."""

# One array of int64 holds what a thread knows besides its moves and views:
NODES, LIMIT, STOPPED, TABLE_HITS, AGE, PAST, DRAWS, STONES, DEPTH, QUIET = range(10)
"""Nodes so far and their limit; whether to stop; table hits; the age of memo entries; how many positions of
the game come before the root; whether R11 holds; up to how many stones the tables go; the depth; how many
quiet plies make a draw."""

KILLERS = 16
HISTORY = KILLERS + 2 * DEEPEST
PATH = HISTORY + 45 * 45
LINE = PATH + QUIET_DRAW + DEEPEST + 8
"""The best line of each ply: row ``ply`` has (own, enemy) after each of its moves, its length first."""
LINE_ROW = 2 * DEEPEST + 2
STATE = LINE + LINE_ROW * (DEEPEST + 1)

_NOTHING = np.zeros(STRIDE * STRIDE, dtype=np.int64)
NO_VIEW = View(0, 45, 4, _NOTHING, _NOTHING, _NOTHING.astype(np.int32), _NOTHING, _NOTHING, _NOTHING)
"""Of tables that have nothing."""


@kernel
def adjusted(value: int, ply: int) -> int:
    """A score counted from the root, as one counted from the position at ``ply``; -ply for the way back."""
    if value >= PROVEN:
        return value + ply
    if value <= -PROVEN:
        return value - ply
    return value


@kernel
def stuck(own: int, enemy: int) -> bool:
    """Whether the side to move has no move, or no stone: it has lost (R10)."""
    return not around(own) & ~(own | enemy) & ALL


@kernel
def drawn(state: Array, key: int, ply: int, quiet: int) -> bool:
    """R11: too many quiet plies, or the third time; a position repeated within the search is taken for it."""
    if not state[DRAWS]:
        return False
    if quiet >= state[QUIET]:
        return True
    here = PATH + state[PAST] + ply
    root = PATH + state[PAST]
    before = 0
    i = here - 4
    while i >= here - quiet and i >= PATH:
        if state[i] == key:
            before += 1
            if i >= root or before == 2:
                return True
        i -= 2
    return False


@kernel
def probed(own: int, enemy: int, ply: int, quiet: int, state: Array, view: View) -> int:
    """The score of a position in the endgame tables, or WIN + 1 where they do not have it."""
    if popcount(own | enemy) > state[STONES] or not own or not enemy:
        return WIN + 1
    if view.bytes_at[popcount(own) * STRIDE + popcount(enemy)]:
        code = stored(view, own, enemy)
        state[TABLE_HITS] += 1
        if code > LONGEST:
            return 0
        # Without a capture on the way the plies to the end are quiet ones.
        value = (WIN if quiet + code <= state[QUIET] or not state[DRAWS] else TABLE) - ply - code
        return value if code & 1 else -value
    known = wdl(view, own, enemy)
    if known == BEYOND:
        return WIN + 1
    state[TABLE_HITS] += 1
    if known == DRAW:
        return 0
    return TABLE - LONGEST - ply if known == TABLE_WIN else ply + LONGEST - TABLE


@kernel
def remembered(data: int, depth: int, alpha: int, beta: int, ply: int, quiet: int, state: Array) -> int:
    """The score of a memo entry where that settles the search of a position, otherwise WIN + 1."""
    value = adjusted(score_in(data), -ply)
    if abs(value) >= PROVEN:
        # A proof holds at any depth, but the quiet plies of another way here may spoil it (R11).
        if state[DRAWS] and quiet + WIN - abs(value) - ply > state[QUIET]:
            return WIN + 1
    elif depth_in(data) < depth:
        return WIN + 1
    bound = bound_in(data)
    if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
        return value
    return WIN + 1


@kernel
def put_line(own_after: int, enemy_after: int, ply: int, state: Array) -> None:
    """The best line from ``ply`` is this move and the best line from the next ply."""
    here = LINE + ply * LINE_ROW
    below = here + LINE_ROW
    length = state[below]
    state[here] = length + 1
    state[here + 1] = own_after
    state[here + 2] = enemy_after
    for i in range(2 * length):
        state[here + 3 + i] = state[below + 1 + i]


@kernel
def halted(state: Array, stop: Array) -> bool:
    """Count a node; whether the search has to end."""
    if state[STOPPED]:
        return True
    state[NODES] += 1
    if state[NODES] >= state[LIMIT] or stop[0]:
        state[STOPPED] = 1
    return state[STOPPED] != 0
