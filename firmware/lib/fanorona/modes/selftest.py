"""The self-test: what the contacts read, what of the matrix is at fault, a light that runs over the board.

Whoever drives the session probes the matrix while ``wanted`` is set, and hands over what was found.
"""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.hands.tracker import DOUBT, IDLE, PLAY, Tracker
from fanorona.rules.geometry import COLUMNS, POINTS, ROWS
from fanorona.rules.rules import EMPTY, WALL
from fanorona.wire.reports import Reports

LIGHT_MS = const(50)
"""How long each point is lit."""
HAND_MS = const(3000)
"""How long a stone that is missing may be in a hand; longer, and its contact is at fault."""
LINES = const(14)
"""Rows 1 to 5, then columns a to i."""

NO_POINT = const(-1)
"""In the place of the lit point while no test is on."""

MOST_DIODES = const(2)
"""Faults of points up to this number are those of diodes."""
DEAD_POINT = const(4)
STAYS_CLOSED = const(5)
CHATTERS = const(6)
POINT_FAULTS = (b"", b"reversed", b"bridged", b"", b"dead", b"closed", b"chatters")
"""The names of a point's faults; 3 is none, but hidden by the fault of another."""

_STUCK = const(1)
_DEAD = const(2)
_HIDDEN = const(3)
_ENOUGH = const(4)  # lines and points are dead while elsewhere at most one stone is missing for so many there
_ALL = const(59)  # points and lines
_UNKNOWN = const(-1)
_FEW = const(2)  # and so many of its own
_WIRES = (b"", b"stuck", b"dead")
_NAMES = (b"1", b"2", b"3", b"4", b"5", b"a", b"b", b"c", b"d", b"e", b"f", b"g", b"h", b"i")


class SelfTest:
    """One test at a time. ``point`` is the one that is lit, NO_POINT while no test is on.

    ``points`` has the fault of each point, as far as it is known.
    """

    def __init__(self, reports: Reports, tracker: Tracker) -> None:
        self.point = NO_POINT
        self.wanted = False
        self._reports = reports
        self._tracker = tracker
        self._since = 0
        self._untold = False  # whether the light is still to be told
        self.points = bytearray(POINTS)
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
            self.points[p] = diodes[p]
        for line in range(LINES):
            self._wires[line] = stuck[line]

    def is_on(self) -> bool:
        """Whether a point is lit."""
        return self.point != NO_POINT

    def go_on(self, now: int) -> bool:
        """Report the light or the next fault, or light the next point in its time; whether lights change."""
        if self._untold:
            self._untold = False
            self.tell(b"lights", self.point)
            return False
        if self._tell_fault(now) or self.due(now) != 0:
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
        if self._untold:
            return 0
        if self._cursor == _UNKNOWN and self._is_in_hand():
            return left(HAND_MS, self._since, now)
        return left(LIGHT_MS, self._since, now) if self.wanted or self._cursor == _ALL else 0

    def _tell_fault(self, now: int) -> bool:
        """Report the next fault, if there is one; whether that was work enough for one step."""
        if self.wanted:
            return False
        if self._cursor == _UNKNOWN:
            if self.due(now):
                return True  # the missing stone may be in a hand
            self._cursor = 0
            self._find_dead()
            for p in range(POINTS):
                if not self.points[p] and self._reports.chattering.value[p]:
                    self.points[p] = CHATTERS
            return True
        while self._cursor < _ALL:
            at = self._cursor
            self._cursor += 1
            kind = POINT_FAULTS[self.points[at]] if at < POINTS else _WIRES[self._wires[at - POINTS]]
            if kind:
                self.tell(kind, at)
                return True
        return False

    def tell(self, what: bytes, where: int) -> None:
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
        """Find lines and points of which nothing is seen although most others are; and extra stones."""
        unseen = bytearray(LINES)
        is_high = False  # a line by itself, which closes contacts that are open
        for line in range(LINES):
            unseen[line] = 1
            is_high = is_high or self._wires[line] > 0
        occupied = bytearray(POINTS)
        for p in range(POINTS):
            # Where a diode is bad there is a stone, and stones that it hides are no fault of their points.
            occupied[p] = 1 if self.points[p] else self._tracker.reading.occupied[p]
            if occupied[p]:
                unseen[p // COLUMNS] = unseen[ROWS + p % COLUMNS] = 0
        board = self._tracker.game.position.board
        stones = 0
        seen = 0
        missing = 0
        extra = 0
        for p in range(POINTS):
            if board[p] % WALL == EMPTY:
                extra += self._is_extra(p)
            else:
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
                if board[p] % WALL != EMPTY and not occupied[p]:
                    if not self._wires[p // COLUMNS] and not self._wires[ROWS + p % COLUMNS]:
                        self.points[p] = DEAD_POINT
                elif not is_high and extra * _ENOUGH <= seen and self._is_extra(p):
                    self.points[p] = STAYS_CLOSED

    def _is_in_hand(self) -> bool:
        """Whether a stone seems to be on its way."""
        return self._tracker.phase == PLAY and IDLE < self._tracker.status < DOUBT

    def _is_extra(self, p: int) -> int:
        """Whether a contact is closed where no stone should be, and none is on its way."""
        tracker = self._tracker
        if self._is_in_hand():
            return 0
        return (
            tracker.reading.occupied[p]
            and not self.points[p]
            and tracker.game.position.board[p] % WALL == EMPTY
        )

    def _stones(self, line: int) -> int:
        """How many stones should stand on a row or column."""
        board = self._tracker.game.position.board
        count = 0
        for p in range(POINTS):
            if board[p] % WALL != EMPTY and line == (p // COLUMNS if line < ROWS else ROWS + p % COLUMNS):
                count += 1
        return count
