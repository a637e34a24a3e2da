"""Text for points, moves (N1) and positions (N2), and back: all of it, for the host and the tests.

The board has its own readers (``parsing``), which give no reasons. These functions create objects; those that
read raise ``ValueError`` with a line that says what is wrong.
"""

from fanorona.rules.geometry import COLUMNS, NONE, POINTS, READING, direction
from fanorona.rules.rules import (
    APPROACH,
    BLACK,
    EMPTY,
    PAIKA,
    PLACING,
    STARTS,
    WALL,
    WHITE,
    WITHDRAWAL,
    Position,
)

__all__ = (
    "IRREGULAR",
    "format_irregular",
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

_COLUMN_LETTERS = "abcdefghi"
_ROW_DIGITS = "12345"

IRREGULAR = "--"
"""Stands for a move in N1, before the board (N2) that an irregular one led to (P10)."""

SUFFIX = {PAIKA: "", APPROACH: "A", WITHDRAWAL: "W"}
"""What follows the destination of a step, by its kind (N1)."""


def point_name(p: int) -> str:
    """``22`` -> ``"e3"`` (B1)."""
    return _COLUMN_LETTERS[p % COLUMNS] + _ROW_DIGITS[p // COLUMNS]


def parse_point(text: str) -> int:
    """``"e3"`` -> ``22``; ``ValueError`` for anything else than a1 to i5."""
    if len(text) == 2 and text[0] in _COLUMN_LETTERS and text[1] in _ROW_DIGITS:
        return _ROW_DIGITS.index(text[1]) * COLUMNS + _COLUMN_LETTERS.index(text[0])
    raise ValueError("'" + text + "' is not a point; points are a1 to i5")


def parse_steps(text: str) -> list[tuple[int, int, int]]:
    """N1 -> the steps as (from, to, kind), checked for syntax and geometry only (B2)."""
    words = text.split("-")
    if len(words) < 2:
        raise ValueError("'" + text + "' is not a move; a move is like e3-e4 or d3-e3W-e4A")
    p = parse_point(words[0])
    steps = []
    for word in words[1:]:
        q = parse_point(word[:2])
        if word[2:] == "A":
            kind = APPROACH
        elif word[2:] == "W":
            kind = WITHDRAWAL
        elif word[2:] == "" and len(words) == 2:
            kind = PAIKA
        else:
            raise ValueError(
                "'" + word + "' in '" + text + "' is not a step; a capturing step ends in A or W"
            )
        if direction(p, q) < 0:
            raise ValueError(
                "no line joins " + point_name(p) + " and " + point_name(q) + " in '" + text + "'"
            )
        steps.append((p, q, kind))
        p = q
    return steps


def play_move(position: Position, text: str) -> None:
    """Play the steps of an N1 move; the turn is not ended.

    After IRREGULAR the board is read that an irregular move led to, which leaves no steps (P10).
    ``ValueError`` if it cannot be read or is illegal (R2-R8, V3, V4, S2); the position is then as it was.
    """
    if text.startswith(IRREGULAR):
        parse_position(text[len(IRREGULAR) :] + (" W" if position.turn == WHITE else " B"), position)
        return
    if position.phase == PLACING:
        q = parse_point(text)
        if position.board[q] != EMPTY or position.stone != NONE:
            raise ValueError("no stone can be placed on " + text + " here")
        position.place(q)
        return
    steps = parse_steps(text)
    floor = position.steps
    for p, q, kind in steps:
        if not position.legal(p, q, kind):
            while position.steps > floor:
                position.back()
            step = point_name(p) + "-" + point_name(q) + SUFFIX[kind]
            raise ValueError("'" + text + "' is not legal here: " + step + " cannot be played")
        position.play(p, q, kind)


def parse_position(text: str, position: Position) -> None:
    """Load an N2 text into ``position``, of its variant; on ``ValueError`` it is left as it was."""
    fields = text.split(" ")
    if len(fields) != 2 or fields[1] not in ("W", "B"):
        raise ValueError("a position is five rows and the side to move, W or B: '" + text + "'")
    rows = fields[0].split("/")
    if len(rows) != 5:
        raise ValueError(
            "a position has five rows separated by /, not " + str(len(rows)) + ": '" + text + "'"
        )
    board = bytearray(POINTS)
    for r in range(5):
        c = 0
        row = (4 - r) * COLUMNS
        for letter in rows[r]:
            if letter in "WB":
                if c < COLUMNS:
                    board[row + c] = WHITE if letter == "W" else BLACK
                c += 1
            elif letter in "123456789":
                c += int(letter)
            else:
                raise ValueError("row " + str(5 - r) + " has more than W, B and 1 to 9: '" + text + "'")
        if c != COLUMNS:
            raise ValueError("row " + str(5 - r) + " has " + str(c) + " points, not 9: '" + text + "'")
    for p in range(POINTS):
        if board[p] and STARTS[position.variant][p] == WALL:
            raise ValueError(point_name(p) + " is no point of the smaller board: '" + text + "'")
    position.load(board, WHITE if fields[1] == "W" else BLACK)


def format_irregular(position: Position) -> str:
    """The irregular move that has led to the board of ``position``, as ``play_move`` reads it."""
    return IRREGULAR + format_position(position).split(" ")[0]


def format_move(position: Position) -> str:
    """The steps played in this turn in N1 (``d3-e3W-e4A``), the stone placed, or ``""`` before that."""
    if not position.steps:
        return "" if position.stone == NONE else point_name(position.stone)
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
        colour = position.board[READING[i]] % WALL
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
        text += letters[codes[READING[i]] % len(letters)]  # a wall is none of the three on a board
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
