"""What the reeds show against the last sure position, and in which order they came to show it."""

from fanorona.compat import const
from fanorona.hands.marks import Marks
from fanorona.rules.game import Game
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, WALL
from fanorona.rules.steps import TO
from fanorona.rules.walk import Course

_TRAIL = const(24)
_LATEST = const(255)


class Evidence:
    """The reeds and the *floor*: the position of ``game`` with the steps that were sure when it was raised.

    ``occupied`` is the board as the reeds show it (0 or 1 by point), ``base`` the colours of the floor,
    ``floor`` the number of sure steps, and ``differs`` marks where the reeds are unlike the floor. ``opened``
    and ``closed`` number the changes since the floor: which was the last at each point that opened or closed.
    On the points ``blind`` the reeds do not tell: these never differ, until their contacts change.
    """

    def __init__(self, game: Game) -> None:
        self.occupied = bytearray(POINTS)
        self.base = bytearray(POINTS)
        self.differs = Marks()
        self.floor = 0
        self.opened = Marks()
        self.closed = Marks()
        self.blind = Marks()
        self._game = game
        self._clock = 0
        self._trail = bytearray(_TRAIL)  # the points that closed, in order
        self._trail_size = 0
        self._since = Marks()  # points that are unlike the last state that made sense and stood for a while
        # These, while the reeds are read from another floor.
        self._kept_opened = Marks()
        self._kept_closed = Marks()
        self._kept_clock = 0
        self._kept_trail = bytearray(_TRAIL)
        self._kept_size = 0

    def begin(self) -> None:
        """Take the position of the game, which the reeds need not show, for the floor."""
        self.differs.clear()
        board = self._game.position.board
        for p in range(POINTS):
            self.base[p] = board[p] % WALL
            self._compare(p)
        self.raise_floor()

    def settle(self, end: int) -> None:
        """The steps now played, which end on ``end``, are what the reeds show: make them the floor."""
        board = self._game.position.board
        differs = self.differs
        for i in range(differs.size):
            p = differs.points[i]
            self.base[p] = board[p] % WALL
        self.base[end] = board[end]
        for i in range(self.blind.size):
            p = self.blind.points[i]
            self.base[p] = board[p] % WALL
        differs.clear()
        self.raise_floor()

    def raise_floor(self) -> None:
        """The steps now played are sure; what happened before counts no more."""
        self.floor = self._game.position.steps
        self.forget()
        self._since.clear()

    def go_on(self) -> None:
        """``begin``; what the reeds show beyond the position has come about since then, in no order."""
        self.begin()
        differs = self.differs
        for i in range(differs.size):
            p = differs.points[i]
            self._since.put(p, 1)
            if self.occupied[p]:
                self._put_closed(p, 1)
            else:
                self.opened.put(p, 1)
        self._clock = 1

    def note(self, p: int, closed: int) -> None:
        """Take one change at point ``p``."""
        self.occupied[p] = closed
        self.blind.drop(p)
        self._compare(p)
        if self._since.value[p]:
            self._since.drop(p)
        else:
            self._since.put(p, 1)
        if self._clock < _LATEST:
            self._clock += 1
        if closed:
            self._put_closed(p, self._clock)
        else:
            self.opened.put(p, self._clock)

    def leave_out(self, p: int) -> None:
        """What the contact of ``p`` tells counts no more: it is blind."""
        self.blind.put(p, 1)
        self.differs.drop(p)
        self._since.drop(p)

    def forget(self) -> None:
        """What has happened since the floor counts no more."""
        self.opened.clear()
        self.closed.clear()
        self._clock = 0
        self._trail_size = 0

    def keep(self) -> None:
        """Remember the order of events, which ``go_on`` forgets."""
        self._kept_opened.copy(self.opened)
        self._kept_closed.copy(self.closed)
        self._kept_clock = self._clock
        self._kept_size = self._trail_size
        for i in range(_TRAIL):
            self._kept_trail[i] = self._trail[i]

    def recall(self) -> None:
        """The order of events is again as it was at ``keep``."""
        self.opened.copy(self._kept_opened)
        self.closed.copy(self._kept_closed)
        self._clock = self._kept_clock
        self._trail_size = self._kept_size
        for i in range(_TRAIL):
            self._trail[i] = self._kept_trail[i]

    def mark(self) -> None:
        """What the reeds show makes sense and has stood for a while: remember it."""
        self._since.clear()

    def is_as_marked(self) -> bool:
        """Whether the reeds show again what they showed at ``mark``, or the floor if that came later."""
        return not self._since.size

    def list_changes(self, out: Marks) -> None:
        """Mark in ``out`` where the reeds are unlike that state."""
        out.clear()
        for i in range(self._since.size):
            out.put(self._since.points[i], 1)

    def has_landed(self, start: int, end: int) -> bool:
        """Whether ``end``, where a stone stood at the floor, closed after that on ``start`` rose (P7)."""
        closed = self.closed.value[end]
        return closed > 0 and closed >= self.opened.value[start]

    def follow(self, move: Course) -> int:
        """How many of the points that closed are not, in their order, those to which a move leads."""
        size = move.size
        missed = 0
        at = 0
        for i in range(self._trail_size):
            p = self._trail[i]
            j = at
            while j < size and TO[move.steps[j]] != p:
                j += 1
            if j < size:
                at = j + 1
            else:
                missed += 1
        return missed

    def _compare(self, p: int) -> None:
        if self.occupied[p] != (self.base[p] != EMPTY) and not self.blind.value[p]:
            self.differs.put(p, 1)
        else:
            self.differs.drop(p)

    def _put_closed(self, p: int, clock: int) -> None:
        self.closed.put(p, clock)
        if self._trail_size == _TRAIL:
            for i in range(1, _TRAIL):
                self._trail[i - 1] = self._trail[i]
            self._trail_size -= 1
        self._trail[self._trail_size] = p
        self._trail_size += 1
