"""Walks through the moves that can be made, a few at a time."""

from array import array

from fanorona.rules.geometry import NEXT, NONE, POINTS
from fanorona.rules.rules import APPROACH, EMPTY, MOVE_LOG, PAIKA, PLACING, WITHDRAWAL, Position
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, FROM, STEPS, TO, WAY

_line = bytearray(POINTS)


class Course:
    """The ``size`` steps of a move, or of what follows the steps that are sure.

    For each of them, from 0 on, ``steps`` holds its number, ``kinds`` its kind and ``taken`` how many stones
    it takes. ``line`` gets the points of these stones from ``follow``, until another course is followed: they
    all share it.
    """

    def __init__(self) -> None:
        self.size = 0
        self.steps = bytearray(MOVE_LOG)
        self.kinds = bytearray(MOVE_LOG)
        self.taken = bytearray(MOVE_LOG)
        self.line = _line

    def copy(self, other: "Course") -> None:
        """Become ``other``."""
        size = other.size
        self.size = size
        for i in range(size):
            self.steps[i] = other.steps[i]
            self.kinds[i] = other.kinds[i]
            self.taken[i] = other.taken[i]

    def start(self) -> int:
        """The point that its stone comes from; there has to be a step."""
        return FROM[self.steps[0]]

    def end(self) -> int:
        """The point that its last step ends on; there has to be one."""
        return TO[self.steps[self.size - 1]]

    def begins(self, other: "Course") -> bool:
        """Whether it begins with all the steps of ``other``."""
        same = self.size >= other.size
        for i in range(other.size):
            same = same and self.steps[i] == other.steps[i] and self.kinds[i] == other.kinds[i]
        return same

    def equals(self, other: "Course") -> bool:
        """Whether it has the steps of ``other``, and no more."""
        return self.size == other.size and self.begins(other)

    def comes_to(self, other: "Course") -> bool:
        """Whether it begins and ends where ``other`` does, and takes the same stones."""
        count = self.follow(self.size)
        if self.start() != other.start() or self.end() != other.end() or count != other.follow(other.size):
            return False
        for i in range(count):
            if not other.takes(self.line[i]):
                return False
        return True

    def leads_to(self, p: int, but: int = 0) -> bool:
        """Whether a step ends on that point; the last ``but`` steps do not count."""
        for i in range(self.size - but):
            if TO[self.steps[i]] == p:
                return True
        return False

    def takes(self, p: int) -> bool:
        """Whether it takes a stone on that point."""
        for i in range(self.follow(self.size)):
            if self.line[i] == p:
                return True
        return False

    def play(self, position: Position) -> None:
        """Play the steps on ``position``."""
        for i in range(self.size):
            position.play_step(self.steps[i], self.kinds[i])

    def unplay(self, position: Position) -> None:
        """Become the steps that have been played this turn on ``position``, and take them back."""
        n = position.steps
        self.size = n
        for i in range(n):
            self.steps[i] = position.step_number(i)
            self.kinds[i] = position.step_kind(i)
            self.taken[i] = position.step_taken(i)
        for _ in range(n):
            position.back()

    def follow(self, steps: int) -> int:
        """Write the points of the stones that the first ``steps`` steps take into ``line``; how many."""
        line = self.line
        n = 0
        for i in range(steps):
            s = self.steps[i]
            p = AHEAD[s]
            way = WAY[s]
            if self.kinds[i] == WITHDRAWAL:
                p = BEHIND[s]
                way ^= 4
            end = n + self.taken[i]
            while n < end:
                line[n] = p
                n += 1
                p = NEXT[p * 8 + way]
        return n

    def line_from(self, i: int) -> int:
        """The first point of the line that step ``i`` takes."""
        s = self.steps[i]
        return BEHIND[s] if self.kinds[i] == WITHDRAWAL else AHEAD[s]

    def line_way(self, i: int) -> int:
        """The direction of that line."""
        way = WAY[self.steps[i]]
        return way ^ 4 if self.kinds[i] == WITHDRAWAL else way


class Walk:
    """Walks through the complete moves (R12) from ``position`` as it stands at ``begin``, depth first.

    ``move`` is the one found last, without the steps that stood at ``begin``. Its last step is not played on
    the position; the others are, until ``stop``.
    """

    def __init__(self, position: Position) -> None:
        self.move = Course()
        self._position = position
        self._must = False
        self._depth = 0  # steps played
        # For each depth, where to look for the next step: its number * 2, plus 1 for withdrawal. At depth 0
        # also where to end, and the direction of the step before it.
        self._codes = array("H", bytearray(2 * MOVE_LOG))
        self._end = 0
        self._last = 0

    def begin(self, stone: int) -> None:
        """Walk the moves of ``stone``, or of all stones (NONE); in mid-move, those of the moving stone."""
        position = self._position
        first = 0
        end = STEPS
        self._must = True
        if position.steps:
            stone = position.stone
            if not position.may_go_on():
                end = 0
        elif position.phase == PLACING:
            end = 0
        else:
            self._must = position.must_capture()
        if stone != NONE and end:
            first = FIRST[stone]
            end = FIRST[stone + 1]
        self._codes[0] = first * 2
        self._end = end
        self._last = position.last_way()
        self._depth = 0
        self.move.size = 0

    def go(self) -> bool:
        """Find the next move, if there is one. A move comes before those that go on from it."""
        position = self._position
        move = self.move
        depth = self._depth
        if move.size > depth and self._must and not position.phase:
            s = move.steps[depth]
            position.play_step(s, move.kinds[depth])
            depth += 1
            self._codes[depth] = FIRST[TO[s]] * 2
        while not self._find(depth):
            if not depth:
                self._depth = 0
                move.size = 0
                return False
            position.back()
            depth -= 1
        self._depth = depth
        move.size = depth + 1
        return True

    def stop(self) -> None:
        """Take back what is played; the walk is over."""
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
        """Look for the next step at this depth; it comes into ``move``."""
        position = self._position
        board = position.board
        turn = position.turn
        code = self._codes[depth]
        end = self._end
        last = self._last
        if depth:
            s = self.move.steps[depth - 1]
            end = FIRST[TO[s] + 1]
            last = WAY[s]
        visited = position.visited
        must = self._must
        enemy = 3 - turn
        origin = FROM
        to = TO
        way = WAY
        ahead = AHEAD
        behind = BEHIND
        for s in range(code >> 1, end):
            q = to[s]
            if board[q] == EMPTY and board[origin[s]] == turn and not visited[q] and way[s] != last:
                if not must:
                    self._note(depth, s, PAIKA)
                    return True
                if not code & 1 and board[ahead[s]] == enemy:
                    self._note(depth, s, APPROACH)
                    return True
                if board[behind[s]] == enemy:
                    self._note(depth, s, WITHDRAWAL)
                    return True
            code = 0
        return False

    def _note(self, depth: int, s: int, kind: int) -> None:
        move = self.move
        move.steps[depth] = s
        move.kinds[depth] = kind
        self._codes[depth] = s * 2 + (1 if kind == APPROACH else 2)
        taken = 0
        if kind != PAIKA and self._position.phase:
            taken = 1  # V3
        elif kind != PAIKA:
            board = self._position.board
            p = move.line_from(depth)
            way = move.line_way(depth)
            enemy = board[p]
            while board[p] == enemy:
                taken += 1
                p = NEXT[p * 8 + way]
        move.taken[depth] = taken
