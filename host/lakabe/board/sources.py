"""What the firmware consists of, and what tells one state of it from another."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import fanorona
from lakabe.errors import SetupError
from lakabe.language.saying import NOTHING, Text, say

STAMP = "stamp"
"""The module that says from which sources the firmware was built; an image has one of its own."""

_DIGITS = 8


def modules(firmware: Path) -> dict[str, Path]:
    """The firmware's modules by their path in an image, such as ``fanorona/rules``."""
    package = library(firmware)
    found = {file.stem: file for file in firmware.glob("*.py")}
    for file in package.rglob("*.py"):
        found[file.relative_to(package.parent).with_suffix("").as_posix()] = file
    return dict(sorted(found.items()))


def library(firmware: Path) -> Path:
    """The folder of the package ``fanorona``: the tree's own, or where it is installed beside ours."""
    own = firmware / "lib" / "fanorona"
    return own if own.is_dir() else Path(fanorona.__file__).parent


def digest(firmware: Path) -> str:
    """What tells one state of the firmware's sources from another, 8 hexadecimal digits."""
    total = hashlib.sha256()
    for name, file in modules(firmware).items():
        total.update(f"{name}\n".encode())
        total.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()[:_DIGITS]


def version(firmware: Path) -> str:
    """What a board with the firmware built from these sources calls it in its hello. SetupError."""
    found = re.search(
        r'^FIRMWARE_VERSION = "(.*)"$', (firmware / "config.py").read_text("utf-8"), re.MULTILINE
    )
    if not found:
        raise SetupError(f"{firmware / 'config.py'} has no FIRMWARE_VERSION", "install lakabe again")
    return f"{found[1]}+{digest(firmware)}"


def difference(firmware: Path, told: str) -> Text:
    """What to say of a board that told this version, where it is another than that of these sources."""
    ours = version(firmware)
    if told == ours:
        return NOTHING
    return say("the board has firmware {told}, here is {ours}: run `lakabe flash`", told=told, ours=ours)


def stamp(firmware: Path) -> str:
    """The module ``stamp`` for this state of the sources."""
    return f'SOURCES = "{digest(firmware)}"\n'
