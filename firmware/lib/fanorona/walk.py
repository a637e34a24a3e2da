"""Walks through the moves that could explain what the reeds show, in bounded portions.

A move whose last step neither ends where the stone may be seen nor takes a stone that is off explains no more
than the move without that step. So such moves are passed over, and the last step of a move is never played:
what it would take is counted along its line. Most changes are explained by moves of one step, without playing
any; the whole tree of moves is played only where nothing explains the reeds.
"""

from array import array

from fanorona.compat import const
from fanorona.geometry import NEXT, NONE
from fanorona.marks import Marks
from fanorona.rules import APPROACH, EMPTY, MOVE_LOG, PAIKA, WITHDRAWAL, Position
from fanorona.steps import AHEAD, BEHIND, FIRST, FROM, STEPS, TO, WAY

# What Walk.go answers
END = const(0)
MOVE = const(1)
PAUSE = const(2)


class Course:
    """The ``size`` steps of a move beyond the floor.

    For each of them, from 0 on, ``steps`` holds its number, ``kinds`` its kind, ``taken`` how many stones it
    takes and ``hits`` how many of these have come off.
    """

    def __init__(self) -> None:
        self.size = 0
        self.steps = bytearray(MOVE_LOG)
        self.kinds = bytearray(MOVE_LOG)
        self.taken = bytearray(MOVE_LOG)
        self.hits = bytearray(MOVE_LOG)

    def copy(self, other: "Course") -> None:
        """Become ``other``."""
        self.size = other.size
        for i in range(other.size):
            self.steps[i] = other.steps[i]
            self.kinds[i] = other.kinds[i]
            self.taken[i] = other.taken[i]
            self.hits[i] = other.hits[i]

    def line_from(self, i: int) -> int:
        """The first point of the line that step ``i`` takes."""
        s = self.steps[i]
        return BEHIND[s] if self.kinds[i] == WITHDRAWAL else AHEAD[s]

    def line_way(self, i: int) -> int:
        """The direction of that line."""
        way = WAY[self.steps[i]]
        return way ^ 4 if self.kinds[i] == WITHDRAWAL else way


class Walk:
    """Walks depth first from the position as it stands at ``begin``, the floor; steps count from there.

    ``off`` marks the enemy stones that have come off since the floor, ``ends`` the points on which the moving
    stone may be seen; both are the caller's to fill. With ``strict`` only steps that take nothing but stones
    on these are walked. ``went_on`` tells, at the end, whether any move had all the steps that the limit
    allows. Every step looked at closely takes one off ``budget``.

    After MOVE, ``move`` is the move found; its last step is not played on the position.
    """

    def __init__(self, position: Position) -> None:
        self.off = Marks()
        self.ends = Marks()
        self.strict = False
        self.went_on = False
        self.budget = 0
        self.move = Course()
        self._position = position
        self._steps = self.move.steps
        self._must = False
        self._least = 1
        self._limit = MOVE_LOG
        self._shown = True
        self._useful = False
        self._depth = 0  # steps played
        # For each depth, where to look for the next step: its number * 2, plus 1 for withdrawal. At depth 0
        # also where to end, and the direction of the step before it.
        self._codes = array("H", bytearray(2 * MOVE_LOG))
        self._end = 0
        self._last = 0

    def begin(self, stone: int, least: int, limit: int, alone: bool) -> None:
        """Walk the moves of ``stone``, or of all stones (NONE), that have ``least`` to ``limit`` steps.

        ``alone``: that the stone moves at all explains something, so one move of a single step is shown even
        if it explains nothing else. In mid-move only the moving stone is walked.
        """
        position = self._position
        self._least = least
        self._limit = limit
        self._shown = not alone or least > 1
        self._must = position.steps > 0 or position.must_capture()
        self._last = position.last_way()
        self._depth = 0
        self.move.size = 0
        if position.steps:
            stone = position.stone
        if position.steps and not position.may_go_on():
            self._codes[0] = 0
            self._end = 0
        elif stone == NONE:
            self._codes[0] = 0
            self._end = STEPS
        else:
            self._codes[0] = FIRST[stone] * 2
            self._end = FIRST[stone + 1]

    def go(self) -> int:
        """Find the next move: MOVE; END, there is none; PAUSE, the budget is spent.

        After PAUSE ``rest`` and ``resume`` allow the position to be looked at in between.
        """
        position = self._position
        move = self.move
        depth = self._depth
        while True:
            if move.size > depth:
                # The step found last: go on with it, if that is allowed.
                move.size = depth
                if depth + 1 < self._limit and self._must:
                    s = self._steps[depth]
                    position.play_step(s, move.kinds[depth])
                    depth += 1
                    self._depth = depth
                    move.size = depth
                    self._codes[depth] = FIRST[TO[s]] * 2
            if self.budget <= 0:
                return PAUSE
            if self._find(depth):
                move.size = depth + 1
                if self._useful and depth + 1 >= self._least:
                    self._shown = True
                    return MOVE
            elif depth:
                position.back()
                depth -= 1
                self._depth = depth
                move.size = depth
            else:
                return END

    def stop(self) -> None:
        """Take back what is played."""
        self.rest()
        self._depth = 0

    def rest(self) -> None:
        """Take back, for the time being, what is played."""
        for _ in range(self._depth):
            self._position.back()

    def resume(self) -> None:
        """Play again what ``rest`` took back; the position must not have been touched in between."""
        for _ in range(self._depth):
            self._position.again()

    def _find(self, depth: int) -> bool:
        """Look for the next step at this depth that is worth looking at; it comes into the lists."""
        position = self._position
        board = position.board
        turn = position.turn
        code = self._codes[depth]
        end = self._end
        last = self._last
        if depth:
            s = self._steps[depth - 1]
            end = FIRST[TO[s] + 1]
            last = WAY[s]
        origin = FROM
        to = TO
        way = WAY
        if not self._must:
            for s in range(code >> 1, end):
                if board[to[s]] == EMPTY and board[origin[s]] == turn and self._suits_paika(s):
                    return True
            return False
        visited = position.visited
        enemy = 3 - turn
        ahead = AHEAD
        behind = BEHIND
        only_withdrawal = code & 1
        for s in range(code >> 1, end):
            q = to[s]
            if board[q] == EMPTY and board[origin[s]] == turn and not visited[q] and way[s] != last:
                x = ahead[s]
                if board[x] == enemy and not only_withdrawal and self._suits(depth, s, x, way[s], APPROACH):
                    return True
                x = behind[s]
                if board[x] == enemy and self._suits(depth, s, x, way[s] ^ 4, WITHDRAWAL):
                    return True
            only_withdrawal = 0
        return False

    def _suits_paika(self, s: int) -> bool:
        """Whether to look at paika ``s``, and if so, note it."""
        if self._shown and not self.ends.value[TO[s]]:
            return False
        self._note(0, s, PAIKA, 0, 0)
        self._codes[0] = s * 2 + 2
        self._useful = True
        return True

    def _suits(self, depth: int, s: int, x: int, d: int, kind: int) -> bool:
        """Whether to look at step ``s``, which takes the line from ``x`` in direction ``d``; then note it."""
        board = self._position.board
        enemy = board[x]
        off = self.off.value
        ends = self.ends.value
        useful = not self._shown or ends[TO[s]] > 0
        taken = 0
        hits = 0
        while board[x] == enemy:
            taken += 1
            if off[x]:
                hits += 1
            elif self.strict and not ends[x]:
                return False
            x = NEXT[x * 8 + d]
        useful = useful or hits > 0
        if depth + 1 == self._limit:
            self.went_on = True
            if not useful:
                return False
        self._note(depth, s, kind, taken, hits)
        self._codes[depth] = s * 2 + (1 if kind == APPROACH else 2)
        self._useful = useful
        return True

    def _note(self, depth: int, s: int, kind: int, taken: int, hits: int) -> None:
        move = self.move
        move.steps[depth] = s
        move.kinds[depth] = kind
        move.taken[depth] = taken
        move.hits[depth] = hits
        self.budget -= 1
