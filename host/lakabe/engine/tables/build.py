"""Building tables: pair after pair, each in slices, resumed where it was interrupted.

For each pair: every slice is resolved from the pairs with fewer stones; then, distance after distance, all
slices are advanced by one ply until nothing is left that decides anything; then the pair is copied into its
final files. What was done is kept in ``progress.json`` beside the work files.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from lakabe import system
from lakabe.engine.jit import Array
from lakabe.engine.tables import tasks
from lakabe.engine.tables.index import WHOLE, Board
from lakabe.engine.tables.layout import SLICE, Pair, pairs
from lakabe.engine.tables.retro import VALUES
from lakabe.engine.tables.runner import Runner
from lakabe.engine.tables.store import (
    LayerFacts,
    PairFacts,
    TablesError,
    digest,
    layer_path,
    open_layer,
    pack,
    read_contents,
    write_contents,
)
from lakabe.engine.tables.tasks import Place
from lakabe.engine.tables.values import LONGEST
from lakabe.errors import LakabeError

FLUSH_S = 60
"""How much of the advance through distances a crash of the computer may cost, at most, in seconds."""

RESOLVING = 0.7
"""Share of the first pass in the time of a pair, for the progress bar."""

Watch = Callable[[Pair, str, float], None]
"""Called with the pair, what is being done, and which part of it is done, 0 to 1."""

TOO_LONG = LakabeError(f"a distance is longer than {LONGEST} plies", "please report it")


@dataclass
class Progress:
    """How far a pair has come."""

    slice_size: int
    resolved: list[bool]
    level: int = 0
    """All values up to this one have been written and reached the disk."""
    seconds: float = 0
    """Time spent so far."""

    @classmethod
    def read(cls, path: Path, size: int, slices: int) -> Progress:
        """What is kept, or a new beginning where there is nothing of this cut into slices."""
        try:
            found = cls(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return cls(size, [False] * slices)
        fits = found.slice_size == size and len(found.resolved) == slices
        return found if fits else cls(size, [False] * slices)

    def write(self, path: Path) -> None:
        """Keep it, in one step."""
        new = path.with_suffix(".new")
        with new.open("w", encoding="utf-8") as file:
            json.dump(vars(self), file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)


def build(
    directory: Path,
    stones: int,
    runner: Runner,
    watch: Watch = lambda pair, doing, part: None,
    board: Board = WHOLE,
    slice_size: int = SLICE,
) -> None:
    """Build every pair of up to ``stones`` stones that ``directory`` does not have. LakabeError."""
    directory.mkdir(parents=True, exist_ok=True)
    with _alone(directory):
        todo = missing(directory, stones, board)
        for name in read_contents(directory, board).pairs.keys() - {str(pair) for pair in todo}:
            # Left behind by a build that was killed when the pair was complete.
            shutil.rmtree(directory / f"work-{name}", ignore_errors=True)
        for pair in todo:
            _Pair(Place(directory, board, pair, slice_size, runner.apart), runner, watch).build()


def missing(directory: Path, stones: int, board: Board = WHOLE) -> list[Pair]:
    """The pairs of up to ``stones`` stones that are not there, in the order in which they are built."""
    there = read_contents(directory, board).pairs
    found: list[Pair] = []
    for pair in pairs(stones):
        files = [layer_path(directory, *layer, kind) for layer in pair.layers for kind in ("dtw", "wdl")]
        if found or str(pair) not in there or not all(file.exists() for file in files):
            found.append(pair)
    return found


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """Hold the folder's lock; LakabeError where another build has it. It ends with the process."""
    with (directory / ".lock").open("w") as file:
        try:
            system.lock(file)
        except OSError as error:
            what = f"another build is at work in {directory}"
            raise TablesError(what, "wait until it has ended") from error
        yield


class _Pair:
    """The build of one pair."""

    def __init__(self, place: Place, runner: Runner, watch: Watch) -> None:
        self.place = place
        self.runner = runner
        self.watch = watch
        self.plan = place.layout
        self.path = place.work / "progress.json"
        self.progress = Progress.read(self.path, place.slice_size, self.plan.slices)
        self.begun = time.monotonic() - self.progress.seconds

    def build(self) -> None:
        """All of it."""
        if not self.path.exists():
            shutil.rmtree(self.place.work, ignore_errors=True)
        tasks.forget()
        tasks.create_files(self.place)
        self._keep()
        self._resolve()
        self._advance(self._prepare())
        facts = self._finish()
        contents = read_contents(self.place.directory, self.place.board)
        contents.pairs[str(self.place.pair)] = facts
        write_contents(self.place.directory, contents)
        tasks.forget()
        shutil.rmtree(self.place.work)

    def _keep(self) -> None:
        self.progress.seconds = time.monotonic() - self.begun
        self.progress.write(self.path)

    def _resolve(self) -> None:
        left = [k for k, resolved in enumerate(self.progress.resolved) if not resolved]

        def done(i: int, fits: bool) -> None:
            if not fits:
                raise TOO_LONG
            self.progress.resolved[left[i]] = True
            self._keep()
            part = sum(self.progress.resolved) / self.plan.slices
            self.watch(self.place.pair, "captures", RESOLVING * part)

        self.watch(self.place.pair, "captures", RESOLVING * (1 - len(left) / self.plan.slices))
        self.runner.run(tasks.resolve_slice, [(self.place, k) for k in left], done)

    def _prepare(self) -> Array:
        """The bitmaps, from the bytes; returns which values each block has. Shape (blocks, 2, 256)."""
        tasks.forget()
        for name in (tasks.WON, tasks.LOST, tasks.UNDECIDED):
            (self.place.work / name).unlink()
        tasks.create_files(self.place)
        present = np.zeros((len(self.plan.blocks), 2, VALUES), np.uint8)

        def done(k: int, found: Array) -> None:
            present[self.plan.blocks_of(k)] = found

        calls = [(self.place, k, self.progress.level) for k in range(self.plan.slices)]
        self.runner.run(tasks.prepare_slice, calls, done)
        return present

    def _advance(self, present: Array) -> None:
        d = self.progress.level
        flushed = time.monotonic()
        while present[:, :, d : LONGEST + 1].any():
            if d == LONGEST:
                raise TOO_LONG
            flags = (present[:, 0, d].copy(), present[:, 1, d].copy(), present[:, 1, d + 1].copy())
            calls = [(self.place, k, d, *flags) for k in range(self.plan.slices)]
            self.runner.run(tasks.advance_slice, calls, partial(self._note, present, d))
            d += 1
            last = int(present[:, :, : LONGEST + 1].any(axis=(0, 1)).nonzero()[0][-1])
            part = RESOLVING + (1 - RESOLVING) * d / max(d, last + 1)
            self.watch(self.place.pair, f"distance {d}", part)
            if time.monotonic() - flushed > FLUSH_S:
                self._sync(d)
                flushed = time.monotonic()

    def _note(self, present: Array, d: int, k: int, counts: Array) -> None:
        present[self.plan.blocks_of(k), :, d + 1] |= counts > 0

    def _sync(self, level: int) -> None:
        for name in (tasks.FEW, tasks.MANY):
            with (self.place.work / name).open("rb") as file:
                os.fsync(file.fileno())
        self.progress.level = level
        self._keep()

    def _finish(self) -> PairFacts:
        """Write the final files; returns what is known of them."""
        self.watch(self.place.pair, "writing", 1)
        facts = {}
        for layer, name in zip(self.place.pair.layers, (tasks.FEW, tasks.MANY), strict=False):
            facts["-".join(map(str, layer))] = self._write(layer, name)
        workers = min(self.runner.workers, self.plan.slices)
        return PairFacts(round(time.monotonic() - self.begun, 2), workers, facts)

    def _write(self, layer: tuple[int, int], name: str) -> LayerFacts:
        plan = self.plan
        size = plan.positions
        work: Any = np.memmap(self.place.work / name, dtype=np.uint8, mode="r")
        with _new_file(layer_path(self.place.directory, *layer, "dtw"), size) as values:
            for k in range(plan.slices):
                first, after = plan.starts[k], plan.starts[k + 1]
                there = plan.base[first]
                length = (after - first) * plan.size
                values[first * plan.size :][:length] = work[there : there + length]
        dtw = layer_path(self.place.directory, *layer, "dtw")
        counts = np.zeros(4, np.int64)
        wdl = layer_path(self.place.directory, *layer, "wdl")
        with _new_file(wdl, -(-size // 4)) as bits:
            pack(np.asarray(open_layer(dtw, size)), bits, counts)
        wins, draws, losses, longest = (int(n) for n in counts)
        return LayerFacts(size, wins, draws, losses, longest, digest(dtw), digest(wdl))


@contextmanager
def _new_file(path: Path, size: int) -> Iterator[Array]:
    """A new mapped file of bytes, which has its name only when it is complete and on the disk."""
    new = path.with_suffix(".new")
    mapped: Any = np.lib.format.open_memmap(new, mode="w+", dtype=np.uint8, shape=(size,))
    yield mapped.view(np.ndarray)
    mapped.flush()
    new.replace(path)
