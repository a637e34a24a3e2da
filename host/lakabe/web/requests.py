"""What a page may ask for: one JSON object a message, checked field by field before anything else sees it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lakabe.games import names
from lakabe.games.clock import LONGEST_S, MOST_ADDED_S
from lakabe.games.draws import WORDS as DRAWS
from lakabe.help.level import LEVELS
from lakabe.lessons.course import MOST
from lakabe.matches.standing import WORDS as MATCHES
from lakabe.web.choice import ANY, GAMES, MOST_HINTS
from lakabe.web.table import COLOURS, POINTS

LONGEST = 4096
"""Characters of a message; the longest sound one has about 500, names in JSON escapes."""
_NUMBER = re.compile("[1-9][0-9]{0,8}")


class Refused(ValueError):
    """A message that is not sound; the text says what is wrong with it, without repeating it."""


@dataclass(frozen=True)
class Request:
    """One sound message: its type, and its fields (points by name, colours W or B)."""

    type: str
    fields: Mapping[str, Any]


def _one_of(*choices: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in choices


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _number(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= names.LONGEST


def _match(value: object) -> bool:
    """A kind of match, the number of one in the archive, or empty."""
    return isinstance(value, str) and (value in ("", *MATCHES) or _NUMBER.fullmatch(value) is not None)


TYPES: dict[str, dict[str, Callable[[object], bool]]] = {
    "lift": {"point": _one_of(*POINTS)},
    "place": {"point": _one_of(*POINTS)},
    "discard": {"point": _one_of(*POINTS)},
    "take": {"colour": _one_of(*COLOURS)},
    "tray": {},
    "back": {},
    "touch": {"point": _one_of(*POINTS)},
    "carry": {"on": _flag},
    "undo": {},
    "answer": {"agree": _flag},
    "restore": {},
    "button": {"name": _one_of("turn", "menu"), "down": _flag},
    "new": {},
    "begin": {
        "level": _number(0, len(LEVELS)),
        "side": _one_of(*COLOURS),
        "white": _name,
        "black": _name,
        "game": _one_of(*GAMES),
        "match": _match,
        "options": _number(0, 7),
        "hints": _number(ANY, MOST_HINTS),
        "base": _number(0, LONGEST_S),
        "added": _number(0, MOST_ADDED_S),
        **dict.fromkeys(DRAWS, _flag),
    },
    "resume": {},
    "end": {"result": _one_of("1-0", "0-1", "1/2-1/2")},
    "level": {"value": _number(0, 4), "side": _one_of(*COLOURS)},
    "hint": {},
    "names": {"white": _name, "black": _name},
    "lesson": {"number": _number(-1, MOST)},
}
"""Every type of message, and what each of its fields has to be. No field may be missing or left over."""

HANDS = frozenset({
    "lift", "place", "discard", "take", "tray", "back", "button", "touch", "carry", "undo",
    "answer", "restore",
})  # fmt: skip
"""The types that move something on a virtual board; they make no sense on a real one."""

WATCHING: frozenset[str] = frozenset()
"""The types that a page may send which only watches."""


def read(text: str) -> Request:
    """A message as a Request; Refused for everything that is not exactly one."""
    if len(text) > LONGEST:
        raise Refused(f"the message is longer than {LONGEST} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("the message is not JSON") from None
    if not isinstance(message, dict):
        raise Refused("the message is not an object")
    name = message.pop("type", None)
    if not isinstance(name, str) or name not in TYPES:
        raise Refused("the message has no known type")
    checks = TYPES[name]
    if message.keys() != checks.keys():
        raise Refused(f"a message of type {name} has the fields: {', '.join(checks) or 'none'}")
    for field, check in checks.items():
        if not check(message[field]):
            raise Refused(f"the field {field} of a message of type {name} has a value that it cannot have")
    return Request(name, message)
