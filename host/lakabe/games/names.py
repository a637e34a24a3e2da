"""Names of players: the tags White and Black (N3), and what people give for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lakabe.errors import UsageError
from lakabe.printable import one_line

LONGEST = 40
"""Characters of a name."""
TAGS = {"W": "White", "B": "Black"}
"""The tag of each side."""
UNKNOWN = "?"
"""What a tag says of a player whom nobody has named."""


@dataclass(frozen=True)
class Names:
    """Who has White and who has Black; empty where that is not known."""

    white: str = ""
    black: str = ""

    def of(self, side: str) -> str:
        """Return the name of a side, W or B."""
        return self.white if side == "W" else self.black

    def tags(self) -> dict[str, str]:
        """Return the tags (N3) of the players that are known."""
        return {TAGS[side]: self.of(side) for side in TAGS if self.of(side)}

    def over(self, others: Names) -> Names:
        """Return these names, and those of ``others`` where these are not known."""
        return Names(self.white or others.white, self.black or others.black)


NOBODY = Names()


def of(tags: Mapping[str, str]) -> Names:
    """Return the names that the tags of a game have."""
    white, black = (one_line(tags.get(tag, "")) for tag in TAGS.values())
    return Names("" if white == UNKNOWN else white, "" if black == UNKNOWN else black)


def cleaned(text: str) -> str:
    """Return a name as somebody has given it, on one line; may be empty. UsageError where it is too long."""
    name = one_line(text)
    if len(name) > LONGEST:
        raise UsageError(f"a name of {len(name)} characters is too long", f"give at most {LONGEST}")
    return name


def computer(level: int, program: str = "") -> str:
    """Return what the computer is called that plays at a level, with another ``program`` than ours or not."""
    return f"{program or 'Lakabe'}, level {level}"


def pair(text: str) -> tuple[str, str]:
    """Return the two names in ``NAME,NAME``. UsageError."""
    names = [one_line(name) for name in text.split(",")]
    if len(names) != 2 or not all(0 < len(name) <= LONGEST for name in names):
        raise UsageError(f"{text!r} are not two names", "give two, such as Ada,Bela; Ada has White first")
    if names[0] == names[1]:
        raise UsageError(f"both players are called {names[0]}", "give them different names")
    return names[0], names[1]
