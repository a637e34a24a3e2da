"""A puzzle, and its line of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lakabe.engine.standing import Standing
from lakabe.errors import InputError
from lakabe.help.puzzles.grade import Facts, grade

PROVEN, ESTIMATED = "proven", "estimated"
"""How it is known that no other move wins."""

_FIELDS = re.compile(
    r"single (?P<single>proven|estimated); win (?P<win>[0-9]{1,3}); others (?P<others>[0-9]{1,4}); "
    r"tempting (?P<tempting>[0-9]{1,4}); greedy (?P<greedy>wins|fails); "
    r"sacrifice (?P<sacrifice>yes|no); from (?P<source>.+)"
)


@dataclass(frozen=True)
class Puzzle:
    """A position (N2) in which one move alone wins for the side to move.

    ``solution`` (N1) begins with that move, and goes on with the best of both sides. That it wins is proven;
    ``single`` says how it is known that no other does. ``facts`` are what its grade comes from, ``source`` is
    where it was found.
    """

    position: str
    solution: tuple[str, ...]
    single: str
    facts: Facts
    source: str

    @property
    def grade(self) -> int:
        """1, the easiest, to 5."""
        return grade(self.facts)

    @property
    def moves(self) -> int:
        """The winner's moves to the end at most."""
        return (self.facts.plies + 1) // 2

    @property
    def order(self) -> tuple[bool, int, int]:
        """Sorts puzzles for people: wins in two to five moves first, then the shorter and the easier ones."""
        return not 2 <= self.moves <= 5, self.moves, self.grade

    @property
    def turn(self) -> str:
        """Who is to move and win, W or B."""
        return self.position[-1]

    @property
    def key(self) -> str:
        """The same for puzzles that are one but for the colours and mirroring."""
        return key_of(self.position)

    def tails(self) -> Iterator[str]:
        """The keys of the later positions of the solution in which the same side is to move."""
        standing = Standing.of(self.position)
        for n, text in enumerate(self.solution, 1):
            standing.play_text(text)
            if n % 2 == 0:
                yield key_of(standing.text())

    def __str__(self) -> str:
        """One line of text: N2, the solution, and the rest; ``parse`` reads it."""
        facts = self.facts
        greedy = "fails" if facts.greedy else "wins"
        return (
            f"{self.position}; {' '.join(self.solution)}; single {self.single}; win {facts.plies}; "
            f"others {facts.others}; tempting {facts.tempting}; greedy {greedy}; "
            f"sacrifice {'yes' if facts.sacrifice else 'no'}; from {self.source}"
        )


def parse(line: str, number: int | None = None) -> Puzzle:
    """A puzzle from its line; InputError, with the ``number`` of the line, where it is none."""
    position, _, rest = line.strip().partition("; ")
    moves, _, fields = rest.partition("; ")
    found = _FIELDS.fullmatch(fields)
    if found is None or not moves:
        raise InputError("this is no puzzle", "see `lakabe docs engine puzzles`", number)
    facts = Facts(
        int(found["win"]), int(found["others"]), int(found["tempting"]), found["greedy"] == "fails",
        found["sacrifice"] == "yes",
    )  # fmt: skip
    puzzle = Puzzle(position, tuple(moves.split()), found["single"], facts, found["source"])
    try:
        for _ in puzzle.tails():
            pass
    except ValueError as error:
        raise InputError(str(error), "see N1 and N2 in `lakabe docs rules`", number) from error
    return puzzle


def key_of(position: str) -> str:
    """A name for a position (N2) that its mirror images and the one with the colours exchanged share."""
    board, turn = position.split(" ")
    names = {"W": "o", "B": "x"} if turn == "W" else {"W": "x", "B": "o"}
    rows = ["".join("." * int(c) if c.isdigit() else names[c] for c in row) for row in board.split("/")]
    images = []
    for one in (rows, rows[::-1]):
        images += ["/".join(one), "/".join(row[::-1] for row in one)]
    return min(images)
