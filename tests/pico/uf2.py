"""MicroPython for the Pico as a UF2 file: ``make uf2``.

``LAKABE_UF2`` names one that is there already. Otherwise the official release is fetched, or, where only
Debian's packages can be had, the same release is built from their sources. The file is kept (store.py).
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from lakabe.errors import SetupError, exit_code_of
from pico import build, store

RELEASE = "1.26.1"
OFFICIAL = f"https://micropython.org/resources/firmware/RPI_PICO-20250911-v{RELEASE}.uf2"
OFFICIAL_CHECKSUM = "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c"

MAGICS = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
HAS_FAMILY = 0x2000
RP2040 = 0xE48BFF56
FLASH = 0x10000000
PAYLOAD = 256


def pack(image: bytes) -> bytes:
    """A program for the start of the RP2040's flash as UF2 blocks of 512 bytes."""
    pages = [image[at : at + PAYLOAD].ljust(PAYLOAD, b"\0") for at in range(0, len(image), PAYLOAD)]
    blocks = []
    for number, page in enumerate(pages):
        place = (FLASH + number * PAYLOAD, PAYLOAD, number, len(pages), RP2040)
        head = struct.pack("<8I", *MAGICS[:2], HAS_FAMILY, *place)
        blocks.append(head + page.ljust(476, b"\0") + struct.pack("<I", MAGICS[2]))
    return b"".join(blocks)


def is_for_pico(data: bytes) -> bool:
    """Whether these are UF2 blocks for an RP2040."""
    if not data or len(data) % 512:
        return False
    first, second, flags = struct.unpack_from("<3I", data)
    (family,) = struct.unpack_from("<I", data, 28)
    return (first, second) == MAGICS[:2] and bool(flags & HAS_FAMILY) and family == RP2040


def named() -> Path | None:
    """The file that LAKABE_UF2 names. Raises SetupError when that is no UF2 file for a Pico."""
    name = os.environ.get("LAKABE_UF2")
    if not name:
        return None
    path = Path(name)
    if not path.is_file() or not is_for_pico(path.read_bytes()):
        raise SetupError(f"{name} is no UF2 file for a Pico", "correct or unset LAKABE_UF2")
    return path


def kept() -> Iterator[Path]:
    """Where a UF2 file is kept, official or built."""
    yield store.folder() / f"micropython-{RELEASE}-official.uf2"
    yield store.folder() / f"micropython-built-{build.recipe()}.uf2"


def find() -> Path | None:
    """A UF2 file that is there already."""
    path = named()
    if path is not None:
        return path
    return next((file for file in kept() if file.is_file() and is_for_pico(file.read_bytes())), None)


def obtain() -> Path:
    """A UF2 file, fetched or built when there is none. Raises SetupError with every reason why not."""
    path = find()
    if path is not None:
        return path
    official, built = kept()
    try:
        return store.write(official, store.download(OFFICIAL, OFFICIAL_CHECKSUM))
    except store.Unavailable as problem:
        first = str(problem)
    _say(f"{first}; building it, or the release before it, from Debian's sources (some minutes, once)")
    try:
        return store.write(built, pack(build.firmware(_say)))
    except store.Unavailable as problem:
        raise SetupError(
            f"there is no MicroPython for the emulated Pico: {first}; {problem}",
            f"download {OFFICIAL.rsplit('/', 1)[-1]} and name it in LAKABE_UF2",
        ) from None


def _say(text: str) -> None:
    print(f"uf2: {text}", flush=True)


def main() -> int:
    """Gets the file and says where it is."""
    return exit_code_of(lambda: _say(str(obtain())))


if __name__ == "__main__":
    sys.exit(main())
