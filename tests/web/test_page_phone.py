"""The page on a phone, upright and on its side, by touch."""

from __future__ import annotations

import re

import pytest
from houses import PHONE, House
from playwright.sync_api import expect
from pointing import Opener, click, drag, expect_point, spot

pytestmark = pytest.mark.slow


def test_a_phone_held_upright(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=PHONE, has_touch=True, is_mobile=True)
    window = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert window == [390, 390], "nothing sticks out sideways"
    for part in (".board", "#status", "#turn", "#menu"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844, f"{part} is in sight without scrolling"
    finger = page.locator("#point-e3").bounding_box()
    assert finger is not None
    assert min(finger["width"], finger["height"]) >= 44, "a point is as large as a finger"

    page.touchscreen.tap(*spot(page, "e2"))
    expect_point(page, "e2", "empty, lifted")
    page.touchscreen.tap(*spot(page, "e3"))
    expect(page.locator("#status")).to_have_text("Take off the 2 lit stones.")
    page.touchscreen.tap(*spot(page, "e4"))
    expect(page.locator("#status")).to_have_text("Take off the lit stone.")
    page.touchscreen.tap(*spot(page, "e5"))
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")


@pytest.mark.parametrize("window", [PHONE, {"width": 844, "height": 390}])
def test_a_passing_message_covers_neither_button_on_a_phone(
    house: House, open_page: Opener, window: dict[str, int]
) -> None:
    page = open_page(house.url, viewport=window, has_touch=True, is_mobile=True)
    page.touchscreen.tap(*spot(page, "e2"))
    expect_point(page, "e2", "empty, lifted")
    page.touchscreen.tap(*spot(page, "b4"))
    notice = page.locator("#notice")
    expect(notice).to_have_text("There is a stone on b4 already.")
    expect(notice).to_be_visible()
    message = notice.bounding_box()
    assert message is not None
    assert message["x"] >= 0
    assert message["x"] + message["width"] <= window["width"]
    for part in ("#turn", "#menu", "#board"):
        box = page.locator(part).bounding_box()
        assert box is not None
        beside = box["x"] >= message["x"] + message["width"] or message["x"] >= box["x"] + box["width"]
        above = box["y"] >= message["y"] + message["height"]
        assert beside or above or (part == "#board" and window != PHONE), f"{part} is free"


def test_the_phone_s_board_stays_where_it_is_when_the_text_grows(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=PHONE)
    before = spot(page, "e3")
    expect(page.locator("#status")).to_have_text("White to move.")
    drag(page, "d3", "e3")
    expect(page.locator("#status")).to_contain_text("Approach or withdrawal?")
    assert spot(page, "e3") == before


def test_turning_the_phone_turns_the_board(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=PHONE)
    a1, i1 = spot(page, "a1"), spot(page, "i1")
    assert a1[1] < i1[1]
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".hands")).to_have_attribute("viewBox", re.compile(r"^-104 "))
    a1, i1, a5 = spot(page, "a1"), spot(page, "i1"), spot(page, "a5")
    assert a1[0] < i1[0]
    assert a5[1] < a1[1]
    click(page, "d3")
    expect_point(page, "d3", "empty, lifted")


@pytest.mark.parametrize(("point", "off"), [("a1", False), ("e3", True)])
def test_a_long_touch_takes_off_what_does_not_belong_there(
    house: House, open_page: Opener, point: str, off: bool
) -> None:
    page = open_page(house.url, viewport=PHONE, has_touch=True)
    if off:
        with house.fingers() as fingers:
            fingers.lift("a2")
            fingers.place("e3")
        expect_point(page, "e3", "white stone, does not belong here")
    page.clock.install()
    x, y = spot(page, point)
    touch = {"bubbles": True, "button": 0, "pointerType": "touch", "pointerId": 1, "clientX": x, "clientY": y}
    page.evaluate("Element.prototype.setPointerCapture = () => {}")  # it wants a real finger
    page.locator(".hands").dispatch_event("pointerdown", touch)
    expect(page.locator(".held use")).to_have_count(1)
    page.clock.run_for(1000)
    said = "Put into the tray." if off else "The stone of a1 belongs on the board."
    expect(page.locator("#notice")).to_have_text(said)
    expect(page.locator(".tray-stones .stone")).to_have_count(int(off))
    page.locator(".hands").dispatch_event("pointerup", touch)
    expect(page.locator(f"#point-{point}")).to_have_attribute("data-stone", "." if off else "W")
