"""How to play: what the pictures show is what the rules say, and the first visit tells it."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect
from pointing import click, expect_point

from fanorona.rules import notation
from lakabe.games import variants
from lakabe.web.manners import taken

STATIC = resources.files("lakabe.web").joinpath("static")
FIGURE = re.compile(r"<figure ([^>]*data-position[^>]*)>")
Opener = Callable[..., Page]


def figures(file: str) -> list[dict[str, str]]:
    """The attributes of each picture of a page."""
    text = STATIC.joinpath(file).read_text()
    return [dict(re.findall(r'data-(\w+)="([^"]*)"', found)) for found in FIGURE.findall(text)]


@pytest.mark.parametrize(
    "figure", figures("howto.html") + figures("index.html"), ids=lambda figure: figure["move"]
)
def test_a_picture_shows_what_the_rules_say(figure: dict[str, str]) -> None:
    position = variants.load("tsivy", f"{figure['position']} W")
    takes = []
    for p, q, kind in notation.parse_steps(figure["move"]):
        assert position.legal(p, q, kind), figure["move"]
        takes.append({notation.point_name(x) for x in taken(position, p, q, kind)})
        position.play(p, q, kind)
    assert [set(step.split()) for step in figure.get("takes", "").split("|")] == takes
    if "then" in figure:
        p, q, kind = notation.parse_steps(figure["then"])[0]
        assert notation.point_name(q) == figure["not"]
        assert not position.legal(p, q, kind), "this is what the picture strikes out"
        begun = variants.load("tsivy", notation.format_position(position))
        assert begun.legal(p, q, kind), (
            "in a move of its own it would be legal: it is R7 or R8 that forbids it"
        )


def test_the_rules_have_their_pictures() -> None:
    assert len(figures("howto.html")) >= 8
    assert len(figures("index.html")) == 2


def test_the_first_visit_tells_the_game_and_the_next_one_does_not(house: House, open_page: Opener) -> None:
    page = open_page(house.url, first=True)
    welcome = page.locator("#welcome")
    expect(welcome).to_be_visible()
    expect(welcome.locator("figure svg")).to_have_count(2)
    expect(welcome).to_contain_text("Take all stones of the other player.")
    expect(welcome).to_contain_text("turn")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(welcome).to_be_hidden()
    click(page, "e2")
    expect_point(page, "e2", "empty, lifted")
    page.reload()
    expect(page.locator("#board[data-ready]")).to_be_visible()
    expect(welcome).to_be_hidden()


@pytest.mark.slow
def test_the_first_visit_begins_at_its_title_in_a_small_window(house: House, open_page: Opener) -> None:
    page = open_page(house.url, first=True, viewport={"width": 640, "height": 360})
    for part in ("#welcome-title", "#welcome button[value=play]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_how_to_play_is_always_at_hand(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    page.get_by_role("link", name="How to play").click()
    expect(page).to_have_url(re.compile(r"static/howto\.html$"))
    expect(page.locator("figure svg")).to_have_count(len(figures("howto.html")))
    page.get_by_role("link", name="To the board").click()
    expect(page.locator("#board[data-ready]")).to_be_visible()


def test_it_fits_a_phone_and_rests_for_who_wants_no_motion(house: House, open_page: Opener) -> None:
    page = open_page(house.url, first=True, viewport=PHONE, reduced_motion="reduce")
    box = page.locator("#welcome").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= 844
    running = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert page.evaluate(running) == 0
