"""Flash for the journal under test: programming clears bits, erasing sets them, power can fail anywhere."""

from fanorona.store.records import PAGE, PAGES

TAG = b"testflsh"
SECTOR = PAGE * PAGES


class Sectors:
    """What ``flash.Sectors`` is on the board. ``log`` counts erases by sector, ``written`` programmed bytes.

    ``is_new``: nobody has erased them yet, and they hold whatever was in the flash. ``operations`` lists what
    changed ``memory``: the place and the bytes of what was programmed, the place and None for an erase.
    ``watch`` is called after each.
    """

    def __init__(self, count=8, is_new=False):
        self.count = count
        self.memory = bytearray(b"\xff" * (count * SECTOR))
        self.log = [0] * count
        self.written = 0
        self.operations = []
        self.watch = lambda: None
        for sector in range(count):
            put(self.memory, sector * SECTOR, TAG)
        if is_new:
            self.memory[:] = bytes([i * 167 >> 3 & 255 for i in range(SECTOR)]) * count

    def owns(self, sector):
        return self.memory[sector * SECTOR : sector * SECTOR + 8] == TAG

    def read(self, sector, offset, buffer):
        at = sector * SECTOR + offset
        buffer[:] = self.memory[at : at + len(buffer)]

    def program(self, sector, page, buffer):
        assert len(buffer) == PAGE
        self._program((sector * PAGES + page) * PAGE, bytes(buffer))

    def erase(self, sector, page):
        page[:] = bytes(PAGE)  # spoilt, as on a board
        at = sector * SECTOR
        self.memory[at : at + SECTOR] = b"\xff" * SECTOR
        self.log[sector] += 1
        self.operations.append((at, None))
        self.watch()
        self._program(at, TAG)

    def after_cut(self, memory):
        """The same flash as it is when the power comes back, with this in it."""
        again = Sectors(self.count)
        again.memory[:] = memory
        return again

    def _program(self, at, data):
        put(self.memory, at, data)
        self.written += len(data) - bytes(data).count(b"\xff")
        self.operations.append((at, data))
        self.watch()


def put(memory, at, data):
    """Program bytes. Those of ff change nothing, and most of a page is of them."""
    data = data.rstrip(b"\xff")
    rest = data.lstrip(b"\xff")
    at += len(data) - len(rest)
    for i, byte in enumerate(rest):
        memory[at + i] &= byte


def cuts(memory, operation):
    """What is in the flash if the power fails during an operation: at each byte, in two ways.

    Up to some byte all is programmed, and of that byte nothing, or only some bits. Bytes of ff change nothing
    and are left out. An erase that is cut leaves some bits set; or all, but the mark is missing.
    """
    at, data = operation
    image = bytearray(memory)
    if data is None:
        for i in range(at, at + SECTOR):
            image[i] |= i * 37 & 255
        yield bytes(image)
        image[at : at + SECTOR] = b"\xff" * SECTOR
        yield bytes(image)
        return
    for i, byte in enumerate(data):
        if byte != 0xFF:
            yield bytes(image)
            image[at + i] &= byte | 0x55
            yield bytes(image)
            image[at + i] &= byte
