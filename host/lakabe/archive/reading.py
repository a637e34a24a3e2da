"""Reading games, inside any transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from lakabe.archive.damage import LARGEST, check
from lakabe.archive.records import Game, Move
from lakabe.archive.schema import GameRow, MoveRow
from lakabe.errors import InputError


def read_row(connection: Connection, number: int) -> Any:
    """The row of one game, with GameRow's columns as attributes; InputError when there is none."""
    row = None
    if number <= LARGEST:
        row = connection.execute(select(GameRow.__table__).where(GameRow.number == number)).one_or_none()
    if row is None:
        raise InputError(f"there is no game {number}", "`lakabe games` lists them")
    return row


def read_game(connection: Connection, number: int) -> Game:
    """One game with its moves; InputError when there is none, ArchiveDamage when it makes no sense."""
    row = read_row(connection, number)
    moves = connection.execute(
        select(MoveRow.ply, MoveRow.text, MoveRow.comment).where(MoveRow.game == number).order_by(MoveRow.ply)
    ).all()
    return as_game(row, [Move(move.ply, move.text, move.comment) for move in moves])


def as_game(row: Any, moves: list[Move]) -> Game:
    """A row and its moves as a record; ArchiveDamage where they make no sense."""
    check(row, moves)
    return Game(
        number=row.number, board=row.board, name=row.name, first_ply=row.first_ply, start=row.start,
        result=row.result, reason=row.reason, started=row.started, ended=row.ended,
        tags=dict(row.tags), comment=row.comment, moves=tuple(moves),
    )  # fmt: skip
