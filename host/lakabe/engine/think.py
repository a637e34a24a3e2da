"""Thinking about a position: iterative deepening on one or two threads until a limit is reached."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lakabe.engine.evaluate import HIDDEN, load_weights, refresh
from lakabe.engine.memo import new_table
from lakabe.engine.moves import MOST
from lakabe.engine.search import search_root
from lakabe.engine.standing import Standing
from lakabe.engine.state import (
    AGE,
    DEEPEST,
    HISTORY,
    KILLERS,
    LIMIT,
    LINE,
    NO_VIEW,
    NODES,
    PATH,
    PROVEN,
    STATE,
    STONES,
    STOPPED,
    TABLE_HITS,
    WIN,
    probed,
)
from lakabe.engine.tables.store import Tables

MEMORY_MB = 64
WINDOW = 30
"""Centipoints on either side of the last score within which the next is expected."""

NO_LIMIT = 1 << 62


@dataclass(frozen=True)
class Score:
    """What a position is worth to the side to move.

    ``kind`` is ``win``, ``loss`` or ``draw`` where that is proven under R10 and R11, with ``plies`` to the
    end of a won or lost game; otherwise ``cp``, an estimate of ``centipoints`` (100: chances of e : 1).
    """

    kind: str
    centipoints: int = 0
    plies: int = 0

    def __str__(self) -> str:
        if self.kind == "cp":
            return f"cp {self.centipoints}"
        return self.kind if self.kind == "draw" else f"{self.kind} {self.plies}"

    @classmethod
    def of(cls, value: int) -> Score:
        """From a score of the search."""
        if abs(value) >= PROVEN:
            return cls("win" if value > 0 else "loss", plies=WIN - abs(value))
        return cls("cp", centipoints=value)


@dataclass(frozen=True)
class Limits:
    """When to stop: after so many plies, nodes or seconds, whichever comes first; None is no limit.

    No iteration begins after ``soft_s`` seconds. Nodes are counted exactly on one thread.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    soft_s: float | None = None


@dataclass(frozen=True)
class Line:
    """A way to play: (own, enemy) after each of its moves, as their movers see it, and its score."""

    results: list[tuple[int, int]]
    score: Score


@dataclass(frozen=True)
class Report:
    """What is known after an iteration: the best lines first."""

    depth: int
    lines: list[Line]
    nodes: int
    seconds: float
    table_hits: int

    @property
    def best(self) -> tuple[int, int] | None:
        """What the best move leads to; None where there is no move."""
        return self.lines[0].results[0] if self.lines and self.lines[0].results else None


@dataclass
class _Worker:
    """What one thread of the search has to itself."""

    state: NDArray[np.int64] = field(default_factory=lambda: np.zeros(STATE, dtype=np.int64))
    moves: NDArray[np.int64] = field(default_factory=lambda: np.zeros((16 * MOST, 4), dtype=np.int64))
    views: NDArray[np.int16] = field(
        default_factory=lambda: np.zeros((2 * (DEEPEST + 1), HIDDEN), dtype=np.int16)
    )
    roots: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 3), dtype=np.int64))


class Thinker:
    """Finds moves. Keeps what it has found out from one call to the next; one call at a time."""

    def __init__(
        self,
        memory_mb: int = MEMORY_MB,
        threads: int = 1,
        tables: Tables | None = None,
        weights: NDArray[np.int16] | None = None,
    ) -> None:
        self.weights = load_weights() if weights is None else weights
        self.tables = tables
        self._memo = new_table(memory_mb)
        self._stop = np.zeros(1, dtype=np.int64)
        self._workers = [_Worker() for _ in range(threads)]
        self._age = 0

    def forget(self) -> None:
        """Begin anew, as for another game."""
        self._memo.fill(0)
        self._workers = [_Worker() for _ in self._workers]
        self._age = 0

    def stop(self) -> None:
        """End the call of ``think`` that is under way in another thread; it returns what it has."""
        self._stop[0] = 1

    def ready(self) -> None:
        """Let the next ``think`` run, whatever ``stop`` was called before."""
        self._stop[0] = 0

    def think(
        self,
        standing: Standing,
        limits: Limits,
        lines: int = 1,
        report: Callable[[Report], None] | None = None,
    ) -> Report:
        """The best move, or ``lines`` of them, as far as the limits allow; ``report`` gets every iteration.

        With one thread and without a limit of time the same calls from a fresh start give the same answers.
        ``ready`` has to be called before each call.
        """
        began = time.monotonic()
        self._age = (self._age + 1) % 64
        if not standing.results():
            return Report(0, [Line([], Score("loss"))], 0, 0.0, 0)
        for worker in self._workers:
            self._prepare(worker, standing, limits)
        value = self._known(standing)
        if value == 0 and lines == 1:
            for worker in self._workers:
                self._play_on(worker, standing)
        timer = None
        if limits.seconds is not None:
            timer = threading.Timer(limits.seconds, self.stop)
            timer.daemon = True
            timer.start()
        helpers = [
            threading.Thread(target=self._help, args=(worker, standing, 1 + i % 2), daemon=True)
            for i, worker in enumerate(self._workers[1:])
        ]
        for helper in helpers:
            helper.start()
        try:
            return self._deepen(self._workers[0], standing, limits, lines, value, began, report)
        finally:
            if timer is not None:
                timer.cancel()
                timer.join()  # one that goes off just now must not stop what comes next
            self.stop()
            for helper in helpers:
                helper.join()

    def _prepare(self, worker: _Worker, standing: Standing, limits: Limits) -> None:
        state = worker.state
        state[:PATH] >>= 1  # what was good on the way here is still rather good
        state[:KILLERS] = 0
        state[KILLERS:HISTORY] = 0
        standing.tell(state)
        state[LIMIT] = limits.nodes if limits.nodes is not None and worker is self._workers[0] else NO_LIMIT
        state[AGE] = self._age
        state[STONES] = self.tables.stones if self.tables else 0
        found = standing.results()
        worker.roots = np.zeros((len(found), 3), dtype=np.int64)
        worker.roots[:, :2] = found
        refresh(standing.own, standing.enemy, self.weights, worker.views, 0)
        _sort(worker.roots, standing)

    def _known(self, standing: Standing) -> int | None:
        """What the tables say of a position, None for nothing."""
        view = self.tables.view if self.tables else NO_VIEW
        value = probed(standing.own, standing.enemy, 0, standing.quiet, self._workers[0].state, view)
        return value if value <= WIN else None

    def _play_on(self, worker: _Worker, standing: Standing) -> None:
        """Look among the moves that keep a draw of the tables for the one after which most can go wrong.

        To the tables they are all alike, so the search does without them.
        """
        view = self.tables.view if self.tables else NO_VIEW
        kept = [
            probed(int(enemy), int(own), 1, standing.quiet + 1, worker.state, view) == 0
            for own, enemy in worker.roots[:, :2]
        ]
        worker.roots = np.ascontiguousarray(worker.roots[kept])
        worker.state[STONES] = 0

    def _help(self, worker: _Worker, standing: Standing, first: int) -> None:
        for depth in range(first, DEEPEST):
            self._root(worker, standing, depth, -WIN - 1, WIN + 1, 0)
            if worker.state[STOPPED]:
                return

    def _deepen(
        self,
        worker: _Worker,
        standing: Standing,
        limits: Limits,
        lines: int,
        table_value: int | None,
        began: float,
        report: Callable[[Report], None] | None,
    ) -> Report:
        known = table_value is not None
        playing_on = table_value == 0 and lines == 1

        def judged(value: int) -> Score:
            # A 0 of a position that the tables have is a proven draw.
            return Score("draw") if playing_on or (known and value == 0) else Score.of(value)

        first = (int(worker.roots[0, 0]), int(worker.roots[0, 1]))
        found = Report(0, [Line([first], Score("draw" if playing_on else "cp"))], 0, 0.0, 0)
        wanted = min(lines, len(worker.roots))
        before = [0] * wanted
        deepest = min(limits.depth or DEEPEST, DEEPEST)
        for depth in range(1, deepest + 1):
            best: list[Line] = []
            for k in range(wanted):
                value = self._in_window(worker, standing, depth, k, before[k])
                if worker.state[STOPPED]:
                    break
                before[k] = value
                best.append(Line(_line(worker.state), judged(value)))
            seconds = time.monotonic() - began
            nodes = sum(int(w.state[NODES]) for w in self._workers)
            hits = sum(int(w.state[TABLE_HITS]) for w in self._workers)
            if len(best) < wanted:
                cut = self._cut_short(worker, best, found, judged)
                return Report(found.depth if cut is found.lines else depth, cut, nodes, seconds, hits)
            found = Report(depth, best, nodes, seconds, hits)
            if report is not None:
                report(found)
            proven = all(abs(value) >= PROVEN and WIN - abs(value) <= depth for value in before)
            late = limits.soft_s is not None and seconds >= limits.soft_s
            exact = known and not playing_on and all(value == 0 or abs(value) >= PROVEN for value in before)
            if proven or exact or late or self._stop[0]:
                break
        return found

    def _cut_short(
        self, worker: _Worker, best: list[Line], found: Report, judged: Callable[[int], Score]
    ) -> list[Line]:
        """The lines after an iteration that was not finished: ``best`` of it, then those of the last one."""
        if not best:
            # A move that turned out better than the first one counts, even if others were not looked at.
            top = (int(worker.roots[0, 0]), int(worker.roots[0, 1]))
            if top == found.best:
                return found.lines
            line = _line(worker.state)
            value = int(worker.roots[0, 2])
            best = [Line(line if line[:1] == [top] else [top], judged(value))]
        taken = [line.results[0] for line in best]
        others = [line for line in found.lines if line.results[0] not in taken]
        return [*best, *others][: len(found.lines)]

    def _in_window(self, worker: _Worker, standing: Standing, depth: int, first: int, expected: int) -> int:
        """Search with a window around ``expected`` that is opened where the score lies outside."""
        low, high = -WIN - 1, WIN + 1
        if depth >= 4:
            low, high = expected - WINDOW, expected + WINDOW
        while True:
            value = self._root(worker, standing, depth, low, high, first)
            if worker.state[STOPPED]:
                return value
            if value <= low > -WIN:
                low = max(-WIN - 1, low - 8 * (expected - low)) if low > expected - 500 else -WIN - 1
            elif value >= high < WIN:
                high = min(WIN + 1, high + 8 * (high - expected)) if high < expected + 500 else WIN + 1
            else:
                return value

    def _root(self, worker: _Worker, standing: Standing, depth: int, low: int, high: int, first: int) -> int:
        view = self.tables.view if self.tables else NO_VIEW
        return int(
            search_root(
                standing.own,
                standing.enemy,
                depth,
                low,
                high,
                standing.quiet,
                first,
                worker.roots,
                worker.moves,
                worker.state,
                self._memo,
                self.weights,
                worker.views,
                view,
                self._stop,
            )
        )


def _line(state: NDArray[np.int64]) -> list[tuple[int, int]]:
    length = int(state[LINE])
    return [(int(state[LINE + 1 + 2 * i]), int(state[LINE + 2 + 2 * i])) for i in range(length)]


def _sort(roots: NDArray[np.int64], standing: Standing) -> None:
    """The moves that take most first."""
    taken = [-(standing.enemy ^ int(enemy)).bit_count() for enemy in roots[:, 1]]
    roots[:] = roots[np.argsort(taken, kind="stable")]
