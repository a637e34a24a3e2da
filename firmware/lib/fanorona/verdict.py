"""A game's end by the players' word, without a computer: agreed on, or one of them resigns (R11).

What is to come of the game is chosen with the buttons and shown by the lights before it is so.
"""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.game import BLACK_WINS, DRAW_AGREED, DRAWN, RESIGNED, WHITE_WINS
from fanorona.geometry import POINTS
from fanorona.painter import DARK, OFFERED
from fanorona.rules import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.game import Game
    from fanorona.painter import Painter

WAIT_MS = const(20000)
"""How long a verdict is offered that nobody has anything to say about."""


class Verdict:
    """``result`` and ``reason`` are what the players are offered."""

    def __init__(self, game: "Game", now: int) -> None:
        """A draw, to begin with."""
        self.result = DRAWN
        self.reason = DRAW_AGREED
        self._game = game
        self._since = now

    def change(self, now: int) -> None:
        """Offer another one: after the draw that White resigns, then that Black does, then the draw again."""
        self.result = (
            BLACK_WINS if self.result == DRAWN else WHITE_WINS if self.result == BLACK_WINS else DRAWN
        )
        self.reason = DRAW_AGREED if self.result == DRAWN else RESIGNED
        self._since = now

    def due(self, now: int) -> int:
        """Milliseconds until nobody wants it any more; 0: so it is."""
        return left(WAIT_MS, self._since, now)

    def paint(self, painter: "Painter") -> None:
        """The stones that would shine when it is so: the winner's, or all of them."""
        board = self._game.position.board
        for p in range(POINTS):
            shines = board[p] == WHITE and self.result != BLACK_WINS
            shines = shines or (board[p] == BLACK and self.result != WHITE_WINS)
            painter.light(p, OFFERED if shines else DARK)
