"""The page in a real browser, with the real firmware, recorder and archive behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import PHONE, House
from lakabe import cli, events, pgn
from lakabe.virtual.board import VirtualBoard

GAME = [
    "d3-e3A",
    "d4-d3A",
    "e1-d2A-d1W",
    "c4-c3A-d3W-d2A-c2W",
    "e3-d4A-c4W-c3A-b3A-b4A",
    "a4-a3A",
    "b4-c5W-b5W",
    "h3-h2A",
    "g3-f4W",
]
"""A whole game: after White's fifth move Black has no stone left."""

OFF = re.compile(r"^0(\.0+)?$")

Opener = Callable[..., Page]


def spot(page: Page, point: str) -> tuple[float, float]:
    """The middle of a point, in the window."""
    box = page.locator(f"#point-{point}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_point(page: Page, point: str, label: str) -> None:
    """What a point's name says: ``d3, white stone, may move``."""
    expect(page.locator(f"#point-{point}")).to_have_attribute("aria-label", f"{point}, {label}")


def drag(page: Page, origin: str, target: str, lights: bool = True) -> None:
    page.mouse.move(*spot(page, origin))
    page.mouse.down()
    expect_point(page, origin, "empty, lifted" if lights else "empty")
    page.mouse.move(*spot(page, target), steps=4)
    page.mouse.up()


def click(page: Page, point: str) -> None:
    page.mouse.click(*spot(page, point))


def moves(page: Page) -> list[str]:
    return [text for text in page.locator("#moves li > span:not(.number)").all_inner_texts() if text]


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
    assert re.search(r"\b1\b.*\b9\b.*1-0", capsys.readouterr().out)


def test_a_move_by_keyboard_alone(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    page.keyboard.press("Tab")
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
    expect(page.locator("#status")).to_have_text(re.compile("put a stone on a1"))
    expect(page.locator("#status")).to_have_attribute("data-tone", "ask")
    expect_point(page, "a1", "empty, a stone is missing")
    expect(page.locator("#legend")).to_contain_text("a stone is missing")
    tray = page.locator(".tray-stones .stone").bounding_box()
    assert tray is not None
    page.mouse.move(tray["x"] + tray["width"] / 2, tray["y"] + tray["height"] / 2)
    page.mouse.down()
    page.mouse.move(*spot(page, "a1"), steps=3)
    page.mouse.up()
    expect(page.locator("#status")).to_have_text("White to move.")


def test_a_long_touch_takes_a_stone_off(house: House, open_page: Opener) -> None:
    page = open_page(house.url, viewport=PHONE, has_touch=True)
    page.clock.install()
    x, y = spot(page, "a1")
    touch = {"bubbles": True, "button": 0, "pointerType": "touch", "pointerId": 1, "clientX": x, "clientY": y}
    page.evaluate("Element.prototype.setPointerCapture = () => {}")  # it wants a real finger
    page.locator(".hands").dispatch_event("pointerdown", touch)
    expect(page.locator(".held use")).to_have_count(1)
    page.clock.run_for(1000)
    expect(page.locator("#notice")).to_have_text("Put into the tray.")
    expect(page.locator(".tray-stones .stone")).to_have_count(1)
    page.locator(".hands").dispatch_event("pointerup", touch)
    expect(page.locator("#point-a1")).to_have_attribute("data-stone", ".")


def test_the_lights_shine_from_the_pixels(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    lamp = page.locator(".glow circle").nth(21)  # d3
    expect(lamp).not_to_have_attribute("opacity", OFF)
    dark = page.locator(".glow circle").nth(0)  # a1
    expect(dark).to_have_attribute("opacity", OFF)
    expect(page.locator("#legend li")).to_have_text(["may move"])
    page.select_option("#level", "0")
    expect(lamp).to_have_attribute("opacity", OFF)
    expect(page.locator("#legend li")).to_have_count(0)
    level = house.tap.wait(lambda event: isinstance(event, events.Setting) and event.value == 0)
    assert level


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
        page.select_option("#level", str(times))
        house.tap.wait(lambda event, n=times: isinstance(event, events.Setting) and event.value == n)
        pressed = [event.down for event in house.tap.heard if isinstance(event, events.Button)]
        assert pressed == [True, False] * times
        since = len(house.tap.heard)


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


def test_a_new_game_puts_the_stones_back(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        fingers.play(GAME[0])
    expect(page.locator("#moves .latest")).to_have_text(GAME[0])
    page.click("#new")
    page.click("#ask-new button[value='']")
    expect(page.locator("#moves .latest")).to_have_text(GAME[0])
    page.click("#new")
    page.click("#ask-new button[value='new']")
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect(page.locator("#status")).to_have_text("White to move.")
    expect_point(page, "d3", "white stone, may move")
    expect(page.locator(".tray-stones .stone")).to_have_count(0)
    with house.fingers() as fingers:
        fingers.play("e2-e3A")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")


def test_a_mirrored_game_has_its_stones_and_tells_their_colours(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    expect_point(page, "d3", "white stone, may move")
    page.click("#mirrored")
    expect_point(page, "d3", "black stone, a black stone belongs here")
    with house.fingers() as fingers:
        fingers.play("d2-e3A")
    expect(page.locator("#moves .latest")).to_have_text("d2-e3A")


def test_menu_held_down_begins_a_new_game(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        fingers.play(GAME[0])
    expect(page.locator("#moves .latest")).to_have_text(GAME[0])
    page.keyboard.down("m")
    expect(page.locator("#moves")).to_have_text("No move yet.")
    page.keyboard.up("m")
    expect(page.locator(".tray-stones .stone")).to_have_count(0)
    expect(page.locator("#status")).to_have_text("White to move.")


def test_the_players_agree_on_a_draw(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        fingers.play(GAME[0])
    page.click("#end")
    page.click("#ask-end button[value='1/2-1/2']")
    expect(page.locator("#status")).to_have_text("A draw: the players agreed.")
    expect(page.locator("#result")).to_contain_text("1/2-1/2")


def test_light_and_dark_last(house: House, open_page: Opener) -> None:
    page = open_page(house.url, color_scheme="dark")
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.click("#theme")
    expect(root).to_have_attribute("data-theme", "light")
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")


def test_a_game_goes_on_after_everything_was_ended(
    serve: Callable[..., House], open_page: Opener, tmp_path: Path
) -> None:
    first = serve(level=4)
    with first.fingers() as fingers:
        for text in GAME[:2]:
            fingers.play(text)
    first.end()
    second = serve(level=4)
    assert second.play.resumed is not None
    page = open_page(second.url, forgiven="WebSocket connection")
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(page.locator("#moves .latest")).to_have_text(GAME[1])
    assert moves(page) == GAME[:2]
    with second.fingers(GAME[:2]) as fingers:
        fingers.play(GAME[2])
    expect(page.locator("#moves .latest")).to_have_text(GAME[2])
    second.end()
    third = serve(level=4, fresh=True)
    page = open_page(third.url)
    expect(page.locator("#moves")).to_have_text("No move yet.")


@pytest.fixture
def board() -> Iterator[VirtualBoard]:
    """A board that the page has not started itself; the stones of row 3 are missing."""
    with VirtualBoard(closed=[f"{column}{row}" for column in "abcdefghi" for row in "1245"]) as made:
        yield made


def test_the_page_finds_the_server_again(serve: Callable[..., House], open_page: Opener) -> None:
    first = serve(level=4)
    page = open_page(first.url, forgiven="WebSocket connection")
    click(page, "a1")
    expect(page.locator(".held use")).to_have_count(1)
    first.end()
    expect(page.locator("#status")).to_have_text("The connection to lakabe is lost. Trying again…")
    serve(level=4, http_port=int(first.url.rstrip("/").rpartition(":")[2]))
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(page.locator(".held use")).to_have_count(0)
    drag(page, "d3", "e3")
    expect(page.locator("#status")).to_contain_text("Approach or withdrawal?")


def test_a_real_board_is_shown_without_hands(
    board: VirtualBoard, serve: Callable[..., House], open_page: Opener
) -> None:
    house = serve(port=board.url, level=4)
    page = open_page(house.url)
    expect(page.locator("#status")).to_have_text("Place the stones: 8 stones missing.")
    for point in ("a3", "b3", "c3", "d3", "f3", "g3", "h3", "i3"):
        board.contact(point, True)
    expect(page.locator("#status")).to_have_text("White to move.")
    expect_point(page, "d3", "white stone, may move")
    expect(page.locator(".glow circle[data-role='m']")).to_have_count(4)
    expect(page.locator("#turn")).to_be_disabled()
    click(page, "d3")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("The stones are on the real board.")
    board.contact("d3", False)
    expect_point(page, "d3", "empty, lifted")
    board.contact("e3", True)
    expect(page.locator("#point-e3")).to_have_attribute("data-stone", re.compile("[W?]"))
    board.contact("f3", False)
    expect(page.locator("#moves .latest")).to_have_text("d3-e3A")
    expect(page.locator("#point-e3")).to_have_attribute("data-stone", "W")
