"""Games of a text that are in the archive already, but for the names of their players.

A game is recognised where text and archive agree in everything that would be written of it: variant, start,
moves, result, comments, and all tags but White and Black, a known date among them. Where a side is named in
both, the names are the same. So nothing of the text is lost when its names are given to the game that is
there. A game without moves is not recognised, nor one that agrees with several of the archive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from lakabe.archive.reading import TOGETHER, read_game, read_some
from lakabe.archive.schema import GAMES, SUMMARIES
from lakabe.errors import LakabeError
from lakabe.games import names, pgn, variants
from lakabe.games.records import Game, NewGame

Facts = tuple[str, int, str]
"""Date, number of moves and result: games that differ in these are not compared."""
Played = int
"""A hash of start and moves."""


@dataclass(frozen=True)
class Recognised:
    """The number of a game of the archive, and the tags of players that a text adds to it, if any."""

    game: int
    added: Mapping[str, str]


class Recognition:
    """The games of an archive by what is quickly compared, as they are when this is made."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._games: dict[Facts, list[int]] = {}
        self._alike: dict[Facts, dict[Played, list[int]]] = {}
        columns = (GAMES.c.number, GAMES.c.board, GAMES.c.started, GAMES.c.result, GAMES.c.tags)
        chosen = select(*columns, SUMMARIES.c.moves).join(SUMMARIES, SUMMARIES.c.game == GAMES.c.number)
        for row in connection.execute(chosen):
            tags = row.tags if isinstance(row.tags, dict) else {}
            started = row.started if row.board is not None else None
            facts = (pgn.date_of(tags, started), row.moves, row.result or "*")
            self._games.setdefault(facts, []).append(row.number)

    def find(self, new: NewGame) -> Recognised | None:
        """Return the one game that ``new`` is, and what it adds; None where there is none, or several."""
        date = new.tags.get("Date", "")
        if not new.moves or not date or "?" in date:
            return None
        found = []
        for number in self._with_moves_of(new, (date, len(new.moves), new.result)):
            try:
                added = _added(new, read_game(self._connection, number))
            except LakabeError:  # damaged, or of a variant that is not known here
                continue
            if added is not None:
                found.append(Recognised(number, added))
        return found[0] if len(found) == 1 else None

    def _with_moves_of(self, new: NewGame, facts: Facts) -> Sequence[int]:
        """Return the numbers of games with the same moves; each game is read once for that."""
        alike = self._alike.get(facts)
        if alike is None:
            alike = self._alike[facts] = {}
            numbers = self._games.get(facts, [])
            for n in range(0, len(numbers), TOGETHER):
                for game in read_some(self._connection, numbers[n : n + TOGETHER], damaged=[]):
                    alike.setdefault(_played(game), []).append(game.number)
        return alike.get(_played(new), ())


def _played(game: Game | NewGame) -> Played:
    return hash((game.start, *(move.text for move in game.moves)))


def _added(new: NewGame, game: Game) -> dict[str, str] | None:
    """Return the tags of players that ``new`` adds to the game; None where it is not this game."""
    if not game.complete():
        return None
    there = pgn.from_archive(game)
    comments = {move.ply - new.first_ply: move.comment for move in new.moves if move.comment}
    if new.comment:
        comments[-1] = new.comment
    if (new.start, tuple(move.text for move in new.moves), comments) != (
        there.start, there.moves, {n: pgn.plain(text) for n, text in there.comments.items()},
    ):  # fmt: skip
        return None
    if _others(new.tags) != _others(there.tags):
        return None
    theirs, ours = names.of(new.tags), names.of(game.tags)
    if ours.over(theirs) != theirs.over(ours):
        return None
    return {tag: name for tag, name in theirs.tags().items() if tag not in ours.tags()}


def _others(tags: Mapping[str, str]) -> dict[str, Any]:
    """Return what tags say of a game, its players aside, and without what they say is unknown."""
    left = {name: value for name, value in tags.items() if name not in (*names.TAGS.values(), variants.TAG)}
    known = {name: pgn.plain(value) for name, value in left.items() if not pgn.is_unknown(name, value)}
    return {**known, variants.TAG: variants.of(tags)}
