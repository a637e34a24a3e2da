"""Who wins a smaller board from its start: a search for proofs, with tables where few stones are left.

The search asks one question of one side, the *hoper*: can it force a win, or can it force at least a draw? A
node is true when the hoper can, and moves are tried to growing depths. Beyond the depth the answer is no, and
so it is where a line comes back to a position on its own path: a draw is claimed from the tables alone. A yes
rests on moves and tables only, whatever path led there, and is a proof; a no may be a yes at greater depth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from lakabe.engine.bitboard import NEAR, capturers, lowest, popcount
from lakabe.engine.jit import Array, kernel
from lakabe.engine.tables.chains import RESULTS, STACK, captures
from lakabe.engine.tables.index import View
from lakabe.engine.tables.small import Small
from lakabe.engine.tables.store import BEYOND, Tables, wdl
from lakabe.engine.tables.values import DRAW, WIN, Result
from lakabe.errors import LakabeError

DEEPEST = 100
"""Plies of the longest line."""

MEMO = 1 << 22
"""Positions that are remembered; a power of two."""

NO, YES, OPEN = 0, 1, 2

_OWN, _ENEMY, _NEXT, _END = range(4)

NODES, LIMIT = range(2)


class Memo(NamedTuple):
    """What was found out: an entry a position, replaced by others in time. Arrays of int64."""

    own: Array
    """Of who is to move; bit 62 is set where that is the hoper."""
    enemy: Array
    answer: Array
    """``YES``, or twice the depth to which the answer is no."""


def memo(size: int = MEMO) -> Memo:
    """An empty one; ``size`` is a power of two."""
    return Memo(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64))


@kernel
def moves_within(view: View, own: int, enemy: int, stack: Array, out: Array, n: int) -> int:
    """Write (own, enemy) after each move on this board into ``out[n:]``, most stones taken first; the end.

    ``stack`` is for ``captures``.
    """
    first = n
    capturing = capturers(own | view.walls, enemy) & own
    if not capturing:
        stones = own
        while stones:
            p = lowest(stones)
            stones &= stones - 1
            targets = NEAR[p] & ~(own | enemy | view.walls)
            while targets:
                out[n, 0] = own ^ (1 << p) ^ (targets & -targets)
                out[n, 1] = enemy
                n += 1
                targets &= targets - 1
        return n
    while capturing:
        p = lowest(capturing)
        capturing &= capturing - 1
        n = captures(p, own & ~(1 << p), view.walls, enemy, stack, out, n)
    for i in range(first + 1, n):
        after = out[i, 0]
        left = out[i, 1]
        k = i
        while k > first and popcount(out[k - 1, 1]) > popcount(left):
            out[k, 0] = out[k - 1, 0]
            out[k, 1] = out[k - 1, 1]
            k -= 1
        out[k, 0] = after
        out[k, 1] = left
    return n


@kernel
def known(view: View, own: int, enemy: int, hoping: bool, win: bool) -> int:
    """The answer as far as the tables have it, ``OPEN`` otherwise; ``hoping``: the hoper is to move."""
    value = wdl(view, own, enemy)
    if value == BEYOND:
        return OPEN
    if value == DRAW:
        return NO if win else YES
    return YES if (value == WIN) == hoping else NO


@kernel
def _slot(own: int, enemy: int, size: int) -> int:
    mixed = (own * 0x9E3779B97F4A7C1) ^ (enemy * 0x2545F4914F6CDD1D)
    return (mixed ^ (mixed >> 29)) & (size - 1)


@kernel
def _remembered(memo: Memo, own: int, enemy: int, depth: int) -> int:
    i = _slot(own, enemy, memo.own.shape[0])
    if memo.own[i] != own or memo.enemy[i] != enemy:
        return OPEN
    answer = memo.answer[i]
    if answer == YES:
        return YES
    return NO if answer >= 2 * depth else OPEN


@kernel
def _remember(memo: Memo, own: int, enemy: int, answer: int) -> None:
    i = _slot(own, enemy, memo.own.shape[0])
    memo.own[i] = own
    memo.enemy[i] = enemy
    memo.answer[i] = answer


@kernel
def _repeated(frames: Array, ply: int) -> bool:
    k = ply - 2
    while k >= 0 and popcount(frames[k, _ENEMY] | frames[k, _OWN]) == popcount(
        frames[ply, _ENEMY] | frames[ply, _OWN]
    ):
        if frames[k, _OWN] == frames[ply, _OWN] and frames[k, _ENEMY] == frames[ply, _ENEMY]:
            return True
        k -= 2
    return False


@kernel
def _enter(
    view: View,
    frames: Array,
    ply: int,
    left: int,
    hoping: bool,
    win: bool,
    memo: Memo,
    stack: Array,
    out: Array,
) -> int:
    """The answer of the position in frame ``ply``, or ``OPEN`` after its moves were written into ``out``."""
    own = frames[ply, _OWN]
    enemy = frames[ply, _ENEMY]
    answer = known(view, own, enemy, hoping, win)
    if answer == OPEN:
        answer = _remembered(memo, own | hoping << 62, enemy, left)
    if answer == OPEN and (left == 0 or _repeated(frames, ply)):
        answer = NO
    if answer == OPEN:
        first = frames[ply - 1, _END] if ply else 0
        assert first + RESULTS < out.shape[0]
        end = moves_within(view, own, enemy, stack, out, first)
        frames[ply, _NEXT] = first
        frames[ply, _END] = end
        if end == first:
            answer = NO if hoping else YES
    return answer


@kernel
def search(
    view: View, own: int, enemy: int, hoping: bool, win: bool, depth: int, memo: Memo, frames: Array,
    stack: Array, out: Array, count: Array,
) -> int:  # fmt: skip
    """The answer to ``depth`` plies; ``OPEN`` when the limit of nodes is reached."""
    frames[0, _OWN] = own
    frames[0, _ENEMY] = enemy
    ply = 0
    answer = _enter(view, frames, 0, depth, hoping, win, memo, stack, out)
    while True:
        hopes = hoping == (ply & 1 == 0)
        if answer == OPEN:
            i = frames[ply, _NEXT]
            if i < frames[ply, _END]:
                frames[ply, _NEXT] = i + 1
                ply += 1
                frames[ply, _OWN] = out[i, 1]
                frames[ply, _ENEMY] = out[i, 0]
                count[NODES] += 1
                if count[NODES] > count[LIMIT]:
                    return OPEN
                answer = _enter(view, frames, ply, depth - ply, not hopes, win, memo, stack, out)
                continue
            answer = NO if hopes else YES
            key = frames[ply, _OWN] | hopes << 62
            _remember(memo, key, frames[ply, _ENEMY], answer if answer else 2 * (depth - ply))
        if ply == 0:
            return answer
        # The answer of a move settles the position before it, or the next move is tried.
        ply -= 1
        hopes = not hopes
        if (answer == YES) == hopes:
            key = frames[ply, _OWN] | hopes << 62
            _remember(memo, key, frames[ply, _ENEMY], answer if answer else 2 * (depth - ply))
            frames[ply, _NEXT] = frames[ply, _END]
            if ply == 0:
                return answer
        else:
            answer = OPEN


@dataclass(frozen=True)
class Solution:
    """What a board's start is worth, and how that was found."""

    result: Result
    """For White, who begins."""
    depth: int
    """Plies of the longest proof; 0 where the start is in the tables."""
    nodes: int
    """Positions that were searched."""
    distance: int | None = None
    """Plies to the end, where the start is in the tables and decided."""


Watch = Callable[[str, int, int], None]
"""Called with a question, the depth at which it is asked, and the nodes so far."""


def solve(
    board: Small, tables: Tables, limit: int, watch: Watch = lambda asked, depth, nodes: None
) -> Solution:
    """The value of a board's start, White to move. LakabeError when ``limit`` nodes do not settle it."""
    value = tables.value(board.white, board.black)
    if value is not None:
        return Solution(value.result, 0, 0, value.distance)
    solver = _Solver(board, tables, limit)
    draws: dict[bool, int] = {}
    for depth in range(1, DEEPEST):
        for white, win in product((True, False), (True, False)):
            if not win and white in draws:
                continue
            watch(f"{'White' if white else 'Black'} {'wins' if win else 'draws'}", depth, solver.nodes)
            if solver.can(white, win, depth):
                if win:
                    return Solution("win" if white else "loss", depth, solver.nodes)
                draws[white] = depth
        if len(draws) == 2:
            return Solution("draw", max(draws.values()), solver.nodes)
    what = f"{board.board.name} is not solved within {DEEPEST} plies"
    raise LakabeError(what, "allow tables of more stones")


class _Solver:
    """The search from one start. Holds its arrays, and keeps the tables open."""

    def __init__(self, board: Small, tables: Tables, limit: int) -> None:
        self.board = board
        self.tables = tables
        self._count = np.array([0, limit], np.int64)
        self._frames = np.zeros((DEEPEST + 2, 4), np.int64)
        self._stack = np.zeros(STACK, np.int64)
        self._out = np.zeros((DEEPEST * 64 + 2 * RESULTS, 2), np.int64)
        self._memos = {(white, win): memo() for white in (True, False) for win in (True, False)}

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return int(self._count[NODES])

    def can(self, white: bool, win: bool, depth: int) -> bool:
        """Whether White or Black is seen to force a win (or a draw) from the start within ``depth`` plies.

        LakabeError when there are no nodes left.
        """
        answer = search(
            self.tables.view, self.board.white, self.board.black, white, win, depth,
            self._memos[white, win], self._frames, self._stack, self._out, self._count,
        )  # fmt: skip
        if answer == OPEN:
            what = f"{self.board.board.name} is not solved with {self._count[LIMIT]:,} positions searched"
            raise LakabeError(what, "allow more of them, or tables of more stones")
        return bool(answer == YES)
