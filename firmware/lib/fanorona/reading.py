"""What the reeds can mean: the legal moves that explain where they differ from the last sure position.

A move explains a differing point when its result has that point as the reeds show it. Explanations compete:
the one that leaves the fewest points unexplained wins, then the one that has got furthest, then the one that
fits the order of events best (P6, P8).
"""

from fanorona.compat import const
from fanorona.game import Game
from fanorona.geometry import NEXT, NONE, POINTS
from fanorona.marks import Marks
from fanorona.rules import EMPTY, MOVE_LOG
from fanorona.steps import FROM, TO, WAY
from fanorona.walk import END, MOVE, Course, Walk

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
_SINGLY = const(2)
"""Moves of up to so many steps are looked at by their length, longer ones together."""


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
        # The search: stones still to be walked of `_count` in `_stones`, how many steps their moves have now,
        # the fewest points that any move can leave unexplained, and whether a stone that rises explains some.
        self._walk = Walk(game.position)
        self._best = Course()
        self._stones = bytearray(POINTS)
        self._stones_left = 0
        self._count = 0
        self._steps = 1
        self._fewest = 0
        self._alone = False

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
        """Begin to look for the best explanation of what the reeds show; ``think`` does the work."""
        if self.due.size:
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
        self._begin_search()

    def think(self, effort: int) -> bool:
        """Go on looking, for so many steps of moves. Whether the search is over."""
        walk = self._walk
        walk.budget = effort
        if self._stones_left:
            walk.resume()
        while self._stones_left:
            found = walk.go()
            if found == MOVE:
                self._weigh()
                if self.stage <= CARRYING and self._is_enough():
                    walk.stop()
                    self._stones_left = 0
            elif found == END:
                self._next_walk()
            else:
                walk.rest()
                return False
        self._conclude()
        return True

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

    def _begin_search(self) -> None:
        """Choose the stones whose moves can explain anything: own ones that have risen, or else all."""
        differs = self.differs
        position = self.game.position
        turn = position.turn
        base = self.base
        off = self._walk.off
        ends = self._walk.ends
        stones = self._stones
        if off.size:
            off.clear()
        if ends.size:
            ends.clear()
        n = differs.size
        risen = 0
        for i in range(n):
            p = differs.points[i]
            colour = base[p]
            if colour == EMPTY:
                ends.put(p, 1)
            elif colour != turn:
                off.put(p, 1)
            elif not self.floor or p == position.stone:
                stones[risen] = p
                risen += 1
        # Of the stones that have risen, and of the points where one has come, a move explains one each.
        fewest = n - off.size
        if risen:
            fewest -= 1
            if ends.size:
                fewest -= 1
        if n > 1 and self._closed.size:
            self._add_returned()
        self._alone = risen > 0
        if not risen and off.size:
            stones[0] = NONE
            risen = 1
        if fewest > _STRAY:
            risen = 0
        self._fewest = fewest
        self._steps = 1
        self._count = risen
        self._stones_left = risen
        if risen:
            self._walk.strict = False
            self._walk.went_on = False
            self._walk.begin(stones[0], 1, 1, self._alone)

    def _add_returned(self) -> None:
        """Where a stone came back that had been taken off, the moving stone may have come instead (P7)."""
        closed = self._closed
        for i in range(closed.size):
            p = closed.points[i]
            if self.occupied[p] and self.base[p] == 3 - self.game.position.turn:
                self._walk.ends.put(p, 1)

    def _next_walk(self) -> None:
        """Go on to the next stone, or to longer moves of all of them."""
        walk = self._walk
        self._stones_left -= 1
        if not self._stones_left:
            steps = self._steps
            if steps > _SINGLY or not walk.went_on:
                return
            if self._is_enough():
                # Only a move whose captures are all off could be better, and it takes a stone a step.
                if self.stage < CLEARING or walk.off.size + walk.ends.size <= steps:
                    return
                walk.strict = True
            self._steps = steps + 1
            self._stones_left = self._count
            walk.went_on = False
        steps = self._steps
        stone = self._stones[self._count - self._stones_left]
        walk.begin(stone, steps, steps if steps <= _SINGLY else MOVE_LOG, self._alone)

    def _is_enough(self) -> bool:
        """Whether longer moves cannot explain more, nor get further, but for complete ones."""
        if self.unexplained > self._fewest:
            return False
        if self.stage <= CARRYING:
            return self.stage == TAKING or not self._walk.ends.size
        return self._cost <= self._steps

    def _weigh(self) -> None:
        """Compare the move that the walk has found with the best explanation so far."""
        move = self._walk.move
        differs = self.differs
        last = move.size - 1
        start = FROM[move.steps[0]]
        end = TO[move.steps[last]]
        taken = move.taken[0]
        hits = move.hits[0]
        for i in range(1, last + 1):
            taken += move.taken[i]
            hits += move.hits[i]
        has_risen = differs.value[start]
        is_down = self.occupied[end]
        size = differs.size
        unexplained = size - hits
        if has_risen:
            unexplained -= 1
            if is_down and differs.value[end]:
                unexplained -= 1
        if unexplained > self.unexplained or unexplained == size:
            return
        changes = taken + 1 if self.base[end] == EMPTY else taken - 1
        if is_down and changes < taken:
            is_down = self._has_landed(start, end)
        if not has_risen:
            stage = TAKING
        elif not is_down:
            stage = CARRYING
        elif unexplained or size != changes + 1:
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
        cost = self._price(move) if stage >= CLEARING else 0
        if cost > self._cost:
            return
        if cost < self._cost:
            self._cost = cost
            self.choice = False
            if self.due.size:
                self.due.clear()
            self._best.copy(move)
        elif stage == CLEARING:
            self.choice = True
            self._mark_due(move)

    def _has_landed(self, start: int, end: int) -> bool:
        """Whether ``end``, where a stone stood at the floor, closed after the moving stone had risen (P7)."""
        closed = self._closed.value[end]
        return closed > 0 and closed >= self._opened.value[start]

    def _conclude(self) -> None:
        """Describe the best explanation."""
        stage = self.stage
        path = self.path
        best = self._best
        floor = self.floor
        path[0] = floor
        if stage == NOTHING or self.unexplained > _STRAY:
            self.stage = NOTHING
            self.unexplained = self.differs.size
            self.choice = False
            self.due.clear()
            self.blame_all()
            return
        start = FROM[best.steps[0]]
        if self.unexplained:
            self._blame(start)
        if stage == CARRYING:
            self.hand = start
        elif stage == CLEARING:
            self._mark_due(best)
        if stage >= CLEARING and not self.choice and not self.unexplained:
            # In the form of game.Record: number of steps, start point, direction * 8 + kind a step.
            path[0] = floor + best.size
            if not floor:
                path[1] = start
            for i in range(best.size):
                path[floor + i + 2] = WAY[best.steps[i]] * 8 + best.kinds[i]

    def _blame(self, start: int) -> None:
        """Mark what the best explanation leaves unexplained."""
        self.blame_all()
        amiss = self.amiss
        best = self._best
        end = TO[best.steps[best.size - 1]]
        amiss.drop(start)
        if self.differs.value[start] and self.occupied[end]:
            amiss.drop(end)
        for i in range(best.size):
            p = best.line_from(i)
            way = best.line_way(i)
            for _ in range(best.taken[i]):
                if self._walk.off.value[p]:
                    amiss.drop(p)
                p = NEXT[p * 8 + way]

    def _price(self, move: Course) -> int:
        """How badly the order of events fits a move; less is better (P6, P8).

        Points that closed away from its path weigh most, then captures that came off in another order than
        the path takes them, then its length.
        """
        size = move.size
        missed = 0
        at = 0
        for i in range(self._trail_size):
            j = at
            while j < size and TO[move.steps[j]] != self._trail[i]:
                j += 1
            if j < size:
                at = j + 1
            else:
                missed += 1
        disorder = 0
        before = 0
        for i in range(size if size > 1 else 0):
            first = self._first_opening(move, i)
            if first:
                if first < before:
                    disorder += 1
                before = first
        return missed * 512 + disorder * 32 + self.floor + size

    def _first_opening(self, move: Course, i: int) -> int:
        """When the first of the stones that step ``i`` of a move takes came off; 0 if none has."""
        opened = self._opened.value
        first = 0
        p = move.line_from(i)
        way = move.line_way(i)
        for _ in range(move.taken[i]):
            if opened[p] and (not first or opened[p] < first):
                first = opened[p]
            p = NEXT[p * 8 + way]
        return first

    def _mark_due(self, move: Course) -> None:
        """Add the stones that a move takes and that still stand."""
        due = self.due
        end = TO[move.steps[move.size - 1]]
        for i in range(move.size):
            p = move.line_from(i)
            way = move.line_way(i)
            for _ in range(move.taken[i]):
                if self.occupied[p] and p != end:
                    due.put(p, due.value[p] | move.kinds[i])
                p = NEXT[p * 8 + way]
