"""The passes that follow paika backwards through a pair of layers, one ply of distance at a time.

The pair holds the same stones with the few to move (F) and with the many to move (M). A paika of the many
leads from M to F within one block, for the few stay where they are. A paika of the few leads from F to M of
another block, with the same many. So each block is filled from itself and from what M of neighbouring blocks
is known to be. That is kept as two bitmaps of M, won and lost, by the set of the many among *all* points and
under each symmetry: 64 positions are looked at at once, and no set is mirrored on the way.

A pass for distance d+1 writes only bytes of its own blocks that are ``OPEN``, the value d+1 alone, and bits
of the bitmap that belongs to d+1; it reads values up to d and the other bitmap. So slices need no locks, and
a pass may be interrupted and done again. Values greater than d are ignored, whatever made them.
"""

from __future__ import annotations

import numpy as np

from fanorona.rules.geometry import POINTS
from lakabe.engine.bitboard import NEAR, lowest, popcount
from lakabe.engine.jit import Array, array_kernel, kernel
from lakabe.engine.tables.index import STRIDE, View, following, image, rank
from lakabe.engine.tables.resolve import free_points, spread
from lakabe.engine.tables.values import LONGEST, OPEN

VALUES = 256


@kernel
def unrank(view: View, k: int, r: int) -> int:
    """The set of ``k`` places with rank ``r``."""
    found = 0
    n = POINTS
    while k:
        n -= 1
        while view.choose[n * STRIDE + k] > r:
            n -= 1
        r -= view.choose[n * STRIDE + k]
        found |= 1 << n
        k -= 1
    return found


@kernel
def _ranks(view: View, few: int, many: int, out: Array) -> None:
    """Tables for one block: ``out[k * POINTS + p]`` summed over the many is their rank beside ``few``."""
    for p in range(POINTS):
        if view.place[p] >= 0:
            n = view.place[p] - popcount(few & ((1 << p) - 1))
            for k in range(many):
                out[k * POINTS + p] = view.choose[n * STRIDE + k + 1]


@kernel
def _rank(table: Array, points: int) -> int:
    found = 0
    k = 0
    while points:
        found += table[k + lowest(points)]
        points &= points - 1
        k += POINTS
    return found


@kernel
def _set_bit(bits: Array, i: int) -> None:
    bits[i >> 6] |= 1 << (i & 63)


@kernel
def _publish(view: View, few: int, many_set: int, words: int, bits: Array) -> None:
    """Note a position of M in the bitmap of its block, under each symmetry."""
    for s in range(view.folds):
        _set_bit(bits[s * words : (s + 1) * words], rank(view, image(many_set, s)))


@array_kernel
def prepare(
    view: View,
    blocks: Array,
    many: int,
    upto: int,
    f: Array,
    m: Array,
    base: Array,
    won: Array,
    lost: Array,
    bits_base: Array,
    undecided: Array,
    undecided_base: Array,
    present: Array,
) -> None:
    """Make the bitmaps of a slice from its bytes, as they are when all values up to ``upto`` are counted.

    ``won`` and ``lost`` hold M (a set that overlaps the few counts as won), ``undecided`` what is ``OPEN``
    in F; all must be zero. ``present[i, side, value]`` is set for the values that block i has in F (side 0)
    and M (side 1). Bases are by block of the slice: of bytes into ``f`` and ``m``, of words into the bitmaps.
    """
    points = np.empty(POINTS, np.int64)
    everywhere = np.empty(POINTS, np.int64)
    free_points(view, 0, everywhere)
    words = (view.choose[view.places * STRIDE + many] + 63) >> 6
    for i in range(blocks.shape[0]):
        few = blocks[i]
        free_points(view, few, points)
        for s in range(view.folds):
            here = image(few, s)
            at = won[bits_base[i] + s * words : bits_base[i] + (s + 1) * words]
            subset = (1 << many) - 1
            for r in range(view.choose[view.places * STRIDE + many]):
                if spread(subset, everywhere) & here:
                    _set_bit(at, r)
                subset = following(subset)
        subset = (1 << many) - 1
        own = undecided[undecided_base[i] : undecided_base[i] + words]
        for r in range(view.choose[(view.places - popcount(few)) * STRIDE + many]):
            there = spread(subset, points)
            value = f[base[i] + r]
            present[i, 0, value] = 1
            if value == OPEN:
                _set_bit(own, rank(view, there))
            value = m[base[i] + r]
            present[i, 1, value] = 1
            if value <= upto:
                _publish(view, few, there, words, (won if value & 1 else lost)[bits_base[i] :])
            subset = following(subset)


@kernel
def _all_won(view: View, table: Array, few: int, others: int, d: int, f: Array) -> bool:
    """Whether each paika of the many leads to a position of F that is won within ``d``."""
    blocked = few | others | view.walls
    left = others
    while left:
        stone = left & -left
        targets = NEAR[lowest(left)] & ~blocked
        left &= left - 1
        while targets:
            value = f[_rank(table, others ^ stone ^ (targets & -targets))]
            if value > d or not value & 1:
                return False
            targets &= targets - 1
    return True


@kernel
def _pull_back(
    view: View, table: Array, points: Array, few: int, many: int, d: int, f: Array, m: Array
) -> int:
    """Decide positions of M in one block from which a paika leads to a value ``d`` in F. How many."""
    count = 0
    blocked = few | view.walls
    for r in range(view.choose[(view.places - popcount(few)) * STRIDE + many]):
        if f[r] != d:
            continue
        others = spread(unrank(view, many, r), points)
        left = others
        while left:
            stone = left & -left
            targets = NEAR[lowest(left)] & ~(blocked | others)
            left &= left - 1
            while targets:
                before = others ^ stone ^ (targets & -targets)
                targets &= targets - 1
                i = _rank(table, before)
                if m[i] == OPEN and (not d & 1 or _all_won(view, table, few, before, d, f)):
                    m[i] = d + 1
                    count += 1
    return count


@kernel
def _neighbours(view: View, few: int, out: Array) -> int:
    """Write block * 4 + symmetry of each set one paika of the few away; returns how many."""
    n = 0
    seats = view.seats[view.seat_start[popcount(few)] :]
    left = few
    while left:
        stone = left & -left
        targets = NEAR[lowest(left)] & ~(few | view.walls)
        left &= left - 1
        while targets:
            out[n] = seats[rank(view, few ^ stone ^ (targets & -targets))]
            n += 1
            targets &= targets - 1
    return n


@array_kernel
def _gather(
    d: int, near: Array, n: int, words: int, bits: Array, bits_base: Array, own: Array, out: Array
) -> None:
    """Which undecided positions of F a block's neighbours decide: any lost (d even), or all won (d odd)."""
    if d & 1:
        out[:words] = own
    else:
        out[:words] = 0
    for i in range(n):
        at = bits_base[near[i] >> 2] + (near[i] & 3) * words
        there = bits[at : at + words]
        if d & 1:
            for w in range(words):
                out[w] &= there[w]
        else:
            for w in range(words):
                out[w] |= there[w]
    if not d & 1:
        for w in range(words):
            out[w] &= own[w]


@array_kernel
def advance(
    view: View,
    blocks: Array,
    first: int,
    many: int,
    d: int,
    f: Array,
    m: Array,
    base: Array,
    read: Array,
    write: Array,
    bits_base: Array,
    undecided: Array,
    undecided_base: Array,
    in_f: Array,
    in_m: Array,
    next_in_m: Array,
    counts: Array,
) -> None:
    """Decide all that is decided by values of ``d``, in one slice, and publish M's values of d+1.

    ``blocks``, ``base`` and ``undecided_base`` are those of the slice, whose first block is ``first``;
    ``bits_base`` and the flags are those of all blocks. ``read`` is the bitmap of values like d (odd: won,
    even: lost), ``write`` the other. ``in_f`` and ``in_m`` tell which blocks have a value d, ``next_in_m``
    which have d+1. ``counts[i]`` is set to how many positions of F and of M became d+1. Shape (slice, 2).
    """
    assert d < LONGEST
    points = np.empty(POINTS, np.int64)
    everywhere = np.empty(POINTS, np.int64)
    free_points(view, 0, everywhere)
    table = np.zeros(POINTS * STRIDE, np.int64)
    near = np.empty(8 * STRIDE, np.int64)
    words = (view.choose[view.places * STRIDE + many] + 63) >> 6
    found = np.empty(words, np.int64)
    for i in range(blocks.shape[0]):
        few = blocks[i]
        size = view.choose[(view.places - popcount(few)) * STRIDE + many]
        mine_f = f[base[i] : base[i] + size]
        mine_m = m[base[i] : base[i] + size]
        free_points(view, few, points)
        _ranks(view, few, many, table)
        counts[i, 1] = 0
        if in_f[first + i]:
            counts[i, 1] = _pull_back(view, table, points, few, many, d, mine_f, mine_m)
        n = _neighbours(view, few, near)
        news = False
        for k in range(n):
            news = news or in_m[near[k] >> 2]
        counts[i, 0] = 0
        if news:
            own = undecided[undecided_base[i] : undecided_base[i] + words]
            _gather(d, near, n, words, read, bits_base, own, found)
            for w in range(words):
                left = found[w]
                own[w] &= ~left
                while left:
                    others = spread(unrank(view, many, (w << 6) + lowest(left)), everywhere)
                    left &= left - 1
                    r = _rank(table, others)
                    # Already decided where a pass is done again.
                    if mine_f[r] == OPEN:
                        mine_f[r] = d + 1
                        counts[i, 0] += 1
        if counts[i, 1] or next_in_m[first + i]:
            at = bits_base[first + i]
            for r in range(size):
                if mine_m[r] == d + 1:
                    others = spread(unrank(view, many, r), points)
                    _publish(view, few, others, words, write[at:])
