"""Faults that are planted in a copy of the firmware, for a test to find."""

from __future__ import annotations

import shutil
from pathlib import Path

from lakabe.virtual.tools import firmware_tree


def planted(folder: Path, name: str, right: str, wrong: str) -> Path:
    """The firmware with something else in one place of its library."""
    tree = folder / "firmware"
    shutil.copytree(firmware_tree(), tree, ignore=shutil.ignore_patterns("__pycache__"))
    file = tree / "lib" / "fanorona" / name
    text = file.read_text(encoding="utf-8")
    assert text.count(right) == 1, "the firmware has been rewritten: plant this anew"
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    return tree
