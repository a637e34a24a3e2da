"""The tables. Times are UTC in ISO 8601 text, so that every database keeps them alike.

No text has a longest length: SQLite would not heed it, and PostgreSQL would refuse what a board has told.
Classes for rows would take a tenth of a second to load.
"""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Index, Integer, MetaData, String, Table

VERSION = 7
"""Version 1 lacked the tables ``undone`` and ``fetched``, 2 those of matches, 3 that of boards' own ones.

Version 4 lacked those of hints and of the draws that do not count in a match, 5 the summaries, 6 the clocks.
"""
OLDER = ("1", "2", "3", "4", "5", "6")
"""Versions that lack tables only, which are added."""
UNSUMMARISED = OLDER[:5]
"""Versions without summaries, which are filled from the games."""
APPLICATION = "lakabe-archive"


METADATA = MetaData()

META = Table(
    "meta",
    METADATA,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)
"""Facts about the archive itself: ``application`` and the schema's ``version``."""

BOARDS = Table(
    "boards",
    METADATA,
    Column("serial", String, primary_key=True),
    Column("firmware", String, nullable=False),
    Column("protocol", String, nullable=False),
    Column("boot", String, nullable=False),
    Column("kept", Integer, nullable=False),
    Column("first_seen", String, nullable=False),
    Column("last_seen", String, nullable=False),
)
"""A board by its serial number; everything up to ``kept`` of its ``boot`` is durable here."""

GAMES = Table(
    "games",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("board", String, ForeignKey("boards.serial"), nullable=True),
    Column("name", String, nullable=True),
    Column("first_ply", Integer, nullable=False),
    Column("start", String, nullable=False),
    Column("result", String, nullable=True),
    Column("reason", String, nullable=False),
    Column("plies", Integer, nullable=True),
    Column("started", String, nullable=False),
    Column("ended", String, nullable=True),
    Column("tags", JSON, nullable=False),
    Column("comment", String, nullable=False),
    Column("digest", String, index=True, nullable=True),
    Index("games_of_board", "board", "name"),
    sqlite_autoincrement=True,
)
"""A game; several may share a board and name, where the moves contradict (see Writer.branch)."""

MOVES = Table(
    "moves",
    METADATA,
    Column("game", Integer, ForeignKey("games.number", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("text", String, nullable=False),
    Column("comment", String, nullable=False),
    Column("at", String, nullable=False),
)
"""A committed move in N1. Rows are added, never changed; what does not stand more goes to UNDONE."""

CLOCKS = Table(
    "clocks",
    METADATA,
    Column("game", Integer, ForeignKey("games.number", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("left", Integer, nullable=False),
)
"""The ms that a side had left after its move of ``ply``, in a game with clocks."""

SUMMARIES = Table(
    "summaries",
    METADATA,
    Column(
        "game",
        Integer,
        ForeignKey("games.number", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("variant", String, nullable=False),
    Column("opening", String, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("last_ply", Integer, nullable=False),
    Column("white", String, nullable=False),
    Column("black", String, nullable=False),
    Column("corrects", Integer, index=True, nullable=True),
)
"""What lists and statistics need of a game; follows from its row and moves (see ``summaries``).

``variant`` is a word of ``games.variants``, empty where it is not known here; ``opening`` is O1 to O5 or
empty. ``moves`` counts them, ``last_ply`` is that of the last one, 0 without any. ``white`` and ``black``
are the players' names as they are compared, ``corrects`` is the game that this one corrects.
"""

UNDONE = Table(
    "undone",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", Integer, ForeignKey("games.number", ondelete="CASCADE"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("text", String, nullable=False),
    Column("comment", String, nullable=False),
    Column("why", String, nullable=False),
    Column("at", String, nullable=False),
    Column("undone_at", String, nullable=False),
    Index("undone_of_game", "game", "ply"),
)
"""A move (N1), or a result and its reason, that was told and does not stand any more, and why."""

FETCHED = Table(
    "fetched",
    METADATA,
    Column("board", String, ForeignKey("boards.serial"), primary_key=True),
    Column("name", String, primary_key=True),
)
"""A game that need not be fetched from its board any more: it was, or it was deleted here."""

HINTS = Table(
    "hints",
    METADATA,
    Column("board", String, ForeignKey("boards.serial"), primary_key=True),
    Column("name", String, primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
)
"""A hint that was given for the move of ``ply`` of a board's game, which may have no move yet."""

CONTACTS = Table(
    "raw_events",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("board", String, ForeignKey("boards.serial"), nullable=False),
    Column("boot", String, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("ms", Integer, nullable=False),
    Column("game", Integer, ForeignKey("games.number", ondelete="CASCADE"), index=True, nullable=True),
    Column("kind", String, nullable=False),
    Column("point", String, nullable=False),
    Column("value", Integer, nullable=False),
    Column("at", String, nullable=False),
    Index("raw_events_of_board", "board", "boot", "seq"),
)
"""A raw or debounced change of a contact, or a button, beside the game it happened in."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("kind", String, nullable=False),
    Column("options", Integer, nullable=False),
    Column("event", String, nullable=False),
    Column("first", String, nullable=False),
    Column("second", String, nullable=False),
    Column("started", String, nullable=False),
    Column("ended", String, nullable=True),
    sqlite_autoincrement=True,
)
"""A match (M): ``kind`` and ``options`` as in ``fanorona.rules.match``; ``first`` begins with White."""

MATCH_WITHOUT = Table(
    "match_without",
    METADATA,
    Column("match", Integer, ForeignKey("matches.number", ondelete="CASCADE"), primary_key=True),
    Column("draw", String, primary_key=True),
)
"""A draw (R11) that does not count in a match, a word of ``lakabe.games.draws``."""

MATCH_GAMES = Table(
    "match_games",
    METADATA,
    Column("match", Integer, ForeignKey("matches.number", ondelete="CASCADE"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("board", String, ForeignKey("boards.serial"), nullable=False),
    Column("name", String, nullable=False),
    Index("match_games_of_board", "board", "name", unique=True),
)
"""The game at a place of a match, by its board's name for it: it may not have a move yet."""

OWN_MATCHES = Table(
    "own_matches",
    METADATA,
    Column("board", String, ForeignKey("boards.serial"), primary_key=True),
    Column("name", String, primary_key=True),
    Column("match", Integer, ForeignKey("matches.number", ondelete="CASCADE"), index=True, nullable=False),
)
"""A match that a board runs by itself, and what it calls it."""
