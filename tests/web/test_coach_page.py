"""The coach on the virtual board, its lights, recorder and page real; the engine says what it is told to."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from houses import House
from playwright.sync_api import Page, expect

from lakabe.board import events
from lakabe.help import source as sources
from lakabe.help.question import Question
from lakabe.help.source import Effort, Watch, Way
from lakabe.help.worth import Worth
from lakabe.web.table import READING

BAD = "d3-e3A"


class Scripted:
    """An engine for which moves of d3 are blunders and all others are equal."""

    name = "scripted"

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        from lakabe.engine import lines

        standing = question.standing()
        moves = [lines.format_move(standing.own, standing.enemy, after) for after in standing.results()]
        found = [Way((move,), Worth("cp", -500 if move.startswith("d3") else 0), 9) for move in moves]
        return sorted(found, key=lambda way: way.worth.rank() if way.worth else (9, 0))[:ways]

    def stop(self) -> None:
        """It has answered at once."""

    def close(self) -> None:
        """Nothing is left."""


@pytest.fixture
def coached(serve: Callable[..., House], monkeypatch: pytest.MonkeyPatch) -> Callable[..., House]:
    monkeypatch.setattr(sources, "open_source", lambda command: Scripted())

    def start(**options: object) -> House:
        house = serve(level=(4, 1), hints=True, **options)
        house.tap.wait(lambda event: isinstance(event, events.Synced))
        house.tap.wait(lambda event: isinstance(event, events.State) and event.levels == (4, 1))
        return house

    return start


def lit(house: House, point: str, role: str, since: int = 0) -> None:
    """Wait until a point's light has this role."""
    place = READING.index(point)
    house.tap.wait(lambda event: isinstance(event, events.Lights) and event.letters[place] == role, since)


def test_destinations_and_a_blunder_are_lit_and_it_can_be_put_back(coached: Callable[..., House]) -> None:
    house = coached()
    with house.fingers() as hands:
        hands.lift("d3")
        lit(house, "e3", "e")
        lit(house, "e3", "c")
        hands.place("d3")
        since = len(house.tap.heard)
        hands.lift("e2")
        lit(house, "e3", "u", since)
        hands.place("e2")
        since = len(house.tap.heard)
        hands.play(BAD)
        lit(house, "e3", "c", since)
        since = len(house.tap.heard)
        hands.lift("e3")
        hands.place("d3")
        hands.do("take", colour="B")
        hands.do("place", point="f3")
        house.tap.wait(lambda event: isinstance(event, events.Takeback) and event.ply == 1, since)
        hands.lift("e2")
        lit(house, "e3", "u", since)


def test_the_coach_says_what_a_blunder_loses(
    coached: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = coached()
    page = open_page(house.url)
    with house.fingers() as hands:
        hands.lift("e2")
        lit(house, "e3", "u")  # all moves are known
        hands.place("e2")
        hands.play(BAD)
        said = page.locator("#coach")
        expect(said).to_have_text(
            re.compile(
                r"d3-e3A loses much: Black is \S.*\. (The reply can take \d+ stones?\. )?"
                r"Better was \S+: even\."
            )
        )
        hands.lift("d4")
        expect(said).to_be_hidden()


def test_hints_are_counted_and_it_is_said_when_there_are_no_more(
    coached: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = coached(allowed=0)
    page = open_page(house.url)
    expect(page.locator("#level-W")).to_have_value("4")
    expect(page.locator("#level-B")).to_have_value("1")
    with house.fingers() as hands:
        hands.lift("d3")
        lit(house, "a1", "c")
    expect(page.locator("#notice")).to_have_text("no hints in this game")


def test_the_page_says_what_the_lights_mean(
    coached: Callable[..., House], open_page: Callable[..., Page]
) -> None:
    house = coached()
    page = open_page(house.url)
    with house.fingers() as hands:
        hands.lift("e2")
        expect(page.locator("#legend")).to_contain_text("better")
        expect(page.locator("#point-e3")).to_have_attribute("aria-label", "e3, empty, coach: better")
