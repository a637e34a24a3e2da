"""The bodies of lines: which messages there are in each direction, and board messages as events.

``firmware/PROTOCOL.md`` describes them; a test holds that document and these tables together. Fields beyond
those that a message has here are passed over: a newer minor version may append some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from fanorona.rules.geometry import COLUMNS, ROWS
from fanorona.rules.match import KINDS as MATCHES
from fanorona.rules.match import Match
from fanorona.rules.notation import IRREGULAR
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.games import variants

_POINT = re.compile(r"[a-i][1-5]")
_LINE = re.compile(r"[1-5a-i]")
_BOARD = re.compile(r"[WB1-9]{1,9}(/[WB1-9]{1,9}){4}")
_STEP = r"-[a-i][1-5][AW]"
_MOVE = re.compile(rf"[a-i][1-5](-[a-i][1-5]|({_STEP})*)")
_GAME = re.compile(r"[0-9a-f]{8}-[0-9]{1,10}")
_BOOT = re.compile(r"[0-9a-f]{8}")
_NUMBER = re.compile(r"[0-9]{1,10}")
_VERSION = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})")


def _matching(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def read(field: str) -> str:
        if not pattern.fullmatch(field):
            raise ValueError(field)
        return field

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(field: str) -> str:
        if field not in words:
            raise ValueError(field)
        return field

    return read


def _picture(letters: str) -> Callable[[str], str]:
    row = f"[{re.escape(letters)}]{{9}}"
    return _matching(re.compile(f"{row}(/{row}){{4}}"))


def _number(field: str) -> int:
    number = int(field) if _NUMBER.fullmatch(field) else -1
    if not 0 <= number < 1 << 30:
        raise ValueError(field)
    return number


def _ply(field: str) -> int:
    number = _number(field)
    if not number:
        raise ValueError(field)
    return number


def _board(field: str) -> str:
    """N2 without the side to move: five rows, each of nine points."""
    rows = [sum(int(c) if c.isdigit() else 1 for c in row) for row in _matching(_BOARD)(field).split("/")]
    if rows != [COLUMNS] * ROWS:
        raise ValueError(field)
    return field


def _flag(field: str) -> bool:
    return _one_of("0", "1")(field) == "1"


def version(field: str) -> tuple[int, int]:
    """``1.0`` as (major, minor); ValueError."""
    found = _VERSION.fullmatch(field)
    if not found:
        raise ValueError(field)
    return int(found[1]), int(found[2])


def _none_or(read: Callable[[str], str]) -> Callable[[str], str]:
    return lambda field: "" if field == "-" else read(field)


STAGES = ("set", "back", "move", "reply", "right")
"""What a lesson waits for (``fanorona.modes.lessons``)."""

_word = str
_point = _matching(_POINT)
_line = _matching(_LINE)
_place = _matching(re.compile(rf"{_POINT.pattern}|{_LINE.pattern}"))
_turn = _one_of("W", "B")
_move = _matching(_MOVE)
_result = _one_of("1-0", "0-1", "1/2-1/2", "*")


def _played_move(field: str) -> str:
    """A move, or the board after an irregular one."""
    return IRREGULAR + _board(field[len(IRREGULAR) :]) if field.startswith(IRREGULAR) else _move(field)


_game = _matching(_GAME)
KINDS = tuple(word.decode() for word in MATCHES)
"""Those of matches."""
_variant = _one_of(*variants.WORDS)

_READERS: dict[str, tuple[Callable[..., Event], tuple[Callable[[str], object], ...]]] = {
    "ok": (events.Ok, (_number,)),
    "bad": (events.Bad, (_word,)),
    "raw": (events.Raw, (_point, _flag)),
    "lift": (events.Lift, (_point,)),
    "place": (events.Place, (_point,)),
    "button": (events.Button, (_one_of("turn", "menu"), _flag)),
    "state": (events.State, (_one_of("setup", "play", "over"), _number)),
    "setup": (events.Setup, (_picture(".+-"),)),
    "compose": (events.Compose, (_board, _turn, _none_or(_word))),
    "lesson": (events.Lesson, (_number, _word, _one_of(*STAGES), _board, _turn, _none_or(_move))),
    "lessons": (events.Lessons, (_number, _number, _picture("x."))),
    "menu": (
        events.MenuIs,
        (_one_of(*KINDS), _number, _one_of("mirrored", *variants.WORDS), _number, _number),
    ),
    "round": (events.OwnRound, (_game, _number, _game, _result)),
    "game": (events.GameStarted, (_game, _ply, _board, _turn)),
    "step": (events.Step, (_game, _ply, _none_or(_move))),
    "move": (events.Move, (_game, _ply, _move, _number, _number)),
    "takeback": (events.Takeback, (_game, _ply)),
    "ask": (events.Ask, (_word, _picture(".+-?"))),
    "restored": (events.Restored, ()),
    "blind": (events.Blind, (_one_of("left", "many", "chatters"), _picture("x."))),
    "result": (events.Result, (_game, _result, _word)),
    "position": (events.PositionIs, (_board, _turn)),
    "reeds": (events.Reeds, (_picture("x."),)),
    "synced": (events.Synced, ()),
    "lights": (events.Lights, (_matching(re.compile(r"[.A-Za-z]{45}")),)),
    "set": (events.Setting, (_word, _number)),
    "journal": (events.Journal, (_word,)),
    "wish": (events.Wish, (_word,)),
    "past": (events.Past, (_game, _ply, _board, _turn)),
    "ended": (events.Ended, (_game, _number, _result, _word)),
    "gone": (events.Gone, (_game,)),
    "lost": (events.Lost, (_number, _number)),
    "tick": (events.Tick, ()),
}

_EXTRAS: dict[str, Callable[[str], object]] = {
    "game": _variant,
    "past": _variant,
    "move": lambda field: field == "second",
    "state": _number,
    "result": _number,
}
"""The field that may follow the others of a message."""


def _hello(seq: int, ms: int, fields: Sequence[str]) -> Event:
    number, firmware, serial, boot, features, *held = fields[:7]
    oldest, following = (_number(field) for field in held)
    major, minor = version(number)
    _matching(_BOOT)(boot)
    names = () if features == "-" else tuple(features.split(","))
    return events.Hello(seq, ms, major, minor, firmware, serial, boot, names, oldest, following)


def _no(seq: int, ms: int, fields: Sequence[str]) -> Event:
    return events.No(seq, ms, _number(fields[0]), fields[1], " ".join(fields[2:]))


def _test(seq: int, ms: int, fields: Sequence[str]) -> Event:
    part = fields[0]
    if part == "reeds":
        return events.Test(seq, ms, part, _picture("x.")(fields[1]))
    if part in ("lights", "try", "reversed", "bridged", "chatters"):
        return events.Test(seq, ms, part, _point(fields[1]))
    if part in ("dead", "closed"):
        return events.Test(seq, ms, part, _place(fields[1]))
    if part == "stuck":
        return events.Test(seq, ms, part, _line(fields[1]))
    return events.Test(seq, ms, _one_of("done")(part), "")


def _own_match(seq: int, ms: int, fields: Sequence[str]) -> Event:
    if fields[0] == "-":
        return events.OwnMatch(seq, ms, "")
    if not Match().load(bytes.fromhex(fields[1])):
        raise ValueError(fields[1])
    return events.OwnMatch(seq, ms, _game(fields[0]), fields[1], _number(fields[2]))


def _health(seq: int, ms: int, fields: Sequence[str]) -> Event:
    row = _number(fields[0])
    contacts = []
    for field in fields[1 : 1 + COLUMNS]:
        closures, bounce, missed, flickers = (_number(part) for part in field.split("/")[:4])
        contacts.append((closures, bounce, missed, flickers))
    if not 1 <= row <= ROWS or len(contacts) < COLUMNS:
        raise ValueError(row)
    return events.Health(seq, ms, row, tuple(contacts))


def _irregular(seq: int, ms: int, fields: Sequence[str]) -> Event:
    board = _board(fields[2])
    _turn(fields[3])
    white, black = (board.count(colour) for colour in "WB")
    return events.Irregular(seq, ms, _game(fields[0]), _ply(fields[1]), IRREGULAR + board, white, black)


def _kept(seq: int, ms: int, fields: Sequence[str]) -> Event:
    if fields[0] == "-":
        return events.Kept(seq, ms, "", 0)
    game, place = _game(fields[0]), _number(fields[1])
    if len(fields) < 5:
        return events.Kept(seq, ms, game, place)
    return events.Kept(seq, ms, game, place, (_number(fields[2]), _result(fields[3]), fields[4]))


def _played(seq: int, ms: int, fields: Sequence[str]) -> Event:
    moves = tuple(_played_move(field) for field in fields[2:])
    if not moves:
        raise ValueError("no move")
    return events.Played(seq, ms, _game(fields[0]), _ply(fields[1]), moves)


def _version(seq: int, ms: int, fields: Sequence[str]) -> Event:
    return events.Version(seq, ms, fields[0], *version(fields[1]))


_OTHERS: dict[str, Callable[[int, int, Sequence[str]], Event]] = {
    "hello": _hello,
    "no": _no,
    "test": _test,
    "health": _health,
    "irregular": _irregular,
    "kept": _kept,
    "match": _own_match,
    "played": _played,
    "version": _version,
}

BOARD_MESSAGES = frozenset(_READERS) | frozenset(_OTHERS)
"""The names of everything a board says."""

COMMANDS: dict[str, tuple[int, int]] = {
    "hello": (2, 4),
    "ack": (1, 1),
    "resend": (1, 1),
    "snapshot": (0, 0),
    "version": (0, 0),
    "test": (0, 1),
    "health": (0, 0),
    "bye": (0, 0),
    "new": (0, 1),
    "load": (3, 4),
    "play": (2, 2),
    "go": (0, 0),
    "end": (1, 1),
    "hint": (1, 9),
    "get": (1, 1),
    "set": (2, 3),
    "watch": (2, 2),
    "games": (0, 0),
    "fetch": (2, 2),
    "lesson": (0, 1),
    "match": (1, 2),
    "resume": (0, 0),
    "takeback": (1, 1),
}
"""Everything a host says: the least and the most arguments."""


def read(seq: int, ms: int, name: str, fields: Sequence[str]) -> Event:
    """The event of a message; ``Unknown`` where the name or a field makes no sense here. Never raises."""
    try:
        if name in _OTHERS:
            return _OTHERS[name](seq, ms, fields)
        make, readers = _READERS[name]
        if len(fields) < len(readers):
            raise ValueError(name)
        values: list[Any] = [reader(field) for reader, field in zip(readers, fields, strict=False)]
        if name in _EXTRAS and len(fields) > len(readers):
            values.append(_EXTRAS[name](fields[len(readers)]))
        event = make(seq, ms, *values)
        if isinstance(event, events.GameStarted | events.Past):
            variants.load(event.variant, f"{event.board} {event.turn}")
        return event
    except (KeyError, ValueError, IndexError):
        return events.Unknown(seq, ms, " ".join([name, *fields]), name in BOARD_MESSAGES)
