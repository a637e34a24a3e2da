"""The levels of help as people give them, and as boards old and new are told of them."""

from __future__ import annotations

import pytest

from lakabe.board import events
from lakabe.errors import UsageError
from lakabe.help import helping


def hello(minor: int) -> events.Hello:
    return events.Hello(1, 0, 1, minor, "0.1.0", "e661", "0a0b0c0d", (), 1, 2)


@pytest.mark.parametrize(("text", "levels"), [("0", (0, 0)), ("4", (4, 4)), ("3,1", (3, 1)), ("0,4", (0, 4))])
def test_one_level_for_both_or_two(text: str, levels: tuple[int, int]) -> None:
    assert helping.parse(text) == levels


@pytest.mark.parametrize("text", ["", "5", "-1", "3,", ",3", "1,2,3", "white", "3 1", "1;2"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no level"):
        helping.parse(text)


@pytest.mark.parametrize(
    ("minor", "levels", "commands"),
    [
        (4, (2, 2), [("set", "level", 2)]),
        (4, (3, 0), [("set", "level", 3, "W"), ("set", "level", 0, "B")]),
        (3, (2, 2), [("set", "level", 2)]),
        (3, (3, 0), []),
    ],
)
def test_what_a_board_is_told(
    minor: int, levels: tuple[int, int], commands: list[tuple[str | int, ...]]
) -> None:
    sent: list[tuple[str | int, ...]] = []
    said: list[str] = []

    def send(*words: str | int) -> int:
        sent.append(words)
        return len(sent)

    helping.tell(hello(minor), levels, send, said.append)
    assert sent == commands
    assert bool(said) == (not commands)
