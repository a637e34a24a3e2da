"""What the reeds can mean: the legal moves that explain where they differ from the last sure position.

A move explains a differing point when its result has that point as the reeds show it. Explanations compete:
the one that leaves the fewest points unexplained wins, then the one that has got furthest, then the one that
fits the order of events best (P6, P8).
"""

from fanorona.compat import const
from fanorona.game import Game
from fanorona.geometry import NEXT, NONE, POINTS
from fanorona.marks import Marks
from fanorona.rules import EMPTY

# How far an explanation has got, in the order in which explanations are preferred
NOTHING = const(0)
TAKING = const(1)
CARRYING = const(2)
CLEARING = const(3)
COMPLETE = const(4)

_STRAY = const(3)
"""More unexplained points than this are no slip in a move: the whole board goes back to the floor."""
_TRAIL = const(24)
_PATH = const(32)
_FAR = const(0x3FFF)


class Reading:
    """The reeds against the floor: the position of ``game`` with the steps that were sure when it was raised.

    ``occupied`` is the board as the reeds show it (0 or 1 by point), ``differs`` marks where it is unlike
    the floor. After ``explain`` the best explanation is described by ``stage``, ``unexplained`` (how many
    points), ``hand`` (the point that the stone in the hand rose from, or ``NONE``), ``due`` (stones still
    standing, with the kinds by which they are taken), ``choice`` (whether these are alternatives, P6),
    ``amiss`` (the unexplained points), ``ends`` (how many different points the complete explanations end
    on; ``doubt`` marks them, P7), and ``path``: the move so far in the form of ``game.Record``, that is
    number of steps, start point, a byte a step.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.occupied = bytearray(POINTS)
        self.differs = Marks()
        self.stage = NOTHING
        self.unexplained = 0
        self.hand = NONE
        self.due = Marks()
        self.choice = False
        self.amiss = Marks()
        self.ends = 0
        self.doubt = Marks()
        self.path = bytearray(_PATH)
        self.base = bytearray(POINTS)
        self.floor = 0
        # Since the floor: when each point last opened and closed, and the points that closed, in order.
        self._opened = Marks()
        self._closed = Marks()
        self._clock = 0
        self._trail = bytearray(_TRAIL)
        self._trail_size = 0
        self._touched = NONE
        self._cost = _FAR
        self._end = NONE

    def begin(self) -> None:
        """Take the position of the game, which the reeds need not show, for the floor."""
        self.differs.clear()
        self.amiss.clear()
        board = self.game.position.board
        for p in range(POINTS):
            self.base[p] = board[p]
            self._compare(p)
        self.raise_floor()

    def settle(self, end: int) -> None:
        """The steps now played, which end on ``end``, are what the reeds show: make them the floor."""
        board = self.game.position.board
        differs = self.differs
        for i in range(differs.size):
            p = differs.points[i]
            self.base[p] = board[p]
        self.base[end] = board[end]
        differs.clear()
        self.amiss.clear()
        self.raise_floor()

    def raise_floor(self) -> None:
        """The steps now played are sure; what happened before counts no more."""
        self.floor = self.game.position.steps
        self._forget()
        self.due.clear()
        self.doubt.clear()
        self.choice = False
        self.hand = NONE
        self.path[0] = self.floor

    def note(self, p: int, closed: int) -> None:
        """Take one change at point ``p``."""
        self.occupied[p] = closed
        self._compare(p)
        if self._clock < 255:
            self._clock += 1
        if not closed:
            self._opened.put(p, self._clock)
            return
        self._closed.put(p, self._clock)
        if self._trail_size == _TRAIL:
            for i in range(1, _TRAIL):
                self._trail[i - 1] = self._trail[i]
            self._trail_size -= 1
        self._trail[self._trail_size] = p
        self._trail_size += 1
        if self.doubt.value[p]:
            self._touched = p

    def explain(self) -> None:
        """Find the best explanation of what the reeds show."""
        self.due.clear()
        self.choice = False
        self.hand = NONE
        self.stage = NOTHING
        self.unexplained = self.differs.size
        self.ends = 0
        self._end = NONE
        if not self.differs.size:
            self._forget()  # all is back where it was: no stone has risen, whatever was straightened
            self.doubt.clear()
        self._search()
        if self.stage == NOTHING or self.unexplained > _STRAY:
            self.stage = NOTHING
            self.unexplained = self.differs.size
            self.due.clear()
            self.choice = False
            self.hand = NONE
            self.blame_all()
        if self.choice or self.unexplained or self.stage < CLEARING:
            self.path[0] = self.floor

    def play_path(self) -> None:
        """Play the steps of ``path`` beyond the floor on the position."""
        position = self.game.position
        path = self.path
        p = path[1]
        for i in range(path[0]):
            q = NEXT[p * 8 + (path[i + 2] >> 3)]
            if i >= self.floor:
                position.play(p, q, path[i + 2] & 7)
            p = q

    def blame_all(self) -> None:
        """Mark every differing point as amiss."""
        differs = self.differs
        self.amiss.clear()
        for i in range(differs.size):
            self.amiss.put(differs.points[i], 1)

    def _compare(self, p: int) -> None:
        if self.occupied[p] != (self.base[p] != EMPTY):
            self.differs.put(p, 1)
        else:
            self.differs.drop(p)

    def _forget(self) -> None:
        self._opened.clear()
        self._closed.clear()
        self._clock = 0
        self._trail_size = 0
        self._touched = NONE

    def _search(self) -> None:
        """Weigh the moves that can explain anything: those of own stones that have risen, or else all."""
        differs = self.differs
        turn = self.game.position.turn
        risen = False
        taken = False
        for i in range(differs.size):
            p = differs.points[i]
            if self.base[p] == turn:
                risen = True
                self._weigh_all(p)
            elif self.base[p] != EMPTY:
                taken = True
        if taken and not risen:
            self._weigh_all(NONE)

    def _weigh_all(self, stone: int) -> None:
        """Weigh every move of ``stone``, or of all stones (NONE), that begins at the floor."""
        position = self.game.position
        if self.floor and stone != NONE and stone != position.stone:
            return
        found = position.first(stone)
        while found:
            self._weigh()
            if self.differs.size == 1 and not self.unexplained:
                while position.steps > self.floor:
                    position.back()
                return
            found = position.following(self.floor)

    def _weigh(self) -> None:
        """Compare the move now played on the position with the best explanation so far."""
        position = self.game.position
        differs = self.differs.value
        end = position.stone
        start = position.step_from(self.floor)
        has_risen = differs[start]
        is_cleared = differs[end] and not self.occupied[end]
        unexplained = self._count_unexplained()
        if is_cleared:
            unexplained -= 1  # the stone taken there is off; the moving stone is still to come
        elif differs[end] and not has_risen:
            unexplained += 1
        if unexplained > self.unexplained or unexplained == self.differs.size:
            return
        is_down = self.occupied[end] and (self.base[end] == EMPTY or self._has_landed(start, end))
        if not has_risen:
            stage = TAKING
        elif not is_down:
            stage = CARRYING
        elif unexplained or not self._is_complete():
            stage = CLEARING
        else:
            stage = COMPLETE
            if self._touched != NONE and self._touched != end:
                return
        if unexplained == self.unexplained and stage < self.stage:
            return
        if unexplained < self.unexplained or stage > self.stage:
            self.unexplained = unexplained
            self.stage = stage
            self._cost = _FAR
        if stage == COMPLETE and end != self._end:
            self._end = end
            self.ends += 1
            self.doubt.put(end, 1)
        cost = self._price() if stage >= CLEARING else 0
        if cost > self._cost:
            return
        if cost < self._cost:
            self._cost = cost
            self.choice = False
            self.due.clear()
            self._keep_path()
            self._blame(is_cleared, has_risen)
            self.hand = start if stage == CARRYING else NONE
        elif stage == CLEARING:
            self.choice = True
        if stage == CLEARING:
            self._mark_due()

    def _has_landed(self, start: int, end: int) -> bool:
        """Whether ``end``, where a stone stood at the floor, closed after the moving stone had risen (P7)."""
        closed = self._closed.value[end]
        return closed > 0 and closed >= self._opened.value[start]

    def _count_unexplained(self) -> int:
        """How many of the differing points are not as the move now played leaves them."""
        board = self.game.position.board
        differs = self.differs
        n = 0
        for i in range(differs.size):
            p = differs.points[i]
            if self.occupied[p] != (board[p] != EMPTY):
                n += 1
        return n

    def _blame(self, is_cleared: int, has_risen: int) -> None:
        """Mark what the move now played leaves unexplained."""
        position = self.game.position
        differs = self.differs
        self.amiss.clear()
        for i in range(differs.size):
            p = differs.points[i]
            if p == position.stone:
                amiss = not is_cleared and not has_risen
            else:
                amiss = self.occupied[p] != (position.board[p] != EMPTY)
            if amiss:
                self.amiss.put(p, 1)

    def _is_complete(self) -> bool:
        """Whether the reeds differ from the floor in all that the move now played changes (P1)."""
        position = self.game.position
        changes = 1 if self.base[position.stone] == EMPTY else -1
        for i in range(self.floor, position.steps):
            changes += position.step_taken(i)
        return self.differs.size == changes + 1

    def _price(self) -> int:
        """How badly the order of events fits the move now played; less is better (P6, P8).

        Points that closed away from its path weigh most, then captures that came off in another order than
        the path takes them, then its length.
        """
        position = self.game.position
        missed = 0
        at = self.floor
        for i in range(self._trail_size):
            j = at
            while j < position.steps and position.step_to(j) != self._trail[i]:
                j += 1
            if j < position.steps:
                at = j + 1
            else:
                missed += 1
        disorder = 0
        before = 0
        for i in range(self.floor, position.steps):
            first = self._first_opening(i)
            if first:
                if first < before:
                    disorder += 1
                before = first
        return missed * 512 + disorder * 32 + position.steps

    def _first_opening(self, i: int) -> int:
        """When the first of the stones that step ``i`` takes came off; 0 if none has."""
        position = self.game.position
        opened = self._opened.value
        first = 0
        p = position.line_from(i)
        way = position.line_way(i)
        for _ in range(position.step_taken(i)):
            p = NEXT[p * 8 + way]
            if opened[p] and (not first or opened[p] < first):
                first = opened[p]
        return first

    def _mark_due(self) -> None:
        """Add the stones that the move now played takes and that still stand."""
        position = self.game.position
        for i in range(self.floor, position.steps):
            kind = position.step_kind(i)
            p = position.line_from(i)
            way = position.line_way(i)
            for _ in range(position.step_taken(i)):
                p = NEXT[p * 8 + way]
                if self.occupied[p] and position.board[p] == EMPTY:
                    self.due.put(p, self.due.value[p] | kind)

    # ``path`` has the form of game.Record: number of steps, start point, direction * 8 + kind a step.

    def _keep_path(self) -> None:
        position = self.game.position
        path = self.path
        path[0] = position.steps
        path[1] = position.step_from(0)
        for i in range(self.floor, position.steps):
            path[i + 2] = position.step_way(i) * 8 + position.step_kind(i)
