"""Smaller boards: their points and where the game starts on them, laid out on the points of the whole board.

A board of C columns and R rows has the lines of B2 counted from its own corner, so all four corners are
strong. The start is B3's: the lower rows White, the upper rows Black, the middle row alternately Black and
White from the left, its middle point empty. 5x5 is S1.
"""

from __future__ import annotations

from typing import NamedTuple

from lakabe.engine.tables.index import Board
from lakabe.errors import UsageError

SIZES = ("3x3", "3x5", "5x3", "3x7", "7x3", "5x5")
"""Columns x rows."""


class Small(NamedTuple):
    """A board and its start."""

    board: Board
    white: int
    """White's stones; White is to move."""
    black: int


def small(name: str) -> Small:
    """The board called "COLUMNSxROWS", one of ``SIZES``; UsageError for others.

    It lies in the middle, where the symmetries of the whole board are its own, if its corners are
    strong points there, and in a corner otherwise. One that is higher than the whole board lies on its side.
    """
    if name not in SIZES:
        raise UsageError(f"there is no board {name}", f"one of {', '.join(SIZES)}")
    columns, rows = map(int, name.split("x"))
    turned = rows > 5
    wide, high = (rows, columns) if turned else (columns, rows)
    left, bottom = (9 - wide) // 2, (5 - high) // 2
    folds = 4
    if (left + bottom) % 2:
        left = bottom = 0
        folds = 1
    sides = {"W": 0, "B": 0, ".": 0}
    for row in range(rows):
        for column in range(columns):
            x, y = (row, column) if turned else (column, row)
            sides[_stone(column, row, columns, rows)] |= 1 << ((y + bottom) * 9 + x + left)
    points = sides["W"] | sides["B"] | sides["."]
    return Small(Board(name, points, folds), sides["W"], sides["B"])


def _stone(column: int, row: int, columns: int, rows: int) -> str:
    if row != rows // 2:
        return "W" if row < rows // 2 else "B"
    if column == columns // 2:
        return "."
    return "BW"[(column - (column > columns // 2)) % 2]
