"""From one game to the next: what is asked for waits here, what was in play is left in good order."""

from fanorona.composer import Composer
from fanorona.game import Game
from fanorona.geometry import COLUMNS
from fanorona.keeper import Keeper
from fanorona.marks import Marks
from fanorona.painter import SETUP_BLACK, SETUP_WHITE
from fanorona.reports import Reports
from fanorona.rules import BLACK, EMPTY, START, WHITE


class Succession:
    """``changing`` while a change waits until all has been told of the game before; ``change`` makes it."""

    def __init__(self, game: Game, keeper: Keeper, reports: Reports) -> None:
        self.changing = False
        self._game = game
        self._keeper = keeper
        self._reports = reports
        self._name = b""  # of the game being set up; without one the board gives its own
        self._staged: Game | None = None  # the game to change to, None for B3, and its name
        self._staged_name = b""
        self._composed: Composer | None = None  # or a position that was composed

    def resume(self, now: int, occupied: bytes | bytearray) -> bool:
        """At power-up: take up the game of the journal; whether the stones show the beginning of another."""
        self._name = self._keeper.resume(now)
        return self._keeper.wants_new_game(occupied)

    def ask(self, staged: Game | None, name: bytes) -> None:
        """Another game is wanted: B3, or the position that ``staged`` has come to."""
        self._staged = staged
        self._composed = None
        self._staged_name = name
        self.changing = True

    def ask_composed(self, composer: Composer) -> None:
        """The position of ``composer`` is wanted."""
        self.ask(None, b"")
        self._composed = composer

    def change(self) -> None:
        """The game becomes the one that was asked for."""
        staged = self._staged
        self._staged = None
        self.changing = False
        if staged is not None and self._staged_name == self._name:
            self._keeper.leave()  # perhaps the game that was taken up, a move further
        else:
            self.leave()
        game = self._game
        if self._composed is not None:
            game.position.load(self._composed.board, self._composed.turn)
            game.load(game.position)
        elif staged is None:
            game.start()
        else:
            game.adopt(staged)
        self._name = self._staged_name

    def start_instead(self) -> None:
        """The game that was taken up does not go on; B3 stands."""
        self.leave()
        self._game.start()
        self._name = b""

    def begin(self) -> None:
        """The game begins, or goes on."""
        self._reports.name_game(self._name)
        self._name = b""
        self._keeper.begin()

    def show_colours(self, marks: Marks) -> None:
        """Mark those of row 3 of the mirrored start (B3), which no contact can tell."""
        board = self._game.position.board
        for p in range(2 * COLUMNS, 3 * COLUMNS):
            if board[p] + START[p] != WHITE + BLACK and board[p] + START[p] != EMPTY:
                return
        for p in range(2 * COLUMNS, 3 * COLUMNS):
            if board[p]:
                marks.put(p, SETUP_WHITE if board[p] == WHITE else SETUP_BLACK)

    def leave(self) -> None:
        """The game that has ended, or was taken up, is about to become another one."""
        if self._keeper.taken_up:
            self._keeper.give_up(self._name)
        self._keeper.leave()
