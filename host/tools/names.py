"""Writes `firmware/base/names.txt`: the names in the firmware's source, which the base holds beforehand.

MicroPython keeps every name once, and looks through all that it has met since the start for each one in a
module that it imports; those of the base it finds by halving, and they take no memory. So a board starts in
half the time. A name that is not in the list does no harm.
"""

from __future__ import annotations

import keyword
import sys
import tokenize
from pathlib import Path

from lakabe.board.sources import modules
from lakabe.errors import exit_code_of
from lakabe.virtual.tools import firmware_tree

LIST = Path(__file__).parents[2] / "firmware" / "base" / "names.txt"


def names(firmware: Path) -> list[str]:
    """The names in the firmware's modules, in order."""
    found = set()
    for file in modules(firmware).values():
        with tokenize.open(file) as lines:
            tokens = [
                token for token in tokenize.generate_tokens(lines.readline) if token.type == tokenize.NAME
            ]
        found |= {token.string for token in tokens if not keyword.iskeyword(token.string)}
    return sorted(found)


def frozen() -> str:
    """A module that holds the names of the list, for the base; nobody imports it."""
    listed = LIST.read_text(encoding="ascii").split()
    lines = ["; ".join(listed[at : at + 10]) for at in range(0, len(listed), 10)]
    return "\n    ".join(["def names():", *lines]) + "\n"


def main() -> int:
    """Write the list."""

    def work() -> None:
        found = names(firmware_tree())
        LIST.write_text("\n".join(found) + "\n", encoding="ascii")
        print(f"{len(found):,} names: {LIST}")

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main())
