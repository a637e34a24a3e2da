"""What the reeds can mean: the legal moves that explain where they differ from the last sure position.

A move explains a differing point when its result has that point as the reeds show it, or when the stone
that makes it stands there on its way. Explanations compete (``weighing``).
"""

from fanorona.compat import const
from fanorona.hands.evidence import Evidence
from fanorona.hands.marks import Marks
from fanorona.hands.search import SKIPS, STRAY, Search
from fanorona.hands.weighing import CARRYING, CLEARING, NOTHING, PASSING, Weighing
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE
from fanorona.rules.rules import APPROACH, EMPTY, PLACING
from fanorona.rules.steps import AHEAD, FROM, TO, WAY

_PATH = const(32)


class Reading(Evidence):
    """The evidence, and what explains it.

    After ``explain`` the best explanation is described by ``stage``, ``unexplained``, ``guesses``, ``ends``
    and ``doubt`` (as in ``weighing``, which has the moves), ``hand`` (the point that the stone in the hand
    rose from, or ``NONE``), ``stands`` (where the moving stone stands on its way, or ``NONE``), ``due``
    (stones still standing, with the kinds by which they are taken), ``choice`` (whether these are
    alternatives, P6), ``amiss`` (the unexplained points), and ``path``: the move so far in the form of
    ``game.Record``, that is number of steps, start point, a byte a step.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._position = game.position
        self.weighing = Weighing(self)
        self.search = Search(game, self, self.weighing)
        self.doubt = self.weighing.doubt
        self.amiss = Marks()
        self.stage = NOTHING
        self.unexplained = 0
        self.hand = NONE
        self.due = Marks()
        self.choice = False
        self.ends = 0
        self.guesses = 0
        self.stands = NONE
        self.path = bytearray(_PATH)
        self._is_found = False

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
            self.opened.clear()  # all is back where it was: no stone has risen
            self.closed.clear()
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
        if self.search.is_on:
            if self._position.phase:
                effort -= 1  # these moves take longer to be found (V3)
            left = self.search.go(effort)
            if left < 0:
                return False
            self._is_found = True
            if left < effort * SKIPS // 2:
                return False
        if self._is_found:
            self._is_found = False
            self._conclude()
        return True

    def hold_back(self) -> None:
        """All that is unlike the marked state is amiss; a move that they show is none yet (but P3)."""
        self._clear()
        self.due.clear()
        self.doubt.clear()
        self.amiss.copy(self.unlike)

    def believe_touch(self) -> None:
        """Where a touch has told which stone moved (P7), those at the other ends were only put back."""
        touched = self.weighing.touched
        if touched == NONE:
            return
        for i in range(self.doubt.size):
            p = self.doubt.points[i]
            while p != touched and self.occupied[p] and self.last_change(p, 1) > self.turn_at:
                self._cancel(p)  # came back
                self._cancel(p)  # and rose before

    def blame_later(self, ahead: int = 0) -> bool:
        """If the move is to end where its stone stands, what it has taken beyond is amiss; whether any is.

        ``ahead``: it may go on by so many steps, no more than are left.
        """
        if self.stage != PASSING or self.due.size:
            return False
        self._blame(self.weighing.at + 1 + ahead)
        self.unexplained = self.amiss.size
        return True

    def can_have_moved(self) -> bool:
        """Whether one stone can have closed the points of the best explanation (``Evidence``)."""
        best = self.weighing.best
        return self.can_have_gone(best, self.since, self.last_change(best.end(), 1))

    def has_stood(self) -> bool:
        """Whether the reeds rested so before, and one stone can have done so by then: all was put back."""
        best = self.weighing.best
        at = self.stood_before()
        return at > 0 and self.can_have_gone(best, self.since, self.last_change(best.end(), 1, at))

    def may_go_on(self) -> bool:
        """Whether the best explanation, played to its end, leaves a continuation."""
        best = self.weighing.best
        best.play(self._position)
        may = self._position.may_go_on()
        for _ in range(best.size):
            self._position.back()
        return may

    def may_be_other(self) -> bool:
        """Whether the stone that the last step takes may have stepped there instead, and taken this one.

        That is a reply begun too soon: it rose before all was off that the steps before take, and that was
        off before a stone first came between them, or both stood. Then ``amiss`` has what has to come back.
        """
        move = self.weighing.best
        n = move.size - 1
        last = move.steps[n]
        if not n or move.kinds[n] != APPROACH or move.taken[n] > 1 or self.weighing.touched != NONE:
            return False
        opened = self.opened.value
        rose = opened[AHEAD[last]]
        back = self.closed.value[TO[last]]
        came = min(back, self.first_change(TO[last], 1, self.since + rose) - self.since)
        stood = self.closed.value[FROM[last]]
        until = opened[FROM[last]]  # the opponent's stone has come, and the moving one is there no more
        if until < came:
            if stood > rose or until < rose:
                return False
            until = came
        if not stood or not opened[move.start()] < rose < until:
            return False
        latest = 0
        for i in range(move.follow(n)):
            latest = max(latest, opened[move.line[i]])
        if rose >= latest or until <= came <= latest:
            return False
        self.amiss.clear()
        self.amiss.put(AHEAD[last], 1)
        self.unexplained = 1
        self.path[0] -= 1
        return True

    def _blame(self, steps: int) -> None:
        """Mark as amiss what so many steps of the best move leave unexplained."""
        move = self.weighing.best
        amiss = self.amiss
        amiss.copy(self.differs)
        start = move.start()
        end = self.weighing.reached()
        amiss.drop(start)
        if self.differs.value[start] and self.occupied[end]:
            amiss.drop(end)
        for n in range(move.follow(steps)):
            if not self.occupied[move.line[n]]:
                amiss.drop(move.line[n])

    def _rise(self) -> None:
        """The floor has been raised: nothing is explained any more."""
        position = self._position
        for i in range(self.floor):  # another reading may have left its own path there
            self._write_step(i, position.step_number(i), position.step_kind(i))
        self.guesses = 0
        self._is_found = False
        self.search.close()
        self.weighing.begin()
        self.weighing.forget_doubt()
        self._clear()
        self.due.clear()
        self.amiss.clear()

    def _clear(self) -> None:
        self.choice = False
        self.hand = NONE
        self.stands = NONE
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
        self.amiss.copy(self.differs)

    def _begin_search(self) -> None:
        if not self.search.begin():
            self.due.clear()
            self.amiss.copy(self.differs)

    def _conclude(self) -> None:
        """Describe the best explanation."""
        weighing = self.weighing
        stage = weighing.stage
        unexplained = weighing.unexplained
        due = self.due
        due.clear()
        if stage == NOTHING or unexplained > STRAY:
            self.amiss.copy(self.differs)
            return
        self.stage = stage
        self.unexplained = unexplained
        self.choice = weighing.choice
        self.guesses = weighing.guesses
        self.ends = weighing.ends if weighing.ends > weighing.guesses else weighing.guesses
        best = weighing.best
        steps = weighing.at + 1
        if unexplained:
            self._blame(best.size)
        if stage == CARRYING:
            self.hand = best.start()
        elif stage == PASSING:
            self.stands = weighing.reached()
            weighing.mark_due(best, steps, due)
        elif stage == CLEARING:
            weighing.mark_due(best, steps, due)
            tied = weighing.tied
            for i in range(tied.size):
                p = tied.points[i]
                due.put(p, due.value[p] | tied.value[p])
        if self.guesses and self.stands == NONE:
            self.stands = weighing.trusted.end()
        if stage >= PASSING and not self.choice and not unexplained:
            self.path[0] = self.floor + steps
            for i in range(steps):
                self._write_step(self.floor + i, best.steps[i], best.kinds[i])

    def _write_step(self, i: int, step: int, kind: int) -> None:
        """One step of the move in the form of game.Record: start point, direction * 8 + kind a step."""
        if not i:
            self.path[1] = FROM[step]
        self.path[i + 2] = WAY[step] * 8 + kind
