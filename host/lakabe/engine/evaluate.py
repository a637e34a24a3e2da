"""What a position is worth by estimate: a small network whose first layer follows the moves.

Two *views* of a position are kept, one from each side: ``HIDDEN`` sums of a weight for every stone, own
stones at 0 to 44 and the other's at 45 to 89. A move changes few stones, so the views of the position after
it are those before it with few weights added and taken away. An estimate adds weights for the stones that
could capture, own ones at 90 to 134 and the other's at 135 to 179. On top come one output layer for each
phase of the game, a table by number of stones, and one by how many stones of each side could capture. All are
integers, so that no order of adding changes a sum. The result is in centipoints: 100 is a chance of e : 1 to
win.
"""

from __future__ import annotations

from importlib import resources

import numpy as np
from numpy.typing import NDArray

from lakabe.engine.bitboard import capturers, lowest, popcount
from lakabe.engine.jit import Array, kernel
from lakabe.engine.lanes import LANES, minus, plus, product, put_row, row_at
from lakabe.errors import SetupError

HIDDEN = LANES
INPUTS = 180
ONE = 256
"""The most that a hidden unit gives; its least is 0."""

OUT_ONE = 64
"""What stands for 1 among the output weights."""

PHASES = 8
"""Output layers: one for 1 to 6 stones of both sides together, one for 7 to 12, and so on."""

PHASE = 6
"""How many numbers of stones share an output layer."""

SIDE = 23
"""Rows of the table of stones: 0 to 22 a side."""

THREATS = 8
"""Rows of the table of capturers: 0 to 6, and more."""

LARGEST = 5000
"""No estimate is further from 0, in centipoints."""

# Where each part begins in the one array of weights.
BIAS = INPUTS * HIDDEN
OUT = BIAS + HIDDEN
STONES = OUT + PHASES * 2 * HIDDEN
THREAT = STONES + SIDE * SIDE
SIZE = THREAT + THREATS * THREATS

FILE = "weights.npy"


@kernel
def refresh(own: int, enemy: int, weights: Array, views: Array, at: int) -> None:
    """Write the two views of a position, from scratch, into ``views[at]`` and ``views[at + 1]``.

    ``views`` has shape (n, HIDDEN), int16: the view of the side to move comes first.
    """
    for j in range(HIDDEN):
        views[at, j] = weights[BIAS + j]
        views[at + 1, j] = weights[BIAS + j]
    for side in range(2):
        stones = enemy if side else own
        while stones:
            p = lowest(stones)
            stones &= stones - 1
            a = (p + 45 * side) * HIDDEN
            b = (p + 45 * (1 - side)) * HIDDEN
            for j in range(HIDDEN):
                views[at, j] += weights[a + j]
                views[at + 1, j] += weights[b + j]


@kernel
def follow(
    own: int, enemy: int, own_after: int, enemy_after: int, weights: Array, views: Array, at: int
) -> None:
    """Write the views after a move into ``views[at + 2:]``, from those before it at ``at``; turned round."""
    came = lowest(own_after & ~own) * HIDDEN
    left = lowest(own & ~own_after) * HIDDEN
    theirs = 45 * HIDDEN
    mine = minus(plus(row_at(views, at), row_at(weights, came)), row_at(weights, left))
    other = minus(plus(row_at(views, at + 1), row_at(weights, came + theirs)), row_at(weights, left + theirs))
    taken = enemy & ~enemy_after
    while taken:
        p = lowest(taken) * HIDDEN
        taken &= taken - 1
        mine = minus(mine, row_at(weights, p + theirs))
        other = minus(other, row_at(weights, p))
    put_row(views, at + 3, mine)
    put_row(views, at + 2, other)


@kernel
def estimate(own: int, enemy: int, weights: Array, views: Array, at: int) -> int:
    """The worth of a position to the side to move, in centipoints, from its views at ``at``."""
    return judged(own, enemy, capturers(own, enemy), weights, views, at)


@kernel
def judged(own: int, enemy: int, ours: int, weights: Array, views: Array, at: int) -> int:
    """``estimate`` of a position where ``ours`` can capture."""
    mine = row_at(views, at)
    other = row_at(views, at + 1)
    theirs = capturers(enemy, own)
    able = ours
    while able:
        p = lowest(able) * HIDDEN
        able &= able - 1
        mine = plus(mine, row_at(weights, p + 90 * HIDDEN))
        other = plus(other, row_at(weights, p + 135 * HIDDEN))
    able = theirs
    while able:
        p = lowest(able) * HIDDEN
        able &= able - 1
        mine = plus(mine, row_at(weights, p + 135 * HIDDEN))
        other = plus(other, row_at(weights, p + 90 * HIDDEN))
    out = OUT + (popcount(own | enemy) - 1) // PHASE * 2 * HIDDEN
    total = product(mine, ONE, row_at(weights, out)) + product(other, ONE, row_at(weights, out + HIDDEN))
    value = (total * 100) // (ONE * OUT_ONE)
    value += weights[STONES + min(popcount(own), SIDE - 1) * SIDE + min(popcount(enemy), SIDE - 1)]
    value += weights[THREAT + min(popcount(ours), THREATS - 1) * THREATS + min(popcount(theirs), THREATS - 1)]
    return min(max(value, -LARGEST), LARGEST)


def plain_weights() -> NDArray[np.int16]:
    """Weights that know nothing but the number of stones, to begin learning from. Shape (SIZE,)."""
    weights = np.zeros(SIZE, dtype=np.int16)
    for own in range(SIDE):
        for enemy in range(SIDE):
            weights[STONES + own * SIDE + enemy] = round(600 * (own - enemy) / (own + enemy + 4))
    return weights


def load_weights() -> NDArray[np.int16]:
    """The learned weights that come with the engine. Shape (SIZE,); SetupError where they are missing."""
    try:
        with (resources.files("lakabe.engine") / FILE).open("rb") as file:
            weights: NDArray[np.int16] = np.load(file)
    except (OSError, ValueError) as error:
        raise SetupError(f"the engine's weights cannot be read: {error}", "install lakabe again") from error
    if weights.shape != (SIZE,) or weights.dtype != np.int16:
        raise SetupError("the engine's weights are of another version", "install lakabe again")
    return weights


def value(own: int, enemy: int, weights: NDArray[np.int16]) -> int:
    """The estimate of one position, from scratch, in centipoints for the side to move."""
    views = np.zeros((2, HIDDEN), dtype=np.int16)
    refresh(own, enemy, weights, views, 0)
    return int(estimate(own, enemy, weights, views, 0))
