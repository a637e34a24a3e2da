"""Composing a position on the board, without a computer: first the white stones, then the black ones.

The contacts tell no colours. So what is set down has the colour whose turn it is to be put up; a stone that
is lifted and put back at once keeps its own.
"""

from fanorona.hands.buttons import MENU_LONG, TURN_DOWN
from fanorona.hands.tracker import Tracker
from fanorona.lights.painter import EXTRA, MISSING, PUT_BLACK, PUT_WHITE, SETUP_BLACK, SETUP_WHITE
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import BLACK, EMPTY, WHITE
from fanorona.rules.steps import FIRST, TO
from fanorona.wire.reports import Reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.painter import Painter


class Composer:
    """An ``Apart``. ``board`` has the colours of the stones that stand, ``colour`` is the one being put up.

    ``turn`` is the side to move once the position is complete, EMPTY before. ``refused`` says why it is not:
    ``no-white`` or ``no-black`` stone, or ``no-move`` for the side ``stuck``.
    """

    def __init__(self, reports: Reports, tracker: Tracker) -> None:
        self.more = False
        self.board = bytearray(POINTS)
        self.colour = WHITE
        self.turn = EMPTY
        self.refused = b"-"
        self.stuck = EMPTY
        self._reports = reports
        self._occupied = tracker.reading.occupied
        self._lifted = NONE  # the point that was lifted from last, and the colour of that stone
        self._lifted_colour = EMPTY

    def begin(self) -> None:
        """Whatever stands on the board is white."""
        for p in range(POINTS):
            self.board[p] = WHITE if self._occupied[p] else EMPTY
        self.colour = WHITE
        self.turn = EMPTY
        self._lifted = NONE
        self._accept()

    def contact(self, p: int, closed: int) -> None:
        """A stone was set down, or lifted."""
        self._occupied[p] = closed
        if closed:
            self.board[p] = self._lifted_colour if p == self._lifted else self.colour
            self._lifted = NONE
        else:
            self._lifted = p
            self._lifted_colour = self.board[p]
            self.board[p] = EMPTY
        self._accept()

    def press(self, press: int) -> bool:
        """*turn*: the next colour, or complete, White to move; *menu* short: Black to move; long: back."""
        self._accept()
        self._lifted = NONE
        if press == MENU_LONG:
            if self.colour == WHITE:
                return True
            self.colour = WHITE
        elif self.colour == BLACK:
            return self._complete(WHITE if press == TURN_DOWN else BLACK)
        elif press == TURN_DOWN and self._has(WHITE):
            self.colour = BLACK
        return False

    def _accept(self) -> None:
        self.refused = b"-"
        self.stuck = EMPTY

    def _has(self, colour: int) -> bool:
        """Whether there are stones of that colour; refuses to go on where there are none."""
        for p in range(POINTS):
            if self.board[p] == colour:
                return True
        self.refused = b"no-white" if colour == WHITE else b"no-black"
        return False

    def _complete(self, turn: int) -> bool:
        """Whether a game can begin with this position: both colours, and ``turn`` can move (R10)."""
        board = self.board
        if not self._has(WHITE) or not self._has(BLACK):
            return False
        for p in range(POINTS):
            if board[p] == turn:
                for s in range(FIRST[p], FIRST[p + 1]):
                    if board[TO[s]] == EMPTY:
                        self.turn = turn
                        return True
        self.refused = b"no-move"
        self.stuck = turn
        return False

    def tell(self) -> None:
        """The position so far, whose stones are being put up, and why it is not complete."""
        out = self._reports.outbox
        out.begin(b"compose", self._reports.now)
        self._reports.put_position(self.board, self.colour)
        out.put(self.refused)
        out.end()

    def paint(self, painter: "Painter") -> None:
        """Colours where stones stand; where none does, which stones may come."""
        stuck = self.stuck
        wanted = PUT_WHITE if self.colour == WHITE else PUT_BLACK
        if self.refused != b"-" and not stuck:
            wanted = MISSING
        for p in range(POINTS):
            role = wanted
            stone = self.board[p]
            if stone:
                role = EXTRA if stone == stuck else SETUP_WHITE if stone == WHITE else SETUP_BLACK
            painter.light(p, role)
