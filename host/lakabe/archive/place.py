"""Where the archive is: ``--archive``, else ``LAKABE_ARCHIVE``, else a file in the user's data directory."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from lakabe.errors import ArchiveError
from lakabe.places import data_directory

VARIABLE = "LAKABE_ARCHIVE"
USUAL = "games.db"
"""The file in the data directory."""
POSTGRESQL = "postgresql+psycopg"
SQLITE = "sqlite"

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_DRIVERS = {
    "sqlite": SQLITE,
    "sqlite+pysqlite": SQLITE,
    "postgres": POSTGRESQL,
    "postgresql": POSTGRESQL,
    POSTGRESQL: POSTGRESQL,
}
_FIX = "give the path of an SQLite file, or an address such as postgresql://name@host/games"


def resolve(where: str | None = None) -> URL:
    """The database at ``where``: a path, or an address with ``://``; None asks the environment.

    ArchiveError where it is neither SQLite nor PostgreSQL. No message repeats an address: it may hold a
    password, wherever its writer has put that.
    """
    where = where or os.environ.get(VARIABLE) or str(data_directory() / USUAL)
    scheme = _SCHEME.match(where)
    if scheme is None:
        return URL.create(SQLITE, database=str(Path(where).expanduser().absolute()))
    driver = _DRIVERS.get(scheme[1].lower())
    if driver is None:
        raise ArchiveError(f"an archive cannot be in a database of the kind {scheme[1]}", _FIX)
    rest = where[scheme.end() :]
    if driver == SQLITE:
        # What follows the third slash is a path, whatever characters are in it; nothing is one in memory.
        return URL.create(SQLITE, database=rest.removeprefix("/") or None)
    if rest.count("@") > 1:
        raise ArchiveError("the address of the database has more than one @", "write %40 for the others")
    try:
        url = make_url(f"{driver}://{rest}")
    except (ArgumentError, ValueError):
        raise ArchiveError("the address of the database makes no sense", _FIX) from None
    if not url.database:
        raise ArchiveError("the address names no database", _FIX)
    return url


def path_of(url: URL) -> Path | None:
    """The file of an SQLite database; None for any other, or one in memory."""
    if url.drivername != SQLITE or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def folder_of(where: str | None, name: str) -> Path:
    """The folder for what belongs to an archive but is not in it: ``games.db.puzzles``, beside it.

    That of the usual archive is ``name`` in the data directory, and there are those of databases on servers.
    """
    url = resolve(where)
    path = path_of(url)
    usual = data_directory() / name
    if path == usual.with_name(USUAL):
        return usual
    if path is not None:
        return path.with_name(f"{path.name}.{name}")
    server = f"{url.host or 'localhost'}:{url.port or 5432}/{url.database}"
    return usual.with_name(f"{name}-{quote(server, safe='')}")


def name_of(url: URL) -> str:
    """How messages call it: a path, or the address without password and options."""
    if url.drivername == SQLITE:
        return url.database or "in memory"
    return URL.create(
        "postgresql", url.username, host=url.host, port=url.port, database=url.database
    ).render_as_string()


def secrets_of(url: URL) -> tuple[str, ...]:
    """What no message may show."""
    options = (url.query.get(name) for name in ("password", "sslpassword", "passfile"))
    found = [url.password, *(one if isinstance(one, str) else None for one in options)]
    return tuple(str(secret) for secret in found if secret)
