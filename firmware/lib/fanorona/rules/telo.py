"""Fanoron-Telo (S2), beyond what ``rules`` knows of its steps: where stones are placed, and how it ends."""

from fanorona.rules.geometry import NEXT, POINTS
from fanorona.rules.rules import EMPTY, PLACING, Position

_LINES = b"\x0c\x00\x15\x00\x1e\x00\x0c\x02\x0d\x02\x0e\x02\x0c\x01\x0e\x03"
"""The first point of each row of three, and the direction of the others."""


class Telo:
    """A ``rules.Law``."""

    def look(self, position: Position) -> None:
        """Nothing has to be known."""

    def shows(self, position: Position, s: int) -> bool:
        """No step loses at once."""
        return True

    def movable(self, position: Position, out: bytearray) -> int:
        """Set ``out[p]`` to 1 for each stone that may move, or point that one may be placed on. How many."""
        is_over = has_three(position.board, 3 - position.turn)
        n = 0
        for p in range(POINTS):
            out[p] = 0
            if position.phase == PLACING:
                may = position.board[p] == EMPTY
            else:
                may = position.board[p] == position.turn and position.may_begin(p)
            if may and not is_over:
                out[p] = 1
                n += 1
        return n

    def loser(self, position: Position) -> int:
        """The side to move, against three in a row or without a move; 0 while that is not so."""
        turn = position.turn
        return turn if has_three(position.board, 3 - turn) or not position.can_move() else 0


def has_three(board: bytearray, colour: int) -> bool:
    """Whether three stones of a colour stand in one row, column or long diagonal."""
    for i in range(0, len(_LINES), 2):
        p = _LINES[i]
        way = _LINES[i + 1]
        q = NEXT[p * 8 + way]
        if board[p] == colour and board[q] == colour and board[NEXT[q * 8 + way]] == colour:
            return True
    return False
