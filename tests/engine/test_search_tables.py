"""The search with endgame tables: exact distances, proven draws, and the rule of fifty moves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lakabe.engine import bitboard
from lakabe.engine.standing import Standing
from lakabe.engine.state import QUIET_DRAW
from lakabe.engine.tables.build import build
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.store import Tables
from lakabe.engine.think import Limits, Score, Thinker

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    with Processes(1) as here:
        build(folder, 3, here)
    return folder


@pytest.fixture(scope="module")
def tables(folder: Path) -> Tables:
    return Tables(folder)


def positions(stones: int, count: int) -> list[tuple[int, int]]:
    rng = random.Random(stones)
    found = []
    while len(found) < count:
        points = rng.sample(range(45), stones)
        cut = rng.randint(1, stones - 1)
        found.append((sum(1 << p for p in points[:cut]), sum(1 << p for p in points[cut:])))
    return found


def score(standing: Standing, depth: int, tables: Tables | None) -> Score:
    thinker = Thinker(memory_mb=1, tables=tables)
    thinker.ready()
    return thinker.think(standing, Limits(depth=depth)).lines[0].score


def test_a_position_of_the_tables_has_their_value_and_keeps_it(tables: Tables) -> None:
    seen = set()
    for own, enemy in positions(3, 150):
        value = tables.value(own, enemy)
        assert value is not None
        standing = Standing(own, enemy)
        thinker = Thinker(memory_mb=1, tables=tables)
        thinker.ready()
        found = thinker.think(standing, Limits(depth=3)).lines[0]
        seen.add(value.result)
        assert (found.score.kind, found.score.plies) == (value.result, value.distance or 0)
        if found.results:
            after = found.results[0]
            reached = tables.value(after[1], after[0])
            if reached is not None:
                expected = {"win": "loss", "loss": "win", "draw": "draw"}[value.result]
                assert reached.result == expected
                assert reached.distance == (None if value.distance is None else value.distance - 1)
    assert seen == {"win", "draw", "loss"}


def test_wins_that_lead_into_the_tables_are_those_found_without_them(tables: Tables) -> None:
    compared = 0
    for own, enemy in positions(4, 60):
        without = score(Standing(own, enemy), 6, None)
        if without.kind == "cp" or without.plies > 5:
            continue
        assert score(Standing(own, enemy), 6, tables) == without
        compared += 1
    assert compared > 10


def test_a_draw_of_the_tables_is_played_on_unless_lines_are_compared(tables: Tables) -> None:
    drawn = next(sides for sides in positions(3, 500) if str(tables.value(*sides)) == "draw")
    for lines, depth in ((1, 5), (2, 1)):
        thinker = Thinker(memory_mb=1, tables=tables)
        thinker.ready()
        found = thinker.think(Standing(*drawn), Limits(depth=5), lines)
        assert found.lines[0].score == Score("draw")
        assert found.depth == depth


def test_a_win_of_the_tables_that_comes_too_late_is_no_proof(tables: Tables) -> None:
    own, enemy = next(
        sides for sides in positions(3, 500)
        if (value := tables.value(*sides)) and value.result == "win" and (value.distance or 0) > 8
        and not bitboard.capturers(*sides)
    )  # fmt: skip
    assert score(Standing(own, enemy), 2, tables).kind == "win"
    quiet = QUIET_DRAW - 5
    late = Standing(own, enemy, quiet=quiet, past=[1] * quiet)
    assert score(late, 2, tables).kind == "cp"
    late.draws = False
    assert score(late, 2, tables).kind == "win"


def test_without_distances_a_win_is_still_a_win(folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        if ".dtw." not in file.name:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    compact = Tables(tmp_path)
    full = Tables(folder)
    for own, enemy in positions(3, 60):
        value = full.value(own, enemy)
        found = score(Standing(own, enemy), 4, compact)
        assert value is not None
        if value.result == "draw":
            assert found.kind == "draw"
        elif found.kind != "cp":
            assert found.kind == value.result
        else:
            assert (found.centipoints > 0) == (value.result == "win")
