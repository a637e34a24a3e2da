"""Counts of complete moves (R12) from `tests/vectors/perft.txt`. Runs on CPython and on MicroPython."""

import sys

from fanorona.moves import perft
from fanorona.notation import format_position, parse_position
from fanorona.rules import Position

# What is counted one by one in a second or two.
LIMIT = 20000 if sys.implementation.name == "micropython" else 500000


def vectors():
    """The lines of the file, from the root of the repository or where the runner on MicroPython mounts it."""
    for folder in ("tests/vectors/", "/tests/vectors/"):
        try:
            with open(folder + "perft.txt") as file:
                return [line.strip() for line in file if not line.startswith("#")]
        except OSError:
            pass
    raise AssertionError("tests/vectors/perft.txt not found")


def test_counts():
    lines = vectors()
    assert len(lines) > 20
    position = Position()
    for line in lines:
        text, counts = line.split(": ")
        parse_position(text, position)
        depth = 0
        for count in counts.split():
            depth += 1
            if int(count) <= LIMIT:
                assert perft(position, depth) == int(count), (text, depth)
                assert format_position(position) == text
