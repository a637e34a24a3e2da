"""The record level: what both players let stand is recorded, whether the rules allow it or not (P10).

At level 0 a turn that the rules do not explain ends with *turn* pressed twice, or when it is played on from:
the reeds were still, the other side made a legal move, and that was ended too. What stood then is a ply of
the game, an irregular one, with the position that the order of events makes of it (TRACKER.md).
"""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.hands.marks import Marks
from fanorona.hands.reading import Reading
from fanorona.hands.tracker import DOUBT, HAND, IDLE, MOVED, OPEN, PLAY, Tracker
from fanorona.hands.weighing import CARRYING, COMPLETE
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import EMPTY, WALL

STILL_MS = const(2000)
"""How long the reeds have to have shown something that somebody plays on from."""
TWICE_MS = const(4000)
"""How soon *turn* has to be pressed again."""
SETTLED_MS = const(1000)
"""How long the stones have to have stood still by then."""
_MOST = const(10)
"""Points that an irregular move can change; more are a board that was knocked."""
_MOST_COME = const(2)
"""Points on which a stone can come to stand."""
_MOST_RISEN = const(2)
"""Own stones that can rise."""

_LATE = const(255)
"""Number of the latest change that counts."""

# What is to be done next
_NOTHING = const(0)
_LET_STAND = const(1)
_END = const(2)
_LET_REPLY = const(3)
_JUDGE = const(4)


class Lenience:
    """Looks over the shoulder of a tracker. ``busy``: ``think`` has something to do."""

    def __init__(self, tracker: Tracker) -> None:
        self.busy = False
        tracker.at_rest = self.rest
        self._tracker = tracker
        self._game = tracker.game
        self._ply = 0  # of the game when ``_board`` stood
        self._follows = False  # somebody may play on from that
        self._board = bytearray(POINTS)
        self._found = bytearray(POINTS)  # the colours of what stands
        self._task = _NOTHING
        self._then = _NOTHING
        self._touched_at = 0
        self._is_pressed = False  # *turn*, and nothing has changed since
        self._pressed_at = 0
        self._has_hand = False  # a stone of its side is off, which may be in the hand
        self._risen = Marks()
        self._come = Marks()

    def drop(self) -> None:
        """Forget what stood: contacts change at another level."""
        self._follows = False
        self._do(_NOTHING)

    def watch(self, p: int, closed: int, since: int, now: int) -> None:
        """A contact is about to change, the first since ``since``."""
        self._touched_at = now
        self._is_pressed = False
        tracker = self._tracker
        reading = tracker.reading
        review = tracker.review
        if not self._is_in_trouble():
            self.drop()
            return
        if self._follows and review.is_open and not closed:
            self._do(_LET_STAND)  # the next stone rises
            return
        if left(STILL_MS, since, now):
            return
        goes_on = self._follows and review.stage > 0
        if review.stage == CARRYING and not closed:
            goes_on = False  # that was a stone taken, and not one in the hand for so long
        has_come = not closed and reading.base[p] == EMPTY  # then its own side goes on with it
        is_put_back = reading.have_come() == reading.differs.size  # then nobody has moved
        if goes_on or has_come or is_put_back or not self._find_colours() or (closed and self._has_hand):
            return
        self._follow()

    def rest(self) -> None:
        """The reeds have not changed for a while, and make no sense to the tracker."""
        if self._follows and self._is_in_trouble():
            self._tracker.suppose(self._board)

    def press(self, now: int, in_vain: bool) -> int:
        """*turn* is pressed; ``in_vain`` as for the tracker, but nothing is left out that can be let stand.

        Returns event bits of the tracker.
        """
        tracker = self._tracker
        review = tracker.review
        twice = self._is_pressed and left(TWICE_MS, self._pressed_at, now) > 0
        self._is_pressed = False
        if not self._is_in_trouble():
            self.drop()
            return tracker.press_turn(in_vain)
        if self._follows and review.is_open:
            self._do(_LET_STAND, _END)
            return 0
        events = tracker.press_turn()
        if events & MOVED:
            return events
        if not twice or left(SETTLED_MS, self._touched_at, now):
            self._is_pressed = True
            self._pressed_at = now
            if self._follows:
                tracker.suppose(self._board)  # it may end an open reply
                self._do(_JUDGE)
        elif self._has_replied():
            self._do(_LET_STAND, _LET_REPLY)
        elif tracker.status != HAND and self._find_colours():
            self._follow()
            self._do(_LET_STAND)
        return events

    def think(self) -> int:
        """Do the next thing. Returns event bits of the tracker."""
        task = self._task
        tracker = self._tracker
        if task == _LET_STAND:
            if not self._is_in_trouble():
                self.drop()
                return 0
            self._follows = False
            self._do(self._then)
            return tracker.let_stand(self._board)
        self._do(_NOTHING)
        if task == _JUDGE and self._is_in_trouble() and tracker.review.is_open:
            self._do(_LET_STAND, _END)
        if task == _END and tracker.status == OPEN:
            return tracker.press_turn()
        if task == _LET_REPLY and self._find_colours():
            self._follow()
            self._follows = False
            return tracker.let_stand(self._board)
        return 0

    def _is_in_trouble(self) -> bool:
        """Whether a turn is under way that may be irregular."""
        tracker = self._tracker
        has_changed = self._game.ply != self._ply or not tracker.reading.stood
        if tracker.phase != PLAY or (self._follows and has_changed):
            return False
        return tracker.status != IDLE and tracker.status != OPEN and tracker.status != DOUBT

    def _has_replied(self) -> bool:
        """Whether the other side has set a stone down since, irregularly: else all is one move."""
        stage = self._tracker.review.stage
        return self._follows and stage != CARRYING and stage != COMPLETE and self._tracker.reading.has_come()

    def _follow(self) -> None:
        """What stands now may be played on from."""
        for p in range(POINTS):
            self._board[p] = self._found[p]
        reading = self._tracker.reading
        reading.stood = reading.size
        self._follows = True
        self._ply = self._game.ply
        self._tracker.review.forget_supposed()

    def _do(self, task: int, then: int = _NOTHING) -> None:
        self._task = task
        self._then = then
        self.busy = task != _NOTHING

    def _find_colours(self) -> bool:
        """Whether what the reeds show can be let stand: not too much has changed, and a stone was set down.

        Then ``_found`` has the colours: a stone that came is one of those that had risen before, of the side
        to move if there is one, and of that side too if there is none at all. An own one may have risen
        later, where there are enough for all that came. An own stone that has risen and
        is not among these stands where another's stone rose and one seems to have come back.
        """
        board = self._found
        reading = self._tracker.reading
        position = self._game.position
        differs = reading.differs
        base = reading.base
        turn = position.turn
        risen = self._risen
        come = self._come
        risen.clear()
        come.clear()
        own = 0
        for p in range(POINTS):
            board[p] = base[p]
        for i in range(differs.size):
            p = differs.points[i]
            if position.board[p] == WALL:
                return False
            if base[p] == EMPTY:
                come.put(p, 1)
            else:
                risen.put(p, 1)
                board[p] = EMPTY
                own += base[p] == turn
        set_down = come.size
        if set_down > _MOST_COME or own > _MOST_RISEN or not 0 < differs.size <= _MOST:
            return False
        closed = reading.closed.value
        while come.size:
            p = come.points[0]
            for i in range(1, come.size):
                if closed[come.points[i]] < closed[p]:
                    p = come.points[i]
            # A stone that slides may come before it has left.
            q = _rose(reading, risen, turn, _LATE if own >= come.size else closed[p])
            if q == NONE:
                q = _rose(reading, risen, 3 - turn, closed[p])
            come.drop(p)
            board[p] = turn
            if q != NONE:
                board[p] = base[q]
                risen.drop(q)
                own -= base[q] == turn
        for i in range(risen.size):
            p = risen.points[i]
            if base[p] == turn:
                q = _replaced(reading, board, 3 - turn, reading.opened.value[p])
                if q != NONE:
                    board[q] = turn
                    set_down += 1
        self._has_hand = own > 0
        return set_down > 0 or (reading.floor > 0 and not own)


def _rose(reading: Reading, risen: Marks, colour: int, before: int) -> int:
    """A point of those in ``risen`` whose stone, of that colour, had risen by then; or NONE."""
    for i in range(risen.size):
        p = risen.points[i]
        if reading.base[p] == colour and reading.opened.value[p] <= before:
            return p
    return NONE


def _replaced(reading: Reading, board: bytearray, colour: int, after: int) -> int:
    """A point whose stone, of that colour, rose, and where one has come after that time; or NONE."""
    opened = reading.opened
    for i in range(opened.size):
        p = opened.points[i]
        if board[p] == colour and reading.closed.value[p] >= after and reading.occupied[p]:
            return p
    return NONE
