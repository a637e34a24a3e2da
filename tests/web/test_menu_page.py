"""The board's menu on the page: what is chosen by its lights, in words."""

from __future__ import annotations

import pytest
from houses import House
from playwright.sync_api import expect
from pointing import Opener, expect_point

from fanorona.hands.buttons import MENU_MS, NEW_MS
from lakabe.board import events

pytestmark = pytest.mark.slow

HELD_MS = (MENU_MS + NEW_MS) // 2
"""In the middle, so that neither end is missed where the press or the release reaches the board late."""


def touch(house: House, point: str) -> None:
    """Lift the stone that lies there and put it back."""
    with house.fingers() as hands:
        hands.lift(point)
        hands.place(point)


def test_what_is_chosen_is_said_until_it_is_set_up(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    page.click("#menu", delay=HELD_MS)
    panel, status = page.locator("#lesson"), page.locator("#status")
    expect(panel.locator("h2")).to_have_text("The menu")
    expect(panel.locator(".task")).to_have_text("One game: the ordinary one. Help: White 4, Black 4.")
    expect(panel.locator(".help")).to_contain_text("i2 to i5: a match")
    expect(status).to_contain_text("Touch lit points to choose, and press turn.")
    expect(panel.locator("button")).to_have_count(0)
    expect(page.locator("#legend")).to_be_hidden()
    expect_point(page, "a3", "black stone, chosen")
    expect_point(page, "i5", "black stone, can be chosen")
    touch(house, "c3")
    expect(panel.locator(".task")).to_contain_text("One game: a vela, which the loser begins.")
    touch(house, "i3")
    expect(panel.locator(".task")).to_contain_text(
        "A match: the best of three games. The loser begins the velas."
    )
    touch(house, "b5")
    expect(panel.locator(".task")).to_contain_text("Help: White 4, Black 1.")
    page.select_option("#language", "fr")
    expect(panel.locator("h2")).to_have_text("Le menu")
    expect(panel.locator(".task")).to_contain_text("Un match au meilleur des trois parties.")
    page.click("#turn")
    expect(panel).to_be_hidden()
    expect(page.locator("#level-B")).to_have_value("1")
    house.tap.wait(lambda event: isinstance(event, events.OwnMatch) and event.match != "")


def test_it_can_be_left(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    for shown in (True, False):
        page.click("#menu", delay=HELD_MS)
        expect(page.locator("#lesson")).to_be_visible(visible=shown)
    expect(page.locator("#status")).to_have_text("White to move.")
