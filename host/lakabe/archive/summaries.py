"""What lists and statistics need of each game, kept beside it so that they read no moves.

``summarise`` is the only writer of ``SUMMARIES``. ``Writer.close`` calls it for the games that a transaction
has changed, the migration of an older archive for all. The other functions read, inside any transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select

from lakabe.archive.damage import LARGEST
from lakabe.archive.schema import GAMES, MOVES, SUMMARIES
from lakabe.errors import InputError
from lakabe.games import pgn, variants
from lakabe.games.records import ORIGINAL, Tally
from lakabe.printable import one_line

TOGETHER = 500
"""Games that are summarised by one query: databases limit the parameters of a statement."""
Told = Callable[[int, int], None]
"""Is told how many games of how many are done."""


def summarise(connection: Connection, games: Sequence[int], told: Told | None = None) -> None:
    """Write the summaries of these games anew; those of games that are gone are removed."""
    for n in range(0, len(games), TOGETHER):
        some = games[n : n + TOGETHER]
        connection.execute(delete(SUMMARIES).where(SUMMARIES.c.game.in_(some)))
        found = _reckoned(connection, some)
        if found:
            connection.execute(insert(SUMMARIES), found)
        if told is not None:
            told(n + len(some), len(games))


def summarise_all(connection: Connection, told: Told | None = None) -> None:
    """Write the summaries of all games anew."""
    connection.execute(delete(SUMMARIES))
    summarise(connection, connection.execute(select(GAMES.c.number)).scalars().all(), told)


def wrong(connection: Connection) -> list[int]:
    """The numbers of games whose summaries are not what a recount gives."""
    kept = {row.game: dict(row._mapping) for row in connection.execute(select(SUMMARIES))}
    games = connection.execute(select(GAMES.c.number)).scalars().all()
    found: dict[int, Any] = {}
    for n in range(0, len(games), TOGETHER):
        found |= {row["game"]: row for row in _reckoned(connection, games[n : n + TOGETHER])}
    return sorted(number for number in {*kept, *found} if kept.get(number) != found.get(number))


def read_corrections(connection: Connection, number: int) -> list[int]:
    """The numbers of the games that correct this one."""
    chosen = select(SUMMARIES.c.game).where(SUMMARIES.c.corrects == number).order_by(SUMMARIES.c.game)
    return list(connection.execute(chosen).scalars())


def tally(connection: Connection, either: str = "", white: str = "", black: str = "") -> list[Tally]:
    """Count decided ordinary games by opening and result; of a corrected game, its new versions alone.

    Only games with these players, where they are named; ``either`` has either colour.
    """
    newer = SUMMARIES.alias()
    chosen = (
        select(SUMMARIES.c.opening, GAMES.c.result, func.count(), func.sum((SUMMARIES.c.last_ply + 1) // 2))
        .join(GAMES, GAMES.c.number == SUMMARIES.c.game)
        .where(
            SUMMARIES.c.variant == variants.ORDINARY,
            GAMES.c.result.in_(pgn.DECIDED),
            ~select(newer.c.game).where(newer.c.corrects == SUMMARIES.c.game).exists(),
        )
        .group_by(SUMMARIES.c.opening, GAMES.c.result)
    )
    if either:
        name = _name(either)
        chosen = chosen.where(or_(SUMMARIES.c.white == name, SUMMARIES.c.black == name))
    if white:
        chosen = chosen.where(SUMMARIES.c.white == _name(white))
    if black:
        chosen = chosen.where(SUMMARIES.c.black == _name(black))
    return [
        Tally(opening, result or "", games, moves)
        for opening, result, games, moves in connection.execute(chosen)
    ]


def _reckoned(connection: Connection, games: Sequence[int]) -> list[dict[str, Any]]:
    """The rows of these games as their moves and tags are now."""
    rows = connection.execute(
        select(GAMES.c.number, GAMES.c.first_ply, GAMES.c.start, GAMES.c.tags).where(
            GAMES.c.number.in_(games)
        )
    ).all()
    counted = connection.execute(
        select(MOVES.c.game, func.count(), func.min(MOVES.c.ply), func.max(MOVES.c.ply))
        .where(MOVES.c.game.in_(games))
        .group_by(MOVES.c.game)
    )
    moves: dict[int, tuple[int, int, int]] = {game: (n, first, last) for game, n, first, last in counted}
    begun = connection.execute(
        select(MOVES.c.game, MOVES.c.text)
        .join(GAMES, (GAMES.c.number == MOVES.c.game) & (GAMES.c.first_ply == MOVES.c.ply))
        .where(MOVES.c.game.in_(games))
    )
    texts = {row.game: row.text for row in begun}
    found = []
    for row in rows:
        count, first, last = moves.get(row.number, (0, 0, 0))
        text = [texts[row.number]] if count and first == row.first_ply else []
        tags = _sound(row.tags)
        variant = "" if tags is None else _variant(tags)
        tags = tags or {}
        found.append(
            {
                "game": row.number,
                "variant": variant,
                "opening": (pgn.opening(row.start, text, variant) or "")[:2],
                "moves": count,
                "last_ply": last,
                "white": _name(tags.get("White", "")),
                "black": _name(tags.get("Black", "")),
                "corrects": _number(tags.get(ORIGINAL, "")),
            }
        )
    return found


def _sound(tags: Any) -> dict[str, str] | None:
    """The tags of a row, None where they make no sense."""
    sound = isinstance(tags, dict) and all(isinstance(value, str) for value in tags.values())
    return tags if sound else None


def _variant(tags: Mapping[str, str]) -> str:
    try:
        return variants.of(tags)
    except InputError:
        return ""


def _name(text: str) -> str:
    """A player's name as names are compared: capitals and further spaces do not matter."""
    return one_line(text).casefold()


def _number(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST)) else 0
    return number if str(number) == text and 0 < number <= LARGEST else None
