"""Opening the archive and reading it. Any database SQLAlchemy knows will do; SQLite gets special care."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, insert, inspect, select, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from lakabe.archive.matches import MatchRecord, match_of, own_match, read_match, read_matches
from lakabe.archive.place import resolve
from lakabe.archive.reading import as_game, read_game
from lakabe.archive.records import Contact, Game, Move, Undone
from lakabe.archive.schema import (
    APPLICATION,
    OLDER,
    VERSION,
    Base,
    BoardRow,
    ContactRow,
    FetchedRow,
    GameRow,
    HintRow,
    MetaRow,
    MoveRow,
    UndoneRow,
)
from lakabe.archive.writer import Writer
from lakabe.errors import ArchiveBusy, ArchiveError

_WRITE = "lakabe_write"


def now() -> str:
    """The time of day for the records: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Archive:
    """One archive, shared by any number of threads and processes.

    ``where`` is a database URL or the path of an SQLite file (see ``place.resolve``). Another holder of the
    write lock is waited for ``patience`` seconds, then ArchiveBusy is raised. Every other failure of the
    database is an ArchiveError; in either case nothing of the transaction is kept.
    """

    def __init__(
        self, where: str | None = None, *, patience: float = 5.0, clock: Callable[[], str] = now
    ) -> None:
        self.url = resolve(where)
        self._clock = clock
        self._patience = patience
        # One writer at a time inside this process: SQLite's own waiting is unfair and polls.
        self._turn = threading.Lock()
        try:
            parsed = make_url(self.url)
        except ArgumentError as error:
            raise ArchiveError(
                f"{self.url!r} is no database URL",
                "give a file, or a URL such as sqlite:////home/me/games.db",
            ) from error
        self.path = _file(parsed)
        if self.path is not None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ArchiveError(
                    f"the directory {self.path.parent} cannot be made: {error.strerror}",
                    "choose another place with --archive or LAKABE_ARCHIVE",
                ) from error
        self._engine = self._connect(parsed)
        try:
            with self._guard():
                self._prepare()
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """One transaction: durable when the block has ended, undone when it raises."""
        with self._guard(), self._turn, self._write() as connection:
            yield Writer(connection, self._clock())

    def games(self, board: str | None = None) -> list[Game]:
        """All games (of one board), oldest first, without their moves' comments left out."""
        chosen = select(GameRow.__table__).order_by(GameRow.number)
        moves = select(MoveRow.game, MoveRow.ply, MoveRow.text, MoveRow.comment).order_by(
            MoveRow.game, MoveRow.ply
        )
        if board is not None:
            chosen = chosen.where(GameRow.board == board)
            moves = moves.join(GameRow, GameRow.number == MoveRow.game).where(GameRow.board == board)
        with self._reading() as connection:
            rows = connection.execute(chosen).all()
            of: dict[int, list[Move]] = {}
            for row in connection.execute(moves):
                of.setdefault(row.game, []).append(Move(row.ply, row.text, row.comment))
        return [as_game(row, of.get(row.number, [])) for row in rows]

    def game(self, number: int) -> Game:
        """One game; InputError when there is none of that number."""
        with self._reading() as connection:
            return read_game(connection, number)

    def latest(self, serial: str) -> Game | None:
        """The newest game of a board, or None; those that were fetched from its journal are older."""
        fetched = select(FetchedRow.name).where(FetchedRow.board == serial)
        with self._reading() as connection:
            number = connection.execute(
                select(func.max(GameRow.number)).where(GameRow.board == serial, GameRow.name.not_in(fetched))
            ).scalar()
        return None if number is None else self.game(number)

    def unfinished(self, serial: str) -> Game | None:
        """The game to go on with on that board: its newest one, when that has no result yet."""
        game = self.latest(serial)
        return game if game is not None and game.result is None else None

    def lacking(self, serial: str, names: Iterable[str]) -> list[str]:
        """Those of ``names`` that are no whole, finished games of that board here and were not deleted.

        A game without moves is not whole, nor is one that has gone on once.
        """
        moves = select(func.count()).where(MoveRow.game == GameRow.number).scalar_subquery()
        beyond = select(UndoneRow.id).where(
            UndoneRow.game == GameRow.number,
            UndoneRow.ply > GameRow.plies,
            UndoneRow.text.not_like("% %"),  # a result has a reason
        )
        whole = (
            GameRow.result.is_not(None),
            GameRow.start != "",
            moves > 0,
            GameRow.plies - GameRow.first_ply + 1 == moves,
            ~beyond.exists(),
        )
        known = select(GameRow.name).where(GameRow.board == serial, *whole)
        fetched = select(FetchedRow.name).where(FetchedRow.board == serial)
        with self._reading() as connection:
            there = {*connection.execute(known).scalars(), *connection.execute(fetched).scalars()}
        return [name for name in names if name not in there]

    def boards(self) -> list[str]:
        """The serial numbers of all boards that were ever recorded here."""
        with self._reading() as connection:
            return list(connection.execute(select(BoardRow.serial).order_by(BoardRow.serial)).scalars())

    def contacts(self, game: int) -> list[Contact]:
        """The raw events kept beside a game, in the order they came in."""
        columns = (ContactRow.seq, ContactRow.ms, ContactRow.kind, ContactRow.point, ContactRow.value)
        with self._reading() as connection:
            rows = connection.execute(
                select(*columns).where(ContactRow.game == game).order_by(ContactRow.id)
            ).all()
        return [Contact(*row) for row in rows]

    def hints(self, serial: str, name: str) -> list[int]:
        """The plies of a board's game for which hints were given."""
        given = select(HintRow.ply).where(HintRow.board == serial, HintRow.name == name)
        with self._reading() as connection:
            return list(connection.execute(given.order_by(HintRow.ply)).scalars())

    def undone(self, game: int) -> list[Undone]:
        """What was told of a game and does not stand any more, in the order in which it was undone."""
        columns = (UndoneRow.ply, UndoneRow.text, UndoneRow.why)
        with self._reading() as connection:
            rows = connection.execute(
                select(*columns).where(UndoneRow.game == game).order_by(UndoneRow.id)
            ).all()
        return [Undone(*row) for row in rows]

    def matches(self) -> list[MatchRecord]:
        """All matches, oldest first."""
        with self._reading() as connection:
            return read_matches(connection)

    def own_match(self, serial: str, name: str) -> int | None:
        """The number of the match that a board runs by itself and calls so; None while it is not here."""
        with self._reading() as connection:
            return own_match(connection, serial, name)

    def match_of(self, serial: str, name: str) -> int | None:
        """The number of the match that a board's game belongs to."""
        with self._reading() as connection:
            return match_of(connection, serial, name)

    def match(self, number: int) -> MatchRecord:
        """One match; InputError when there is none of that number."""
        with self._reading() as connection:
            return read_match(connection, number)

    def check(self) -> None:
        """A thorough look, for ``lakabe doctor``: ArchiveError when it is damaged or cannot be written."""
        with self._guard():
            with self._write() as connection:
                connection.execute(insert(MetaRow).values(key="doctor", value="was here"))
                connection.rollback()
            if self._engine.dialect.name == "sqlite":
                with self._engine.connect() as connection:
                    found = connection.execute(text("PRAGMA integrity_check(1)")).scalar()
                if found != "ok":
                    raise self._damaged(str(found))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._guard(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        connection = self._engine.connect().execution_options(**{_WRITE: True})
        with connection, connection.begin():
            yield connection

    def _connect(self, url: URL) -> Engine:
        sqlite = url.get_backend_name() == "sqlite"
        try:
            engine = create_engine(url, connect_args={"timeout": self._patience} if sqlite else {})
        except (ImportError, NoSuchModuleError) as error:
            raise ArchiveError(
                f"no driver for {url.get_backend_name()} databases is installed ({error})",
                "install SQLAlchemy's driver for it, or use SQLite",
            ) from error
        if sqlite:
            event.listen(engine, "connect", self._on_connect)
            event.listen(engine, "begin", _on_begin)
        return engine

    def _on_connect(self, connection: Any, record: object) -> None:
        # The driver must leave transactions to us (see _on_begin).
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA synchronous=FULL")
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        if mode not in ("wal", "memory"):
            _to_wal(cursor, time.monotonic() + self._patience)
        cursor.close()

    def _prepare(self) -> None:
        """Make the tables of a new archive; refuse what is not an archive, or a newer one."""
        with self._engine.connect() as connection:
            names = set(inspect(connection).get_table_names())
        if "meta" not in names:
            if names:
                raise ArchiveError(
                    f"{self.url} holds something else, not a Lakabe archive", "give another place"
                )
            with self._write() as connection:
                # Another process may have been faster: inside the write lock the question is asked again.
                if not inspect(connection).get_table_names():
                    Base.metadata.create_all(connection)
                    for key, value in (("application", APPLICATION), ("version", str(VERSION))):
                        connection.execute(insert(MetaRow).values(key=key, value=value))
        with self._engine.connect() as connection:
            meta = {row.key: row.value for row in connection.execute(select(MetaRow.key, MetaRow.value))}
        if meta.get("application") != APPLICATION:
            raise ArchiveError(f"{self.url} holds something else, not a Lakabe archive", "give another place")
        if meta.get("version") in OLDER:
            with self._write() as connection:
                Base.metadata.create_all(connection)
                version = update(MetaRow).where(MetaRow.key == "version")
                connection.execute(version.values(value=str(VERSION)))
        elif meta.get("version") != str(VERSION):
            raise ArchiveError(
                f"{self.url} has schema {meta.get('version')}, this program knows {VERSION}", "update lakabe"
            )

    @contextmanager
    def _guard(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise self._explain(str(error.orig)) from error
        except SQLAlchemyError as error:
            raise self._explain(str(error)) from error

    def _explain(self, said: str) -> ArchiveError:
        low = said.lower()
        if "locked" in low or "busy" in low:
            return ArchiveBusy(
                f"the archive {self._name()} is locked by another program",
                "close that program; nothing is lost",
            )
        if "full" in low:
            return ArchiveBusy(
                f"no space is left for the archive {self._name()}", "free some space; nothing is lost"
            )
        if "malformed" in low or "not a database" in low or "corrupt" in low:
            return self._damaged(said)
        if "readonly" in low or "read-only" in low or "unable to open" in low or "permission" in low:
            return ArchiveError(
                f"the archive {self._name()} cannot be written: {said}",
                "check owner and permissions of the file and its directory, or give another with --archive",
            )
        return ArchiveError(f"the archive {self._name()} failed: {said}", "run `lakabe doctor`")

    def _damaged(self, said: str) -> ArchiveError:
        return ArchiveError(
            f"the archive {self._name()} is damaged: {said}",
            f"it is left as it was: move {self._name()} away, rescue it with `sqlite3 .recover`, start anew",
        )

    def _name(self) -> str:
        return str(self.path) if self.path is not None else make_url(self.url).render_as_string()


def _file(url: URL) -> Path | None:
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


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
