"""What the archive hands out: plain frozen records, free of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lakabe.games import variants


@dataclass(frozen=True)
class Move:
    """One committed move: ``text`` is N1; ``ply`` is 1 for the first move of a game from the start.

    ``left``: the ms that its side had left after it, None where there was no clock.
    """

    ply: int
    text: str
    comment: str = ""
    left: int | None = None


@dataclass(frozen=True)
class Undone:
    """A move (N1), or a result and its reason, that stood at ``ply``; ``why``: CORRECTED or TAKEN_BACK."""

    ply: int
    text: str
    why: str


FROM_JOURNAL = "Taken from the board's memory."
"""The comment of a game of which nothing was heard while it was played."""
End = tuple[int, str, str]
"""How a game has ended: its last ply, the result and the reason."""
ORIGINAL = "Corrects"
"""The tag of a corrected version of a game that names the original, by its number."""
CORRECTED = "corrected"
"""The board found out what the hands had meant."""
TAKEN_BACK = "taken back"
"""The players agreed to take it back."""


@dataclass(frozen=True)
class Game:
    """One game as it is kept.

    ``number`` is the archive's own; ``board`` and ``name`` are the board's serial number and its game id
    (None for an imported game); ``start`` is the position (N2) before the move of ply ``first_ply``, empty
    while unknown; ``result`` is None while the game is unfinished.
    """

    number: int
    board: str | None
    name: str | None
    first_ply: int
    start: str
    result: str | None
    reason: str
    started: str
    ended: str | None
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    moves: tuple[Move, ...] = ()

    @property
    def variant(self) -> str:
        """Which game it was, a word of ``lakabe.games.variants``; InputError where that is not known here."""
        return variants.of(self.tags)

    def texts(self) -> list[str]:
        """The moves (N1) in order, up to the first ply that is missing."""
        found: list[str] = []
        for move in self.moves:
            if move.ply != self.first_ply + len(found):
                break
            found.append(move.text)
        return found

    def complete(self) -> bool:
        """Whether the start is known and no ply is missing in between."""
        return bool(self.start) and len(self.texts()) == len(self.moves)


@dataclass(frozen=True, eq=False)
class NewGame:
    """A game of no board to be added; one of a ``digest`` that is there already is not."""

    tags: Mapping[str, str]
    start: str
    moves: tuple[Move, ...]
    result: str
    comment: str = ""
    digest: str | None = None
    first_ply: int = 1
    reason: str = "imported"


@dataclass(frozen=True)
class Tally:
    """How many games had this opening (O1 to O5, or empty) and result; ``moves``: of all of them together.

    Moves are counted as in the list of moves: one of White and the reply of Black are one.
    """

    opening: str
    result: str
    games: int
    moves: int


@dataclass(frozen=True)
class Continuation:
    """How many games went on with this move (N1) and ended so; ``number`` is the first of them."""

    text: str
    result: str
    games: int
    number: int


@dataclass(frozen=True)
class Contact:
    """An event of reeds or buttons: ``kind`` raw, lift, place or button; ``ms`` on the board's clock."""

    seq: int
    ms: int
    kind: str
    point: str
    value: int
