"""Where things of a person are kept: as the system does that, or where XDG's variables say.

A variable of the XDG base directory specification counts on every system; relative paths do not count.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def data_directory() -> Path:
    """For what must not get lost: ``lakabe`` in ``$XDG_DATA_HOME``, which is ``~/.local/share`` if unset.

    On Windows that is ``%LOCALAPPDATA%``, on macOS ``~/Library/Application Support``.
    """
    return _base("XDG_DATA_HOME", Path(".local") / "share") / "lakabe"


def state_directory() -> Path:
    """For locks and reports: ``lakabe`` in ``$XDG_STATE_HOME``, which is ``~/.local/state`` if unset."""
    return _base("XDG_STATE_HOME", Path(".local") / "state") / "lakabe"


def cache_folder(name: str) -> Path | None:
    """For what can be made anew: ``name`` in the first folder that can be written to, or None.

    The virtual environment goes before the user's cache folder, ``$XDG_CACHE_HOME`` or ``~/.cache``.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return next(
        (base / name for base in (Path(sys.prefix) / "cache", home) if is_writable(base / name)), None
    )


def is_writable(folder: Path) -> bool:
    """Whether there can be files in a folder, which is made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def data_folder(variable: str, name: str) -> Path:
    """The folder that a variable of the environment names, else ``name`` in the data directory."""
    named = os.environ.get(variable)
    return Path(named).expanduser().absolute() if named else data_directory() / name


def _base(variable: str, otherwise: Path) -> Path:
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path.home() / otherwise
