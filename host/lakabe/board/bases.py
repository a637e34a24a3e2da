"""The bases that releases are made of, where this installation has them: built by ``make uf2``."""

from __future__ import annotations

from pathlib import Path

from lakabe.errors import SetupError

FOLDER = Path(__file__).with_name("bases")


def path(chip: str) -> Path:
    """Where the base for a chip (``pico``) lies, if anywhere."""
    return FOLDER / f"{chip}.bin"


def find(chip: str) -> bytes:
    """The base for a chip. SetupError where there is none."""
    if not path(chip).is_file():
        raise SetupError(
            f"this installation has no base for a {chip}",
            "take a release, or run `make uf2`",
        )
    return path(chip).read_bytes()


def recipe(chip: str) -> str:
    """What it is made of, in 8 digits that the base tells, too; empty where there is none."""
    file = path(chip).with_suffix(".recipe")
    return file.read_text().strip() if file.is_file() else ""
