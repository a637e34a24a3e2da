"""Which game is played (V, S): its word, its name, where it begins, and positions that know it.

The words are those of the protocol. In the tag ``Variant`` (N3) and in the archive the ordinary game has its
name, or no tag at all, and the others have their words.
"""

from __future__ import annotations

from collections.abc import Mapping

from fanorona.rules import notation
from fanorona.rules.game import choose
from fanorona.rules.rules import MOVE_LOG, STARTS, VARIANTS, WALL, WHITE, Position
from lakabe.errors import InputError
from lakabe.language.saying import say

ORDINARY = "tsivy"
WORDS = tuple(VARIANTS.decode().split())
"""In the order of their numbers in ``fanorona.rules.rules``."""
NAMES = {
    "tsivy": "Fanoron-Tsivy",
    "vela": "Vela",
    "vela-creditor": say("Vela, the creditor begins"),
    "dimy": "Fanoron-Dimy",
    "telo": "Fanoron-Telo",
}
SMALLER = ("dimy", "telo")
"""Those that do not use all points."""
TAG = "Variant"


def start_of(variant: str) -> str:
    """Where a game begins (N2)."""
    position = empty(variant)
    position.load(STARTS[position.variant], WHITE)
    return notation.format_position(position)


def empty(variant: str, log: int = MOVE_LOG) -> Position:
    """A position of the variant that is still to be loaded; ``log``: how many steps it can take back."""
    position = Position(log)
    if variant != ORDINARY:
        choose(position, WORDS.index(variant))
    return position


def load(variant: str, text: str) -> Position:
    """The position of N2 in the variant; ValueError where it is none."""
    position = empty(variant)
    notation.parse_position(text, position)
    return position


def walls(variant: str) -> frozenset[str]:
    """The points of the board that do not belong to the game."""
    start = STARTS[WORDS.index(variant)]
    return frozenset(notation.point_name(p) for p, colour in enumerate(start) if colour == WALL)


def point(name: str) -> int:
    """The number of a point by its name; ValueError."""
    return notation.parse_point(name)


def tag_of(variant: str) -> str:
    """What the tag ``Variant`` says of it."""
    return NAMES[ORDINARY] if variant == ORDINARY else variant


def of(tags: Mapping[str, str]) -> str:
    """The variant of a game with these tags; InputError where it is not known here."""
    said = tags.get(TAG, ORDINARY)
    if said in WORDS:
        return said
    for word, name in NAMES.items():
        if name.casefold() == said.casefold():
            return word
    known = ", ".join([NAMES[ORDINARY], *WORDS[1:]])
    raise InputError(f"the variant {said!r} is not known here", f"known are {known}")


def tags(variant: str) -> dict[str, str]:
    """What the archive keeps of it."""
    return {} if variant == ORDINARY else {TAG: variant}


def wire(variant: str) -> tuple[str, ...]:
    """What the commands ``new`` and ``load`` add: the word, or nothing for the ordinary game."""
    return () if variant == ORDINARY else (variant,)
