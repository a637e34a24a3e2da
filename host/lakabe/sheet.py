"""The sheet of the first board, hardware/first-article.md: the boxes that a board can tell are filled in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from fanorona.rules.geometry import COLUMNS, ROWS
from lakabe import documents
from lakabe.board import events
from lakabe.errors import UsageError

WELL, FAILS, CHATTERS = "y", "n", "c"
"""Results of a contact, as the sheet has them."""
BOARD = "board: number, firmware, protocol"
POWER = "left for light, as `lakabe doctor` reads it, mA"
CHANGES = 2
"""Of a contact that is tried: a stone comes and goes, or goes and comes back."""
NO_FAULTS = ("reeds", "lights", "try", "done")
"""What a test tells beside faults."""
RESULT = "result"
BOUNCE = "bounce"
LETTERS = "abcdefghi"
ALL_POINTS = tuple(f"{column}{row}" for row in range(1, ROWS + 1) for column in LETTERS)


@dataclass
class Told:
    """What a board has told of itself. ``power``: mA for all lights together, None if it was not told.

    ``results``: of the points, as a1, that hands have tried so far. ``lit``: the one that they are to try,
    after the test the one, if any, at which they left it.
    """

    hello: events.Hello | None = None
    faults: list[events.Test] = field(default_factory=list)
    health: list[events.Health] = field(default_factory=list)
    power: int | None = None
    results: dict[str, str] = field(default_factory=dict)
    lit: str = ""
    _changes: int = 0
    _chattering: set[str] = field(default_factory=set)

    def see(self, event: events.Event) -> None:
        """Take in what the board says."""
        match event:
            case events.Setting(name="power", value=power):
                self.power = power
            case events.Health():
                self.health.append(event)
            case events.Blind(what="chatters"):
                self._chattering.update(event.points)
                for point in self._chattering & self.results.keys():
                    self._tried(point, self.results[point] != FAILS)
            case events.Lift(point=point) | events.Place(point=point) if point == self.lit:
                self._changes += 1
            case events.Test(part="try", detail=point) if point != self.lit:
                if self.lit:
                    self._tried(self.lit, self._changes >= CHANGES)
                if point == ALL_POINTS[0]:
                    self.results.clear()  # hands had begun without us
                self.lit, self._changes = point, 0
            case events.Test(part="done") if self.lit:
                # Hands that leave the test do so at a point that has no fault either: it was not tried.
                if self._changes >= CHANGES:
                    self._tried(self.lit, True)
                if self.lit in self.results:
                    self.lit = ""
            case events.Test(part=part, detail=place) if part not in NO_FAULTS:
                self.faults.append(event)
                if part == "chatters":
                    self._chattering.add(place)
                for point in points_of(place) if self.lit else ():
                    self._tried(point, part == "chatters")

    def _tried(self, point: str, changed: bool) -> None:
        works = CHATTERS if point in self._chattering else WELL
        self.results[point] = works if changed else FAILS

    def bounces(self) -> dict[str, str]:
        """By point: its longest bounce in ms, a stroke, how often it flickered; of contacts that closed."""
        return {
            f"{column}{row.row}": f"{bounce}/{flickers}"
            for row in self.health
            for column, (closures, bounce, _, flickers) in zip(LETTERS, row.contacts, strict=True)
            if closures
        }

    def table(self) -> str:
        """The results as they lie on the board, row 5 above."""
        rows = [
            " ".join((str(row), *(self.results.get(f"{column}{row}", ".") for column in LETTERS)))
            for row in range(ROWS, 0, -1)
        ]
        return "\n".join((" ".join((" ", *LETTERS)), *rows))


def points_of(place: str) -> Iterable[str]:
    """The points that a fault's place means: a point, or those of a row or column."""
    return (point for point in ALL_POINTS if place == point or (len(place) == 1 and place in point))


def read(file: Path | None) -> str:
    """The sheet in a file, with what was written into it; an empty one where there is no file. UsageError."""
    if file is None or not file.is_file():
        return documents.file("hardware/first-article.md").read_text(encoding="utf-8")
    try:
        text = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise _no_sheet(file) from error
    if fill(text, Told()) is None:
        raise _no_sheet(file)
    return text


def fill(text: str, told: Told) -> str | None:
    """The sheet with what a board has told; all else stays. None where it is not the sheet."""
    values = {BOARD: "", POWER: "" if told.power is None else str(told.power)}
    if told.hello is not None:
        hello = told.hello
        values[BOARD] = f"{hello.serial}, {hello.firmware}, {hello.major}.{hello.minor}"
    boards = {RESULT: told.results, BOUNCE: told.bounces()}
    missing = {*values, *((name, str(row)) for name in boards for row in range(1, ROWS + 1))}
    board = ""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        cells = line.split("|")
        label = cells[1].strip() if len(cells) > 2 else ""
        if len(cells) <= 2:
            board = ""
        elif [cell.strip() for cell in cells[2:-1]] == list(LETTERS):
            board = label
        elif board in boards and (board, label) in missing and len(cells) == COLUMNS + 3:
            missing.remove((board, label))
            for place, column in enumerate(LETTERS, 2):
                cells[place] = _box(boards[board].get(column + label, ""), cells[place])
        elif label in missing:
            missing.remove(label)
            cells[-2] = _box(values[label], cells[-2])
        lines[at] = "|".join(cells)
    return None if missing else "".join(lines)


def _box(value: str, before: str) -> str:
    return f" {value} " if value else before


def _no_sheet(file: Path) -> UsageError:
    return UsageError(
        f"{file} is not the sheet of this version", "choose another file, or begin with one that is not there"
    )
