"""Sectors of the Pico's own flash for the journal, inside MicroPython's file system but not written by it.

A file of exactly one sector has its data in one block of littlefs. The block holds nothing but the data, no
pointers and no checksum; littlefs neither moves it nor writes to it unless the file is written. So the files
of a folder keep blocks for us, and once it is known which, they are read, programmed and erased past the file
system. A file ``map`` in the same folder says which they are. See JOURNAL.md.

Bytes 0 to 7 of a sector are its mark: ``LKJ``, its number, and four bytes that all sectors made together
share. It is written after erasing, so a sector with its mark was erased to its end.
"""

from array import array

import rp2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from making import Maker

FOLDER = "journal"
MAP = FOLDER + "/map"
BLOCK_COUNT = 4  # of ioctl
_ERASE_BLOCK = 6
PAGE = 256
MARK_SIZE = 8
_FULL = 28  # ENOSPC


class Sectors:
    """``wanted`` sectors of flash; what the attributes mean is said in ``fanorona.records.Flash``."""

    def __init__(self, wanted: int) -> None:
        self.count = 0
        self.ready = False
        self.trouble = b""
        self._wanted = wanted
        self._flash = rp2.Flash()
        self._blocks = array("H", [0] * wanted)
        self._mark = bytearray(b"LKJ\x00    ")
        self._head = bytearray(MARK_SIZE)
        self._next = -1  # the sector to prove next; -1: all have to be made
        self._maker: Maker | None = None  # while they are

    def open(self) -> None:
        """Read where the sectors are; their number is ``count`` then, 0 if there are none."""
        try:
            with open(MAP, "rb") as file:
                found = file.read()
        except OSError:
            return
        count = (len(found) - MARK_SIZE) // 2
        if found[:3] != b"LKJ" or count < 1 or len(found) != MARK_SIZE + 2 * count or found[3] != count:
            return
        blocks = array("H", [found[i] | found[i + 1] << 8 for i in range(MARK_SIZE, len(found), 2)])
        if max(blocks) >= self._flash.ioctl(BLOCK_COUNT, 0):
            return
        self._blocks = blocks
        self._mark[4:] = found[4:MARK_SIZE]
        self.count = count
        self._next = 0

    def owns(self, sector: int) -> bool:
        """Whether the sector begins with its mark."""
        self._mark[3] = sector
        self.read(sector, 0, self._head)
        return self._head == self._mark

    def read(self, sector: int, offset: int, buffer: bytearray) -> None:
        """Fill ``buffer`` from the sector."""
        self._flash.readblocks(self._blocks[sector], buffer, offset)

    def program(self, sector: int, page: int, buffer: bytearray) -> None:
        """Clear the bits of a page that are clear in ``buffer``."""
        self._flash.writeblocks(self._blocks[sector], buffer, page * PAGE)

    def erase(self, sector: int, page: bytearray) -> None:
        """Set all bits of the sector, and mark it by way of ``page``."""
        self._flash.ioctl(_ERASE_BLOCK, self._blocks[sector])
        self._program_mark(sector, page)

    def work(self, rest: bool) -> bool:
        """Take one step towards being ready, a long one only at ``rest``; True: all were made anew."""
        try:
            if self._next >= 0:
                self._prove()
            elif rest:
                return self._make()
        except OSError as error:
            self.trouble = b"full" if error.errno == _FULL else b"flash"
        return False

    def _prove(self) -> None:
        """See whether a file still has its block before anything is written there.

        Files that somebody deleted, or copied back from elsewhere, have other blocks now, and what was theirs
        may belong to other files.
        """
        sector = self._next
        owns = self.owns(sector)
        if self._head == b"\xff" * MARK_SIZE:
            self._program_mark(sector, bytearray(PAGE))  # the power failed between erasing and marking
            owns = self.owns(sector)
        try:
            with open(path_of(sector), "rb") as file:
                same = file.read(MARK_SIZE) == self._head
        except OSError:
            same = False
        self._next += 1
        if not same or not owns:
            self.count = 0
            self._next = -1
        elif self._next == self.count:
            self.ready = True

    def _make(self) -> bool:
        maker = self._maker
        if maker is None:
            from making import Maker

            self._maker = Maker(self._flash, self._wanted)
        elif maker.go_on():
            self._maker = None
            self._blocks = maker.blocks
            self._mark[4:] = maker.mark[4:]
            self.count = self._wanted
            self.ready = True
            return True
        elif maker.trouble:
            self.trouble = maker.trouble
        return False

    def _program_mark(self, sector: int, page: bytearray) -> None:
        self._mark[3] = sector
        for i in range(PAGE):
            page[i] = self._mark[i] if i < MARK_SIZE else 0xFF
        self.program(sector, 0, page)


def path_of(sector: int) -> str:
    """The file of a sector."""
    return f"{FOLDER}/{sector:02}"
