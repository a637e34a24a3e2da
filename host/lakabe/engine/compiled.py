"""Where compiled kernels are kept, and whether all of them are there: asked before Numba is imported."""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import fanorona
from lakabe.places import cache_folder, is_writable

KERNELS = "lakabe-kernels"
ABOUT = 63
"""How many versions of kernels a player's search needs."""

_READY = "ready-"


def base() -> Path | None:
    """The folder with the compiled kernels, or None where no folder can be written to.

    ``NUMBA_CACHE_DIR`` goes before those of ``places.cache_folder``.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    if not named:
        return cache_folder(KERNELS)
    folder = Path(named) / KERNELS
    return folder if is_writable(folder) else None


def is_ready() -> bool:
    """Whether `note_ready` was called for these sources, this Python and this Numba; or cannot be."""
    folder = base()
    return folder is None or (folder / _name()).exists()


def note_ready() -> None:
    """Everything has been compiled."""
    folder = base()
    if folder is not None:
        (folder / _name()).touch()


def forget_others() -> None:
    """Delete what was noted of other sources: their kernels are deleted, too."""
    folder = base()
    for note in () if folder is None else folder.glob(f"{_READY}*"):
        if note.name != _name():
            note.unlink(missing_ok=True)


def count() -> int:
    """How many versions of kernels there are."""
    folder = base()
    return 0 if folder is None else sum(1 for _ in folder.rglob("*.nbc"))


def _name() -> str:
    here = Path(__file__).parent
    made_of = [str(here).encode(), sys.version.encode(), _numba().encode()]
    rules = Path(fanorona.__file__).parent / "rules"
    for file in sorted([*here.rglob("*.py"), *rules.glob("*.py")]):
        made_of.append(file.read_bytes())
    return _READY + hashlib.sha256(b"\n".join(made_of)).hexdigest()[:16]


def _numba() -> str:
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""
