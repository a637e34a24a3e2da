"""How a match stands, by lights, after a game of it (M): points, a vela that is due, who has White next."""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.lights.painter import DARK, SETUP_WHITE, TAKES_APPROACH, WINNER
from fanorona.rules.geometry import COLUMNS, POINTS, ROWS
from fanorona.rules.match import SIZE, Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.painter import Painter
    from fanorona.modes.beside import Beside

AFTER_MS = const(4000)
"""How long the result of the game shines before."""


def show(beside: "Beside", state: bytes, side: bytes) -> bytes:
    """Show the match of that state after the game that has just ended; why not, or nothing.

    ``state`` is in hexadecimal digits, ``side`` the one that its first player had in that game, W or B.
    """
    match = Match()
    try:
        data = bytes([int(state[i : i + 2], 16) for i in range(0, len(state), 2)])
    except ValueError:
        return b"argument"
    if len(state) != 2 * SIZE or not match.load(data) or side not in (b"W", b"B"):
        return b"argument"
    Scores(beside, match).begin(0 if side == b"W" else 1)
    return b""


class Scores:
    """An ``Aside``. White's player has a row from a1, the other one from a5."""

    def __init__(self, beside: "Beside", match: Match) -> None:
        self._beside = beside
        self._match = match
        self._white = 0
        self._since = 0
        self._is_shown = False

    def begin(self, white: int) -> None:
        """A game has just ended, in which that player had White."""
        self._white = white
        self._since = self._beside.session.reports.now
        self._is_shown = False
        self._beside.show(self)

    def press(self, press: int, now: int) -> bool:
        """The result is seen again, and the press means what it would mean."""
        self._beside.lay_aside()
        return False

    def idle_ms(self, now: int) -> int:
        """Milliseconds until ``step`` has something to do; -1: not any more."""
        return -1 if self._is_shown else left(AFTER_MS, self._since, now)

    def step(self, now: int) -> None:
        """The result has shone for long enough."""
        if not self._is_shown and not left(AFTER_MS, self._since, now):
            self._is_shown = True
            self._beside.session.show_hint()

    def paint(self, painter: "Painter") -> bool:
        """A point each, along the rows of that side; at the end of the second, who has White, and a debt."""
        if not self._is_shown:
            return False
        match = self._match
        for p in range(POINTS):
            row = p // COLUMNS
            column = p % COLUMNS
            player = self._white
            if row > ROWS // 2:
                row = ROWS - 1 - row
                player = 1 - player
            role = DARK
            if row == 1 and column == COLUMNS - 1 and match.debtor() == player:
                role = TAKES_APPROACH
            elif row == 1 and column == COLUMNS - 2 and match.white() == player and not match.is_over():
                role = SETUP_WHITE
            elif row < 2 and row * COLUMNS + column < match.points(player):
                role = WINNER
            painter.light(p, role)
        return True
