"""Matches (M) in the archive: which games belong to one, in which order. What they amount to is found anew.

The functions work inside any transaction; those that write are called by ``Writer``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from lakabe.archive.damage import LARGEST, check_match
from lakabe.archive.schema import GAMES, MATCH_GAMES, MATCH_WITHOUT, MATCHES, OWN_MATCHES
from lakabe.errors import ArchiveDamage, InputError
from lakabe.games.draws import NONE, Without
from lakabe.printable import printable


@dataclass(frozen=True)
class MatchGame:
    """A game of a match: ``place`` counts from 1; ``board`` and ``name`` as in Game.

    ``game`` is the archive's number of it, None before its first move; ``result`` None while unfinished.
    """

    place: int
    board: str
    name: str
    game: int | None = None
    result: str | None = None
    reason: str = ""


@dataclass(frozen=True)
class MatchRecord:
    """A match as it is kept: ``kind`` is a word of ``fanorona.rules.match.KINDS``, ``options`` as there.

    ``players``: the one who has White in the first game, and the other. ``ended``: when it was closed, None
    while it can go on.
    """

    number: int
    kind: str
    options: int
    event: str
    players: tuple[str, str]
    started: str
    ended: str | None
    games: tuple[MatchGame, ...] = ()
    board: str = ""
    """The board that runs it by itself, if one does."""
    without: Without = NONE
    """The draws (R11) that do not count in its games."""


def read_matches(connection: Connection, damaged: list[ArchiveDamage] | None = None) -> list[MatchRecord]:
    """All matches with their games.

    ``damaged`` gets those that make no sense; without it the first of them is raised.
    """
    rows = connection.execute(select(MATCHES).order_by(MATCHES.c.number)).all()
    found = []
    for row in rows:
        try:
            found.append(_as_match(connection, row))
        except ArchiveDamage as error:
            if damaged is None:
                raise
            damaged.append(error)
    return found


def read_match(connection: Connection, number: int) -> MatchRecord:
    """One match with its games; InputError when there is none, ArchiveDamage when it makes no sense."""
    return _as_match(connection, _read_row(connection, number))


def add_match(
    connection: Connection,
    at: str,
    kind: str,
    options: int,
    event: str,
    players: tuple[str, str],
    without: Without = NONE,
) -> int:
    """A new match; its number."""
    values = {"kind": kind, "options": options, "event": event, "first": players[0], "second": players[1]}
    done = connection.execute(insert(MATCHES).values(**values, started=at, ended=None))
    assert done.inserted_primary_key is not None
    number = int(done.inserted_primary_key[0])
    for draw in without:
        connection.execute(insert(MATCH_WITHOUT).values(match=number, draw=draw))
    return number


def put_game(connection: Connection, number: int, place: int, board: str, name: str) -> None:
    """The game at ``place`` is this one, instead of another that came to nothing."""
    here = (MATCH_GAMES.c.match == number) & (MATCH_GAMES.c.place == place)
    connection.execute(delete(MATCH_GAMES).where(here))
    connection.execute(insert(MATCH_GAMES).values(match=number, place=place, board=board, name=name))


def close_match(connection: Connection, at: str | None, number: int) -> None:
    """The match is over since ``at``; None: it goes on."""
    _read_row(connection, number)
    connection.execute(update(MATCHES).where(MATCHES.c.number == number).values(ended=at))


def delete_match(connection: Connection, number: int) -> None:
    """Forget the match; its games stay."""
    _read_row(connection, number)
    connection.execute(delete(MATCH_GAMES).where(MATCH_GAMES.c.match == number))
    connection.execute(delete(OWN_MATCHES).where(OWN_MATCHES.c.match == number))
    connection.execute(delete(MATCH_WITHOUT).where(MATCH_WITHOUT.c.match == number))
    connection.execute(delete(MATCHES).where(MATCHES.c.number == number))


def match_of(connection: Connection, board: str | None, name: str | None) -> int | None:
    """The number of the match that a game belongs to."""
    here = (MATCH_GAMES.c.board == board) & (MATCH_GAMES.c.name == name)
    found = connection.execute(select(MATCH_GAMES.c.match).where(here)).scalar()
    return None if found is None else int(found)


def own_match(connection: Connection, board: str, name: str) -> int | None:
    """The number of the match that the board runs by itself and calls so."""
    here = (OWN_MATCHES.c.board == board) & (OWN_MATCHES.c.name == name)
    found = connection.execute(select(OWN_MATCHES.c.match).where(here)).scalar()
    return None if found is None else int(found)


def put_own(connection: Connection, board: str, name: str, number: int) -> None:
    """The board runs this match by itself, and calls it so."""
    connection.execute(insert(OWN_MATCHES).values(board=board, name=name, match=number))


def name_players(connection: Connection, number: int, players: tuple[str, str]) -> None:
    """Who plays it: the one who has White in the first game, and the other."""
    _read_row(connection, number)
    named = update(MATCHES).where(MATCHES.c.number == number)
    connection.execute(named.values(first=players[0], second=players[1]))


def _read_row(connection: Connection, number: int) -> Any:
    row = None
    if number <= LARGEST:
        row = connection.execute(select(MATCHES).where(MATCHES.c.number == number)).one_or_none()
    if row is None:
        raise InputError(f"there is no match {number}", "`lakabe matches` lists them")
    return row


def _as_match(connection: Connection, row: Any) -> MatchRecord:
    # Of several games of that name, where the record had to branch, the newest is the one that was played.
    newest = (
        select(func.max(GAMES.c.number))
        .where(GAMES.c.board == MATCH_GAMES.c.board, GAMES.c.name == MATCH_GAMES.c.name)
        .correlate(MATCH_GAMES)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(
            MATCH_GAMES.c.place, MATCH_GAMES.c.board, MATCH_GAMES.c.name,
            GAMES.c.number, GAMES.c.result, GAMES.c.reason,
        )
        .outerjoin(GAMES, GAMES.c.number == newest)
        .where(MATCH_GAMES.c.match == row.number)
        .order_by(MATCH_GAMES.c.place)
    ).all()  # fmt: skip
    own = connection.execute(select(OWN_MATCHES.c.board).where(OWN_MATCHES.c.match == row.number)).scalar()
    chosen = select(MATCH_WITHOUT.c.draw).where(MATCH_WITHOUT.c.match == row.number)
    without = connection.execute(chosen).scalars().all()
    check_match(row, rows, own, without)
    games = tuple(MatchGame(*each[:5], printable(each.reason or "")) for each in rows)
    players = printable(row.first), printable(row.second)
    return MatchRecord(
        row.number, row.kind, row.options, printable(row.event), players, row.started, row.ended, games,
        own or "", frozenset(without),
    )  # fmt: skip
