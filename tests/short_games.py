"""Games of a few moves that end by the rules (`vectors/short_games.txt`)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "vectors" / "short_games.txt"


class ShortGame(NamedTuple):
    """A whole game: which one (as on the wire), how and why it ended, and its moves (N1)."""

    name: str
    result: str
    reason: str
    moves: list[str]


def short_games() -> list[ShortGame]:
    """All of the file."""
    rows = [line.split(" | ") for line in FILE.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    return [ShortGame(name, result, reason, moves.split()) for name, result, reason, moves in rows]


def short_game(name: str, result: str, reason: str = "", first: str = "") -> ShortGame:
    """The first one that ended so, for this reason and with this first move, where they are given."""
    return next(
        one
        for one in short_games()
        if (one.name, one.result) == (name, result)
        and reason in ("", one.reason)
        and first in ("", one.moves[0])
    )
