"""What `lakabe record` says of contacts that do not work."""

from __future__ import annotations

import io

from rich.console import Console

from lakabe.board import events
from lakabe.cli.record import Display
from lakabe.web.table import READING


def lines(*heard: tuple[str, tuple[str, ...]]) -> list[str]:
    said = io.StringIO()
    display = Display(Console(file=said, width=80, soft_wrap=True), "")
    for what, points in heard:
        marks = "".join("x" if name in points else "." for name in READING)
        display.see(events.Blind(1, 0, what, "/".join(marks[i : i + 9] for i in range(0, 45, 9))))
    return said.getvalue().splitlines()


def test_contacts_left_out_are_named_until_they_work_again() -> None:
    assert lines(("left", ("e4", "d2")), ("left", ())) == [
        "contacts that do not count: e4 d2",
        "contacts that do not count: none any more",
    ]


def test_what_the_board_cannot_do_without_and_what_chatters_is_said() -> None:
    assert lines(("many", ("a1", "b1", "c1")), ("chatters", ("f1",))) == [
        "the board can do without two contacts at most: mend the others",
        "contacts that chatter: f1; try other stones there",
    ]
