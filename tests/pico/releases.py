"""The firmware as it is flashed, and one that a board may have had before."""

from __future__ import annotations

import functools
import shutil
import tempfile
from pathlib import Path

from lakabe.board import sources
from pico import image
from pico.rig import config

NUMBER = config().FIRMWARE_VERSION
OLD_NUMBER = "0.0.9"
NEW = sources.version(image.FIRMWARE)
"""What the firmware calls itself."""

_FAULTY = Path("fanorona", "wire", "commands.py")
_LINE = "        self._session.reports.version()\n"
_FAULT = '        raise ValueError("planted")\n'


def numbered(number: str, folder: Path) -> Path:
    """The firmware's sources with another version number, in this folder."""
    tree = Path(shutil.copytree(image.FIRMWARE, folder / "firmware"))
    settings = tree / "config.py"
    settings.write_text(settings.read_text().replace(f'"{NUMBER}"', f'"{number}"'))
    return tree


@functools.cache
def earlier_firmware() -> tuple[bytes, str]:
    """The image of an earlier version, and what it calls itself."""
    with tempfile.TemporaryDirectory() as folder:
        tree = numbered(OLD_NUMBER, Path(folder))
        return image.built(tree), sources.version(tree)


def faulty(folder: Path) -> tuple[Path, str]:
    """Sources that fail when the version is asked for, and the line of the traceback that says where."""
    tree = Path(shutil.copytree(image.FIRMWARE, folder / "faulty"))
    file = tree / "lib" / _FAULTY
    text = file.read_text()
    assert text.count(_LINE) == 1
    file.write_text(text.replace(_LINE, _FAULT))
    line = text[: text.index(_LINE)].count("\n") + 1
    return tree, f'  File "{_FAULTY.as_posix()}", line {line}, in _version'
