"""A new game is chosen on the page: who plays what, and how; and players are named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from houses import DESKTOP, PHONE, House
from playwright.sync_api import expect
from pointing import Opener, begin, click, expect_point, spot

import lakabe.help.source  # noqa: F401  # the engine, which loads for long, before anything waits for it
from fanorona.rules.match import DRAW_LIFTS
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.errors import UsageError
from lakabe.games import names
from lakabe.games.names import Names
from lakabe.help.level import LEVELS, SAID
from lakabe.web.choice import Choice
from lakabe.web.play import Against

QUICK = 0.2


@pytest.fixture
def house(serve: Callable[..., House]) -> House:
    return serve(level=3, carries=True, pace=QUICK)


def moved(house: House, ply: int) -> events.Move:
    found = house.tap.wait(lambda event: isinstance(event, events.Move) and event.ply == ply)
    assert isinstance(found, events.Move)
    return found


def test_a_newcomer_plays_the_computer_and_then_a_person(house: House, open_page: Opener) -> None:
    page = open_page(house.url, first=True)
    page.get_by_role("button", name="Play the computer").click()
    expect(page.locator("#new-unfinished")).to_be_hidden()
    expect(page.locator("#new-level")).to_have_value("3")
    page.fill("#new-white", "Rasoa")
    begin(page, level="2")
    expect(page.locator("#welcome")).to_be_hidden()
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.game.endswith("-2"))
    expect(page.locator("#player-W .name")).to_have_text("Rasoa")
    expect(page.locator("#player-B .name")).to_have_text("Lakabe, level 2")
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text(moved(house, 2).move)
    expect(page.locator("#status")).to_have_text("White to move.")

    # White for the computer: the person keeps the name.
    page.click("#new")
    expect(page.locator("#new-level")).to_have_value("2")
    expect(page.locator("#new-unfinished")).to_be_visible()
    begin(page, level="1", side="W")
    expect(page.locator("#player-W .name")).to_have_text("Lakabe, level 1")
    expect(page.locator("#player-B .name")).to_have_text("Rasoa")

    # And people again: nobody answers.
    begin(page, level="0")
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect(page.locator("#player-W .name")).to_have_text("")
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.game.endswith("-4"))
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#todo")).to_contain_text("Black must capture")
    click(page, "f4")
    expect_point(page, "f4", "empty, lifted")
    house.tap.wait(lambda event: isinstance(event, events.Move) and event.game.endswith("-4"))
    with Archive(house.archive) as archive:
        played = [names.of(game.tags) for game in archive.games()]
    assert (played[0], played[-1]) == (Names("Rasoa", "Lakabe, level 2"), Names("", "Rasoa"))


ENGINE = """import sys
for line in sys.stdin:
    said = {"uci": "uciok", "isready": "readyok", "go": "bestmove f4-e5W-e4A"}.get(line.split()[0])
    if said:
        print(said, flush=True)
    if line.strip() == "quit":
        break
"""


def test_another_program_is_named_and_plays(
    serve: Callable[..., House], open_page: Opener, tmp_path: Path
) -> None:
    file = tmp_path / "ranoro"
    file.write_text(f"#!{sys.executable}\n{ENGINE}")
    file.chmod(0o700)
    house = serve(level=3, carries=True, pace=QUICK, engine=str(file))
    page = open_page(house.url)
    page.click("#new")
    offered = page.locator("#new-level option").all_inner_texts()
    assert offered[1:] == [f"the program ranoro, level {level}" for level in range(1, len(LEVELS) + 1)]
    begin(page, level="2")
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.game.endswith("-2"))
    expect(page.locator("#player-B .name")).to_have_text("ranoro, level 2")
    click(page, "e2")
    click(page, "e3")
    assert moved(house, 2).move == "f4-e5W-e4A"


def test_a_match_begins_on_the_page_and_is_left_again(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=3, carries=True, pace=QUICK, hints=True)
    page = open_page(house.url)
    page.click("#new")
    page.fill("#new-white", "Rasoa")
    page.fill("#new-black", "Rakoto")
    page.locator("#new-game summary").click()
    expect(page.get_by_label("A drawn vela lifts the debt")).to_be_hidden()
    page.select_option("#new-match", "session3")
    expect(page.locator("#new-level")).to_be_disabled()
    page.get_by_label("A drawn vela lifts the debt").check()
    page.get_by_label("The same position for the third time is a draw").uncheck()
    begin(page, hints="3")
    expect(page.locator("#match")).to_contain_text("Game 1 of at most 3: Rasoa has White.")
    expect(page.locator("#player-B .name")).to_have_text("Rakoto")
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.game.endswith("-2"))
    click(page, "e2")
    click(page, "e3")
    moved(house, 1)
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    with Archive(house.archive) as archive:
        (record,) = archive.matches()
        (game,) = archive.games()
    assert (record.kind, record.options, record.without) == ("session3", DRAW_LIFTS, {"repetition"})
    assert record.players == ("Rasoa", "Rakoto") and names.of(game.tags) == Names("Rasoa", "Rakoto")
    assert game.tags["Round"] == "1" and house.play.allowance.most == 3

    # The next game of the match is offered; another one leaves it.
    page.click("#new")
    expect(page.locator("#new-match")).to_have_value("on")
    expect(page.locator("#variant")).to_be_hidden()
    page.select_option("#new-match", "")
    begin(page, "dimy")
    expect(page.locator("#match")).to_be_hidden()
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.variant == "dimy")
    with Archive(house.archive) as archive:
        assert archive.matches()[0].ended is None


def test_players_are_named_on_the_page(house: House, open_page: Opener) -> None:
    """Before the first move; the archive gets the names with it, and so does the exported text."""
    page = open_page(house.url)
    page.click("#name")
    page.fill("#name-W", "Rasoa")
    page.fill("#name-B", "Rakoto")
    page.locator("#names").get_by_role("button", name="Save").click()
    expect(page.locator("#player-W .name")).to_have_text("Rasoa")
    click(page, "e2")
    click(page, "e3")
    moved(house, 1)
    expect(page.locator("#export")).to_have_attribute("href", "games/1.pgn")
    text = page.request.get(f"{house.url}games/1.pgn").text()
    assert '[White "Rasoa"]' in text and '[Black "Rakoto"]' in text


def test_who_changes_nothing_plays_on(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    page.click("#new")
    page.select_option("#variant", "telo")
    expect(page.locator("#variant-said")).to_contain_text("three in a row win")
    for level, said in enumerate(SAID, 1):
        page.select_option("#new-level", str(level))
        expect(page.locator("#new-level-said")).to_have_text(f"{said[0].upper()}{said[1:]}.")
    expect(page.locator("#variant")).to_have_value("tsivy")
    expect(page.locator("#new-black")).to_be_disabled()
    page.select_option("#new-level", "0")
    expect(page.locator("#new-side")).to_be_hidden()
    page.select_option("#new-clock", "sudden")
    page.fill("#new-minutes", "999")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#new-game")).to_be_visible()
    page.get_by_role("button", name="Go on playing").click()
    expect(page.locator("#new-game")).to_be_hidden()
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")

    # What a page cannot choose is refused, and nothing has begun.
    for choice, said in (
        (Choice(3, game="telo"), "the ordinary game alone"),
        (Choice(3, match="single"), "the ordinary game alone"),
        (Choice(players=Names("Ada", "Ada"), match="single"), "both players are called Ada"),
    ):
        with pytest.raises(UsageError, match=said):
            house.play.choose(choice)
    with Archive(house.archive) as archive:
        assert archive.matches() == []
    assert house.play.opponent is None


@pytest.mark.slow
@pytest.mark.parametrize("window", [DESKTOP, PHONE])
def test_who_has_black_sees_it_below(
    serve: Callable[..., House], open_page: Opener, window: dict[str, int]
) -> None:
    """On a phone held upright: at the left, where White's side is otherwise."""
    house = serve(level=3, carries=True, pace=QUICK, against=Against("Level 1", LEVELS[0], "W"))
    page = open_page(house.url, viewport=window)
    axis = 0 if window == PHONE else 1

    def black_is_near() -> bool:
        gap = spot(page, "e5")[axis] - spot(page, "e1")[axis]
        return gap < 0 if window == PHONE else gap > 0

    moved(house, 1)
    expect(page.locator("#player-B[data-turn]")).to_be_visible()
    assert black_is_near()
    page.locator(".hands").focus()
    before = spot(page, "e3")
    page.keyboard.press("ArrowUp")
    active = page.locator(".hands").get_attribute("aria-activedescendant")
    assert active is not None
    assert spot(page, active.removeprefix("point-"))[1] < before[1]
    page.click("#flip")
    assert not black_is_near()
    page.click("#flip")
    assert black_is_near()
