# Stands in for the Pico's rp2 module: a flash of which only the blocks exist that the files in the firmware's
# folder "journal" lie in, file nn in block nn. Programming only clears bits, erasing a block sets all, as it
# is on the chip. What is written lies in the files themselves, so it outlives the power like all files.

import os

import hardware

BLOCKS = 32
SIZE = 4096
PAGE = 256

_files = [None] * BLOCKS
_page = bytearray(PAGE)


def _file(block):
    if not 0 <= block < BLOCKS:
        raise hardware.Fault("there is no block " + str(block))
    if _files[block] is None:
        try:
            _files[block] = open("journal/{:02}".format(block), "r+b")
        except OSError:
            return None
    return _files[block]


# Once a block has been read, nothing is allocated.
class Flash:
    def readblocks(self, block, buf, offset=0):
        file = _file(block)
        if file:
            file.seek(offset)
            file.readinto(buf)
        else:
            for i in range(len(buf)):
                buf[i] = 0xFF

    def writeblocks(self, block, buf, offset=None):
        if offset is None or offset % PAGE or len(buf) != PAGE:
            raise hardware.Fault("the journal programs whole pages, one at a time")
        file = _file(block)
        if not file:
            raise hardware.Fault("block " + str(block) + " belongs to no file of the journal")
        file.seek(offset)
        file.readinto(_page)
        for i in range(PAGE):
            _page[i] &= buf[i]
        file.seek(offset)
        file.write(_page)

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return SIZE
        if op == 6:
            file = _file(arg)
            file.seek(0)
            for i in range(PAGE):
                _page[i] = 0xFF
            for _ in range(SIZE // PAGE):
                file.write(_page)
        return 0


def make_journal(count):
    # An empty journal, as a board has it after its first minutes, unless there is one.
    try:
        open("journal/map").close()
        return
    except OSError:
        pass
    os.mkdir("journal")
    blank = b"\xff" * (SIZE - 8)
    places = b""
    for number in range(count):
        with open("journal/{:02}".format(number), "wb") as file:
            file.write(b"LKJ" + bytes([number]) + b"virt" + blank)
        places += bytes([number, 0])
    with open("journal/map", "wb") as file:
        file.write(b"LKJ" + bytes([count]) + b"virt" + places)
