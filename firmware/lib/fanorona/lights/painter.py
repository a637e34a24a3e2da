"""Position, tracker and hint to one role per point. Knows colours by role only; ``leds`` knows them by RGB.

Which roles are shown depends on the level of help of the side to move: 0 none but set-up and result, and a
hint or a self-test that was asked for; 1 also what is wrong; 2 also captured stones to come off, choices, an
open move and the last move; 3 also where a lifted stone may go and what it would take, and which ones could
capture where another has been lifted; 4 also which stones may move. What is wrong concerns both sides: it is
shown unless both have 0.
"""

from fanorona.compat import const
from fanorona.hands.marks import Marks
from fanorona.hands.tracker import DOUBT, EARLY, IDLE, OPEN, OVER, SETUP, WRONG, Tracker
from fanorona.hands.weighing import TAKING
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.geometry import DIRECTIONS, NEXT, NONE, POINTS
from fanorona.rules.rules import (
    APPROACH,
    BLACK,
    DEBTOR,
    EMPTY,
    PAIKA,
    PLACING,
    WALL,
    WHITE,
    WITHDRAWAL,
    Position,
)
from fanorona.rules.steps import FIRST, TO, WAY

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
PUT_WHITE = const(25)
PUT_BLACK = const(26)
BAD_CONTACT = const(27)
LEFT = const(28)
OFFERED = const(29)
BETTER = const(30)
WORSE = const(31)

ROLES = const(32)
LETTERS = b".mlpaweAWExrnqftvikhjgozdIKbsyuc"
"""A letter for each role, for light frames in text."""

CAPTURES = const(2)
DESTINATIONS = const(3)
MOVERS = const(4)


class Painter:
    """Paints ``roles``, a bytearray(45) of role codes by point. ``chattering`` marks contacts."""

    def __init__(self, chattering: Marks) -> None:
        self._chattering = chattering
        self._lit = Marks()
        self.roles = self._lit.value
        self._takes = Marks()

    def test(self, p: int) -> None:
        """The self-test: one point lit, all others dark."""
        self._lit.clear()
        self._lit.put(p, TEST)

    def light(self, p: int, role: int) -> None:
        """Give one point a role."""
        if self.roles[p] != role:
            if role:
                self._lit.put(p, role)
            else:
                self._lit.drop(p)

    def paint(self, tracker: Tracker, levels: bytes | bytearray, hint: Marks) -> None:
        """Paint what the tracker shows. ``levels``: of help, by side; at EMPTY 0 where neither has any.

        ``hint`` marks points with the roles of an advice.
        """
        if tracker.phase == SETUP:
            self._paint_setup(tracker)
            return
        self._lit.clear()
        if tracker.phase == OVER:
            self._paint_result(tracker)
        else:
            level = levels[tracker.game.position.turn]
            if level >= CAPTURES:
                self._paint_progress(tracker, level)
            elif hint.size:
                self._paint_due(tracker)  # what a move that is shown has taken has to come off, too
            if hint.size and _is_seen(tracker, hint.points[0], hint.value[hint.points[0]]):
                first = hint.value[hint.points[0]]
                # A hint is seen alone; so is where a stone may be placed: some eyes see the same colour.
                if first == HINT_FROM or tracker.game.position.phase == PLACING:
                    self._lit.clear()
                for i in range(hint.size):
                    self._lit.put(hint.points[i], hint.value[hint.points[i]])
            if levels[EMPTY]:
                self._paint_errors(tracker)

    def _paint_setup(self, tracker: Tracker) -> None:
        """Up to 45 lights, of which a stone changes one: so only what changes is painted."""
        board = tracker.game.position.board
        occupied = tracker.reading.occupied
        differs = tracker.reading.differs.value
        for p in range(POINTS):
            role = DARK
            if differs[p]:
                role = EXTRA if occupied[p] else SETUP_WHITE if board[p] == WHITE else SETUP_BLACK
                if tracker.sees_too_little and role != EXTRA:
                    role = MISSING
            self.light(p, role)

    def _paint_result(self, tracker: Tracker) -> None:
        result = tracker.game.result
        board = tracker.game.position.board
        winner = WHITE if result == WHITE_WINS else BLACK if result == BLACK_WINS else EMPTY
        for p in range(POINTS):
            if board[p] % WALL != EMPTY:
                if board[p] == winner:
                    self._lit.put(p, WINNER)
                elif result == DRAWN:
                    self._lit.put(p, DRAW)

    def _paint_errors(self, tracker: Tracker) -> None:
        lit = self._lit
        self._paint_contacts(tracker.reading.blind)
        self._paint_contacts(self._chattering)
        if tracker.is_lost:
            self._paint_way_back(tracker)
        elif tracker.status == WRONG:
            amiss = tracker.reading.amiss
            for i in range(amiss.size):
                p = amiss.points[i]
                lit.put(p, EXTRA if tracker.reading.occupied[p] else MISSING)
        elif tracker.status == DOUBT:
            doubt = tracker.reading.doubt
            for i in range(doubt.size):
                lit.put(doubt.points[i], DOUBTFUL)

    def _paint_way_back(self, tracker: Tracker) -> None:
        """One point at a time: stones that must go, then those that must come, told apart by their colour."""
        reading = tracker.reading
        missing = NONE
        for p in range(POINTS):
            if reading.amiss.value[p]:
                if reading.occupied[p]:
                    self._lit.put(p, EXTRA)
                    return
                if missing == NONE:
                    missing = p
        if missing == NONE:
            return  # what is still missing counts no more, of which the tracker has to think yet
        colour = reading.base[missing]
        if colour == EMPTY:
            colour = tracker.game.position.turn  # the moving stone, on its way
        self._lit.put(missing, SETUP_WHITE if colour == WHITE else SETUP_BLACK)

    def _paint_contacts(self, marks: Marks) -> None:
        """Contacts that do not work, where there is nothing else to show."""
        for i in range(marks.size):
            if not self._lit.value[marks.points[i]]:
                self._lit.put(marks.points[i], BAD_CONTACT)

    def _paint_progress(self, tracker: Tracker, level: int) -> None:
        status = tracker.status
        if status == IDLE:
            self._paint_last_move(tracker)
        elif status == OPEN:
            self._lit.put(tracker.game.position.stone, GOES_ON)
        elif tracker.reading.stands != NONE:
            self._lit.put(tracker.reading.stands, GOES_ON)
        if tracker.reading.hand != NONE:
            if level >= DESTINATIONS:
                self._paint_ways(tracker)
        elif status == IDLE:
            if level >= (DESTINATIONS if tracker.game.position.phase == PLACING else MOVERS):
                self._paint_movers(tracker)
        elif level >= DESTINATIONS and (status == EARLY or (status == WRONG and _is_no_capture(tracker))):
            self._paint_movers(tracker)
        self._paint_due(tracker)

    def _paint_due(self, tracker: Tracker) -> None:
        """Captured stones to come off, or those of two lines to choose from."""
        due = tracker.reading.due
        for i in range(due.size):
            p = due.points[i]
            if tracker.reading.blind.value[p]:
                continue
            role = CAPTURED
            if tracker.reading.choice:
                role = _by_kind(due.value[p], TAKES_APPROACH, TAKES_WITHDRAWAL, TAKES_EITHER)
            self._lit.put(p, role)

    def _paint_movers(self, tracker: Tracker) -> None:
        position = tracker.game.position
        movers = self._takes.value  # empty but while ways are painted
        if position.movable(movers):
            role = MAY_MOVE
            if position.phase == PLACING:
                role = PUT_WHITE if position.turn == WHITE else PUT_BLACK
            for p in range(POINTS):
                if movers[p] and not tracker.reading.differs.value[p]:
                    self._lit.put(p, role)
                movers[p] = 0

    def _paint_last_move(self, tracker: Tracker) -> None:
        position = tracker.game.position
        if tracker.game.second_at == tracker.game.ply:
            for p in range(POINTS):
                if position.board[p] == position.turn:
                    self._lit.put(p, LEFT)
        record = tracker.game.record
        if record.last >= 0 and record.start(record.last) != NONE:
            self._lit.put(record.start(record.last), LAST_FROM)
            self._lit.put(record.end(record.last), LAST_TO)

    def _paint_ways(self, tracker: Tracker) -> None:
        """Where the stone in the hand may go, and what each way takes."""
        lit = self._lit
        takes = self._takes
        position = tracker.game.position
        hand = tracker.reading.hand
        board = position.board
        law = position.law if position.phase > DEBTOR else None
        if law is not None:
            law.look(position)
        for s in range(FIRST[hand], FIRST[hand + 1]):
            if board[TO[s]] != EMPTY:
                continue
            kinds = position.kinds(s)
            if law is not None and not law.shows(position, s):
                continue
            if kinds == PAIKA:
                lit.put(TO[s], TO_PAIKA)
            elif kinds:
                lit.put(TO[s], _by_kind(kinds, TO_APPROACH, TO_WITHDRAWAL, TO_EITHER))
                if kinds & APPROACH:
                    _mark_line(position, TO[s], WAY[s], APPROACH, takes)
                if kinds & WITHDRAWAL:
                    _mark_line(position, hand, WAY[s] ^ 4, WITHDRAWAL, takes)
        for i in range(takes.size):
            p = takes.points[i]
            if tracker.reading.occupied[p]:
                lit.put(p, _by_kind(takes.value[p], TAKES_APPROACH, TAKES_WITHDRAWAL, TAKES_EITHER))
        takes.clear()
        lit.put(hand, LIFTED)


def _is_seen(tracker: Tracker, p: int, first: int) -> bool:
    """Whether the marks of a hint are seen, by the first one and its point.

    LIFTED: with that stone in the hand; WORSE: with none in it; HINT_FROM: before that stone moves, and with
    it in the hand; anything else while nobody is moving.
    """
    hand = tracker.reading.hand
    if hand != NONE:
        return hand == p and (first == LIFTED or first == HINT_FROM)
    if first == LIFTED:
        return False
    if first == HINT_FROM and tracker.status == OPEN:
        return p == tracker.game.position.stone
    return first == WORSE or tracker.status == IDLE


def _is_no_capture(tracker: Tracker) -> bool:
    """Whether a stone is off that cannot capture, where another has to (R2), and none of those has risen."""
    position = tracker.game.position
    if tracker.is_lost or tracker.reading.stage > TAKING or position.steps or not position.must_capture():
        return False
    amiss = tracker.reading.amiss
    for i in range(amiss.size):
        p = amiss.points[i]
        if position.board[p] == position.turn and not position.can_capture(p):
            return True
    return False


def _by_kind(kinds: int, approach: int, withdrawal: int, either: int) -> int:
    return approach if kinds == APPROACH else withdrawal if kinds == WITHDRAWAL else either


def _mark_line(position: Position, p: int, d: int, kind: int, out: Marks) -> None:
    """Mark the stones that a step takes on the line from ``p`` in direction ``d``."""
    for _ in range(position.run(p, d)):
        p = NEXT[p * DIRECTIONS + d]
        out.put(p, out.value[p] | kind)
