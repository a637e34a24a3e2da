"""Flash for the journal under test: programming clears bits, erasing sets them, power can fail anywhere."""

from fanorona.records import PAGE, PAGES

TAG = b"testflsh"


class PowerCut(Exception):
    """The power failed."""


class Sectors:
    """What ``flash.Sectors`` is on the board. ``log`` counts erases by sector, ``written`` programmed bytes.

    ``left``: after so many more bytes, or erases, the power fails; None for never. A byte counts when it is
    not 0xFF. With ``damage`` (a function of the byte) the last byte is not left out but stored damaged.
    """

    def __init__(self, count=8, ready=True):
        self.count = count if ready else 0
        self.ready = ready
        self.trouble = b""
        self.made = count
        self.memory = bytearray(b"\xff" * (count * PAGE * PAGES))
        self.log = [0] * count
        self.written = 0
        self.left = None
        self.damage = None
        for sector in range(count):
            self._put(sector * PAGE * PAGES, TAG)

    def open(self):
        pass

    def work(self, rest):
        if not rest:
            return False
        self.count = self.made
        self.ready = True
        return True

    def owns(self, sector, head):
        return head[:8] == TAG

    def read(self, sector, offset, buffer):
        at = sector * PAGE * PAGES + offset
        buffer[:] = self.memory[at : at + len(buffer)]

    def program(self, sector, page, buffer):
        assert len(buffer) == PAGE
        self._put((sector * PAGES + page) * PAGE, buffer)

    def erase(self, sector):
        at = sector * PAGE * PAGES
        size = PAGE * PAGES
        self._spend(at)
        self.memory[at : at + size] = bytearray(b"\xff" * size)
        self.log[sector] += 1
        self._spend(at)
        self._put(at, TAG)

    def again(self):
        """The same flash after the power came back."""
        self.left = None
        return self

    def _put(self, at, data):
        for i in range(len(data)):
            if data[i] == 0xFF:
                continue
            if self.left == 0 and self.damage:
                self.memory[at + i] &= self.damage(data[i])
            self._spend(at)
            self.memory[at + i] &= data[i]
            self.written += 1

    def _spend(self, at):
        if self.left is not None:
            if not self.left:
                self.left = None
                raise PowerCut(at)
            self.left -= 1
