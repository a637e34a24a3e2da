"""Making the sectors of the journal, once in a board's life: files of a block each (``flash``), and the map.

Each has its mark at its beginning, and is blank behind it. The map is written when all of them are there.
"""

import os
from array import array

import rp2

from flash import BLOCK_COUNT, FOLDER, MAP, MARK_SIZE, PAGE, path_of

_BLOCK_SIZE = 5  # of ioctl
_SECTOR = 4096
_SPARE = 64  # blocks that are left for the next firmware and whatever else people keep on a board


class Maker:
    """Makes ``wanted`` sectors: ``blocks`` of the flash, of which ``mark`` tells that they belong together.

    ``trouble`` says why that does not go on: there is no room, or the flash is not what it should be.
    """

    def __init__(self, flash: rp2.Flash, wanted: int) -> None:
        self.blocks = array("H", [0] * wanted)
        self.mark = bytearray(b"LKJ\x00    ")
        self.trouble = b""
        self._flash = flash
        self._wanted = wanted
        self._page = bytearray(b"\xff" * PAGE)
        self._next = -1  # the file to make next; -1: nothing has been done

    def go_on(self) -> bool:
        """Look whether there is room, make a file, or find the blocks of all; True when that is done."""
        if self._next < 0:
            self._begin()
        elif self._next < self._wanted:
            self._make_file(self._next)
            self._next += 1
        else:
            return self._find()
        return False

    def _begin(self) -> None:
        if self._flash.ioctl(_BLOCK_SIZE, 0) != _SECTOR:
            self.trouble = b"flash"
            return
        if os.statvfs("/")[3] < self._wanted + _SPARE:
            self.trouble = b"full"
            return
        if FOLDER not in os.listdir():
            os.mkdir(FOLDER)
        self.mark[4:] = os.urandom(4)
        self._next = 0

    def _make_file(self, sector: int) -> None:
        page = self._page
        self.mark[3] = sector
        page[:MARK_SIZE] = self.mark
        with open(path_of(sector), "wb") as file:
            for _ in range(_SECTOR // PAGE):
                file.write(page)
                page[:MARK_SIZE] = b"\xff" * MARK_SIZE

    def _find(self) -> bool:
        """Look through the whole flash for the marks, and write down where they are."""
        mark = self.mark
        head = bytearray(MARK_SIZE)
        found = 0
        for block in range(self._flash.ioctl(BLOCK_COUNT, 0) or 0):
            self._flash.readblocks(block, head, 0)
            if head[4] == mark[4] and head[5:] == mark[5:] and head[3] < self._wanted:
                self.blocks[head[3]] = block
                found += 1
        if found != self._wanted:
            self.trouble = b"flash"
            return False
        mark[3] = self._wanted
        with open(MAP, "wb") as file:
            file.write(mark)
            file.write(self.blocks)
        return True
