"""A page that only watches, in a real browser: it shows board and moves, and nothing that acts."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect

from lakabe.lessons.course import course
from tools.pictures.page import middle

pytestmark = pytest.mark.slow

PICTURE = os.environ.get("LAKABE_PICTURE")
"""Where to put a picture of the page, if anywhere."""
ACTING = """() => [...document.querySelectorAll("button, select, input, textarea, a[href], summary")]
    .filter((one) => one.checkVisibility() && !one.disabled)
    .map((one) => one.id || one.textContent)"""
"""What can be pressed or filled in."""
CLICK = "name => document.getElementById(name).click()"
SQUEEZE = next(one for one in course() if one.name == "squeeze")
FORGIVEN = "Cross-Origin-Opener-Policy"  # means nothing to a browser on a plain address of a network
HARMLESS = {"theme", "export", "howto", "letters", "flip", "sounds", "language"}


def test_it_shows_board_and_moves_and_nothing_that_acts(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = serve(host="0.0.0.0", level=4, hints=True)
    watching = open_page(house.play.watching_address, FORGIVEN)
    sent: list[object] = []
    watching.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    watching.reload()
    watching.wait_for_selector("#board[data-ready]")
    playing = open_page(house.url, FORGIVEN)
    with house.fingers() as fingers:
        for move in ("d3-e3A", "d4-d3A"):
            fingers.play(move)
        expect(watching.locator("#moves .latest")).to_have_text("d4-d3A")
        expect(watching.locator("#point-d4")).to_have_attribute("data-stone", ".")
        fingers.lift("e2")
        expect(watching.locator("#board .others .stone")).to_have_count(1)
        if PICTURE:
            watching.screenshot(path=PICTURE)
    assert set(watching.evaluate(ACTING)) == HARMLESS
    assert {"turn", "menu", "new", "end", "ask-hint", "level-W"} <= set(playing.evaluate(ACTING))
    expect(watching.locator("#opening")).to_have_text("O4 Kobaka fohy")
    expect(watching.locator("#opening")).to_have_css("opacity", "1")
    expect(watching.locator(".watches")).to_be_visible()
    expect(playing.locator(".watches")).to_be_hidden()
    watching.mouse.click(*middle(watching, "e1"))
    watching.locator("#board .hands").focus()
    for key in ("Enter", "Delete", "Escape", "w", "t", "m", "ArrowLeft", " "):
        watching.keyboard.press(key)
    expect(watching.locator("#notice")).to_have_text("This page only watches.")
    for name in ("turn", "menu", "lessons", "ask-hint", "opening", "new", "name"):
        watching.evaluate(CLICK, name)
    watching.evaluate("() => document.querySelectorAll('dialog').forEach((one) => one.close('new'))")
    assert sent == []


def test_on_a_phone_there_is_no_more(serve: Callable[..., House], open_page: Callable[..., Page]) -> None:
    house = serve(host="0.0.0.0")
    watching = open_page(house.play.watching_address, FORGIVEN, viewport=PHONE)
    assert set(watching.evaluate(ACTING)) <= HARMLESS
    said, players = (watching.locator(name).bounding_box() for name in (".watches", ".players"))
    assert said is not None and players is not None
    assert said["x"] == players["x"]
    assert said["y"] >= players["y"] + players["height"]


def test_a_lesson_is_watched_and_not_chosen(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = serve(host="0.0.0.0")
    watching = open_page(house.play.watching_address, FORGIVEN)
    with house.fingers() as fingers:
        fingers.do("lesson", number=0)
        expect(watching.locator("#lesson li button").first).to_be_disabled()
        expect(watching.locator("#lesson li button").first).to_have_css("opacity", "1")
        expect(watching.locator("#status")).to_have_text("Lessons")
        assert set(watching.evaluate(ACTING)) <= HARMLESS
        fingers.do("lesson", number=SQUEEZE.number)
        expect(watching.locator("#status")).to_have_text("White to move.")
        expect(watching.locator("#lesson .task")).to_be_visible()
        expect(watching.locator("#lesson .help")).to_be_hidden()
        fingers.lift("a5")
        fingers.place("b4")
        expect(watching.locator("#status")).to_contain_text("A squeeze")
