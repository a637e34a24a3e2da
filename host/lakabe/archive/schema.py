"""The tables. Times are UTC in ISO 8601 text, so that every database keeps them alike.

No text has a longest length: SQLite would not heed it, and PostgreSQL would refuse what a board has told.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

VERSION = 6
"""Version 1 lacked the tables ``undone`` and ``fetched``, 2 those of matches, 3 that of boards' own ones.

Version 4 lacked those of hints and of the draws that do not count in a match, 5 the summaries.
"""
OLDER = ("1", "2", "3", "4", "5")
"""Versions that lack tables only, which are added; the summaries are filled from the games."""
APPLICATION = "lakabe-archive"


class Base(DeclarativeBase):
    """Carries the metadata of all tables."""


class MetaRow(Base):
    """Facts about the archive itself: ``application`` and the schema's ``version``."""

    __tablename__ = "meta"
    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class BoardRow(Base):
    """A board by its serial number; everything up to ``kept`` of its ``boot`` is durable here."""

    __tablename__ = "boards"
    serial: Mapped[str] = mapped_column(primary_key=True)
    firmware: Mapped[str]
    protocol: Mapped[str]
    boot: Mapped[str]
    kept: Mapped[int]
    first_seen: Mapped[str]
    last_seen: Mapped[str]


class GameRow(Base):
    """A game; several may share a board and name, where the moves contradict (see Writer.branch)."""

    __tablename__ = "games"
    __table_args__ = (Index("games_of_board", "board", "name"), {"sqlite_autoincrement": True})
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    board: Mapped[str | None] = mapped_column(ForeignKey("boards.serial"))
    name: Mapped[str | None]
    first_ply: Mapped[int]
    start: Mapped[str]
    result: Mapped[str | None]
    reason: Mapped[str]
    plies: Mapped[int | None]
    started: Mapped[str]
    ended: Mapped[str | None]
    tags: Mapped[dict[str, Any]] = mapped_column(JSON)
    comment: Mapped[str]
    digest: Mapped[str | None] = mapped_column(index=True)


class MoveRow(Base):
    """A committed move in N1. Rows are added, never changed; what does not stand more goes to UndoneRow."""

    __tablename__ = "moves"
    game: Mapped[int] = mapped_column(ForeignKey("games.number", ondelete="CASCADE"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str]
    comment: Mapped[str]
    at: Mapped[str]


class SummaryRow(Base):
    """What lists and statistics need of a game; follows from its row and moves (see ``summaries``).

    ``variant`` is a word of ``games.variants``, empty where it is not known here; ``opening`` is O1 to O5 or
    empty. ``moves`` counts them, ``last_ply`` is that of the last one, 0 without any. ``white`` and ``black``
    are the players' names as they are compared, ``corrects`` is the game that this one corrects.
    """

    __tablename__ = "summaries"
    game: Mapped[int] = mapped_column(
        ForeignKey("games.number", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    variant: Mapped[str]
    opening: Mapped[str]
    moves: Mapped[int]
    last_ply: Mapped[int]
    white: Mapped[str]
    black: Mapped[str]
    corrects: Mapped[int | None] = mapped_column(index=True)


class UndoneRow(Base):
    """A move (N1), or a result and its reason, that was told and does not stand any more, and why."""

    __tablename__ = "undone"
    __table_args__ = (Index("undone_of_game", "game", "ply"),)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    game: Mapped[int] = mapped_column(ForeignKey("games.number", ondelete="CASCADE"))
    ply: Mapped[int]
    text: Mapped[str]
    comment: Mapped[str]
    why: Mapped[str]
    at: Mapped[str]
    undone_at: Mapped[str]


class FetchedRow(Base):
    """A game that need not be fetched from its board any more: it was, or it was deleted here."""

    __tablename__ = "fetched"
    board: Mapped[str] = mapped_column(ForeignKey("boards.serial"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)


class HintRow(Base):
    """A hint that was given for the move of ``ply`` of a board's game, which may have no move yet."""

    __tablename__ = "hints"
    board: Mapped[str] = mapped_column(ForeignKey("boards.serial"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class ContactRow(Base):
    """A raw or debounced change of a contact, or a button, beside the game it happened in."""

    __tablename__ = "raw_events"
    __table_args__ = (Index("raw_events_of_board", "board", "boot", "seq"),)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    board: Mapped[str] = mapped_column(ForeignKey("boards.serial"))
    boot: Mapped[str]
    seq: Mapped[int]
    ms: Mapped[int]
    game: Mapped[int | None] = mapped_column(ForeignKey("games.number", ondelete="CASCADE"), index=True)
    kind: Mapped[str]
    point: Mapped[str]
    value: Mapped[int]
    at: Mapped[str]


class MatchRow(Base):
    """A match (M): ``kind`` and ``options`` as in ``fanorona.rules.match``; ``first`` begins with White."""

    __tablename__ = "matches"
    __table_args__ = ({"sqlite_autoincrement": True},)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    kind: Mapped[str]
    options: Mapped[int]
    event: Mapped[str]
    first: Mapped[str]
    second: Mapped[str]
    started: Mapped[str]
    ended: Mapped[str | None]


class MatchWithoutRow(Base):
    """A draw (R11) that does not count in a match, a word of ``lakabe.games.draws``."""

    __tablename__ = "match_without"
    match: Mapped[int] = mapped_column(ForeignKey("matches.number", ondelete="CASCADE"), primary_key=True)
    draw: Mapped[str] = mapped_column(primary_key=True)


class MatchGameRow(Base):
    """The game at a place of a match, by its board's name for it: it may not have a move yet."""

    __tablename__ = "match_games"
    __table_args__ = (Index("match_games_of_board", "board", "name", unique=True),)
    match: Mapped[int] = mapped_column(ForeignKey("matches.number", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    board: Mapped[str] = mapped_column(ForeignKey("boards.serial"))
    name: Mapped[str]


class OwnMatchRow(Base):
    """A match that a board runs by itself, and what it calls it."""

    __tablename__ = "own_matches"
    board: Mapped[str] = mapped_column(ForeignKey("boards.serial"), primary_key=True)
    name: Mapped[str] = mapped_column(primary_key=True)
    match: Mapped[int] = mapped_column(ForeignKey("matches.number", ondelete="CASCADE"), index=True)


GAMES, MOVES, SUMMARIES = (
    Base.metadata.tables[kind.__tablename__] for kind in (GameRow, MoveRow, SummaryRow)
)
"""Tables for quick inserts of many rows."""
