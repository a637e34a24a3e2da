"""What a release says of itself: its number, the same wherever one is kept, and its part of the changelog."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from lakabe.board import sources
from lakabe.errors import InputError


def versions(root: Path) -> dict[str, str]:
    """The version by the file that names it; the changelog's is that of its newest release."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    package = re.search(r'^__version__ = "(.*)"$', _read(root / "host/lakabe/__init__.py"), re.MULTILINE)
    released = re.search(r"^## \[(\d[^\]]*)\]", _read(root / "CHANGELOG.md"), re.MULTILINE)
    catalogue = re.search(
        r"Project-Id-Version: lakabe ([\w.]+)", _read(root / "host/lakabe/lessons/locale/en.po")
    )
    return {
        "pyproject.toml": project,
        "host/lakabe/__init__.py": package[1] if package else "none",
        "firmware/config.py": sources.version(root / "firmware").partition("+")[0],
        "CHANGELOG.md": released[1] if released else "none",
        "host/lakabe/lessons/locale/en.po": catalogue[1] if catalogue else "none",
    }


def version(root: Path) -> str:
    """The one version. InputError where files name several."""
    found = versions(root)
    if len(set(found.values())) > 1:
        told = ", ".join(f"{one} in {file}" for file, one in found.items())
        raise InputError(f"the versions differ: {told}", "make them one")
    return found["pyproject.toml"]


def notes(changelog: str, number: str) -> str:
    """The changelog's part about a version, without its heading. InputError where it has none."""
    found = re.search(
        rf"^## \[{re.escape(number)}\][^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if found is None or not found[1].strip():
        raise InputError(f"CHANGELOG.md says nothing of {number}", f"begin a part ## [{number}] - DATE there")
    return found[1].strip() + "\n"


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")
