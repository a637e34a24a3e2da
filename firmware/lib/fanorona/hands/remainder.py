"""What a move does not explain."""

from fanorona.hands.evidence import Evidence
from fanorona.hands.marks import Marks
from fanorona.rules.geometry import NONE
from fanorona.rules.rules import APPROACH
from fanorona.rules.steps import AHEAD, FROM, TO
from fanorona.rules.walk import Course


class Remainder:
    """``amiss`` marks the points that nothing explains."""

    def __init__(self, evidence: Evidence) -> None:
        self.amiss = Marks()
        self._evidence = evidence

    def blame_all(self) -> None:
        """Mark every point that differs from the floor."""
        self.amiss.copy(self._evidence.differs)

    def blame(self, move: Course, at: int, steps: int) -> None:
        """Mark what ``steps`` steps leave unexplained; the stone may stand where step ``at`` ends."""
        self.blame_all()
        evidence = self._evidence
        amiss = self.amiss.value
        start = FROM[move.steps[0]]
        end = TO[move.steps[at]]
        amiss[start] = 0
        if evidence.differs.value[start] and evidence.occupied[end]:
            amiss[end] = 0
        for n in range(move.follow(steps)):
            if not evidence.occupied[move.line[n]]:
                amiss[move.line[n]] = 0
        self.amiss.tidy()

    def may_be_other(self, move: Course) -> int:
        """The stone that the last step takes, where that may have stepped there and taken this one, or NONE.

        That is a reply begun too soon: it rose before all was off that the steps before take, and that was
        off before a stone came between them, or both stood then.
        """
        n = move.size - 1
        last = move.steps[n]
        if not n or move.kinds[n] != APPROACH or move.taken[n] > 1:
            return NONE
        opened = self._evidence.opened.value
        closed = self._evidence.closed.value
        rose = opened[AHEAD[last]]
        came = closed[TO[last]]
        stood = closed[FROM[last]]
        until = opened[FROM[last]]  # the opponent's stone has come, and the moving one is there no more
        if until < came:
            if stood > rose or until < rose:
                return NONE
            until = came
        if not stood or not opened[FROM[move.steps[0]]] < rose < until:
            return NONE
        latest = 0
        for i in range(move.follow(n)):
            latest = max(latest, opened[move.line[i]])
        return AHEAD[last] if rose < latest and (latest < came or came < until) else NONE
