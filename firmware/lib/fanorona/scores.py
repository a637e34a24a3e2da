"""How a match stands, by lights, after a game of it (M): a point each game, and who has a vela to eat."""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.geometry import COLUMNS, POINTS, ROWS
from fanorona.match import NOBODY, SIZE, Match
from fanorona.painter import DARK, LEFT, WINNER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.painter import Painter

AFTER_MS = const(4000)
"""How long the result of the game shines before."""


def read_match(text: bytes) -> "Match | None":
    """The match whose state these hexadecimal digits are; None where they are none."""
    match = Match()
    try:
        data = bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])
    except ValueError:
        return None
    return match if len(text) == 2 * SIZE and match.load(data) else None


class Scores:
    """``is_shown`` since ``step`` has said so. White's player has a row from a1, the other one from a5."""

    def __init__(self, match: Match, white: int, now: int) -> None:
        """``white``: the player who had White in the last game."""
        self.is_shown = False
        self._match = match
        self._white = white
        self._since = now

    def due(self, now: int) -> int:
        """Milliseconds until ``step`` has something to say; -1: not any more."""
        return -1 if self.is_shown else left(AFTER_MS, self._since, now)

    def step(self, now: int) -> bool:
        """Whether the lights have to be painted now."""
        if self.is_shown or left(AFTER_MS, self._since, now):
            return False
        self.is_shown = True
        return True

    def paint(self, painter: "Painter") -> None:
        """A point each, along the rows of that side; at the end of the second, whether there is a debt."""
        for p in range(POINTS):
            row = p // COLUMNS
            player = self._white
            if row > ROWS // 2:
                row = ROWS - 1 - row
                player = 1 - player
            role = DARK
            if row == 1 and p % COLUMNS == COLUMNS - 1 and self._match.debtor() == player != NOBODY:
                role = LEFT
            elif row < 2 and row * COLUMNS + p % COLUMNS < self._match.points(player):
                role = WINNER
            painter.light(p, role)
