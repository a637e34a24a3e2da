"""The first phase of a vela (V2), beyond what ``rules`` knows of its steps: what creditors have to leave."""

from fanorona.game import BLACK_WINS, FORFEIT, WHITE_WINS, Game
from fanorona.geometry import POINTS
from fanorona.rules import CREDITOR, EMPTY, WHITE, Position
from fanorona.steps import AHEAD, BEHIND, FIRST, FROM, STEPS, TO


class Vela:
    """A ``rules.Law``.

    A creditor's step leaves the debtor all captures but those that end where it ends, or take its stone first
    where it stood; so these are counted by point. It can also make new ones, at both its ends.
    """

    def __init__(self) -> None:
        self._count = 0  # captures of the debtor, were it to move; then those to each point, and from each
        self._ending = bytearray(POINTS)
        self._taking = bytearray(POINTS)

    def look(self, position: Position) -> None:
        """The position, with the creditor to move, that ``shows`` is asked about."""
        board = position.board
        creditor = position.turn
        debtor = 3 - creditor
        ending = self._ending
        taking = self._taking
        for p in range(POINTS):
            ending[p] = taking[p] = 0
        count = 0
        for s in range(STEPS):
            q = TO[s]
            if board[q] == EMPTY and board[FROM[s]] == debtor:
                x = AHEAD[s]
                if board[x] == creditor:
                    count += 1
                    ending[q] += 1
                    taking[x] += 1
                x = BEHIND[s]
                if board[x] == creditor:
                    count += 1
                    ending[q] += 1
                    taking[x] += 1
        self._count = count

    def shows(self, position: Position, s: int) -> bool:
        """Whether the creditor's step ``s`` leaves the debtor a capture (V5)."""
        board = position.board
        creditor = position.turn
        debtor = 3 - creditor
        p = FROM[s]
        q = TO[s]
        twice = board[AHEAD[s]] == debtor  # that one would end on q and take what stands on p
        if self._count + twice > self._ending[q] + self._taking[p]:
            return True
        board[p] = EMPTY
        board[q] = creditor
        leaves = False
        for t in range(FIRST[p], FIRST[p + 1]):
            if board[TO[t]] == debtor and (board[AHEAD[t]] == creditor or board[BEHIND[t]] == creditor):
                leaves = True
        for t in range(FIRST[q], FIRST[q + 1]):
            near = board[TO[t]]
            far = board[AHEAD[t]]
            if (near == EMPTY and far == debtor) or (near == debtor and far == EMPTY):
                leaves = True
        board[p] = creditor
        board[q] = EMPTY
        return leaves

    def movable(self, position: Position, out: bytearray) -> int:
        """Set ``out[p]`` to 1 for each stone of the creditor that has such a step. Returns how many."""
        self.look(position)
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
            self.look(position)
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
