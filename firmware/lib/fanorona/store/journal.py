"""The journal: every game as it is played, in sectors of flash, safe from a power cut at any instant.

Records are appended, each by programming one page in which all other bytes stay 0xFF, and nothing is ever
changed. ``records`` has their format; JOURNAL.md describes it and what follows from it.

``sectors`` is the flash: ``flash.Sectors`` on the board.
"""

import struct

from fanorona.compat import const
from fanorona.rules.game import Game
from fanorona.rules.rules import NO_LOG, PAIKA, Position
from fanorona.store.reader import Reader
from fanorona.store.records import (
    BEGUN,
    COPY_AT,
    ERASED,
    FIFTY_COUNT,
    FORMAT,
    FORMAT_AT,
    HEAD,
    LONGEST_GAME_NAME,
    MOVE_SIZE,
    NEW_GAMES_MIRRORED,
    NOTHING,
    PAGE,
    PAGES,
    REPETITION_COUNTS,
    RESULT,
    RESULT_SIZE,
    VARIANT,
    Entry,
)
from fanorona.store.recovery import End, take_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.store.records import Flash

AHEAD = const(2)
"""Sectors that are kept erased ahead of the one being written."""

_LONGEST = const(64)
_MOST_LEFT = const(32)
"""Records of a game that are not written yet when it is replaced; mostly there is none."""
_MOST_QUIET = const(255)
_GIVE_UP = const(16)
_WHOLE = "256s"


class Journal:
    """Writes the game in progress down, and gives it back after a start.

    ``name`` holds the name of the game in its first ``name_size`` bytes; whoever calls ``begin`` fills it
    before. Nothing is written but in ``work``, a page at a time, to be called whenever there is time for it.
    Once ``resume`` has been called nothing is allocated.
    """

    def __init__(self, sectors: "Flash") -> None:
        self.name = bytearray(LONGEST_GAME_NAME)
        self.name_size = 0
        self._sectors = sectors
        self.reader = Reader(sectors)
        # The place of the next record, and how many erased sectors follow.
        self._sector = 0
        self._number = 0
        self._page = PAGES
        self._at = PAGE
        self._blank = 0
        self._failures = 0
        # The record that is written next, if there is one.
        self._entry = Entry(_LONGEST)
        # The game. _live: it is still the one that the session has; _open: its start is written,
        # _ended: and its result.
        self._live = False
        self._open = False
        self._ended = False
        self._fresh = False
        self._resumed = False
        self._undone = False
        self._result = 0
        self._reason = 0
        self._span = 0
        # What has been staged of it.
        self._walk = Position(NO_LOG)
        self._ply = 0
        self._quiet = 0
        self._settings = 0
        self._cursor = 0

    @property
    def trouble(self) -> bytes:
        """Why nothing is written; empty while it is, or will be."""
        return b"worn" if self._failures >= _GIVE_UP else b""

    def pages(self) -> int:
        """How many pages there are, in all sectors."""
        return self._sectors.count * PAGES

    def newest_page(self) -> int:
        """The page that is being written."""
        return self._sector * PAGES + self._page

    def oldest_page(self) -> int:
        """The page with which all begins that is kept; -1 while nothing is known of any."""
        if not self._number:
            return -1
        return (self._sector + self._blank + 1) % self._sectors.count * PAGES

    def resume(self, game: Game) -> bool:
        """At the start of the program: read the last game into ``game``, unless people have ended it.

        Whether there is one. Without, ``game`` is left as it happens to be, but for how new games start: as
        with the last.
        """
        end = End(self.reader)
        self._sector = end.sector
        self._number = end.number
        self._page = end.page
        self._at = end.at
        self._blank = end.blank
        size = take_up(self.reader, end, game, self.name)
        if size < 0:
            return False
        self.name_size = size
        self._open = True
        self._follow(game)
        self._settings = _settings(game)
        self._ended = end.is_result
        if game.result and not end.is_result:  # the power failed between its last move and its result
            self.end(game.result, game.reason)
        self._live = self._resumed = True
        return True

    # What happens to the game

    def begin(self) -> None:
        """A game begins, or the one that was resumed goes on."""
        if not self._resumed:
            self._fresh = True
            if self._entry.kind == BEGUN:
                self._entry.clear()
        self._resumed = False

    def go_back(self, game: Game) -> None:
        """The last moves of the game have been undone; another one may be in progress."""
        self._result = 0
        if self._entry.kind == RESULT:
            self._entry.clear()
        if self._live and self._open and not self._fresh and self._ply > game.ply:
            self._undone = True
            self._follow(game)

    def end(self, result: int, reason: int) -> None:
        """The game has ended."""
        self._result = result
        self._reason = reason

    def leave(self) -> None:
        """The game is about to be replaced by another."""
        if self._fresh:  # what is not written yet cannot be any more, under the next one's name least of all
            self._fresh = False
            self._result = 0
            if self._entry.kind == BEGUN:
                self._entry.clear()
        self._live = False
        self._resumed = False

    # Writing

    def finish(self, game: Game) -> None:
        """Write at once what is left of a game with moves; without room a sector is erased for it."""
        for _ in range(_MOST_LEFT):
            if self.trouble or not game.record.size or not self.pending(game):
                break
            if not self._stage(game):
                break
            if not self._write() and not self.has_room():
                self._erase()

    def pending(self, game: Game) -> bool:
        """Whether something of the game is still to be written."""
        return self._entry.size > 0 or self._fresh or self._result > 0 or self._is_behind(game)

    def behind(self) -> bool:
        """Whether a sector is to be erased."""
        return self._blank < AHEAD and not self.trouble

    def has_room(self) -> bool:
        """Whether more than the page being written is left before a sector has to be erased."""
        return self._blank > 0 or self._page < PAGES - 1

    def work(self, game: Game, rest: bool) -> None:
        """Do one thing: program a page; or, given a ``rest`` of 60 ms, erase a sector."""
        if not self.trouble and not (self._stage(game) and self._write()) and rest and self._blank < AHEAD:
            self._erase()

    def _stage(self, game: Game) -> bool:
        """Make the next record; whether there is one."""
        if self._entry.size:
            return True
        if not self._fresh and self._is_behind(game):
            if self._span * 2 >= self._sectors.count - AHEAD:
                self._make_begun(game)  # the beginning of this very long game will be erased some day
            elif self._undone or self._settings != _settings(game):
                self._make_stands(game)
            else:
                self._make_move(game)
        elif self._result:
            self._make_result(game)
        if self._fresh and not self._entry.size:
            record = game.record
            self._walk.copy(record.base)
            self._ply = record.base_ply
            self._quiet = min(record.base_quiet, _MOST_QUIET)
            self._cursor = record.first
            self._make_begun(game)
        return self._entry.size > 0

    def _is_behind(self, game: Game) -> bool:
        """Whether the game, which is the session's, is not what has been staged."""
        if not self._live or not self._open:
            return False
        if self._undone or self._ply != game.ply:
            return True
        return not self._ended and self._settings != _settings(game)

    def _follow(self, game: Game) -> None:
        """What has been staged is the game as it is now, but for the steps of a move in progress."""
        walk = self._walk
        walk.mirror(game.position)
        while walk.steps:
            walk.back()
        self._ply = game.ply
        self._quiet = min(game.quiet, _MOST_QUIET)
        self._cursor = game.record.size

    def _make_begun(self, game: Game) -> None:
        self._make_stands(game)
        self._entry.make_begun(self.name, self.name_size)

    def _make_stands(self, game: Game) -> None:
        self._undone = False
        self._settings = _settings(game)
        self._entry.make_stands(self._walk, self._ply, self._quiet, self._settings)

    def _make_move(self, game: Game) -> None:
        record = game.record
        cursor = self._cursor
        if cursor < record.first:  # the record has dropped it
            self._fresh = True
        elif self._opens_page(MOVE_SIZE + record.steps(cursor)):
            self._make_stands(game)
        else:
            walk = self._walk
            record.replay(cursor, walk)
            is_quiet = walk.steps and walk.step_kind(0) == PAIKA
            self._quiet = min(self._quiet + 1, _MOST_QUIET) if is_quiet else 0
            walk.end_turn()
            walk.forget()
            self._ply += 1
            self._cursor = record.after(cursor)
            self._entry.make_move(record, cursor)

    def _make_result(self, game: Game) -> None:
        if not self._open or self._ended:
            self._result = 0
        elif self._opens_page(RESULT_SIZE):
            self._make_stands(game)
        else:
            self._entry.make_result(self._result, self._reason)
            self._result = 0

    def _opens_page(self, size: int) -> bool:
        """Whether a record of this size would begin a page, which the position has to do."""
        if self._at + size > PAGE:
            self._at = PAGE
        return self._at == PAGE or self._at == (0 if self._page else HEAD)

    def _write(self) -> bool:
        """Program the staged record into its page; False when there is no room until a sector is erased."""
        entry = self._entry
        if self._at + entry.size > PAGE and not self._turn_page():
            return False
        at = self._at
        has_head = not self._page and at == HEAD
        page = self.reader.entry.data
        struct.pack_into(_WHOLE, page, 0, ERASED)
        if has_head:
            number = self._number
            for i in range(2):
                copy = COPY_AT if i else FORMAT_AT  # no tuple: it would be made on the heap
                page[copy] = FORMAT
                page[copy + 1] = number & 255
                page[copy + 2] = number >> 8 & 255
                page[copy + 3] = number >> 16
        for i in range(entry.size):
            page[at + i] = entry.data[i]
        self._sectors.program(self._sector, self._page, page)
        self._sectors.read(self._sector, self._page * PAGE, page)
        taken = not has_head or self.reader.head(self._sector) == self._number
        for i in range(entry.size):
            taken = taken and page[at + i] == entry.data[i]
        if taken:
            self._at = at + entry.size
            self._written()
        else:
            self._failures += 1
            if not has_head:  # else the sector would be left without its head
                self._at = PAGE
        return True

    def _written(self) -> None:
        self._failures = 0
        kind = self._entry.kind
        self._ended = kind == RESULT
        if kind == BEGUN:
            self._fresh = False
            self._live = self._open = True
            self._span = 0
        self._entry.clear()

    def _turn_page(self) -> bool:
        """Go to the next page that is empty; False when there is none now."""
        found = self.reader.entry.data
        if self._page < PAGES - 1:
            self._page += 1
            self._sectors.read(self._sector, self._page * PAGE, found)
            self._at = 0 if found == ERASED else PAGE
            return self._at == 0
        if not self._blank:
            return False
        following = (self._sector + 1) % self._sectors.count
        self._sectors.read(following, 0, found)
        for i in range(FORMAT_AT):
            found[i] = NOTHING
        if found != ERASED:
            self._blank = 0
            return False
        self._sector = following
        self._number += 1
        self._blank -= 1
        self._span += 1
        self._page = 0
        self._at = HEAD
        return True

    def _erase(self) -> None:
        """Erase the oldest sector."""
        oldest = (self._sector + self._blank + 1) % self._sectors.count
        self._sectors.erase(oldest, self.reader.entry.data)
        self._blank += 1


def _settings(game: Game) -> int:
    """The flags of a record that tell which draws count, and how new games start."""
    flags = game.position.variant * VARIANT
    if game.repetition:
        flags |= REPETITION_COUNTS
    if game.mirrored:
        flags |= NEW_GAMES_MIRRORED
    return flags | FIFTY_COUNT if game.fifty else flags
