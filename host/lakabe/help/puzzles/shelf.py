"""Puzzles on disk, and which positions have been looked at, so that a search goes on where it was.

``puzzles.txt`` has a line for each puzzle, ``looked.txt`` one for each position and way of looking. Lines
are only ever added; one that was cut off is looked for again. A puzzle is written before its position counts
as looked at, so that nothing is lost wherever a search ends, and it is never kept twice.
"""

from __future__ import annotations

import hashlib
import os
from importlib import resources
from pathlib import Path

from lakabe import growing
from lakabe.archive.place import folder_of
from lakabe.errors import InputError
from lakabe.help.puzzles.puzzle import Puzzle, parse
from lakabe.printable import one_line

FIRST = "first-"
"""Begins the IDs of puzzles that come with the program; those that were found have their number alone."""
VARIABLE = "LAKABE_PUZZLES"
ELSEWHERE = f"name another place with ${VARIABLE}"


def default_directory(archive: str | None = None) -> Path:
    """``$LAKABE_PUZZLES``, else the folder of an archive's puzzles (see ``archive.place``)."""
    named = os.environ.get(VARIABLE)
    return Path(named).expanduser().absolute() if named else folder_of(archive, "puzzles")


def first() -> list[Puzzle]:
    """The puzzles that come with the program (``tools.first_puzzles``), the first ones for people first."""
    text = resources.files(__package__).joinpath("first.txt").read_text(encoding="ascii")
    return [parse(line) for line in text.splitlines()]


class Shelf:
    """The puzzles of a folder, or of an archive. InputError where they cannot be read or written.

    ``how`` names the way of looking (nodes, tables): what was looked at in another way is looked at again.
    """

    def __init__(self, directory: Path | None = None, how: str = "", archive: str | None = None) -> None:
        directory = directory or default_directory(archive)
        self._puzzles = directory / "puzzles.txt"
        self._looked = directory / "looked.txt"
        self._how = how
        lines = growing.read(self._puzzles, "move it away")
        self.puzzles = [parse(line, n) for n, line in enumerate(lines, 1) if line.strip()]
        self._done = set(growing.read(self._looked, "move it away"))
        self._keys = {puzzle.key for puzzle in self.puzzles}
        self._tails = {key for puzzle in self.puzzles for key in puzzle.tails()}

    def looked(self, position: str) -> bool:
        """Whether a position (N2) has been looked at."""
        return self._name(position) in self._done

    def listed(self) -> list[tuple[str, Puzzle]]:
        """Every puzzle with its ID: those of the program, then those that were found, each for people.

        Wins in two to five moves come first, then the shorter and the easier ones.
        """
        own = sorted(enumerate(self.puzzles, 1), key=lambda each: each[1].order)
        return [
            *((f"{FIRST}{n}", one) for n, one in enumerate(first(), 1)),
            *((str(n), one) for n, one in own),
        ]

    def find(self, name: str) -> Puzzle:
        """A puzzle by its ID: ``first-3`` comes with the program, ``3`` was found. InputError."""
        for known, puzzle in self.listed():
            if known == name:
                return puzzle
        raise InputError(f"there is no puzzle {one_line(name)}", "`lakabe puzzles` lists them")

    def put(self, position: str, puzzle: Puzzle | None) -> bool:
        """A position has been looked at, and this was found; whether it is a new puzzle.

        One that is there but for colours and mirroring is not new, nor is the end of another's solution.
        """
        new = puzzle is not None and puzzle.key not in self._keys and puzzle.key not in self._tails
        if puzzle is not None and new:
            growing.add(self._puzzles, str(puzzle), ELSEWHERE)
            self.puzzles.append(puzzle)
            self._keys.add(puzzle.key)
            self._tails.update(puzzle.tails())
        name = self._name(position)
        growing.add(self._looked, name, ELSEWHERE)
        self._done.add(name)
        return new

    def _name(self, position: str) -> str:
        return hashlib.sha256(f"{self._how} {position}".encode()).hexdigest()[:16]
