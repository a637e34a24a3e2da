"""The census of what contacts alone do not tell apart: by hand, against a slow count, and as a command."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

import reference
from lakabe.engine.bitboard import format_n2, parse
from tools import command
from tools.census import cases, survey
from tools.census.__main__ import census as census_command
from tools.census.cases import (
    ANOTHER,
    KINDS,
    LOOK_ALIKE,
    OFF,
    OR_REPLY,
    RETURNS,
    STANDING,
    TWO_WAYS,
    Look,
)

BY_HAND = [
    # A paika cannot be mistaken, nor can a capture that ends the game.
    ("9/9/4W4/9/8B W", {}),
    ("9/9/3WB4/9/9 W", {}),
    # d3-e3 takes f3 or c3: each leaves other points occupied.
    ("9/9/2BW1B3/9/9 W", {}),
    # a3 is taken, and stepped onto last.
    (
        "2W6/2B6/B8/B8/9 W",
        {
            RETURNS: ["c5-b4A-a4W-a3A"],
            OR_REPLY: ["c5-b4A-a4W-a3A, and c5-b4A-a4W with the reply a2-a3A"],
        },
    ),
    # Only d2 is occupied, by White or by Black.
    ("9/4W4/9/4B4/2B6 W", {OR_REPLY: ["e4-e3A-d2A, and e4-e3A with the reply c1-d2A"]}),
    # With f4, g3 and c3 off, e1 is where the one chain passes and the other ends.
    (
        "9/5B3/2B2WB2/9/9 W",
        {
            OFF: ["f3-f2W-e1W-d2A on e1, and f3-e3W-d2W-e1W"],
            OR_REPLY: ["f3-f2W-e1W-d2A, and f3-f2W-e1W with the reply c3-d2A"],
        },
    ),
]


RARE = (
    "9/2W1B4/9/2B1BB3/4B4 W",
    "6B2/3BB4/9/4W4/4B4 W",
    "9/5B3/2B2WB2/9/9 W",
    "2B4B1/3BBB1BB/4B1B2/6B1W/2B1BBB1B W",
)
"""Two moves that look alike, two to one position, one whose result another passes, and very many moves."""


def looked_at(text: str) -> Look:
    look = Look()
    look.at(*parse(text)[:2])
    return look


@pytest.mark.parametrize(("text", "expected"), BY_HAND, ids=[text for text, _ in BY_HAND])
def test_cases_worked_out_by_hand(text: str, expected: dict[int, list[str]]) -> None:
    look = looked_at(text)
    assert look.cases() == sorted(expected)
    for kind, among in expected.items():
        assert look.example(kind) in among


def occupied(position: reference.Position) -> frozenset[reference.Point]:
    return position.white | position.black


def slow_cases(position: reference.Position) -> set[int]:
    """The kinds found by comparing everything with everything."""
    moves = reference.moves(position)
    found = set()
    for move in moves:
        taken: frozenset[reference.Point] = frozenset()
        for step, takes in zip(move.steps, move.taken, strict=True):
            if step.end in taken:
                found.add(RETURNS)
            taken |= takes
    for a, b in itertools.combinations(moves, 2):
        if occupied(a.after) == occupied(b.after):
            found.add(TWO_WAYS if a.after == b.after else LOOK_ALIKE)
    results = [occupied(move.after) for move in moves]
    for move in moves:
        others = occupied(position) - {move.steps[0].start}
        for step in move.steps[:-1]:
            if others | {step.end} in results:
                found.add(STANDING)
            if others - move.captures | {step.end} in results:
                found.add(OFF)
    for stop in moves:
        n = len(stop.steps)
        longer = [move for move in moves if len(move.steps) > n and move.steps[:n] == stop.steps]
        for reply in reference.moves(stop.after) if longer else []:
            points = occupied(reply.after)
            alike = [move for move, result in zip(moves, results, strict=True) if result == points]
            if alike:
                found.add(OR_REPLY)
            if any(move not in longer for move in alike):
                found.add(ANOTHER)
    return found


def positions() -> Iterator[reference.Position]:
    """Some of random games, a stone or two strewn among enemies, and those for what hardly ever happens."""
    rng = random.Random(11)
    for seed in range(4):
        yield from [move.after for move in reference.random_game(random.Random(seed)).played][:40]
    for _ in range(3000):
        stones = rng.sample(reference.ALL_POINTS, rng.randint(4, 9))
        cut = rng.choice((1, 1, 2))
        yield reference.Position(frozenset(stones[:cut]), frozenset(stones[cut:]), "W")
    for text in RARE:
        yield reference.parse_position(text)


def compare(position: reference.Position) -> set[int]:
    """Compares the census with the slow count in one position; the kinds found there."""
    text = reference.format_position(position)
    look = looked_at(text)
    moves = reference.moves(position)
    assert look.count == len(moves)
    assert look.captures() == any(move.captures for move in moves)
    expected = slow_cases(position)
    assert look.cases() == sorted(expected), text
    return expected


def test_against_a_slow_count() -> None:
    seen = set().union(*map(compare, positions()))
    # Captured stones that all stand are one stone too many for the result of any capture.
    assert seen == set(range(len(KINDS))) - {STANDING}


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("always", kind) for kind in range(len(KINDS))]
    + [("never", kind) for kind in range(len(KINDS)) if kind != STANDING],
)
def test_a_kind_that_is_found_wrongly_is_noticed(
    monkeypatch: pytest.MonkeyPatch, fault: str, kind: int
) -> None:
    """In positions where it occurs among others, or not at all."""
    few = [reference.parse_position(text) for text in (*RARE, *(text for text, _ in BY_HAND))]
    seen = set().union(*map(compare, few))
    assert seen == set(range(len(KINDS))) - {STANDING}
    right = Look.cases

    def wrong(look: Look) -> list[int]:
        others = {*right(look)} - {kind}
        return sorted(others | {kind} if fault == "always" else others)

    monkeypatch.setattr(Look, "cases", wrong)
    with pytest.raises(AssertionError):
        list(map(compare, few))


def check_sums(count: int, seed: int) -> None:
    """What a survey of so many positions comes to is what the slow count makes of each of them."""
    taken_in = []
    take_in = survey._take_in

    def noted(census: survey.Census, look: Look, turn: int, examples: int) -> None:
        taken_in.append(reference.parse_position(format_n2(look.own, look.enemy, turn)))
        take_in(census, look, turn, examples)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(survey, "_take_in", noted)
        census = survey.survey(count, seed, examples=0)
    moves = [reference.moves(position) for position in taken_in]
    assert census.positions == len(taken_in) == count
    assert census.moves == sum(map(len, moves))
    assert census.capturing == sum(any(move.captures for move in some) for some in moves)
    found = [slow_cases(position) for position in taken_in]
    assert census.found == [sum(kind in cases for cases in found) for kind in range(len(KINDS))]


def test_a_survey_against_slow_sums() -> None:
    check_sums(120, 4)


@pytest.mark.parametrize("field", ["positions", "capturing", "moves"])
def test_a_survey_that_counts_wrongly_is_noticed(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    take_in = survey._take_in

    def once_more(census: survey.Census, look: Look, turn: int, examples: int) -> None:
        is_first = not census.positions
        take_in(census, look, turn, examples)
        setattr(census, field, getattr(census, field) + is_first)

    monkeypatch.setattr(survey, "_take_in", once_more)
    with pytest.raises(AssertionError):
        check_sums(20, 4)


def test_a_kind_that_is_counted_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Look.cases
    monkeypatch.setattr(Look, "cases", lambda look: [*right(look), *(right(look)[:1])])
    with pytest.raises(AssertionError):
        check_sums(20, 4)


@pytest.mark.parametrize(("most", "message"), [(2, "2 moves"), (3, "3 replies")])
def test_more_moves_than_there_is_room_for(most: int, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moves, one of them open, and more replies."""
    monkeypatch.setattr(cases, "MOST", most)
    with pytest.raises(ValueError, match=message):
        looked_at("BBBB1BBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW B").cases()


def test_each_position_is_reached_by_play_and_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    taken_in = []

    def take_in(census: survey.Census, look: Look, turn: int, _: int) -> None:
        taken_in.append(format_n2(look.own, look.enemy, turn))
        census.positions += 1

    monkeypatch.setattr(survey, "_take_in", take_in)
    survey.survey(60, 3)
    assert taken_in[0] == reference.START and len(set(taken_in)) == len(taken_in) == 60
    reached = {reference.parse_position(reference.START)}
    for text in taken_in:
        position = reference.parse_position(text)
        assert position in reached, text
        reached |= {move.after for move in reference.moves(position)}


def test_a_survey_adds_up() -> None:
    census = survey.survey(800, 5, examples=2)
    assert census.positions == 800
    assert census.moves > 800 > census.capturing > 0
    assert census == survey.survey(800, 5, examples=2)
    assert census != survey.survey(800, 6, examples=2)
    assert census.found[OR_REPLY] > census.found[RETURNS] > 0
    for kind, examples in enumerate(census.examples):
        assert len(examples) == min(2, census.found[kind])
        for text, _ in examples:
            assert kind in looked_at(text).cases()


def test_the_table() -> None:
    census = survey.Census(positions=200, capturing=50, moves=3000)
    census.found[LOOK_ALIKE] = 1
    census.examples[LOOK_ALIKE].append(("9/9/4W4/9/9 W", "one and the other"))
    lines = survey.markdown(census).splitlines()
    assert lines[0] == "200 positions, 50 of them with a capture to be made, 3,000 moves."
    assert f"| {KINDS[LOOK_ALIKE]} | 1 | 500 | 2,000 |" in lines
    assert f"| {KINDS[OFF]} | 0 | 0 | 0 |" in lines
    assert lines[-1] == f"| {KINDS[LOOK_ALIKE]} | `9/9/4W4/9/9 W` | one and the other |"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(census_command, ["50", "2", "--examples", "0"]) == 0
    out, err = capsys.readouterr()
    assert out == survey.markdown(survey.survey(50, 2, examples=0))
    assert out.startswith("50 positions, ") and not err


@pytest.mark.parametrize("arguments", [["0"], ["x"], ["5", "-1"], ["5", "1", "--examples", "x"]])
def test_the_command_refuses(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command.run(census_command, arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
