"""How the games go on that began with the same moves, counted by the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from lakabe.archive.schema import GAMES, MOVES, SUMMARIES
from lakabe.games import pgn, variants
from lakabe.games.records import Continuation


def continuations(connection: Connection, moves: Sequence[str]) -> list[Continuation]:
    """Count the next moves of decided ordinary games that began from B3 with ``moves`` (N1).

    Of a corrected game its new versions alone count, as in ``summaries.tally``.
    """
    newer = SUMMARIES.alias()
    games = (
        select(GAMES.c.number)
        .join(SUMMARIES, SUMMARIES.c.game == GAMES.c.number)
        .where(
            SUMMARIES.c.variant == variants.ORDINARY,
            GAMES.c.start == pgn.START,
            GAMES.c.first_ply == 1,
            GAMES.c.result.in_(pgn.DECIDED),
            ~select(newer.c.game).where(newer.c.corrects == SUMMARIES.c.game).exists(),
        )
    )
    for ply, text in enumerate(moves, 1):
        begun = select(MOVES.c.game).where(MOVES.c.ply == ply, MOVES.c.text == text)
        games = games.where(GAMES.c.number.in_(begun))
    chosen = (
        select(MOVES.c.text, GAMES.c.result, func.count(), func.min(GAMES.c.number))
        .join(GAMES, GAMES.c.number == MOVES.c.game)
        .where(MOVES.c.ply == len(moves) + 1, GAMES.c.number.in_(games))
        .group_by(MOVES.c.text, GAMES.c.result)
    )
    return [Continuation(*row) for row in connection.execute(chosen)]
