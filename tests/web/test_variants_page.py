"""The other games (V, S) on the page: chosen, drawn, set up, played by hand, told of in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from houses import House
from playwright.sync_api import Page, expect
from pointing import begin, click

from fanorona.rules import notation
from lakabe import cli
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.games import variants
from short_games import short_game

pytestmark = pytest.mark.slow

OPEN = Callable[..., Page]


def begun(house: House, word: str, since: int = 0) -> None:
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.variant == word, since)


def moved(house: House, ply: int) -> None:
    house.tap.wait(lambda event: isinstance(event, events.Move) and event.ply == ply)


def kept(house: House) -> tuple[str, list[str]]:
    with Archive(house.archive) as archive:
        game = archive.games()[-1]
    return game.variant, game.texts()


def test_dimy_is_set_up_and_played(house: House, open_page: OPEN, tmp_path: Path) -> None:
    page = open_page(house.url)
    expect(page.locator(".veil path")).to_have_count(0)
    begin(page, "dimy")
    begun(house, "dimy")
    expect(page.locator(".veil path")).to_have_count(1)
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(page.locator(".stones .stone")).to_have_count(44)
    expect(page.locator("#point-a1")).to_have_attribute("data-stone", ".")
    expect(page.locator("#player-W .count")).to_have_text("has taken 0")
    with house.fingers() as hands:
        hands.position = variants.load("dimy", variants.start_of("dimy"))
        hands.play("d3-e3A")
    expect(page.locator("#player-W .count")).to_have_text("has taken 1")
    expect(page.locator("#opening")).to_have_text("Openings")
    page.screenshot(path=tmp_path / "dimy.png")
    assert kept(house) == ("dimy", ["d3-e3A"])
    page.click("#new")
    expect(page.locator("#variant")).to_have_value("dimy")


def test_a_whole_game_of_telo_with_stones_from_the_trays(
    house: House, open_page: OPEN, tmp_path: Path
) -> None:
    page = open_page(house.url)
    begin(page, "telo")
    begun(house, "telo")
    expect(page.locator("#status")).to_have_text("White to place a stone.")
    tray = "White: take a stone out of a tray, and put it on an empty point."
    expect(page.locator("#todo")).to_have_text(tray)
    click(page, "e3")
    expect(page.locator("#notice")).to_have_text(tray)
    with house.fingers() as hands:
        game = short_game("telo", "0-1", "three")
        for n, point in enumerate(game.moves[:6]):
            hands.do("take", colour="WB"[n % 2])
            if n == 1:
                expect(page.locator("#status")).not_to_contain_text("into the tray")
            hands.place(point)
            moved(house, n + 1)
        expect(page.locator("#status")).to_have_text("White to move.")
        for n, move in enumerate(game.moves[6:], start=7):
            start, end = move.split("-")
            hands.lift(start)
            if n == 7:
                page.screenshot(path=tmp_path / "telo.png")
            hands.place(end)
            moved(house, n)
    expect(page.locator("#status")).to_have_text("Black wins: three in a row.")
    expect(page.locator("#result")).to_contain_text("0-1")
    assert kept(house) == ("telo", game.moves)


def test_vela_tells_what_each_side_may_do(house: House, open_page: OPEN, tmp_path: Path) -> None:
    page = open_page(house.url)
    begin(page, "vela")
    begun(house, "vela")
    expect(page.locator("#status")).to_contain_text("White to take one stone, the nearest")
    expect(page.locator(".veil path")).to_have_count(0)
    with house.fingers() as hands:
        hands.position = variants.load("vela", variants.start_of("vela"))
        hands.play("e2-e3A")
    expect(page.locator("#status")).to_contain_text("Black to move, to take nothing and to leave a capture")
    expect(page.locator("#player-W .count")).to_have_text("has taken 1")
    page.screenshot(path=tmp_path / "vela.png")
    page.click("#new")
    expect(page.locator("#variant")).to_have_value("tsivy")
    assert kept(house) == ("vela", ["e2-e3A"])


@pytest.mark.parametrize("word", ["dimy", "vela-creditor"])
def test_begun_from_the_command_line(serve: Callable[..., House], open_page: OPEN, word: str) -> None:
    house = serve(variant=word)
    begun(house, word)
    page = open_page(house.url)
    expect(page.locator(".veil path")).to_have_count(1 if word == "dimy" else 0)


def test_holding_menu_begins_the_same_smaller_game_again(house: House, open_page: OPEN) -> None:
    page = open_page(house.url)
    begin(page, "dimy")
    begun(house, "dimy")
    with house.fingers() as hands:
        hands.position = variants.load("dimy", variants.start_of("dimy"))
        hands.play("d3-e3A")
        since = len(house.tap.heard)
        hands.do("button", name="menu", down=True)
        expect(page.locator("#status")).to_contain_text("A new game?")
        hands.do("button", name="menu", down=False)
        house.tap.wait(lambda event: isinstance(event, events.Button) and not event.down, since)
        hands.do("button", name="turn", down=True)
        hands.do("button", name="turn", down=False)
        begun(house, "dimy", since)
    expect(page.locator("#moves")).to_contain_text("No move yet.")
    assert house.play.hub._table is not None
    stones = notation.picture(variants.load("dimy", variants.start_of("dimy")).board, ".WB").replace("/", "")
    assert house.play.hub._table.picture() == stones


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (
            ["--game", "chess"],
            "there is no game 'chess' (give one of tsivy, vela, vela-creditor, dimy, telo)",
        ),
        (["--game", "dimy", "--port", "/dev/null"], "--game is for the virtual board"),
        (["--game", "telo", "--against", "3"], "the computer does not play telo"),
    ],
)
def test_wrong_options(arguments: list[str], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", *arguments]) == 2
    assert wrong in capsys.readouterr().err


@pytest.mark.parametrize(("word", "move"), [("telo", "e3"), ("dimy", "d2-e3A"), ("vela", "-e3")])
def test_hints_are_shown_in_every_game(
    serve: Callable[..., House], open_page: OPEN, tmp_path: Path, word: str, move: str
) -> None:
    house = serve(variant=word, hints=True)
    begun(house, word)
    page = open_page(house.url)
    page.click("#ask-hint")
    expect(page.locator("#hint")).to_be_visible()
    expect(page.locator("#hint")).to_contain_text(move)
    lit = house.tap.wait(lambda event: isinstance(event, events.Lights) and event.letters.count(".") < 45)
    assert isinstance(lit, events.Lights)
    page.screenshot(path=tmp_path / f"hint-{word}.png")
    expect(page.locator("#analysis")).to_have_attribute("aria-disabled", "true")


def test_an_unfinished_game_is_taken_up_again(serve: Callable[..., House], open_page: OPEN) -> None:
    first = serve(variant="dimy")
    begun(first, "dimy")
    with first.fingers() as hands:
        hands.position = variants.load("dimy", variants.start_of("dimy"))
        hands.play("d3-e3A")
    first.end()
    again = serve()
    assert again.play.resumed is not None and again.play.resumed.variant == "dimy"
    begun(again, "dimy")
    page = open_page(again.url)
    expect(page.locator(".veil path")).to_have_count(1)
    expect(page.locator("#moves")).to_contain_text("d3-e3A")
    expect(page.locator("#status")).to_have_text("Black to move.")
    with again.fingers() as hands:
        hands.position = variants.load("dimy", "2BBBBB2/2BBBBB2/2B1W1W2/2WWWWW2/2WWWWW2 B")
        hands.play("d4-d3A")
    assert kept(again) == ("dimy", ["d3-e3A", "d4-d3A"])
