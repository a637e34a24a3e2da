"""The archive as the rest of the program knows it: its tables made and checked, written to and read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from types import TracebackType

from sqlalchemy import Connection, delete, func, insert, inspect, select, update

from lakabe.archive.continuing import continuations
from lakabe.archive.damage import check_undone, several
from lakabe.archive.database import COPY_IT, Database
from lakabe.archive.matches import MatchRecord, match_of, own_match, read_match, read_matches
from lakabe.archive.place import resolve
from lakabe.archive.reading import TOGETHER, read_game, read_some
from lakabe.archive.schema import (
    APPLICATION,
    BOARDS,
    CONTACTS,
    FETCHED,
    GAMES,
    HINTS,
    META,
    METADATA,
    MOVES,
    OLDER,
    UNDONE,
    UNSUMMARISED,
    VERSION,
)
from lakabe.archive.summaries import read_corrections, summarise, summarise_all, tally, wrong
from lakabe.archive.tracking import tracked
from lakabe.archive.writer import Writer
from lakabe.errors import ArchiveDamage, ArchiveError
from lakabe.games import ending
from lakabe.games.records import FROM_JOURNAL, Contact, Continuation, End, Game, Tally, Undone
from lakabe.games.said import plural
from lakabe.printable import printable


def now() -> str:
    """The time of day for the records: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Archive:
    """One archive, shared by any number of threads and processes.

    ``where`` is the path of an SQLite file or the address of a database (see ``place.resolve``). Another
    holder of the write lock is waited for ``patience`` seconds, then ArchiveBusy is raised. Every other
    failure of the database is an ArchiveError; in either case nothing of the transaction is kept.

    ``make`` is for those who add to it. Without it no file is made: one that is not there is an empty
    archive, and one that cannot be written can be read.
    """

    def __init__(
        self,
        where: str | None = None,
        *,
        patience: float = 5.0,
        clock: Callable[[], str] = now,
        make: bool = True,
    ) -> None:
        self._clock = clock
        self._database = Database(resolve(where), patience, _prepare, make)
        self.path = self._database.path
        self.name = self._database.name
        """How messages call it."""

    @property
    def is_missing(self) -> bool:
        """Whether there is no file, and none is to be made."""
        return self._database.is_missing

    def close(self) -> None:
        """Give the connections back."""
        self._database.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """One transaction: durable when the block has ended, undone when it raises."""
        with self._database.writing() as connection:
            writer = Writer(connection, self._clock())
            yield writer
            writer.close()

    def epoch(self) -> int:
        """A number that is another one when what is known of the content does not hold any more.

        Another file may lie in the archive's place, which is opened then, or it is not known whether the last
        change was made. ArchiveError.
        """
        return self._database.look()

    def each(self, board: str | None = None, damaged: list[ArchiveDamage] | None = None) -> Iterator[Game]:
        """All games (of one board), oldest first, a few of them in memory at a time.

        Each few are read in a transaction of their own, so that whoever is slow with them blocks no writer.
        ``damaged`` gets those that make no sense; without it the first of them is raised.
        """
        numbers = select(GAMES.c.number).order_by(GAMES.c.number)
        if board is not None:
            numbers = numbers.where(GAMES.c.board == board)
        last = 0
        while True:
            with self._reading() as connection:
                following = numbers.where(GAMES.c.number > last).limit(TOGETHER)
                some = connection.execute(following).scalars().all()
                found = read_some(connection, some, damaged)
            yield from found
            if not some:
                return
            last = some[-1]

    def games(self, board: str | None = None, damaged: list[ArchiveDamage] | None = None) -> list[Game]:
        """All games (of one board), oldest first; ``damaged`` as in `each`."""
        return list(self.each(board, damaged))

    def page(self, most: int, skipped: int = 0, damaged: list[ArchiveDamage] | None = None) -> list[Game]:
        """Up to ``most`` games, oldest first: the newest ones but for ``skipped`` newer ones."""
        numbers = select(GAMES.c.number).order_by(GAMES.c.number.desc()).limit(most).offset(skipped)
        with self._reading() as connection:
            some = connection.execute(numbers).scalars().all()
            return read_some(connection, some, damaged)

    def count(self) -> int:
        """How many games there are."""
        with self._reading() as connection:
            return connection.execute(select(func.count()).select_from(GAMES)).scalar_one()

    def newest(self) -> Game | None:
        """The game with the largest number, or None."""
        found = self.page(1)
        return found[0] if found else None

    def corrections(self, number: int) -> list[int]:
        """The numbers of the games that correct game ``number``."""
        with self._reading() as connection:
            return read_corrections(connection, number)

    def tally(self, either: str = "", white: str = "", black: str = "") -> list[Tally]:
        """Count decided ordinary games by opening and result (see ``summaries.tally``)."""
        with self._reading() as connection:
            return tally(connection, either, white, black)

    def continuations(self, moves: Sequence[str]) -> list[Continuation]:
        """Count how the games went on that began with ``moves`` (see ``continuing``)."""
        with self._reading() as connection:
            return continuations(connection, moves)

    def wrong_summaries(self) -> list[int]:
        """The numbers of games whose summaries are not what a recount gives."""
        with self._reading() as connection:
            return wrong(connection)

    def game(self, number: int) -> Game:
        """One game; InputError when there is none of that number."""
        with self._reading() as connection:
            return read_game(connection, number)

    def latest(self, serial: str) -> Game | None:
        """The newest game of a board, or None; those that are here from its journal alone are older."""
        newest = select(func.max(GAMES.c.number)).where(GAMES.c.board == serial)
        with self._reading() as connection:
            number = connection.execute(newest.where(GAMES.c.comment != FROM_JOURNAL)).scalar()
        return None if number is None else self.game(number)

    def unfinished(self, serial: str) -> Game | None:
        """The game to go on with on that board: its newest one, when that has no result yet."""
        game = self.latest(serial)
        return game if game is not None and game.result is None else None

    def lacking(self, serial: str, ends: Mapping[str, End | None], again: Collection[str] = ()) -> list[str]:
        """Those games of a board's journal, by name, that have not been fetched with this end, nor deleted.

        What was told of a game may have been lost to the board with its power, and the game have gone on
        unheard; its journal knows. Where no end is told (None), a whole game is enough: not one without
        moves, nor one that has gone on once. ``again``: of these the board knows more than one end.
        """
        moves = select(func.count()).where(MOVES.c.game == GAMES.c.number).scalar_subquery()
        beyond = select(UNDONE.c.id).where(
            UNDONE.c.game == GAMES.c.number,
            UNDONE.c.ply > GAMES.c.plies,
            UNDONE.c.text.not_like("% %"),  # a result has a reason
        )
        whole = (
            GAMES.c.result.is_not(None),
            GAMES.c.start != "",
            moves > 0,
            GAMES.c.plies - GAMES.c.first_ply + 1 == moves,
            ~beyond.exists(),
        )
        known = select(GAMES.c.name).where(GAMES.c.board == serial, *whole)
        fetched = select(FETCHED.c.name).where(FETCHED.c.board == serial)
        with self._reading() as connection:
            names = connection.execute(known).scalars()
            there = {name for name in names if name is not None and name in ends and not ends[name]}
            there.update(connection.execute(fetched).scalars())
            if again:
                kept = select(GAMES.c.name).where(GAMES.c.board == serial, GAMES.c.name.in_(again))
                there.difference_update(connection.execute(kept).scalars())
            if any(ends.values()):
                kept_ends = select(GAMES.c.name, GAMES.c.plies, GAMES.c.result, GAMES.c.reason)
                kept_ends = kept_ends.where(GAMES.c.board == serial, GAMES.c.name.in_(list(ends)))
                for name, *end in connection.execute(kept_ends):
                    end[2] = ending.told(end[2])
                    if name is not None and ends[name] not in (None, tuple(end)):
                        there.discard(name)
        return [name for name in ends if name not in there]

    def boards(self) -> list[str]:
        """The serial numbers of all boards that were ever recorded here."""
        with self._reading() as connection:
            return list(connection.execute(select(BOARDS.c.serial).order_by(BOARDS.c.serial)).scalars())

    def contacts(self, game: int) -> list[Contact]:
        """The raw events kept beside a game, in the order they came in."""
        columns = (CONTACTS.c.seq, CONTACTS.c.ms, CONTACTS.c.kind, CONTACTS.c.point, CONTACTS.c.value)
        with self._reading() as connection:
            rows = connection.execute(
                select(*columns).where(CONTACTS.c.game == game).order_by(CONTACTS.c.id)
            ).all()
        return [Contact(*row) for row in rows]

    def hints(self, serial: str, name: str) -> list[int]:
        """The plies of a board's game for which hints were given."""
        given = select(HINTS.c.ply).where(HINTS.c.board == serial, HINTS.c.name == name)
        with self._reading() as connection:
            return list(connection.execute(given.order_by(HINTS.c.ply)).scalars())

    def undone(self, game: int) -> list[Undone]:
        """What was told of a game and does not stand any more, in the order in which it was undone.

        ArchiveDamage where that makes no sense.
        """
        columns = (UNDONE.c.ply, UNDONE.c.text, UNDONE.c.why)
        with self._reading() as connection:
            rows = connection.execute(
                select(*columns).where(UNDONE.c.game == game).order_by(UNDONE.c.id)
            ).all()
        check_undone(game, rows)
        return [Undone(row.ply, printable(row.text), printable(row.why)) for row in rows]

    def matches(self, damaged: list[ArchiveDamage] | None = None) -> list[MatchRecord]:
        """All matches, oldest first; ``damaged`` gets those that make no sense, else the first is raised."""
        with self._reading() as connection:
            return read_matches(connection, damaged)

    def own_match(self, serial: str, name: str) -> int | None:
        """The number of the match that a board runs by itself and calls so; None while it is not here."""
        with self._reading() as connection:
            return own_match(connection, serial, name)

    def match_of(self, serial: str, name: str) -> int | None:
        """The number of the match that a board's game belongs to."""
        with self._reading() as connection:
            return match_of(connection, serial, name)

    def match(self, number: int) -> MatchRecord:
        """One match; InputError when there is none of that number, ArchiveDamage when it makes no sense."""
        with self._reading() as connection:
            return read_match(connection, number)

    def check(self) -> None:
        """A thorough look, for ``lakabe doctor``: ArchiveError when it is damaged or cannot be written.

        Summaries that do not fit their games are written anew, and it is an error, too, that they did not.
        """
        self._database.check()
        self.try_to_write()
        damaged: list[ArchiveDamage] = []
        with tracked("looking at all games") as told:
            count = self.count()
            for n, _ in enumerate(self.each(damaged=damaged)):
                if n % TOGETHER == 0:
                    told(n, count)
        self.matches(damaged)
        if damaged:
            raise several(damaged)
        with self._reading() as connection:
            for row in connection.execute(select(UNDONE).order_by(UNDONE.c.id)):
                check_undone(row.game, [row])
        stale = self.wrong_summaries()
        if stale:
            with self._database.writing() as connection:
                summarise(connection, stale)
            raise ArchiveError(
                f"lists told something wrong of {plural(len(stale), 'game')}, the first is game {stale[0]}",
                "look again: it has been put right",
            )

    def try_to_write(self) -> None:
        """Write something that leaves nothing behind; ArchiveError where that fails."""
        with self._database.writing() as connection:
            connection.execute(insert(META).values(key="doctor", value="was here"))
            connection.execute(delete(META).where(META.c.key == "doctor"))

    def _reading(self) -> AbstractContextManager[Connection]:
        return self._database.reading()


def _prepare(database: Database) -> None:
    """Make the tables of a new archive; refuse what is not an archive, or a newer one."""
    with database.connected() as connection:
        meta = _meta(database, connection)
    if database.is_read_only and (meta is None or meta.get("version") in OLDER):
        raise ArchiveError(f"the archive {database.name} is an old one, and cannot be written", COPY_IT)
    if meta is None or meta.get("version") in OLDER:
        with database.locked() as connection:
            # Another process may have been faster: inside the lock the question is asked again.
            meta = _meta(database, connection)
            METADATA.create_all(connection)
            if meta is None:
                meta = {"application": APPLICATION, "version": str(VERSION)}
                for key, value in meta.items():
                    connection.execute(insert(META).values(key=key, value=value))
            elif meta.get("version") in OLDER:
                if meta.get("version") in UNSUMMARISED:
                    with tracked("bringing the archive up to date") as told:
                        summarise_all(connection, told)
                version = update(META).where(META.c.key == "version")
                connection.execute(version.values(value=str(VERSION)))
                meta["version"] = str(VERSION)
    if meta.get("version") != str(VERSION):
        raise ArchiveError(
            f"{database.name} has schema {meta.get('version')}, this program knows {VERSION}", "update lakabe"
        )


def _meta(database: Database, connection: Connection) -> dict[str, str] | None:
    """What the archive says of itself; None where no table is there. ArchiveError where it is none."""
    names = inspect(connection).get_table_names()
    if not names:
        return None
    meta = {}
    if "meta" in names:
        meta = {row.key: row.value for row in connection.execute(select(META.c.key, META.c.value))}
    if meta.get("application") != APPLICATION:
        raise ArchiveError(
            f"{database.name} holds something else, not a Lakabe archive", "give another place"
        )
    return meta
