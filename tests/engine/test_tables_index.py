"""Numbers of positions: every position has one, and only mirror images share theirs."""

from __future__ import annotations

import itertools
import random
from math import comb
from pathlib import Path

import numpy as np
import pytest

from fanorona.rules.geometry import COLUMNS, ROWS
from lakabe.engine.tables.index import STRIDE, WHOLE, Board, following, image, index, locate, rank
from lakabe.engine.tables.layout import Pair, layout, pairs
from lakabe.engine.tables.retro import unrank
from lakabe.engine.tables.values import DRAWN, OPEN, Value, value_of

PLAN = Path(__file__).parents[2] / "docs" / "tables-8.md"
EIGHT = [pair for pair in pairs(8) if pair.stones == 8]
PART = Board("part", sum(1 << (row * COLUMNS + column) for row in range(1, 4) for column in range(2, 5)), 1)


def mirror_images(own: int, enemy: int) -> set[tuple[int, int]]:
    """The position under the four symmetries, by points instead of by bits."""

    def moved(points: int, across: bool, along: bool) -> int:
        found = 0
        for p in range(ROWS * COLUMNS):
            row, column = divmod(p, COLUMNS)
            row = ROWS - 1 - row if along else row
            column = COLUMNS - 1 - column if across else column
            found |= (points >> p & 1) << (row * COLUMNS + column)
        return found

    return {
        (moved(own, across, along), moved(enemy, across, along))
        for across in (False, True)
        for along in (False, True)
    }


def draw(rng: random.Random, board: Board, own: int, enemy: int) -> tuple[int, int]:
    points = [p for p in range(ROWS * COLUMNS) if board.points >> p & 1]
    drawn = rng.sample(points, own + enemy)
    return sum(1 << p for p in drawn[:own]), sum(1 << p for p in drawn[own:])


@pytest.mark.parametrize(("own", "enemy"), [(1, 1), (1, 2), (2, 1)])
def test_positions_share_a_number_only_with_their_mirror_images(own: int, enemy: int) -> None:
    view = index(WHOLE, 1).view
    bits = [1 << p for p in range(ROWS * COLUMNS)]
    by_number: dict[int, set[tuple[int, int]]] = {}
    positions = 0
    for few, many in itertools.product(bits, itertools.combinations(bits, max(own, enemy))):
        if few in many:
            continue
        position = (few, sum(many)) if own < enemy or own == enemy else (sum(many), few)
        by_number.setdefault(locate(view, *position), set()).add(position)
        positions += 1
    assert positions == comb(45, own) * comb(45 - own, enemy)
    size = layout(WHOLE, Pair(1, max(own, enemy))).positions
    assert min(by_number) >= 0 and max(by_number) < size
    for together in by_number.values():
        assert together <= mirror_images(*next(iter(together)))


@pytest.mark.parametrize("stones", [4, 5, 6, 7, 8])
def test_mirror_images_mostly_share_a_number_which_fits(stones: int) -> None:
    rng = random.Random(stones)
    for pair in (p for p in pairs(stones) if p.stones == stones):
        view = index(WHOLE, pair.few).view
        size = layout(WHOLE, pair).positions
        shared = 0
        for own, enemy in pair.layers:
            for _ in range(300):
                position = draw(rng, WHOLE, own, enemy)
                numbers = {locate(view, *there) for there in mirror_images(*position)}
                assert all(0 <= number < size for number in numbers)
                shared += len(numbers) == 1
        assert shared > 250 if pair.few > 1 else shared > 150


def test_a_small_board_numbers_its_own_points() -> None:
    view = index(PART, 2).view
    bits = [1 << p for p in range(45) if PART.points >> p & 1]
    numbers = {
        locate(view, sum(own), sum(enemy))
        for own in itertools.combinations(bits, 2)
        for enemy in itertools.combinations(set(bits) - set(own), 3)
    }
    assert numbers == set(range(comb(9, 2) * comb(7, 3)))


def test_sets_are_numbered_in_the_order_of_their_bits() -> None:
    view = index(WHOLE, 1).view
    subset = 0b111
    for r in range(comb(45, 3)):
        assert rank(view, subset) == r
        assert unrank(view, 3, r) == subset
        subset = following(subset)


def test_an_image_is_its_own_inverse() -> None:
    rng = random.Random(5)
    for symmetry in range(4):
        for _ in range(50):
            points = rng.getrandbits(45)
            assert image(image(points, symmetry), symmetry) == points


@pytest.mark.parametrize("pair", [Pair(1, 1), Pair(2, 3), Pair(3, 4)], ids=str)
@pytest.mark.parametrize("slice_size", [3000, 1 << 23])
def test_slices_cover_all_blocks_and_share_no_page(pair: Pair, slice_size: int) -> None:
    plan = layout(WHOLE, pair, slice_size)
    assert plan.starts[0] == 0 and plan.starts[-1] == len(plan.blocks)
    for bases, size, unit in (
        (plan.base, plan.size, 1),
        (plan.bits_base, plan.words * 4, 8),
        (plan.undecided_base, plan.words, 8),
    ):
        assert (np.diff(bases) >= size).all()
        starts = bases[list(plan.starts[:-1])] * unit
        assert not (starts % 4096).any()
    ends = plan.base[[first - 1 for first in plan.starts[1:]]] + plan.size
    assert int(ends[-1]) <= plan.bytes_size


def covered(starts: tuple[int, ...], bases: np.ndarray, size: int, end: int, page: int) -> None:
    """The blocks fill a file of ``end`` items without overlap; gaps are there only to end a slice's page."""
    assert bases.dtype == np.int64 and not (bases[list(starts[:-1])] % page).any()
    gaps = np.append(bases, end) - np.append(0, bases + size)
    between = list(starts)
    assert (gaps[between] >= 0).all() and (gaps[between] < page).all()
    assert not np.delete(gaps, between).any()


@pytest.mark.parametrize("pair", EIGHT, ids=str)
def test_eight_stones_are_laid_out_as_the_plan_says(pair: Pair) -> None:
    plan = layout(WHOLE, pair)
    row = f"| {pair} | {plan.positions / 1e9:.2f} G | {plan.disk / 1e9:.1f} GB |"
    assert row in PLAN.read_text(encoding="utf-8")
    orbits = [{image(few, symmetry) for symmetry in range(4)} for few in plan.blocks.tolist()]
    assert sum(map(len, orbits)) == len(set().union(*orbits)) == comb(45, pair.few)
    assert plan.starts[0] == 0 and plan.starts[-1] == len(plan.blocks)
    assert (np.diff(plan.starts) > 0).all()
    covered(plan.starts, plan.base, plan.size, plan.bytes_size, 4096)
    covered(plan.starts, plan.bits_base, 4 * plan.words, plan.bits_size // 8, 512)
    covered(plan.starts, plan.undecided_base, plan.words, plan.undecided_size // 8, 512)


@pytest.mark.parametrize("pair", EIGHT, ids=str)
def test_the_last_of_eight_stones_has_the_last_number(pair: Pair) -> None:
    """Of 3-5 and 4-4 it is one that 32 bits with a sign do not hold."""
    plan = layout(WHOLE, pair)
    few = int(plan.blocks[-1])
    free = [p for p in range(45) if not few >> p & 1]
    many = sum(1 << p for p in free[-pair.many :])
    view = index(WHOLE, pair.few).view
    for own, _ in pair.layers:
        position = (few, many) if own == pair.few else (many, few)
        assert locate(view, *position) == plan.positions - 1


def test_the_plan_for_eight_stones_adds_up() -> None:
    page = PLAN.read_text(encoding="utf-8")
    plans = [(len(pair.layers), layout(WHOLE, pair)) for pair in EIGHT]
    positions = sum(len(p.layers) * comb(45, p.few) * comb(45 - p.few, p.many) for p in EIGHT)
    kept = sum(layers * plan.positions for layers, plan in plans) / 1e9
    work = max(plan.disk for _, plan in plans) / 1e9
    assert f"{positions:,} positions have exactly eight stones" in page
    assert f"| together | {kept:.1f} G kept | {work:.1f} GB at a time |" in page
    assert f"{plans[0][1].slices} blocks make the pair 1-7" in page


def test_pairs_come_after_all_that_they_rest_on() -> None:
    order = pairs(7)
    assert len(order) == 12 and order[-1] == Pair(3, 4)
    assert sum(len(p.layers) * comb(45, p.few) * comb(45 - p.few, p.many) for p in order) == 6_261_651_660
    for i, pair in enumerate(order):
        for own, enemy in pair.layers:
            for taken in range(1, enemy):
                assert Pair(*sorted((own, enemy - taken))) in order[:i]


def test_a_byte_says_who_wins_and_when() -> None:
    assert value_of(0) == Value("loss", 0)
    assert value_of(7) == Value("win", 7)
    assert value_of(DRAWN) == value_of(OPEN) == Value("draw")
    assert value_of(7).before() == Value("loss", 8)
    assert str(value_of(12)) == "loss in 12" and str(value_of(OPEN)) == "draw"


def test_the_table_of_ways_to_choose_reaches_every_rank() -> None:
    choose = index(WHOLE, 1).view.choose
    assert choose[45 * STRIDE + 7] == comb(45, 7)
