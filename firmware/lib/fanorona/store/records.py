"""The records of the journal: what a page is made of (JOURNAL.md).

A sector is 16 pages of 256 bytes. Erasing it sets all bits and takes 45 ms; programming a page can only clear
bits and takes less than one. A record lies within one page.
"""

from fanorona.compat import const
from fanorona.rules.game import Record
from fanorona.rules.rules import BLACK, PAIKA, WALL, WHITE, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Flash(Protocol):
        """Sectors of 16 pages, which may hold anything at first. Nothing allocates."""

        count: int
        """How many there are."""

        def owns(self, sector: int) -> bool:
            """Whether the beginning of the sector shows that it was erased to its end."""

        def read(self, sector: int, offset: int, buffer: bytearray) -> None:
            """Fill the buffer from a sector."""

        def program(self, sector: int, page: int, buffer: bytearray) -> None:
            """Clear the bits of a page that are clear in the buffer, which is as long as the page."""

        def erase(self, sector: int, page: bytearray) -> None:
            """Set all bits of a sector but those that ``owns`` looks at. What is in ``page`` is lost."""


PAGE = const(256)
"""Bytes that are programmed at once."""
PAGES = const(16)
"""Pages of a sector."""
HEAD = const(16)
"""Bytes of a sector before its first record: 8 of the flash's own, then format and sequence number, twice."""
LONGEST_GAME_NAME = const(20)

FORMAT = const(2)
"""1 had the position after it in every move; such sectors are left, and erased when their turn comes."""
FORMAT_AT = const(8)
COPY_AT = const(12)
NOTHING = const(0xFF)
ERASED = bytes([NOTHING]) * PAGE

# Kinds of records; a move's is the point that it starts from. Readers pass over kinds that they do not know.
IRREGULAR = const(45)
"""A move that starts from no point (P10): as in ``game.Record``."""
MOST_MOVES = const(46)
"""Kinds below this are moves."""
BEGUN = const(64)
"""A game begins, or goes on in a new place: as ``STANDS``, and its name."""
STANDS = const(65)
"""So the game stands, after so many plies."""
RESULT = const(66)
NONE_LEFT = const(255)
"""No record."""

# Places in a record, whose first byte is its length and the next its kind. The last two are its checksum.
_KIND = const(1)
_STEPS = const(2)
_FLAGS = const(2)  # side to move and settings
_QUIET = const(3)
_PLY = const(4)
_BOARD = const(6)
_NAME = const(15)
_RESULT = const(2)
_REASON = const(3)
_PACKED = const(9)
_SUM = const(2)
_SMALLEST = const(4)
_PRIME = const(65521)

MOVE_SIZE = const(4)
"""Bytes of a move's record beyond those of its steps."""
RESULT_SIZE = const(6)

BLACK_MOVES = const(1)
REPETITION_COUNTS = const(2)
FIFTY_COUNT = const(4)
NEW_GAMES_MIRRORED = const(8)
VARIANT = const(16)
"""The variant is times this."""


class Entry:
    """A record in ``data``: one that was found there, or one that is being made, at its beginning.

    Its ``size`` is 0 and its ``kind`` NONE_LEFT while there is none.
    """

    def __init__(self, capacity: int) -> None:
        self.data = bytearray(capacity)
        self.at = 0
        self.size = 0
        self.kind = NONE_LEFT

    def clear(self) -> None:
        """Forget the record."""
        self.size = 0
        self.kind = NONE_LEFT

    # Found

    def look(self, at: int) -> bool:
        """Take the record at this place of a page; whether there is a whole one."""
        if not self.glance(at):
            return False
        data = self.data
        end = at + self.size - _SUM
        if _remainder(data, at, end) != data[end] << 8 | data[end + 1]:
            self.clear()
        return self.size > 0

    def glance(self, at: int) -> bool:
        """The same without regard to its checksum."""
        self.at = at
        self.clear()
        if at > PAGE - _SMALLEST:
            return False
        n = self.data[at]
        if n == NOTHING or n < _SMALLEST or at + n > PAGE:
            return False
        self.size = n
        self.kind = self.data[at + _KIND]
        return True

    def copy(self) -> "Entry":
        """The same record, by itself."""
        other = Entry(self.size)
        other.size = self.size
        other.kind = self.kind
        other.data[:] = self.data[self.at : self.at + self.size]
        return other

    def steps(self) -> int:
        """How many steps the move has, which lie in ``data`` from ``steps_at`` on."""
        return self.size - MOVE_SIZE

    def steps_at(self) -> int:
        """The place of the move's steps, a byte for each, as in ``game.Record``."""
        return self.at + _STEPS

    def captures(self) -> bool:
        """Whether the move is a capture, irregular or a stone placed: R11 counts from it."""
        return self.size == MOVE_SIZE or self.data[self.at + _STEPS] & 7 != PAIKA

    def result(self) -> int:
        """As in ``game``."""
        return self.data[self.at + _RESULT]

    def reason(self) -> int:
        """As in ``game``."""
        return self.data[self.at + _REASON]

    def flags(self) -> int:
        """Side to move and settings of the game."""
        return self.data[self.at + _FLAGS]

    def variant(self) -> int:
        """Which game is played, as in ``rules``."""
        return self.flags() // VARIANT & 7

    def turn(self) -> int:
        """The side to move."""
        return BLACK if self.flags() & BLACK_MOVES else WHITE

    def quiet(self) -> int:
        """Plies since the last capture, at most 255."""
        return self.data[self.at + _QUIET]

    def ply(self) -> int:
        """Plies played before."""
        return self.data[self.at + _PLY] | self.data[self.at + _PLY + 1] << 8

    def unpack(self, board: bytearray) -> None:
        """Write the position into ``board``, as colours by point; that after it, of an irregular move."""
        p = 0
        at = self.at + (_STEPS + 1 if self.kind == IRREGULAR else _BOARD)
        for i in range(at, at + _PACKED):
            rest = self.data[i]
            for q in range(p + 4, p - 1, -1):
                board[q] = rest % 3
                rest //= 3
            p += 5

    def copy_name(self, name: bytearray) -> int:
        """Copy the game's name to the beginning of ``name``; its length."""
        n = min(self.size - _NAME - _SUM, LONGEST_GAME_NAME)
        for i in range(n):
            name[i] = self.data[self.at + _NAME + i]
        return n

    # Made

    def make_stands(self, position: Position, ply: int, quiet: int, flags: int) -> None:
        """So the game stands; ``flags`` without the side to move."""
        data = self.data
        board = position.board
        data[_FLAGS] = flags | BLACK_MOVES if position.turn == BLACK else flags
        data[_QUIET] = quiet
        data[_PLY] = ply & 255
        data[_PLY + 1] = ply >> 8 & 255
        for i in range(_PACKED):
            p = i * 5
            packed = 0
            for q in range(p, p + 5):
                packed = packed * 3 + board[q] % WALL
            data[_BOARD + i] = packed
        self._seal(STANDS, _NAME)

    def make_begun(self, name: bytearray, n: int) -> None:
        """What ``make_stands`` has made, with the first ``n`` bytes of the game's name."""
        for i in range(n):
            self.data[_NAME + i] = name[i]
        self._seal(BEGUN, _NAME + n)

    def make_move(self, record: Record, cursor: int) -> None:
        """The move at the cursor."""
        steps = record.steps(cursor)
        for i in range(steps):
            self.data[_STEPS + i] = record.step(cursor, i)
        self._seal(record.start(cursor), _STEPS + steps)

    def make_result(self, result: int, reason: int) -> None:
        """The game has ended."""
        self.data[_RESULT] = result
        self.data[_REASON] = reason
        self._seal(RESULT, _REASON + 1)

    def _seal(self, kind: int, size: int) -> None:
        """Give the record its length, its kind and its checksum."""
        data = self.data
        self.kind = kind
        self.size = size + _SUM
        data[0] = self.size
        data[_KIND] = kind
        rest = _remainder(data, 0, size)
        data[size] = rest >> 8
        data[size + 1] = rest & 255


def _remainder(data: bytearray, at: int, end: int) -> int:
    """The checksum of the bytes from ``at`` to ``end``: as one big number, modulo 65521."""
    rest = 0
    for i in range(at, end):
        rest = (rest * 256 + data[i]) % _PRIME
    return rest
