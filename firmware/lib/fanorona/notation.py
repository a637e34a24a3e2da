"""Text for points, moves (N1) and positions (N2), and back: all of it, for the host and the tests.

The board only reads (``parsing``). These functions create objects.
"""

from fanorona.geometry import COLUMNS, POINTS, READING
from fanorona.parsing import SUFFIX, parse_point, parse_position, parse_steps, play_move, point_name
from fanorona.rules import EMPTY, WHITE, Position

__all__ = (
    "format_move",
    "format_position",
    "parse_picture",
    "parse_point",
    "parse_position",
    "parse_steps",
    "picture",
    "play_move",
    "point_name",
)


def format_move(position: Position) -> str:
    """The steps played in this turn in N1 (``d3-e3W-e4A``), or ``""`` before the first."""
    if not position.steps:
        return ""
    text = point_name(position.step_from(0))
    for i in range(position.steps):
        text += "-" + point_name(position.step_to(i)) + SUFFIX[position.step_kind(i)]
    return text


def format_position(position: Position) -> str:
    """N2: rows 5 to 1, then the side to move."""
    text = ""
    run = 0
    for i in range(POINTS):
        if i and i % COLUMNS == 0:
            text += (str(run) if run else "") + "/"
            run = 0
        colour = position.board[READING[i]]
        if colour == EMPTY:
            run += 1
        else:
            text += (str(run) if run else "") + ("W" if colour == WHITE else "B")
            run = 0
    return text + (str(run) if run else "") + (" W" if position.turn == WHITE else " B")


def picture(codes: bytes | bytearray, letters: str) -> str:
    """45 codes by point -> 45 letters in reading order, rows separated by ``/``."""
    text = ""
    for i in range(POINTS):
        if i and i % COLUMNS == 0:
            text += "/"
        text += letters[codes[READING[i]]]
    return text


def parse_picture(text: str, letters: str) -> bytearray:
    """The reverse of ``picture``: 45 codes by point, each the place of its letter in ``letters``."""
    codes = bytearray(POINTS)
    rows = text.split("/")
    if len(rows) != 5 or any(len(row) != COLUMNS for row in rows):
        raise ValueError("a picture is five groups of nine separated by /: '" + text + "'")
    for i in range(POINTS):
        letter = rows[i // COLUMNS][i % COLUMNS]
        if letter not in letters:
            raise ValueError("'" + letter + "' is not one of '" + letters + "' in '" + text + "'")
        codes[READING[i]] = letters.index(letter)
    return codes
