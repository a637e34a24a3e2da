"""axe-core looks at every page and dialog, in light and dark: nothing is found."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from houses import PHONE, House
from playwright.sync_api import Page, expect
from pointing import Opener, click

from lakabe.archive import Move
from lakabe.games.pgn import START

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text()


REST = """() => document.getAnimations()
    .filter(one => one.effect.getTiming().iterations !== Infinity)
    .forEach(one => one.finish())"""
"""What is on its way to be shown is no part of the picture yet."""


def findings(page: Page) -> str:
    """What axe-core finds, a line each."""
    page.evaluate(AXE)
    page.evaluate(REST)
    found: dict[str, Any] = page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return "\n".join(
        f"{rule['id']}: {node['html'][:120]} {[one.get('message') for one in node['any']]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    )


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_nothing_is_found_on_the_page(serve: Callable[..., House], open_page: Opener, scheme: str) -> None:
    house = serve(level=3, carries=True, hints=True)
    page = open_page(house.url, first=True, color_scheme=scheme)
    expect(page.locator("#welcome")).to_be_visible()
    assert findings(page) == "", "at the first visit"
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#todo")).not_to_be_empty()
    click(page, "a1")
    expect(page.locator("#notice")).to_be_visible()
    assert findings(page) == "", "with a refusal"
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    page.click("#new")
    expect(page.locator("#new-game")).to_be_visible()
    assert findings(page) == "", "in a dialog"
    page.click("#new-game button[value='']")
    page.click("#end")
    page.click("#ask-end button[value='1-0']")
    expect(page.locator("#result")).to_be_visible()
    assert findings(page) == "", "after a game"
    page.click("#opening")
    assert findings(page) == "", "with the openings"
    page.keyboard.press("Escape")
    page.click("#lessons")
    expect(page.locator("#lesson li").first).to_be_visible()
    assert findings(page) == "", "with the lessons"


BESIDE = ["archive", "openings", "puzzles"]


@pytest.mark.slow
def test_nothing_is_found_on_a_phone(house: House, open_page: Opener) -> None:
    with house.play._archive.writing() as writer:
        writer.add({}, START, [Move(1, "d3-e3A")], "1-0")
    page = open_page(house.url, viewport=PHONE)
    for path in ("", "manual", "static/howto.html", *(f"static/{name}.html" for name in BESIDE)):
        page.goto(house.url + path)
        expect(page.locator("h1")).to_be_visible()
        if any(name in path for name in BESIDE):
            expect(page.locator("tbody tr, #puzzles button").first).to_be_visible()
        assert findings(page) == "", path


def test_nothing_is_found_in_an_analysis(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=3, hints=True)
    with house.fingers() as fingers:
        fingers.play("d3-e3A")
    page = open_page(house.url)
    page.goto(f"{house.url}static/analysis.html?game=1")
    expect(page.locator("#moves button").first).to_be_visible()
    assert findings(page) == ""
