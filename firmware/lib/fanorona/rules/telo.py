"""Fanoron-Telo (S2), beyond what ``rules`` knows of its steps: where stones are placed, and how it ends."""

from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, PLACING, Position, has_three


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
