"""Matches on the virtual board: what the page shows of them, and what it has the board set up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fingers import Fingers
from houses import House
from playwright.sync_api import Page, expect

from fanorona.rules.game import choose
from fanorona.rules.rules import TSIVY, VELA, Position
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.matches.begin import begin
from lakabe.matches.standing import Standing
from short_games import short_game

Serve = Callable[..., House]


def begin_chosen(page: Page) -> None:
    page.locator("#new-game").get_by_role("button", name="Begin").click()


def match(archive_file: str, kind: str, which: int | None = None) -> Standing:
    """A new match of Ada and Bela, or one to go on with."""
    with Archive(archive_file) as archive:
        return begin(archive, kind, "Ada,Bela") if which is None else Standing(archive.match(which))


def begun(house: House, since: int = 0, variant: str = "tsivy") -> None:
    """A game of that variant begins."""
    house.tap.wait(lambda event: isinstance(event, events.GameStarted) and event.variant == variant, since)


def ready(house: House) -> None:
    """The match has had its first look at the board, and its next game has begun."""
    house.tap.wait(lambda event: isinstance(event, events.Synced))
    begun(house)


def ends(house: House, hands: Fingers, result: str) -> None:
    """The players agree on this result."""
    since = len(house.tap.heard)
    hands.do("end", result=result)
    house.tap.wait(lambda event: isinstance(event, events.Result), since)


def next_game(house: House, hands: Fingers, variant: str = "tsivy") -> None:
    """The page is asked for a new game, and the match has it be of this variant."""
    since = len(house.tap.heard)
    hands.do("new")
    begun(house, since, variant)
    hands.position = Position()
    choose(hands.position, VELA if variant == "vela" else TSIVY)
    hands.position.start()


def test_a_session_to_its_end(serve: Serve, open_page: Callable[..., Page], archive_file: str) -> None:
    house = serve(match=match(archive_file, "session3"))
    page = open_page(house.url)
    panel = page.locator("#match")
    expect(panel).to_contain_text("Game 1 of at most 3: Ada has White.")
    with house.fingers() as hands:
        ready(house)
        hands.play("d3-e3A")
        ends(house, hands, "1-0")
        expect(panel).to_contain_text("Vela after game 1: Bela is in debt, Bela has White.")
        expect(panel.locator("small")).to_have_text("in debt")
        notice = page.locator("#notice")
        expect(notice).to_contain_text("Press New game to set it up.")
        next_game(house, hands, "vela")
        expect(notice).to_be_hidden(timeout=4000)  # what was said of the game before goes with it
        hands.play("e2-e3A")
        ends(house, hands, "1-0")
        expect(panel).to_contain_text("Game 2 of at most 3: Bela has White.")
        next_game(house, hands)
        ends(house, hands, "0-1")
        next_game(house, hands, "vela")
        ends(house, hands, "1-0")
        expect(panel).to_contain_text("The match is over: Ada wins, 2 to 0.")
        rows = panel.locator("tr")
        expect(rows.nth(0)).to_have_text("11.122.1points")
        expect(rows.nth(1)).to_have_text("Ada10102")
        expect(rows.nth(2)).to_have_text("Bela01010")
    with Archive(archive_file) as archive:
        assert [game.tags["Round"] for game in archive.games()] == ["1", "1.1", "2", "2.1"]


SESSION = [
    (short_game("tsivy", "1-0"), "Vela after game 1: Bela is in debt, Bela has White."),
    (short_game("vela", "1-0", "no-stone"), "Game 2 of at most 3: Bela has White."),
    (short_game("tsivy", "1/2-1/2"), "Game 3 of at most 3: Ada has White."),
    (short_game("tsivy", "0-1"), "Vela after game 3: Ada is in debt, Ada has White."),
    (short_game("vela", "1-0", "forfeit"), "The match is over: drawn, 1 : 1."),
]
"""Games that end by the rules, and what the page says after each."""


@pytest.mark.slow
def test_a_session_whose_games_end_by_the_rules(
    serve: Serve, open_page: Callable[..., Page], archive_file: str
) -> None:
    house = serve(match=match(archive_file, "session3"))
    page = open_page(house.url)
    panel = page.locator("#match")
    with house.fingers() as hands:
        ready(house)
        for game, said in SESSION:
            if game is not SESSION[0][0]:
                next_game(house, hands, game.name)
            for move in game.moves:
                hands.play(move)
            expect(panel).to_contain_text(said)
            expect(page.locator("#result")).to_have_text(game.result)
        rows = panel.locator("tr")
        expect(rows.nth(0)).to_have_text("11.1233.1points")
        expect(rows.nth(1)).to_have_text("Ada10=011")
        expect(rows.nth(2)).to_have_text("Bela01=101")
    with Archive(archive_file) as archive:
        kept = [(game.variant, game.result, game.reason, game.texts()) for game in archive.games()]
    assert kept == [tuple(game) for game, _ in SESSION]


@pytest.mark.slow
def test_a_championship_to_its_end(serve: Serve, open_page: Callable[..., Page], archive_file: str) -> None:
    house = serve(match=match(archive_file, "championship"))
    page = open_page(house.url)
    panel = page.locator("#match")
    with house.fingers() as hands:
        ready(house)
        house.tap.wait(lambda event: isinstance(event, events.Lights) and "h" in event.letters)
        expect(panel).to_contain_text("Ada has White and opens with O1 Vakiloha, e2-e3A.")
        for n in range(10):
            first = ("e2-e3A", "f2-e3A", "d2-e3A", "d3-e3A", "d3-e3W")[n // 2]
            hands.play(first)
            ends(house, hands, "1-0" if n == 4 else "1/2-1/2")
            if n == 4:
                next_game(house, hands, "vela")
                hands.play("e2-e3A")
                ends(house, hands, "1-0")
            if n < 9:
                next_game(house, hands)
        expect(panel).to_contain_text("The match is over: drawn, 1 : 1.")
        expect(panel.locator("th[scope=col]")).to_have_count(12)


def test_another_opening_is_led_back(serve: Serve, open_page: Callable[..., Page], archive_file: str) -> None:
    house = serve(match=match(archive_file, "championship"))
    page = open_page(house.url)
    with house.fingers() as hands:
        ready(house)
        since = len(house.tap.heard)
        hands.play("d3-e3A")
        expect(page.locator("#notice")).to_contain_text("O1 Vakiloha has to be played: e2-e3A, not d3-e3A")
        begun(house, since)
        hands.position = Position()
        hands.play("e2-e3A")
        expect(page.locator("#status")).to_contain_text("Black to move")


def breaks_off_in_a_vela(house: House) -> None:
    """White wins the first game of a session; the vela after it has one move when the board is left."""
    with house.fingers() as hands:
        ready(house)
        ends(house, hands, "1-0")
        next_game(house, hands, "vela")
        hands.play("e2-e3A")
    house.end()


def test_gone_on_with_later(serve: Serve, open_page: Callable[..., Page], archive_file: str) -> None:
    house = serve(match=match(archive_file, "session3"))
    breaks_off_in_a_vela(house)
    house = serve(match=match(archive_file, "session3", 1))
    page = open_page(house.url)
    expect(page.locator("#match")).to_contain_text("Vela after game 1: Bela is in debt, Bela has White.")
    expect(page.locator("#moves")).to_contain_text("e2-e3A")
    expect(page.locator("#status")).to_contain_text("Black to move")


def test_an_earlier_one_is_gone_on_with_from_the_page(
    serve: Serve, open_page: Callable[..., Page], archive_file: str
) -> None:
    """Its unfinished game was played on a board that is gone: this one gets its moves and stones."""
    for kind in ("single", "session3"):
        match(archive_file, kind)
    house = serve(match=match(archive_file, "session3", 2))
    breaks_off_in_a_vela(house)
    house = serve(fresh=True, carries=True)
    page = open_page(house.url)
    page.click("#new")
    offered = page.locator("#new-earlier option")
    expect(offered).to_have_text(["2: Ada 1 : 0 Bela, Session, best of 3", "1: Ada 0 : 0 Bela, Single game"])
    page.select_option("#new-level", "3")
    page.select_option("#new-match", "2")  # of two people
    expect(page.locator("#new-match-said")).to_have_text(
        "Vela after game 1: Bela is in debt, Bela has White."
    )
    for part in ("#new-level", "#new-white", "#new-hints", "#new-minutes", "#variant"):
        expect(page.locator(part)).to_be_hidden()
    begin_chosen(page)
    expect(page.locator("#match")).to_contain_text("Vela after game 1: Bela is in debt, Bela has White.")
    expect(page.locator("#moves")).to_contain_text("e2-e3A")
    expect(page.locator("#status")).to_contain_text("Black to move")
    expect(page.locator("#restore")).to_be_hidden()
    expect(page.locator("#point-e3")).to_have_attribute("data-stone", "W")
    expect(page.locator("#player-B .name")).to_have_text("Ada")
    page.click("#new")
    expect(page.locator("#new-match")).to_have_value("on")
    expect(offered).to_have_text(["1: Ada 0 : 0 Bela, Single game"])


def test_without_a_match_there_is_no_standing(house: House, open_page: Callable[..., Page]) -> None:
    expect(open_page(house.url).locator("#match")).to_be_hidden()
