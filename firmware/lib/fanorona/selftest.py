"""The self-test: what the contacts read, what of the matrix is at fault, a light that runs over the board.

Whoever drives the session probes the matrix while ``wanted`` is set, and hands over what was found.
"""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.geometry import COLUMNS, POINTS, ROWS
from fanorona.reports import Reports
from fanorona.rules import EMPTY
from fanorona.tracker import Tracker

LIGHT_MS = const(50)
"""How long each point is lit."""
LINES = const(14)
"""Rows 1 to 5, then columns a to i."""

NO_POINT = const(-1)
"""In the place of the lit point while no test is on."""

_STUCK = const(1)
_DEAD = const(2)
_HIDDEN = const(3)
_DEAD_POINT = const(4)
_ENOUGH = const(4)  # lines and points are dead while elsewhere at most one stone is missing for so many there
_ALL = const(59)  # points and lines
_UNKNOWN = const(-1)
_FEW = const(2)  # and so many of its own
_POINTS = (b"", b"reversed", b"bridged", b"", b"dead")
_WIRES = (b"", b"stuck", b"dead")
_NAMES = (b"1", b"2", b"3", b"4", b"5", b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h", b"i")


class SelfTest:
    """One test at a time. ``point`` is the one that is lit, NO_POINT while no test is on."""

    def __init__(self, reports: Reports, tracker: Tracker) -> None:
        self.point = NO_POINT
        self.wanted = False
        self._reports = reports
        self._tracker = tracker
        self._since = 0
        self._untold = False  # whether the light is still to be told
        self._points = bytearray(POINTS)
        self._wires = bytearray(LINES)
        self._cursor = _ALL  # the next of the points, then of the lines, whose fault is to be told

    def start(self, now: int) -> None:
        """Report what the contacts read, and begin with the light and the faults."""
        self._reports.reeds(b"test")
        self.point = 0
        self.wanted = True
        self._untold = True
        self._since = now
        self._cursor = _UNKNOWN

    def take(self, diodes: bytearray, stuck: bytearray) -> None:
        """Take what a probe has found.

        For each point 0, or 1 for a reversed or 2 for a bridged diode, or 3 where such a one in the same row
        hides a stone. For each row, then each column, 1 if it is high although nothing drives it.
        """
        self.wanted = False
        for p in range(POINTS):
            self._points[p] = diodes[p]
        for line in range(LINES):
            self._wires[line] = stuck[line]

    def go_on(self, now: int) -> bool:
        """Report the light or the next fault, or light the next point in its time; whether lights change."""
        if self._untold:
            self._untold = False
            self._tell(b"lights", self.point)
            return False
        if self._tell_fault() or self.due(now) != 0:
            return False
        self._since = now
        self.point += 1
        self._untold = self.point < POINTS
        if not self._untold:
            self.point = NO_POINT
            self._reports.word(b"test", b"done")
        return True

    def due(self, now: int) -> int:
        """Milliseconds until ``go_on`` has something to do; -1 while no test is on."""
        if self.point == NO_POINT:
            return -1
        told = not self._untold and (self.wanted or self._cursor == _ALL)
        return left(LIGHT_MS, self._since, now) if told else 0

    def _tell_fault(self) -> bool:
        """Report the next fault, if there is one; whether that was work enough for one step."""
        if self.wanted:
            return False
        if self._cursor == _UNKNOWN:
            self._cursor = 0
            self._find_dead()
            return True
        while self._cursor < _ALL:
            at = self._cursor
            self._cursor += 1
            kind = _POINTS[self._points[at]] if at < POINTS else _WIRES[self._wires[at - POINTS]]
            if kind:
                self._tell(kind, at)
                return True
        return False

    def _tell(self, what: bytes, where: int) -> None:
        """Report something of a point or, from POINTS on, of a line."""
        out = self._reports.outbox
        out.begin(b"test", self._reports.now)
        out.put(what)
        if where < POINTS:
            out.put_point(where)
        else:
            out.put(_NAMES[where - POINTS])
        out.end()

    def _find_dead(self) -> None:
        """Find lines, and points of others, of which nothing is seen although most other stones are."""
        unseen = bytearray(LINES)
        for line in range(LINES):
            unseen[line] = 1
        occupied = bytearray(POINTS)
        for p in range(POINTS):
            # Where a diode is bad there is a stone, and stones that it hides are no fault of their points.
            occupied[p] = 1 if self._points[p] else self._tracker.reading.occupied[p]
            if occupied[p]:
                unseen[p // COLUMNS] = unseen[ROWS + p % COLUMNS] = 0
        board = self._tracker.game.position.board
        stones = 0
        seen = 0
        missing = 0
        for p in range(POINTS):
            if board[p] != EMPTY:
                stones += 1
                if occupied[p]:
                    seen += 1
                elif not unseen[p // COLUMNS] and not unseen[ROWS + p % COLUMNS]:
                    missing += 1
        if 2 * seen >= stones and missing * _ENOUGH <= seen:
            for line in range(LINES):
                if unseen[line] and not self._wires[line] and self._stones(line) >= _FEW:
                    self._wires[line] = _DEAD
            for p in range(POINTS):
                if board[p] != EMPTY and not occupied[p]:
                    if not self._wires[p // COLUMNS] and not self._wires[ROWS + p % COLUMNS]:
                        self._points[p] = _DEAD_POINT

    def _stones(self, line: int) -> int:
        """How many stones should stand on a row or column."""
        board = self._tracker.game.position.board
        count = 0
        for p in range(POINTS):
            if board[p] != EMPTY and line == (p // COLUMNS if line < ROWS else ROWS + p % COLUMNS):
                count += 1
        return count
