"""The page in windows of all sizes: nothing is cut off, and what is asked for is in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clicking import Clicker
from houses import DESKTOP, PHONE, House
from playwright.sync_api import Locator, Page, expect
from pointing import GAME, Opener, begin, click, expect_point

from lakabe.archive import Archive
from lakabe.matches.begin import begin as begin_match

pytestmark = pytest.mark.slow

LOW = {"width": 1280, "height": 720}
ZOOMED = {"width": 640, "height": 360}  # the same at 200 %
ON_ITS_SIDE = {"width": 844, "height": 390}
LARGE = {"width": 3840, "height": 2160}


SMALL = {"width": 360, "height": 640}
LOCALES = ("en-GB", "fr-FR", "mg-MG")

OUTSIDE = """() => [...document.querySelectorAll("header *, button, a.button, .player")].filter((one) => {
  const bounds = one.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(one);
  const text = range.getBoundingClientRect();
  const edge = document.documentElement.clientWidth;
  return bounds.width && (text.right > bounds.right + 1 || bounds.right > edge);
}).map((one) => one.textContent.trim() || one.id)"""
"""The labels that are wider than what they stand on, and what leaves the window."""


@pytest.fixture
def house(serve: Callable[..., House]) -> House:
    return serve(level=3, carries=True, hints=True)


def box(found: Locator) -> dict[str, float]:
    bounds = found.bounding_box()
    assert bounds is not None
    return {**bounds, "right": bounds["x"] + bounds["width"], "bottom": bounds["y"] + bounds["height"]}


def ask_for_hint(page: Page) -> None:
    expect(page.locator("#ask-hint")).to_be_enabled()
    page.click("#ask-hint")
    expect(page.locator("#hint")).to_be_visible()


def test_a_hint_has_room_in_a_low_window(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=LOW)
    ask_for_hint(page)
    assert box(page.locator("#hint"))["height"] >= 150
    for part in ("#new", "#analysis"):
        assert box(page.locator(part))["bottom"] <= LOW["height"]


def test_a_hint_hides_no_last_move(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=LOW)
    hands = Clicker(page)
    for text in GAME[:4]:
        hands.play(text)
    ask_for_hint(page)
    expect(page.locator("#moves .latest")).to_be_in_viewport(ratio=0.9)


def test_a_hint_is_in_sight_beside_a_small_board(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=ZOOMED)
    ask_for_hint(page)
    expect(page.locator("#hint h2")).to_be_in_viewport(ratio=1)


def test_a_lesson_has_room_in_a_low_window(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=LOW)
    page.click("#lessons")
    page.locator("#lesson li button").nth(12).click()
    expect(page.locator("#restore")).to_be_visible()
    leave = page.locator("#lesson").get_by_role("button", name="Back to the game")
    expect(leave).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("window", [ZOOMED, ON_ITS_SIDE])
def test_nothing_is_cut_in_a_small_wide_window(
    house: House, open_page: Opener, window: dict[str, int]
) -> None:
    page = open_page(house.url, viewport=window)
    for part in ("#undo", "#turn", "#menu", "#board", "#theme", "#howto"):
        bounds = box(page.locator(part))
        assert bounds["right"] <= window["width"], part
        assert bounds["bottom"] <= window["height"], part
    assert box(page.locator("#status"))["y"] >= box(page.locator("#howto"))["bottom"]


@pytest.mark.parametrize("window", [SMALL, ZOOMED, LOW])
def test_labels_have_room_in_each_language(house: House, open_page: Opener, window: dict[str, int]) -> None:
    for locale in LOCALES:
        page = open_page(house.url, viewport=window, locale=locale)
        expect(page.locator("#player-W")).to_have_attribute("data-turn", "")
        assert page.evaluate(OUTSIDE) == [], locale
        page.locator("#export").evaluate(
            "one => Object.assign(one.style, { width: '20px', whiteSpace: 'nowrap' })"
        )
        assert page.evaluate(OUTSIDE) == [page.locator("#export").inner_text()], (
            "a label without room is found"
        )


@pytest.mark.parametrize("locale", LOCALES)
def test_all_buttons_are_in_sight_during_a_match(
    serve: Callable[..., House], archive_file: str, open_page: Opener, locale: str
) -> None:
    """Where the standing has two lines, and *Resume* is there, too."""
    with Archive(archive_file) as archive:
        house = serve(match=begin_match(archive, "championship", "Rasoa,Rakoto"), carries=True, hints=True)
    page = open_page(house.url, viewport=DESKTOP, locale=locale)
    expect(page.locator("#match")).to_be_visible()
    page.locator("#resume").evaluate("one => one.hidden = false")
    assert box(page.locator("#analysis"))["bottom"] <= DESKTOP["height"]
    assert box(page.locator("#moves"))["height"] >= 30


def test_letters_grow_with_a_very_large_window(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=LARGE)
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#moves')).fontSize)")
    assert size >= 24
    assert page.evaluate("document.documentElement.scrollHeight") <= LARGE["height"]


def test_what_is_pressed_far_below_acts_in_sight(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=PHONE)
    ask_for_hint(page)
    expect(page.locator("#point-i1")).to_be_in_viewport(ratio=1)
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    page.locator("#new").scroll_into_view_if_needed()
    begin(page)
    expect(page.locator("#point-i1")).to_be_in_viewport(ratio=1)


def test_letters_tell_what_colours_tell(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    click(page, "d3")
    expect_point(page, "d3", "empty, lifted")
    for point, sign in [("e3", "A W"), ("f3", "A"), ("c3", "W")]:
        expect(page.locator(f"[data-sign={point}]")).to_have_text(sign)
    page.uncheck("#letters")
    expect(page.locator("[data-sign=e3]")).to_be_hidden()
    page.reload()
    expect(page.locator("#letters")).not_to_be_checked()


def test_escape_anywhere_puts_the_stone_back(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    click(page, "d3")
    expect_point(page, "d3", "empty, lifted")
    page.locator("#letters").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#point-d3")).to_have_attribute("data-stone", "W")


def test_without_colours_and_motion_whose_turn_it_is_stays_clear(house: House, open_page: Opener) -> None:
    page = open_page(house.url, forced_colors="active", reduced_motion="reduce")
    expect(page.locator("#player-W")).to_have_attribute("data-turn", "")
    widths = [
        page.evaluate(f"parseFloat(getComputedStyle(document.querySelector('#player-{side}')).borderWidth)")
        for side in "WB"
    ]
    assert widths[0] > widths[1]
    page.locator("#turn").evaluate("one => one.toggleAttribute('data-call', true)")
    assert page.locator("#turn").evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
