"""Looking back in a game that goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clicking import Clicker
from houses import House
from playwright.sync_api import expect
from pointing import GAME, Opener, click, expect_point

pytestmark = pytest.mark.slow


@pytest.fixture
def house(serve: Callable[..., House]) -> House:
    return serve(level=3, carries=True, pace=0.2)


def test_a_move_that_is_clicked_shows_what_stood_after_it(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    hands = Clicker(page)
    for text in GAME[:3]:
        hands.play(text)
    stones, looking = page.locator(".board-stones .stone"), page.locator("#looking")
    expect(stones).to_have_count(44 - 1 - 2 - 4)
    page.locator("#moves").get_by_text("d3-e3A", exact=True).click()
    expect(stones).to_have_count(43)
    expect(looking).to_be_visible()
    expect(page.locator("[data-looked]")).to_have_text("d3-e3A")
    page.locator("#theme").focus()
    page.keyboard.press("ArrowRight")
    expect(stones).to_have_count(41)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(44)
    page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(44)
    click(page, "e3")  # the board as it is now, and no stone is moved
    expect(looking).to_be_hidden()
    expect(stones).to_have_count(37)
    # A move leads back to the game.
    page.locator("#theme").focus()
    page.keyboard.press("ArrowLeft")
    expect(stones).to_have_count(41)
    other = open_page(house.url)
    for point in ("c4", "c3"):
        click(other, point)
    other.click("#turn")
    expect(page.locator("#moves")).to_contain_text("c4-c3A")
    expect(looking).to_be_hidden()
    expect_point(page, "c4", "empty, last move from")
