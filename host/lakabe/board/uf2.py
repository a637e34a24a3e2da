"""UF2, the form in which a Pico in its boot loader takes what comes into its flash.

Blocks of 512 bytes, each with 256 of the flash and where they belong (github.com/microsoft/uf2).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

FLASH = 0x10000000
"""Where the processor sees the flash."""
BLOCK = 512
PAYLOAD = 256
FAMILIES = {"pico": 0xE48BFF56, "pico2": 0xE48BFF59}
"""Numbers of an RP2040 and an RP2350 (Arm)."""

_MAGICS = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_HAS_FAMILY = 0x2000


def pack(parts: Mapping[int, bytes], chip: str) -> bytes:
    """What comes to these places of the flash (multiples of 256, from its beginning), as one UF2."""
    pages = []
    for place, data in sorted(parts.items()):
        for at in range(0, len(data), PAYLOAD):
            pages.append((FLASH + place + at, data[at : at + PAYLOAD].ljust(PAYLOAD, b"\xff")))
    blocks = []
    for number, (address, page) in enumerate(pages):
        where = (address, PAYLOAD, number, len(pages), FAMILIES[chip])
        head = struct.pack("<8I", *_MAGICS[:2], _HAS_FAMILY, *where)
        blocks.append(head + page.ljust(BLOCK - len(head) - 4, b"\0") + struct.pack("<I", _MAGICS[2]))
    return b"".join(blocks)


def unpack(data: bytes, chip: str) -> dict[int, bytes]:
    """The pages of a UF2 by their place in the flash. ValueError where it is none for this chip."""
    if not data or len(data) % BLOCK:
        raise ValueError("this is no UF2 file")
    pages = {}
    for at in range(0, len(data), BLOCK):
        first, second, flags, address, size, _, _, family = struct.unpack_from("<8I", data, at)
        if (first, second) != _MAGICS[:2] or not flags & _HAS_FAMILY or family != FAMILIES[chip]:
            raise ValueError(f"this is no UF2 file for a {chip}")
        pages[address - FLASH] = data[at + 32 : at + 32 + size]
    return pages
