"""What kernels do that Numba has no words for."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64

from lakabe.engine import memo
from lakabe.engine.jit import kernel, recursive
from lakabe.engine.machine import both_meet, pinned, pinned_type


@recursive(int64(int64, pinned_type(int64[:, ::1], int64[::1])))
def _fill(row: int, held: Any) -> int:
    table, counted = held[0]
    if row == table.shape[0]:
        return 0
    counted[0] += 1
    table[row, 0] = row
    below = _fill(row + 1, held)
    table[row, 1] = below
    return below + row


@kernel
def _filled(table: Any, counted: Any) -> int:
    return _fill(0, pinned((table, counted)))


def test_pinned_arrays_are_the_same_arrays_all_the_way_down() -> None:
    table, counted = np.zeros((5, 2), dtype=np.int64), np.zeros(1, dtype=np.int64)
    assert _filled(table, counted) == 10
    assert counted[0] == 5
    assert table.tolist() == [[0, 10], [1, 9], [2, 7], [3, 4], [4, 0]]


def test_reading_ahead_changes_nothing_and_takes_any_key() -> None:
    table = memo.new_table(1)
    data = memo.packed(5, 1, memo.EXACT, 2, 3)
    for key in (0, -1, 1 << 62, -(1 << 63), 12345):
        memo.fetch(table, key)
        memo.keep(table, key, data)
        kept = table.copy()
        memo.fetch(table, key)
        assert np.array_equal(table, kept)
        assert memo.look_up(table, key) == data


@kernel
def _meeting(a: Any, b: Any, row: int, x: int, y: int) -> int:
    found: int = both_meet(a, b, row, x, y)
    return found


def test_sets_that_meet_are_found_wherever_they_stand() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 1 << 45, (2, 5, 16)) & rng.integers(0, 1 << 45, (2, 5, 16)) & 0x111111111111
    for row in range(5):
        for x, y in rng.integers(0, 1 << 45, (20, 2)) & 0x000FF0000FF0:
            expected = sum(1 << k for k in range(16) if a[row, k] & x and b[row, k] & y)
            assert _meeting(a, b, row, x, y) == expected
    assert _meeting(a, b, 0, 0, -1) == 0
