"""How much the lights help each side: as people ask for it, and as a board is told."""

from __future__ import annotations

from collections.abc import Callable

from lakabe.board.events import Hello
from lakabe.errors import UsageError
from lakabe.language.saying import Text, say

LEVELS = range(5)
SIDES = ("W", "B")
BY_SIDE = (1, 4)
"""The protocol from which on a board keeps a level for each side."""

Levels = tuple[int, int]
"""White's and Black's."""

ONE_FOR_BOTH = say("this board has one level of help for both players; `lakabe flash` brings it up to date")


def parse(text: str) -> Levels:
    """``3`` for both sides, or ``4,1`` for White and Black; UsageError for anything else."""
    words = text.split(",")
    if len(words) > len(SIDES) or not all(word.isdecimal() and int(word) in LEVELS for word in words):
        raise UsageError(
            f"there is no level {text!r}", "give 0 to 4 for both, or two of them: White's,Black's"
        )
    return int(words[0]), int(words[-1])


def knows_sides(hello: Hello) -> bool:
    """Whether a board keeps a level for each side."""
    return (hello.major, hello.minor) >= BY_SIDE


def tell(hello: Hello, levels: Levels, send: Callable[..., int], notice: Callable[[Text], None]) -> None:
    """Have the board of this hello help so much; ``notice`` gets a line for a person where it cannot."""
    white, black = levels
    if white == black:
        send("set", "level", white)
    elif knows_sides(hello):
        for side, level in zip(SIDES, levels, strict=True):
            send("set", "level", level, side)
    else:
        notice(ONE_FOR_BOTH)
