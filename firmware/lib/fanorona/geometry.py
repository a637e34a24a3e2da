"""The board as tables: points, neighbours, strong points (B1, B2).

A point is a small int: ``row * 9 + column`` with a1 = 0, i1 = 8, e3 = 22, i5 = 44. ``NONE`` (45) is the wall
around the board: every walk along a line ends there and stays there, so loops need no bounds checks.

Directions count anticlockwise from east: 0 E, 1 NE, 2 N, 3 NW, 4 W, 5 SW, 6 S, 7 SE. The opposite of ``d`` is
``d ^ 4``. Odd directions are diagonals, which only strong points have.
"""

from fanorona.compat import const

COLUMNS = const(9)
ROWS = const(5)
POINTS = const(45)
NONE = const(45)
DIRECTIONS = const(8)

_EAST = (1, 1, 0, -1, -1, -1, 0, 1)
_NORTH = (0, 1, 1, 1, 0, -1, -1, -1)


def _neighbours() -> bytes:
    table = bytearray((POINTS + 1) * DIRECTIONS)
    for i in range(len(table)):
        table[i] = NONE
    for row in range(ROWS):
        for column in range(COLUMNS):
            for d in range(DIRECTIONS):
                x = column + _EAST[d]
                y = row + _NORTH[d]
                on_board = 0 <= x < COLUMNS and 0 <= y < ROWS
                if on_board and not (d & 1 and (row + column) & 1):
                    table[(row * COLUMNS + column) * DIRECTIONS + d] = y * COLUMNS + x
    return bytes(table)


NEXT = _neighbours()
"""``NEXT[point * 8 + direction]``: the neighbour along that line, or ``NONE``. 46 * 8 bytes."""

STRONG = bytes([1 - (p // COLUMNS + p % COLUMNS) % 2 for p in range(POINTS)])
"""1 for each strong point, which has diagonals (B2)."""

READING = bytes([(ROWS - 1 - i // COLUMNS) * COLUMNS + i % COLUMNS for i in range(POINTS)])
"""The point at each place of reading order: row 5 to row 1, each from a to i."""


def direction(p: int, q: int) -> int:
    """The direction of the line from ``p`` to its neighbour ``q``, or -1 where no line joins them."""
    base = p * DIRECTIONS
    for d in range(DIRECTIONS):
        if NEXT[base + d] == q:
            return d
    return -1
