"""Whether to set up anew, asked by lights before a game is given up: buttons are leant on by mistake."""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.hands.buttons import MENU_HELD_ON, TURN_DOWN
from fanorona.lights.painter import DARK, PUT_BLACK, PUT_WHITE
from fanorona.rules.game import first_board
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import BLACK, EMPTY, TELO, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.painter import Painter
    from fanorona.modes.beside import Beside

WAIT_MS = const(10000)
"""How long the board waits for an answer."""


class Question:
    """An ``Aside``: the stones of the next game flash in both colours, as they do nowhere else."""

    def __init__(self, beside: "Beside") -> None:
        self._beside = beside
        self._session = beside.session
        self._changes = False  # the next game has the other start (B3), and later ones too
        self._since = 0

    def begin(self, changes: bool, now: int) -> None:
        """Ask. ``changes``: row 3 is to be the other way round from now on."""
        self._changes = changes
        self._since = now
        self._beside.show(self)

    def press(self, press: int, now: int) -> bool:
        """*turn*: yes; *menu* held on: with the other start; anything else: no."""
        if press == MENU_HELD_ON:
            self.begin(True, now)
            return True
        self._beside.lay_aside()
        if press == TURN_DOWN:
            self._session.begin_another(self._changes)
        return True

    def idle_ms(self, now: int) -> int:
        """Milliseconds until nobody wants it any more."""
        return left(WAIT_MS, self._since, now)

    def step(self, now: int) -> None:
        """The board asks no longer than that."""
        if not left(WAIT_MS, self._since, now):
            self._beside.lay_aside()

    def paint(self, painter: "Painter") -> bool:
        """Paint the start of the next game; of Telo, which has no stones then (S2), every point."""
        variant = self._session.game.following
        board = first_board(variant, self._session.succession.mirrored != self._changes)
        for p in range(POINTS):
            colour = board[p]
            if variant == TELO and colour == EMPTY:
                colour = BLACK if p & 1 else WHITE
            painter.light(p, PUT_WHITE if colour == WHITE else PUT_BLACK if colour == BLACK else DARK)
        return True
