"""Puzzles on disk, and which positions have been looked at, so that a search goes on where it was.

``puzzles.txt`` has a line for each puzzle, ``looked.txt`` one for each position and way of looking. Lines
are only ever added. A puzzle is written before its position counts as looked at, so that nothing is lost
wherever a search ends, and it is never kept twice.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from lakabe.errors import InputError
from lakabe.puzzles.puzzle import Puzzle, parse

VARIABLE = "LAKABE_PUZZLES"


def default_directory() -> Path:
    """``$LAKABE_PUZZLES``, else ``lakabe/puzzles`` in the user's data directory."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    base = os.environ.get("XDG_DATA_HOME", "")
    data = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    return data / "lakabe" / "puzzles"


class Shelf:
    """The puzzles of a folder. InputError where it cannot be read or written.

    ``how`` names the way of looking (nodes, tables): what was looked at in another way is looked at again.
    """

    def __init__(self, directory: Path | None = None, how: str = "") -> None:
        directory = directory or default_directory()
        self._puzzles = directory / "puzzles.txt"
        self._looked = directory / "looked.txt"
        self._how = how
        lines = _read(self._puzzles).split("\n")
        # What follows the last line break was cut off; it is looked for again.
        self.puzzles = [parse(line, n) for n, line in enumerate(lines[:-1], 1) if line.strip()]
        self._done = set(_read(self._looked).split("\n")[:-1])
        self._keys = {puzzle.key for puzzle in self.puzzles}
        self._tails = {key for puzzle in self.puzzles for key in puzzle.tails()}

    def looked(self, position: str) -> bool:
        """Whether a position (N2) has been looked at."""
        return self._name(position) in self._done

    def number(self, number: int) -> Puzzle:
        """A puzzle by its number, from 1."""
        if not 1 <= number <= len(self.puzzles):
            raise InputError(f"there is no puzzle {number}", "`lakabe puzzles` lists them")
        return self.puzzles[number - 1]

    def put(self, position: str, puzzle: Puzzle | None) -> bool:
        """A position has been looked at, and this was found; whether it is a new puzzle.

        One that is there but for colours and mirroring is not new, nor is the end of another's solution.
        """
        new = puzzle is not None and puzzle.key not in self._keys and puzzle.key not in self._tails
        if puzzle is not None and new:
            _append(self._puzzles, str(puzzle))
            self.puzzles.append(puzzle)
            self._keys.add(puzzle.key)
            self._tails.update(puzzle.tails())
        name = self._name(position)
        _append(self._looked, name)
        self._done.add(name)
        return new

    def _name(self, position: str) -> str:
        return hashlib.sha256(f"{self._how} {position}".encode()).hexdigest()[:16]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}", "move it away") from error


def _append(path: Path, line: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            size = file.tell()
            if size:
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    file.truncate(_last_line(path))  # a line that was cut off
            file.write(line.encode() + b"\n")
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror}", f"name another place with ${VARIABLE}"
        ) from error


def _last_line(path: Path) -> int:
    """Where the last line of a file begins, in bytes."""
    return path.read_bytes().rfind(b"\n") + 1
