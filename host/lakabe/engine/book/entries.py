"""The file of the book, and finding a position in it.

A text file, so that a change of it can be read. Its first line is a JSON object, the settings it was built
with. Every other line is a position and what a search found, parted by tabs: the position, the depth and the
nodes of its search, at how many of the last depths the same move was best, and then, the best way first, ways
to go on: a score, the score of the search alone after a slash, and the moves expected (N1), parted by spaces.

Positions that differ by a symmetry of the board, or by the colours, are one entry: it stands for the side to
move as White, turned so that its N2 comes first in the order of texts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from fanorona.rules.geometry import COLUMNS, ROWS
from lakabe.engine.standing import Standing
from lakabe.engine.state import PROVEN
from lakabe.engine.think import Score
from lakabe.errors import InputError, SetupError

FILE = "book.txt"
FORMAT = 1

REPEATS = 4
"""From so many quiet plies on a position may have been there before, which a book does not know (R11)."""

_LETTERS, _DIGITS = "abcdefghi"[:COLUMNS], "12345"[:ROWS]
_MIRRORED = str.maketrans(_LETTERS, _LETTERS[::-1])
_FLIPPED = str.maketrans(_DIGITS, _DIGITS[::-1])
_EXCHANGED = str.maketrans("WB", "BW")


@dataclass(frozen=True)
class Way:
    """Moves (N1) and what they are worth to who begins: ``value`` with what the book knows of the positions
    after them, ``searched`` without. Both count as in ``lakabe.engine.state``."""

    value: int
    searched: int
    moves: tuple[str, ...]

    @property
    def score(self) -> Score:
        """``value`` as the protocol has it."""
        return Score.of(self.value)


@dataclass(frozen=True)
class Entry:
    """What is known of a position. ``steady``: at how many of the last depths the same move was best."""

    depth: int
    nodes: int
    steady: int
    ways: tuple[Way, ...]

    @property
    def revised(self) -> bool:
        """Whether the best way is another than that of the search alone."""
        return self.ways[0].searched < max(way.searched for way in self.ways)


@dataclass(frozen=True)
class Settings:
    """How a book was built: the nodes of each search, how many ways of each position were looked at, and the
    engine (``lakabe engine --bench``)."""

    nodes: int
    ways: int
    engine: str


class Book:
    """Positions and what is known of them; lines are taken apart when they are asked for."""

    def __init__(self, settings: Settings | None = None, lines: Mapping[str, str] | None = None) -> None:
        self.settings = settings
        self._lines = dict(lines or {})

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, key: str) -> bool:
        return key in self._lines

    def __iter__(self) -> Iterator[str]:
        """The positions, as ``key_of`` gives them."""
        return iter(list(self._lines))

    def entry(self, key: str) -> Entry:
        """What is known of a position by its key; KeyError where there is nothing."""
        return _entry(self._lines[key])

    def keep(self, key: str, entry: Entry) -> None:
        """Add or replace an entry."""
        self._lines[key] = _line(entry)

    def look_up(self, standing: Standing) -> Entry | None:
        """What is known of a game's position, with moves as they are on its board."""
        if standing.quiet >= REPEATS:
            return None
        key, turned = key_of(standing.text())
        if key not in self._lines:
            return None
        found = self.entry(key)
        ways = tuple(
            Way(way.value, way.searched, tuple(turn(move, turned) for move in way.moves))
            for way in found.ways
        )
        return Entry(found.depth, found.nodes, found.steady, ways)

    def effort(self, standing: Standing) -> int:
        """The nodes that the value of a game's position comes from: of its search, and of those after it."""
        waiting, seen, total = [key_of(standing.text())[0]], set[str](), 0
        while waiting:
            key = waiting.pop()
            if key in seen or key not in self._lines:
                continue
            seen.add(key)
            entry = self.entry(key)
            total += entry.nodes
            for way in entry.ways:
                after = Standing.of(f"{key} W")
                after.play_text(way.moves[0])
                waiting.append(key_of(after.text())[0])
        return total

    def write(self, file: Path) -> None:
        """Write all of it, sorted; the file is there whole or as it was."""
        part = file.with_name(f"{file.name}.part")
        part.write_text("".join(f"{line}\n" for line in self._texts()), encoding="utf-8")
        part.replace(file)

    def _texts(self) -> Iterable[str]:
        yield head(self.settings)
        for key in sorted(self._lines):
            yield f"{key}\t{self._lines[key]}"


def head(settings: Settings | None) -> str:
    """The first line of a file."""
    return json.dumps({"format": FORMAT, **(vars(settings) if settings else {})})


def row(key: str, entry: Entry) -> str:
    """The line of an entry, without its end."""
    return f"{key}\t{_line(entry)}"


def read(text: str) -> Book:
    """A book from the text of its file; ValueError for what is none. A last line that has no end is cut."""
    first, *rest = text.split("\n")
    said = json.loads(first)
    if not isinstance(said, dict) or said.pop("format", None) != FORMAT:
        raise ValueError(f"the first line does not say format {FORMAT}")
    try:
        settings = Settings(**said) if said else None
    except TypeError as error:
        raise ValueError(str(error)) from error
    lines = {}
    for line in rest[:-1]:
        key, tab, known = line.partition("\t")
        if not tab:
            raise ValueError(f"'{line[:60]}' is no entry")
        lines[key] = known
    return Book(settings, lines)


def open_book(file: Path | None = None) -> Book:
    """The book in ``file``, or the one that comes with the engine. InputError, SetupError."""
    if file is None:
        try:
            return read(text_of())
        except (OSError, ValueError) as error:
            raise SetupError(f"the opening book cannot be read: {error}", "install lakabe again") from error
    try:
        return read(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"{file} is no opening book: {error}", "build one with `python -m tools.book`"
        ) from error


def text_of() -> str:
    """The text of the book that comes with the engine. OSError."""
    return (resources.files("lakabe.engine.book") / FILE).read_text(encoding="utf-8")


def key_of(text: str) -> tuple[str, int]:
    """The key of a position in N2, and how it was turned: 1 left to right, 2 top to bottom, 3 both."""
    board, _, turn_of = text.partition(" ")
    if turn_of == "B":
        board = board.translate(_EXCHANGED)
    rows = board.split("/")
    mirrored = [line[::-1] for line in rows]
    each = [rows, mirrored, rows[::-1], mirrored[::-1]]
    return min(("/".join(lines), turned) for turned, lines in enumerate(each))


def turn(move: str, turned: int) -> str:
    """A move (N1) on the board as it was turned; the same again turns it back."""
    if turned & 1:
        move = move.translate(_MIRRORED)
    return move.translate(_FLIPPED) if turned & 2 else move


def before(value: int) -> int:
    """What a position is worth to the side whose move leads there, given ``value`` to the side to move."""
    if value >= PROVEN:
        return 1 - value
    return -1 - value if value <= -PROVEN else -value


def _line(entry: Entry) -> str:
    ways = [f"{way.value}/{way.searched} {' '.join(way.moves)}" for way in entry.ways]
    return "\t".join([str(entry.depth), str(entry.nodes), str(entry.steady), *ways])


def _entry(line: str) -> Entry:
    depth, nodes, steady, *ways = line.split("\t")
    found = []
    for way in ways:
        scores, *moves = way.split(" ")
        value, _, searched = scores.partition("/")
        found.append(Way(int(value), int(searched), tuple(moves)))
    return Entry(int(depth), int(nodes), int(steady), tuple(found))
