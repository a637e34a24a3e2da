"""The page by keys, and its two buttons by all that can press them."""

from __future__ import annotations

import pytest
from houses import House
from playwright.sync_api import Page, expect
from pointing import GAME, Opener, click, expect_point

from lakabe.board import events


def test_a_move_by_keyboard_alone(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    for _ in ("how to play", "language", "turn the board", "light or dark", "the board"):
        page.keyboard.press("Tab")
    board = page.locator(".hands")
    expect(board).to_be_focused()
    expect(board).to_have_attribute("aria-activedescendant", "point-e3")
    page.keyboard.press("ArrowDown")
    expect(board).to_have_attribute("aria-activedescendant", "point-e2")
    page.keyboard.press("Enter")
    expect_point(page, "e2", "empty, lifted")
    page.keyboard.press("Escape")
    expect_point(page, "e2", "white stone, may move")
    page.keyboard.press(" ")
    expect_point(page, "e2", "empty, lifted")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Take off the 2 lit stones.")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect_point(page, "e4", "empty")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    expect(page.locator("#status")).to_have_text("Black to move.")


def walk(page: Page, target: str) -> None:
    """Move the cursor of the focused board to a point, by arrow keys."""
    cursor = (page.locator(".hands").get_attribute("aria-activedescendant") or "")[-2:]
    across, up = ord(target[0]) - ord(cursor[0]), int(target[1]) - int(cursor[1])
    for key, steps in (
        ("ArrowRight" if across > 0 else "ArrowLeft", across),
        ("ArrowUp" if up > 0 else "ArrowDown", up),
    ):
        for _ in range(abs(steps)):
            page.keyboard.press(key)


def test_enter_chooses_between_approach_and_withdrawal(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    page.locator(".hands").focus()
    walk(page, "d3")
    page.keyboard.press("Enter")
    expect_point(page, "d3", "empty, lifted")
    walk(page, "e3")
    page.keyboard.press("Enter")
    expect_point(page, "c3", "black stone, withdrawal takes this")
    walk(page, "c3")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .latest")).to_have_text("d3-e3W")
    expect(page.locator("#status")).to_have_text("Black to move.")
    expect(page.locator(".held use")).to_have_count(0)
    expect(page.locator(".tray-stones .stone")).to_have_count(1)


@pytest.mark.slow
def test_keys_take_from_the_tray_and_say_what_cannot_be(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    page.locator(".hands").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("e3 is empty.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    expect(page.locator(".tray-stones .stone")).to_have_count(1)
    page.keyboard.press("w")
    page.keyboard.press("b")
    expect(page.locator("#notice")).to_have_text("Put down the stone in your hand first.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("There is a stone on c3 already.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#point-d3")).to_have_attribute("data-stone", "W")


@pytest.mark.slow
def test_buttons_are_held_as_long_as_they_are_pressed(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    for name in ("turn", "menu"):
        box = page.locator(f"#{name}").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        house.tap.wait(lambda event, name=name: _button(event, name, True))
        expect(page.locator(f"#{name}")).to_have_attribute("data-down", "")
        assert not [event for event in house.tap.heard if _button(event, name, False)]
        page.mouse.up()
        house.tap.wait(lambda event, name=name: _button(event, name, False))
    since = len(house.tap.heard)
    page.keyboard.down("m")
    house.tap.wait(lambda event: _button(event, "menu", True), since)
    page.keyboard.up("m")
    house.tap.wait(lambda event: _button(event, "menu", False), since)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["click", "key", "Enter", "space", "element"])
def test_the_shortest_press_counts_once(house: House, open_page: Opener, way: str) -> None:
    page = open_page(house.url)
    button = page.locator("#turn")
    expect(button).to_be_enabled()
    since = len(house.tap.heard)
    for times in (1, 2):
        match way:
            case "click":
                page.click("#turn")
            case "key":
                page.keyboard.press("t")
            case "Enter":
                button.press("Enter")
            case "space":
                button.press(" ")
            case _:
                button.evaluate("element => element.click()")
        for down in (True, False):
            house.tap.wait(lambda event, down=down: _button(event, "turn", down), since)
        # What comes after them is heard after them.
        page.select_option("#level-B", str(times))
        house.tap.wait(lambda event, n=times: isinstance(event, events.State) and event.levels[1] == n)
        pressed = [event.down for event in house.tap.heard if isinstance(event, events.Button)]
        assert pressed == [True, False] * times
        since = len(house.tap.heard)


def test_buttons_and_choices_say_what_they_are(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    for name, begins in {"turn": "Ends a move", "menu": "Shows the best move"}.items():
        assert (page.locator(f"#{name}").get_attribute("title") or "").startswith(begins)
    for side in "WB":
        texts = page.locator(f"#level-{side} option").all_inner_texts()
        # Each makes sense without those before it, and none is cut off.
        assert len(set(texts)) == 5 and not any("too" in text or len(text) > 16 for text in texts)


def test_a_click_on_turn_ends_a_move_that_may_go_on(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        for text in GAME[:2]:
            fingers.play(text)
    click(page, "e1")
    expect_point(page, "e1", "empty, lifted")
    click(page, "d2")
    expect(page.locator("#status")).to_have_text("Take off the 3 lit stones.")
    for taken in ("c3", "b4", "a5"):
        click(page, taken)
    expect(page.locator("#status")).to_have_text("White may go on, or end the move with turn.")
    page.click("#turn")
    expect(page.locator("#status")).to_have_text("Black to move.")


def _button(event: events.Event, name: str, down: bool) -> bool:
    return isinstance(event, events.Button) and (event.name, event.down) == (name, down)
