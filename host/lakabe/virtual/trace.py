"""Reed traces: what the contacts of a board did, as text that can be replayed (docs/traces.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from fanorona.rules import geometry, notation
from lakabe.errors import InputError
from lakabe.games import variants

HEADER = "lakabe-trace 1"
BUTTONS = ("turn", "menu")
SIDES = ("white", "black")
LEVELS = range(5)
MIRRORED = "mirrored"
RESULTS = ("1-0", "0-1", "1/2-1/2")
FULL = "xxxxxxxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/xxxxxxxxx"
"""The contacts of the start position (B3)."""

MAX_MS = 10**12
_TIME = re.compile(r"[0-9]{1,13}(?:\.[0-9]{1,3})?")
_POINT = re.compile(r"[a-i][1-5]")
_PICTURE = re.compile(r"[x.]{9}(?:/[x.]{9}){4}")

Kind = Literal["contact", "button", "power", "level", "new", "load", "result"]


class TraceError(InputError):
    """A malformed trace; the message begins with the number of the line, counted from 1."""


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """One thing that happened, ``us`` microseconds after the board got power.

    ``name`` is a point ("d3") for a contact, "turn" or "menu" for a button, "white" or
    "black" for a level of that side alone, empty otherwise. ``value`` is 1
    for closed, pressed and on, 0 for open, released and off, and the number of the level for a level.
    For ``new`` the name is that of a variant, "mirrored", or empty for the ordinary game; for ``load`` the
    words after it; for ``result`` one of RESULTS. Their value is 1.
    """

    us: int
    kind: Kind
    name: str
    value: int

    @property
    def ms(self) -> float:
        """The time in ms."""
        return self.us / 1000

    def words(self) -> str:
        """The event as in a trace, without its time."""
        if self.kind == "contact":
            return f"{self.name} {self.value}"
        if self.kind in ("new", "load", "result"):
            return f"{self.kind} {self.name}".rstrip()
        return f"{self.kind} {self.name} {self.value}" if self.name else f"{self.kind} {self.value}"

    def format(self) -> str:
        """The line of a trace, without a line break."""
        return f"{format_time(self.us)} {self.words()}"


@dataclass(frozen=True, slots=True)
class Trace:
    """A whole trace: the contacts at power-on as a picture, the events in order, the end in microseconds."""

    start: str
    events: tuple[TraceEvent, ...]
    end_us: int

    def format(self) -> str:
        """The text of the trace file."""
        lines = [*head(self.start), *(event.format() for event in self.events), tail(self.end_us)]
        return "\n".join(lines) + "\n"


def format_time(us: int) -> str:
    """Microseconds as ms with as many decimals as are needed, at most three."""
    whole, part = divmod(us, 1000)
    return f"{whole}.{part:03d}".rstrip("0") if part else str(whole)


def head(start: str) -> list[str]:
    """The first two lines of a trace that begins with these contacts closed."""
    if not _PICTURE.fullmatch(start):
        raise ValueError(f"not a picture of contacts: {start!r}")
    return [HEADER, f"start {start}"]


def tail(us: int) -> str:
    """The last line of a trace that ends after ``us`` microseconds."""
    return f"{format_time(us)} end"


def picture(closed: Iterable[int]) -> str:
    """The picture of the contacts in which just these points (numbers 0 to 44) are closed."""
    points = set(closed)
    letters = "".join("x" if p in points else "." for p in geometry.READING)
    return "/".join(letters[row : row + 9] for row in range(0, 45, 9))


def closed_points(start: str) -> list[int]:
    """The numbers of the points that are closed in a picture of the contacts."""
    return [p for p, letter in zip(geometry.READING, start.replace("/", ""), strict=True) if letter == "x"]


def parse(text: str) -> Trace:
    """Reads a trace. Raises TraceError, which names the line, at the first thing that is wrong."""
    lines = _lines(text)
    number, words = next(lines, (1, []))
    if number != 1 or " ".join(words) != HEADER:
        raise TraceError(f"the first line must be '{HEADER}'", number=1)
    number, words = next(lines, (number, []))
    start = _start(words, number)
    events: list[TraceEvent] = []
    last = 0
    for number, words in lines:
        us = _time(words[0], number)
        if us < last:
            raise TraceError(f"the time {words[0]} is before the one above", number=number)
        last = us
        if words[1:] == ["end"]:
            for later, _ in lines:
                raise TraceError("nothing may follow the end", number=later)
            return Trace(start, tuple(events), us)
        events.append(_event(us, words[1:], number))
    raise TraceError("the trace has no '<ms> end'", "the last line says when it ended", number=number)


def parse_start(words: str) -> str:
    """The picture in a start line, as in ``start xxx...``; TraceError if it is none."""
    return _start(words.split(), None)


def parse_words(words: str, us: int = 0) -> TraceEvent:
    """One event without its time, as in ``d3 0`` or ``button turn 1``; TraceError if it is none."""
    return _event(us, words.split(), None)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that say something: number from 1, words."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split("#", 1)[0].split()
        if words:
            yield number, words


def _start(words: list[str], number: int | None) -> str:
    if len(words) != 2 or words[0] != "start" or not _PICTURE.fullmatch(words[1]):
        raise TraceError("expected 'start' and five groups of nine x or . separated by /", number=number)
    return words[1]


def _time(word: str, number: int) -> int:
    if not _TIME.fullmatch(word):
        raise TraceError(f"{_quote(word)} is no time in ms with at most three decimals", number=number)
    whole, _, part = word.partition(".")
    us = int(whole) * 1000 + int(part.ljust(3, "0"))
    if us > MAX_MS * 1000:
        raise TraceError(f"the time {word} is too far away", number=number)
    return us


def _event(us: int, words: list[str], number: int | None) -> TraceEvent:
    match words:
        case [point, value] if _POINT.fullmatch(point):
            return TraceEvent(us, "contact", point, _binary(value, number))
        case ["button", name, value]:
            if name not in BUTTONS:
                raise TraceError(f"no button is called {_quote(name)}: turn or menu", number=number)
            return TraceEvent(us, "button", name, _binary(value, number))
        case ["power", value]:
            return TraceEvent(us, "power", "", _binary(value, number))
        case ["level", value]:
            return TraceEvent(us, "level", "", _level(value, number))
        case ["level", side, value]:
            if side not in SIDES:
                raise TraceError(f"no side is called {_quote(side)}: white or black", number=number)
            return TraceEvent(us, "level", side, _level(value, number))
        case ["new"]:
            return TraceEvent(us, "new", "", 1)
        case ["new", "mirrored"]:
            return TraceEvent(us, "new", MIRRORED, 1)
        case ["result", result]:
            if result not in RESULTS:
                raise TraceError(f"{_quote(result)} is no result: {', '.join(RESULTS)}", number=number)
            return TraceEvent(us, "result", result, 1)
        case ["new", variant]:
            return TraceEvent(us, "new", _variant(variant, number), 1)
        case ["load", board, side, *more] if len(more) < 2:
            _position(f"{board} {side}", _variant(more[0], number) if more else variants.ORDINARY, number)
            return TraceEvent(us, "load", " ".join(words[1:]), 1)
        case ["button" | "power" | "level" | "new" | "load" | "result" | "end", *_]:
            raise TraceError(f"{_quote(' '.join(words))} has too few or too many words", number=number)
        case [word, _]:
            raise TraceError(f"{_quote(word)} is no point a1 to i5 and no other event", number=number)
    raise TraceError(f"{_quote(' '.join(words))} is no event", number=number)


def _level(value: str, number: int | None) -> int:
    if value not in map(str, LEVELS):
        raise TraceError(f"{_quote(value)} is no level: 0 to 4", number=number)
    return int(value)


def _binary(value: str, number: int | None) -> int:
    if value not in ("0", "1"):
        raise TraceError(f"{_quote(value)} is neither 0 nor 1", number=number)
    return int(value)


def _variant(word: str, number: int | None) -> str:
    if word not in variants.WORDS[1:]:
        known = ", ".join(variants.WORDS[1:])
        raise TraceError(f"no variant is called {_quote(word)}", f"there are {known}", number=number)
    return word


def _position(text: str, variant: str, number: int | None) -> None:
    try:
        variants.load(variant, text)
    except ValueError as error:
        raise TraceError(f"{_quote(text)} is no position", number=number) from error


def host_commands(event: TraceEvent) -> list[str]:
    """What a host says for an event of its own (a level, a game, its end), without numbers."""
    if event.kind == "new":
        return [f"new {event.name}".rstrip()]
    if event.kind == "result":
        return [f"end {event.name}"]
    if event.kind == "load":
        return [f"load - {event.name}", "go"]
    return [f"set level {event.value}{' ' + event.name[0].upper() if event.name else ''}"]


def _quote(text: str) -> str:
    """What was read, short enough for one line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def point_number(name: str) -> int:
    """The number of a point of a trace."""
    return int(notation.parse_point(name))
