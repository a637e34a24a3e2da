"""Counts of complete moves (R12) from `tests/vectors/perft*.txt`. Runs on CPython and on MicroPython."""

import sys

from fanorona.rules.game import choose
from fanorona.rules.moves import perft
from fanorona.rules.notation import format_position, parse_position
from fanorona.rules.rules import VARIANTS, Position

# What is counted one by one in a second or two.
LIMIT = 6000 if sys.implementation.name == "micropython" else 500000


def vectors(name):
    """The lines of a file, from the root of the repository or where the runner on MicroPython mounts it."""
    for folder in ("tests/vectors/", "/tests/vectors/"):
        try:
            with open(folder + name) as file:
                return [line.strip() for line in file if not line.startswith("#")]
        except OSError:
            pass
    raise AssertionError("tests/vectors/" + name + " not found")


def check(position, text, counts):
    parse_position(text, position)
    depth = 0
    for count in counts.split():
        depth += 1
        if int(count) <= LIMIT:
            assert perft(position, depth) == int(count), (text, depth)
            assert format_position(position) == text


def test_counts():
    lines = vectors("perft.txt")
    assert len(lines) > 20
    position = Position()
    for line in lines:
        text, counts = line.split(": ")
        check(position, text, counts)


def test_counts_of_the_variants():
    lines = vectors("perft_variants.txt")
    seen = set()
    for line in lines:
        name, rest = line.split(" ", 1)
        text, counts = rest.split(": ")
        position = Position()
        choose(position, VARIANTS.split().index(name.encode()))
        check(position, text, counts)
        seen.add(name)
    assert len(seen) == len(VARIANTS.split()) - 1, "all but the ordinary game, which is in the other file"
