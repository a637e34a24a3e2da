"""All moves that can be made now, found while nobody touches the board, so that it answers at once."""

from array import array

from fanorona.compat import const
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import MOVE_LOG, Position
from fanorona.rules.steps import FROM
from fanorona.rules.walk import Course, Walk

HALF = const(29)
"""Points whose bits fit into a number that takes no memory."""

ROOM = const(144)
"""Moves that fit, below 256. In 56 000 positions of random play there were 123 at most, 9 in the middle."""


class Book:
    """The complete moves (R12) from a position, in the order of the walk: each stone's after one another.

    Moves that begin alike share their beginning, so each is one entry: its last step, and the entry that it
    goes on from. For each, ``steps`` holds its last step, ``lengths`` the number of steps of the move, and of
    the stones that it takes ``low`` has bit p for each on a point p below HALF, and ``high`` bit p - HALF for
    the others. Entries ``first[p]`` to ``last[p]``, without the latter, begin with the stone on ``p``; 0 to
    ``size`` are all. ``is_complete`` tells whether all moves are there; they never will be if there is no
    room for them.
    """

    def __init__(self) -> None:
        self.size = 0
        self.is_complete = False
        self.first = bytearray(POINTS)
        self.last = bytearray(POINTS)
        self.steps = bytearray(ROOM)
        self.lengths = bytearray(ROOM)
        self.low = array("I", bytearray(4 * ROOM))
        self.high = array("H", bytearray(2 * ROOM))
        self._kinds = bytearray(ROOM)
        self._taken = bytearray(ROOM)
        self._before = bytearray(ROOM)  # the entry that each goes on from
        self._line = bytearray(MOVE_LOG)  # the entries of the move found last
        self._position = Position(MOVE_LOG)
        self._walk = Walk(self._position)
        self._is_open = False
        self._is_full = False

    def close(self) -> None:
        """The position has changed: what stands here is no longer true."""
        self._is_open = False
        self._is_full = False
        self.is_complete = False

    def grow(self, position: Position, count: int) -> bool:
        """Find up to ``count`` more moves of ``position``; whether there is anything left to do."""
        if self.is_complete or self._is_full:
            return False
        walk = self._walk
        if not self._is_open:
            self._is_open = True
            self._position.mirror(position)
            walk.begin(NONE)
            self.size = 0
            for p in range(POINTS):
                self.last[p] = 0
            return True
        move = walk.move
        for _ in range(count):
            if not walk.go():
                self.is_complete = True
                return False
            if self.size == ROOM:
                self._is_full = True
                return False
            self._enter(move)
        return True

    def _enter(self, move: Course) -> None:
        n = self.size
        depth = move.size - 1
        self.steps[n] = move.steps[depth]
        self._kinds[n] = move.kinds[depth]
        self._taken[n] = move.taken[depth]
        self.lengths[n] = move.size
        self._line[depth] = n
        low = 0
        high = 0
        for i in range(move.follow(move.size)):
            p = move.line[i]
            if p < HALF:
                low |= 1 << p
            else:
                high |= 1 << p - HALF
        self.low[n] = low
        self.high[n] = high
        start = FROM[move.steps[0]]
        if depth:
            self._before[n] = self._line[depth - 1]
        elif not self.last[start]:
            self.first[start] = n
        self.last[start] = n + 1
        self.size = n + 1

    def takes_any(self, n: int, low: int, high: int) -> bool:
        """Whether the last step of entry ``n`` takes a stone on one of these points, given as in the book."""
        low &= self.low[n]
        high &= self.high[n]
        if self.lengths[n] > 1:
            before = self._before[n]
            low &= ~self.low[before]
            high &= ~self.high[before]
        return low > 0 or high > 0

    def read(self, n: int, move: Course) -> None:
        """Write the move of entry ``n`` into ``move``."""
        i = self.lengths[n]
        move.size = i
        while i:
            i -= 1
            move.steps[i] = self.steps[n]
            move.kinds[i] = self._kinds[n]
            move.taken[i] = self._taken[n]
            n = self._before[n]
