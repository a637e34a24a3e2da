"""What is done to one slice: functions of plain values, for any process on any computer that sees the folder.

Each may be done again, after it was interrupted or although it was done, without harm.
"""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from lakabe.engine.jit import Array
from lakabe.engine.tables.index import Board, View, index
from lakabe.engine.tables.layout import Layout, Pair, layout
from lakabe.engine.tables.resolve import resolve
from lakabe.engine.tables.retro import VALUES, advance, prepare
from lakabe.engine.tables.store import Tables

FEW, MANY, WON, LOST, UNDECIDED = "few.bytes", "many.bytes", "won.bits", "lost.bits", "undecided.bits"


@dataclass(frozen=True)
class Place:
    """Which pair is built, and where."""

    directory: Path
    board: Board
    pair: Pair
    slice_size: int
    apart: bool
    """Whether the processes are on several computers: what one writes must reach the disk for the others."""

    @property
    def work(self) -> Path:
        """The folder of the work files."""
        return self.directory / f"work-{self.pair}"

    @property
    def layout(self) -> Layout:
        """Where everything lies in the work files."""
        return layout(self.board, self.pair, self.slice_size)


class Files:
    """The mapped work files of a pair."""

    def __init__(self, place: Place) -> None:
        def mapped(name: str, kind: Any) -> Any:
            return np.memmap(place.work / name, dtype=kind, mode="r+").view(np.ndarray)

        self.few = mapped(FEW, np.uint8)
        self.many = mapped(MANY, np.uint8)
        self.won = mapped(WON, np.int64)
        self.lost = mapped(LOST, np.int64)
        self.undecided = mapped(UNDECIDED, np.int64)

    def flush(self) -> None:
        """Have everything on the disk."""
        for array in (self.few, self.many, self.won, self.lost, self.undecided):
            flush(array)


def create_files(place: Place) -> None:
    """The work files, full of zeros where they were not there."""
    plan = place.layout
    place.work.mkdir(parents=True, exist_ok=True)
    sizes = {FEW: plan.bytes_size, MANY: plan.bytes_size, WON: plan.bits_size, LOST: plan.bits_size}
    for name, size in {**sizes, UNDECIDED: plan.undecided_size}.items():
        with (place.work / name).open("ab") as file:
            file.truncate(size)


def flush(array: Array) -> None:
    """Have a mapped array on the disk."""
    base = array
    while not isinstance(base, mmap.mmap):
        base = base.base if isinstance(base, np.ndarray) else base.obj
    base.flush()


def resolve_slice(place: Place, k: int) -> bool:
    """The values of both layers' slice ``k`` that do not depend on paika; False where one is too far away."""
    plan = place.layout
    files = _files(place)
    view = _view(place)
    part = plan.blocks_of(k)
    blocks, base, many = plan.blocks[part], plan.base[part], place.pair.many
    fits = resolve(view, blocks, many, True, files.few, base)
    fits = fits and resolve(view, blocks, many, False, files.many, base)
    # That a slice is done is written down, and must not outlive its bytes.
    flush(files.few)
    flush(files.many)
    return bool(fits)


def prepare_slice(place: Place, k: int, upto: int) -> Array:
    """Make the bitmaps of slice ``k`` for values up to ``upto``; returns which values each block has.

    Shape (blocks of the slice, 2, 256), uint8. The bitmaps must be zero.
    """
    plan = place.layout
    files = _files(place)
    part = plan.blocks_of(k)
    blocks = plan.blocks[part]
    present = np.zeros((len(blocks), 2, VALUES), np.uint8)
    prepare(
        _view(place), blocks, place.pair.many, upto, files.few, files.many, plan.base[part],
        files.won, files.lost, plan.bits_base[part], files.undecided, plan.undecided_base[part], present,
    )  # fmt: skip
    if place.apart:
        files.flush()
    return present


def advance_slice(place: Place, k: int, d: int, in_few: Array, in_many: Array, next_in_many: Array) -> Array:
    """Decide in slice ``k`` what values of ``d`` decide: how many of each block, few and many, became d+1.

    The flags tell which blocks of the pair have a value d, and d+1. Shape of the answer (blocks, 2), int64.
    """
    plan = place.layout
    files = _files(place)
    part = plan.blocks_of(k)
    blocks = plan.blocks[part]
    read, write = (files.won, files.lost) if d & 1 else (files.lost, files.won)
    counts = np.zeros((len(blocks), 2), np.int64)
    advance(
        _view(place), blocks, part.start, place.pair.many, d, files.few, files.many, plan.base[part],
        read, write, plan.bits_base, files.undecided, plan.undecided_base[part],
        in_few, in_many, next_in_many, counts,
    )  # fmt: skip
    if place.apart:
        files.flush()
    return counts


def forget() -> None:
    """Close what is kept open between slices in this process."""
    _kept_files.cache_clear()
    _tables.cache_clear()


def _files(place: Place) -> Files:
    # On a shared folder what others have written is seen by opening the files again.
    return Files(place) if place.apart else _kept_files(place, (place.work / WON).stat().st_ino)


@lru_cache(maxsize=1)
def _kept_files(place: Place, file: int) -> Files:
    # The bitmaps are replaced by new files on the way, which a process that has the old ones must not miss.
    return Files(place)


@lru_cache(maxsize=1)
def _tables(directory: Path, board: Board, below: int) -> Tables:
    return Tables(directory, board, below)


def _view(place: Place) -> View:
    known = _tables(place.directory, place.board, place.pair.stones)
    return index(place.board, place.pair.few).view._replace(bytes_at=known.view.bytes_at)
