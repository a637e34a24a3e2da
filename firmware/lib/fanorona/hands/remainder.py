"""What a move does not explain: points that are amiss, or a reply begun too soon."""

from fanorona.hands.evidence import Evidence
from fanorona.hands.marks import Marks
from fanorona.rules.game import Game
from fanorona.rules.geometry import NEXT, NONE
from fanorona.rules.rules import APPROACH, EMPTY
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, FROM, TO, WAY
from fanorona.rules.walk import Course


class Remainder:
    """``amiss`` marks the points that nothing explains. ``has_replied``: see ``is_reply``."""

    def __init__(self, game: Game, evidence: Evidence) -> None:
        self.amiss = Marks()
        self.has_replied = False
        self._position = game.position
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

    def is_reply(self, move: Course) -> bool:
        """Whether all that ``move`` leaves unexplained is that one stone of the other side moves after it.

        ``has_replied`` tells whether it has come to an empty point.
        """
        self.blame(move, move.size - 1, move.size)
        evidence = self._evidence
        amiss = self.amiss
        turn = self._position.turn
        risen = 0
        taken = 0
        stone = NONE
        stood = evidence.closed.value[TO[move.steps[move.size - 1]]]
        self.has_replied = False
        for i in range(amiss.size):
            p = amiss.points[i]
            if evidence.base[p] == turn:
                taken += 1
            elif evidence.base[p] != EMPTY:
                risen += 1
                stone = p
            elif evidence.closed.value[p] < stood:
                return False
            else:
                self.has_replied = True
        if risen != 1:
            return False
        rose = evidence.opened.value[stone]
        if rose < stood or rose < evidence.opened.value[FROM[move.steps[0]]]:
            return False
        return not taken or self._may_take(move, stone, taken)

    def may_be_other(self, move: Course, stone: int) -> int:
        """The stone that the last step takes, where that may have stepped there and taken this one, or NONE.

        After a chain, as a reply begun too soon: it rose before all was off that the steps before take, and
        that was off before a stone came between them, or both stood then. After a single step, as the move
        before going on, against P3: it is the ``stone`` that made that, and rose before this step began.
        """
        n = move.size - 1
        last = move.steps[n]
        if move.kinds[n] != APPROACH or move.taken[n] > 1:
            return NONE
        opened = self._evidence.opened.value
        closed = self._evidence.closed.value
        rose = opened[AHEAD[last]]
        if not n:
            return stone if stone == AHEAD[last] and rose <= opened[FROM[last]] else NONE
        came = closed[TO[last]]
        stood = closed[FROM[last]]
        until = opened[FROM[last]]  # the opponent's stone has come, and the moving one is there no more
        if until < came:
            until = came
            if stood > rose:
                return NONE
        if not stood or not opened[FROM[move.steps[0]]] < rose < until:
            return NONE
        latest = 0
        for i in range(move.follow(n)):
            latest = max(latest, opened[move.line[i]])
        return AHEAD[last] if rose < latest and (latest < came or came < until) else NONE

    def _may_take(self, move: Course, stone: int, count: int) -> bool:
        """Whether ``stone`` has a step, after ``move``, that takes the ``count`` others that are off."""
        position = self._position
        move.play(position)
        found = False
        for s in range(FIRST[stone], FIRST[stone + 1]):
            if position.board[TO[s]] == EMPTY:
                ahead = self._count_amiss(AHEAD[s], WAY[s])
                behind = self._count_amiss(BEHIND[s], WAY[s] ^ 4)
                found = found or ahead == count or behind == count
        for _ in range(move.size):
            position.back()
        return found

    def _count_amiss(self, p: int, way: int) -> int:
        """How many of the stones on the line from ``p`` that a step would take are amiss."""
        board = self._position.board
        turn = self._position.turn
        count = 0
        while board[p] == turn:
            count += self.amiss.value[p]
            p = NEXT[p * 8 + way]
        return count
