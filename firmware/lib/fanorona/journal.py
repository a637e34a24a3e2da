"""The journal: every game as it is played, in sectors of flash, safe from a power cut at any instant.

A sector is 16 pages of 256 bytes. Erasing it sets all bits and takes 45 ms; programming a page can only clear
bits and takes less than one. So records are appended, each by programming one page in which all other bytes
stay 0xFF, and nothing is ever changed. JOURNAL.md describes the format and what follows from it.

``sectors`` is the flash: ``flash.Sectors`` on the board.
"""

from fanorona.compat import const
from fanorona.game import Game
from fanorona.rules import BLACK, MOVE_LOG, PAIKA, WHITE, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Flash(Protocol):
        """Sectors of 16 pages. Only ``open``, and ``work`` while not ``ready``, allocate."""

        count: int
        """How many there are; 0: none are known yet."""
        ready: bool
        """Whether they may be written."""
        trouble: bytes
        """Why they never will be; empty: they may."""

        def open(self) -> None:
            """Find the sectors, if they have ever been made."""

        def work(self, rest: bool) -> bool:
            """Take one step towards being ready, a long one only at ``rest``; True: all were made anew."""

        def owns(self, sector: int, head: bytearray) -> bool:
            """Whether ``head``, the beginning of the sector, shows that it was erased to its end."""

        def read(self, sector: int, offset: int, buffer: bytearray) -> None:
            """Fill the buffer from a sector."""

        def program(self, sector: int, page: int, buffer: bytearray) -> None:
            """Clear the bits of a page that are clear in the buffer, which is as long as the page."""

        def erase(self, sector: int) -> None:
            """Set all bits of a sector but those that ``owns`` looks at."""


PAGE = const(256)
"""Bytes that are programmed at once."""
PAGES = const(16)
"""Pages of a sector."""
HEAD = const(16)
"""Bytes of a sector before its first record: 8 of the flash's own, then format and sequence number, twice."""
AHEAD = const(2)
"""Sectors that are kept erased ahead of the one being written."""
LONGEST_GAME_NAME = const(20)

_FORMAT = const(1)
_FORMAT_AT = const(8)
_COPY_AT = const(12)
_NOTHING = const(0xFF)
_PRIME = const(65521)
_SMALLEST = const(6)
_RECORD = const(64)
_MOST_QUIET = const(255)
_GIVE_UP = const(16)

# Kinds of records. 5 and up are for what may come later; a reader passes over kinds that it does not know.
START = const(1)
MOVE = const(2)
RESULT = const(3)
TAKEBACK = const(4)

# Places in a record. Every record ends with its checksum.
KIND = const(1)
_FLAGS = const(2)  # side to move and settings
_QUIET = const(3)
RESULT_RESULT = const(2)
RESULT_REASON = const(3)
PLY = const(4)
MOVE_BOARD = const(5)  # of TAKEBACK, too
MOVE_STEPS = const(14)
TAKEBACK_PLY = const(14)  # the high byte
START_BOARD = const(6)
START_NAME = const(15)
_PACKED = const(9)
SUM = const(2)

_BLACK_TO_MOVE = const(1)
_REPETITION = const(2)
_FIFTY = const(4)

_ERASED = bytes([_NOTHING]) * PAGE


class Reader:
    """Reads records from ``sectors`` in the order in which they were written, passing over damaged ones.

    ``view`` is the page being read, ``at`` the place of the record in it and ``name`` the game read last. For
    the start of the program and for rare commands: it allocates.
    """

    def __init__(self, sectors: "Flash") -> None:
        self.view = bytearray(PAGE)
        self.name = b""
        self.at = 0
        self.after = 0
        self.sector = 0
        self.page = 0
        self._sectors = sectors
        self._packed = bytearray(_PACKED)

    def head(self, sector: int) -> int:
        """The sequence number of a sector; 0 when it is erased, -1 when it cannot be used before it is."""
        head = self.view
        self._sectors.read(sector, 0, head)
        if not self._sectors.owns(sector, head):
            return -1
        mine = head[_FORMAT_AT:_COPY_AT]
        if mine == _ERASED[_FORMAT_AT:_COPY_AT]:
            return 0 if head[_FORMAT_AT:] == _ERASED[_FORMAT_AT:] else -1
        if mine != head[_COPY_AT:HEAD] or mine[0] != _FORMAT:
            return -1
        return mine[1] | mine[2] << 8 | mine[3] << 16

    def go(self, sector: int, page: int) -> None:
        """Read on from the beginning of a page."""
        self.sector = sector
        self.page = page
        self.at = self.after = 0 if page else HEAD
        self._sectors.read(sector, page * PAGE, self.view)

    def turn_to(self, page: int) -> bool:
        """Read a page by its number over all sectors; False where its sector cannot be read."""
        sector = page // PAGES
        page %= PAGES
        if not page and self.head(sector) <= 0:
            return False
        self.go(sector, page)
        return True

    def length(self, at: int) -> int:
        """The length of the record at ``at`` in the page, 0 if there is none or a damaged one."""
        view = self.view
        if at > PAGE - _SMALLEST:
            return 0
        n = view[at]
        if n == _NOTHING or n < _SMALLEST or at + n > PAGE:
            return 0
        end = at + n - SUM
        if _sum(view, at, end) != view[end] << 8 | view[end + 1]:
            return 0
        return n

    def next(self) -> int:
        """Go to the next record; its kind, 0 at the end."""
        while True:
            n = self.length(self.after)
            if n:
                self.at = self.after
                self.after += n
                return self.view[self.at + KIND]
            # What may follow in this page is damaged: every page begins with a record.
            if self.page < PAGES - 1:
                self.go(self.sector, self.page + 1)
                continue
            number = self.head(self.sector)
            following = (self.sector + 1) % self._sectors.count
            if number <= 0 or self.head(following) != number + 1:
                self.go(self.sector, self.page)
                self.after = PAGE
                return 0
            self.go(following, 0)

    def oldest(self) -> bool:
        """Go to the beginning of all that is kept; whether there is anything."""
        first = -1
        least = 0
        for sector in range(self._sectors.count):
            number = self.head(sector)
            if number > 0 and (first < 0 or number < least):
                first = sector
                least = number
        if first >= 0:
            self.go(first, 0)
        return first >= 0

    def next_finished(self, game: Game) -> bool:
        """Read the next game that has a result into ``game``; False when there is none."""
        kind = self.next()
        while kind:
            if kind == START:
                self.load(game)
                if game.result:
                    return True
            kind = self.next()
        return False

    def load(self, game: Game) -> None:
        """Read the game whose start is the present record into ``game``, as far as it goes."""
        view = self.view
        kept: list[bytearray] = []  # the record that the game begins with, then one for each move that stands
        base = 0
        end = None
        kind = START
        while kind:
            record = view[self.at : self.after - SUM]
            if kind == START:
                name = bytes(record[START_NAME:])
                if kept and name != self.name:
                    self.after = self.at  # another game
                    break
                self.name = name
                base = record[PLY] | record[PLY + 1] << 8
                kept = [record]
            elif kind == MOVE:
                plies = record[PLY] - base - len(kept) + 1 & 255
                if plies != 1:  # moves between are lost: the record begins after them
                    base += len(kept) - 1 + plies
                    kept = []
                kept.append(record)
            elif kind == TAKEBACK:
                ply = record[PLY] | record[TAKEBACK_PLY] << 8
                if base <= ply < base + len(kept):
                    del kept[ply - base + 1 :]
                else:
                    base = ply
                    kept = [record]
            elif kind == RESULT:
                end = record
                break
            kind = self.next()
        self._recall(kept, base, game)
        if end is not None:
            game.close(end[RESULT_RESULT], end[RESULT_REASON])

    def _recall(self, kept: "list[bytearray]", base: int, game: Game) -> None:
        """Make ``game`` what its records tell, with ``base`` plies played before the first."""
        packed = self._packed
        for record in kept:
            flags = record[_FLAGS]
            is_first = record is kept[0]
            if not is_first:
                steps = len(record) - MOVE_STEPS - 1
                game.recall(record, MOVE_STEPS, steps, packed, record[_QUIET])
            at = START_BOARD if record[KIND] == START else MOVE_BOARD
            packed[:] = record[at : at + _PACKED]
            if is_first:
                game.resume(packed, turn_of(record, 0), base, record[_QUIET])
        game.stand(packed, turn_of(record, 0))
        game.repetition = flags & _REPETITION != 0
        game.fifty = flags & _FIFTY != 0


class Journal:
    """Writes the game in progress down, and gives it back after a start.

    ``name`` holds the name of the game in its first ``name_size`` bytes; whoever calls ``begin`` fills it
    before. Nothing is written but in ``work``, a page at a time, to be called whenever there is time for it.
    Once ``resume`` has been called and the sectors are ready, nothing is allocated.
    """

    def __init__(self, sectors: "Flash") -> None:
        self.name = bytearray(LONGEST_GAME_NAME)
        self.name_size = 0
        self._sectors = sectors
        self.reader = Reader(sectors)
        self._buffer = bytearray(_ERASED)
        # The place of the next record, and how many erased sectors follow.
        self._found = False
        self._sector = 0
        self._number = 0
        self._page = PAGES
        self._at = PAGE
        self._blank = 0
        self._failures = 0
        # The record that is written next, if there is one.
        self._staged = 0
        self._record = bytearray(_RECORD)
        self._size = 0
        # The game. _live: it is still the one that the session has; _open: its start is written.
        self._live = False
        self._open = False
        self._fresh = False
        self._resumed = False
        self._undone = False
        self._result = 0
        self._reason = 0
        self._span = 0
        # What has been staged of it.
        self._walk = Position(MOVE_LOG)
        self._ply = 0
        self._quiet = 0
        self._base_ply = 0
        self._cursor = 0

    @property
    def trouble(self) -> bytes:
        """Why nothing is written; empty while it is, or will be."""
        return b"worn" if self._failures >= _GIVE_UP else self._sectors.trouble

    def pages(self) -> int:
        """How many pages there are, in all sectors."""
        return self._sectors.count * PAGES

    def newest_page(self) -> int:
        """The page that is being written."""
        return self._sector * PAGES + self._page

    def oldest_page(self) -> int:
        """The page with which all begins that is kept; -1 while nothing is known of any."""
        if not self._found or not self._number:
            return -1
        return (self._sector + self._blank + 1) % self._sectors.count * PAGES

    def resume(self, game: Game) -> bool:
        """At the start of the program: read the unfinished game into ``game``; whether there is one.

        Without one, ``game`` is left as it happens to be.
        """
        self._sectors.open()
        self._find_end()
        if not self._find_start():
            return False
        reader = self.reader
        reader.load(game)
        game.judge()
        self._open = True
        if game.result:  # the power failed between its last move and its result
            self.end(game.result, game.reason)
            return False
        self.name_size = len(reader.name)
        for i in range(self.name_size):
            self.name[i] = reader.name[i]
        self._live = self._resumed = True
        self._walk.copy(game.position)
        self._ply = game.ply
        self._quiet = min(game.quiet, _MOST_QUIET)
        self._base_ply = game.record.base_ply
        self._cursor = game.record.size
        return True

    # What happens to the game

    def begin(self) -> None:
        """A game begins, or the one that was resumed goes on."""
        if not self._resumed:
            self._fresh = True
            if self._staged == START:
                self._staged = 0
        self._resumed = False

    def go_back(self, game: Game) -> None:
        """The last moves of the game have been undone; it stands at the beginning of a turn."""
        self._result = 0
        if self._staged == RESULT:
            self._staged = 0
        if not self._live or self._fresh:
            return
        if not self._open:
            self._fresh = True  # its result is written: it begins anew
        elif self._ply > game.ply:
            self._undone = True
            self._walk.copy(game.position)
            self._ply = game.ply
            self._quiet = min(game.quiet, _MOST_QUIET)
            self._base_ply = game.record.base_ply
            self._cursor = game.record.size

    def end(self, result: int, reason: int) -> None:
        """The game has ended."""
        self._result = result
        self._reason = reason

    def leave(self) -> None:
        """The game is about to be replaced by another."""
        self._live = False
        self._resumed = False

    # Writing

    def pending(self, game: Game) -> bool:
        """Whether something of the game is still to be written."""
        if self._staged or self._fresh or self._result:
            return True
        return self._live and self._open and (self._undone or self._ply != game.ply)

    def behind(self) -> bool:
        """Whether sectors are to be found, made or erased."""
        if self.trouble:
            return False
        return not self._found or not self._sectors.ready or self._blank < AHEAD

    def has_room(self) -> bool:
        """Whether more than the page being written is left before a sector has to be erased, or made."""
        return self._sectors.ready and (self._blank > 0 or self._page < PAGES - 1)

    def work(self, game: Game, rest: bool) -> None:
        """Do one thing: program a page; or, given a ``rest`` of 60 ms, erase or make a sector."""
        sectors = self._sectors
        if self.trouble:
            return
        if not sectors.ready:
            if sectors.work(rest):
                self._found = False
                self._fresh = self._fresh or (self._live and not self._resumed)
                self._open = self._resumed = False
        elif not self._found:
            self._find_end()
        elif not self._stage(game) or not self._write():
            if rest and self._blank < AHEAD:
                self._erase()

    def _stage(self, game: Game) -> bool:
        """Make the next record; whether there is one."""
        if self._staged:
            return True
        if self._live and self._open and not self._fresh and (self._undone or self._ply != game.ply):
            if self._span * 2 >= self._sectors.count - AHEAD:
                self._make_start(game)  # the beginning of this very long game will be erased some day
            elif self._undone:
                self._make_takeback(game)
            else:
                self._make_move(game)
        elif self._result:
            if self._open:
                self._make_result()
            self._result = 0
        if self._fresh and not self._staged:
            record = game.record
            self._walk.copy(record.base)
            self._ply = self._base_ply = record.base_ply
            self._quiet = 0
            self._cursor = 0
            self._make_start(game)
        return self._staged > 0

    def _make_start(self, game: Game) -> None:
        self._undone = False
        n = self.name_size
        self._put_head(START, game)
        self._record[PLY + 1] = self._ply >> 8 & 255
        _pack(self._walk.board, self._record, START_BOARD)
        for i in range(n):
            self._record[START_NAME + i] = self.name[i]
        self._seal(START_NAME + n)

    def _make_move(self, game: Game) -> None:
        record = game.record
        if self._base_ply != record.base_ply:  # the record has dropped its older half
            self._base_ply = record.base_ply
            self._cursor = 0
            if self._ply < record.base_ply:
                self._fresh = True
                return
            for _ in range(self._ply - record.base_ply):
                self._cursor = record.after(self._cursor)
        cursor = self._cursor
        walk = self._walk
        record.replay(cursor, walk)
        self._quiet = min(self._quiet + 1, _MOST_QUIET) if walk.step_kind(0) == PAIKA else 0
        walk.end_turn()
        walk.forget()
        self._ply += 1
        self._cursor = record.after(cursor)
        self._put_head(MOVE, game)
        _pack(walk.board, self._record, MOVE_BOARD)
        steps = record.steps(cursor)
        self._record[MOVE_STEPS] = record.start(cursor)
        for i in range(steps):
            self._record[MOVE_STEPS + 1 + i] = record.step(cursor, i)
        self._seal(MOVE_STEPS + 1 + steps)

    def _make_takeback(self, game: Game) -> None:
        self._undone = False
        self._put_head(TAKEBACK, game)
        _pack(self._walk.board, self._record, MOVE_BOARD)
        self._record[TAKEBACK_PLY] = self._ply >> 8 & 255
        self._seal(TAKEBACK_PLY + 1)

    def _make_result(self) -> None:
        self._record[KIND] = RESULT
        self._record[RESULT_RESULT] = self._result
        self._record[RESULT_REASON] = self._reason
        self._seal(PLY)

    def _put_head(self, kind: int, game: Game) -> None:
        flags = _BLACK_TO_MOVE if self._walk.turn == BLACK else 0
        if game.repetition:
            flags |= _REPETITION
        if game.fifty:
            flags |= _FIFTY
        record = self._record
        record[KIND] = kind
        record[_FLAGS] = flags
        record[_QUIET] = self._quiet
        record[PLY] = self._ply & 255

    def _seal(self, size: int) -> None:
        """Give the record its length and its checksum."""
        record = self._record
        record[0] = self._size = size + SUM
        rest = _sum(record, 0, size)
        record[size] = rest >> 8
        record[size + 1] = rest & 255
        self._staged = record[KIND]

    def _write(self) -> bool:
        """Program the staged record into its page; False when there is no room until a sector is erased."""
        if self._at + self._size > PAGE and not self._turn_page():
            return False
        at = self._at
        begin = at
        buffer = self._buffer
        if not self._page and at == HEAD:
            begin = _FORMAT_AT
            number = self._number
            for copy in (_FORMAT_AT, _COPY_AT):
                buffer[copy] = _FORMAT
                buffer[copy + 1] = number & 255
                buffer[copy + 2] = number >> 8 & 255
                buffer[copy + 3] = number >> 16
        for i in range(self._size):
            buffer[at + i] = self._record[i]
        self._sectors.program(self._sector, self._page, buffer)
        view = self.reader.view
        self._sectors.read(self._sector, self._page * PAGE, view)
        taken = True
        for i in range(begin, at + self._size):
            if view[i] != buffer[i]:
                taken = False
            buffer[i] = _NOTHING
        if taken:
            self._at = at + self._size
            self._written()
        else:
            self._failures += 1
            if begin == at:  # else the sector would be left without its head
                self._at = PAGE
        return True

    def _written(self) -> None:
        self._failures = 0
        if self._staged == START:
            self._fresh = False
            self._live = self._open = True
            self._span = 0
        elif self._staged == RESULT:
            self._open = False
        self._staged = 0

    def _turn_page(self) -> bool:
        """Go to the next page that is empty; False when there is none now."""
        view = self.reader.view
        if self._page < PAGES - 1:
            self._page += 1
            self._sectors.read(self._sector, self._page * PAGE, view)
            self._at = 0 if view == _ERASED else PAGE
            return self._at == 0
        if not self._blank:
            return False
        following = (self._sector + 1) % self._sectors.count
        self._sectors.read(following, 0, view)
        for i in range(_FORMAT_AT):
            view[i] = _NOTHING
        if view != _ERASED:
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
        self._sectors.erase((self._sector + self._blank + 1) % self._sectors.count)
        self._blank += 1

    # Finding out what is there

    def _find_end(self) -> None:
        """Find the place of the next record."""
        sectors = self._sectors
        count = sectors.count
        self._found = count > 0
        if not count:
            return
        reader = self.reader
        numbers = [reader.head(sector) for sector in range(count)]
        self._number = max(0, max(numbers))
        self._sector = numbers.index(self._number) if self._number else count - 1
        self._page = PAGES - 1
        self._at = PAGE
        self._blank = 0
        while self._blank < count - 1 and not numbers[(self._sector + self._blank + 1) % count]:
            self._blank += 1
        if not self._number:
            return
        while self._page:
            reader.go(self._sector, self._page)
            if reader.view != _ERASED:
                break
            self._page -= 1
        reader.go(self._sector, self._page)
        n = reader.length(reader.after)
        while n:
            reader.after += n
            n = reader.length(reader.after)
        if reader.view[reader.after :] == _ERASED[reader.after :]:
            self._at = reader.after

    def _find_start(self) -> bool:
        """Go back to the start of the game written last; False when it has ended, or there is none."""
        reader = self.reader
        sector = self._sector
        page = self._page
        number = self._number
        while number > 0:
            reader.go(sector, page)
            view = reader.view
            at = reader.at
            start = -1
            ended = False
            while at <= PAGE - _SMALLEST and _SMALLEST <= view[at] < _NOTHING:
                kind = view[at + KIND]
                if kind == START and reader.length(at):
                    start = at
                    ended = False
                elif kind == RESULT and reader.length(at):
                    ended = True
                at += view[at]
            if ended:
                return False
            if start >= 0:
                reader.at = start
                reader.after = start + view[start]
                return True
            if page:
                page -= 1
                continue
            sector = (sector - 1) % self._sectors.count
            page = PAGES - 1
            number -= 1
            if reader.head(sector) != number:
                return False
        return False


def turn_of(view: bytearray, at: int) -> int:
    """The side to move that the record at ``at`` names, which is no result."""
    return BLACK if view[at + _FLAGS] & _BLACK_TO_MOVE else WHITE


def _sum(data: bytearray, at: int, end: int) -> int:
    rest = 0
    for i in range(at, end):
        rest = (rest * 256 + data[i]) % _PRIME
    return rest


def unpack(data: bytearray, at: int, board: bytearray) -> None:
    """Colours by point from a position in a record."""
    p = 0
    for i in range(at, at + _PACKED):
        rest = data[i]
        for q in range(p + 4, p - 1, -1):
            board[q] = rest % 3
            rest //= 3
        p += 5


def _pack(board: bytearray, out: bytearray, at: int) -> None:
    """Five points in a byte, as numbers of base 3."""
    for i in range(_PACKED):
        p = i * 5
        out[at + i] = ((board[p] * 3 + board[p + 1]) * 3 + board[p + 2]) * 9 + board[p + 3] * 3 + board[p + 4]
