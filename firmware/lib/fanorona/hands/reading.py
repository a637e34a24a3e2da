"""What the reeds can mean: the legal moves that explain where they differ from the last sure position.

A move explains a differing point when its result has that point as the reeds show it, or when the stone
that makes it stands there on its way. Explanations compete (``weighing``).
"""

from fanorona.compat import const
from fanorona.hands.evidence import Evidence
from fanorona.hands.marks import Marks
from fanorona.hands.remainder import Remainder
from fanorona.hands.search import SKIPS, STRAY, Search
from fanorona.hands.weighing import CARRYING, CLEARING, NOTHING, PASSING, Weighing
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE
from fanorona.rules.rules import EMPTY, PLACING
from fanorona.rules.steps import FROM, TO, WAY

_PATH = const(32)


class Reading:
    """The reeds against the floor: the position of ``game`` with the steps that were sure when it was raised.

    ``occupied``, ``base``, ``floor``, ``differs``, ``opened`` and ``closed`` are those of ``Evidence``. After
    ``explain`` the best explanation is described by ``stage`` and ``unexplained`` (``Weighing``), ``hand``
    (the point that the stone in the hand rose from, or ``NONE``), ``due`` (stones still standing, with the
    kinds by which they are taken), ``choice`` (whether these are alternatives, P6), ``amiss`` (the
    unexplained points), ``ends`` (how many different points the complete explanations end on; ``doubt`` marks
    them, P7), and ``path``: the move so far in the form of ``game.Record``, that is number of steps, start
    point, a byte a step. ``stands``: the point where the moving stone stands on its way, or ``NONE``.
    ``holds``: after ``hold_back``, whether the reeds show a complete move. ``blind`` and ``guesses`` are
    those of ``Evidence`` and ``Weighing``. ``weighing`` has the moves, ``evidence`` the order of events.
    """

    def __init__(self, game: Game) -> None:
        self._position = game.position
        self.evidence = Evidence(game)
        self.weighing = Weighing(self.evidence)
        self._search = Search(game, self.evidence, self.weighing)
        self._remainder = Remainder(self.evidence)
        self.occupied = self.evidence.occupied
        self.base = self.evidence.base
        self.differs = self.evidence.differs
        self.opened = self.evidence.opened
        self.closed = self.evidence.closed
        self.blind = self.evidence.blind
        self.doubt = self.weighing.doubt
        self.amiss = self._remainder.amiss
        self.floor = 0
        self.stage = NOTHING
        self.unexplained = 0
        self.hand = NONE
        self.due = Marks()
        self.choice = False
        self.ends = 0
        self.guesses = 0
        self.stands = NONE
        self.holds = False
        self.path = bytearray(_PATH)
        self._is_found = False

    def begin(self) -> None:
        """Take the position of the game, which the reeds need not show, for the floor."""
        self.evidence.begin()
        self._rise()

    def settle(self, end: int) -> None:
        """The steps now played, which end on ``end``, are what the reeds show: make them the floor."""
        self.evidence.settle(end)
        self._rise()

    def raise_floor(self) -> None:
        """The steps now played are sure; what happened before counts no more."""
        self.evidence.raise_floor()
        self._rise()

    def go_on(self) -> None:
        """The steps now played are a move; whatever else the reeds show belongs to the next one."""
        self.evidence.go_on()
        self._rise()

    def look_from(self, at: int) -> None:
        """Take the position of the game for the floor, as it was before change number ``at``."""
        self.evidence.look_from(at)
        self._rise()

    def reopen(self) -> None:
        """The last move is in progress again, and the reeds show its steps."""
        self.evidence.turn_at = 0
        self.look_from(self.evidence.size)

    def end_turn(self, at: int) -> None:
        """The changes before number ``at`` made a move, and the turn before it is final."""
        self.evidence.end_turn(at)

    def mark(self) -> None:
        """What the reeds show makes sense and has stood for a while: remember it."""
        self.evidence.mark()

    def is_as_marked(self) -> bool:
        """Whether the reeds show again what they showed at ``mark``, or the floor if that came later."""
        return self.evidence.is_as_marked()

    def note(self, p: int, closed: int, is_brief: bool) -> None:
        """Take one change at point ``p`` (``Evidence.note``)."""
        self.evidence.note(p, closed, is_brief)
        if closed and not is_brief:
            self.weighing.touch(p)

    def leave_out(self, marks: Marks) -> None:
        """What the contacts of these points tell counts no more, until they change."""
        for i in range(marks.size - 1, -1, -1):  # as they may be the points that differ
            self.evidence.leave_out(marks.points[i])

    def explain(self) -> None:
        """Begin to look for the best explanation of what the reeds show; ``think`` does the work."""
        self._clear()
        self.stage = NOTHING
        self.ends = 0
        self.guesses = 0
        self.weighing.begin()
        differs = self.differs
        self.unexplained = differs.size
        if differs.size > 1 or (self.blind.size and differs.size and self._position.phase != PLACING):
            self._begin_search()
            return
        self.due.clear()
        if differs.size:
            self._explain_one(differs.points[0])
        else:
            # All is back where it was: no stone has risen, whatever was straightened.
            self.evidence.forget()
            self.weighing.forget_doubt()
            self.amiss.clear()

    def expects(self, p: int) -> bool:
        """Whether the stone on ``p`` is one of several that were to come off: no more is to be expected."""
        return self.due.size > 1 and self.due.value[p] > 0 and not self.choice

    def think(self, effort: int) -> bool:
        """Go on looking: so many moves weighed, or some more passed over. Whether all is known.

        What follows from the best explanation takes as long as weighing some moves, so it comes in a portion
        of its own when little is left of this one.
        """
        if self._search.is_on:
            if self._position.phase:
                effort -= 1  # these moves take longer to be found (V3)
            left = self._search.go(effort)
            if left < 0:
                return False
            self._is_found = True
            if left < effort * SKIPS // 2:
                return False
        if self._is_found:
            self._is_found = False
            self._conclude()
        return True

    def prepare(self, count: int) -> bool:
        """Use an idle moment: find ``count`` more moves that may be made. Whether more are to be found."""
        return self._search.prepare(count)

    def hold_back(self) -> None:
        """All that is unlike the marked state is amiss; a move that they show is none yet (but P3)."""
        self._clear()
        self.holds = not self.weighing.held_left
        self.due.clear()
        self.doubt.clear()
        self.evidence.list_changes(self.amiss)

    def blame_later(self) -> bool:
        """If the move is to end where its stone stands, what it has taken beyond is amiss; whether any is."""
        if self.stage != PASSING or self.due.size:
            return False
        self._remainder.blame(self.weighing.best, self.weighing.at, self.weighing.at + 1)
        self.unexplained = self.amiss.size
        return True

    def can_have_moved(self) -> bool:
        """Whether one stone can have closed the points of the best explanation (``Evidence``)."""
        evidence = self.evidence
        best = self.weighing.best
        return evidence.can_have_moved(
            best, evidence.since, evidence.last_change(TO[best.steps[best.size - 1]], 1)
        )

    def can_be_moving(self) -> bool:
        """The same; an enemy stone that has just come off says nothing of that."""
        evidence = self.evidence
        return self.base[evidence.last_point()] == 3 - self._position.turn or self.can_have_moved()

    def may_go_on(self) -> bool:
        """Whether the best explanation, played to its end, leaves a continuation."""
        best = self.weighing.best
        best.play(self._position)
        may = self._position.may_go_on()
        for _ in range(best.size):
            self._position.back()
        return may

    def may_be_other(self) -> bool:
        """Whether the last step may be another side's (``Remainder.may_be_other``).

        Then ``amiss`` has what has to come back.
        """
        weighing = self.weighing
        p = self._remainder.may_be_other(weighing.best)
        if p == NONE or weighing.touched != NONE:
            return False
        self.amiss.clear()
        self.amiss.put(p, 1)
        self.unexplained = 1
        self.path[0] -= 1
        return True

    def _rise(self) -> None:
        """The floor has been raised: nothing is explained any more."""
        self.floor = self.evidence.floor
        position = self._position
        for i in range(self.floor):  # another reading may have left its own path there
            self._write_step(i, position.step_number(i), position.step_kind(i))
        self.guesses = 0
        self._is_found = False
        self._search.close()
        self.weighing.begin()
        self.weighing.forget_doubt()
        self._clear()
        self.due.clear()
        self.amiss.clear()

    def _clear(self) -> None:
        self.choice = False
        self.hand = NONE
        self.stands = NONE
        self.holds = False
        self.path[0] = self.floor

    def _explain_one(self, p: int) -> None:
        """Explain that one point differs: a stone in the hand, a captured one taken off first, or a slip."""
        position = self._position
        colour = self.base[p]
        if position.phase == PLACING:
            if position.board[p] == EMPTY:
                self.stage = CLEARING
                self.unexplained = 0
                self.stands = p
                return
        elif colour == position.turn:
            if position.stone == p or (not self.floor and position.may_begin(p)):
                self.stage = CARRYING
                self.unexplained = 0
                self.hand = p
                return
        elif colour != EMPTY and (self.floor or position.must_capture()):
            self._begin_search()
            return
        self._remainder.blame_all()

    def _begin_search(self) -> None:
        if not self._search.begin():
            self.due.clear()
            self._remainder.blame_all()

    def _conclude(self) -> None:
        """Describe the best explanation."""
        weighing = self.weighing
        stage = weighing.stage
        unexplained = weighing.unexplained
        due = self.due
        due.clear()
        if stage == NOTHING or unexplained > STRAY:
            self._remainder.blame_all()
            return
        self.stage = stage
        self.unexplained = unexplained
        self.choice = weighing.choice
        self.guesses = weighing.guesses
        self.ends = weighing.ends if weighing.ends > weighing.guesses else weighing.guesses
        best = weighing.best
        steps = weighing.at + 1
        if unexplained:
            self._remainder.blame(best, weighing.at, best.size)
        if stage == CARRYING:
            self.hand = FROM[best.steps[0]]
        elif stage == PASSING:
            self.stands = TO[best.steps[weighing.at]]
            weighing.mark_due(best, steps, due)
        elif stage == CLEARING:
            weighing.mark_due(best, steps, due)
            if self.choice:
                tied = weighing.tied
                for i in range(tied.size):
                    p = tied.points[i]
                    due.put(p, due.value[p] | tied.value[p])
        if self.guesses and self.stands == NONE:
            self.stands = TO[weighing.trusted.steps[weighing.trusted.size - 1]]
        if stage >= PASSING and not self.choice and not unexplained:
            self.path[0] = self.floor + steps
            for i in range(steps):
                self._write_step(self.floor + i, best.steps[i], best.kinds[i])

    def _write_step(self, i: int, step: int, kind: int) -> None:
        """One step of the move in the form of game.Record: start point, direction * 8 + kind a step."""
        if not i:
            self.path[1] = FROM[step]
        self.path[i + 2] = WAY[step] * 8 + kind
