"""The coach in the games that the engine's search does not know: Dimy, Telo, and a vela's first phase."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from coaching import GAME, QUIET, Table, wait_until

import legal
from fanorona.rules import notation, rules
from fanorona.rules.game import Game
from lakabe.board import events
from lakabe.engine.bitboard import from_position
from lakabe.help import others
from lakabe.help.coach import Known
from lakabe.help.consequences import After
from lakabe.help.destinations import led_to, replayed, results
from lakabe.help.question import Question
from lakabe.help.worth import Worth

DIMY = "9/3W5/9/6B2/9 B"
"""g2 on f2 is taken at once; on g1 or g3 nothing is lost."""
PLACING = "9/3B1B3/3W1W3/9/9 W"
"""Stones are placed; Black threatens e4."""
MOVING = "9/3B1B3/3W1W3/3W1B3/9 W"
"""d2-e3 wins at once, d2-e2 loses."""
DEBTOR = "BBBBBBBBB/BBBBBB1BB/2B1B1BB1/4WBWWW/7WW B"
"""The last capture of the first phase: after i4-i3 by approach White stands better, else Black."""
CREDITOR = "3BWB1B1/1B6B/BW2W1W1W/WWWWWW1WW/WWWWWWWWW B"
"""White's next capture is the last of the first phase. b4-a4 is Black's best step, b4-c3 the worst."""
LEAVING = "W2BBB2B/5B3/4BB3/W8/9 B"
"""Only d5-c5 leaves White a capture: all other steps forfeit."""


def told_of(question: Question) -> tuple[dict[After, Worth], bool]:
    """What is told last."""
    told: list[tuple[dict[After, Worth], bool]] = []
    others.weigh(question, 0.2, lambda worths, sure: told.append((worths, sure)))
    return told[-1]


def forfeits(question: Question, move: str) -> bool:
    """Whether the game is over with a creditor's step (V5)."""
    was_creditor = question.position().phase == rules.CREDITOR
    game = Game(question.after([move]).position())
    game.judge()
    return was_creditor and bool(game.result)


def sides(question: Question) -> After:
    """The stones of both sides, with the walls."""
    own, enemy = from_position(question.position())
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
        ("vela", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"),
        ("vela-creditor", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"),
        ("vela-creditor", DEBTOR),
        ("vela", CREDITOR),
        ("vela", LEAVING),
    ],
)
def test_what_each_move_of_another_game_is_worth(variant: str, start: str) -> None:
    """All moves that do not forfeit (V5), and no others; in Telo the best are those of a hint."""
    question = Question(start, variant=variant)
    worths, sure = told_of(question)
    position = question.position()
    own, enemy = sides(question)
    single = position.phase == rules.DEBTOR
    moves = [move for move in legal.texts(position) if not forfeits(question, move)]
    assert set(worths) == {led_to(own, enemy, move, single) for move in moves}
    if variant == "telo":
        best = others.give(question, 0.0).best
        assert sure and worths[led_to(own, enemy, best.move)] == best.worth
        assert best.worth.share == max(worth.share for worth in worths.values())
    known = Known(1, own, enemy, worths, sure, others.walls(variant), single)
    found = set()
    for p in range(45):
        if position.board[p] == position.turn:
            way = known.way(notation.point_name(p))
            assert way is not None
            for ends in known.destinations(way).values():
                found |= ends
    if "-" in moves[0]:
        assert found == set(worths), "where its lights are is where it may go"


@pytest.mark.parametrize(
    ("variant", "start", "stone", "better", "bad"),
    [
        ("dimy", DIMY, "g2", ("g1", "g3"), "f2"),
        ("telo", MOVING, "d2", ("e3",), "e2"),
        ("vela", CREDITOR, "b4", ("a4",), "c3"),
    ],
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


def test_the_debtor_of_a_vela_is_coached(table: Callable[..., Table]) -> None:
    one = table(DEBTOR)
    one.question = Question(DEBTOR, variant="vela-creditor")
    one.begin(3, 4)
    assert one.told() == ("-",)
    wait_until(lambda: one.coach._known is not None and one.coach._known.sure)
    one.lift("g3")
    assert one.told() == ("g3", "g4")
    one.place("g3")
    one.lift("i4")
    assert one.told() == ("i4", "-")
    one.step("i4-i3A")
    one.place("i3")
    assert one.told() == ("blunder", "i3")
    one.lift("i2")
    one.move("i4-i3A")
    assert one.told() == ("blunder", "i3") and one.coach.warning


def test_the_debtor_takes_no_second_step() -> None:
    """In an ordinary game a1 could go on from b1 to b2."""
    position = Question("BBBB5/9/1B7/9/W1B3W1B W", variant="vela").position()
    own, enemy = from_position(position)
    goes_on = []
    for text in legal.texts(position):
        ordinary, single = replayed(own, enemy, text), replayed(own, enemy, text, True)
        assert ordinary is not None and single is not None
        assert not list(single.steps()) and results(single) == {single.result}
        goes_on += list(ordinary.steps())
    assert goes_on


def test_steps_that_forfeit_are_no_destinations(table: Callable[..., Table]) -> None:
    """No light shows them, so that there is only one is no hint."""
    for most in (None, 1):
        one = table(LEAVING, most=most)
        one.question = Question(LEAVING, variant="vela")
        one.begin(4, 4)
        assert one.told() == ("-",)
        wait_until(lambda one=one: one.coach._known is not None)  # type: ignore[misc]
        one.lift("e3")
        assert one.silent()
        one.place("e3")
        one.lift("d5")
        if most is None:
            assert one.told() == ("d5", "c5")
        else:
            assert one.silent()


def test_from_the_second_phase_on_the_engine_is_asked(table: Callable[..., Table]) -> None:
    one = table("BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W")
    one.question = Question(one.start, variant="vela")
    one.begin()
    assert one.told() == ("-",)
    wait_until(lambda: one.coach._known is not None)
    one.question = Question(QUIET)  # as it is asked about in the second phase
    one.see(events.Move(8, 0, GAME, 1, "e2-e3A", 22, 21), events.Takeback(9, 0, GAME, 1))
    assert one.asked() == 3 and not one.troubles


def test_the_second_phase_of_a_vela_is_asked_about_as_an_ordinary_game() -> None:
    for variant, creditor, turn in (("vela", "B", "W"), ("vela", "B", "B"), ("vela-creditor", "W", "B")):
        debtor = "W" if creditor == "B" else "B"
        second = f"{creditor * 5}4/9/9/9/{debtor * 9} {turn}"
        assert Question(second, variant=variant).riatra() == Question(second)
        first = Question(f"{creditor * 6}3/9/9/9/{debtor * 9} {turn}", variant=variant)
        assert first.riatra() is first
    small = Question(DIMY, variant="dimy")
    assert small.riatra() is small
