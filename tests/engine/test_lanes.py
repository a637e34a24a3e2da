"""Rows of numbers against NumPy's own arithmetic."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lakabe.engine.jit import kernel
from lakabe.engine.lanes import LANES, minus, plus, product, put_row, row_at


@kernel
def _sums(table: Any, flat: Any, at: int, most: int) -> int:
    row = minus(plus(row_at(table, 0), row_at(flat, at)), row_at(table, 1))
    put_row(table, 2, row)
    found: int = product(row, most, row_at(flat, at + 1))
    return found


@pytest.mark.parametrize("largest", [300, 32767])
def test_rows_are_what_numpy_makes_of_them(largest: int) -> None:
    rng = np.random.default_rng(largest)
    for at in (0, 7, 64):
        table = rng.integers(-largest - 1, largest + 1, (4, LANES)).astype(np.int16)
        flat = rng.integers(-largest - 1, largest + 1, 3 * LANES).astype(np.int16)
        before = table.copy()
        found = _sums(table, flat, at, 256)
        row = table[0] + flat[at : at + LANES] - table[1]
        assert np.array_equal(table[2], row)
        assert np.array_equal(table[[0, 1, 3]], before[[0, 1, 3]])
        factors = flat[at + 1 : at + 1 + LANES].astype(np.int32)
        assert found == int((np.clip(row, 0, 256).astype(np.int32) * factors).sum(dtype=np.int32))
