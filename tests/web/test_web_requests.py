"""Messages of a page: exactly the sound ones are let through."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lakabe.games.clock import Control
from lakabe.games.names import Names
from lakabe.web.choice import Choice
from lakabe.web.requests import LONGEST, TYPES, Refused, read

SOUND = [
    {"type": "lift", "point": "a1"},
    {"type": "place", "point": "i5"},
    {"type": "discard", "point": "e3"},
    {"type": "take", "colour": "W"},
    {"type": "tray"},
    {"type": "touch", "point": "e3"},
    {"type": "carry", "on": True},
    {"type": "undo"},
    {"type": "answer", "agree": True},
    {"type": "restore"},
    {"type": "back"},
    {"type": "button", "name": "menu", "down": False},
    {"type": "new"},
    {"type": "resume"},
    {"type": "begin", **Choice(3, "W", Names("Rasoa", ""), "mirrored", clocks=Control(300, 3)).data()},
    {"type": "begin", **Choice(match="12").data()},
    {"type": "lesson", "number": -1},
    {"type": "end", "result": "1/2-1/2"},
    {"type": "level", "value": 0, "side": "B"},
    {"type": "hint"},
    {"type": "names", "white": "Rasoa", "black": ""},
]


@pytest.mark.parametrize("message", SOUND, ids=lambda message: str(message["type"]))
def test_sound_messages_are_read(message: dict[str, object]) -> None:
    request = read(json.dumps(message))
    assert {"type": request.type, **request.fields} == message


@pytest.mark.parametrize("which", ["0", "01", "-1", "1 ", "1234567890", "\u0661", "session4"])
def test_no_other_match_is_read(which: str) -> None:
    with pytest.raises(Refused):
        read(json.dumps({"type": "begin", **Choice(match=which).data()}))


def test_every_type_is_tried() -> None:
    assert {message["type"] for message in SOUND} == set(TYPES)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lift d3",
        "null",
        "7",
        "NaN",
        '"lift"',
        "[]",
        "{}",
        '{"type": "lift"',
        '{"type": null}',
        '{"type": ["lift"]}',
        '{"type": "fly"}',
        '{"type": "__class__"}',
        '{"type": "lift"}',
        '{"type": "lift", "point": "j1"}',
        '{"type": "lift", "point": "a6"}',
        '{"type": "lift", "point": "A1"}',
        '{"type": "lift", "point": "a1 "}',
        '{"type": "lift", "point": 11}',
        '{"type": "lift", "point": null}',
        '{"type": "lift", "point": ["a1"]}',
        '{"type": "lift", "point": "a1", "colour": "W"}',
        '{"type": "tray", "point": "a1"}',
        '{"type": "take", "colour": "?"}',
        '{"type": "button", "name": "power", "down": true}',
        '{"type": "button", "name": "turn", "down": 1}',
        '{"type": "answer", "agree": 1}',
        '{"type": "level", "value": 3}',
        '{"type": "level", "value": 3, "side": "both"}',
        '{"type": "level", "value": 5, "side": "W"}',
        '{"type": "lesson", "number": 46}',
        '{"type": "lesson", "number": true}',
        '{"type": "level", "value": -1, "side": "W"}',
        '{"type": "level", "value": 1.5, "side": "W"}',
        '{"type": "level", "value": true, "side": "W"}',
        '{"type": "level", "value": "3", "side": "W"}',
        '{"type": "end", "result": "*"}',
        "[" * 3000,
        '{"a":' * 500,
        '{"type": "level", "value": ' + "9" * 4000 + "}",
        '{"type": "new", "x": "' + "x" * LONGEST + '"}',
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read(text)


@given(st.text(max_size=200))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    with pytest.raises(Refused):
        read(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(TYPES)), st.dictionaries(st.sampled_from(["point", "value", "name"]), JSON))
def test_a_message_that_is_read_has_only_values_that_can_be(name: str, fields: dict[str, object]) -> None:
    try:
        request = read(json.dumps({**fields, "type": name}))
    except Refused:
        return
    assert all(check(request.fields[field]) for field, check in TYPES[request.type].items())
