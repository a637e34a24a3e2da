"""Learning: repeatable self-play, right gradients, and integers that say what the floats say."""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

import numpy as np
import pytest

from fanorona.rules.geometry import NEXT, NONE
from lakabe.engine import evaluate, moves
from lakabe.engine.bitboard import capturers
from lakabe.engine.evaluate import plain_weights
from lakabe.engine.standing import Standing
from lakabe.engine.tables.build import build
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.store import Tables
from lakabe.engine.think import Thinker
from tools.learn import selfplay, train


def games(seed: int, count: int) -> list[list[selfplay.Row]]:
    rng = random.Random(seed)
    thinker = Thinker(memory_mb=1, weights=plain_weights())
    found = []
    for _ in range(count):
        thinker.forget()
        found.append(selfplay.play(thinker, rng, 60))
    return found


def test_self_play_is_the_same_for_a_seed() -> None:
    assert games(1, 3) == games(1, 3) != games(2, 3)


def test_results_are_told_from_the_side_to_move() -> None:
    decisive = 0
    for rows in games(3, 12):
        for (own, enemy, _, result), (other, _, _, then) in itertools.pairwise(rows):
            assert result == -then
            assert any(after[1] == other for after in moves.results(own, enemy))
        decisive += bool(rows) and rows[0][3] != 0
    assert decisive > 3


@pytest.mark.slow
def test_games_end_where_the_tables_know_the_result(tmp_path: Path) -> None:
    with Processes(1) as here:
        build(tmp_path, 3, here)
    tables = Tables(tmp_path)
    rng = random.Random(5)
    thinker = Thinker(memory_mb=1, tables=tables, weights=plain_weights())
    reached = 0
    for _ in range(60):
        thinker.forget()
        rows = selfplay.play(thinker, rng, 20)
        known = [tables.value(own, enemy) for own, enemy, _, _ in rows]
        assert all(value is None for value in known[:-1])
        if rows and known[-1] is not None:
            _, _, score, result = rows[-1]
            assert known[-1].result == {1: "win", 0: "draw", -1: "loss"}[result]
            assert score == 3000 * result
            reached += 1
    assert reached


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    rows = np.array([row for game in games(4, 40) for row in game], dtype=np.int64)
    file = tmp_path_factory.mktemp("data") / "data.npz"
    score, result = rows[:, 2].astype(np.int16), rows[:, 3].astype(np.int8)
    np.savez(file, own=rows[:, 0], enemy=rows[:, 1], score=score, result=result)
    return [file]


def batch(data: train.Positions, count: int) -> tuple[train.Floats, train.Floats, np.ndarray]:
    rows = np.arange(count)
    return (*train._inputs(data, rows, np.arange(45)), rows)


def test_gradients_are_those_of_small_differences(files: list[Path]) -> None:
    data = train.read(files)
    x, y, rows = batch(data, 64)
    target = data.target[rows]

    def loss(network: train.Network) -> float:
        score = network.forward(x, y, data.stones[rows], data.threats[rows])[0].astype(np.float64)
        chance = train.sigmoid(score)
        return float(-(target * np.log(chance) + (1 - target) * np.log(1 - chance)).mean())

    for name, place in [
        ("layer", (3, 5)),
        ("layer", (60, 9)),
        ("bias", (2,)),
        ("layer", (110, 20)),
        ("out", (6, 40)),
    ]:
        network = train.Network(7)
        network.learn(x, y, data.stones[rows], data.threats[rows], target, 0.0)
        learned = float(network._first[name][place]) * 10
        network.values = {key: value.astype(np.float64) for key, value in network.values.items()}
        network.values[name][place] += 1e-4
        above = loss(network)
        network.values[name][place] -= 2e-4
        assert learned == pytest.approx((above - loss(network)) / 2e-4, rel=0.02, abs=1e-5), name


def test_learning_helps_and_is_the_same_for_a_seed(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    data = train.read(files)
    everything = np.arange(len(data))
    before = train.loss(train.Network(1), data, everything)
    network = train.train(data, 1, 12)
    assert train.loss(network, data, everything) < 0.9 * before
    assert np.array_equal(network.integers(), train.train(data, 1, 12).integers())
    assert capsys.readouterr().out.count("epoch") == 24


def test_integers_say_what_the_floats_say(files: list[Path]) -> None:
    data = train.read(files)
    network = train.train(data, 2, 4)
    weights = network.integers()
    x, y, rows = batch(data, 200)
    scores = network.forward(x, y, data.stones[rows], data.threats[rows])[0] * 100
    sides = np.load(files[0])
    found = [
        evaluate.value(int(a), int(b), weights) for a, b in zip(sides["own"], sides["enemy"], strict=True)
    ]
    assert np.abs(np.clip(scores, -5000, 5000) - found[: len(rows)]).max() < 20


def test_learning_goes_on_from_weights(files: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    data = train.read(files)
    everything = np.arange(len(data))
    weights = evaluate.load_weights()
    network = train.Network(3)
    network.begin(weights)
    assert np.array_equal(network.integers(), weights)
    before = train.loss(network, data, everything)
    further = train.train(data, 3, 4, 2e-4, weights)
    assert 0.5 * before < train.loss(further, data, everything) < before
    assert capsys.readouterr().out.count("epoch") == 4
    with pytest.raises(ValueError, match="weights of shape"):
        network.begin(weights[:-1])


def test_the_threats_are_counted_as_the_evaluation_counts_them(files: list[Path]) -> None:
    data = train.read(files)
    sides = np.load(files[0])
    for own, enemy, place in zip(sides["own"], sides["enemy"], data.threats, strict=True):
        ours, theirs = (
            min(capturers(int(a), int(b)).bit_count(), 7) for a, b in ((own, enemy), (enemy, own))
        )
        assert place == ours * evaluate.THREATS + theirs


def test_symmetries_keep_the_lines() -> None:
    turns = train.symmetries()
    assert len({tuple(turn) for turn in turns}) == 4
    joined = {(p, NEXT[p * 8 + d]) for p in range(45) for d in range(8) if NEXT[p * 8 + d] != NONE}
    for turn in turns:
        assert {(turn[p], turn[q]) for p, q in joined} == joined


def test_the_programs_write_what_the_next_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, weights = tmp_path / "data.npz", tmp_path / "weights.npy"
    words = ["selfplay", "--seed", "1", "--positions", "100", "--nodes", "50", "--plain", "--out", str(data)]
    monkeypatch.setattr(sys, "argv", words)
    selfplay.main()
    monkeypatch.setattr(
        sys, "argv", ["train", "--seed", "1", "--epochs", "1", "--out", str(weights), str(data)]
    )
    train.main()
    made = np.load(weights)
    assert made.shape == (evaluate.SIZE,) and made.dtype == np.int16
    assert "positions" in capsys.readouterr().out
    assert isinstance(evaluate.value(Standing.of().own, Standing.of().enemy, made), int)
