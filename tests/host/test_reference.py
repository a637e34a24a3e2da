"""The reference implementation itself, against cases worked out by hand."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest

import reference
from reference import Game, Step, find_move, format_position, moves, names, parse_position, point

CORE_CASES = Path(__file__).parents[1] / "core" / "test_rules.py"


def hand_cases() -> list[tuple[str, str, tuple[str, ...]]]:
    """The cases of tests/core/test_rules.py, so that both implementations answer to the same hand."""
    spec = importlib.util.spec_from_file_location("rules_cases", CORE_CASES)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.CASES)


@pytest.mark.parametrize(("title", "position", "expected"), hand_cases())
def test_cases_worked_out_by_hand(title: str, position: str, expected: tuple[str, ...]) -> None:
    got = {move.text: set(names(move.captures).split()) for move in moves(parse_position(position))}
    assert got == {line.split(":")[0]: set(line.split(":")[1].split()) for line in expected}


def test_lines() -> None:
    count = sum(len(reference.neighbours(p)) for p in reference.ALL_POINTS)
    assert count == 2 * (40 + 36 + 32)
    assert set(reference.neighbours(point("a1")).values()) == {point("b1"), point("b2"), point("a2")}
    assert len(reference.neighbours(point("e3"))) == 8
    assert len(reference.neighbours(point("d3"))) == 4


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 5), (2, 39), (3, 724), (4, 18026)])
def test_perft(depth: int, count: int) -> None:
    assert reference.perft(parse_position(reference.START), depth) == count


def test_positions_as_text() -> None:
    for text in (reference.START, "9/9/4W4/9/9 B", "W7B/9/9/9/B7W B", "1W1B1W1B1/9/9/9/9 W"):
        assert format_position(parse_position(text)) == text


def test_continuations() -> None:
    all_moves = moves(parse_position("9/2BB5/1B7/3B5/1W7 W"))
    first = (Step(point("b1"), point("b2"), "A"),)
    found = reference.continuations(all_moves, first)
    assert {(step.end, step.kind): names(taken) for step, taken in found.items()} == {
        (point("c2"), "A"): "d2",
        (point("c3"), "A"): "d4",
    }


def play(game: Game, *texts: str) -> None:
    for text in texts:
        game.play(find_move(game.position, text))


def test_loss_without_a_stone() -> None:
    game = Game(parse_position("9/9/9/9/W1B6 W"))
    assert game.result() is None
    play(game, "a1-b1A")
    assert game.result() == ("1-0", "no-stone")


def test_loss_without_a_move() -> None:
    # White closes the last gap around a1, and over no line does Black's stone there have a point to step to.
    game = Game(parse_position("9/9/W8/W1W6/BWW6 W"))
    play(game, "c2-b2")
    assert game.result() == ("1-0", "no-move")


def test_draw_by_repetition_counts_the_first_position() -> None:
    game = Game(parse_position("8B/9/9/9/W8 W"))
    once = ("a1-b1", "i5-h5", "b1-a1", "h5-i5")
    play(game, *once)
    assert game.result() is None
    play(game, *once)
    assert game.result() == ("1/2-1/2", "repetition")


def test_draw_after_a_hundred_quiet_plies() -> None:
    # Shuffling between a position and its neighbours would repeat, so the counter is set close to its end.
    game = Game(parse_position("8B/9/9/9/W8 W"))
    game.quiet = 98
    play(game, "a1-b1")
    assert game.result() is None
    play(game, "i5-h5")
    assert game.result() == ("1/2-1/2", "fifty")


@pytest.mark.parametrize("style", ["careless", "careful", "shuffling"])
def test_random_games_end(style: str) -> None:
    for seed in range(3):
        game = reference.random_game(random.Random(seed), style)
        assert game.result() is not None
        again = reference.random_game(random.Random(seed), style)
        assert [m.text for m in again.played] == [m.text for m in game.played]
