"""Hands on a page in a browser: where a point is, what it says of itself, and a stone dragged or clicked."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

GAME = [
    "d3-e3A",
    "d4-d3A",
    "e1-d2A-d1W",
    "c4-c3A-d3W-d2A-c2W",
    "e3-d4A-c4W-c3A-b3A-b4A",
    "a4-a3A",
    "b4-c5W-b5W",
    "h3-h2A",
    "g3-f4W",
]
"""A whole game: after White's fifth move Black has no stone left."""

Opener = Callable[..., Page]
"""Opens a page at an address."""


def spot(page: Page, point: str) -> tuple[float, float]:
    """The middle of a point, in the window."""
    box = page.locator(f"#point-{point}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_point(page: Page, point: str, label: str) -> None:
    """What a point's name says: ``d3, white stone, may move``."""
    expect(page.locator(f"#point-{point}")).to_have_attribute("aria-label", f"{point}, {label}")


def drag(page: Page, origin: str, target: str, lights: bool = True) -> None:
    page.mouse.move(*spot(page, origin))
    page.mouse.down()
    expect_point(page, origin, "empty, lifted" if lights else "empty")
    page.mouse.move(*spot(page, target), steps=4)
    page.mouse.up()


def click(page: Page, point: str) -> None:
    page.mouse.click(*spot(page, point))


def begin(page: Page, game: str = "tsivy", **chosen: str) -> None:
    """Begin a new game, with these choices of the dialog: ``level="3"``, ``side="W"``."""
    if not page.locator("#new-game").is_visible():
        page.click("#new")
    for name, value in chosen.items():
        page.select_option(f"#new-{name}", value)
    if page.locator("#variant").is_enabled():
        page.select_option("#variant", game)
    page.locator("#new-game").get_by_role("button", name="Begin").click()


def moves(page: Page) -> list[str]:
    return [text for text in page.locator("#moves li > span:not(.number)").all_inner_texts() if text]
