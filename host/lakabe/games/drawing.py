"""The board drawn in a terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from fanorona.rules import geometry, notation
from fanorona.rules.rules import BLACK, EMPTY, WALL, WHITE, Position

STYLES = {EMPTY: "dim", WHITE: "bold bright_white", BLACK: "bold dark_orange3"}
SIGNS = {WHITE: "○", BLACK: "●"}
_COLUMNS = range(geometry.COLUMNS)


WIDTH = 37
"""Columns that a board with its lines takes."""


def board(position: Position, marked: Collection[str] = (), lines: bool = True) -> Text:
    """The position as 11 lines of text: rows 5 to 1 with the lines between them, seen from White's side (B1).

    Without ``lines`` it has 6, of 19 columns each.
    ``marked`` names points to be shown in reverse video, such as those of the last move. What does not belong
    to a smaller board stays empty.
    """
    text = Text()
    for row in range(4, -1, -1):
        text.append(f" {row + 1}  " if lines else f"{row + 1} ", style="dim")
        for column in _COLUMNS:
            p = row * geometry.COLUMNS + column
            colour = position.board[p]
            sign = SIGNS.get(colour, "┼" if geometry.STRONG[p] else "+")
            style = STYLES.get(colour, "dim")
            if colour == WALL:
                sign = " "
            if notation.point_name(p) in marked:
                style += " reverse"
            text.append(sign, style=style)
            if column < 8 and not lines:
                text.append(" ")
            elif column < 8:
                text.append("───" if _joined(position, p, p + 1) else "   ", style="dim")
        text.append("\n")
        if row and lines:
            text.append("    " + _between(position, row) + "\n", style="dim")
    text.append("    " + "   ".join("abcdefghi") if lines else "  " + " ".join("abcdefghi"), style="dim")
    return text


def _between(position: Position, row: int) -> str:
    """The lines between a row and the one below: a diagonal begins at each strong point (B2)."""
    cells = []
    for column in _COLUMNS:
        p = row * geometry.COLUMNS + column
        below = p - geometry.COLUMNS
        cells.append("│ " if _joined(position, p, below) else "  ")
        if column < 8:
            strong = geometry.STRONG[p]
            ends = (p, below + 1) if strong else (p + 1, below)
            diagonal = "╲" if strong else "╱"
            cells.append(f"{diagonal} " if _joined(position, *ends) else "  ")
    return "".join(cells).rstrip()


def _joined(position: Position, p: int, q: int) -> bool:
    """Whether both points belong to the board."""
    return position.board[p] != WALL and position.board[q] != WALL
