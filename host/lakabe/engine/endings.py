"""Which endgame tables a search uses."""

from __future__ import annotations

from pathlib import Path

from lakabe.engine.tables.store import Tables, default_directory


def open_tables(directory: Path | None = None) -> Tables | None:
    """The tables in ``directory``, or where they are built without a name; None where there are none yet.

    TablesError where they cannot be read.
    """
    tables = Tables(directory or default_directory())
    return tables if tables.stones else None
