"""The rules of riatra, the ordinary game (R1-R10, R12): positions, steps, moves.

``Position`` plays single steps, so that a chain can be followed stone by stone, and takes them back. Nothing
here creates an object once a ``Position`` exists: callers bring the buffers that answers are written into.
"""

from fanorona.compat import const
from fanorona.geometry import NEXT, NONE, POINTS, direction

EMPTY = const(0)
WHITE = const(1)
BLACK = const(2)
_WALL = const(3)
_UNKNOWN = const(2)

PAIKA = const(1)
APPROACH = const(2)
WITHDRAWAL = const(4)

LOG = const(512)
"""Steps and turn ends that a position can take back, unless it is made with another number."""

MOVE_LOG = const(32)
"""Enough for the steps of one move: each takes a stone, and there are 22."""

_START = b"WWWWWWWWWWWWWWWWWWBWBW.BWBWBBBBBBBBBBBBBBBBBB"
START = bytes([EMPTY if c == 46 else WHITE if c == 87 else BLACK for c in _START])
"""The start position by point (B3). 45 bytes of ``EMPTY``, ``WHITE``, ``BLACK``."""


class Position:
    """A position, the side to move, and the steps of the move in progress.

    ``board`` holds a colour per point and the wall at index 45; read it, never write it. ``turn`` is the side
    to move. ``steps`` counts the steps played in this turn and ``stone`` is the point of the stone making
    them (``NONE`` before the first). ``stones`` counts the stones by colour.
    """

    def __init__(self, log: int = LOG) -> None:
        self.board = bytearray(POINTS + 1)
        self.stones = bytearray(3)
        self.turn = WHITE
        self.stone = NONE
        self.steps = 0
        self._visited = bytearray(POINTS + 1)
        # Whether the side to move has to capture, once that is known for the turn (R2).
        self._duty = _UNKNOWN
        # The only stone whose moves are being walked, NONE for all.
        self._walker = NONE
        # One entry a step; the end of a turn is an entry with _from == NONE and _taken == steps of that turn.
        self._size = 0
        self._from = bytearray(log)
        self._way = bytearray(log)
        self._kind = bytearray(log)
        self._taken = bytearray(log)
        self.start()

    def start(self) -> None:
        """Set up B3."""
        self.load(START, WHITE)

    def load(self, board: bytes | bytearray, turn: int) -> None:
        """Set up any position: 45 (or more) bytes of colours by point, and the side to move."""
        own = self.board
        stones = self.stones
        visited = self._visited
        stones[EMPTY] = stones[WHITE] = stones[BLACK] = 0
        for p in range(POINTS):
            own[p] = board[p]
            stones[own[p]] += 1
            visited[p] = 0
        own[NONE] = _WALL
        self.turn = turn
        self.stone = NONE
        self.steps = 0
        self._size = 0
        self._duty = _UNKNOWN

    def copy(self, other: "Position") -> None:
        """Become ``other`` as it stood at the beginning of a turn; the log starts empty."""
        self.load(other.board, other.turn)

    def forget(self) -> None:
        """Empty the log: what was played before, whole turns only, cannot be taken back any more."""
        self._size = 0

    # Questions

    def must_capture(self) -> bool:
        """Whether the side to move has a capture anywhere (R2); in mid-move, with any stone."""
        if self.steps:
            return self._capturer(0) != NONE
        if self._duty == _UNKNOWN:
            self._duty = 1 if self._capturer(0) != NONE else 0
        return self._duty == 1

    def movable(self, out: bytearray) -> int:
        """Set ``out[p]`` to 1 for each stone that may begin or go on with a move. Returns how many."""
        for p in range(POINTS):
            out[p] = 0
        if self.steps:
            if self.may_go_on():
                out[self.stone] = 1
                return 1
            return 0
        n = 0
        p = self._capturer(0)
        while p != NONE:
            out[p] = 1
            n += 1
            p = self._capturer(p + 1)
        if n:
            return n
        board = self.board
        turn = self.turn
        for p in range(POINTS):
            if board[p] == turn and self._paika_from(p, 0) >= 0:
                out[p] = 1
                n += 1
        return n

    def may_go_on(self) -> bool:
        """Whether the move in progress can be continued by another capturing step (R6-R8)."""
        return self.steps > 0 and self._last_kind() != PAIKA and self._capture_from(self.stone, 0) >= 0

    def destinations(self, p: int, out: bytearray) -> int:
        """Set ``out[q]`` to the mask of kinds with which stone ``p`` may step to ``q`` (R2-R8), else 0.

        Returns how many destinations there are; none when ``p`` is not a stone that may move now.
        """
        for q in range(POINTS):
            out[q] = 0
        n = 0
        for d in range(8):
            kinds = self.kinds(p, d)
            if kinds:
                out[NEXT[p * 8 + d]] = kinds
                n += 1
        return n

    def kinds(self, p: int, d: int) -> int:
        """The mask of kinds with which stone ``p`` may now step in direction ``d`` (R2-R8)."""
        board = self.board
        q = NEXT[p * 8 + d]
        if board[q] != EMPTY:
            return 0
        if self.steps:
            last = self._size - 1
            if p != self.stone or self._kind[last] == PAIKA or self._way[last] == d or self._visited[q]:
                return 0
        elif board[p] != self.turn:
            return 0
        enemy = 3 - self.turn
        kinds = 0
        if board[NEXT[q * 8 + d]] == enemy:
            kinds = APPROACH
        if board[NEXT[p * 8 + (d ^ 4)]] == enemy:
            kinds |= WITHDRAWAL
        if not kinds and not self.steps and not self.must_capture():
            return PAIKA
        return kinds

    def takes(self, p: int, q: int, kind: int, out: bytearray) -> int:
        """Add ``kind`` to ``out[x]`` for each stone that the step ``p``-``q`` would take (R3, R4).

        Returns how many. ``out`` is not cleared. The step must be possible on the lines; a paika takes none.
        """
        d = direction(p, q)
        if kind == PAIKA:
            return 0
        x = q
        if kind == WITHDRAWAL:
            x = p
            d ^= 4
        n = self.run(x, d)
        for _ in range(n):
            x = NEXT[x * 8 + d]
            out[x] |= kind
        return n

    def run(self, p: int, d: int) -> int:
        """How many enemy stones stand unbroken from ``p`` on, without it, in direction ``d`` (R4)."""
        board = self.board
        enemy = 3 - self.turn
        n = 0
        p = NEXT[p * 8 + d]
        while board[p] == enemy:
            n += 1
            p = NEXT[p * 8 + d]
        return n

    def legal(self, p: int, q: int, kind: int) -> bool:
        """Whether the side to move may now play this step (R2-R8)."""
        if not (0 <= p < POINTS and 0 <= q < POINTS):
            return False
        d = direction(p, q)
        if d < 0 or (kind != PAIKA and kind != APPROACH and kind != WITHDRAWAL):
            return False
        return self.kinds(p, d) & kind != 0

    # Steps

    def play(self, p: int, q: int, kind: int) -> int:
        """Play a legal step of the side to move. Returns how many stones it takes.

        The step is not checked; ``legal`` does that. ``IndexError`` when the log is full.
        """
        return self._play(p, direction(p, q), kind)

    def back(self) -> None:
        """Take back the last step of this turn; there must be one."""
        n = self._size - 1
        self._size = n
        board = self.board
        turn = self.turn
        p = self._from[n]
        d = self._way[n]
        q = NEXT[p * 8 + d]
        board[q] = EMPTY
        board[p] = turn
        self._visited[q] = 0
        taken = self._taken[n]
        if taken:
            if self._kind[n] == APPROACH:
                x = q
            else:
                d ^= 4
                x = p
            enemy = 3 - turn
            self.stones[enemy] += taken
            while taken:
                x = NEXT[x * 8 + d]
                board[x] = enemy
                taken -= 1
        self.steps -= 1
        if self.steps:
            self.stone = p
        else:
            self._visited[p] = 0
            self.stone = NONE

    def end_turn(self) -> None:
        """Pass the turn to the other side after the steps played."""
        n = self._size
        self._from[n] = NONE
        self._taken[n] = self.steps
        self._size = n + 1
        self._mark(n, 0)
        self.steps = 0
        self.stone = NONE
        self.turn = 3 - self.turn
        self._duty = _UNKNOWN

    def back_turn(self) -> None:
        """Take back the end of the last turn: its steps are in progress again. No step may stand after it."""
        n = self._size - 1
        self._size = n
        self.turn = 3 - self.turn
        self._duty = _UNKNOWN
        self.steps = self._taken[n]
        self._mark(n, 1)
        if self.steps:
            self.stone = NEXT[self._from[n - 1] * 8 + self._way[n - 1]]

    def step_from(self, i: int) -> int:
        """The departure point of step ``i`` (0 = first) of this turn."""
        return self._from[self._size - self.steps + i]

    def step_to(self, i: int) -> int:
        """The destination of step ``i`` of this turn."""
        n = self._size - self.steps + i
        return NEXT[self._from[n] * 8 + self._way[n]]

    def step_kind(self, i: int) -> int:
        """The kind of step ``i`` of this turn: ``PAIKA``, ``APPROACH`` or ``WITHDRAWAL``."""
        return self._kind[self._size - self.steps + i]

    def step_way(self, i: int) -> int:
        """The direction of step ``i`` of this turn."""
        return self._way[self._size - self.steps + i]

    def line_from(self, i: int) -> int:
        """The point before the first stone that step ``i`` of this turn took (R3)."""
        n = self._size - self.steps + i
        p = self._from[n]
        return NEXT[p * 8 + self._way[n]] if self._kind[n] == APPROACH else p

    def line_way(self, i: int) -> int:
        """The direction in which the stones that step ``i`` of this turn took stood from there (R4)."""
        n = self._size - self.steps + i
        return self._way[n] if self._kind[n] == APPROACH else self._way[n] ^ 4

    def step_taken(self, i: int) -> int:
        """How many stones step ``i`` of this turn took."""
        return self._taken[self._size - self.steps + i]

    # Complete moves

    def first(self, stone: int = NONE) -> bool:
        """Play the first complete move (R12), or the first continuation of the move in progress.

        With ``stone`` given, at the beginning of a turn, only moves of that stone are walked. True: the steps
        are played on this position, the turn is not ended; ``following`` goes on from there. False: there is
        none and nothing has changed.
        """
        if self.steps:
            if self._last_kind() == PAIKA:
                return False
            code = self._capture_from(self.stone, 0)
            return code >= 0 and self._play_code(self.stone, code)
        self._walker = stone
        if stone != NONE:
            if self.board[stone] != self.turn:
                return False
            code = self._capture_from(stone, 0)
            if code >= 0:
                return self._play_code(stone, code)
            return not self.must_capture() and self._first_paika(stone)
        if self._first_capture(0):
            self._duty = 1
            return True
        self._duty = 0
        return self._first_paika(0)

    def following(self, floor: int = 0) -> bool:
        """Replace the steps of this turn by those of the next complete move, depth first.

        ``floor`` is the number of steps that stood when ``first`` was called; these stay. After False the
        position is as it was then. A move comes before its continuations.
        """
        if self._last_kind() != PAIKA:
            code = self._capture_from(self.stone, 0)
            if code >= 0:
                return self._play_code(self.stone, code)
        while self.steps > floor:
            n = self._size - 1
            p = self._from[n]
            code = self._way[n] * 2
            kind = self._kind[n]
            self.back()
            if kind == PAIKA:
                code = self._paika_from(p, code + 2)
                if code >= 0:
                    return self._play_paika(p, code)
                return self._first_paika(p + 1)
            code = self._capture_from(p, code + (1 if kind == APPROACH else 2))
            if code >= 0:
                return self._play_code(p, code)
            if not self.steps:
                return self._walker == NONE and self._first_capture(p + 1)
        return False

    # A step code is direction * 2, plus 1 for withdrawal.

    def _capture_from(self, p: int, code: int) -> int:
        """The lowest code >= ``code`` of a capturing step of stone ``p`` (R3, R7, R8), or -1."""
        board = self.board
        enemy = 3 - self.turn
        base = p * 8
        visited = self._visited
        last = self._way[self._size - 1] if self.steps else 8
        for d in range(code >> 1, 8):
            q = NEXT[base + d]
            if board[q] == EMPTY and d != last and not visited[q]:
                if not code & 1 and board[NEXT[q * 8 + d]] == enemy:
                    return d * 2
                if board[NEXT[base + (d ^ 4)]] == enemy:
                    return d * 2 + 1
            code = 0
        return -1

    def _capturer(self, p: int) -> int:
        """The first stone from point ``p`` on that can capture, or ``NONE``."""
        board = self.board
        turn = self.turn
        for q in range(p, POINTS):
            if board[q] == turn and self._capture_from(q, 0) >= 0:
                return q
        return NONE

    def _paika_from(self, p: int, code: int) -> int:
        board = self.board
        for d in range(code >> 1, 8):
            if board[NEXT[p * 8 + d]] == EMPTY:
                return d * 2
        return -1

    def _first_capture(self, p: int) -> bool:
        """Play the first capturing step of the stones from point ``p`` on, if there is one."""
        q = self._capturer(p)
        return q != NONE and self._play_code(q, self._capture_from(q, 0))

    def _first_paika(self, p: int) -> bool:
        board = self.board
        turn = self.turn
        walker = self._walker
        for q in range(p, POINTS):
            if walker != NONE and q != walker:
                if q > walker:
                    return False
            elif board[q] == turn:
                code = self._paika_from(q, 0)
                if code >= 0:
                    return self._play_paika(q, code)
        return False

    def _play_paika(self, p: int, code: int) -> bool:
        self._play(p, code >> 1, PAIKA)
        return True

    def _play_code(self, p: int, code: int) -> bool:
        self._play(p, code >> 1, WITHDRAWAL if code & 1 else APPROACH)
        return True

    def _play(self, p: int, d: int, kind: int) -> int:
        board = self.board
        turn = self.turn
        n = self._size
        q = NEXT[p * 8 + d]
        taken = 0
        if kind != PAIKA:
            enemy = 3 - turn
            if kind == APPROACH:
                way = d
                x = NEXT[q * 8 + d]
            else:
                way = d ^ 4
                x = NEXT[p * 8 + way]
            while board[x] == enemy:
                board[x] = EMPTY
                taken += 1
                x = NEXT[x * 8 + way]
            self.stones[enemy] -= taken
        self._from[n] = p
        self._way[n] = d
        self._kind[n] = kind
        self._taken[n] = taken
        self._size = n + 1
        board[p] = EMPTY
        board[q] = turn
        self._visited[p] = 1
        self._visited[q] = 1
        self.stone = q
        self.steps += 1
        return taken

    def _last_kind(self) -> int:
        return self._kind[self._size - 1]

    def _mark(self, end: int, flag: int) -> None:
        """Set or clear the visited points of the ``steps`` steps before log entry ``end``."""
        visited = self._visited
        for i in range(end - self.steps, end):
            p = self._from[i]
            visited[p] = flag
            visited[NEXT[p * 8 + self._way[i]]] = flag


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` complete moves (R12) ``position`` has; it is left as it was."""
    if depth == 0:
        return 1
    n = 0
    found = position.first()
    while found:
        if depth == 1:
            n += 1
        else:
            position.end_turn()
            n += perft(position, depth - 1)
            position.back_turn()
        found = position.following()
    return n
