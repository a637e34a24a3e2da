"""The coach in the games that the engine's search does not know: Dimy, Telo, and the phases of a vela."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from coaching import GAME, QUIET, Table, wait_until

import legal
from lakabe import events
from lakabe.hints import others
from lakabe.hints.consequences import After
from lakabe.hints.destinations import begun, destinations, led_to
from lakabe.hints.question import Question
from lakabe.hints.worth import Worth

DIMY = "9/3W5/9/6B2/9 B"
"""g2 on f2 is taken at once; on g1 or g3 nothing is lost."""
PLACING = "9/3B1B3/3W1W3/9/9 W"
"""Stones are placed; Black threatens e4."""
MOVING = "9/3B1B3/3W1W3/3W1B3/9 W"
"""d2-e3 wins at once, d2-e2 loses."""


def told_of(question: Question) -> tuple[dict[After, Worth], bool]:
    """What is told last."""
    told: list[tuple[dict[After, Worth], bool]] = []
    others.weigh(question, 0.2, lambda worths, sure: told.append((worths, sure)))
    return told[-1]


def sides(question: Question) -> After:
    """The stones of both sides, with the walls."""
    own, enemy = others.bits(question.position())
    return own | others.walls(question.variant), enemy


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        ("dimy", "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2 W"),
        ("dimy", "9/3B5/3B1W3/4W4/9 W"),
        ("dimy", DIMY),
        ("telo", MOVING),
        ("telo", PLACING),
        ("telo", "9/9/4W4/9/9 B"),
    ],
)
def test_what_each_move_of_another_game_is_worth(variant: str, start: str) -> None:
    """All moves and no others; in Telo, which is solved, the best are those of a hint."""
    question = Question(start, variant=variant)
    worths, sure = told_of(question)
    position = question.position()
    own, enemy = sides(question)
    moves = legal.texts(position)
    assert set(worths) == {led_to(own, enemy, move) for move in moves}
    if variant == "telo":
        best = others.give(question, 0.0).best
        assert sure and worths[led_to(own, enemy, best.move)] == best.worth
        assert best.worth.share == max(worth.share for worth in worths.values())
    quiet = all(left == enemy for _, left in worths)
    found = set()
    for p in range(45):
        if position.board[p] == position.turn:
            for ends in destinations(own, enemy, begun(own, enemy, p), quiet).values():
                found |= ends
    if "-" in moves[0]:
        assert found == set(worths), "where its lights are is where it may go"


@pytest.mark.parametrize(
    ("variant", "start", "stone", "better", "bad"),
    [("dimy", DIMY, "g2", ("g1", "g3"), "f2"), ("telo", MOVING, "d2", ("e3",), "e2")],
)
def test_destinations_and_a_blunder(
    table: Callable[..., Table], variant: str, start: str, stone: str, better: tuple[str, ...], bad: str
) -> None:
    one = table(start)
    one.question = Question(start, variant=variant)
    one.begin(4, 4)
    assert one.told() == ("-",)
    wait_until(lambda: one.coach._known is not None and one.coach._known.sure)
    one.lift("i5")  # of no side
    assert one.silent()
    one.place("i5")
    one.lift(stone)
    assert one.told() == (stone, *better)
    one.place(bad)
    one.move(f"{stone}-{bad}")
    assert one.told() == ("blunder", bad) and one.coach.warning
    assert one.source.asked.empty()


def test_a_stone_of_telo_that_is_placed_badly_is_warned_of(table: Callable[..., Table]) -> None:
    for point, wins in (("d2", False), ("e3", True)):
        one = table(PLACING)
        one.question = Question(PLACING, variant="telo")
        one.begin()
        assert one.told() == ("-",)
        wait_until(lambda one=one: one.coach._known is not None)  # type: ignore[misc]
        one.place(point)
        one.move(point)
        if wins:
            assert one.silent()
        else:
            assert one.told() == ("blunder", point)


def test_a_vela_s_first_phase_is_not_coached_and_that_is_said_once(table: Callable[..., Table]) -> None:
    one = table("BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W")
    one.question = Question(one.start, variant="vela")
    one.begin()
    assert one.told() == ("-",)
    wait_until(lambda: bool(one.troubles))
    one.lift("e2")
    one.place("e2")
    assert one.silent()
    one.see(events.Takeback(8, 0, GAME, 1))
    assert one.told() == ("-",)
    one.question = Question(QUIET)  # as it is asked about in the second phase
    one.see(events.Takeback(9, 0, GAME, 1))
    assert one.asked() == 3 and one.told() == ("-",)
    assert one.troubles == ["nobody coaches the first phase of a vela: its lights are as at level 3"]


def test_the_second_phase_of_a_vela_is_asked_about_as_an_ordinary_game() -> None:
    for variant, creditor, turn in (("vela", "B", "W"), ("vela", "B", "B"), ("vela-creditor", "W", "B")):
        debtor = "W" if creditor == "B" else "B"
        second = f"{creditor * 5}4/9/9/9/{debtor * 9} {turn}"
        assert Question(second, variant=variant).riatra() == Question(second)
        first = Question(f"{creditor * 6}3/9/9/9/{debtor * 9} {turn}", variant=variant)
        assert first.riatra() is first
    small = Question(DIMY, variant="dimy")
    assert small.riatra() is small
