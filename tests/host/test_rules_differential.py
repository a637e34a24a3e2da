"""The core against the reference: thousands of positions of random play, in everything they offer."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import legal
import reference
from fanorona.rules import game, notation, rules
from fanorona.rules.moves import count, destinations, takes
from reference import Position as Slow
from reference import Step

GAMES_A_CHUNK = 15
KINDS = {"": rules.PAIKA, "A": rules.APPROACH, "W": rules.WITHDRAWAL}
NUMBERS = [notation.parse_point(reference.name(p)) for p in reference.ALL_POINTS]
NUMBER_OF = dict(zip(reference.ALL_POINTS, NUMBERS, strict=True))
PAIRS = [(p, q) for p in range(45) for q in range(45)]
NEAR = [(p, q) for p, q in PAIRS if abs(p % 9 - q % 9) <= 1 and abs(p // 9 - q // 9) <= 1]
FAR = sorted(set(PAIRS) - set(NEAR))
FAR_A_TIME = 20
"""No step leads so far: of these pairs of points some others are asked about each time."""


def fast_position(slow: Slow) -> rules.Position:
    position = rules.Position()
    notation.parse_position(reference.format_position(slow), position)
    return position


def marked(out: bytearray) -> dict[int, int]:
    return {p: out[p] for p in range(45) if out[p]}


def random_positions(seed: int) -> Iterator[Slow]:
    """Every position of some games, and positions with stones strewn about, which games seldom reach."""
    rng = random.Random(seed)
    for number in range(GAMES_A_CHUNK):
        style = "shuffling" if number == 0 else "careful" if number == 1 and seed % 4 == 0 else "careless"
        played = reference.random_game(rng, style)
        yield reference.parse_position(reference.START)
        for move in played.played:
            yield move.after
    for _ in range(100):
        stones = rng.sample(reference.ALL_POINTS, rng.randint(1, 30))
        cut = rng.randint(0, len(stones))
        yield Slow(frozenset(stones[:cut]), frozenset(stones[cut:]), rng.choice("WB"))


def compare_partial(
    position: rules.Position, all_moves: list[reference.Move], played: tuple[Step, ...], rng: random.Random
) -> None:
    """The questions the lights ask, with `played` already on the board."""
    follow = reference.continuations(all_moves, played)
    by_start: dict[int, dict[int, int]] = {}
    for step, taken in follow.items():
        p, q, kind = NUMBER_OF[step.start], NUMBER_OF[step.end], KINDS[step.kind]
        ends = by_start.setdefault(p, {})
        ends[q] = ends.get(q, 0) | kind
        out = bytearray(45)
        assert takes(position, p, q, kind, out) == len(taken)
        assert marked(out) == {NUMBER_OF[x]: kind for x in taken}
    out = bytearray(45)
    assert position.movable(out) == len(by_start)
    assert marked(out) == dict.fromkeys(by_start, 1)
    for p in range(45):
        assert destinations(position, p, out) == len(by_start.get(p, {})), notation.point_name(p)
        assert marked(out) == by_start.get(p, {}), notation.point_name(p)
    for p, q in (*NEAR, *rng.sample(FAR, FAR_A_TIME)):
        kinds = by_start.get(p, {}).get(q, 0)
        for kind in KINDS.values():
            assert position.legal(p, q, kind) == bool(kinds & kind), (p, q, kind)
    assert position.may_go_on() == bool(played and follow)


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))]
)
def test_complete_moves(seed: int) -> None:
    for slow in random_positions(seed):
        expected = {
            move.text: (frozenset(NUMBER_OF[x] for x in move.captures), reference.format_position(move.after))
            for move in reference.moves(slow)
        }
        position = fast_position(slow)
        assert legal.outcomes(position) == expected, reference.format_position(slow)
        assert count(position) == len(expected), reference.format_position(slow)
        assert notation.format_position(position) == reference.format_position(slow)
        assert position.must_capture() == any(taken for taken, _ in expected.values())
        assert position.can_move() == bool(expected)
        assert position.stones[rules.WHITE] == len(slow.white)
        assert position.stones[rules.BLACK] == len(slow.black)


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_partial_moves(seed: int) -> None:
    """Each position at the beginning of the turn, and along one random move, forwards and backwards."""
    rng = random.Random(seed)
    for slow in random_positions(100 + seed):
        if rng.random() < 0.7:
            continue
        all_moves = reference.moves(slow)
        position = fast_position(slow)
        compare_partial(position, all_moves, (), rng)
        if not all_moves:
            continue
        longest = max(all_moves, key=lambda move: (len(move.steps), rng.random()))
        for move in (rng.choice(all_moves), longest):
            for n, step in enumerate(move.steps, start=1):
                taken = position.play(NUMBER_OF[step.start], NUMBER_OF[step.end], KINDS[step.kind])
                assert taken == len(move.taken[n - 1])
                compare_partial(position, all_moves, move.steps[:n], rng)
            for n in range(len(move.steps) - 1, -1, -1):
                position.back()
                compare_partial(position, all_moves, move.steps[:n], rng)
            assert notation.format_position(position) == reference.format_position(slow)


@pytest.mark.parametrize(("style", "games"), [("careless", 60), ("careful", 4), ("shuffling", 12)])
def test_results_of_whole_games(style: str, games: int) -> None:
    """R10 and R11 as the game judges them after each move."""
    results = {
        game.UNFINISHED: None,
        game.WHITE_WINS: "1-0",
        game.BLACK_WINS: "0-1",
        game.DRAWN: "1/2-1/2",
    }
    reasons = {
        game.NO_STONE: "no-stone",
        game.NO_MOVE: "no-move",
        game.REPETITION: "repetition",
        game.FIFTY: "fifty",
    }
    for seed in range(games):
        played = reference.random_game(random.Random(seed), style)
        fast = game.Game()
        slow = reference.Game()
        for move in played.played:
            assert fast.result == game.UNFINISHED
            notation.play_move(fast.position, move.text)
            fast.commit()
            slow.play(move)
            expected = slow.result()
            got = results[fast.result]
            assert (None if got is None else (got, reasons[fast.reason])) == expected
        assert fast.result != game.UNFINISHED
        assert fast.ply == len(played.played)


def test_the_moves_tool() -> None:
    """`tools.moves` as other programs see it, on the positions of the perft vectors and of a few games."""
    vectors = (Path(__file__).parents[1] / "vectors" / "perft.txt").read_text(encoding="utf-8")
    slow = [reference.parse_position(line.split(":")[0]) for line in vectors.splitlines() if line[0] != "#"]
    for seed in range(5):
        slow += [move.after for move in reference.random_game(random.Random(seed)).played]
    texts = [reference.format_position(position) for position in slow]
    done = subprocess.run(
        [sys.executable, "-m", "tools.moves"],
        input="\n".join(texts) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(texts)
    for position, text, line in zip(slow, texts, lines, strict=True):
        printed = json.loads(line)
        assert printed["position"] == text
        got = {m["move"]: (sorted(m["captures"]), m["position"]) for m in printed["moves"]}
        assert len(got) == len(printed["moves"])
        assert got == {
            move.text: (sorted(reference.names(move.captures).split()), reference.format_position(move.after))
            for move in reference.moves(position)
        }
