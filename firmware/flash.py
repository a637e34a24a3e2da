"""Sectors of the Pico's own flash for the journal, inside MicroPython's file system but not written by it.

A file of exactly one sector has its data in one block of littlefs. The block holds nothing but the data, no
pointers and no checksum; littlefs neither moves it nor writes to it unless the file is written. So the files
of a folder keep blocks for us, and once it is known which, they are read, programmed and erased past the file
system. A file ``map`` in the same folder says which they are. See JOURNAL.md.

Bytes 0 to 7 of a sector are its mark: ``LKJ``, its number, and four bytes that all sectors made together
share. It is written after erasing, so a sector with its mark was erased to its end.
"""

import os
from array import array

import rp2

_FOLDER = "journal"
_MAP = _FOLDER + "/map"
_BLOCK_COUNT = 4  # of ioctl
_BLOCK_SIZE = 5
_ERASE_BLOCK = 6
_SECTOR = 4096
_PAGE = 256
_MARK = 8
_SPARE = 64  # blocks that are left for the next firmware and whatever else people keep on a board
_FULL = 28  # ENOSPC

# What work() does next
_PROVE = 0
_BEGIN = 1
_MAKE = 2
_FIND = 3
_DONE = 4


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
        self._head = bytearray(_MARK)
        self._page = bytearray(b"\xff" * _PAGE)
        self._task = _BEGIN
        self._next = 0

    def open(self) -> None:
        """Read where the sectors are; their number is ``count`` then, 0 if there are none."""
        try:
            with open(_MAP, "rb") as file:
                found = file.read()
        except OSError:
            return
        count = (len(found) - _MARK) // 2
        if found[:3] != b"LKJ" or count < 1 or len(found) != _MARK + 2 * count or found[3] != count:
            return
        blocks = array("H", [found[i] | found[i + 1] << 8 for i in range(_MARK, len(found), 2)])
        if max(blocks) >= self._flash.ioctl(_BLOCK_COUNT, 0):
            return
        self._blocks = blocks
        self._mark[4:] = found[4:_MARK]
        self.count = count
        self._task = _PROVE
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
        self._flash.writeblocks(self._blocks[sector], buffer, page * _PAGE)

    def erase(self, sector: int) -> None:
        """Set all bits of the sector, and mark it."""
        self._flash.ioctl(_ERASE_BLOCK, self._blocks[sector])
        self._program_mark(sector)

    def work(self, rest: bool) -> bool:
        """Take one step towards being ready, a long one only at ``rest``; True: all were made anew."""
        try:
            if self._task == _PROVE:
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
        if self._head == b"\xff" * _MARK:
            self._program_mark(sector)  # the power failed between erasing and marking
            owns = self.owns(sector)
        try:
            with open(_path(sector), "rb") as file:
                same = file.read(_MARK) == self._head
        except OSError:
            same = False
        self._next += 1
        if not same or not owns:
            self.count = 0
            self._task = _BEGIN
        elif self._next == self.count:
            self._task = _DONE
            self.ready = True

    def _make(self) -> bool:
        """Make the files, one a time, then find their blocks; True when that is done."""
        if self._task == _BEGIN:
            if self._flash.ioctl(_BLOCK_SIZE, 0) != _SECTOR:
                self.trouble = b"flash"
                return False
            if os.statvfs("/")[3] < self._wanted + _SPARE:
                self.trouble = b"full"
                return False
            if _FOLDER not in os.listdir():
                os.mkdir(_FOLDER)
            self._mark[4:] = os.urandom(4)
            self._next = 0
            self._task = _MAKE
        elif self._task == _MAKE:
            self._make_file(self._next)
            self._next += 1
            if self._next == self._wanted:
                self._task = _FIND
        else:
            self._find()
            return True
        return False

    def _make_file(self, sector: int) -> None:
        page = self._page
        self._mark[3] = sector
        page[:_MARK] = self._mark
        with open(_path(sector), "wb") as file:
            for _ in range(_SECTOR // _PAGE):
                file.write(page)
                page[:_MARK] = b"\xff" * _MARK

    def _find(self) -> None:
        """Look through the whole flash for the marks, and write down where they are."""
        mark = self._mark
        head = bytearray(_MARK)
        blocks = array("H", [0] * self._wanted)
        found = 0
        for block in range(self._flash.ioctl(_BLOCK_COUNT, 0) or 0):
            self._flash.readblocks(block, head, 0)
            if head[4] == mark[4] and head[5:] == mark[5:] and head[3] < self._wanted:
                blocks[head[3]] = block
                found += 1
        if found != self._wanted:
            self.trouble = b"flash"
            return
        mark[3] = self._wanted
        with open(_MAP, "wb") as file:
            file.write(mark)
            file.write(blocks)
        self._blocks = blocks
        self.count = self._wanted
        self._task = _DONE
        self.ready = True

    def _program_mark(self, sector: int) -> None:
        page = self._page
        self._mark[3] = sector
        for i in range(_MARK):
            page[i] = self._mark[i]
        self.program(sector, 0, page)
        for i in range(_MARK):
            page[i] = 0xFF


def _path(sector: int) -> str:
    return f"{_FOLDER}/{sector:02}"
