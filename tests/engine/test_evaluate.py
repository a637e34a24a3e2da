"""The evaluation: followed from move to move it is what it is from scratch."""

from __future__ import annotations

import random

import numpy as np
import pytest

from lakabe.engine import bitboard, evaluate, moves
from lakabe.engine.standing import Standing


def random_weights(seed: int) -> np.ndarray:
    weights = np.random.default_rng(seed).integers(-90, 91, evaluate.SIZE)
    return weights.astype(np.int16)


def plainly(own: int, enemy: int, weights: np.ndarray) -> int:
    """The same sums with NumPy's own arithmetic."""
    weights = weights.astype(int)
    able = [bitboard.capturers(own, enemy), bitboard.capturers(enemy, own)]
    points = [bitboard.points_of(own), bitboard.points_of(enemy)]
    points += [bitboard.points_of(able[0]), bitboard.points_of(able[1])]
    layer = weights[: evaluate.BIAS].reshape(evaluate.INPUTS, evaluate.HIDDEN)
    hidden = []
    for order in ((0, 1, 2, 3), (1, 0, 3, 2)):
        rows = [p + 45 * place for place, which in enumerate(order) for p in points[which]]
        hidden.append(
            np.clip(layer[rows].sum(axis=0) + weights[evaluate.BIAS : evaluate.OUT], 0, evaluate.ONE)
        )
    out = weights[evaluate.OUT : evaluate.STONES].reshape(evaluate.PHASES, 2 * evaluate.HIDDEN)
    out = out[((own | enemy).bit_count() - 1) // evaluate.PHASE]
    total = int((np.concatenate(hidden) * out).sum()) * 100 // (evaluate.ONE * evaluate.OUT_ONE)
    threats = [min(side.bit_count(), 7) for side in able]
    total += weights[evaluate.STONES + own.bit_count() * evaluate.SIDE + enemy.bit_count()]
    return int(total + weights[evaluate.THREAT + threats[0] * evaluate.THREATS + threats[1]])


def test_following_moves_gives_what_starting_anew_gives() -> None:
    rng = random.Random(1)
    weights = random_weights(1)
    views = np.zeros((6, evaluate.HIDDEN), dtype=np.int16)
    standing = Standing.of()
    for _ in range(400):
        after = standing.results()
        if not after:
            standing = Standing.of()
            continue
        own, enemy = standing.own, standing.enemy
        evaluate.refresh(own, enemy, weights, views, 0)
        choice = rng.choice(after)
        evaluate.follow(own, enemy, *choice, weights, views, 0)
        standing.play(choice)
        found = evaluate.estimate(standing.own, standing.enemy, weights, views, 2)
        assert found == evaluate.value(standing.own, standing.enemy, weights)
        assert found == plainly(standing.own, standing.enemy, weights)


def test_estimates_stay_apart_from_proven_scores() -> None:
    weights = np.full(evaluate.SIZE, 30000, dtype=np.int16)
    own, enemy, _ = bitboard.parse("9/9/9/9/WWWWWWW1B W")
    assert evaluate.value(own, enemy, weights) == evaluate.LARGEST


def test_the_weights_that_come_with_the_engine_can_be_read_and_like_stones() -> None:
    weights = evaluate.load_weights()
    ahead = bitboard.parse("BB2B2BB/1B5B1/9/1W2W2W1/WWWW1WWWW W")
    even = bitboard.parse("BB2B2BB/1B5B1/9/1W5W1/WW2W2WW W")
    assert evaluate.value(*ahead[:2], weights) > evaluate.value(*even[:2], weights) + 20


def test_mirrored_results_have_the_same_number_of_moves() -> None:
    own, enemy = Standing.of().own, Standing.of().enemy
    for after in moves.results(own, enemy):
        sides = [bitboard.mirrored(side) for side in after]
        assert len(moves.results(sides[1], sides[0])) == len(moves.results(after[1], after[0]))


def test_missing_weights_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluate, "FILE", "none.npy")
    with pytest.raises(evaluate.SetupError, match="weights cannot be read"):
        evaluate.load_weights()
