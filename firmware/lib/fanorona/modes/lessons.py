"""Lessons on the board: lights set a position up, the learner moves, lights answer. No computer is needed.

A lesson is a tree of moves (``course``). The learner's move is right if it leads to where one of the moves of
the tree leads; another one is led back. The moves of the other side are shown as hints, and carried out by
the learner. All of it is followed by a tracker of its own, so that no game hears of it.
"""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.hands.buttons import MENU_LONG, MENU_SHORT, TURN_DOWN
from fanorona.hands.marks import Marks
from fanorona.hands.tracker import CHANGED, MOVED, PLAY, STARTED, Tracker
from fanorona.lights.painter import (
    DARK,
    HINT_FROM,
    HINT_PATH,
    HINT_TAKES,
    LIFTED,
    MAY_MOVE,
    WINNER,
)
from fanorona.modes.course import COUNT, COURSE
from fanorona.rules.game import Game, choose
from fanorona.rules.geometry import COLUMNS, NEXT, POINTS, ROWS
from fanorona.rules.rules import BLACK, EMPTY, MOVE_LOG, WHITE, Position
from fanorona.wire.reports import Reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from fanorona.lights.painter import Painter

    class Notes(Protocol):
        """Small files of the board's own."""

        def read(self, name: str) -> bytes:
            """What was written last; empty if nothing was."""

        def write(self, name: str, data: bytes) -> bool:
            """Replace it as a whole, whenever the power fails; whether that was possible."""


# What the board waits for
CHOOSE = const(0)
"""A lesson is chosen."""
SET = const(1)
"""The stones are set up."""
BACK = const(2)
"""A move was not right: the stones are put back."""
MOVE = const(3)
"""The learner moves."""
REPLY = const(4)
"""The learner carries out the move of the other side."""
RIGHT = const(5)
"""The lesson is learnt: the next one is wanted."""
_WORDS = (b"choose", b"set", b"back", b"move", b"reply", b"right")

FILE = "lessons"
"""The names of the lessons that are learnt, a line each."""

_LEVELS = bytes((3, 3, 3))
_REST_MS = const(300)
"""As in a game (``session``)."""
_IN_VAIN_MS = const(10000)

_KINDS = b"\0\0A\0W"  # the letter of each kind of step
_LEARNT = const(120)
_DOT = const(46)
_SLASH = const(47)

# Places in a record of the course
_FLAGS = const(1)
_BOARD = const(2)
_NAME = const(11)


class Lessons:
    """An ``Apart``. ``number`` is the lesson's place in the course from 1, 0 while one is chosen.

    ``busy``: ``think`` has to be called before the next contact. ``learnt`` has a byte a lesson. Nothing is
    created on the heap but by the making of it, and when a lesson begins or has been learnt.
    """

    def __init__(self, reports: Reports, tracker: Tracker, notes: "Notes | None", number: int = 0) -> None:
        """``number``: which lesson to begin with; 0: choose. ``tracker`` knows which points are occupied."""
        self.more = False
        self.busy = False
        self.number = number
        self.stage = CHOOSE
        self.learnt = bytearray(COUNT)
        self._reports = reports
        self._occupied = tracker.reading.occupied
        self._notes = notes
        self._tracker = Tracker(Game())
        self._game = self._tracker.game
        self._game.repetition = self._game.fifty = False
        self._hint = Marks()
        self._before = Position(MOVE_LOG)  # where the turn began, and a move of the tree played from there
        self._after = Position(MOVE_LOG)
        self._at = 0  # of the lesson's record in the course, and of its first line
        self._lines = 0
        self._open = 0  # a bit for each line that has been followed so far
        self._ply = 0  # moves made
        self._helps = 0  # how much of the move is shown to the learner
        self._owes = False  # what was learnt is to be written down
        self._resting = False
        self._touched_at = 0
        self._recall()

    # As an Apart

    def begin(self) -> None:
        """Begin with the lesson that was asked for."""
        self.teach(self.number)

    def contact(self, p: int, closed: int) -> None:
        """A stone was set down, or lifted."""
        self._occupied[p] = closed
        self._touched_at = self._reports.now
        if self.stage == CHOOSE:
            if p < COUNT:
                self.teach(p + 1)
        elif self.stage == RIGHT:
            if not closed:
                self._go_on()
        else:
            self._resting = True
            self._follow(self._tracker.contact(p, closed))

    def press(self, press: int) -> bool:
        """*turn*: as in a game, or on to the next lesson; *menu* short: help; long: choose, or leave."""
        if press == MENU_LONG:
            if self.stage == CHOOSE:
                return True
            self.teach(0)
        elif self.stage == CHOOSE or self.stage == RIGHT:
            if press == TURN_DOWN:
                self._go_on()
        elif press == TURN_DOWN:
            in_vain = not left(_IN_VAIN_MS, self._touched_at, self._reports.now)
            self._follow(self._tracker.press_turn(in_vain))
        elif press == MENU_SHORT and self.stage == MOVE:
            self._helps += 1
            self._show()
        return False

    def tell(self) -> None:
        """Which lessons there are, or what the lesson is about."""
        out = self._reports.outbox
        if self.stage == CHOOSE:
            out.begin(b"lessons", self._reports.now)
            out.put_number(COUNT)
            out.put_number(self._next(0))
            self._put_learnt()
            out.end()
            return
        out.begin(b"lesson", self._reports.now)
        out.put_number(self.number)
        out.space()
        for i in range(COURSE[self._at + _NAME]):
            out.put_char(COURSE[self._at + _NAME + 1 + i])
        out.put(_WORDS[self.stage])
        position = self._before
        self._reports.put_position(position.board, position.turn)
        if self.stage == REPLY:
            self._put_move(self._find(self._first(), self._ply))
        else:
            out.put(b"-")
        out.end()

    def _put_learnt(self) -> None:
        """Go on with a picture of the board, with a point for each lesson."""
        out = self._reports.outbox
        out.space()
        for row in range(ROWS - 1, -1, -1):
            for p in range(row * COLUMNS, row * COLUMNS + COLUMNS):
                out.put_char(_LEARNT if p < COUNT and self.learnt[p] else _DOT)
            if row:
                out.put_char(_SLASH)

    def _put_move(self, at: int) -> None:
        """Go on with the move of the course that is there."""
        out = self._reports.outbox
        p = COURSE[at + 1]
        out.put_point(p)
        for i in range(COURSE[at]):
            code = COURSE[at + 2 + i]
            p = NEXT[p * 8 + (code >> 3)]
            out.add_step(p, _KINDS[code & 7])

    def paint(self, painter: "Painter") -> None:
        """The lessons, a point each; the stones of who has learnt one; or what a game shows."""
        if self.stage == CHOOSE:
            wanted = self._next(0) - 1
            for p in range(POINTS):
                role = DARK
                if p < COUNT:
                    role = WINNER if self.learnt[p] else LIFTED if p == wanted else MAY_MOVE
                painter.light(p, role)
        elif self.stage == RIGHT:
            own = self._learner()
            for p in range(POINTS):
                painter.light(p, WINNER if self._before.board[p] == own else DARK)
        else:
            painter.paint(self._tracker, _LEVELS, self._hint)

    # For the session

    def teach(self, number: int) -> None:
        """Begin that lesson, or let one be chosen."""
        self.number = number
        self.busy = self._resting = False
        if not number:
            self.stage = CHOOSE
            return
        self._load()
        self._ply = 0
        self._open = (1 << self._count()) - 1
        self._helps = 0
        self.stage = SET
        self._set_up()

    def think(self) -> int:
        """Go on with what the last contact brought about, while ``busy``. Returns event bits."""
        return CHANGED if self._follow(self._tracker.think()) else 0

    def idle_ms(self, now: int) -> int:
        """Milliseconds until ``step`` has something to do; -1: not before something happens."""
        if self.busy or self._owes:
            return 0
        return left(_REST_MS, self._touched_at, now) if self._resting else -1

    def step(self, now: int) -> int:
        """What waits for hands to rest, and writing down what was learnt. Returns event bits."""
        if self._owes:
            self._owes = False
            self._write_down()
        if not self._resting or left(_REST_MS, self._touched_at, now):
            return 0
        events = self._tracker.rest()
        self._resting = self._tracker.busy
        return CHANGED if self._follow(events) else 0

    # The lesson

    def _load(self) -> None:
        """Find the lesson in the course, and lay its position ready."""
        at = 0
        for _ in range(self.number - 1):
            at += COURSE[at] + 1
        self._at = at
        self._lines = at + _NAME + 1 + COURSE[at + _NAME]
        choose(self._before, COURSE[at + _FLAGS] >> 4)
        board = bytearray(POINTS)
        for p in range(POINTS):
            rest = COURSE[at + _BOARD + p // 5]
            for _ in range(4 - p % 5):
                rest //= 3
            board[p] = rest % 3
        self._before.load(board, BLACK if COURSE[at + _FLAGS] & 1 else WHITE)
        choose(self._after, self._before.variant)

    def _follow(self, events: int) -> bool:
        """See to what the tracker made of a change; whether there is something new to be seen."""
        if events & STARTED:
            self._begin_turn()
        if events & MOVED:
            self._judge()
        self.busy = self._tracker.busy and SET <= self.stage <= REPLY
        return events != 0

    def _judge(self) -> None:
        """A move was made: follow the lines that lead to the same, or lead it back."""
        board = self._game.position.board
        kept = 0
        for i in range(self._count()):
            if self._open >> i & 1 and self._plays(i) and self._after.board == board:
                kept |= 1 << i
        if not kept:
            self._helps += 1
            self.stage = BACK
            self._set_up()
            return
        self._open = kept
        self._plays(self._first())
        self._before.copy(self._after)
        self._ply += 1
        for i in range(self._count()):
            if kept >> i & 1 and self._find(i, self._ply) < 0:
                self.stage = RIGHT
                self._hint.clear()
                self._owes = self._owes or not self.learnt[self.number - 1]
                self.learnt[self.number - 1] = 1
                return
        self._helps = 0
        self._begin_turn()

    def _set_up(self) -> None:
        """Lead the stones to where the turn begins."""
        self._hint.clear()
        self._game.load(self._before, self._ply)
        if self._tracker.phase == PLAY or self.stage == BACK:
            self._follow(self._tracker.set_up())
        else:
            self._follow(self._tracker.begin(self._occupied, False))

    def _begin_turn(self) -> None:
        self.stage = REPLY if self._is_reply() else MOVE
        self._show()

    def _show(self) -> None:
        """Show a reply; of the learner's move as much as was asked for: its stone, then all of it."""
        hint = self._hint
        hint.clear()
        if self.stage == MOVE and not self._helps:
            return
        at = self._find(self._first(), self._ply)
        p = COURSE[at + 1]
        start = p
        if self.stage == REPLY or self._helps > 1:
            self._plays(self._first())
            for q in range(POINTS):
                if self._before.board[q] != EMPTY and self._after.board[q] == EMPTY:
                    hint.put(q, HINT_TAKES)
            for i in range(COURSE[at]):
                p = NEXT[p * 8 + (COURSE[at + 2 + i] >> 3)]
                hint.put(p, HINT_PATH)
        hint.put(start, HINT_FROM)

    def _go_on(self) -> None:
        """To the next lesson that is not learnt; where all are, let one be chosen."""
        self.teach(self._next(self.number))

    def _next(self, number: int) -> int:
        """The first lesson after this one that is not learnt, round the course; 0 where all are."""
        for i in range(COUNT):
            k = (number + i) % COUNT
            if not self.learnt[k]:
                return k + 1
        return 0

    # The tree of moves

    def _count(self) -> int:
        """How many lines the lesson has."""
        at = self._lines
        end = self._at + COURSE[self._at] + 1
        n = 0
        while at < end:
            at = self._skip(at)
            n += 1
        return n

    def _skip(self, at: int) -> int:
        """Where the line that begins there ends."""
        for _ in range(COURSE[at]):
            at += COURSE[at + 1] + 2
        return at + 1

    def _find(self, i: int, ply: int) -> int:
        """Where the move of line ``i`` is that follows ``ply`` others; -1 where there is none."""
        at = self._lines
        for _ in range(i):
            at = self._skip(at)
        if ply >= COURSE[at]:
            return -1
        at += 1
        for _ in range(ply):
            at += COURSE[at] + 2
        return at

    def _first(self) -> int:
        """The first line that has been followed."""
        i = 0
        while not self._open >> i & 1:
            i += 1
        return i

    def _plays(self, i: int) -> bool:
        """Have the next move of line ``i`` played in ``_after``; whether there is one."""
        at = self._find(i, self._ply)
        if at < 0:
            return False
        after = self._after
        after.copy(self._before)
        p = COURSE[at + 1]
        for k in range(COURSE[at]):
            code = COURSE[at + 2 + k]
            q = NEXT[p * 8 + (code >> 3)]
            after.play(p, q, code & 7)
            p = q
        after.end_turn()
        after.forget()
        return True

    def _is_reply(self) -> bool:
        """Whether the next move is the other side's."""
        return (self._ply & 1) != (COURSE[self._at + _FLAGS] >> 1 & 1)

    def _learner(self) -> int:
        """The learner's colour."""
        return 3 - self._before.turn if self._is_reply() else self._before.turn

    # What is learnt

    def _recall(self) -> None:
        """Read which lessons are learnt."""
        if self._notes is None:
            return
        names = self._notes.read(FILE).split(b"\n")
        at = 0
        for k in range(COUNT):
            name = at + _NAME + 1
            if COURSE[name : name + COURSE[at + _NAME]] in names:
                self.learnt[k] = 1
            at += COURSE[at] + 1

    def _write_down(self) -> None:
        if self._notes is None:
            return
        names = []
        at = 0
        for k in range(COUNT):
            name = at + _NAME + 1
            if self.learnt[k]:
                names.append(COURSE[name : name + COURSE[at + _NAME]])
            at += COURSE[at] + 1
        self._notes.write(FILE, b"\n".join(names))
