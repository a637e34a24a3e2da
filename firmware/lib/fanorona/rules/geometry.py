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
    """The table, without a look at those that have none: this is done at every start of the board."""
    table = bytearray(bytes((NONE,)) * ((POINTS + 1) * DIRECTIONS))
    for d in range(DIRECTIONS):
        east = _EAST[d]
        north = _NORTH[d]
        diagonal = d & 1
        for row in range(max(0, -north), ROWS - max(0, north)):
            first = row * COLUMNS + max(0, -east)
            if diagonal:
                first += first & 1  # from strong points only
            for p in range(first, (row + 1) * COLUMNS - max(0, east), 1 + diagonal):
                table[p * DIRECTIONS + d] = p + north * COLUMNS + east
    return bytes(table)


NEXT = _neighbours()
"""``NEXT[point * 8 + direction]``: the neighbour along that line, or ``NONE``. 46 * 8 bytes."""

STRONG = b"\x01\x00" * (POINTS // 2) + b"\x01"
"""1 for each strong point, which has diagonals (B2): every other one, for a row has an odd number of them."""

READING = (
    bytes(range(36, 45)) + bytes(range(27, 36)) + bytes(range(18, 27)) + bytes(range(9, 18)) + bytes(range(9))
)
"""The point at each place of reading order: row 5 to row 1, each from a to i."""


def direction(p: int, q: int) -> int:
    """The direction of the line from ``p`` to its neighbour ``q``, or -1 where no line joins them."""
    base = p * DIRECTIONS
    for d in range(DIRECTIONS):
        if NEXT[base + d] == q:
            return d
    return -1
