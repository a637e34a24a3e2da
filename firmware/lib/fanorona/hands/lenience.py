"""The record level: what both players let stand is recorded, whether the rules allow it or not (P10).

At level 0 a turn that the rules do not explain ends with *turn* pressed twice, or when it is played on from:
the reeds were still, the other side made a legal move, and that was ended too. What stood then is a ply of
the game, an irregular one, with the position that the order of events makes of it (TRACKER.md).

Whether somebody plays on is found out by a tracker of its own, which follows a game that begins with the
position in question. The game in play, and its tracker, hear of it when it is certain.
"""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.hands.marks import Marks
from fanorona.hands.reading import Reading
from fanorona.hands.tracker import DOUBT, HAND, IDLE, MOVED, OPEN, PLAY, WRONG, Tracker
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import EMPTY, WALL

STILL_MS = const(2000)
"""How long the reeds have to have shown something that somebody plays on from."""
TWICE_MS = const(4000)
"""How soon *turn* has to be pressed again."""
_MOST = const(10)
"""Points that an irregular move can change; more are a board that was knocked."""
_MOST_COME = const(2)
"""Points on which a stone can come to stand."""
_MOST_RISEN = const(2)
"""Own stones that can rise."""

SETTLED_MS = const(1000)
"""How long the stones have to have stood still by then."""

_LATE = const(255)
"""Number of the latest change that counts."""

# What is to be done next
_NOTHING = const(0)
_LAY = const(1)
_BEGIN = const(2)
_FEED = const(3)
_THINK = const(4)
_LET_STAND = const(5)
_PLAY = const(6)
_LET_REPLY = const(7)


class Lenience:
    """Looks over the shoulder of a tracker. ``busy``: ``think`` has something to do."""

    def __init__(self, tracker: Tracker) -> None:
        self.busy = False
        tracker.lenience = self
        self._tracker = tracker
        self._game = tracker.game
        self._ply = 0  # of the game in play
        # The position in question: its colours, the reeds that showed it; and what follows from there.
        self._follows = False
        self._board = bytearray(POINTS)
        self._occupied = bytearray(POINTS)
        self._supposed = Game()
        self._supposed.repetition = self._supposed.fifty = False
        self._reply = Tracker(self._supposed)
        self._reply.is_lenient = True
        self._found = bytearray(POINTS)  # the colours of what stands, perhaps after an irregular reply
        self._task = _NOTHING
        self._last = _NOTHING  # what comes after the irregular move
        self._cursor = 0  # of the next move to play
        self._point = NONE  # the contact that has changed last
        self._closed = 0
        self._touched_at = 0
        self._rests = False  # the contacts have, since the last change
        self._is_pressed = False  # *turn*, and nothing has changed since
        self._pressed_at = 0
        self._risen = Marks()
        self._come = Marks()

    def watch(self, p: int, closed: int, since: int, now: int) -> None:
        """A contact is about to change, the first since ``since``."""
        self._touched_at = now
        self._is_pressed = False
        self._rests = False
        reading = self._tracker.reading
        reply = self._reply
        if self._follows and reply.reading.occupied != reading.occupied:
            self._drop()  # contacts have changed at another level
        if not self._is_in_trouble():
            self._drop()
            return
        if not left(STILL_MS, since, now):
            goes_on = self._follows and reply.status != WRONG
            if reply.status == HAND and not closed:
                goes_on = False  # that was a stone taken, and not one in the hand for so long
            has_come = not closed and reading.base[p] == EMPTY  # then its own side goes on with it
            if not goes_on and not has_come and self._find_colours(self._tracker):
                for q in range(POINTS):
                    self._board[q] = self._found[q]
                    self._occupied[q] = reading.occupied[q]
                self._follows = True
                self._ply = self._game.ply
                self._do(_LAY)
        if self._follows:
            self._point = p
            self._closed = closed
            if self._task == _NOTHING:
                self._do(_FEED)

    def rest(self) -> None:
        """The reeds have not changed for a while, and make no sense to the tracker."""
        if self._follows:
            self._reply.rest()
            self._rests = True
            self._go_on()

    def press(self, now: int, in_vain: bool) -> int:
        """*turn* is pressed; ``in_vain`` as for the tracker, but nothing is left out that can be let stand.

        Returns event bits of the tracker.
        """
        tracker = self._tracker
        reply = self._reply
        twice = self._is_pressed and left(TWICE_MS, self._pressed_at, now) > 0
        self._is_pressed = False
        if not self._is_in_trouble():
            self._drop()
            return tracker.press_turn(in_vain)
        if self._follows and reply.status == OPEN:
            reply.press_turn()
            self._accept(_PLAY)
            return 0
        events = tracker.press_turn()
        if events & MOVED:
            return events
        if not twice or left(SETTLED_MS, self._touched_at, now):
            self._is_pressed = True
            self._pressed_at = now
        elif self._may_be_irregular(reply) and self._find_colours(reply):
            self._accept(_LET_REPLY)
        elif tracker.status != HAND and self._find_colours(tracker):
            for p in range(POINTS):
                self._board[p] = self._found[p]
            self._ply = self._game.ply
            self._last = _NOTHING
            self._do(_LET_STAND)
        return events

    def think(self) -> int:
        """Do the next thing. Returns event bits of the tracker."""
        task = self._task
        tracker = self._tracker
        if task < _PLAY and not self._is_in_trouble():
            self._drop()
            return 0
        events = 0
        if task == _LAY:
            position = self._game.position
            self._supposed.position.copy(position)  # the variant, too
            self._supposed.resume(self._board, 3 - position.turn, 0, 0)
            self._do(_BEGIN)
        elif task == _BEGIN:
            self._reply.begin(self._occupied, False)
            self._do(_FEED)
        elif task == _FEED or task == _THINK:
            reply = self._reply
            if task == _FEED:
                reply.contact(self._point, self._closed)
            else:
                reply.think()
            self._go_on()
        elif task == _LET_STAND:
            self._game.let_stand(self._board)
            self._cursor = self._supposed.record.first
            self._do(self._last)
            events = tracker.go_on(self._last == _NOTHING)
        elif tracker.phase != PLAY or tracker.status != IDLE:
            self._drop()
        elif task == _PLAY:
            record = self._supposed.record
            record.replay(self._cursor, self._game.position)
            self._game.enter()
            self._cursor = record.after(self._cursor)
            if self._cursor == record.size:
                self._drop()
            events = tracker.go_on(not self.busy)
        else:
            self._game.let_stand(self._found)
            self._drop()
            events = tracker.go_on()
        return events

    def _is_in_trouble(self) -> bool:
        """Whether a turn is under way that may be irregular."""
        tracker = self._tracker
        if tracker.phase != PLAY or (self._follows and self._game.ply != self._ply):
            return False
        return tracker.status != IDLE and tracker.status != OPEN and tracker.status != DOUBT

    def _may_be_irregular(self, reply: Tracker) -> bool:
        """Whether somebody has begun to play on, and not gone further than that."""
        return self._follows and not self._supposed.ply and reply.status != HAND

    def _go_on(self) -> None:
        """Let the tracker of the reply think; what has ended by then stands if the reeds are at rest."""
        if self._reply.busy:
            self._do(_THINK)
        elif self._rests and self._supposed.ply:
            self._accept(_PLAY)
        else:
            self._do(_NOTHING)

    def _accept(self, last: int) -> None:
        """What stood stands, and then the reply."""
        if self._tracker.status == WRONG:
            self._last = last
            self._do(_LET_STAND)
        else:
            self._drop()

    def _do(self, task: int) -> None:
        self._task = task
        self.busy = task != _NOTHING

    def _drop(self) -> None:
        self._follows = False
        self._do(_NOTHING)

    def _find_colours(self, tracker: Tracker) -> bool:
        """Whether what the reeds show can be let stand: not too much has changed, and a stone was set down.

        Then ``_found`` has the colours: a stone that came is one of those that had risen before, of the side
        to move if there is one, and of that side too if there is none at all. An own one may have risen
        later, where there are enough for all that came. An own stone that has risen and
        is not among these stands where another's stone rose and one seems to have come back.
        """
        board = self._found
        reading = tracker.reading
        differs = reading.differs
        base = reading.base
        turn = tracker.game.position.turn
        risen = self._risen
        come = self._come
        risen.clear()
        come.clear()
        for p in range(POINTS):
            board[p] = base[p]
        for i in range(differs.size):
            p = differs.points[i]
            if tracker.game.position.board[p] == WALL:
                return False
            if base[p] == EMPTY:
                come.put(p, 1)
            else:
                risen.put(p, 1)
                board[p] = EMPTY
        set_down = come.size
        if set_down > _MOST_COME or not 0 < differs.size <= _MOST:
            return False
        own = 0
        for i in range(risen.size):
            own += base[risen.points[i]] == turn
        if own > _MOST_RISEN:
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
        has_own = False
        for i in range(risen.size):
            p = risen.points[i]
            if base[p] == turn:
                has_own = True
                q = _replaced(reading, board, 3 - turn, reading.opened.value[p])
                if q != NONE:
                    board[q] = turn
                    set_down += 1
        return set_down > 0 or (reading.floor > 0 and not has_own)


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
