"""Every position of a layer has a number, and positions that are mirror images of each other share one.

A *layer* holds all positions with so many stones of the side to move and so many of the other. The side with
fewer stones (the side to move, where they are equal) is the *few*, the other the *many*. The sets of the few
fall into orbits under the board's four symmetries; a *block* is one orbit, stood for by its least set, with
every set of the many on the other points. A position's number is that of its block times the size of a block,
plus the rank of its many among the points that the few leave free. Ranks are colexicographic. Few that are
their own mirror image keep all of their block, where half would do: at seven stones 9 % more numbers in all.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from fanorona.rules.geometry import POINTS
from lakabe.engine.bitboard import ALL, flipped, lowest, mirrored, popcount
from lakabe.engine.jit import Array, array_kernel, kernel

STRIDE = 16
"""Row length of the tables by number of stones: at most 15 stones a side."""


class View(NamedTuple):
    """What kernels need to find a position: tables of the board, and where the layers lie in memory."""

    walls: int
    """Points that are not on this board."""
    places: int
    """How many points this board has."""
    folds: int
    """How many symmetries are used: 4, or 1."""
    place: Array
    """By point: its number among the points of this board. Shape (45,), int64."""
    choose: Array
    """``choose[n * STRIDE + k]``: the ways to choose k of n. int64."""
    seats: Array
    """By rank of a set of few, from ``seat_start`` of its size on: block * 4 + symmetry. int32."""
    seat_start: Array
    """Shape (STRIDE,), int64."""
    bytes_at: Array
    """``bytes_at[own * STRIDE + enemy]``: address of that layer's bytes (``values``), 0 without. int64."""
    bits_at: Array
    """The same of the compact files, two bits a position."""


class Board(NamedTuple):
    """A part of the board's points, with the lines between them."""

    name: str
    points: int
    """The set of its points."""
    folds: int
    """4: it has the four symmetries of the whole board; 1: they are not used."""

    @property
    def size(self) -> int:
        """How many points."""
        return self.points.bit_count()


WHOLE = Board("whole", ALL, 4)


@kernel
def image(points: int, symmetry: int) -> int:
    """The set under one of the four symmetries: bit 0 mirrors left to right, bit 1 top to bottom."""
    if symmetry & 1:
        points = mirrored(points)
    if symmetry & 2:
        points = flipped(points)
    return points


@kernel
def following(subset: int) -> int:
    """The next larger number with as many bits."""
    low = subset & -subset
    high = subset + low
    return high | (((high ^ subset) >> lowest(low)) >> 2)


@kernel
def rank(view: View, points: int) -> int:
    """The rank of a set among those of its size on this board."""
    found = 0
    k = 0
    while points:
        k += 1
        found += view.choose[view.place[lowest(points)] * STRIDE + k]
        points &= points - 1
    return found


@kernel
def rank_beside(view: View, few: int, many: int) -> int:
    """The rank of ``many`` among the sets of its size on the points without ``few``."""
    found = 0
    k = 0
    while many:
        k += 1
        p = lowest(many)
        found += view.choose[(view.place[p] - popcount(few & ((1 << p) - 1))) * STRIDE + k]
        many &= many - 1
    return found


@kernel
def locate(view: View, own: int, enemy: int) -> int:
    """The number of a position in its layer. Both sides have a stone, the table of the few is there."""
    few = own
    many = enemy
    if popcount(own) > popcount(enemy):
        few = enemy
        many = own
    m = popcount(few)
    seat = view.seats[view.seat_start[m] + rank(view, few)]
    few = image(few, seat & 3)
    many = image(many, seat & 3)
    return (seat >> 2) * view.choose[(view.places - m) * STRIDE + popcount(many)] + rank_beside(
        view, few, many
    )


@array_kernel
def _seat(view: View, few: int, seats: Array, blocks: Array) -> int:
    """Fill ``seats`` for all sets of ``few`` stones and ``blocks`` with the least of each orbit: how many."""
    points = np.empty(POINTS, np.int64)
    for p in range(POINTS):
        if view.place[p] >= 0:
            points[view.place[p]] = 1 << p
    subset = (1 << few) - 1
    count = 0
    for r in range(view.choose[view.places * STRIDE + few]):
        here = 0
        left = subset
        while left:
            here |= points[lowest(left)]
            left &= left - 1
        least = here
        symmetry = 0
        for s in range(1, view.folds):
            there = image(here, s)
            if there < least:
                least = there
                symmetry = s
        if symmetry:
            seats[r] = (seats[rank(view, least)] & ~3) | symmetry
        else:
            seats[r] = count << 2
            blocks[count] = here
            count += 1
        subset = following(subset)
    return count


class Index(NamedTuple):
    """The tables of a board for up to so many few."""

    view: View
    blocks: tuple[Array, ...]
    """By number of few: the set that stands for each block. int64."""


@lru_cache(maxsize=8)
def index(board: Board, few: int) -> Index:
    """The tables of ``board`` for up to ``few`` stones of the few, without any layer."""
    n = board.size
    choose = np.array([[comb(i, k) for k in range(STRIDE)] for i in range(POINTS + 1)], np.int64).ravel()
    place = np.full(POINTS, -1, np.int64)
    at = [p for p in range(POINTS) if board.points >> p & 1]
    place[at] = np.arange(n)
    start = np.zeros(STRIDE, np.int64)
    for m in range(1, few + 1):
        start[m] = start[m - 1] + (comb(n, m - 1) if m > 1 else 0)
    seats = np.zeros(int(start[few]) + comb(n, few), np.int32)
    nothing = np.zeros(STRIDE * STRIDE, np.int64)
    walls = ALL & ~board.points
    view = View(walls, n, board.folds, place, choose, seats, start, nothing, nothing)
    blocks: list[Any] = [np.zeros(0, np.int64)]
    for m in range(1, few + 1):
        found = np.empty(comb(n, m), np.int64)
        count = _seat(view, m, seats[start[m] : start[m] + comb(n, m)], found)
        blocks.append(found[:count].copy())
    return Index(view, tuple(blocks))
