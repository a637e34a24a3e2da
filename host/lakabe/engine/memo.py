"""The transposition table: what the search has found out about positions, shared by its threads.

Two arrays of ``int64``, in buckets of two entries. An entry is its data and its key xor its data, so that one
torn by another thread does not match and needs no lock (Hyatt and Mann, "A lock-less transposition table
implementation for parallel search chess engines", ICGA Journal 25(2), 2002).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lakabe.engine.jit import Array, kernel
from lakabe.engine.machine import fetch_row

EXACT, LOWER, UPPER = 1, 2, 3
"""What the kept score is: the value, or a bound of it. 0 is an empty entry."""

NO_MOVE = 4095

_K1, _K2, _K3 = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9, 0x14D049BB133111EB


@kernel
def key_of(own: int, enemy: int) -> int:
    """64 bits that stand for a position, side to move included."""
    h = own * _K1
    h = (h ^ (h >> 31)) + enemy
    h = h * _K2
    h = (h ^ (h >> 29)) * _K3
    return h ^ (h >> 32)


@kernel
def packed(score: int, depth: int, bound: int, move: int, age: int) -> int:
    """An entry's data. score -32768 to 32767, depth 0 to 127, move 0 to 4095, age 0 to 63."""
    return (score + 32768) | (depth << 16) | (bound << 24) | (age << 26) | (move << 32)


@kernel
def score_in(data: int) -> int:
    """The score of an entry."""
    return (data & 65535) - 32768


@kernel
def depth_in(data: int) -> int:
    """The depth of an entry."""
    return (data >> 16) & 127


@kernel
def bound_in(data: int) -> int:
    """What the score is: EXACT, LOWER or UPPER; 0 for nothing."""
    return (data >> 24) & 3


@kernel
def move_in(data: int) -> int:
    """The place of the best move among the generated ones, or NO_MOVE."""
    return (data >> 32) & 4095


@kernel
def fetch(table: Array, key: int) -> None:
    """Begin to read what ``look_up`` is going to want: a table is far larger than any cache."""
    fetch_row(table, key & (table.shape[0] - 1))


@kernel
def look_up(table: Array, key: int) -> int:
    """The data kept for a position, 0 for none. ``table`` has shape (buckets, 4)."""
    bucket = key & (table.shape[0] - 1)
    data = table[bucket, 1]
    if table[bucket, 0] ^ data == key:
        return data
    data = table[bucket, 3]
    if table[bucket, 2] ^ data == key:
        return data
    return 0


@kernel
def keep(table: Array, key: int, data: int) -> None:
    """Keep an entry: instead of one of the same position, an older one, or the one of less depth."""
    bucket = key & (table.shape[0] - 1)
    first = table[bucket, 1]
    second = table[bucket, 3]
    place = 2
    if table[bucket, 0] ^ first == key:
        place = 0
    elif table[bucket, 2] ^ second != key:
        age = (data >> 26) & 63
        a = depth_in(first) - (128 if (first >> 26) & 63 != age else 0)
        b = depth_in(second) - (128 if (second >> 26) & 63 != age else 0)
        if a <= b:
            place = 0
    table[bucket, place + 1] = data
    table[bucket, place] = key ^ data


def new_table(megabytes: int) -> NDArray[np.int64]:
    """An empty table of at most so many megabytes, a power of two of buckets. Shape (buckets, 4)."""
    buckets = 1 << max(10, (megabytes * (1 << 20) // 32).bit_length() - 1)
    # Written at once: memory that is handed out page by page while searching makes the first search slow.
    return np.full((buckets, 4), 0, dtype=np.int64)
