"""Velas and smaller games on a page that moves the stones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from houses import House
from playwright.sync_api import Page, expect
from pointing import Opener, click

from lakabe.board import events

pytestmark = pytest.mark.slow

QUICK = 0.2


def told(house: House, ply: int) -> str:
    """The move that the board has told for this ply."""
    move = house.tap.wait(lambda event: isinstance(event, events.Move) and event.ply == ply)
    assert isinstance(move, events.Move)
    return move.move


def clicked(page: Page, *points: str) -> None:
    for point in points:
        click(page, point)


def test_telo_takes_a_click_for_each_stone(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=3, carries=True, pace=QUICK, variant="telo")
    page = open_page(house.url)
    todo = page.locator("#todo")
    expect(todo).to_have_text("White: choose an empty point for a new stone.")
    for ply, point in enumerate(["e3", "d2", "f4", "d4", "e4", "d3"], 1):
        click(page, point)
        assert told(house, ply) == point
    # Black has three in a row of d; so the game is over, and won.
    expect(page.locator("#status")).to_have_text("Black wins: three in a row.")


def test_a_vela_takes_one_stone_and_the_creditor_none(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=3, carries=True, pace=QUICK, variant="vela")
    page = open_page(house.url)
    expect(page.locator("#todo")).to_have_text("White must take one stone: d2, e2, f2 or d3 can.")
    clicked(page, "e2", "e3")
    assert told(house, 1) == "e2-e3A"
    expect(page.locator(".tray-stones .stone")).to_have_count(1)
    expect(page.locator("#todo")).to_have_text(
        "Black: move one stone along a line. It takes nothing, and must leave a capture."
    )
    clicked(page, "e5", "e4")
    assert told(house, 2) == "e5-e4"
    expect(page.locator(".tray-stones .stone")).to_have_count(1)


def test_dimy_has_its_edges(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=3, carries=True, pace=QUICK, variant="dimy")
    page = open_page(house.url)
    expect(page.locator("#todo")).to_contain_text("White must capture")
    clicked(page, "e2", "b3")
    expect(page.locator("#notice")).to_have_text("b3 is no point of this smaller board.")
    clicked(page, "e3")
    assert told(house, 1) == "e2-e3A"
