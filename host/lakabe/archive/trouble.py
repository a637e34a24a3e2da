"""What a failure of the database means for people: from the driver's exception to an ArchiveError."""

from __future__ import annotations

import errno
import sqlite3
import tempfile
from pathlib import Path

from lakabe.errors import ArchiveBusy, ArchiveError
from lakabe.language.saying import say

_LOCKED = "locked"
_FULL = "full"
_AWAY = "away"
_READ_ONLY = "read only"
_DAMAGED = "damaged"

_SQLITE = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_PROTOCOL: _LOCKED,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _AWAY,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_AUTH: _READ_ONLY,
}
"""By SQLite's primary result codes."""
_UNLOCKABLE = (
    sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK,
    sqlite3.SQLITE_IOERR_UNLOCK,
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
    sqlite3.SQLITE_IOERR_SHMLOCK,
)
_POSTGRESQL = {
    "08": _AWAY,  # connection exception
    "57P": _AWAY,  # shut down, or starting up
    "58": _AWAY,  # the server's own trouble with its files
    "53": _AWAY,  # too many connections, no memory
    "53100": _FULL,
    "55P03": _LOCKED,
    "57014": _LOCKED,  # cancelled, as by a time limit
    "40": _LOCKED,  # deadlock, and what else is to be tried again
    "28": _AWAY,  # no such user, or another password
    "3D": _AWAY,  # no such database
    "42501": _READ_ONLY,
    "25006": _READ_ONLY,
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}
"""By SQLSTATE or its beginning; the longest that fits counts."""


def explain(
    error: BaseException, name: str, secrets: tuple[str, ...] = (), folder: Path | None = None
) -> ArchiveError:
    """What happened to the archive called ``name``. ``secrets`` do not appear in it.

    ``folder``: where the file of an SQLite archive is.
    """
    said = " ".join(str(error).split())
    for secret in secrets:
        said = said.replace(secret, "***")
    match _kind(error):
        case "locked" if folder is not None and lacks_locks(folder):
            return ArchiveError(
                f"the archive {name} is on a disk that cannot lock files, as some network shares are",
                "keep it on a disk of this computer, or in PostgreSQL",
            )
        case "locked":
            return ArchiveBusy(
                say("the archive {name} is locked by another program", name=name),
                say("close that program; nothing is lost"),
            )
        case "full":
            return ArchiveBusy(
                say("no space is left for the archive {name}", name=name),
                say("free some space; nothing is lost"),
            )
        case "away":
            return ArchiveBusy(
                say("the archive {name} cannot be reached: {why}", name=name, why=said),
                say("see that its disk is there, or its server, with such a database; nothing is lost"),
            )
        case "read only":
            fix = (
                "check owner and permissions of the file and its directory"
                if isinstance(error, sqlite3.Error)
                else "ask for the rights on this database"
            )
            return ArchiveError(
                f"the archive {name} cannot be written: {said}", f"{fix}, or give another with --archive"
            )
        case "damaged":
            return damaged(name, said)
    return ArchiveError(f"the archive {name} failed: {said}", "run `lakabe doctor`")


def damaged(name: str, said: str) -> ArchiveError:
    """The database itself is no sound one any more."""
    return ArchiveError(
        f"the archive {name} is damaged: {said}",
        f"it is left as it was: move {name} away, rescue it with `sqlite3 .recover`, start anew",
    )


def lacks_locks(folder: Path) -> bool:
    """Whether files in a folder cannot be locked; False where that cannot be found out."""
    try:
        import fcntl
    except ImportError:  # Windows
        return False
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
    return False


def _kind(error: BaseException) -> str:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)
        return _LOCKED if code in _UNLOCKABLE else _SQLITE.get(code & 0xFF, "")
    state = getattr(error, "sqlstate", None)
    if state is None:
        # Without an answer of the server it is the connection that failed.
        return _AWAY if type(error).__name__ in ("OperationalError", "ConnectionTimeout") else ""
    return next((_POSTGRESQL[state[:n]] for n in (5, 3, 2) if state[:n] in _POSTGRESQL), "")
