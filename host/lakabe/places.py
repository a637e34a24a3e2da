"""Where things of a person are kept, by the XDG base directory specification: relative paths do not count."""

from __future__ import annotations

import os
from pathlib import Path


def data_directory() -> Path:
    """For what must not get lost: ``lakabe`` in ``$XDG_DATA_HOME``, which is ``~/.local/share`` if unset."""
    return _base("XDG_DATA_HOME", Path(".local") / "share") / "lakabe"


def state_directory() -> Path:
    """For locks and reports: ``lakabe`` in ``$XDG_STATE_HOME``, which is ``~/.local/state`` if unset."""
    return _base("XDG_STATE_HOME", Path(".local") / "state") / "lakabe"


def data_folder(variable: str, name: str) -> Path:
    """The folder that a variable of the environment names, else ``name`` in the data directory."""
    named = os.environ.get(variable)
    return Path(named).expanduser().absolute() if named else data_directory() / name


def _base(variable: str, otherwise: Path) -> Path:
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else Path.home() / otherwise
