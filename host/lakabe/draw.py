"""The board drawn in a terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from fanorona import geometry, notation
from fanorona.rules import BLACK, EMPTY, WHITE, Position

STYLES = {EMPTY: "dim", WHITE: "bold bright_white", BLACK: "bold dark_orange3"}
SIGNS = {WHITE: "○", BLACK: "●"}
_COLUMNS = range(geometry.COLUMNS)


def board(position: Position, marked: Collection[str] = ()) -> Text:
    """The position as 11 lines of text: rows 5 to 1 with the lines between them, seen from White's side (B1).

    ``marked`` names points to be shown in reverse video, such as those of the last move.
    """
    text = Text()
    for row in range(4, -1, -1):
        text.append(f" {row + 1}  ", style="dim")
        for column in _COLUMNS:
            p = row * geometry.COLUMNS + column
            colour = position.board[p]
            sign = SIGNS.get(colour, "┼" if geometry.STRONG[p] else "+")
            style = STYLES[colour]
            if notation.point_name(p) in marked:
                style += " reverse"
            text.append(sign, style=style)
            if column < 8:
                text.append("───", style="dim")
        text.append("\n")
        if row:
            text.append("    " + _between(row) + "\n", style="dim")
    text.append("    " + "   ".join("abcdefghi"), style="dim")
    return text


def _between(row: int) -> str:
    """The lines between a row and the one below: a diagonal begins at each strong point (B2)."""
    cells = []
    for column in range(8):
        upper_left = geometry.STRONG[row * geometry.COLUMNS + column]
        cells.append("│ ╲ " if upper_left else "│ ╱ ")
    return "".join(cells) + "│"
