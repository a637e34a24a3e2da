"""A test of every contact by hand: a light goes from point to point, and a stone with it."""

from fanorona.compat import const
from fanorona.hands.buttons import MENU_LONG, TURN_DOWN
from fanorona.hands.tracker import Tracker
from fanorona.lights.painter import DARK, DOUBTFUL, EXTRA, LIFTED, MISSING, TEST, WINNER
from fanorona.modes.selftest import CHATTERS, DEAD_POINT, MOST_DIODES, POINT_FAULTS, STAYS_CLOSED, SelfTest
from fanorona.rules.geometry import COLUMNS, NONE, POINTS, ROWS
from fanorona.wire.reports import Reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.painter import Painter

_DONE = const(59)  # points and lines


class Trial:
    """An ``Apart``. ``point`` is the one that is lit, POINTS once all have been.

    Its contact has to change twice: a stone comes and goes, or the one that stands there goes and comes back.
    *turn* passes over a point whose contact does not. ``faults`` are those of the points, as in ``selftest``.
    """

    def __init__(self, reports: Reports, tracker: Tracker, test: SelfTest) -> None:
        self.more = False
        self.point = POINTS
        self.faults = bytearray(POINTS)
        self._changes = 0
        self._reports = reports
        self._occupied = tracker.reading.occupied
        self._before = bytearray(POINTS)  # as the stones stood when the test began
        self._test = test
        self._probed = NONE  # a point whose diode is looked at
        self._told = _DONE  # how many of the points and lines have been told

    def begin(self) -> None:
        """Light the first point."""
        for p in range(POINTS):
            self._before[p] = self._occupied[p]
            self.faults[p] = 0
        self.point = 0
        self._changes = 0
        self._probed = NONE
        self._told = 0
        self.more = False

    def contact(self, p: int, closed: int) -> None:
        """A contact has changed."""
        self._occupied[p] = closed
        if p == self.point:
            self._changes += 1
            if self._changes == 2:
                self._go_to_next(CHATTERS if self._reports.chattering.value[p] else 0)

    def press(self, press: int) -> bool:
        """*turn* passes over a point; a long *menu*, or any press after the last point, ends the test."""
        if self.point == POINTS:
            return True
        if press == TURN_DOWN:
            self._test.wanted = True  # as a stone may stand there which its contact does not tell
            self._probed = self.point
            self._go_to_next(STAYS_CLOSED if self._occupied[self.point] else DEAD_POINT)
        elif press == MENU_LONG:
            self._reports.word(b"test", b"done")
            return True
        return False

    def tell(self) -> None:
        """Report the point that is lit, or after the last one the next fault."""
        self.more = False
        if self._probed != NONE and not self._test.wanted:
            if 0 < self._test.points[self._probed] <= MOST_DIODES:
                self.faults[self._probed] = self._test.points[self._probed]
            self._probed = NONE
        if self.point < POINTS:
            self._test.tell(b"try", self.point)
            return
        while self._told < _DONE:
            at = self._told
            self._told += 1
            fault = self._of_line(at - POINTS) if at >= POINTS else self._of_point(at)
            if fault:
                self._test.tell(POINT_FAULTS[fault], at)
                self.more = True
                return
        self._reports.word(b"test", b"done")

    def paint(self, painter: "Painter") -> None:
        """The point in question, stones that came or went elsewhere; in the end what was found."""
        for p in range(POINTS):
            fault = self.faults[p]
            role = DARK
            if self.point == POINTS:
                role = EXTRA if fault == STAYS_CLOSED else DOUBTFUL if fault == CHATTERS else MISSING
                if not fault:
                    role = WINNER
            elif p == self.point:
                role = LIFTED if self._changes else TEST
            elif self._occupied[p] != self._before[p] and not fault:
                role = EXTRA if self._occupied[p] else MISSING
            painter.light(p, role)

    def _go_to_next(self, fault: int) -> None:
        self.faults[self.point] = fault
        self.point += 1
        self._changes = 0

    def _of_point(self, p: int) -> int:
        """The fault to tell of a point; 0 where its whole row or column has the same."""
        fault = self.faults[p]
        if fault == DEAD_POINT or fault == STAYS_CLOSED:
            if self._of_line(p // COLUMNS) or self._of_line(ROWS + p % COLUMNS):
                return 0
        return fault

    def _of_line(self, line: int) -> int:
        """The fault that all points of a row or column have."""
        fault = -1
        for p in range(POINTS):
            if line == (p // COLUMNS if line < ROWS else ROWS + p % COLUMNS):
                if fault < 0:
                    fault = self.faults[p]
                elif self.faults[p] != fault:
                    return 0
        return fault if fault == DEAD_POINT or fault == STAYS_CLOSED else 0
