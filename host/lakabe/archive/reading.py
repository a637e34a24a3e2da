"""Reading games, inside any transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from lakabe.archive.damage import LARGEST, check
from lakabe.archive.schema import CLOCKS, GAMES, MOVES
from lakabe.errors import ArchiveDamage, InputError
from lakabe.games.records import Game, Move
from lakabe.printable import printable

TOGETHER = 200
"""Games that are read at once where all are."""

_MOVES = select(MOVES.c.game, MOVES.c.ply, MOVES.c.text, MOVES.c.comment, CLOCKS.c.left).outerjoin(
    CLOCKS, (CLOCKS.c.game == MOVES.c.game) & (CLOCKS.c.ply == MOVES.c.ply)
)
"""Moves, with the clocks after them."""


def read_row(connection: Connection, number: int) -> Any:
    """The row of one game, with the columns of GAMES as attributes; InputError when there is none."""
    row = None
    if number <= LARGEST:
        row = connection.execute(select(GAMES).where(GAMES.c.number == number)).one_or_none()
    if row is None:
        raise InputError(f"there is no game {number}", "`lakabe games` lists them")
    return row


def read_game(connection: Connection, number: int) -> Game:
    """One game with its moves; InputError when there is none, ArchiveDamage when it makes no sense."""
    row = read_row(connection, number)
    moves = connection.execute(_MOVES.where(MOVES.c.game == number).order_by(MOVES.c.ply)).all()
    return _as_game(row, moves)


def read_some(
    connection: Connection, numbers: Sequence[int], damaged: list[ArchiveDamage] | None = None
) -> list[Game]:
    """The games of these numbers, with their moves, in the order of their numbers.

    ``damaged`` gets those that make no sense; without it the first of them is raised.
    """
    chosen = select(GAMES).where(GAMES.c.number.in_(numbers)).order_by(GAMES.c.number)
    rows = connection.execute(chosen).all()
    of: dict[int, list[Any]] = {row.number: [] for row in rows}
    chosen = _MOVES.where(MOVES.c.game.in_(of)).order_by(MOVES.c.game, MOVES.c.ply)
    for move in connection.execute(chosen):
        of[move.game].append(move)
    found = []
    for row in rows:
        try:
            found.append(_as_game(row, of[row.number]))
        except ArchiveDamage as error:
            if damaged is None:
                raise
            damaged.append(error)
    return found


def _as_game(row: Any, moves: Sequence[Any]) -> Game:
    """A row and its moves as a record; ArchiveDamage where they make no sense."""
    check(row, moves)
    # Texts of others are made safe here, for everything that shows them. What names a game stays as it is.
    return Game(
        number=row.number, board=row.board, name=row.name, first_ply=row.first_ply,
        start=printable(row.start), result=row.result and printable(row.result),
        reason=printable(row.reason), started=row.started, ended=row.ended,
        tags={printable(name): printable(value) for name, value in row.tags.items()},
        comment=printable(row.comment),
        moves=tuple(
            Move(move.ply, printable(move.text), printable(move.comment), move.left) for move in moves
        ),
    )  # fmt: skip
