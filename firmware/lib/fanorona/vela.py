"""The first phase of a vela (V2), beyond what ``rules`` knows of its steps: what creditors have to leave."""

from fanorona.game import BLACK_WINS, FORFEIT, WHITE_WINS, Game
from fanorona.geometry import POINTS
from fanorona.rules import CREDITOR, EMPTY, PAIKA, WHITE, Position
from fanorona.steps import FIRST, TO


class Vela:
    """A ``rules.Law``. Steps are tried out on the position, and taken back."""

    def shows(self, position: Position, s: int) -> bool:
        """Whether the creditor's step ``s`` leaves the debtor a capture (V5)."""
        position.play_step(s, PAIKA)
        position.end_turn()
        leaves = position.must_capture()
        position.back_turn()
        position.back()
        return leaves

    def movable(self, position: Position, out: bytearray) -> int:
        """Set ``out[p]`` to 1 for each stone of the creditor that has such a step. Returns how many."""
        n = 0
        for p in range(POINTS):
            out[p] = 1 if self._may_begin(position, p) else 0
            n += out[p]
        return n

    def judge(self, game: Game) -> None:
        """The creditor forfeits who has left no capture, or cannot but leave none (V5)."""
        position = game.position
        loser = position.turn
        if position.phase == CREDITOR:
            for p in range(POINTS):
                if self._may_begin(position, p):
                    return
        elif position.must_capture():
            return
        else:
            loser = 3 - loser
        game.close(BLACK_WINS if loser == WHITE else WHITE_WINS, FORFEIT)

    def _may_begin(self, position: Position, p: int) -> bool:
        board = position.board
        if board[p] == position.turn:
            for s in range(FIRST[p], FIRST[p + 1]):
                if board[TO[s]] == EMPTY and self.shows(position, s):
                    return True
        return False
