"""Values of tables against a plain solver: rules of `reference.py`, dictionaries, one ply at a time.

The solver asks the rules about one of the four mirror images of a position, the tables are asked about all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import reference
from lakabe.engine.tables.build import build
from lakabe.engine.tables.index import WHOLE, Board
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.store import Tables
from lakabe.engine.tables.values import Value

Sides = tuple[frozenset[reference.Point], frozenset[reference.Point]]


def bit(p: reference.Point) -> int:
    return 1 << ((p[1] - 1) * 9 + p[0] - 1)


def every(points: tuple[reference.Point, ...], own: int, enemy: int) -> list[Sides]:
    return [
        (frozenset(mine), frozenset(theirs))
        for mine in itertools.combinations(points, own)
        for theirs in itertools.combinations(sorted(set(points) - set(mine)), enemy)
    ]


def mirrored(sides: Sides, columns: int, rows: int) -> Iterator[Sides]:
    """A position and its mirror images on a board of so many columns and rows from a1 on."""
    for across, along in itertools.product((False, True), repeat=2):
        own, enemy = (
            frozenset((columns + 1 - c if across else c, rows + 1 - r if along else r) for c, r in side)
            for side in sides
        )
        yield own, enemy


def solve(positions: list[Sides], columns: int, rows: int) -> dict[Sides, Value]:
    """The value of each position, of (own, enemy) stones; whatever can be reached must be among them."""
    first: dict[Sides, Sides] = {}  # of each position, the image that stands for it
    for sides in positions:
        if sides not in first:
            first.update(dict.fromkeys(mirrored(sides, columns, rows), sides))
    children = {}
    parents: dict[Sides, list[Sides]] = {}
    for own, enemy in set(first.values()):
        afters = {move.after for move in reference.moves(reference.Position(own, enemy, "W"))}
        reached = ((after.black, after.white) for after in afters)
        children[own, enemy] = {first.setdefault(sides, sides) for sides in reached}
        for child in children[own, enemy]:
            parents.setdefault(child, []).append((own, enemy))
    values = {sides: Value("loss", 0) for sides in parents if not sides[0]}
    values |= {sides: Value("loss", 0) for sides, after in children.items() if not after}
    fresh = set(values)
    distance = 0
    while fresh:
        distance += 1
        found = set()
        for sides in {parent for child in fresh for parent in parents.get(child, ())} - values.keys():
            if distance % 2:
                values[sides] = Value("win", distance)
                found.add(sides)
            elif all(child in values and values[child].result == "win" for child in children[sides]):
                values[sides] = Value("loss", distance)
                found.add(sides)
        fresh = found
    return {sides: values.get(first[sides], Value("draw")) for sides in positions}


def compare(tables: Tables, positions: list[Sides], columns: int = 9, rows: int = 5) -> dict[Value, int]:
    counts: dict[Value, int] = {}
    for (own, enemy), value in solve(positions, columns, rows).items():
        assert tables.value(sum(map(bit, own)), sum(map(bit, enemy))) == value, (own, enemy)
        counts[value] = counts.get(value, 0) + 1
    return counts


def test_two_and_three_stones(tmp_path: Path) -> None:
    with Processes(1) as here:
        build(tmp_path, 3, here)
    positions = [
        sides for own, enemy in ((1, 1), (1, 2), (2, 1)) for sides in every(reference.ALL_POINTS, own, enemy)
    ]
    counts = compare(Tables(tmp_path), positions)
    assert len(positions) == 87_120
    assert max(value.distance or 0 for value in counts) == 30


@pytest.fixture
def slow_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[tuple[reference.Point, ...]], None]]:
    """Has the slow rules play on these points only, and forget what they have found on others."""

    def forget() -> None:
        reference.neighbours.cache_clear()
        reference.moves.cache_clear()

    def keep_to(points: tuple[reference.Point, ...]) -> None:
        monkeypatch.setattr(reference, "ALL_POINTS", points)
        forget()

    yield keep_to
    forget()


@pytest.mark.parametrize(("columns", "rows", "stones"), [(3, 3, 8), (5, 3, 4)])
def test_small_boards(
    columns: int,
    rows: int,
    stones: int,
    tmp_path: Path,
    slow_rules: Callable[[tuple[reference.Point, ...]], None],
) -> None:
    points = tuple((c, r) for r in range(1, rows + 1) for c in range(1, columns + 1))
    slow_rules(points)
    board = Board(f"{columns}x{rows}", sum(map(bit, points)), 1)
    with Processes(1) as here:
        build(tmp_path, stones, here, board=board)
    positions = [
        sides
        for total in range(2, stones + 1)
        for own in range(1, total)
        for sides in every(points, own, total - own)
    ]
    counts = compare(Tables(tmp_path, board), positions, columns, rows)
    assert {value.result for value in counts} == {"win", "draw", "loss"}


def test_the_whole_board_is_meant_where_none_is_named(tmp_path: Path) -> None:
    with Processes(1) as here:
        build(tmp_path, 2, here)
    assert Tables(tmp_path).board == WHOLE
    assert Tables(tmp_path).stones == 2
