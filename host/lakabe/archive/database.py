"""The database of an archive, SQLite or PostgreSQL: connections, transactions, and a file that goes away.

An SQLite file that is deleted or replaced while it is open would be written on where nobody finds it. So each
transaction looks first whether the file is still the one that was opened, and again when it is over.
"""

from __future__ import annotations

import logging
import math
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from lakabe.archive.damage import tags_of, text_of
from lakabe.archive.place import SQLITE, name_of, path_of, secrets_of
from lakabe.archive.trouble import damaged, explain
from lakabe.errors import ArchiveBusy, ArchiveError, InputError
from lakabe.installation import repair
from lakabe.language.saying import say

LEAST_FREE = 16 << 20
"""Bytes free on the disk of an SQLite archive below which ``lakabe doctor`` complains: some hundred games."""

FILLED_S = 2.0
"""How long a program that makes an archive may take from an empty file to the first table."""

_log = logging.getLogger(__name__)
_WRITE = "lakabe_write"
_LOCK = 0x6C616B61
"""The advisory lock in PostgreSQL that a writer holds."""


class Database:
    """One database, for any number of threads. Its failures are ArchiveErrors.

    ``prepare`` makes or checks its tables; it is called when the database is opened, and again for another
    file in its place. ``epoch`` changes when what is known of the content does not hold any more: another
    file is there, or it is not known whether the last change was made. ``patience``: see ``Archive``.
    ``make``: whether a file that is not there is made. Without it, such a file is an empty database in
    memory, and one that cannot be written is only read; ``path`` is None for both.
    """

    def __init__(
        self, url: URL, patience: float, prepare: Callable[[Database], None], make: bool = True
    ) -> None:
        self.path = path_of(url)
        self.name = name_of(url)
        self.epoch = 1
        self.is_missing = self.path is not None and not make and not is_there(self.path)
        """Whether there is no file, and none is to be made."""
        self._only_read: Path | None = None
        if self.path is not None and not make and not self.is_missing and not _is_writable(self.path):
            self._only_read = self.path
        self.is_read_only = self._only_read is not None
        if self.is_missing or self.is_read_only:
            self.path = None
            url = URL.create(SQLITE)
        self._url = url
        self._patience = patience
        self._prepare = prepare
        self._opening = threading.RLock()
        self._file: tuple[int, int] | None = None
        # One writer at a time inside this process: SQLite's own waiting is unfair and polls.
        self._turn = threading.Lock()
        self._engine = self._make_engine()
        try:
            with self._guard():
                self._open()
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    def look(self) -> int:
        """Open what lies in the place of the file now, if that is another one; the epoch. ArchiveError."""
        with self._opening, self._guard():
            if not self._is_there():
                assert self.path is not None
                is_gone = _identity(self.path) is None
                self._leave()
                self._open()
                self.epoch += 1
                if is_gone:
                    _log.warning(
                        "the file %s is gone; recording goes on in a new one of that name", self.path
                    )
                else:
                    _log.warning("the file %s is another one now, and recording goes on there", self.path)
            return self.epoch

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One transaction that only reads, and sees nothing change."""
        self.look()
        with self._guard(), self.connected() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: durable when the block has ended, undone when it raises."""
        with self._turn:
            if self.is_missing:
                raise ArchiveError(f"there is no archive {self.name}", _PLACE)
            before = self.epoch
            if self.look() != before:
                raise ArchiveBusy(
                    say("the archive {name} is another file now", name=self.name), say("try again")
                )
            with self._guard(), self.locked() as connection:
                yield connection
            if not self._is_there():
                raise ArchiveBusy(say("the archive {name} was taken away", name=self.name), say("try again"))

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A transaction that only reads, of what was opened. Raises what comes."""
        with self._engine.connect() as connection:
            if self._url.drivername != SQLITE:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def locked(self) -> Iterator[Connection]:
        """A transaction that shuts out every other writer, of other programs too. Raises what comes."""
        committing = False
        try:
            with self._engine.connect().execution_options(**{_WRITE: True}) as connection, connection.begin():
                if self._url.drivername != SQLITE:
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
                yield connection
                committing = True
        except BaseException:
            self.epoch += committing
            raise

    def check(self) -> None:
        """ArchiveError when it is damaged, cannot be written, or its disk is nearly full."""
        if self.path is not None:
            with self._guard():
                free = shutil.disk_usage(self.path.parent).free
            if free < LEAST_FREE:
                raise ArchiveError(
                    f"little space is left for the archive {self.name}: {free >> 10} KiB are free",
                    "free some space",
                )
        if self._url.drivername == SQLITE:
            with self.reading() as connection:
                found = connection.execute(text("PRAGMA integrity_check(1)")).scalar()
            if found != "ok":
                raise damaged(self.name, str(found))

    def _is_there(self) -> bool:
        return self.path is None or (self._file is not None and _identity(self.path) == self._file)

    def _leave(self) -> None:
        """Close a file that is not in its place any more, with all that was written to it."""
        if self._file is not None and self._engine.pool.checkedin():  # type: ignore[attr-defined]
            # Left beside another file of that name, the log of this one would be taken for that one's.
            connection = self._engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error:
                pass  # its disk has gone, too
            finally:
                connection.close()
        self._file = None
        self._engine.dispose()

    def _open(self) -> None:
        file = None
        made = self.path is not None and _make(self.path)
        there = self.path or self._only_read
        if there is not None and not made:
            _refuse_empty(there, self._patience)
        if self.path is not None:
            file = _identity(self.path)
        try:
            self._prepare(self)
        except BaseException:
            if made and self.path is not None and self.path.exists() and not self.path.stat().st_size:
                self.path.unlink()
            raise
        self._file = file

    def _make_engine(self) -> Engine:
        if self._url.drivername == SQLITE:
            engine = create_engine(
                self._url, connect_args={"timeout": self._patience}, json_deserializer=tags_of,
                **({} if self._only_read is None else {"creator": self._connect_read_only}),
            )  # fmt: skip
            event.listen(engine, "connect", self._on_sqlite)
            event.listen(engine, "begin", _on_begin)
            return engine
        options = {
            "connect_timeout": max(2, math.ceil(self._patience)),
            "client_encoding": "utf8",
            "application_name": "lakabe",
            # A server that is cut off is noticed in about ten seconds.
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
        }
        try:
            engine = create_engine(self._url, connect_args=options, pool_pre_ping=True)
        except ImportError as error:
            raise ArchiveError("what PostgreSQL needs is not installed", repair("postgresql")) from error
        event.listen(engine, "connect", self._on_postgresql)
        return engine

    def _connect_read_only(self) -> sqlite3.Connection:
        assert self._only_read is not None
        address = f"file:{quote(str(self._only_read))}?mode=ro"
        log, index = (self._only_read.with_name(f"{self._only_read.name}-{end}") for end in ("wal", "shm"))
        if not is_there(log):
            address += "&immutable=1"  # nobody writes it
        elif not is_there(index):
            raise ArchiveError(f"the archive {self.name} was not closed, and cannot be written", COPY_IT)
        return sqlite3.connect(address, uri=True, timeout=self._patience, check_same_thread=False)

    def _on_sqlite(self, connection: Any, record: object) -> None:
        # The driver must leave transactions to us (see _on_begin).
        connection.isolation_level = None
        connection.text_factory = text_of
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA synchronous=FULL")
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        if mode not in ("wal", "memory") and self._only_read is None:
            _to_wal(cursor, time.monotonic() + self._patience)
        cursor.close()

    def _on_postgresql(self, connection: Any, record: object) -> None:
        connection.autocommit = True
        # 0 would be for ever.
        connection.execute(f"SET lock_timeout = {max(1, round(1000 * self._patience))}")
        connection.execute("SET synchronous_commit = on")
        connection.autocommit = False

    @property
    def _folder(self) -> Path | None:
        return None if self.path is None else self.path.parent

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise explain(error.orig or error, self.name, secrets_of(self._url), self._folder) from error
        except SQLAlchemyError as error:
            raise explain(error, self.name, secrets_of(self._url), self._folder) from error
        except OverflowError as error:
            raise InputError("a number is too large for the archive", "give a smaller one") from error


def is_there(path: Path) -> bool:
    """Whether there is a file. ArchiveError where that cannot be seen."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise ArchiveError(f"{path} cannot be read: {error.strerror}", _PLACE) from error
    return True


def _is_writable(path: Path) -> bool:
    """Whether a file and those beside it can be written."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _make(path: Path) -> bool:
    """Make a file that is not there, for its owner alone; SQLite gives those beside it the same rights.

    It is empty, so that SQLite forgets what is left beside it of another one. Returns whether it was made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        if not path.parent.is_dir():
            raise ArchiveError(f"{path.parent} is no directory", _PLACE) from None
        return False
    except OSError as error:
        raise ArchiveError(f"the archive {path} cannot be made: {error.strerror}", _PLACE) from error
    return True


def _refuse_empty(path: Path, patience: float) -> None:
    """ArchiveError where a file that was there is empty: somebody else's, or it is about to be filled."""
    deadline = time.monotonic() + min(patience, FILLED_S)
    pause = threading.Event()
    while path.is_file() and not path.stat().st_size:
        if time.monotonic() >= deadline:
            raise ArchiveError(f"{path} is an empty file, no archive", f"delete it, or {_PLACE}")
        pause.wait(0.02)


COPY_IT = "copy it, and what is beside it, to a folder of yours, and name the copy with --archive"
_PLACE = "choose another place with --archive or LAKABE_ARCHIVE"


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from others; None where there is none that can be seen."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _on_begin(connection: Connection) -> None:
    # A writer takes the lock at once: a reader that turns into a writer could be refused without waiting.
    immediate = connection.get_execution_options().get(_WRITE, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


def _to_wal(cursor: Any, deadline: float) -> None:
    # The switch to WAL does not honour the busy timeout: another process making the archive is waited for.
    pause = threading.Event()
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except Exception as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
        pause.wait(0.02)
