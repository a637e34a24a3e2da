"""Clocks on the page: chosen, shown, run out. Time is what the tests say, but on the faces in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from houses import House
from playwright.sync_api import expect
from pointing import Opener, begin

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.games.clock import Control


@pytest.fixture
def house(serve: Callable[..., House]) -> House:
    return serve(level=3)


def test_clocks_are_chosen_and_a_game_is_lost_by_them(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    timing = house.play.timing
    now = [50.0]
    timing._now = lambda: now[0]
    faces = [page.locator(f"#player-{side} .clock") for side in "WB"]
    expect(faces[0]).to_be_hidden()
    page.click("#new")
    expect(page.locator("#new-minutes")).to_be_hidden()
    page.select_option("#new-clock", "fischer")
    page.fill("#new-minutes", "1.5")
    page.fill("#new-seconds", "2")
    begin(page)
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.game.endswith("-2"))
    for face in faces:
        expect(face).to_have_text("1:30")
    with house.fingers() as fingers:
        fingers.play("d3-e3A")
        expect(faces[1]).to_have_attribute("data-running", "")
        expect(faces[1]).to_have_text(re.compile("1:(2.|30)"))
        now[0] += 30
        fingers.play("d4-d3A")
    expect(faces[1]).to_have_text("1:02")
    expect(faces[0]).to_have_attribute("data-running", "")
    now[0] += 90
    timing.see(events.Tick(0, 0))
    timing._look()
    expect(page.locator("#status")).to_have_text("Black wins: the time of White is up.")
    expect(faces[0]).to_have_text("0:00.0")
    expect(faces[0]).to_have_attribute("data-low", "")
    expect(page.locator("#result")).to_have_text("0-1")
    with Archive(house.archive) as archive:
        game = archive.games()[-1]
    assert (game.reason, [move.left for move in game.moves]) == ("time", [90_000, 62_000])
    assert game.tags["TimeControl"] == "90+2"

    # The dialog offers the same again.
    page.click("#new")
    expect(page.locator("#new-minutes")).to_have_value("1.5")
    page.select_option("#new-clock", "none")
    begin(page)
    expect(faces[0]).to_be_hidden()


def test_the_clocks_of_the_command_line_are_shown(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(clocks=Control(7200))
    page = open_page(house.url)
    expect(page.locator("#player-B .clock")).to_have_text("2:00:00")
