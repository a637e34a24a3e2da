"""Who plays is chosen on the page: two people, or one against the computer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from houses import DESKTOP, PHONE, House
from playwright.sync_api import Page, expect
from pointing import Opener, click, expect_point, spot

from lakabe.board import events
from lakabe.help.level import LEVELS, SAID
from lakabe.web.play import Against

QUICK = 0.2


@pytest.fixture
def house(serve: Callable[..., House]) -> House:
    return serve(level=3, carries=True, pace=QUICK)


def begin(page: Page, level: int, side: str = "B") -> None:
    """Choose who plays."""
    page.select_option("#versus-level", str(level))
    if level:
        page.select_option("#versus-side", side)
    page.locator("#versus").get_by_role("button", name="Begin").click()


def moved(house: House, ply: int, since: int = 0) -> events.Move:
    found = house.tap.wait(lambda event: isinstance(event, events.Move) and event.ply == ply, since)
    assert isinstance(found, events.Move)
    return found


def test_a_newcomer_plays_the_computer_and_then_a_person(house: House, open_page: Opener) -> None:
    page = open_page(house.url, first=True)
    page.get_by_role("button", name="Play the computer").click()
    expect(page.locator("#versus-unfinished")).to_be_hidden()
    begin(page, 2)
    expect(page.locator("#welcome")).to_be_hidden()
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.game.endswith("-2"))
    expect(page.locator("#player-B .name")).to_have_text("Lakabe, level 2")
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text(moved(house, 2).move)
    expect_point(page, "e3", "white stone")

    # White for the computer: it begins.
    since = len(house.tap.heard)
    page.click("#players")
    expect(page.locator("#versus-level")).to_have_value("2")
    expect(page.locator("#versus-unfinished")).to_be_visible()
    begin(page, 1, "W")
    assert moved(house, 1, since)
    expect(page.locator("#player-W .name")).to_have_text("Lakabe, level 1")
    expect(page.locator("#player-B[data-turn]")).to_be_visible()

    # And people again: nobody answers.
    page.click("#players")
    begin(page, 0)
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect(page.locator(".player .name").first).to_have_text("")
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.game.endswith("-4"))
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#todo")).to_contain_text("Black must capture")
    click(page, "f4")
    expect_point(page, "f4", "empty, lifted")


def test_players_are_named_on_the_page(house: House, open_page: Opener) -> None:
    """Before the first move; the archive gets the names with it, and so does the exported text."""
    page = open_page(house.url)
    page.click("#name")
    page.fill("#name-W", "Rasoa")
    page.fill("#name-B", "Rakoto")
    page.locator("#names").get_by_role("button", name="Keep").click()
    expect(page.locator("#player-W .name")).to_have_text("Rasoa")
    click(page, "e2")
    click(page, "e3")
    moved(house, 1)
    expect(page.locator("#export")).to_have_attribute("href", "games/1.pgn")
    text = page.request.get(f"{house.url}games/1.pgn").text()
    assert '[White "Rasoa"]' in text and '[Black "Rakoto"]' in text


def test_who_changes_nothing_plays_on(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    page.click("#players")
    expect(page.locator("#versus-side")).to_be_enabled()
    for level, said in enumerate(SAID, 1):
        page.select_option("#versus-level", str(level))
        expect(page.locator("#versus-said")).to_have_text(f"{said.capitalize()}.")
    page.select_option("#versus-level", "0")
    expect(page.locator("#versus-side")).to_be_disabled()
    page.get_by_role("button", name="Go on playing").click()
    expect(page.locator("#versus")).to_be_hidden()
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")


@pytest.mark.parametrize("window", [DESKTOP, PHONE])
def test_who_has_black_sees_it_below(
    serve: Callable[..., House], open_page: Opener, window: dict[str, int]
) -> None:
    """On a phone held upright: at the left, where White's side is otherwise."""
    house = serve(level=3, carries=True, pace=QUICK, against=Against("Level 1", LEVELS[0], "W"))
    page = open_page(house.url, viewport=window)
    axis = 0 if window == PHONE else 1

    def black_is_near() -> bool:
        gap = spot(page, "e5")[axis] - spot(page, "e1")[axis]
        return gap < 0 if window == PHONE else gap > 0

    moved(house, 1)
    expect(page.locator("#player-B[data-turn]")).to_be_visible()
    assert black_is_near()
    page.locator(".hands").focus()
    before = spot(page, "e3")
    page.keyboard.press("ArrowUp")
    active = page.locator(".hands").get_attribute("aria-activedescendant")
    assert active is not None
    assert spot(page, active.removeprefix("point-"))[1] < before[1]
    page.click("#flip")
    assert not black_is_near()
    page.click("#flip")
    assert black_is_near()
