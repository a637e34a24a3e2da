"""When the journal is written, and what a start does with the game that it gives back."""

from fanorona.clock import left
from fanorona.compat import const
from fanorona.hands.tracker import IDLE, PLAY, Tracker
from fanorona.rules.game import ABANDONED, Game
from fanorona.store.journal import Journal
from fanorona.wire.reports import Reports

LATE_MS = const(50)
"""A move waits no longer than this for a moment in which nothing else is to be done."""
REST_MS = const(3000)
"""Outside a game, hands that have touched nothing for so long leave time to erase a sector."""
LONG_REST_MS = const(20000)
"""The same in a game that has no room left, while every stone stands in its place."""


class Keeper:
    """Tells the journal what happens to the game. ``journal`` is None where there is no flash for one.

    ``taken_up`` is set from a start that gave an unfinished game back until that goes on, or another begins.
    """

    def __init__(self, game: Game, tracker: Tracker, reports: Reports) -> None:
        self.journal: Journal | None = None
        self.taken_up = False
        self._game = game
        self._tracker = tracker
        self._reports = reports
        self._touched_at = 0
        self._owing = False
        self._owing_since = 0
        self._complained = False

    def resume(self, now: int) -> bytes:
        """Read the last game of the journal into the game; its name, empty when people have ended it."""
        self._touched_at = now
        journal = self.journal
        if journal is None:
            return b""
        if not journal.resume(self._game):
            self._game.start()
            return b""
        self.taken_up = not self._game.result
        return bytes(journal.name[: journal.name_size])

    def give_up(self, name: bytes, reason: int) -> None:
        """The game that was taken up does not go on."""
        self._reports.name_game(name)
        self._game.close(ABANDONED, reason)
        self._reports.result()
        self.end()

    def touch(self, now: int) -> None:
        """A contact has changed."""
        self._touched_at = now

    def begin(self) -> None:
        """The game has begun, or goes on, and has its name."""
        self.taken_up = False
        journal = self.journal
        if journal is None:
            return
        journal.name_size = self._reports.name_size
        for i in range(journal.name_size):
            journal.name[i] = self._reports.name[i]
        journal.begin()

    def go_back(self) -> None:
        """The game's last moves have been undone."""
        if self.journal is not None:
            self.journal.go_back(self._game)

    def end(self) -> None:
        """The game has ended."""
        if self.journal is not None:
            self.journal.end(self._game.result, self._game.reason)

    def leave(self) -> None:
        """The game is about to become another one."""
        self.taken_up = False
        self.finish()
        if self.journal is not None:
            self.journal.leave()

    def finish(self) -> None:
        """Write at once what the game lacks: whatever comes next may be another one."""
        if self.journal is not None and not self._tracker.busy:
            self.journal.finish(self._game)

    def work(self, now: int, is_busy: bool) -> None:
        """Let the journal do one thing, unless there is something better to do."""
        journal = self.journal
        if journal is None:
            return
        is_urgent = False
        if journal.pending(self._game):
            if not self._owing:
                self._owing = True
                self._owing_since = now
            is_late = not left(LATE_MS, self._owing_since, now)
            # While the tracker is busy the game may be on its way back, and its record half played.
            if self._tracker.busy or (is_busy and not is_late):
                return
            # That a lift waits for its light while a sector is erased is better than a move that is lost.
            is_urgent = is_late and self._game.record.size > 0 and not journal.has_room()
        elif is_busy or not journal.behind():
            self._owing = False
            return
        journal.work(self._game, is_urgent or (not is_busy and not self._rest_left(now)))
        self._owing = self._owing and not journal.has_room()
        if journal.trouble and not self._complained:
            self._complained = True
            self._reports.word(b"journal", journal.trouble)

    def idle_ms(self, now: int) -> int:
        """Milliseconds until ``work`` has something to do; -1: not before something happens."""
        journal = self.journal
        if journal is None:
            return -1
        if journal.pending(self._game):
            return 1
        rest = self._rest_left(now) if journal.behind() else -1
        return max(1, rest) if rest >= 0 else -1

    def _rest_left(self, now: int) -> int:
        """Milliseconds until the board has rested long enough to be deaf for the time of an erase; -1: never.

        A lift in that time would wait for its light, so a game in play is left alone as long as it has room.
        """
        if self._tracker.phase != PLAY:
            return left(REST_MS, self._touched_at, now)
        if self.journal is None or self.journal.has_room():
            return -1
        if self._tracker.status != IDLE:
            return LONG_REST_MS
        return left(LONG_REST_MS, self._touched_at, now)
