"""A game's end by the players' word, without a computer: agreed on, or one of them resigns (R11).

What is to come of the game is chosen with the buttons and shown by the lights before it is so.
"""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.hands.buttons import BOTH_DOWN, MENU_HELD, MENU_LONG, MENU_SHORT, TURN_DOWN
from fanorona.lights.painter import DARK, OFFERED
from fanorona.rules.game import BLACK_WINS, DRAW_AGREED, DRAWN, RESIGNED, WHITE_WINS
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.painter import Painter
    from fanorona.modes.beside import Beside

WAIT_MS = const(20000)
"""How long a verdict is offered that nobody has anything to say about."""


class Verdict:
    """An ``Aside``: a draw is offered first."""

    def __init__(self, beside: "Beside") -> None:
        self._beside = beside
        self._session = beside.session
        self._result = DRAWN
        self._since = 0

    def begin(self, now: int) -> None:
        """It is offered."""
        self._result = DRAWN
        self._since = now
        self._beside.show(self)

    def press(self, press: int, now: int) -> bool:
        """*turn*: another one, White or Black resigns; *menu* long: so it is; short: it is not."""
        session = self._session
        result = self._result
        if press == TURN_DOWN or press == BOTH_DOWN:
            self._result = BLACK_WINS if result == DRAWN else WHITE_WINS if result == BLACK_WINS else DRAWN
            self._since = now
            session.show_hint()
        elif press == MENU_LONG or press == MENU_HELD:
            session.finish(result, DRAW_AGREED if result == DRAWN else RESIGNED)
        elif press == MENU_SHORT:
            self._beside.lay_aside()
        return True

    def idle_ms(self, now: int) -> int:
        """Milliseconds until nobody wants it any more."""
        return left(WAIT_MS, self._since, now)

    def step(self, now: int) -> None:
        """It is offered no longer than that."""
        if not left(WAIT_MS, self._since, now):
            self._beside.lay_aside()

    def paint(self, painter: "Painter") -> bool:
        """The stones that would shine when it is so: the winner's, or all of them."""
        board = self._session.game.position.board
        for p in range(POINTS):
            shines = board[p] == WHITE and self._result != BLACK_WINS
            shines = shines or (board[p] == BLACK and self._result != WHITE_WINS)
            painter.light(p, OFFERED if shines else DARK)
        return True
