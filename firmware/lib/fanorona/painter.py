"""Position, tracker and hint to one role per point. Knows colours by role only; ``leds`` knows them by RGB.

Which roles are shown depends on the level of help: 0 none but set-up and result, 1 what is wrong, 2 also
captured stones to come off, choices, an open move and the last move, 3 also where a lifted stone may go and
what it would take, 4 also which stones may move.
"""

from fanorona.compat import const
from fanorona.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.geometry import NONE, POINTS
from fanorona.rules import APPROACH, BLACK, EMPTY, PAIKA, WHITE, WITHDRAWAL
from fanorona.tracker import DOUBT, EARLY, IDLE, OPEN, OVER, SETUP, WRONG, Tracker

DARK = const(0)
MAY_MOVE = const(1)
LIFTED = const(2)
TO_PAIKA = const(3)
TO_APPROACH = const(4)
TO_WITHDRAWAL = const(5)
TO_EITHER = const(6)
TAKES_APPROACH = const(7)
TAKES_WITHDRAWAL = const(8)
TAKES_EITHER = const(9)
CAPTURED = const(10)
EXTRA = const(11)
MISSING = const(12)
DOUBTFUL = const(13)
LAST_FROM = const(14)
LAST_TO = const(15)
WINNER = const(16)
SETUP_WHITE = const(17)
SETUP_BLACK = const(18)
HINT_FROM = const(19)
HINT_PATH = const(20)
HINT_TAKES = const(21)
GOES_ON = const(22)
TEST = const(23)
DRAW = const(24)

ROLES = const(25)
LETTERS = b".mlpaweAWExrnqftvikhjgozd"
"""A letter for each role, for light frames in text."""

ERRORS = const(1)
CAPTURES = const(2)
DESTINATIONS = const(3)
MOVERS = const(4)


class Painter:
    """Paints ``roles``, a bytearray(45) of role codes by point."""

    def __init__(self) -> None:
        self.roles = bytearray(POINTS)
        self._marks = bytearray(POINTS + 1)
        self._takes = bytearray(POINTS + 1)

    def clear(self) -> None:
        """All points dark."""
        for p in range(POINTS):
            self.roles[p] = DARK

    def test(self, p: int) -> None:
        """The self-test: one point lit, all others dark."""
        self.clear()
        self.roles[p] = TEST

    def paint(self, tracker: Tracker, level: int, hint: bytearray) -> None:
        """Paint what the tracker shows. ``hint`` holds a role per point, seen while nobody is moving."""
        self.clear()
        if tracker.phase == SETUP:
            self._paint_setup(tracker)
        elif tracker.phase == OVER:
            self._paint_result(tracker)
        else:
            if level >= CAPTURES:
                self._paint_progress(tracker, level)
            if tracker.status == IDLE:
                for p in range(POINTS):
                    if hint[p]:
                        self.roles[p] = hint[p]
            if level >= ERRORS:
                self._paint_errors(tracker)

    def _paint_setup(self, tracker: Tracker) -> None:
        board = tracker.game.position.board
        for p in range(POINTS):
            if tracker.amiss[p]:
                if tracker.occupied[p]:
                    self.roles[p] = EXTRA
                else:
                    self.roles[p] = SETUP_WHITE if board[p] == WHITE else SETUP_BLACK

    def _paint_result(self, tracker: Tracker) -> None:
        result = tracker.game.result
        board = tracker.game.position.board
        winner = WHITE if result == WHITE_WINS else BLACK if result == BLACK_WINS else EMPTY
        for p in range(POINTS):
            if board[p] != EMPTY:
                if board[p] == winner:
                    self.roles[p] = WINNER
                elif result == DRAWN:
                    self.roles[p] = DRAW

    def _paint_errors(self, tracker: Tracker) -> None:
        roles = self.roles
        if tracker.status == WRONG:
            for p in range(POINTS):
                if tracker.amiss[p]:
                    roles[p] = EXTRA if tracker.occupied[p] else MISSING
        elif tracker.status == DOUBT:
            for p in range(POINTS):
                if tracker.doubt[p]:
                    roles[p] = DOUBTFUL

    def _paint_progress(self, tracker: Tracker, level: int) -> None:
        roles = self.roles
        position = tracker.game.position
        status = tracker.status
        if status == IDLE:
            self._paint_last_move(tracker)
        if status == OPEN:
            roles[position.stone] = GOES_ON
        if tracker.hand != NONE:
            if level >= DESTINATIONS:
                self._paint_ways(tracker)
        elif status == IDLE:
            if level >= MOVERS:
                self._paint_movers(tracker)
        elif status == EARLY and level >= DESTINATIONS:
            self._paint_movers(tracker)
        for p in range(POINTS):
            if tracker.due[p]:
                if tracker.choice:
                    roles[p] = _by_kind(tracker.due[p], TAKES_APPROACH, TAKES_WITHDRAWAL, TAKES_EITHER)
                else:
                    roles[p] = CAPTURED

    def _paint_movers(self, tracker: Tracker) -> None:
        tracker.game.position.movable(self._marks)
        for p in range(POINTS):
            if self._marks[p]:
                self.roles[p] = MAY_MOVE

    def _paint_last_move(self, tracker: Tracker) -> None:
        last = tracker.game.record.last
        if last >= 0:
            self.roles[tracker.game.record.start(last)] = LAST_FROM
            self.roles[tracker.game.record.end(last)] = LAST_TO

    def _paint_ways(self, tracker: Tracker) -> None:
        """Where the stone in the hand may go, and what each way takes."""
        roles = self.roles
        position = tracker.game.position
        hand = tracker.hand
        position.destinations(hand, self._marks)
        for p in range(POINTS):
            self._takes[p] = 0
        for q in range(POINTS):
            kinds = self._marks[q]
            if kinds & APPROACH:
                position.takes(hand, q, APPROACH, self._takes)
            if kinds & WITHDRAWAL:
                position.takes(hand, q, WITHDRAWAL, self._takes)
        for p in range(POINTS):
            kinds = self._marks[p]
            if kinds == PAIKA:
                roles[p] = TO_PAIKA
            elif kinds:
                roles[p] = _by_kind(kinds, TO_APPROACH, TO_WITHDRAWAL, TO_EITHER)
            kinds = self._takes[p]
            if kinds and tracker.occupied[p]:
                roles[p] = _by_kind(kinds, TAKES_APPROACH, TAKES_WITHDRAWAL, TAKES_EITHER)
        roles[hand] = LIFTED


def _by_kind(kinds: int, approach: int, withdrawal: int, either: int) -> int:
    return approach if kinds == APPROACH else withdrawal if kinds == WITHDRAWAL else either
