"""Where the positions of a pair of layers lie in its files, and how the pair is cut into slices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np

from lakabe.engine.jit import Array
from lakabe.engine.tables.index import Board, index

PAGE = 4096
"""Slices begin on pages of their own, so that no two computers write to one."""

SLICE = 1 << 23
"""Positions of one layer in a slice, about: seconds of work for one core."""


@dataclass(frozen=True)
class Pair:
    """The two layers with so many stones a side: the few to move (``few``-``many``), or the many."""

    few: int
    many: int

    @property
    def stones(self) -> int:
        """How many stones are on the board."""
        return self.few + self.many

    @property
    def layers(self) -> tuple[tuple[int, int], ...]:
        """(own stones, enemy stones) of the layers that are kept: with equal sides the two are one."""
        one = (self.few, self.many)
        return (one,) if self.few == self.many else (one, (self.many, self.few))

    def __str__(self) -> str:
        return f"{self.few}-{self.many}"


def pairs(stones: int) -> list[Pair]:
    """All pairs of up to so many stones, in the order in which they can be built."""
    return [Pair(few, n - few) for n in range(2, stones + 1) for few in range(1, n // 2 + 1)]


@dataclass(frozen=True)
class Layout:
    """The parts of the work files. Arrays have one entry a block; bases count from the start of a file."""

    blocks: Array
    """The set of the few that stands for each block. int64."""
    size: int
    """Positions of a block."""
    words: int
    """64-bit words of a bitmap over all sets of the many."""
    starts: tuple[int, ...]
    """The first block of each slice, and the number of blocks."""
    base: Array
    """Of a block's bytes, in bytes."""
    bits_base: Array
    """Of a block's bitmaps, one for each symmetry, in words."""
    undecided_base: Array
    """Of a block's single bitmap, in words."""
    bytes_size: int
    """Bytes of a file of bytes."""
    bits_size: int
    """Bytes of a file of bitmaps."""
    undecided_size: int
    """Bytes of the file of single bitmaps."""

    @property
    def slices(self) -> int:
        """How many slices."""
        return len(self.starts) - 1

    @property
    def positions(self) -> int:
        """Positions of one layer."""
        return len(self.blocks) * self.size

    @property
    def disk(self) -> int:
        """Bytes of all work files."""
        return 2 * self.bytes_size + 2 * self.bits_size + self.undecided_size

    def blocks_of(self, k: int) -> slice:
        """The blocks of slice ``k``."""
        return slice(self.starts[k], self.starts[k + 1])


@lru_cache(maxsize=4)
def layout(board: Board, pair: Pair, slice_size: int = SLICE) -> Layout:
    """How the files of ``pair`` are laid out. A slice has at least one block."""
    blocks = index(board, pair.few).blocks[pair.few]
    size = comb(board.size - pair.few, pair.many)
    words = -(-comb(board.size, pair.many) // 64)
    count = len(blocks)
    slices = max(1, min(count, round(count * size / slice_size)))
    starts = tuple(count * k // slices for k in range(slices + 1))
    base, bytes_size = _bases(starts, size, PAGE)
    bits_base, bits_size = _bases(starts, board.folds * words, PAGE // 8)
    undecided_base, undecided_size = _bases(starts, words, PAGE // 8)
    sizes = (bytes_size, bits_size * 8, undecided_size * 8)
    return Layout(blocks, size, words, starts, base, bits_base, undecided_base, *sizes)


def _bases(starts: tuple[int, ...], size: int, page: int) -> tuple[Any, int]:
    """The base of each block of ``size`` items, each slice beginning on a page, and the end of the last."""
    bases = np.empty(starts[-1], np.int64)
    end = 0
    for first, after in pairwise(starts):
        bases[first:after] = end + size * np.arange(after - first)
        end = -(-(end + size * (after - first)) // page) * page
    return bases, end
