"""The first phase of a vela (V2), beyond what ``rules`` knows of its steps: what creditors have to leave."""

import struct

from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import CREDITOR, EMPTY, WALL, Position
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, FROM, TO

_ALL = "45s"


class Vela:
    """A ``rules.Law``.

    A creditor's step leaves the debtor all captures but those that end where it ends, or take its stone first
    where it stood; so these are counted by point. It can also make new ones, at both its ends. What has been
    found out holds for the position looked at last: a move is judged, painted and followed in this order.
    """

    def __init__(self) -> None:
        self._turn = EMPTY  # of the position looked at last, as is the board
        self._board = bytearray(POINTS + 1)
        self._board[NONE] = WALL
        self._count = 0  # captures of the debtor, were it to move; then those to each point, and from each
        self._ending = bytearray(POINTS)
        self._taking = bytearray(POINTS)
        self._gaps = bytearray(POINTS)  # the empty points, and how many
        self._size = 0
        self._may = bytearray(POINTS)  # which stones are movable, and how many; -1: not asked for yet
        self._movers = -1

    def look(self, position: Position) -> None:
        """The position, with the creditor to move, that ``shows`` is asked about."""
        board = position.board
        creditor = position.turn
        if creditor == self._turn and board == self._board:
            return
        self._turn = creditor
        self._movers = -1
        debtor = 3 - creditor
        ending = self._ending
        taking = self._taking
        gaps = self._gaps
        struct.pack_into(_ALL, self._board, 0, board)
        struct.pack_into(_ALL, ending, 0, b"")
        struct.pack_into(_ALL, taking, 0, b"")
        size = 0
        count = 0
        for q in range(POINTS):
            if board[q] == EMPTY:
                gaps[size] = q
                size += 1
                for s in range(FIRST[q], FIRST[q + 1]):
                    if board[TO[s]] == debtor:  # it would come the other way along this line
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
        self._size = size
        self._count = count

    def shows(self, position: Position, s: int) -> bool:
        """Whether the creditor's step ``s`` leaves the debtor a capture (V5)."""
        return self._leaves(position, FROM[s], TO[s], AHEAD[s])

    def _leaves(self, position: Position, p: int, q: int, beyond: int) -> bool:
        """The same of the step from ``p`` to ``q``, with the point ``beyond`` on its line."""
        board = position.board
        creditor = position.turn
        debtor = 3 - creditor
        twice = board[beyond] == debtor  # that one would end on q and take what stands on p
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
        n = self._find_movers(position)
        struct.pack_into(_ALL, out, 0, self._may)
        return n

    def _find_movers(self, position: Position) -> int:
        self.look(position)
        if self._movers >= 0:
            return self._movers
        board = position.board
        creditor = position.turn
        may = self._may
        struct.pack_into(_ALL, may, 0, b"")
        n = 0
        for i in range(self._size):
            q = self._gaps[i]
            for s in range(FIRST[q], FIRST[q + 1]):
                p = TO[s]
                if board[p] == creditor and not may[p] and self._leaves(position, p, q, BEHIND[s]):
                    may[p] = 1
                    n += 1
        self._movers = n
        return n

    def loser(self, position: Position) -> int:
        """The creditor who has left no capture, or cannot but leave none (V5); 0 while that is not so."""
        if position.phase == CREDITOR:
            return 0 if self._find_movers(position) else position.turn
        return 0 if position.must_capture() else 3 - position.turn
