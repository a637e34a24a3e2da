"""Reading moves (N1) and positions (N2) that a host sends. Creates objects."""

from fanorona.compat import const
from fanorona.rules.geometry import COLUMNS, NONE, POINTS, ROWS
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
    step_between,
)

_W = const(0x57)
_B = const(0x42)
_A = const(0x61)
_0 = const(0x30)
_1 = const(0x31)
_9 = const(0x39)
_SLASH = const(0x2F)


class Steps:
    """The steps of an N1 move, played on ``position`` one at a time; the turn is not ended.

    ``is_over``: nothing is left to do. ``is_legal``: so far. A move that cannot be read or is illegal (R2-R8)
    is taken back as a whole.
    """

    def __init__(self, position: Position, text: bytes) -> None:
        self.position = position
        self.is_over = False
        self.is_legal = True
        self._text = text
        self._floor = position.steps
        self._place = 2
        self._from = _point(text[:2])

    def go(self) -> None:
        """Play the next step."""
        position = self.position
        if position.phase == PLACING:
            self.is_over = True
            self.is_legal = len(self._text) == 2 and position.board[self._from] == EMPTY
            if self.is_legal:
                position.place(self._from)
            return
        word = self._text[self._place : self._place + 4]
        kind = APPROACH if word[3:] == b"A" else WITHDRAWAL if word[3:] == b"W" else PAIKA
        self._place += 3 if kind == PAIKA else 4
        q = _point(word[1:3])
        s = step_between(self._from, q) if word[:1] == b"-" else -1
        self._from = q
        if s >= 0 and position.kinds(s) & kind:
            position.play_step(s, kind)
            self.is_over = self._place >= len(self._text)
            return
        while position.steps > self._floor:
            position.back()
        self.is_legal = False
        self.is_over = True


def _point(name: bytes) -> int:
    """``b"e3"`` -> ``22``; NONE for anything else than a1 to i5."""
    if len(name) != 2:
        return NONE
    column = name[0] - _A
    row = name[1] - _1
    return row * COLUMNS + column if 0 <= column < COLUMNS and 0 <= row < ROWS else NONE


def read_position(rows: bytes, turn: bytes, position: Position) -> bool:
    """Load the two fields of an N2 text into ``position``; False, and nothing changes, if they are none."""
    board = bytearray(POINTS)
    start = STARTS[position.variant]
    row = POINTS - COLUMNS
    column = 0
    for code in rows:
        if code == _SLASH and column == COLUMNS and row:
            row -= COLUMNS
            column = 0
        elif (code == _W or code == _B) and column < COLUMNS and start[row + column] != WALL:
            board[row + column] = WHITE if code == _W else BLACK
            column += 1
        elif _1 <= code <= _9 - column:
            column += code - _0
        else:
            return False
    if row or column != COLUMNS or (turn != b"W" and turn != b"B"):
        return False
    position.load(board, WHITE if turn == b"W" else BLACK)
    return True
