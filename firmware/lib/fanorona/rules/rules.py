"""The rules of riatra, the ordinary game (R1-R10, R12), and of its variants: positions, steps, moves.

``Position`` plays single steps, so that a chain can be followed stone by stone, and takes them back. Nothing
here creates an object once a ``Position`` exists: callers bring the buffers that answers are written into.
"""

from fanorona.compat import const
from fanorona.rules.geometry import NEXT, NONE, POINTS
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, FROM, TO, WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Law(Protocol):
        """What a variant has beyond steps and captures; asked only in the phases that are not RIATRA."""

        def look(self, position: "Position") -> None:
            """The position that ``shows`` is asked about, in which nothing is taken."""

        def shows(self, position: "Position", s: int) -> bool:
            """Whether a step that may be played does not lose at once."""

        def movable(self, position: "Position", out: bytearray) -> int:
            """Set ``out[p]`` to 1 for each stone that has such a step. Returns how many."""

        def loser(self, position: "Position") -> int:
            """The side that has lost by the variant's own rules as a turn begins; 0 while neither has."""


EMPTY = const(0)
WHITE = const(1)
BLACK = const(2)
WALL = const(3)
"""Where no stone can stand: around the board, and what does not belong to a smaller one."""
_UNKNOWN = const(2)

# Variants: which game is played
TSIVY = const(0)
VELA = const(1)
"""White is the debtor (V1)."""
VELA_CREDITOR = const(2)
"""White is the creditor, the option ``vela_first=creditor`` of V1."""
DIMY = const(3)
TELO = const(4)

VARIANTS = b"tsivy vela vela-creditor dimy telo "
"""Their names, each with a space after it (``Decoder.which``)."""

# Phases: what the side to move may do in this turn
RIATRA = const(0)
"""R1-R9."""
DEBTOR = const(1)
"""One step that takes one stone, the nearest (V3)."""
CREDITOR = const(2)
"""One step that takes nothing (V4)."""
MOVING = const(3)
"""The same in Telo (S2)."""
PLACING = const(4)
"""To set a stone on an empty point (S2)."""

_LEFT = const(5)
"""Stones of the creditor with which the second phase begins (V6)."""
_PLACED = const(6)
"""Stones on the board when all are placed (S2)."""
_LINES = b"\x0c\x00\x15\x00\x1e\x00\x0c\x02\x0d\x02\x0e\x02\x0c\x01\x0e\x03"
"""The first point of each row of three in Telo, and the direction of the others."""

PAIKA = const(1)
APPROACH = const(2)
WITHDRAWAL = const(4)

LOG = const(512)
"""Steps and turn ends that a position can take back, unless it is made with another number."""

MOVE_LOG = const(32)
"""Enough for the steps of one move: each takes a stone, and there are 22."""

GAME_LOG = const(64)
"""Enough for the move in progress and the one before it."""

NO_LOG = const(0)
"""For positions on which moves that are known are only made again, each to the end of its turn in one go."""

# What a move in progress needs. All positions of NO_LOG share it: they leave nothing there.
_visited = bytearray(POINTS + 1)
_step = bytearray(MOVE_LOG)
_kind = bytearray(MOVE_LOG)
_taken = bytearray(MOVE_LOG)

# EMPTY, WHITE, BLACK and WALL, row by row.
START = (
    b"\1\1\1\1\1\1\1\1\1" b"\1\1\1\1\1\1\1\1\1" b"\2\1\2\1\0\2\1\2\1"
    b"\2\2\2\2\2\2\2\2\2" b"\2\2\2\2\2\2\2\2\2"
)  # fmt: skip
"""The start position by point (B3). 45 bytes of ``EMPTY``, ``WHITE``, ``BLACK``."""
_DIMY_START = (
    b"\3\3\1\1\1\1\1\3\3" b"\3\3\1\1\1\1\1\3\3" b"\3\3\2\1\0\2\1\3\3"
    b"\3\3\2\2\2\2\2\3\3" b"\3\3\2\2\2\2\2\3\3"
)  # fmt: skip
_TELO_START = (
    b"\3\3\3\3\3\3\3\3\3" b"\3\3\3\0\0\0\3\3\3" b"\3\3\3\0\0\0\3\3\3"
    b"\3\3\3\0\0\0\3\3\3" b"\3\3\3\3\3\3\3\3\3"
)  # fmt: skip
MIRRORED_START = START[:18] + bytes([START[44 - p] for p in range(18, 27)]) + START[27:]
"""The same with row 3 mirrored."""
STARTS = (START, START, START, _DIMY_START, _TELO_START)
"""The start of each variant (B3, V1, S1, S2), as ``START``, with ``WALL`` where the board is smaller."""


class Position:
    """A position, the side to move, and the steps of the move in progress.

    ``board`` holds a colour per point and the wall at index 45; read it, never write it. ``turn`` is the side
    to move. ``steps`` counts the steps played in this turn and ``stone`` is the point of the stone making
    them (``NONE`` before the first). ``stones`` counts the stones by colour, ``visited`` marks the points
    on which the moving stone has stood (R7). ``variant`` is the game that is played, ``phase`` what the side
    to move may do in this turn. A stone that is being placed (S2) is ``stone``, without a step.
    """

    def __init__(self, log: int = LOG) -> None:
        self.board = bytearray(POINTS + 1)
        self.stones = bytearray(4)
        self.turn = WHITE
        self.variant = TSIVY
        self.phase = RIATRA
        self.law: Law | None = None
        self.stone = NONE
        self.steps = 0
        self.visited = bytearray(POINTS + 1) if log else _visited
        # Whether the side to move has to capture, once that is known for the turn (R2).
        self._duty = _UNKNOWN
        # One entry a step; the end of a turn is an entry with its stone for a step, its phase for a kind and
        # the number of its steps in _taken.
        self._size = 0
        self._step = bytearray(log) if log else _step
        self._kind = bytearray(log) if log else _kind
        self._taken = bytearray(log) if log else _taken
        self.start()

    def start(self) -> None:
        """Set up B3."""
        self.load(START, WHITE)

    def load(self, board: bytes | bytearray, turn: int) -> None:
        """Set up any position of the variant: 45 (or more) colours by point, and the side to move."""
        own = self.board
        stones = self.stones
        visited = self.visited
        stones[EMPTY] = stones[WHITE] = stones[BLACK] = stones[WALL] = 0
        for p in range(POINTS):
            own[p] = board[p]
            stones[own[p]] += 1
            visited[p] = 0
        own[NONE] = WALL
        self.turn = turn
        self.stone = NONE
        self.steps = 0
        self._size = 0
        self._duty = _UNKNOWN
        if self.variant >= DIMY:
            start = STARTS[self.variant]
            for p in range(POINTS):
                if start[p] == WALL:
                    own[p] = WALL
        self._begin_turn()

    def swap(self, board: bytearray) -> None:
        """Change the colours of all points for those of ``board``, which gets these. Walls and log stay."""
        own = self.board
        stones = self.stones
        stones[EMPTY] = stones[WHITE] = stones[BLACK] = stones[WALL] = 0
        for p in range(POINTS):
            colour = own[p]
            if colour != WALL:
                own[p] = board[p]
                board[p] = colour
            stones[own[p]] += 1

    def copy(self, other: "Position") -> None:
        """Become ``other`` as it stood at the beginning of a turn; the log starts empty."""
        self.variant = other.variant
        self.law = other.law
        self.load(other.board, other.turn)

    def mirror(self, other: "Position") -> None:
        """Become ``other`` with the steps of its move in progress; of its log, nothing before these."""
        board = self.board
        visited = self.visited
        others_board = other.board
        others_visited = other.visited
        for p in range(POINTS + 1):
            board[p] = others_board[p]
            visited[p] = others_visited[p]
        for colour in range(3):
            self.stones[colour] = other.stones[colour]
        self.variant = other.variant
        self.law = other.law
        self.phase = other.phase
        self.turn = other.turn
        self.stone = other.stone
        self.steps = other.steps
        self._duty = other._duty
        self._size = other.steps
        begin = other._size - other.steps
        for i in range(other.steps):
            self._step[i] = other._step[begin + i]
            self._kind[i] = other._kind[begin + i]
            self._taken[i] = other._taken[begin + i]

    def forget(self) -> None:
        """Empty the log: what was played before, whole turns only, cannot be taken back any more."""
        self._size = 0

    def forget_before(self) -> None:
        """The same, but for the steps of the turn in progress."""
        first = self._size - self.steps
        if first:
            for i in range(self.steps):
                self._step[i] = self._step[first + i]
                self._kind[i] = self._kind[first + i]
                self._taken[i] = self._taken[first + i]
            self._size = self.steps

    # Questions

    def must_capture(self) -> bool:
        """Whether the side to move has a capture anywhere (R2). Asked at the beginning of a turn."""
        if self._duty == _UNKNOWN:
            board = self.board
            turn = self.turn
            enemy = 3 - turn
            self._duty = 0
            if self.phase > DEBTOR:
                return False
            for p in range(POINTS):
                if board[p] == turn:
                    for s in range(FIRST[p], FIRST[p + 1]):
                        if board[TO[s]] == EMPTY and (board[AHEAD[s]] == enemy or board[BEHIND[s]] == enemy):
                            self._duty = 1
                            return True
        return self._duty == 1

    def can_capture(self, p: int) -> bool:
        """Whether the stone on ``p``, in mid-move that which moves, has a capturing step (R3, R7, R8)."""
        board = self.board
        visited = self.visited
        enemy = 3 - self.turn
        last = self.last_way()
        for s in range(FIRST[p], FIRST[p + 1]):
            q = TO[s]
            if (
                board[q] == EMPTY
                and (board[AHEAD[s]] == enemy or board[BEHIND[s]] == enemy)
                and not visited[q]
                and WAY[s] != last
            ):
                return True
        return False

    def can_move(self) -> bool:
        """Whether the side to move has any legal move (R10). Asked at the beginning of a turn."""
        if self.must_capture():
            return True
        if self.phase == DEBTOR or self.phase == PLACING:
            return self.phase == PLACING
        board = self.board
        turn = self.turn
        for p in range(POINTS):
            if board[p] == turn:
                for s in range(FIRST[p], FIRST[p + 1]):
                    if board[TO[s]] == EMPTY:
                        return True
        return False

    def movable(self, out: bytearray) -> int:
        """Set ``out[p]`` to 1 for each stone that may begin or go on with a move. Returns how many."""
        if self.phase > DEBTOR and not self.steps and self.law is not None:
            return self.law.movable(self, out)
        board = self.board
        turn = self.turn
        enemy = 3 - turn
        is_under_way = self.steps > 0
        must = not is_under_way and self.must_capture()
        n = 0
        for p in range(POINTS):
            out[p] = 0
            if board[p] == turn and not is_under_way:
                for s in range(FIRST[p], FIRST[p + 1]):
                    if board[TO[s]] == EMPTY and (
                        not must or board[AHEAD[s]] == enemy or board[BEHIND[s]] == enemy
                    ):
                        out[p] = 1
                        n += 1
                        break
        if is_under_way and self.may_go_on():
            out[self.stone] = n = 1
        return n

    def may_begin(self, p: int) -> bool:
        """Whether the stone on ``p`` has a move. Asked at the beginning of a turn, of a stone of its side."""
        if self.can_capture(p):
            return True
        if self.must_capture():
            return False
        for s in range(FIRST[p], FIRST[p + 1]):
            if self.board[TO[s]] == EMPTY:
                return True
        return False

    def may_go_on(self) -> bool:
        """Whether the move in progress can be continued by another capturing step (R6-R8)."""
        if not self.steps or self.phase or self._kind[self._size - 1] == PAIKA:
            return False
        return self.can_capture(self.stone)

    def kinds(self, s: int) -> int:
        """The mask of kinds with which step ``s`` (``steps``) may now be played (R2-R8)."""
        board = self.board
        p = FROM[s]
        q = TO[s]
        if board[q] != EMPTY:
            return 0
        if self.steps:
            last = self._size - 1
            if p != self.stone or self._kind[last] == PAIKA or self.phase:
                return 0
            if self.visited[q] or WAY[self._step[last]] == WAY[s]:
                return 0
        elif board[p] != self.turn:
            return 0
        if self.phase > DEBTOR:
            return PAIKA if self.phase != PLACING else 0
        enemy = 3 - self.turn
        kinds = 0
        if board[AHEAD[s]] == enemy:
            kinds = APPROACH
        if board[BEHIND[s]] == enemy:
            kinds |= WITHDRAWAL
        if not kinds and not self.steps and not self.phase and not self.must_capture():
            return PAIKA
        return kinds

    def run(self, p: int, d: int) -> int:
        """How many enemy stones a step takes from ``p`` on, without it, in direction ``d`` (R4, V3)."""
        board = self.board
        enemy = 3 - self.turn
        n = 0
        p = NEXT[p * 8 + d]
        while board[p] == enemy:
            n += 1
            p = NEXT[p * 8 + d]
        return 1 if n and self.phase else n

    def legal(self, p: int, q: int, kind: int) -> bool:
        """Whether the side to move may now play this step (R2-R8)."""
        s = step_between(p, q)
        if s < 0 or (kind != PAIKA and kind != APPROACH and kind != WITHDRAWAL):
            return False
        return self.kinds(s) & kind != 0

    # Steps

    def play(self, p: int, q: int, kind: int) -> int:
        """Play a legal step of the side to move. Returns how many stones it takes.

        The step is not checked; ``legal`` does that. ``IndexError`` when the log is full.
        """
        return self.play_step(step_between(p, q), kind)

    def play_step(self, s: int, kind: int) -> int:
        """Play the legal step with number ``s`` (``steps``), as ``play`` does."""
        board = self.board
        visited = self.visited
        turn = self.turn
        n = self._size
        p = FROM[s]
        q = TO[s]
        taken = 0
        if kind != PAIKA:
            enemy = 3 - turn
            d = WAY[s]
            if kind == APPROACH:
                x = AHEAD[s]
            else:
                x = BEHIND[s]
                d ^= 4
            if self.phase:
                board[x] = EMPTY
                taken = 1
            while board[x] == enemy:
                board[x] = EMPTY
                taken += 1
                x = NEXT[x * 8 + d]
            self.stones[enemy] -= taken
        self._step[n] = s
        self._kind[n] = kind
        self._taken[n] = taken
        self._size = n + 1
        board[p] = EMPTY
        board[q] = turn
        visited[p] = 1
        visited[q] = 1
        self.stone = q
        self.steps += 1
        return taken

    def place(self, p: int) -> None:
        """Set a stone of the side to move on the empty point ``p`` (S2); it becomes ``stone``."""
        self.board[p] = self.turn
        self.stones[self.turn] += 1
        self.stone = p

    def take_up(self) -> None:
        """Take the stone back that ``place`` has set."""
        self.board[self.stone] = EMPTY
        self.stones[self.turn] -= 1
        self.stone = NONE

    def shift(self, p: int, q: int) -> None:
        """Make a paika, and end its turn; it cannot be taken back. Nothing may stand in the log."""
        self.board[p] = EMPTY
        self.board[q] = self.turn
        self.turn = 3 - self.turn
        self._duty = _UNKNOWN
        if self.variant:
            self._begin_turn()

    def back(self) -> None:
        """Take back the last step of this turn; there must be one."""
        n = self._size - 1
        self._size = n
        s = self._step[n]
        p = FROM[s]
        q = TO[s]
        board = self.board
        turn = self.turn
        board[q] = EMPTY
        board[p] = turn
        self.visited[q] = 0
        taken = self._taken[n]
        if taken:
            d = WAY[s]
            if self._kind[n] == APPROACH:
                x = AHEAD[s]
            else:
                x = BEHIND[s]
                d ^= 4
            enemy = 3 - turn
            self.stones[enemy] += taken
            while taken:
                board[x] = enemy
                x = NEXT[x * 8 + d]
                taken -= 1
        n = self.steps - 1
        self.steps = n
        if n:
            self.stone = p
        else:
            self.visited[p] = 0
            self.stone = NONE

    def again(self) -> None:
        """Play the step once more that ``back`` took back last; nothing must have been played since."""
        n = self._size
        self.play_step(self._step[n], self._kind[n])

    def end_turn(self) -> None:
        """Pass the turn to the other side after the steps played."""
        n = self._size
        self._step[n] = self.stone
        self._kind[n] = self.phase
        self._taken[n] = self.steps
        self._size = n + 1
        self._mark(n, 0)
        self.steps = 0
        self.stone = NONE
        self.turn = 3 - self.turn
        self._duty = _UNKNOWN
        if self.variant:
            self._begin_turn()

    def back_turn(self) -> None:
        """Take back the end of the last turn: its steps are in progress again. No step may stand after it."""
        n = self._size - 1
        self._size = n
        self.turn = 3 - self.turn
        self._duty = _UNKNOWN
        self.phase = self._kind[n]
        self.steps = self._taken[n]
        self._mark(n, 1)
        self.stone = self._step[n]

    def last_way(self) -> int:
        """The direction of the last step of this turn; 8, which is none, before the first."""
        return WAY[self._step[self._size - 1]] if self.steps else 8

    def step_number(self, i: int) -> int:
        """The number of step ``i`` (0 = first) of this turn (``steps``)."""
        return self._step[self._size - self.steps + i]

    def step_from(self, i: int) -> int:
        """The departure point of step ``i`` (0 = first) of this turn."""
        return FROM[self._step[self._size - self.steps + i]]

    def step_to(self, i: int) -> int:
        """The destination of step ``i`` of this turn."""
        return TO[self._step[self._size - self.steps + i]]

    def step_kind(self, i: int) -> int:
        """The kind of step ``i`` of this turn: ``PAIKA``, ``APPROACH`` or ``WITHDRAWAL``."""
        return self._kind[self._size - self.steps + i]

    def step_way(self, i: int) -> int:
        """The direction of step ``i`` of this turn."""
        return WAY[self._step[self._size - self.steps + i]]

    def step_taken(self, i: int) -> int:
        """How many stones step ``i`` of this turn has taken."""
        return self._taken[self._size - self.steps + i]

    def _begin_turn(self) -> None:
        """Find out in which phase the side to move is."""
        variant = self.variant
        self.phase = RIATRA
        if variant == VELA or variant == VELA_CREDITOR:
            creditor = 3 - variant  # White is the debtor of VELA
            if self.stones[creditor] > _LEFT:
                self.phase = CREDITOR if self.turn == creditor else DEBTOR
        elif variant == TELO:
            self.phase = PLACING if self.stones[WHITE] + self.stones[BLACK] < _PLACED else MOVING

    def _mark(self, end: int, flag: int) -> None:
        """Set or clear the visited points of the ``steps`` steps before log entry ``end``."""
        visited = self.visited
        for i in range(end - self.steps, end):
            s = self._step[i]
            visited[FROM[s]] = flag
            visited[TO[s]] = flag


def step_between(p: int, q: int) -> int:
    """The number of the step from ``p`` to ``q``, or -1 where no line joins them."""
    if 0 <= p < POINTS:
        for s in range(FIRST[p], FIRST[p + 1]):
            if TO[s] == q:
                return s
    return -1


def has_three(board: bytearray, colour: int) -> bool:
    """Whether three stones of a colour stand in one row, column or long diagonal of Telo (S2)."""
    for i in range(0, len(_LINES), 2):
        p = _LINES[i]
        way = _LINES[i + 1]
        q = NEXT[p * 8 + way]
        if board[p] == colour and board[q] == colour and board[NEXT[q * 8 + way]] == colour:
            return True
    return False
