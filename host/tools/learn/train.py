"""Learns the weights of the evaluation from positions of self-play, with NumPy alone.

``python -m tools.learn.train --seed 1 --out weights.npy data.npz...``. The same seed and data give
the same weights on the same NumPy and processor. The network is the one of ``evaluate``, in floating point:
every weight is kept within what its integer can hold, and rounded at the end. The loss is the cross entropy
between the chance to win that the estimate stands for and what came of it: the result of the game, mixed with
the score of the search that chose the move. Each batch is turned by one of the board's four symmetries.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fanorona.rules.geometry import COLUMNS, POINTS, ROWS
from lakabe.engine import evaluate
from lakabe.engine.bitboard import capturers
from lakabe.engine.evaluate import HIDDEN, INPUTS, ONE, OUT_ONE, PHASE, PHASES, SIDE, THREATS

BATCH = 2048
RATE = 2e-3
RESULT_SHARE = 0.6
"""How much of the target is the game's result; the rest is the search's score."""

HELD_BACK = 20
"""One position in so many is not learned from, but tells how well it is going."""

Floats = NDArray[np.float32]


@dataclass
class Positions:
    """What is learned from.

    ``own`` and ``enemy``: shape (n, 90), uint8, 1 for a stone and, 45 places further, for one that could
    capture; ``target``: (n,).
    """

    own: NDArray[np.uint8]
    enemy: NDArray[np.uint8]
    stones: NDArray[np.int64]
    """Place in the table of stones by number."""
    threats: NDArray[np.int64]
    """Place in the table of capturers."""
    target: Floats

    def __len__(self) -> int:
        return len(self.target)


def sigmoid(x: Any) -> Any:
    """The chance to win that goes with a score in units of 100 centipoints."""
    return 1 / (1 + np.exp(-x))


def read(files: list[Path]) -> Positions:
    """The positions of all files of ``selfplay``."""
    parts = [np.load(file) for file in files]
    own = np.concatenate([part["own"] for part in parts])
    enemy = np.concatenate([part["enemy"] for part in parts])
    result = np.concatenate([part["result"] for part in parts]).astype(np.float32)
    score = np.concatenate([part["score"] for part in parts]).astype(np.float32)
    sides = list(zip(own.tolist(), enemy.tolist(), strict=True))
    ours = _bits(np.array([capturers(a, b) for a, b in sides]))
    theirs = _bits(np.array([capturers(b, a) for a, b in sides]))
    threats = _few(ours) * THREATS + _few(theirs)
    mine, other = _bits(own), _bits(enemy)
    target = RESULT_SHARE * (result + 1) / 2 + (1 - RESULT_SHARE) * sigmoid(score / 100)
    stones = mine.sum(axis=1, dtype=np.int64) * SIDE + other.sum(axis=1, dtype=np.int64)
    mine, other = np.concatenate([mine, ours], axis=1), np.concatenate([other, theirs], axis=1)
    return Positions(mine, other, stones, threats, target.astype(np.float32))


def _bits(sets: NDArray[np.int64]) -> NDArray[np.uint8]:
    return ((sets[:, None] >> np.arange(POINTS)) & 1).astype(np.uint8)


def _few(sets: NDArray[np.uint8]) -> NDArray[np.int64]:
    return np.minimum(sets.sum(axis=1, dtype=np.int64), THREATS - 1)


def symmetries() -> list[NDArray[np.int64]]:
    """The four ways to renumber the points that leave the lines as they are."""
    points = np.arange(POINTS).reshape(ROWS, COLUMNS)
    return [p.ravel() for p in (points, points[::-1], points[:, ::-1], points[::-1, ::-1])]


def phases(stones: NDArray[np.int64]) -> NDArray[np.int64]:
    """The output layer of each place in the table of stones by number."""
    return (stones // SIDE + stones % SIDE - 1) // PHASE


class Network:
    """The evaluation in floating point, its gradient, and Adam (Kingma and Ba 2015) to follow it."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        plain = evaluate.plain_weights()[evaluate.STONES : evaluate.THREAT] / 100
        self.values: dict[str, Any] = {
            "layer": rng.normal(0, 0.12, (INPUTS, HIDDEN)),
            "bias": np.full(HIDDEN, 0.4),
            "out": np.tile(rng.normal(0, 0.1, 2 * HIDDEN), (PHASES, 1)),
            "stones": plain,
            "threats": np.zeros(THREATS * THREATS),
        }
        self.values = {name: value.astype(np.float32) for name, value in self.values.items()}
        self._first = {name: np.zeros_like(value) for name, value in self.values.items()}
        self._second = {name: np.zeros_like(value) for name, value in self.values.items()}
        self._steps = 0

    def begin(self, weights: NDArray[np.int16]) -> None:
        """Go on from weights as ``integers`` gives them. ValueError where they are not of this network."""
        if weights.shape != (evaluate.SIZE,):
            raise ValueError(f"weights of shape {weights.shape}, not ({evaluate.SIZE},)")
        scales = {"layer": ONE, "bias": ONE, "out": OUT_ONE, "stones": 100, "threats": 100}
        at = 0
        for name, scale in scales.items():
            value = self.values[name]
            part = weights[at : at + value.size].astype(np.float32) / np.float32(scale)
            value[:] = part.reshape(value.shape)
            at += value.size

    def forward(self, x: Floats, y: Floats, stones: Any, threats: Any) -> tuple[Floats, Floats, Floats]:
        """The scores in units of 100 centipoints, and the hidden units before they are cut to 0 and 1."""
        v = self.values
        a = x @ v["layer"] + v["bias"]
        b = y @ v["layer"] + v["bias"]
        hidden = np.concatenate([np.clip(a, 0, 1), np.clip(b, 0, 1)], axis=1)
        score = np.einsum("ij,ij->i", hidden, v["out"][phases(stones)])
        score += v["stones"][stones] + v["threats"][threats]
        return score, np.concatenate([a, b], axis=1), hidden

    def learn(self, x: Floats, y: Floats, stones: Any, threats: Any, target: Floats, rate: float) -> None:
        """One step down the gradient of the loss of a batch."""
        v = self.values
        score, before, hidden = self.forward(x, y, stones, threats)
        slope = ((sigmoid(score) - target) / len(target)).astype(np.float32)
        phase = phases(stones)
        back = slope[:, None] * v["out"][phase] * ((before > 0) & (before < 1))
        slopes = np.zeros((len(slope), PHASES), dtype=np.float32)
        slopes[np.arange(len(slope)), phase] = slope
        gradients = {
            "layer": x.T @ back[:, :HIDDEN] + y.T @ back[:, HIDDEN:],
            "bias": back[:, :HIDDEN].sum(axis=0) + back[:, HIDDEN:].sum(axis=0),
            "out": slopes.T @ hidden,
            "stones": np.bincount(stones, slope, SIDE * SIDE),
            "threats": np.bincount(threats, slope, THREATS * THREATS),
        }
        self._steps += 1
        for name, gradient in gradients.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            step = first / (1 - 0.9**self._steps) / (np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8)
            v[name] -= rate * step
        np.clip(v["layer"], -1.9, 1.9, out=v["layer"])

    def integers(self) -> NDArray[np.int16]:
        """The weights as ``evaluate`` has them. Shape (SIZE,)."""
        v = self.values
        parts = [v["layer"] * ONE, v["bias"] * ONE, v["out"] * OUT_ONE]
        parts += [v["stones"] * 100, v["threats"] * 100]
        together = np.concatenate([np.ravel(part) for part in parts])
        return np.clip(np.rint(together), -32768, 32767).astype(np.int16)


def loss(network: Network, data: Positions, rows: NDArray[np.int64]) -> float:
    """The mean cross entropy over some positions, less the least possible."""
    x, y = _inputs(data, rows, np.arange(POINTS))
    score = network.forward(x, y, data.stones[rows], data.threats[rows])[0].astype(np.float64)
    chance, target = sigmoid(score), np.clip(data.target[rows].astype(np.float64), 1e-6, 1 - 1e-6)
    entropy = target * np.log(target / chance) + (1 - target) * np.log((1 - target) / (1 - chance))
    return float(entropy.mean())


def _inputs(data: Positions, rows: NDArray[np.int64], points: NDArray[np.int64]) -> tuple[Floats, Floats]:
    points = np.concatenate([points, points + POINTS])
    own = data.own[rows][:, points].astype(np.float32)
    enemy = data.enemy[rows][:, points].astype(np.float32)
    return _beside(own, enemy), _beside(enemy, own)


def _beside(own: Floats, enemy: Floats) -> Floats:
    """The inputs in the order of ``evaluate``: the stones of both sides, then those that could capture."""
    return np.concatenate([own[:, :POINTS], enemy[:, :POINTS], own[:, POINTS:], enemy[:, POINTS:]], axis=1)


def train(
    data: Positions,
    seed: int,
    epochs: int,
    rate: float = RATE,
    start: NDArray[np.int16] | None = None,
) -> Network:
    """A network after ``epochs`` times through the data; prints how it fares on what is held back.

    It goes on from the weights ``start``, or begins with random ones. Steps are of size ``rate`` at first,
    and fall to nothing along a cosine.
    """
    rng = np.random.default_rng(seed)
    network = Network(seed)
    if start is not None:
        network.begin(start)
    # Whole stretches, for the positions of one game are much alike.
    held = (np.arange(len(data)) // 200) % HELD_BACK == 0
    learned, test = np.flatnonzero(~held), np.flatnonzero(held)
    turns = symmetries()
    batches = max(1, len(learned) // BATCH)
    for epoch in range(epochs):
        rows = rng.permutation(learned)
        for i in range(batches):
            batch = rows[i * BATCH : (i + 1) * BATCH]
            done = (epoch + i / batches) / epochs
            x, y = _inputs(data, batch, turns[rng.integers(4)])
            step = rate * (1 + np.cos(np.pi * done)) / 2
            network.learn(x, y, data.stones[batch], data.threats[batch], data.target[batch], step)
        print(f"epoch {epoch + 1}: {loss(network, data, test):.5f} on {len(test)} positions", flush=True)
    return network


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--rate", type=float, default=RATE, help="the size of the first steps")
    parser.add_argument("--start", type=Path, help="weights to go on from; without, random ones")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("data", type=Path, nargs="+")
    chosen = parser.parse_args()
    data = read(chosen.data)
    print(f"{len(data)} positions")
    start = np.load(chosen.start) if chosen.start else None
    np.save(chosen.out, train(data, chosen.seed, chosen.epochs, chosen.rate, start).integers())


if __name__ == "__main__":
    main()
