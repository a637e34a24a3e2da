"""The records of the journal, and how they are read (JOURNAL.md).

A sector is 16 pages of 256 bytes. Erasing it sets all bits and takes 45 ms; programming a page can only clear
bits and takes less than one. A record lies within one page.
"""

from fanorona.compat import const
from fanorona.game import Game
from fanorona.rules import BLACK, WHITE

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
LONGEST_GAME_NAME = const(20)

FORMAT = const(1)
FORMAT_AT = const(8)
COPY_AT = const(12)
NOTHING = const(0xFF)
_PRIME = const(65521)
_SMALLEST = const(6)

# Kinds of records. 5 and up are for what may come later; a reader passes over kinds that it does not know.
START = const(1)
MOVE = const(2)
RESULT = const(3)
TAKEBACK = const(4)

# Places in a record. Every record ends with its checksum.
KIND = const(1)
FLAGS = const(2)  # side to move and settings
QUIET = const(3)
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

FLAG_BLACK = const(1)
FLAG_REPETITION = const(2)
FLAG_FIFTY = const(4)

ERASED = bytes([NOTHING]) * PAGE


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
        for i in range(FORMAT_AT, COPY_AT):
            if head[i] != head[i + COPY_AT - FORMAT_AT]:
                return -1
        if head[FORMAT_AT] == FORMAT:
            return head[FORMAT_AT + 1] | head[FORMAT_AT + 2] << 8 | head[FORMAT_AT + 3] << 16
        for i in range(FORMAT_AT):
            head[i] = NOTHING
        return 0 if head == ERASED else -1

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
        if n == NOTHING or n < _SMALLEST or at + n > PAGE:
            return 0
        end = at + n - SUM
        if remainder(view, at, end) != view[end] << 8 | view[end + 1]:
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

    def last_start(self, sector: int, page: int, number: int) -> bool:
        """Go back from a page, in the sector of that sequence number, to the start of the game written last.

        False when that has ended, or there is none.
        """
        while number > 0:
            self.go(sector, page)
            view = self.view
            at = self.at
            start = -1
            ended = False
            while at <= PAGE - _SMALLEST and _SMALLEST <= view[at] < NOTHING:
                kind = view[at + KIND]
                if kind == START and self.length(at):
                    start = at
                    ended = False
                elif kind == RESULT and self.length(at):
                    ended = True
                at += view[at]
            if ended:
                return False
            if start >= 0:
                self.at = start
                self.after = start + view[start]
                return True
            if page:
                page -= 1
                continue
            sector = (sector - 1) % self._sectors.count
            page = PAGES - 1
            number -= 1
            if self.head(sector) != number:
                return False
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
            flags = record[FLAGS]
            is_first = record is kept[0]
            if not is_first:
                steps = len(record) - MOVE_STEPS - 1
                game.recall(record, MOVE_STEPS, steps, packed, record[QUIET])
            at = START_BOARD if record[KIND] == START else MOVE_BOARD
            packed[:] = record[at : at + _PACKED]
            if is_first:
                game.resume(packed, turn_of(record, 0), base, record[QUIET])
        game.stand(packed, turn_of(record, 0))
        game.repetition = flags & FLAG_REPETITION != 0
        game.fifty = flags & FLAG_FIFTY != 0


def turn_of(view: bytearray, at: int) -> int:
    """The side to move that the record at ``at`` names, which is no result."""
    return BLACK if view[at + FLAGS] & FLAG_BLACK else WHITE


def remainder(data: bytearray, at: int, end: int) -> int:
    """The checksum of the bytes from ``at`` to ``end``: as one big number, modulo 65521."""
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


def pack(board: bytearray, out: bytearray, at: int) -> None:
    """Five points in a byte, as numbers of base 3."""
    for i in range(_PACKED):
        p = i * 5
        out[at + i] = ((board[p] * 3 + board[p + 1]) * 3 + board[p + 2]) * 9 + board[p + 3] * 3 + board[p + 4]
