"""Explanations weighed against each other: how well a legal move explains what the reeds show.

The move that leaves the fewest points unexplained wins, then the one that has got furthest, then the one that
fits the order of events best (P6, P8).
"""

from fanorona.compat import const
from fanorona.hands.evidence import Evidence
from fanorona.hands.marks import Marks
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import EMPTY
from fanorona.rules.steps import FROM, TO
from fanorona.rules.walk import Course

# How far an explanation has got, in the order in which explanations are preferred
NOTHING = const(0)
TAKING = const(1)
CARRYING = const(2)
PASSING = const(3)
CLEARING = const(4)
COMPLETE = const(5)

# What is demanded of an explanation
ANY = const(0)
POSSIBLE = const(1)
"""One stone can have made it (``Evidence.can_have_gone``)."""
WHOLE = const(2)
"""The same, and the stone is not on its way."""

_FAR = const(0x1FFFF)


class Weighing:
    """The best explanation so far: the steps of ``best`` up to number ``at``, where the stone stands.

    ``stage`` tells how far it has got, ``unexplained`` how many points it leaves unexplained, and ``choice``
    whether other moves are as good, which take the stones ``tied``. ``ends``: how many different points the
    complete explanations end on; ``doubt`` marks them (P7).

    While there are blind points, ``trusted`` is a complete move that explains all that is seen, whatever may
    have happened on these, and ``guesses`` the number of such moves that lead to different positions.

    ``demand`` tells which explanations count: ANY, those that are POSSIBLE, or those of a WHOLE move.

    ``told``: the move taken back, which of those that fit as well is the likeliest (P8).

    Whoever searches sets ``off`` and ``arrived``: the points where stones of the other side have come off,
    and where the moving stone may be seen.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.demand = ANY
        self.stage = NOTHING
        self.unexplained = 0
        self.choice = False
        self.tied = Marks()
        self.ends = 0
        self.doubt = Marks()
        self.touched = NONE
        self.best = Course()
        self.at = 0
        self.off = Marks()
        self.arrived = Marks()
        self.told = Course()
        self.trusted = Course()
        self.guesses = 0
        self._trusted_cost = _FAR
        self._result = 0
        self._evidence = evidence
        self._cost = _FAR
        self._end = NONE

    def begin(self) -> None:
        """Nothing is explained yet."""
        self.stage = NOTHING
        self.unexplained = self._evidence.differs.size
        self.choice = False
        self.ends = 0
        self.guesses = 0
        self._end = NONE

    def forget_doubt(self) -> None:
        """No end of a move is in question any more."""
        self.doubt.clear()
        self.touched = NONE

    def touch(self, p: int) -> None:
        """A stone has come to ``p``; where the end of a move is in question, that may be the answer."""
        if self.doubt.value[p]:
            self.touched = p

    def weigh(self, move: Course) -> None:
        """Compare a move with the best explanation so far."""
        evidence = self._evidence
        differs = evidence.differs
        arrived = self.arrived
        off = self.off.value
        line = move.line
        size = move.size
        start = FROM[move.steps[0]]
        end = TO[move.steps[size - 1]]
        wanted = move.follow(size)
        hits = 0  # stones that it takes and that are off
        for i in range(wanted):
            hits += off[line[i]]
        is_seen = differs.value[start]
        has_risen = is_seen
        is_down = evidence.occupied[end]
        if evidence.base[end] != EMPTY:
            wanted -= 1
            is_down = is_down and evidence.has_landed(start, end)
        unexplained = differs.size - hits - has_risen
        if evidence.blind.size:
            self._trust(move, is_down)
            if evidence.blind.value[end]:
                is_down = 0
            elif evidence.blind.value[start] and is_down:
                has_risen = 1
        at = size - 1
        if has_risen:
            if is_down:
                unexplained -= differs.value[end]
            elif arrived.size:
                for i in range(at):
                    p = TO[move.steps[i]]
                    if arrived.value[p] and differs.value[p]:  # it stands there on its way
                        at = i
                        unexplained -= 1
                        break
        if unexplained > self.unexplained or unexplained == differs.size:
            return
        if not has_risen:
            stage = TAKING
        elif at < size - 1:
            stage = PASSING
        elif not is_down:
            stage = CARRYING
        elif unexplained or hits < wanted or not is_seen:
            stage = CLEARING
        else:
            stage = COMPLETE
            if self.touched != NONE and self.touched != end:
                return
            if end != self._end:
                self._end = end
                self.ends += 1
                self.doubt.put(end, 1)
        if unexplained == self.unexplained and stage < self.stage:
            return
        if self.demand and stage >= PASSING:
            if self.demand == WHOLE and stage == PASSING:
                return
            came = evidence.last_change(TO[move.steps[at]], 1)
            if not evidence.can_have_gone(move, evidence.since, came):
                return
        cost = self._price(move) if stage >= PASSING else 0
        if unexplained < self.unexplained or stage > self.stage:
            self._cost = _FAR
        if cost > self._cost:
            return
        if cost < self._cost or (stage == COMPLETE and move.equals(self.told)):
            self.unexplained = unexplained
            self.stage = stage
            self.choice = False
            self._cost = cost
            self.at = at
            self.tied.clear()
            self.best.copy(move)
        elif stage == CLEARING:
            self.choice = True
            self.mark_due(move, size, self.tied)

    def reached(self) -> int:
        """The point that the stone of the best explanation has got to."""
        return TO[self.best.steps[self.at]]

    def mark_due(self, move: Course, steps: int, due: Marks) -> None:
        """Add the stones that the first ``steps`` steps of a move take and that still stand, with how."""
        move.follow(steps)
        end = TO[move.steps[steps - 1]]
        occupied = self._evidence.occupied
        line = move.line
        n = 0
        for i in range(steps):
            for _ in range(move.taken[i]):
                p = line[n]
                n += 1
                if occupied[p] and p != end:
                    due.put(p, due.value[p] | move.kinds[i])

    def _trust(self, move: Course, is_down: int) -> None:
        """Note a move if all that it changes and can be seen has changed, and nothing else.

        ``is_down``: a stone is seen to have come to its end.
        """
        evidence = self._evidence
        differs = evidence.differs
        blind = evidence.blind.value
        start = FROM[move.steps[0]]
        end = TO[move.steps[move.size - 1]]
        left = differs.size
        result = start * POINTS + end
        for i in range(move.follow(move.size)):
            p = move.line[i]
            if blind[p]:
                result += 2048 << (p != evidence.blind.points[0])
            elif self.off.value[p]:
                left -= 1
            elif p != end:
                return
        if not blind[start]:
            if not differs.value[start]:
                return
            left -= 1
        if not blind[end]:
            left -= evidence.base[end] == EMPTY
            if not is_down:
                return
        if left or (self.touched != NONE and self.touched != end):
            return
        cost = self._price(move)
        if not self.guesses or result != self._result:
            self._result = result
            self.guesses += 1
        elif cost >= self._trusted_cost:
            return
        self._trusted_cost = cost
        self.trusted.copy(move)
        self.doubt.put(end, 1)

    def _price(self, move: Course) -> int:
        """How badly the order of events fits the move followed last; less is better (P6, P8).

        Points that closed away from its path weigh most, then whether captures came off in another order than
        the path takes them, then its length.
        """
        evidence = self._evidence
        missed = evidence.follow(move, evidence.since, evidence.size)
        size = move.size
        disorder = 0
        if size > 1:
            opened = evidence.opened.value
            line = move.line
            before = 0
            n = 0
            for i in range(size):
                first = 0  # when the first of its stones came off, 0 if none has
                end = n + move.taken[i]
                while n < end:
                    at = opened[line[n]]
                    if at and (not first or at < first):
                        first = at
                    n += 1
                if first:
                    if first < before:
                        disorder = 1
                    before = first
        return missed * 512 + disorder * 32 + size
