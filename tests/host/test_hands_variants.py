"""Hands that play velas, Dimy and Telo: their moves, their touches, and what the soak makes of them."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import reference
import reference_variants
from hands import blackout, games
from hands.acts import TURN, Act, after_acts, stones_of
from hands.eyes import Eyes
from hands.games import GAMES, Placement
from hands.plan import Plan
from hands.player import PLAIN, Player
from hands.sitting import Sitting
from hands.table import Table
from hands.umpire import Turn
from hands.ways import way
from soak.board import SoakBoard
from soak.play import play

VARIANTS = GAMES[1:]
GAMES_OF_TEST = 200
"""As many as `make test` plays."""


def played(name: str, seed: int, style: str = "careless") -> games.Game:
    rng = random.Random(seed)
    game = games.begin(name)
    while game.result() is None:
        move = games.choose(game, style, rng)
        assert move is not None
        game.play(move)
    return game


@pytest.mark.parametrize("name", VARIANTS)
def test_moves_are_those_of_the_slow_rules(name: str) -> None:
    for seed in range(4):
        slow = reference_variants.Game(name)
        for move in played(name, seed).played:
            wanted = {
                (one.text, one.captures, one.after) for one in reference_variants.moves(name, slow.position)
            }
            found = games.moves(name, slow.position)
            assert {(one.text, one.captures, one.after) for one in found} == wanted
            assert len(found) == len(wanted)
            slow.play(next(one for one in wanted_moves(name, slow) if one.text == move.text))


def wanted_moves(name: str, game: reference_variants.Game) -> list[reference_variants.Move]:
    return reference_variants.moves(name, game.position)


@pytest.mark.parametrize("style", ["careless", "shuffling"])
@pytest.mark.parametrize("name", VARIANTS)
def test_games_end_as_the_slow_rules_have_it(name: str, style: str) -> None:
    game = played(name, 2, style)
    slow = reference_variants.Game(name)
    for move in game.played:
        assert slow.result() is None
        slow.play(next(one for one in wanted_moves(name, slow) if one.text == move.text))
    assert slow.result() == game.result() is not None


@pytest.mark.parametrize("name", VARIANTS)
def test_the_touches_of_a_move_lead_to_its_end(name: str) -> None:
    rng = random.Random(name)
    for move, before in with_positions(played(name, 5)):
        turn = Turn(before, game=name)
        touches = way(turn, move, 0, Player.any(rng), rng).acts
        assert after_acts(stones_of(before), touches) == stones_of(move.after)


def with_positions(game: games.Game) -> list[tuple[reference.Move, reference.Position]]:
    begun = games.begin(game.name).position
    positions = [begun, *(move.after for move in game.played)]
    return list(zip(game.played, positions, strict=False))


def test_a_stone_that_is_placed_is_written_as_its_point() -> None:
    game = played("telo", 1)
    assert all(isinstance(move, Placement) and len(move.text) == 2 for move in game.played[:6])
    assert not any(isinstance(move, Placement) for move in game.played[6:])


def test_velas_come_to_their_second_phase_and_to_forfeits() -> None:
    reasons: Counter[str] = Counter()
    for seed in range(16):
        game = played("vela", seed, "shuffling" if seed % 2 else "careless")
        result = game.result()
        assert result is not None
        reasons[result[1]] += 1
        reasons["second"] += not reference_variants.in_first_phase("vela", game.position)
    assert reasons["second"] > 3 and reasons["forfeit"]


def test_the_games_of_the_tests_have_some_of_each() -> None:
    names = Counter(Plan.number(1, n).game for n in range(GAMES_OF_TEST))
    assert all(names[name] >= 3 for name in VARIANTS), names
    assert names[games.ORDINARY] > GAMES_OF_TEST / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_one_variant_are_played(name: str) -> None:
    plans = [replace(Plan.other(name, 3, n), cap=30) for n in range(6)]
    outcomes = [play(plan) for plan in plans]
    assert [outcome.fault for outcome in outcomes] == [""] * len(outcomes)
    counts = sum((outcome.counts for outcome in outcomes), Counter[str]())
    assert counts["of variants"] >= len(plans) and counts["moves"] > 40


@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_one_variant_are_played_at_the_record_level(name: str) -> None:
    plans = [replace(Plan.other(name, 4, n), cap=24, games=1, breaks=-1, lenient=True) for n in range(8)]
    outcomes = [play(plan) for plan in plans]
    assert [outcome.fault for outcome in outcomes] == [""] * len(outcomes)
    assert sum(outcome.counts["irregular"] for outcome in outcomes) > 8


@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_one_variant_are_played_while_contacts_fail(name: str) -> None:
    plans = [replace(Plan.other(name, 5, n), cap=24, games=1, lenient=False, breaks=-1) for n in range(8)]
    plans = [replace(plan, dead=frozenset(), fails=2 * n) for n, plan in enumerate(plans)]
    outcomes = [play(plan) for plan in plans]
    assert [outcome.fault for outcome in outcomes] == [""] * len(outcomes)
    counts = sum((outcome.counts for outcome in outcomes), Counter[str]())
    assert counts["with dead contacts"] > 3 and counts["moves"] > 40


def test_telo_is_refused_where_a_stone_could_be_placed_unseen() -> None:
    plan = replace(Plan.other("telo", 6, 0), games=1, lenient=False, fails=-1, breaks=-1)
    outcomes = [play(replace(plan, dead=frozenset({point}))) for point in ((5, 3), (1, 1))]
    assert [outcome.fault for outcome in outcomes] == ["", ""]
    refused, played = outcomes
    assert not refused.moves and len(played.moves) > 4


def test_after_a_vela_the_hands_play_an_ordinary_game() -> None:
    plans = (Plan.other("vela", 1, n) for n in range(100))
    plan = next(plan for plan in plans if plan.games == 2 and plan.cap == 400 and not plan.lenient)
    outcome = play(plan)
    assert not outcome.fault
    assert (outcome.counts["games"], outcome.counts["of variants"]) == (2, 1)


def test_hands_in_the_dark_show_neither_a_next_game_nor_a_move_and_a_reply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the start stands one stone goes; without b3 that looks like c3-d3A and b3-c3."""
    start = games.begin("vela-creditor").position

    def put_back(table: Table, _: random.Random) -> list[Act]:
        table.stones = stones_of(start)
        return []

    monkeypatch.setattr(blackout, "stray", put_back)
    monkeypatch.setattr(Eyes, "put_right", lambda *_, **__: None)
    monkeypatch.setattr(Eyes, "see", lambda *_: False)
    for seed in range(50):
        sitting = Sitting(Plan.other("vela-creditor", 1, 0), SoakBoard(start.white | start.black))
        moves = {move.text: move for move in sitting.turn().moves}
        sitting.game.play(moves["d3-e3"])
        sitting.table.stones = stones_of(sitting.game.position)
        turn = sitting.turn()
        assert blackout.power_cut(sitting, turn, turn.moves[0], PLAIN, random.Random(seed))
        shown = frozenset(sitting.table.stones)
        assert shown != start.white | start.black and not turn.is_replied_to(shown)


def test_stones_of_telo_are_placed_with_all_habits() -> None:
    """Taken up again, placed before the last one has stood, ended with *turn*, others nudged meanwhile."""
    outcomes = [play(Plan.other("telo", 2, n), keeps_trace=True) for n in range(30)]
    assert not any(outcome.fault for outcome in outcomes)
    seen: Counter[str] = Counter()
    for outcome in outcomes:
        lines = [line.split() for line in outcome.trace.splitlines() if line[:1].isdigit()]
        seen["turn"] += any(words[1:] == ["button", "turn", "1"] for words in lines)
        seen["illegal"] += outcome.counts["mishaps"]
        seen["cut"] += outcome.counts["cuts"]
        seen["taken back"] += outcome.counts["takebacks"]
    assert min(seen[word] for word in ("turn", "illegal", "cut", "taken back")) > 0, seen
    assert TURN not in reference.ALL_POINTS
