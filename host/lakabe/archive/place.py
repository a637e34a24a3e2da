"""Where the archive is: ``--archive``, else ``LAKABE_ARCHIVE``, else a file in the user's data directory."""

from __future__ import annotations

import os
from pathlib import Path

from lakabe.places import data_directory

VARIABLE = "LAKABE_ARCHIVE"


def default_url() -> str:
    """SQLite file ``games.db`` in the user's data directory."""
    return f"sqlite:///{data_directory() / 'games.db'}"


def resolve(where: str | None = None) -> str:
    """The database URL for ``where``: a URL, or the path of an SQLite file; None asks the environment."""
    where = where or os.environ.get(VARIABLE) or default_url()
    if "://" in where:
        return where
    return f"sqlite:///{Path(where).expanduser().absolute()}"
