"""Compiled moves against the rules that the firmware plays by, and against known counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import legal
import reference
from fanorona.rules.moves import perft
from fanorona.rules.rules import WHITE, Position
from lakabe.engine import bitboard, jit, lines, moves

PERFT = [1, 5, 39, 724, 18026, 431852, 9205774, 175243243]
OWN, ENEMY, _ = bitboard.parse(reference.START)


def played(count: int, seed: int) -> list[tuple[int, int]]:
    """Positions of random games, each with the moves of the games' last quarter as likely as the others."""
    rng = random.Random(seed)
    found = []
    own, enemy = OWN, ENEMY
    while len(found) < count:
        after = moves.results(own, enemy)
        if not after:
            own, enemy = OWN, ENEMY
            continue
        found.append((own, enemy))
        enemy, own = rng.choice(after)
    return found


def scattered(count: int, seed: int) -> list[tuple[int, int]]:
    """Positions of up to 8 stones a side anywhere."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        points = rng.sample(range(45), rng.randint(1, 16))
        cut = rng.randint(0, min(8, len(points)))
        found.append((sum(1 << p for p in points[:cut]), sum(1 << p for p in points[cut:])))
    return found


def by_the_rules(own: int, enemy: int) -> list[tuple[int, int]]:
    position = Position()
    bitboard.to_position(own, enemy, WHITE, position)
    return [bitboard.from_position(position) for _ in legal.each(position)]


def every_move(own: int, enemy: int) -> list[tuple[int, int]]:
    kept = moves.room(1)
    end = moves.generate(own, enemy, False, kept, 0)
    return [(int(a), int(b)) for a, b in kept[:end]]


@pytest.mark.parametrize("found", [played, scattered])
def test_moves_are_those_of_the_rules(found: Callable[[int, int], list[tuple[int, int]]]) -> None:
    for own, enemy in found(2500, 1):
        expected = by_the_rules(own, enemy)
        assert Counter(every_move(own, enemy)) == Counter(expected)
        assert moves.count(own, enemy) == len(expected)
        distinct = moves.results(own, enemy)
        assert len(distinct) == len(set(distinct))
        assert set(distinct) == set(expected)


def test_results_of_random_games_agree_with_an_independent_implementation() -> None:
    for own, enemy in played(150, 3):
        position = reference.parse_position(bitboard.format_n2(own, enemy, WHITE))
        expected = {reference.format_position(move.after) for move in reference.moves(position)}
        found = {bitboard.format_n2(b, a, 3 - WHITE) for a, b in moves.results(own, enemy)}
        assert found == expected


@pytest.mark.parametrize("depth", range(len(PERFT)))
def test_perft_from_the_start(depth: int) -> None:
    assert moves.perft(OWN, ENEMY, depth) == PERFT[depth]


def test_perft_elsewhere_agrees_with_the_rules() -> None:
    position = Position()
    for own, enemy in played(2000, 4)[::200] + scattered(20, 5):
        bitboard.to_position(own, enemy, WHITE, position)
        assert moves.perft(own, enemy, 2) == perft(position, 2)


def test_no_stone_and_no_move_are_no_moves() -> None:
    assert moves.results(0, 1) == []
    own, enemy, _ = bitboard.parse("9/9/9/BB7/WB7 W")
    assert moves.results(own, enemy) == []


def test_more_moves_than_are_kept_are_cut_off() -> None:
    kept = moves.room(1)[:4]
    assert moves.generate(OWN, ENEMY, False, kept, 0) == 3
    assert kept[3, 1] == 2


def test_a_position_with_endless_chains_is_given_up() -> None:
    own, enemy, _ = bitboard.parse("BB2B2BB/1B1B1B1B1/B1B1W1B1B/1B1B1B1B1/BB2B2BB W")
    assert 0 < len(moves.results(own, enemy)) <= moves.MOST


def test_moves_are_written_with_the_fewest_steps_and_read_back() -> None:
    for own, enemy in played(300, 6):
        for after in moves.results(own, enemy):
            text = lines.format_move(own, enemy, after)
            assert lines.parse_move(own, enemy, text) == after
            position = reference.parse_position(bitboard.format_n2(own, enemy, WHITE))
            wanted = bitboard.format_n2(after[1], after[0], 3 - WHITE)
            same = [m for m in reference.moves(position) if reference.format_position(m.after) == wanted]
            assert text.count("-") == min(len(m.steps) for m in same)


def test_a_line_is_written_move_by_move() -> None:
    first = lines.parse_move(OWN, ENEMY, "d3-e3W")
    second = lines.parse_move(first[1], first[0], "c4-c3A")
    assert lines.format_line(OWN, ENEMY, [first, second]) == ["d3-e3W", "c4-c3A"]


def test_what_leads_nowhere_is_refused() -> None:
    with pytest.raises(ValueError, match="no legal move"):
        lines.format_move(OWN, ENEMY, (OWN, ENEMY))
    with pytest.raises(ValueError, match="cannot be played"):
        lines.parse_move(OWN, ENEMY, "a1-a2A")


@pytest.mark.parametrize("name", ["_chains", "_count_chains", "_perft"])
def test_a_kernel_that_calls_itself_has_one_version(name: str) -> None:
    moves.perft(OWN, ENEMY, 2)
    assert len(getattr(moves, name).signatures) == 1


def test_the_digest_follows_imports() -> None:
    source = {module.__name__: Path(str(module.__file__)) for module in (bitboard, moves, lines, jit)}
    closure = jit._closure(source["lakabe.engine.moves"])
    assert {source["lakabe.engine.bitboard"], source["lakabe.engine.jit"]} <= closure
    assert source["lakabe.engine.lines"] not in closure
