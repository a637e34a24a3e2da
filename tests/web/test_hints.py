"""Hints with everything real: the virtual board, its lights, the recorder, our engine, and the page."""

from __future__ import annotations

from collections.abc import Callable

from fingers import Fingers
from houses import PHONE, House
from playwright.sync_api import Page, expect

from fanorona.rules import notation, rules
from lakabe.board import events
from lakabe.web.table import READING

GAME = "d3-e3A"


def press_menu(hands: Fingers, house: House) -> None:
    for down in (True, False):
        since = len(house.tap.heard)
        hands.do("button", name="menu", down=down)
        house.tap.wait(
            lambda event, now=down: isinstance(event, events.Button) and event.down == now, since
        )  # fmt: skip


def lit(letters: str, role: str) -> set[str]:
    return {point for point, letter in zip(READING, letters, strict=True) if letter == role}


def hint_light(event: events.Event) -> bool:
    return isinstance(event, events.Lights) and "h" in event.letters


def corners(event: events.Event) -> bool:
    return isinstance(event, events.Lights) and event.letters[READING.index("a1")] == "c"


def begun(house: House, since: int = 0) -> None:
    house.tap.wait(lambda event: isinstance(event, events.Synced), since)


def test_menu_lights_a_legal_move_and_its_captures(serve: Callable[..., House]) -> None:
    house = serve(level=1, hints=True)
    begun(house)
    with house.fingers() as hands:
        hands.play(GAME)
        press_menu(hands, house)
        event = house.tap.wait(hint_light)
        assert isinstance(event, events.Lights)
        start, way, taken = (lit(event.letters, role) for role in "hjg")
        matching = []
        for text in _legal(hands.position):
            points = [notation.point_name(p) for p, _, _ in notation.parse_steps(text)]
            ends = [notation.point_name(q) for _, q, _ in notation.parse_steps(text)]
            if points[0] in start and set(ends) == way and _captures(hands.position, text) == taken:
                matching.append(text)
        assert matching, f"the lights show no legal move: {event.letters}"
        # What is played ends the hint.
        since = len(house.tap.heard)
        hands.play(matching[0])
        dark = house.tap.wait(
            lambda event: isinstance(event, events.Lights) and "h" not in event.letters, since
        )
        assert isinstance(dark, events.Lights)


def test_pressed_again_the_hint_goes(serve: Callable[..., House]) -> None:
    house = serve(level=1, hints=True)
    begun(house)
    with house.fingers() as hands:
        press_menu(hands, house)
        house.tap.wait(hint_light)
        since = len(house.tap.heard)
        press_menu(hands, house)
        house.tap.wait(lambda event: isinstance(event, events.Lights) and "h" not in event.letters, since)


def test_the_page_says_what_the_hint_is_worth_and_why(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = serve(level=3, hints=True)
    begun(house)
    page = open_page(house.url)
    expect(page.locator("#hint")).to_be_hidden()
    page.click("#ask-hint")
    panel = page.locator("#hint")
    expect(panel).to_be_visible()
    expect(panel.locator("h2 b")).to_contain_text("-e3")
    expect(panel.locator(".reasons")).to_contain_text("Takes ")
    expect(panel.get_by_text("an estimate").first).to_be_hidden()
    panel.locator("> .figures summary").click()
    expect(panel.get_by_text("an estimate").first).to_be_visible()
    others = panel.locator("> details:not(.figures)")
    expect(others).to_have_count(2)
    others.first.locator("summary").first.click()
    expect(others.first.locator("> .words")).to_contain_text("Takes ")
    expect(page.locator("[data-means=h]")).to_have_count(1)
    expect(page.locator("#board .arrows .way")).not_to_have_count(0)
    page.click("#ask-hint")
    expect(panel).to_be_hidden()
    expect(page.locator("#board .arrows .way")).to_have_count(0)
    expect(page.locator("[data-means=h]")).to_have_count(0)


def test_told_everything_again_the_page_still_has_the_hint(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = serve(level=3, hints=True)
    begun(house)
    page = open_page(house.url)
    page.click("#ask-hint")
    house.tap.wait(hint_light)
    since = len(house.tap.heard)
    house.play._recorder.send("snapshot")
    begun(house, since)
    expect(page.locator("#hint")).to_be_visible()
    page.click("#ask-hint")
    expect(page.locator("#hint")).to_be_hidden()  # and no other one has come in its place
    expect(page.locator("[data-means=h]")).to_have_count(0)


def test_on_a_phone_the_hint_is_below_the_board_and_nothing_overflows(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = serve(level=3, hints=True)
    begun(house)
    page = open_page(house.url, viewport=PHONE)
    page.click("#ask-hint")
    panel = page.locator("#hint")
    expect(panel).to_be_visible()
    box, board = panel.bounding_box(), page.locator("#board").bounding_box()
    assert box is not None and board is not None
    assert box["y"] >= board["y"] + board["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_hints_taken_of_a_game_count_after_a_restart(serve: Callable[..., House]) -> None:
    house = serve(level=1, hints=True, allowed=1)
    begun(house)
    with house.fingers() as hands:
        hands.play(GAME)
        press_menu(hands, house)
        house.tap.wait(hint_light)
    house.end()
    house = serve(level=1, hints=True, allowed=1)
    resumed = house.tap.wait(lambda event: isinstance(event, events.Move))
    begun(house, since=house.tap.heard.index(resumed))
    with house.fingers([GAME]) as hands:
        (answer, *_) = _legal(hands.position)
        hands.play(answer)
        (reply, *_) = _legal(hands.position)
        hands.play(reply)
        press_menu(hands, house)
        house.tap.wait(corners)


def test_where_nobody_gives_hints_the_page_offers_none(house: House, open_page: Callable[..., Page]) -> None:
    page = open_page(house.url)
    page.wait_for_selector("#player-W[data-turn]")
    expect(page.locator("#ask-hint")).to_be_disabled()


def _legal(position: rules.Position) -> list[str]:
    from tools.moves import list_moves

    return [move["move"] for move in list_moves(notation.format_position(position))["moves"]]


def _captures(position: rules.Position, text: str) -> set[str]:
    from tools.moves import list_moves

    moves = list_moves(notation.format_position(position))["moves"]
    return next(set(move["captures"]) for move in moves if move["move"] == text)
