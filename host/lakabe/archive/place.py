"""Where the archive is: ``--archive``, else ``LAKABE_ARCHIVE``, else a file in the user's data directory."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "LAKABE_ARCHIVE"


def default_url() -> str:
    """SQLite file ``lakabe/games.db`` in ``$XDG_DATA_HOME`` (``~/.local/share`` when unset or relative)."""
    base = os.environ.get("XDG_DATA_HOME", "")
    directory = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    return f"sqlite:///{directory / 'lakabe' / 'games.db'}"


def resolve(where: str | None = None) -> str:
    """The database URL for ``where``: a URL, or the path of an SQLite file; None asks the environment."""
    where = where or os.environ.get(VARIABLE) or default_url()
    if "://" in where:
        return where
    return f"sqlite:///{Path(where).expanduser().absolute()}"
