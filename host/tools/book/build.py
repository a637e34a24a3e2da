"""Building the book: the most likely positions first, each searched with the same number of nodes."""

from __future__ import annotations

import heapq
import math
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from lakabe.engine import benchmark, lines
from lakabe.engine.book.entries import (
    Book,
    Entry,
    Settings,
    Way,
    before,
    head,
    key_of,
    open_book,
    row,
    turn,
)
from lakabe.engine.standing import START, Standing
from lakabe.engine.state import PROVEN, WIN
from lakabe.engine.think import Limits, Report, Score, Thinker
from lakabe.errors import UsageError

MEMORY_MB = 256
LINE_MOST = 8
"""Moves of a line that are kept."""
PLY = 3.0
"""Points of 100: a position one ply later comes as late as one that a worse move by so much leads to."""

Watch = Callable[[int, Entry], None]
"""Gets how many positions are done, and the last of them."""


def build(
    file: Path, nodes: int, ways: int, plies: int, positions: int, watch: Watch = lambda _done, _last: None
) -> Book:
    """Search ``positions`` positions within ``plies`` of the start, and write the book.

    What ``file`` already has is not searched again, so an interrupted build goes on, and a greater number
    adds to a book. UsageError where it was built with other settings. Of the start all moves are looked at,
    of the others the best ``ways``. The positions searched first are those that the least points of 100
    given away lead to, by either side, and few plies.
    """
    settings = Settings(nodes, ways, benchmark.signature().split()[0])
    book = open_book(file) if file.exists() else Book(settings)
    if book.settings != settings:
        raise UsageError(f"{file} was built with other settings: {head(book.settings)}", "name another file")
    thinker = Thinker(MEMORY_MB)
    start = key_of(START)[0]
    waiting = [(0.0, 0, start)]
    seen = {start}
    chosen: list[str] = []
    book.write(file)  # what an interrupted build has left at its end is no line
    with file.open("a", encoding="utf-8") as added:
        while waiting and len(chosen) < positions:
            given, ply, key = heapq.heappop(waiting)
            if key not in book:
                entry = examine(thinker, key, nodes, ways if ply else None)
                if entry is None:
                    continue
                book.keep(key, entry)
                added.write(f"{row(key, entry)}\n")
                added.flush()
                os.fsync(added.fileno())
            entry = book.entry(key)
            chosen.append(key)
            watch(len(chosen), entry)
            if ply + 1 >= plies:
                continue
            best = max(share(way.searched) for way in entry.ways)
            for way in entry.ways:
                after, _ = _key_after(key, way.moves[0])
                if after not in seen:
                    seen.add(after)
                    lost = 100 * (best - share(way.searched))
                    heapq.heappush(waiting, (given + lost + PLY, ply + 1, after))
    back_up(book)
    book.write(file)
    return book


def examine(thinker: Thinker, key: str, nodes: int, ways: int | None) -> Entry | None:
    """Search a position; None where there is no move. ``ways`` None: all moves."""
    standing = Standing.of(f"{key} W")
    count = len(standing.results())
    if not count:
        return None
    thinker.forget()
    thinker.ready()
    bests: list[object] = []

    def report(found: Report) -> None:
        bests.append(found.best)

    found = thinker.think(standing, Limits(nodes=nodes), count if ways is None else min(ways, count), report)
    if not bests or bests[-1] != found.best:
        bests.append(found.best)
    steady = 0
    while steady < len(bests) and bests[-1 - steady] == found.best:
        steady += 1
    known = []
    for line in found.lines:
        moves = lines.format_line(standing.own, standing.enemy, line.results)[:LINE_MOST]
        value = _value(line.score)
        known.append(Way(value, value, tuple(moves)))
    return Entry(found.depth, found.nodes, steady, tuple(known))


def back_up(book: Book) -> None:
    """Give each way the worth of the position it leads to and the moves from there, where the book has it.

    The ways are sorted by that.
    """
    known: dict[str, int] = {}
    under_way: set[str] = set()

    def value(key: str) -> int:
        if key in known:
            return known[key]
        entry = book.entry(key)
        if key in under_way:  # a position that is repeated is worth what its search said
            return max(way.searched for way in entry.ways)
        under_way.add(key)
        ways = []
        for way in entry.ways:
            after, turned = _key_after(key, way.moves[0])
            if after in book:
                worth = before(value(after))
                best = book.entry(after).ways[0].moves
                moves = (way.moves[0], *(turn(move, turned) for move in best))[:LINE_MOST]
                ways.append(Way(worth, way.searched, moves))
            else:
                ways.append(replace(way, value=way.searched))
        ways.sort(key=lambda way: -way.value)
        book.keep(key, replace(entry, ways=tuple(ways)))
        under_way.remove(key)
        known[key] = ways[0].value
        return known[key]

    for key in book:
        value(key)


def share(value: int) -> float:
    """The share of the points that a score stands for, 0 to 1."""
    return 1 / (1 + math.exp(-max(-5000, min(5000, value)) / 100))


def _key_after(key: str, move: str) -> tuple[str, int]:
    standing = Standing.of(f"{key} W")
    standing.play_text(move)
    return key_of(standing.text())


def _value(score: Score) -> int:
    if score.kind == "cp":
        return score.centipoints
    value = WIN - score.plies
    assert value >= PROVEN
    return value if score.kind == "win" else -value
