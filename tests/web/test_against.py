"""Playing against a level on the virtual board, with the lights, the recorder and the engine real."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from houses import House
from playwright.sync_api import Page, expect

from lakabe import cli
from lakabe.board import events
from lakabe.help.level import LEVELS
from lakabe.web.play import Against


def test_the_lights_show_its_move_and_a_person_carries_it_out(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = serve(level=2, hints=True, against=Against("Level 1", LEVELS[0], "B"))
    page = open_page(house.url)
    expect(page.locator("#status")).to_have_text("White to move.")
    with house.fingers() as hands:
        since = len(house.tap.heard)
        hands.play("d3-e3A")
        house.tap.wait(lambda event: isinstance(event, events.Lights) and "h" in event.letters, since)
        expect(page.locator("#status")).to_contain_text("Level 1 plays ")
        said = page.locator("#status").inner_text()
        found = re.fullmatch(r"Level 1 plays (\S+)\. Move its stone, as the lights show\.", said)
        assert found, said
        hint, lessons = page.locator("#ask-hint"), page.locator("#lessons")
        expect(hint).to_be_disabled()
        expect(hint).to_have_attribute("title", "It is the computer's turn: hints are for yours.")
        expect(lessons).to_be_disabled()
        expect(lessons).to_have_attribute("title", re.compile("This one goes on"))
        hands.play(found[1])
        expect(page.locator("#status")).to_have_text("White to move.")
        expect(page.locator("[data-means=h]")).to_have_count(0)
        expect(hint).to_be_enabled()
        expect(hint).to_have_attribute("title", "Show the best move, or stop showing it")


def test_it_may_play_white(serve: Callable[..., House], open_page: Callable[..., Page]) -> None:
    house = serve(level=2, against=Against("Level 2", LEVELS[1], "W"))
    page = open_page(house.url)
    expect(page.locator("#status")).to_contain_text("Level 2 plays ")
    expect(page.locator("[data-means=h]")).to_have_count(1)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [(["--black"], "name a level with --against"), (["--against", "8"], "--against")],
)
def test_wrong_levels_are_said_in_one_line(
    arguments: list[str], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["play", "--no-open", *arguments]) == 2
    said = capsys.readouterr().err
    assert wrong in said and said.count("\n") == 1


def test_its_move_is_drawn_until_it_is_carried_out(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    """By hand: what is left of a chain, with what it takes, stays in sight and is told in words."""
    house = serve(level=2)
    page = open_page(house.url)
    with house.fingers() as hands:
        hands.play("e2-e3A")
        house.play.hub.to_carry_out(("Level 1", "f4-e5W-e4A"))
        arrows, todo = page.locator(".way"), page.locator("#todo")
        expect(todo).to_have_text("f4 to e5, taking g3, h2 and i1; then to e4, taking e3.")
        expect(arrows).to_have_count(2)
        expect(page.locator("[data-taken]")).to_have_count(4)
        hands.lift("f4")
        expect(arrows).to_have_count(2)
        hands.place("e5")
        expect(page.locator("#status")).to_have_text("Take off the 3 lit stones.")
        for point in ("g3", "h2", "i1"):
            hands.lift(point, "discard")
        expect(todo).to_have_text("e5 to e4, taking e3.")
        expect(arrows).to_have_count(1)
        expect(page.locator("[data-taken='e3']")).to_be_attached()
        hands.lift("e5")
        hands.place("e4")
        hands.lift("e3", "discard")
        expect(page.locator("#moves")).to_contain_text("f4-e5W-e4A")


def test_another_move_than_its_own_is_led_back(
    serve: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    """By hand: the board takes it back by itself, and shows the computer's move again."""
    house = serve(level=2, against=Against("Level 1", LEVELS[0], "B"))
    page = open_page(house.url)
    status = page.locator("#status")
    with house.fingers() as hands:
        hands.play("e2-e3A")
        expect(status).to_contain_text("Level 1 plays ")
        opponent = house.play.opponent
        assert opponent is not None
        move = "f4-e5W-e4A"
        with opponent._changed:  # whatever it has found; the players are told just before the board is
            assert opponent.moving
            opponent._shown.put(move)
            opponent._tell(move)
        expect(status).to_contain_text(f"Level 1 plays {move}.")
        since = len(house.tap.heard)
        hands.lift("f4")
        hands.place("e5")
        for point in ("g3", "h2", "i1"):
            hands.lift(point, "discard")
        lit = house.tap.wait(lambda e: isinstance(e, events.Lights) and "h" in e.letters, since)
        assert isinstance(lit, events.Lights)
        expect(page.locator("[data-means=h]")).to_have_count(1)
        hands.do("button", name="turn", down=True)
        hands.do("button", name="turn", down=False)
        house.tap.wait(lambda event: isinstance(event, events.Takeback) and event.ply == 2, since)
        expect(page.locator("#notice")).to_have_text(
            f"The computer plays {move}, not f4-e5W. Put the stones back."
        )
        expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
        hands.do("restore")  # as hands would, stone by stone
        expect(status).to_contain_text(f"Level 1 plays {move}.")
        expect(page.locator("[data-means=h]")).to_have_count(1)
    assert house.play._archive.games()[-1].texts() == ["e2-e3A"]
