"""Contacts that the board does without, on the page in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect

from lakabe.board import events
from lakabe.web.table import READING

pytestmark = pytest.mark.slow

Opener = Callable[..., Page]


def say(house: House, what: str, *points: str) -> None:
    """What a board says whose contacts do not work."""
    marks = "".join("x" if name in points else "." for name in READING)
    picture = "/".join(marks[i : i + 9] for i in range(0, 45, 9))
    house.play.hub.event(events.Blind(1000, 0, what, picture))


def middle(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_left_out_contacts_are_marked_and_named_until_they_work(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    line, marks = page.locator("#contacts"), page.locator("#board .mark")
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(line).to_be_hidden()
    say(house, "left", "e4", "d2")
    expect(line).to_have_text("Without the contacts of e4 and d2: turn ends a move there.")
    expect(line.locator(".mark")).to_be_visible()
    expect(marks).to_have_count(2)
    for point in ("e4", "d2"):
        at, mark = (
            page.locator(f"#point-{point}").bounding_box(),
            page.locator(f"[data-at={point}]").bounding_box(),
        )
        assert at is not None and mark is not None
        assert all(abs(a - b) < at["width"] / 2 for a, b in zip(middle(at), middle(mark), strict=True))
    expect(page.locator("#point-e4")).to_have_attribute("aria-label", "e4, black stone, contact left out")
    page.reload()
    expect(marks).to_have_count(2)

    # Hands reach through the marks, and what chatters is only named.
    say(house, "chatters", "f1")
    expect(line).to_contain_text("The contact of f1 chatters.")
    box = page.locator("[data-at=d2]").bounding_box()
    assert box is not None
    page.mouse.click(*middle(box))
    expect(page.locator("#point-d2")).to_have_attribute("data-stone", ".")
    expect(marks).to_have_count(2)

    say(house, "left")
    expect(marks).to_have_count(0)
    expect(line).to_have_text("The contact of f1 chatters.")
    expect(line.locator(".mark")).to_have_count(0)


def test_marks_turn_with_the_board_of_a_phone(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=PHONE)
    say(house, "left", "i1")
    expect(page.locator("#board .mark")).to_have_count(1)
    line, board = page.locator("#contacts").bounding_box(), page.locator("#board").bounding_box()
    at, mark = page.locator("#point-i1").bounding_box(), page.locator("[data-at=i1]").bounding_box()
    assert line is not None and board is not None and at is not None and mark is not None
    assert line["y"] + line["height"] <= board["y"], "beside the status, above the board"
    assert all(abs(a - b) < at["width"] / 2 for a, b in zip(middle(at), middle(mark), strict=True))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
