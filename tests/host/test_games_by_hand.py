"""Whole games played by hands, through the whole firmware on MicroPython: every move as it was meant."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

import hands
import reference
from lakabe.virtual import run_traces
from lakabe.virtual.report import Record, records
from lakabe.virtual.trace import parse

GAMES = 100
CHUNKS = 20


def performance(seed: int, adjust: float = 0.0, bounce_ms: float = 0.0) -> hands.Performance:
    """A game and the hands that play it, by chance; most are decisive, some of a kind that ends drawn.

    Where a move can only be made by way of what another one leaves (P1), it is another game.
    """
    style = "careful" if seed % 50 == 0 else "shuffling" if seed % 50 < 5 else "careless"
    for attempt in itertools.count():
        rng = random.Random(seed + 10_000 * attempt)
        moves = [move.text for move in reference.random_game(rng, style).played]
        try:
            return hands.perform(moves, hands.Habits.any(rng, adjust, bounce_ms))
        except hands.Unclean:
            continue
    raise AssertionError("unreachable")


def replayed(performances: list[hands.Performance]) -> Iterator[tuple[hands.Performance, list[Record]]]:
    """Each performance with what the board made of it, all in one interpreter."""
    runs = run_traces(parse(performance.text) for performance in performances)
    for performed, run in zip(performances, runs, strict=True):
        yield performed, list(records(run))


def told(course: list[Record], name: str) -> list[Record]:
    return [record for record in course if record["event"] == name]


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_clean_games(chunk: int) -> None:
    """A hundred games without a bounce, a slip or a second thought: no wrong move and no question."""
    performances = [performance(seed) for seed in range(chunk, GAMES, CHUNKS)]
    for performed, course in replayed(performances):
        assert hands.wrong_moves(performed, course) == []
        assert told(course, "ask") == []
        assert [(r["result"], r["reason"]) for r in told(course, "result")] == [performed.result]
        assert len(told(course, "game")) == 1
        assert course[-1]["position"] == performed.position


@pytest.mark.slow
def test_games_with_bounce_and_straightened_stones() -> None:
    """Contacts chatter for a millisecond, and players straighten a stone of theirs now and then."""
    performances = [performance(seed, bounce_ms=1, adjust=0.15) for seed in range(1012, 1020)]
    for performed, course in replayed(performances):
        assert hands.wrong_moves(performed, course) == []
        assert len(told(course, "ask")) == len(told(course, "restored"))
        assert [(r["result"], r["reason"]) for r in told(course, "result")] == [performed.result]


@pytest.mark.slow
def test_games_with_weak_magnets() -> None:
    """Contacts chatter for 5 ms, and some rest in between for longer than the board waits."""
    performances = [performance(seed, bounce_ms=5) for seed in range(2000, 2008)]
    for performed, course in replayed(performances):
        assert hands.wrong_moves(performed, course) == []
        assert told(course, "ask") == []
        assert [(r["result"], r["reason"]) for r in told(course, "result")] == [performed.result]
