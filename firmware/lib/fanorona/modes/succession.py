"""From one game to the next: what is asked for waits here, what was in play is left in good order."""

from fanorona.hands.marks import Marks
from fanorona.hands.tracker import CHANGED, OVER, Tracker
from fanorona.lights.painter import SETUP_BLACK, SETUP_WHITE
from fanorona.modes.composer import Composer
from fanorona.rules.game import ABANDONED, Game
from fanorona.rules.geometry import COLUMNS
from fanorona.rules.rules import MIRRORED_START, START, TSIVY, WALL, WHITE
from fanorona.store.keeper import Keeper
from fanorona.wire.reports import Reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.modes.apart import Apart


class Succession:
    """``changing`` while a change waits until all has been told of the game before; ``change`` makes it."""

    def __init__(self, tracker: Tracker, keeper: Keeper, reports: Reports) -> None:
        self.changing = False
        self.mirrored = False  # whether new games are to start so
        self._is_chosen = False  # just now
        self._composer: Composer | None = None
        self._game = tracker.game
        self._tracker = tracker
        self._keeper = keeper
        self._reports = reports
        self._name = b""  # of the game being set up; without one the board gives its own
        self._staged: Game | None = None  # the game to change to, None for B3 or what was composed; its name
        self._staged_name = b""
        self._apart: Apart | None = None  # or what is to take the place of a game

    def resume(self, now: int, occupied: bytes | bytearray) -> bool:
        """At power-up: take up the game of the journal; whether the stones show the beginning of another."""
        self._name = self._keeper.resume(now)
        self.mirrored = self._game.mirrored
        return self._keeper.wants_new_game(occupied)

    def ask(self, staged: Game | None, name: bytes) -> None:
        """Another game is wanted: B3, or the position that ``staged`` has come to."""
        self._staged = staged
        self._staged_name = name
        self._apart = self._reports.apart = self._composer = None
        self.changing = True

    def choose(self, mirrored: bool, variant: int) -> None:
        """New games start so, and are of this variant."""
        self._is_chosen = mirrored != self.mirrored
        self.mirrored = mirrored
        self._game.following = variant

    def ask_apart(self, apart: "Apart") -> None:
        """Something else than a game is wanted."""
        self._apart = apart
        self._composer = None
        self.changing = True

    def ask_composer(self) -> None:
        """A position is to be composed, and then a game from there on."""
        composer = Composer(self._reports, self._tracker)
        self.ask_apart(composer)
        self._composer = composer

    def press(self, press: int) -> int:
        """Give a press to what the board is about instead of a game. Returns event bits of the tracker."""
        apart = self._reports.apart
        if apart is None or not apart.press(press):
            return CHANGED
        self._reports.apart = None
        if self._composer is None or not self._composer.turn:
            self._composer = None
            return self._tracker.set_up()
        self._staged = None
        self._staged_name = b""
        self.changing = True
        return CHANGED

    def change(self) -> int:
        """The board is about what was asked for. Returns event bits of the tracker."""
        self.changing = False
        apart = self._apart
        if apart is not None:
            self._apart = None
            if self._tracker.phase == OVER:
                game = self._game
                if game.result == ABANDONED:  # left for the menu: the same again, also a vela
                    game.following = game.position.variant
                self.start_instead()
            self._tracker.clear()
            self._reports.apart = apart
            apart.begin()
            return CHANGED
        staged = self._staged
        self._staged = None
        if staged is not None and self._staged_name == self._name:
            self._keeper.leave()  # perhaps the game that was taken up, a move further
        else:
            self._leave()
        game = self._game
        game.mirrored = self.mirrored
        composer = self._composer
        if composer is not None:
            self._composer = None
            game.position.choose(TSIVY)
            game.position.load(composer.board, composer.turn)
            game.load(game.position)
        elif staged is None:
            game.start()
        else:
            game.adopt(staged)
        self._name = self._staged_name
        return self._tracker.set_up()

    def start_instead(self) -> None:
        """The game that was taken up does not go on; B3 stands."""
        self._leave()
        self._game.mirrored = self.mirrored
        self._game.start()
        self._name = b""

    def begin(self) -> None:
        """The game begins, or goes on."""
        self._reports.name_game(self._name)
        self._name = b""
        self._keeper.begin()

    def show_colours(self, marks: Marks) -> None:
        """Mark those of row 3 (B3), which no contact can tell: of the mirrored start, or of a chosen one."""
        board = self._game.position.board
        shown = START if self._is_chosen and not self._game.mirrored else MIRRORED_START
        self._is_chosen = False
        for p in range(2 * COLUMNS, 3 * COLUMNS):
            if board[p] != shown[p] and board[p] != WALL:
                return
        for p in range(2 * COLUMNS, 3 * COLUMNS):
            if board[p] % WALL:
                marks.put(p, SETUP_WHITE if board[p] == WHITE else SETUP_BLACK)

    def _leave(self) -> None:
        """The game that has ended, or was taken up, is about to become another one."""
        if self._keeper.taken_up:
            self._keeper.give_up(self._name)
        self._keeper.leave()
