"""The archive: boards, games, moves and raw contacts, durable before anything is acknowledged."""

from __future__ import annotations

from lakabe.archive.matches import MatchGame, MatchRecord
from lakabe.archive.place import resolve
from lakabe.archive.store import Archive
from lakabe.archive.writer import Writer
from lakabe.games.records import (
    CORRECTED,
    FROM_JOURNAL,
    ORIGINAL,
    TAKEN_BACK,
    Contact,
    Continuation,
    End,
    Game,
    Move,
    NewGame,
    Tally,
    Undone,
)

__all__ = [
    "CORRECTED",
    "FROM_JOURNAL",
    "ORIGINAL",
    "TAKEN_BACK",
    "Archive",
    "Contact",
    "Continuation",
    "End",
    "Game",
    "MatchGame",
    "MatchRecord",
    "Move",
    "NewGame",
    "Tally",
    "Undone",
    "Writer",
    "resolve",
]
