"""The archive: boards, games, moves and raw contacts, durable before anything is acknowledged."""

from __future__ import annotations

from lakabe.archive.place import default_url, resolve
from lakabe.archive.records import Contact, Game, Move
from lakabe.archive.store import Archive
from lakabe.archive.writer import Writer

__all__ = ["Archive", "Contact", "Game", "Move", "Writer", "default_url", "resolve"]
