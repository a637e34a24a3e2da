"""Sets of points as the low 45 bits of an ``int64``: bit ``p`` is point ``p`` of ``fanorona.rules.geometry``.

A position is two such sets, ``own`` (of the side to move) and ``enemy``. The rules do not tell the colours
apart, so the engine needs no side to move. Signed numbers are used throughout: Numba makes a ``float64`` of a
``uint64`` and an ``int64`` together, and 45 bits never reach the sign.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from fanorona.rules import notation
from fanorona.rules.geometry import COLUMNS, DIRECTIONS, NEXT, NONE, POINTS
from fanorona.rules.rules import BLACK, EMPTY, WHITE, Position
from lakabe.engine.jit import kernel

_tools: Any = cgutils
_ir: Any = _tools.ir

ALL = (1 << POINTS) - 1
"""Every point."""

SHIFTS = (1, 10, 9, 8)
"""How many bits a step goes up in directions 0 to 3 (E, NE, N, NW); directions 4 to 7 go down as many."""


def _set_of(points: Any) -> int:
    together = 0
    for p in points:
        together |= 1 << p
    return together


def _line(p: int, d: int) -> list[int]:
    """The points beyond ``p`` along direction ``d``, the nearest first."""
    found = []
    p = NEXT[p * DIRECTIONS + d]
    while p != NONE:
        found.append(p)
        p = NEXT[p * DIRECTIONS + d]
    return found


SOURCES = tuple(
    _set_of(p for p in range(POINTS) if NEXT[p * DIRECTIONS + d] != NONE) for d in range(DIRECTIONS)
)
"""By direction: the points from which a line goes that way (B2)."""

SOURCE = np.array(SOURCES, dtype=np.int64)
"""``SOURCES`` as an array, for directions known only at run time. Shape (8,)."""

NEIGHBOUR = np.array([NEXT[i] if NEXT[i] != NONE else -1 for i in range(POINTS * DIRECTIONS)], dtype=np.int64)
"""``NEIGHBOUR[p * 8 + d]``: the next point along direction ``d``, or -1. Shape (360,)."""

RAY = np.array([_set_of(_line(p, d)) for p in range(POINTS) for d in range(DIRECTIONS)], dtype=np.int64)
"""``RAY[p * 8 + d]``: the points beyond ``p`` along direction ``d``, without ``p``. Shape (360,)."""

NEAR = np.array([_set_of(_line(p, d)[0] for d in range(8) if _line(p, d)) for p in range(POINTS)], np.int64)
"""``NEAR[p]``: the points joined to ``p``. Shape (45,)."""

_REVERSED = np.array([int(f"{row:09b}"[::-1], 2) for row in range(512)], dtype=np.int64)
_ROW = (1 << COLUMNS) - 1

_S0, _S1, _S2, _S3, _S4, _S5, _S6, _S7 = SOURCES


def _popcount(context: Any, x: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest(context: Any, x: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


def _highest(context: Any, x: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], _context.get_constant(types.boolean, False))
        return builder.sub(_context.get_constant(types.int64, 64), zeros)

    return types.int64(types.int64), generate


popcount = cast(Callable[[int], int], intrinsic(_popcount))
"""Kernels only: how many points a set has."""

lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""Kernels only: the lowest point of a set; 64 for the empty one."""

width = cast(Callable[[int], int], intrinsic(_highest))
"""Kernels only: the highest point of a set, plus 1; 0 for the empty one."""


@kernel
def shifted(points: int, d: int) -> int:
    """Every point of the set that has a neighbour in direction ``d``, moved there. ``d`` is 0 to 7."""
    points &= SOURCE[d]
    if d == 0:
        return points << 1
    if d == 1:
        return points << 10
    if d == 2:
        return points << 9
    if d == 3:
        return points << 8
    if d == 4:
        return points >> 1
    if d == 5:
        return points >> 10
    if d == 6:
        return points >> 9
    return points >> 8


@kernel
def around(points: int) -> int:
    """Every point joined to one of the set."""
    return (
        ((points & _S0) << 1)
        | ((points & _S1) << 10)
        | ((points & _S2) << 9)
        | ((points & _S3) << 8)
        | ((points & _S4) >> 1)
        | ((points & _S5) >> 10)
        | ((points & _S6) >> 9)
        | ((points & _S7) >> 8)
    )


@kernel
def run(p: int, d: int, enemy: int) -> int:
    """The unbroken run of ``enemy`` stones that begins next to ``p`` in direction ``d`` (R4), or none."""
    ray = RAY[p * 8 + d]
    blocked = ray & ~enemy
    if d < 4:
        return ray & ((blocked & -blocked) - 1)
    return ray & (-1 << width(blocked))


def _beside_captures(context: Any, empty: Any, enemy: Any) -> Any:
    """The points from which a step to an ``empty`` one takes of ``enemy``, along all four ways at a time."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        four = _ir.VectorType(_ir.IntType(64), 4)
        shifts = _ir.Constant(four, list(SHIFTS))
        ups = _ir.Constant(four, list(SOURCES[:4]))
        downs = _ir.Constant(four, list(SOURCES[4:]))

        def four_of(points: Any) -> Any:
            index = _ir.IntType(32)
            one = builder.insert_element(_ir.Constant(four, _ir.Undefined), points, index(0))
            return builder.shuffle_vector(one, one, _ir.Constant(_ir.VectorType(index, 4), [0] * 4))

        def up(points: Any) -> Any:
            return builder.shl(builder.and_(points, ups), shifts)

        def down(points: Any) -> Any:
            return builder.lshr(builder.and_(points, downs), shifts)

        empty, enemy = four_of(arguments[0]), four_of(arguments[1])
        above, below = up(enemy), down(enemy)
        found = [
            down(builder.and_(below, empty)),  # by approach, then by withdrawal, going up
            builder.and_(down(empty), above),
            up(builder.and_(above, empty)),
            builder.and_(up(empty), below),
        ]
        either = builder.or_(builder.or_(found[0], found[1]), builder.or_(found[2], found[3]))
        kind = _ir.FunctionType(_ir.IntType(64), [four])
        together = _tools.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.or.v4i64")
        return builder.call(together, [either])

    return types.int64(types.int64, types.int64), generate


_beside = cast(Callable[[int, int], int], intrinsic(_beside_captures))


@kernel
def capturers(own: int, enemy: int) -> int:
    """The stones of ``own`` that can make a capturing step (R3); 0 means that a paika is due (R2)."""
    return _beside(ALL & ~(own | enemy), enemy) & own


@kernel
def flipped(points: int) -> int:
    """The set mirrored top to bottom: row 1 becomes row 5. Lines stay lines (B2)."""
    return (
        ((points & _ROW) << 36)
        | ((points & (_ROW << 9)) << 18)
        | (points & (_ROW << 18))
        | ((points >> 18) & (_ROW << 9))
        | ((points >> 36) & _ROW)
    )


@kernel
def mirrored(points: int) -> int:
    """The set mirrored left to right: column a becomes column i. Lines stay lines (B2)."""
    return (
        _REVERSED[points & _ROW]
        | (_REVERSED[(points >> 9) & _ROW] << 9)
        | (_REVERSED[(points >> 18) & _ROW] << 18)
        | (_REVERSED[(points >> 27) & _ROW] << 27)
        | (_REVERSED[(points >> 36) & _ROW] << 36)
    )


# Outside of kernels


def from_position(position: Position) -> tuple[int, int]:
    """(own, enemy) of a position of any variant at the beginning of a turn."""
    sides = [0, 0, 0, 0]  # walls belong to neither
    for p in range(POINTS):
        sides[position.board[p]] |= 1 << p
    return sides[position.turn], sides[3 - position.turn]


def to_position(own: int, enemy: int, turn: int, position: Position) -> None:
    """Load (own, enemy) with side ``turn`` (WHITE or BLACK) to move into ``position``.

    ValueError where they are no position.
    """
    if own & enemy or (own | enemy) & ~ALL:
        raise ValueError("two stones on one point, or a stone off the board")
    board = bytearray(POINTS)
    for p in range(POINTS):
        board[p] = turn if own >> p & 1 else 3 - turn if enemy >> p & 1 else EMPTY
    position.load(board, turn)


def parse(text: str) -> tuple[int, int, int]:
    """N2 -> (own, enemy, turn); ValueError says what is wrong."""
    position = Position()
    notation.parse_position(text, position)
    return (*from_position(position), position.turn)


def format_n2(own: int, enemy: int, turn: int) -> str:
    """(own, enemy) with side ``turn`` to move in N2."""
    position = Position()
    to_position(int(own), int(enemy), turn, position)
    return notation.format_position(position)


def points_of(points: int) -> list[int]:
    """The points of a set, lowest first."""
    return [p for p in range(POINTS) if points >> p & 1]


def colours(own: int, enemy: int, turn: int) -> NDArray[np.uint8]:
    """The board as ``fanorona.rules.rules`` has it: 45 codes EMPTY, WHITE, BLACK by point."""
    board = np.full(POINTS, EMPTY, dtype=np.uint8)
    board[points_of(own)] = turn
    board[points_of(enemy)] = BLACK if turn == WHITE else WHITE
    return board
