"""The journal's own part of the Pico's flash, outside MicroPython's file system.

It comes first in what the base (``base/``) leaves to MicroPython, and the file system after it. Bytes 0 to 7
of a sector are its mark: ``LKJ``, its number, and the same inverted. It is written after erasing, so a sector
with its mark was erased to its end.
"""

import rp2

SECTOR = 4096
PAGE = 256
MARK_SIZE = 8
_ERASE_BLOCK = 6  # of ioctl


class Sectors:
    """``count`` sectors of flash, as ``fanorona.store.records.Flash`` has them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._flash = rp2.Flash(start=0, len=count * SECTOR)
        self._mark = bytearray(b"LKJ\x00\xb3\xb4\xb5\xff")
        self._head = bytearray(MARK_SIZE)

    def owns(self, sector: int) -> bool:
        """Whether the sector begins with its mark."""
        self._mark[3] = sector
        self._mark[7] = 255 - sector
        self.read(sector, 0, self._head)
        return self._head == self._mark

    def read(self, sector: int, offset: int, buffer: bytearray) -> None:
        """Fill ``buffer`` from the sector."""
        self._flash.readblocks(sector, buffer, offset)

    def program(self, sector: int, page: int, buffer: bytearray) -> None:
        """Clear the bits of a page that are clear in ``buffer``."""
        self._flash.writeblocks(sector, buffer, page * PAGE)

    def erase(self, sector: int, page: bytearray) -> None:
        """Set all bits of the sector, and mark it by way of ``page``."""
        self._flash.ioctl(_ERASE_BLOCK, sector)
        self.owns(sector)  # makes its mark
        for i in range(PAGE):
            page[i] = self._mark[i] if i < MARK_SIZE else 0xFF
        self.program(sector, 0, page)
