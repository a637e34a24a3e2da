"""Games begun, ended and taken up again on the page; servers and boards that come and go behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from houses import House
from playwright.sync_api import expect
from pointing import GAME, Opener, begin, click, drag, expect_point, moves

from lakabe.virtual.board import VirtualBoard


def test_a_new_game_puts_the_stones_back(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        fingers.play(GAME[0])
    expect(page.locator("#moves .latest")).to_have_text(GAME[0])
    page.click("#new")
    page.click("#new-game button[value='']")
    expect(page.locator("#moves .latest")).to_have_text(GAME[0])
    begin(page)
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect(page.locator("#status")).to_have_text("White to move.")
    expect_point(page, "d3", "white stone, may move")
    expect(page.locator(".tray-stones .stone")).to_have_count(0)
    with house.fingers() as fingers:
        fingers.play("e2-e3A")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")


@pytest.mark.slow
def test_a_game_that_was_given_up_goes_on(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        fingers.play("d3-e3A")
    expect(page.locator("#moves .latest")).to_have_text("d3-e3A")
    expect(page.locator("#resume")).to_be_hidden()
    begin(page)
    expect(page.locator("#moves")).to_have_text("No move yet.")
    page.click("#resume")
    expect(page.locator("#moves .latest")).to_have_text("d3-e3A")
    expect(page.locator("#status")).to_have_text("Black to move.")
    expect(page.locator("#resume")).to_be_hidden()
    expect_point(page, "f3", "empty")


@pytest.mark.slow
def test_a_mirrored_game_has_its_stones_and_tells_their_colours(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    expect_point(page, "d3", "white stone, may move")
    begin(page, "mirrored")
    expect_point(page, "d3", "black stone, a black stone belongs here")
    with house.fingers() as fingers:
        fingers.play("d2-e3A")
    expect(page.locator("#moves .latest")).to_have_text("d2-e3A")


@pytest.mark.slow
def test_menu_held_down_and_turn_begin_a_new_game(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        fingers.play(GAME[0])
    expect(page.locator("#moves .latest")).to_have_text(GAME[0])
    page.keyboard.down("m")
    expect(page.locator("#status")).to_contain_text("A new game? Press turn.")
    page.keyboard.up("m")
    expect(page.locator("#moves .latest")).to_have_text(GAME[0])
    page.keyboard.press("t")
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect(page.locator(".tray-stones .stone")).to_have_count(0)
    expect(page.locator("#status")).to_have_text("White to move.")


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("1/2-1/2", "A draw: the players agreed."),
        ("1-0", "White wins: Black resigned."),
        ("0-1", "Black wins: White resigned."),
    ],
)
@pytest.mark.slow
def test_the_players_end_a_game(house: House, open_page: Opener, result: str, said: str) -> None:
    page = open_page(house.url)
    with house.fingers() as fingers:
        fingers.play(GAME[0])
    page.click("#end")
    page.click(f"#ask-end button[value='{result}']")
    expect(page.locator("#status")).to_have_text(said)
    expect(page.locator("#result")).to_contain_text(result)


@pytest.mark.slow
def test_a_game_goes_on_after_everything_was_ended(serve: Callable[..., House], open_page: Opener) -> None:
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


@pytest.mark.slow
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
    expect(page.locator(".glow i[data-role='m']")).to_have_count(4)
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
