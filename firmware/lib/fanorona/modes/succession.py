"""From one game to the next: what is asked for waits here, what was in play is left in good order."""

from fanorona.compat import const
from fanorona.hands.marks import Marks
from fanorona.hands.takeback import looks_like
from fanorona.hands.tracker import (
    CHANGED,
    DOUBT,
    EARLY,
    ENDED,
    MOVED,
    OVER,
    PLAY,
    REVISED,
    SETUP,
    STARTED,
    TAKEN_BACK,
    Tracker,
)
from fanorona.lights.painter import SETUP_BLACK, SETUP_WHITE
from fanorona.modes.composer import Composer
from fanorona.modes.keeper import Keeper
from fanorona.rules.game import (
    ABANDONED,
    GIVEN_UP,
    SET_UP_ANEW,
    UNFINISHED,
    Game,
    choose,
    first_board,
)
from fanorona.rules.geometry import COLUMNS, POINTS
from fanorona.rules.rules import BLACK, EMPTY, MIRRORED_START, START, STARTS, TELO, TSIVY, WALL, WHITE
from fanorona.rules.walk import Course
from fanorona.store.records import LONGEST_GAME_NAME
from fanorona.wire.reports import Reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.apart import Apart


_PUT_BACK = const(2)
"""Plies that are put back one by one, as moves are (P5). More of them at once are another game."""


class Succession:
    """``changing`` while a change waits until all has been told of the game before; ``change`` makes it."""

    def __init__(self, tracker: Tracker, keeper: Keeper, reports: Reports) -> None:
        self.changing = False
        self.mirrored = False  # whether new games are to start so
        self.agreed = False  # the players have agreed to take a move back: that is no way to another game
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
        self._reason = GIVEN_UP  # why the game that was taken up does not go on
        self._again = False  # the game to change to begins as the present one
        self._given_up = Game()  # the last one that was, at its end; its name, of no length when it is past
        self._given_up_name = bytearray(LONGEST_GAME_NAME)
        self._given_up_size = 0
        # The game as it was before moves were put back that may be the way to another game: how many plies,
        # and where its record ended; how it ended, if it did; and how many plies are known to stand.
        self._plies = 0
        self._end = 0
        self._result = UNFINISHED
        self._why = 0
        self._known = 0
        # The move that the last one replaces, as hands may have put it back only in part so far; its ply.
        self._before = Course()
        self._before_ply = -1
        self._has_stood = False  # what stands, for a moment

    def resume(self, now: int, occupied: bytes | bytearray) -> bool:
        """At power-up: take up the game of the journal; whether the stones show the beginning of another.

        One that has ended is over as it was before, if stones still stand so.
        """
        game = self._game
        self._name = self._keeper.resume(now)
        self.mirrored = game.mirrored
        if game.result and self._stands(occupied):
            self.begin()
            self.follow(STARTED | ENDED)
        elif game.result:
            self._keeper.leave()
            game.start()
            self._name = b""
        return self.begins_instead(occupied)

    # From hands: stones set up for another game

    def begins_instead(self, occupied: bytes | bytearray) -> bool:
        """Whether instead of the game that was taken up the stones show the beginning of another (B3, S1)."""
        return self._keeper.taken_up and self._game.ply > 0 and self._shows_start(occupied)

    def is_set_up_anew(self, occupied: bytes | bytearray) -> bool:
        """Whether in a game, or after it, the stones show the beginning of another (B3, S1)."""
        phase = self._tracker.phase
        game = self._game
        if phase == SETUP:
            return False
        is_another = self._made() > _PUT_BACK
        if (is_another or phase == OVER) and game.following == TELO and not any(occupied):
            return True
        if not self._shows_start(occupied):
            return False
        if phase == PLAY and self._looks_like(occupied, game.position.board):
            return False  # irregular moves have come to look so (P10)
        if phase == PLAY and EARLY <= self._tracker.status < DOUBT:
            return False  # or will, when the move is whole
        if is_another or not self._looks_like(occupied, game.record.base.board):
            return True
        return phase == OVER and game.ply > 0 and (self._has_stood or not game.can_back)

    def is_back_at_start(self) -> bool:
        """Whether the game, which has just gone back, has come to its beginning, and hands have done it."""
        game = self._game
        return not self.agreed and game.ply == game.record.base_ply and self._made() - game.ply > _PUT_BACK

    def _made(self) -> int:
        """How many plies had been made before stones were put back, an open move that stood among them."""
        return max(self._plies, self._before_ply)

    def follow(self, events: int) -> None:
        """See what the tracker made of a change; not where the game is about to be another one.

        Every move that comes into the record has to be told with MOVED, and every other that leaves it with
        TAKEN_BACK or REVISED: what was put back is found again where the record had it.
        """
        game = self._game
        if events & (STARTED | MOVED | REVISED) or (events & TAKEN_BACK and self.agreed):
            self.agreed = False
            self._see_end()
            self._result = UNFINISHED
        is_undone = events & REVISED or (events & TAKEN_BACK and self._tracker.review.is_undone)
        if is_undone and self._before_ply != game.ply + 1:
            self._before.copy(self._tracker.review.last)
            self._before_ply = game.ply + 1
        if events & MOVED:
            self._given_up_size = 0
            if game.ply != self._before_ply:
                self._before_ply = -1
        if events & ENDED:
            self._result = game.result
            self._why = game.reason
        if events & (STARTED | MOVED | REVISED | TAKEN_BACK):
            self._known = game.ply
            self._has_stood = False

    def agree(self) -> None:
        """What was put back has stood so for long: that is no way to another game."""
        self._see_end()

    def let_stand(self) -> None:
        """What stands has stood for a moment: the last move is what it became."""
        self._before_ply = -1
        self._has_stood = True
        position = self._game.position
        if position.steps:  # an open move, which is not told yet
            self._before.unplay(position)
            self._before.play(position)
            self._before_ply = self._game.ply + 1

    def _see_end(self) -> None:
        self._plies = self._game.ply
        self._end = self._game.record.size

    def _stands(self, occupied: bytes | bytearray) -> bool:
        """Whether stones stand as at the end of the game rather than for another one, or put away."""
        game = self._game
        stones = game.position.stones
        if sum(occupied) * 2 <= stones[WHITE] + stones[BLACK] or self.shows_next(occupied):
            return False
        return not self._looks_like(occupied, game.record.base.board)

    def shows_next(self, occupied: bytes | bytearray) -> bool:
        """Whether, after a game, most stones stand for the next one rather than as they stood at its end."""
        game = self._game
        return _is_nearer(occupied, first_board(game.following, self.mirrored), game.position.board)

    def begin_anew(self, occupied: bytes | bytearray) -> int:
        """Ask for another game: the one that the stones show, or else one that begins as the present one.

        The present one has its moves again that were put back and not played otherwise. It ends as before, or
        unfinished.
        """
        game = self._game
        position = game.position
        is_open = position.steps > 0
        if is_open:  # another move stood there since then
            self._end = game.record.size
        while position.steps:
            position.back()
        while game.restore(self._end):
            if game.ply > self._known:
                self._reports.move()
                self._keeper.finish()
        was_open = game.ply + 1 == self._before_ply
        if self._before.size and (was_open or (game.ply == self._before_ply and (game.can_back or is_open))):
            if not was_open:
                game.back()
            self._make_as_before()
        self._known = game.ply
        self.ask(None, b"", SET_UP_ANEW)
        self._again = not self._looks_like(occupied, STARTS[game.following])
        if not self._result:
            self._result = ABANDONED
            self._why = SET_UP_ANEW
        game.close(self._result, self._why)
        return game.result

    def _make_as_before(self) -> None:
        """The last move goes on again as it did before stones were put back for another game."""
        game = self._game
        position = game.position
        while position.steps:
            position.back()
        self._before.play(position)
        game.enter()
        game.judge()
        self._result = game.result
        self._why = game.reason
        self._reports.move()
        self._keeper.finish()

    def _shows_start(self, occupied: bytes | bytearray) -> bool:
        """Whether there are the stones of a new game; that of Telo (S2) has none, which shows nothing."""
        following = self._game.following
        return following != TELO and self._looks_like(occupied, STARTS[following])

    def _looks_like(self, occupied: bytes | bytearray, board: bytes | bytearray) -> bool:
        return looks_like(occupied, board, self._tracker.reading.blind)

    # From hands or a host: the game that was given up

    def shows_given_up(self, occupied: bytes | bytearray) -> bool:
        """Whether, while another one is set up, most stones still stand as in the game that was given up."""
        if not self._given_up_size or self._tracker.phase != SETUP or self._reports.apart is not None:
            return False
        return _is_nearer(occupied, self._given_up.position.board, self._game.position.board)

    def has_given_up(self) -> bool:
        """Whether a game was given up, and no other has had a move since."""
        return self._given_up_size > 0

    def take_up(self) -> None:
        """Ask for the game that was given up."""
        self.ask(self._given_up, bytes(self._given_up_name[: self._given_up_size]))

    # What is asked for

    def ask(self, staged: Game | None, name: bytes, reason: int = GIVEN_UP) -> None:
        """Ask for another game: B3, or what ``staged`` has come to. ``reason``: why the present one ends."""
        self._reason = reason
        self._again = False
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
            choose(game.position, TSIVY)
            game.position.load(composer.board, composer.turn)
            game.load(game.position)
        elif staged is not None:
            game.adopt(staged)
        elif self._again:
            game.load(game.record.base)
        else:
            game.start()
        self._name = self._staged_name
        return self._tracker.set_up()

    def start_instead(self) -> None:
        """The game that was taken up does not go on; B3 stands."""
        self._reason = SET_UP_ANEW
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
            self._keeper.give_up(self._name, self._reason)
        game = self._game
        if game.result == ABANDONED and game.ply > 0:
            self._given_up.adopt(game)
            self._given_up.close(UNFINISHED, 0)
            self._given_up_size = self._reports.copy_name(self._given_up_name)
        self._keeper.leave()


def _is_nearer(occupied: bytes | bytearray, board: bytes | bytearray, other: bytes | bytearray) -> bool:
    """Whether more of the contacts that tell two boards apart are as on the first one."""
    nearer = 0
    for p in range(POINTS):
        stands = board[p] % WALL != EMPTY
        if stands != (other[p] % WALL != EMPTY):
            nearer += 1 if stands == (occupied[p] != 0) else -1
    return nearer > 0
