"""What is chosen for the games to come, on the page or on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lakabe.games import names
from lakabe.games.clock import Control
from lakabe.games.draws import NONE, WORDS, Without
from lakabe.games.names import NOBODY, Names
from lakabe.games.variants import ORDINARY
from lakabe.games.variants import WORDS as VARIANTS

MIRROR = "mirrored"
"""The ordinary game with row 3 the other way round (B3)."""
GAMES = (*VARIANTS, MIRROR)
"""The games that can begin."""
ANY = -1
"""As many hints as are wished, in a message."""
MOST_HINTS = 20


@dataclass(frozen=True)
class Choice:
    """Who plays what, and how.

    ``level``: of the computer, which plays ``side`` (W or B), 0 for two people. ``match``: a kind of match
    that begins, with ``options`` as in ``fanorona.rules.match``, or the archive's number of one that goes on;
    empty for single games. ``without``: draws that do not count. ``hints``: how many each side may have in a
    game, None for any number. ``clocks``: None for none.
    """

    level: int = 0
    side: str = "B"
    players: Names = NOBODY
    game: str = ORDINARY
    match: str = ""
    options: int = 0
    without: Without = NONE
    hints: int | None = None
    clocks: Control | None = None

    def data(self) -> dict[str, Any]:
        """Return the fields of the message by which a page chooses this (``lakabe.web.requests``)."""
        return {
            "level": self.level, "side": self.side, "white": self.players.white, "black": self.players.black,
            "game": self.game, "match": self.match, "options": self.options,
            "hints": ANY if self.hints is None else self.hints,
            "base": self.clocks.base if self.clocks else 0, "added": self.clocks.added if self.clocks else 0,
            **{word: word not in self.without for word in WORDS},
        }  # fmt: skip


def read(fields: Mapping[str, Any]) -> Choice:
    """Return what a page has chosen. UsageError where a name is too long."""
    return Choice(
        fields["level"], fields["side"],
        Names(names.cleaned(fields["white"]), names.cleaned(fields["black"])),
        fields["game"], fields["match"], fields["options"],
        frozenset(word for word in WORDS if not fields[word]),
        None if fields["hints"] == ANY else fields["hints"],
        Control(fields["base"], fields["added"]) if fields["base"] else None,
    )  # fmt: skip
