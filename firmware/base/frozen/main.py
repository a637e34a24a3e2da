"""Starts the firmware's image; where there is no whole one, lights one point red, and the prompt answers.

An image ends with the CRC-32 of all before it, behind the ROMFS, whose head says how long that is.
"""

import binascii
import sys

import machine
import vfs

_PIXEL_PIN = 22
_PIXEL_TIMING_NS = (400, 850, 800, 450)
_RED = b"\x00\x28\x00"


def _is_whole():
    part = memoryview(vfs.rom_ioctl(2, 0))
    if part[:3] != b"\xd2\xcd\x31":
        return False
    size = 0
    at = 3
    while at < 8:
        byte = part[at]
        size = size << 7 | byte & 0x7F
        at += 1
        if byte < 0x80:
            break
    end = at + size
    if end + 4 > len(part):
        return False
    return binascii.crc32(part[:end]) == int.from_bytes(part[end : end + 4], "little")


if _is_whole():
    _path = sys.path[:]
    # Nothing that lies in the file system takes the place of a module, or is looked for there.
    sys.path[:] = ["/rom", ".frozen"]
    import start

    try:
        start.run()
    finally:
        sys.path[:] = _path
else:
    print("There is no whole firmware on this board: run lakabe flash.")
    machine.bitstream(machine.Pin(_PIXEL_PIN, machine.Pin.OUT), 0, _PIXEL_TIMING_NS, _RED)
