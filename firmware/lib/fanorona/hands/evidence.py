"""What the reeds show against the last sure position, and in which order they came to show it."""

from fanorona.compat import const
from fanorona.hands.marks import Marks
from fanorona.rules.game import Game
from fanorona.rules.geometry import POINTS, direction
from fanorona.rules.rules import EMPTY, WALL
from fanorona.rules.steps import FROM, TO
from fanorona.rules.walk import Course

_LOG = const(128)
_MOST_DROPPED = const(32)
"""Changes that are forgotten in one go where there is no room for more."""


class Evidence:
    """The reeds, and the *floor*: the position of ``game`` with the steps that were sure when it was raised.

    ``occupied`` is the board as the reeds show it (0 or 1 by point), ``base`` the colours of the floor,
    ``floor`` the number of sure steps, and ``differs`` marks where the reeds are unlike the floor. ``opened``
    and ``closed`` number the changes since the floor: which was the last at each point that opened or closed.
    On the points ``blind`` the reeds do not tell: these never differ, until their contacts change.

    All changes since the last final position are kept, ``size`` of them. Those before ``turn_at`` belong to
    the turn that is provisional (P3), those after it to the present one; those from ``since`` on have come
    about since the floor. Those before ``flat`` came about in no order. ``rests``: no change has come for
    longer than a stone takes that slides. ``unlike`` marks where the reeds show something else than in the
    last state that made sense and stood for a while, or than the floor if that came later.
    """

    def __init__(self, game: Game) -> None:
        self.occupied = bytearray(POINTS)
        self.base = bytearray(POINTS)
        self.differs = Marks()
        self.floor = 0
        self.opened = Marks()
        self.closed = Marks()
        self.blind = Marks()
        self.unlike = Marks()
        self.size = 0
        self.turn_at = 0
        self.since = 0
        self.flat = 0
        self._game = game
        self._log = bytearray(_LOG)  # the point * 2 + its new state
        self._rested = bytearray(_LOG)  # whether the reeds did, before each
        self.stood = 0  # as many as there were when an irregular move may have stood (P10)
        self.rests = False
        self._left_out_at = 0  # the ply in which a point last became blind
        self._touched = Marks()

    def begin(self) -> None:
        """Take the position of the game, which the reeds need not show, for the floor; forget all changes."""
        self.size = self.turn_at = self.flat = 0
        self.unlike.clear()
        self.look_from(0)

    def look_from(self, at: int) -> None:
        """Take the position of the game for the floor, as it was before change number ``at``."""
        self.differs.clear()
        board = self._game.position.board
        for p in range(POINTS):
            self.base[p] = board[p] % WALL
            self._compare(p)
        self.floor = self._game.position.steps
        self.count_from(at)
        self._rise()

    def settle(self, end: int, at: int) -> None:
        """The steps now played, which end on ``end``, are what the reeds show: make them the floor.

        The changes from number ``at`` on have come about since then.
        """
        board = self._game.position.board
        differs = self.differs
        for i in range(differs.size - 1, -1, -1):  # a stone beside may just be touched, or taken
            p = differs.points[i]
            self.base[p] = board[p] % WALL
            if self.occupied[p] == (self.base[p] != EMPTY):
                differs.drop(p)
        self.base[end] = board[end]
        for i in range(self.blind.size):
            p = self.blind.points[i]
            self.base[p] = board[p] % WALL
        self.unlike.clear()
        self.floor = self._game.position.steps
        self.count_from(at)
        self._rise()

    def end_turn(self, at: int) -> None:
        """The changes before number ``at`` made a move, and the turn before it is final."""
        first = self.turn_at
        if first:
            self._drop(0, first)
        self.turn_at = at - first

    def forget_put_back(self) -> None:
        """All that has changed since the floor has been put back: it leaves no trace."""
        first = self.since if self.floor else self.turn_at
        self._drop(first, self.size - first)
        self.count_from(self.size)

    def go_on(self) -> None:
        """``begin``, but what the reeds show beyond the position has come about since then, in no order."""
        self.begin()
        differs = self.differs
        for closed in range(2):
            for i in range(differs.size):
                p = differs.points[i]
                if self.occupied[p] == closed:
                    self.unlike.put(p, 1)
                    self._write(p, closed)
        self.flat = self.size
        self.rests = True  # what comes now does not come in one go with that
        self.look_from(0)

    def note(self, p: int, closed: int, is_brief: bool) -> None:
        """Take one change at point ``p``. ``is_brief``: sooner than hands can undo the one before."""
        self.occupied[p] = closed
        self.blind.drop(p)
        self._compare(p)
        self.unlike.flip(p)
        if is_brief and self._cancel(p):
            return
        if self.size == _LOG:
            self._game.can_back = False  # how the last move was made is known no more
            self._drop(0, _MOST_DROPPED)
        self._write(p, closed)
        self._number(self.size - 1)

    def leave_out(self, marks: Marks) -> None:
        """What the contacts of these points tell counts no more, until they change: they are blind."""
        self._left_out_at = self._game.ply
        for i in range(marks.size - 1, -1, -1):  # as they may be the points that differ
            p = marks.points[i]
            self.blind.put(p, 1)
            self.differs.drop(p)
            self.unlike.drop(p)

    def count_from(self, at: int) -> None:
        """Of what has happened, only the changes from number ``at`` on count."""
        self.since = at
        self.opened.clear()
        self.closed.clear()
        for i in range(at, self.size):
            self._number(i)

    def has_landed(self, start: int, end: int) -> bool:
        """Whether ``end``, where a stone stood at the floor, closed when that on ``start`` had risen (P7).

        Where the stone rose in the dark it may have landed there.
        """
        closed = self.closed.value[end]
        if not closed:
            return self.last_change(start, 0) <= self.flat
        return closed >= self.opened.value[start] or self.slides(self.since + closed - 1, start)

    def follow(self, move: Course, first: int, end: int) -> int:
        """How many of the points that closed are not, in their order, those to which a move leads.

        Of the changes ``first`` to ``end``, without the latter.
        """
        size = move.size
        missed = 0
        at = 0
        for i in range(first, end):
            if self._log[i] & 1:
                p = self._log[i] >> 1
                j = at
                while j < size and TO[move.steps[j]] != p:
                    j += 1
                if j < size:
                    at = j + 1
                else:
                    missed += 1
        return missed

    def can_have_gone(self, move: Course, first: int, end: int) -> bool:
        """Whether one stone can have closed the points of a move, in the changes ``first`` to ``end``.

        It closes none while it stands on another, but for a stone that slides, which is there just before it
        leaves (no stone lands before it has risen).
        """
        start = stands = before = FROM[move.steps[0]]
        is_up = False
        if not self.opened.value[start]:  # where there was no room for all, it may have risen before
            rose = self.first_change(start, 0, 0)
            came = self.first_change(start, 1, 0)
            is_up = came < rose or (came == rose and not self.occupied[start])
        can_be = True
        for i in range(end):
            p = self._log[i] >> 1
            if not self._log[i] & 1:
                if p == stands:
                    is_up = can_be or p == start
                    if not is_up:  # that was another stone, and has gone
                        stands = before
                    can_be = True
                continue
            if p == stands:
                is_up = False
            if i < first or (p != start and self.base[p] != EMPTY and i < end - 1):
                continue  # what was taken there may have been put back, before it came to its end
            slides = not is_up and direction(stands, p) >= 0 and self.slides(i, stands)
            j = 0  # as ``Course.leads_to`` has it; calls cost too much here
            while j < move.size and TO[move.steps[j]] != p:
                j += 1
            if j < move.size or p == start or (slides and self.base[p] == EMPTY):
                if not (is_up or p == stands or slides):
                    if can_be:
                        before = stands
                    can_be = False
                is_up = False
                stands = p
        return can_be

    def last_point(self) -> int:
        """The point that has changed last; there has to be one."""
        return self._log[self.size - 1] >> 1

    def slides(self, i: int, p: int) -> bool:
        """Whether ``p`` opened just after change number ``i``; others may have closed, or opened."""
        i += 1
        kind = self._log[i] & 1 if i < self.size else 0
        while i < self.size and not self._rested[i]:
            if self._log[i] == p * 2:
                return True
            if self._log[i] & 1 != kind:
                return False
            i += 1
        return False

    def rested(self, i: int, end: int) -> bool:
        """Whether the reeds rested anywhere between two changes, given as by ``last_change``."""
        for j in range(i, end):
            if self._rested[j]:
                return True
        return False

    def has_left(self, p: int, came: int) -> bool:
        """Whether a stone that had come to ``p``, now empty, had left by change number ``came``, or slid."""
        rose = self.last_change(p, 0)
        if self.base[p] != EMPTY:  # what was taken there may have been put back and been taken again
            rose = self.first_change(p, 0, self.first_change(p, 1, 0))
        return rose < came or rose > self.size or self.slides(came - 1, p)

    def changed(self) -> int:
        """How many points are otherwise than in the last final position, or on the floor if that is more.

        Moves since points have become blind may have been none: these count as well.
        """
        changed = self._touched
        changed.clear()
        for i in range(self.flat, self.size):
            changed.flip(self._log[i] >> 1)
        count = max(changed.size, self.differs.size)
        if self.blind.size:
            count += self._game.ply - self._left_out_at
        return count

    def stood_at(self, board: bytearray, first: int) -> int:
        """After which change the reeds last showed ``board``, from number ``first`` on; -1 for never."""
        occupied = self.occupied
        unlike = 0
        for p in range(POINTS):
            unlike += (board[p] % WALL != EMPTY) != occupied[p] and not self.blind.value[p]
        for i in range(self.size - 1, first - 1, -1):
            if not unlike:
                return i + 1
            p = self._log[i] >> 1  # before this change it was the other way
            if not self.blind.value[p]:
                unlike += 1 if (board[p] % WALL != EMPTY) == (self._log[i] & 1) else -1
        return -1 if unlike else first

    def stood_before(self) -> int:
        """After which change since the floor the reeds first rested as they are again now; 0 for never."""
        at = 0
        changed = self._touched
        changed.clear()
        for i in range(self.size - 1, self.since, -1):
            changed.flip(self._log[i] >> 1)
            if self._rested[i] and not changed.size:
                at = i
        return at

    def has_come(self) -> bool:
        """Whether a stone has come anywhere since an irregular move may have stood (``stood``)."""
        for i in range(self.stood, self.size):
            if self._log[i] & 1:
                return True
        return False

    def have_come(self) -> int:
        """How many stones stand where the floor has none."""
        count = 0
        for i in range(self.differs.size):
            count += self.base[self.differs.points[i]] == EMPTY
        return count

    def first_change(self, p: int, closed: int, first: int) -> int:
        """After which change from number ``first`` on ``p`` had become so; ``size`` + 1 for never."""
        code = p * 2 + closed
        for i in range(first, self.size):
            if self._log[i] == code:
                return i + 1
        return self.size + 1

    def last_change(self, p: int, closed: int, before: int = _LOG) -> int:
        """After which change, of so many, ``p`` had last become so; 0 for never."""
        i = min(self.size, before)
        while i and self._log[i - 1] != p * 2 + closed:
            i -= 1
        return i

    def _rise(self) -> None:
        """The floor has been raised: whoever explains what differs from it begins anew."""

    def _compare(self, p: int) -> None:
        if self.occupied[p] != (self.base[p] != EMPTY) and not self.blind.value[p]:
            self.differs.put(p, 1)
        else:
            self.differs.drop(p)

    def _write(self, p: int, closed: int) -> None:
        self._log[self.size] = p * 2 + closed
        self._rested[self.size] = self.rests
        self.rests = False
        self.size += 1

    def _number(self, i: int) -> None:
        """Number a change that belongs to what has happened since the floor."""
        code = self._log[i]
        clock = 1 if i < self.flat else i - self.since + 1
        if code & 1:
            self.closed.put(code >> 1, clock)
        else:
            self.opened.put(code >> 1, clock)

    def _cancel(self, p: int) -> bool:
        """Let the last change of ``p`` be none, if it is known; whether it was."""
        at = max(self.last_change(p, 0), self.last_change(p, 1))
        if not at:
            return False
        self._drop(at - 1, 1)
        self.count_from(self.since)
        return True

    def _drop(self, first: int, count: int) -> None:
        """Forget some changes."""
        log = self._log
        self.size -= count
        for i in range(first, self.size):
            log[i] = log[i + count]
            self._rested[i] = self._rested[i + count]
        self.turn_at = _moved(self.turn_at, first, count)
        self.since = _moved(self.since, first, count)
        self.flat = _moved(self.flat, first, count)
        self.stood = _moved(self.stood, first, count)


def _moved(at: int, first: int, count: int) -> int:
    """Where a place in the log is when ``count`` changes from ``first`` on are gone."""
    return at if at <= first else max(at - count, first)
