"""Checking tables: the digests of the files, and the values of positions against those of their children.

Where every position agrees with all its children, all wins and losses are proven, by induction over the
distance: a value of n plies rests on values of fewer. A sample shows it for the positions drawn. Moves are
those of ``lakabe.engine.moves``, not of the build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np

from fanorona.rules.geometry import POINTS
from lakabe.engine.bitboard import mirrored, popcount
from lakabe.engine.jit import Array, array_kernel, kernel
from lakabe.engine.moves import MOST, generate
from lakabe.engine.tables.index import STRIDE, View, following
from lakabe.engine.tables.layout import pairs
from lakabe.engine.tables.resolve import free_points, spread, stored, worth
from lakabe.engine.tables.retro import unrank
from lakabe.engine.tables.store import Tables, digest, layer_path, read_contents, wdl
from lakabe.engine.tables.values import DRAW, DRAWN, LOSS, WIN

WHOLE_UP_TO = 4_000_000
"""Layers with so many positions, mirror images counted, are checked whole, of larger ones a sample."""

SAMPLE = 200_000
"""How many positions are drawn from a larger layer, unless another number is asked for."""

_CHUNK = 10_000

Watch = Callable[[str, float], None]
"""Called with what is checked and which part of it is done, 0 to 1."""


@dataclass(frozen=True)
class Fault:
    """Something wrong: in which file or layer, what, and an example where it is about positions."""

    where: str
    what: str
    own: int = 0
    enemy: int = 0


@kernel
def from_children(view: View, own: int, enemy: int, moves: Array) -> int:
    """The byte that a position must have, by the bytes of those that its moves lead to.

    ``moves`` is for these, shape (MOST, 2), int64. Draws are ``DRAWN``, however they come about.
    """
    count = generate(own, enemy, True, moves, 0)
    best = 0
    for i in range(count):
        best = max(best, worth(stored(view, moves[i, 1], moves[i, 0])))
    if best == 500:
        return DRAWN
    return best if best < 500 else 1000 - best


@kernel
def agrees(view: View, own: int, enemy: int, moves: Array) -> bool:
    """Whether a position's values, in both files and also mirrored, are those that its children give it."""
    code = stored(view, own, enemy)
    if min(code, DRAWN) != min(stored(view, mirrored(own), mirrored(enemy)), DRAWN):
        return False
    bits = DRAW if code >= DRAWN else WIN if code & 1 else LOSS
    return min(code, DRAWN) == from_children(view, own, enemy, moves) and wdl(view, own, enemy) == bits


@array_kernel
def _check_all(view: View, own: int, enemies: int, moves: Array, bad: Array) -> int:
    """How many positions with this set of own stones do not agree; ``bad`` is set to the enemy of one."""
    points = np.empty(POINTS, np.int64)
    free_points(view, own, points)
    found = 0
    subset = (1 << enemies) - 1
    for _ in range(view.choose[(POINTS - popcount(own)) * STRIDE + enemies]):
        enemy = spread(subset, points)
        if not agrees(view, own, enemy, moves):
            bad[0] = own
            bad[1] = enemy
            found += 1
        subset = following(subset)
    return found


@kernel
def _check_some(view: View, owns: Array, enemies: Array, moves: Array, bad: Array) -> int:
    found = 0
    for i in range(owns.shape[0]):
        if not agrees(view, owns[i], enemies[i], moves):
            bad[0] = owns[i]
            bad[1] = enemies[i]
            found += 1
    return found


def verify(
    directory: Path,
    watch: Watch = lambda what, part: None,
    sample: int = SAMPLE,
    whole: bool = False,
    seed: int = 1,
) -> list[Fault]:
    """Everything that is found wrong with the tables in a folder; TablesError where they cannot be opened.

    ``sample`` positions are drawn from each large layer with the seed; ``whole`` checks every position of
    every layer instead.
    """
    faults = list(_check_files(directory, watch))
    if faults:
        return faults
    tables = Tables(directory)
    rng = np.random.default_rng(seed)
    for pair in pairs(tables.stones):
        for own, enemy in pair.layers:
            fault = _check_layer(tables, own, enemy, watch, sample, whole, rng)
            if fault:
                faults.append(fault)
    return faults


def _check_files(directory: Path, watch: Watch) -> Iterator[Fault]:
    for pair in read_contents(directory).pairs.values():
        for name, facts in pair.layers.items():
            own, enemy = map(int, name.split("-"))
            for kind, expected in (("dtw", facts.dtw), ("wdl", facts.wdl)):
                path = layer_path(directory, own, enemy, kind)
                watch(path.name, 0)
                if not path.exists():
                    yield Fault(path.name, "is missing")
                elif digest(path) != expected:
                    yield Fault(path.name, "is not what was written: its digest is another")


def _check_layer(
    tables: Tables, own: int, enemy: int, watch: Watch, sample: int, whole: bool, rng: np.random.Generator
) -> Fault | None:
    moves = np.empty((MOST, 2), np.int64)
    bad = np.zeros(2, np.int64)
    name = f"{own}-{enemy}"
    positions = comb(POINTS, own) * comb(POINTS - own, enemy)
    checked = found = 0
    if whole or positions <= WHOLE_UP_TO:
        for r in range(comb(POINTS, own)):
            mine = unrank(tables.view, own, r)
            found += _check_all(tables.view, mine, enemy, moves, bad)
            watch(name, r / comb(POINTS, own))
        checked = positions
    else:
        while checked < sample:
            owns, enemies = draw(rng, own, enemy, min(_CHUNK, sample - checked))
            found += _check_some(tables.view, owns, enemies, moves, bad)
            checked += len(owns)
            watch(name, checked / sample)
    watch(name, 1)
    if not found:
        return None
    what = f"{found} of {checked} positions checked do not agree with what their moves lead to"
    return Fault(name, what, int(bad[0]), int(bad[1]))


def draw(rng: np.random.Generator, own: int, enemy: int, count: int) -> tuple[Array, Array]:
    """Random positions with so many stones, each as likely as any other: two arrays of sets, int64."""
    order = rng.random((count, POINTS)).argsort(axis=1)[:, : own + enemy]
    bits = np.left_shift(1, order, dtype=np.int64)
    owns = bits[:, :own].sum(axis=1)
    enemies = bits[:, own:].sum(axis=1)
    return owns, enemies
