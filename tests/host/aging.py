"""Archives as earlier versions of the host left them."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def make_older(path: Path, version: int, *tables: str) -> None:
    """Make an archive one of an earlier schema ``version``, which lacked these tables."""
    older = sqlite3.connect(path)
    older.execute("UPDATE meta SET value = ? WHERE key = 'version'", (str(version),))
    for table in tables:
        older.execute(f"DROP TABLE {table}")
    older.commit()
    older.close()
