"""The page in a real browser, with the real firmware, recorder and archive behind it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from houses import House
from playwright.sync_api import Browser, expect
from pointing import GAME, Opener, click, drag, expect_point, moves, spot

from lakabe import cli
from lakabe.board import events
from lakabe.games import pgn

OFF = re.compile(r"^0(\.0+)?$")


def test_two_people_play_a_whole_game(
    house: House, open_page: Opener, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page(house.url)
    expect(page.locator("#status")).to_have_text("White to move.")
    expect_point(page, "d3", "white stone, may move")

    # White's first move, dragged; the choice is made by the stone that is taken off.
    drag(page, "d3", "e3")
    expect(page.locator("#status")).to_contain_text("Approach or withdrawal?")
    expect_point(page, "f3", "black stone, approach takes this")
    click(page, "f3")
    expect(page.locator(".tray-stones .stone")).to_have_count(1)
    expect(page.locator(".held use")).to_have_count(0)
    expect(page.locator("#status")).to_have_text("Black to move.")
    expect(page.locator("#spoken")).to_have_text("White: d3 to e3.")
    expect(page.locator("#player-W .count")).to_have_text("has taken 1")
    expect(page.locator("#player-B")).to_have_attribute("data-turn", "")

    # Black's, clicked; a click takes off a stone that the board wants off.
    other = open_page(house.url)
    click(page, "d4")
    expect_point(page, "d4", "empty, lifted")
    click(page, "d3")
    expect(page.locator("#status")).to_have_text("Take off the 2 lit stones.")
    expect_point(page, "d2", "white stone, take this stone off")
    click(page, "d2")
    expect(page.locator("#status")).to_have_text("Take off the lit stone.")
    click(page, "d1")
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(page.locator("#spoken")).to_have_text("Black: d4 to d3, takes 2.")

    # The second page has seen it all; a page that is loaded again knows it all.
    expect(other.locator("#moves")).to_have_text(re.compile("d3-e3A.*d4-d3A", re.DOTALL))
    page.reload()
    expect(page.locator("#moves .latest")).to_have_text("d4-d3A")

    # The rest by quick hands.
    with house.fingers(GAME[:2]) as fingers:
        for text in GAME[2:]:
            assert fingers.play(text).move == text
    for each in (page, other):
        expect(each.locator("#status")).to_have_text("White wins: Black has no stone left.")
        assert moves(each) == GAME
        expect(each.locator("#result")).to_have_text(re.compile("1-0"))
        expect(each.locator("#player-W .count")).to_have_text("has taken 22")
        expect(each.locator("#end")).to_be_disabled()

    # What was recorded is what was played.
    with page.expect_download() as download:
        page.click("#export")
    assert download.value.suggested_filename == "lakabe-1.pgn"
    download.value.save_as(tmp_path / "game.pgn")
    score = pgn.parse_scores((tmp_path / "game.pgn").read_text())[0]
    assert list(score.moves) == GAME
    assert score.result == "1-0"
    assert cli.run(["games", "list", "--archive", house.archive]) == 0
    assert re.search(r"\b1\b.*\b5\b.*1-0", capsys.readouterr().out)


def test_a_captured_stone_in_the_hand_is_not_forgotten(
    serve: Callable[..., House], open_page: Opener
) -> None:
    page = open_page(serve(level=0).url)  # no light tells that it is captured: a click lifts it
    drag(page, "d3", "e3", lights=False)
    status = page.locator("#status")
    click(page, "f3")
    expect(page.locator("#moves .latest")).to_have_text("d3-e3A")
    expect(status).to_have_text("Black to move. Put the black stone in your hand into the tray.")
    page.reload()
    expect(page.locator(".tray-stones .stone")).to_have_count(1)
    expect(status).to_have_text("Black to move.")


def test_two_pages_have_a_hand_each(house: House, open_page: Opener, browser: Browser) -> None:
    one, two = open_page(house.url), open_page(house.url)
    click(one, "a1")
    expect(one.locator(".held use")).to_have_count(1)
    expect(two.locator("#point-a1")).to_have_attribute("data-stone", ".")
    expect(two.locator(".others .stone")).to_have_count(1)
    expect(two.locator(".held use")).to_have_count(0)
    click(two, "i1")
    expect(one.locator(".others .stone")).to_have_count(1)
    one.close()
    expect(two.locator("#point-a1")).to_have_attribute("data-stone", "W")
    expect(two.locator(".others .stone")).to_have_count(0)
    expect(two.locator(".held use")).to_have_count(1)


def test_a_stone_dropped_anywhere_else_goes_back(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    drag(page, "d3", "f3")
    expect(page.locator("#notice")).to_have_text("There is a stone on f3 already.")
    expect(page.locator("#point-d3")).to_have_attribute("data-stone", "W")
    page.mouse.move(*spot(page, "d3"))
    page.mouse.down()
    expect_point(page, "d3", "empty, lifted")
    page.mouse.move(1200, 400)
    page.mouse.up()
    expect_point(page, "d3", "white stone, may move")
    expect(page.locator("#status")).to_have_text("White to move.")


def test_a_wrong_stone_is_asked_about_until_it_is_right(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    page.mouse.dblclick(*spot(page, "a1"))
    expect(page.locator("#notice")).to_have_text("The stone of a1 belongs on the board.")
    expect_point(page, "a1", "white stone")
    click(page, "a1")
    page.keyboard.press("Delete")
    expect(page.locator("#status")).to_have_text(re.compile("put a stone on a1"))
    expect(page.locator("#status")).to_have_attribute("data-tone", "ask")
    expect_point(page, "a1", "empty, a stone is missing")
    expect(page.locator("#legend")).to_contain_text("a stone belongs here")
    tray = page.locator(".tray-stones .stone").bounding_box()
    assert tray is not None
    page.mouse.move(tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] / 2)
    page.mouse.down()
    page.mouse.move(*spot(page, "a1"), steps=3)
    page.mouse.up()
    expect(page.locator("#status")).to_have_text("White to move.")


def test_only_a_double_click_that_lifts_a_stone_takes_it_off(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    click(page, "d3")
    expect(page.locator(".held use")).to_have_count(1)
    page.mouse.dblclick(*spot(page, "e3"))  # put down, and lifted again
    expect(page.locator("#point-e3")).to_have_attribute("data-stone", ".")
    expect(page.locator(".held use")).to_have_count(1)
    expect(page.locator(".tray-stones .stone")).to_have_count(0)


def test_the_lights_shine_from_the_pixels(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    lamp = page.locator(".glow i").nth(21)  # d3
    expect(lamp).not_to_have_css("opacity", OFF)
    dark = page.locator(".glow i").nth(0)  # a1
    expect(dark).to_have_css("opacity", OFF)
    expect(page.locator("#legend li")).to_have_text(["may move"])
    page.select_option("#level-W", "0")
    expect(lamp).to_have_css("opacity", OFF)
    expect(page.locator("#legend li")).to_have_count(0)
    level = house.tap.wait(lambda event: isinstance(event, events.State) and event.levels == (0, 4))
    assert level
    expect(page.locator("#level-B")).to_have_value("4")


def test_light_and_dark_last(house: House, open_page: Opener) -> None:
    page = open_page(house.url, color_scheme="dark")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.click("#theme")
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")


def test_lights_that_blink_paint_nothing_anew(house: House, open_page: Opener) -> None:
    """Only their opacity changes, which a browser mixes without painting, and what is dark is left out."""
    page = open_page(house.url)
    drag(page, "e2", "e3")
    expect(page.locator("#status")).to_have_text("Take off the 2 lit stones.")
    page.evaluate(
        """() => {
            const names = ["opacity", "visibility", "color", "left", "width"];
            const now = (lamp) => names.map((one) => lamp.style[one]);
            const lamps = [...document.querySelectorAll(".glow i")];
            const before = new Map(lamps.map((lamp) => [lamp, now(lamp)]));
            window.ran = [];
            new MutationObserver((changes) => {
                for (const { target } of changes) {
                    const after = now(target);
                    const was = before.get(target);
                    window.ran.push(after.map((value, i) => (value === was[i] ? "" : i)).join(""));
                    before.set(target, after);
                }
            }).observe(document.querySelector(".glow"), { attributes: true, subtree: true });
        }"""
    )
    # The first ones may still belong to the lights that came with the move.
    page.wait_for_function("() => window.ran.length >= 16 && !window.ran.slice(-8).includes('012')")
    page.evaluate("window.ran = []")
    page.wait_for_function("() => window.ran.length >= 16")
    assert set(page.evaluate("window.ran")) <= {"01", ""}, "opacity and visibility"
    assert page.locator(".glow i").nth(31).evaluate("one => getComputedStyle(one).willChange") == "opacity"
    assert page.locator(".glow circle").count() == 0
