# Stands in for the Pico's rp2 module: the journal's part of the flash, in the file "journal" beside the
# firmware. Programming only clears bits, erasing a block sets all, as it is on the chip. What is written lies
# in the file itself, so it outlives the power like all files.

import hardware

SIZE = 4096
PAGE = 256

_page = bytearray(PAGE)


# Nothing is allocated but by making one.
class Flash:
    def __init__(self, start, len):
        if start or len % SIZE:
            raise hardware.Fault("the journal's part begins at 0 and consists of whole blocks")
        self.blocks = len // SIZE
        try:
            self.file = open("journal", "r+b")
        except OSError:
            self.file = _made(self.blocks)

    def seek(self, block, offset):
        if not 0 <= block < self.blocks:
            raise hardware.Fault("there is no block " + str(block))
        self.file.seek(block * SIZE + offset)

    def readblocks(self, block, buf, offset=0):
        self.seek(block, offset)
        self.file.readinto(buf)

    def writeblocks(self, block, buf, offset=None):
        if offset is None or offset % PAGE or len(buf) != PAGE:
            raise hardware.Fault("the journal programs whole pages, one at a time")
        self.seek(block, offset)
        self.file.readinto(_page)
        for i in range(PAGE):
            _page[i] &= buf[i]
        self.seek(block, offset)
        self.file.write(_page)

    def ioctl(self, op, arg):
        if op != 6:
            raise hardware.Fault("the journal erases blocks and asks for nothing else")
        self.seek(arg, 0)
        for i in range(PAGE):
            _page[i] = 0xFF
        for _ in range(SIZE // PAGE):
            self.file.write(_page)
        return 0


def _made(count):
    # An empty journal, as a board has it when its sectors have been erased and marked (flash.py).
    with open("journal", "wb") as file:
        for number in range(count):
            file.write(b"LKJ" + bytes([number]) + b"\xb3\xb4\xb5" + bytes([255 - number]))
            for _ in range(SIZE // 8 - 1):
                file.write(b"\xff" * 8)
    return open("journal", "r+b")
