"""Searches random games for what takes the board longest, and writes it to tests/vectors/hard_touches.txt.

Run from tests/ as ``python -m pico.bench.search``; it takes ten minutes. What it tries in each position:

``choices``  the stone with the most complete moves: lifted, set down and lifted again wherever it can step
             to, which is in mid-chain as often as not, and put back
``chain``    the move that takes the most stones: in the hand all along, what it takes left to the end
``walk``     a long move set down on each of its points, its captures taken off at each step
``pairs``    stones that may take by approach and by withdrawal: the choice made, undone, made anew
``early``    not legal: the stones that a move takes leave first, then the stone moves
``astray``   not legal: stones of either side lifted, several at a time, and set down anywhere
``setup``    the stones of B3 put on an empty board in any order, a few taken off again or set down wrong

A touch costs what the firmware's core executes from the contact to the painted roles: lines of Python,
counted on this computer; or the bytes of light that it changes with all help switched on (level 4). The
positions with the costliest single touch of each kind are kept, at most one of a game.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import reference
from pico import script
from pico.bench.scenes import EMPTY, HARD, timed
from pico.twin import Twin
from reference import Move, Point, Position

GAMES = 240
PLIES = 40  # of each game; later there are few stones
KEPT = 5  # positions of each kind, by lines; and some by light
KEPT_LIGHT = 2
LEVEL = 3  # of help, as the board starts; for the lines
LIGHT_LEVEL = 4
IDLE = "prepare"  # the function that is called when there is nothing else to do
STYLES = ("careless", "careful")
ASTRAY_TOUCHES = 10
SETUP_FAULTS = 4

Words = list[str]


def _up(point: Point) -> str:
    return f"-{reference.name(point)}"


def _down(point: Point) -> str:
    return f"+{reference.name(point)}"


def _most(moves: list[Move], measure: Callable[[Move], int]) -> Move:
    return max(moves, key=lambda move: (measure(move), move.text))


def choices(position: Position, moves: list[Move], rng: random.Random) -> Words:
    starts = [move.steps[0].start for move in moves]
    start = max(sorted(set(starts)), key=starts.count)
    words = [_up(start)]
    for end in sorted({move.steps[0].end for move in moves if move.steps[0].start == start}):
        words += [_down(end), _up(end)]
    return [*words, _down(start)]


def chain(position: Position, moves: list[Move], rng: random.Random) -> Words:
    move = _most(moves, lambda move: len(move.captures))
    there = move.steps[-1].end
    first = [_up(there)] if there in move.captures else []
    taken = [_up(point) for point in sorted(move.captures - {there})]
    return [_up(move.steps[0].start), *first, _down(there), *taken]


def walk(position: Position, moves: list[Move], rng: random.Random) -> Words:
    move = _most(moves, lambda move: 10 * len(move.steps) + len(move.captures))
    words = [_up(move.steps[0].start)]
    gone: set[Point] = set()
    for number, (step, taken) in enumerate(zip(move.steps, move.taken, strict=True)):
        if number:
            words.append(_up(step.start))
        words.append(_down(step.end))
        words += [_up(point) for point in sorted(taken - gone)]
        gone |= taken
    return words


def pairs(position: Position, moves: list[Move], rng: random.Random) -> Words:
    both = {move.steps[0]._replace(kind="A") for move in moves} & {
        move.steps[0]._replace(kind="A") for move in moves if move.steps[0].kind == "W"
    }
    words: Words = []
    for first in sorted(both):
        lines = [
            next(m.taken[0] for m in moves if m.steps[0] == first._replace(kind=kind))
            for kind in "AW"
            if any(m.steps[0] == first._replace(kind=kind) for m in moves)
        ]
        if min(map(len, lines)) < 2:
            continue  # the first stone taken off would end the move
        words += [_up(first.start), _down(first.end)]
        for line in lines:
            stone = min(line)
            words += [_up(stone), _down(stone)]
        words += [_up(first.end), _down(first.start)]
    return words


def early(position: Position, moves: list[Move], rng: random.Random) -> Words:
    move = _most(moves, lambda move: len(move.captures))
    taken = [_up(point) for point in sorted(move.captures)]
    return [*taken, _up(move.steps[0].start), _down(move.steps[-1].end)]


def astray(position: Position, moves: list[Move], rng: random.Random) -> Words:
    standing = set(position.own | position.enemy)
    raised: list[Point] = []
    words = []
    for _ in range(ASTRAY_TOUCHES):
        if not standing or (raised and rng.random() < 0.45):
            empty = sorted(set(reference.ALL_POINTS) - standing)
            end = rng.choice(empty)
            raised.pop()
            standing.add(end)
            words.append(_down(end))
        else:
            stone = rng.choice(sorted(standing))
            raised.append(stone)
            standing.discard(stone)
            words.append(_up(stone))
    return words


WAYS = {
    "choices": choices,
    "chain": chain,
    "walk": walk,
    "pairs": pairs,
    "early": early,
    "astray": astray,
}


def setup(rng: random.Random) -> Words:
    points = sorted(script.START)
    rng.shuffle(points)
    words = [f"+{point}" for point in points]
    for _ in range(SETUP_FAULTS):
        at = rng.randrange(len(points))
        words[at:at] = ["+e3", "-e3"] if rng.random() < 0.5 else [words[at], "-" + words[at][1:]]
    return words


class Meter:
    """Counts the lines of the core that run, while it is on, but for what it does in idle moments."""

    def __init__(self) -> None:
        self.lines = 0
        self._idle = False

    def __enter__(self) -> Meter:
        self.lines = 0
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        if "fanorona" not in frame.f_code.co_filename:
            return None
        if frame.f_code.co_name == IDLE:
            self._idle = True
        return None if self._idle and frame.f_code.co_name != IDLE else self._line

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_name != IDLE:
            self.lines += event == "line"
        elif event == "return":
            self._idle = False
        return self._line


def costs(twin: Twin, words: Words) -> tuple[int, int]:
    """Of the costliest touch: lines of the core, and bytes of light that it changes."""
    most_lines = most_light = 0
    before = twin.frames()
    for event in timed(words, random.Random(0)):
        with Meter() as meter:
            after = twin.after(event)
        most_lines = max(most_lines, meter.lines)
        for old, new in zip(before, after, strict=True):
            most_light = max(most_light, sum(a != b for a, b in zip(old, new, strict=True)))
        before = after
    return most_lines, most_light


def positions() -> Iterator[tuple[int, Position]]:
    """Those of random games, with the number of the game."""
    for seed in range(GAMES):
        position = reference.Game().position
        played = reference.random_game(random.Random(seed), STYLES[seed % len(STYLES)]).played
        for move in played[:PLIES]:
            yield seed, position
            position = move.after


Found = tuple[int, int, str, Words]  # cost, game, position, touches


def kept(found: list[Found], count: int) -> Iterator[Found]:
    """The costliest, at most one of a game."""
    games = set()
    for one in sorted(found, key=lambda one: (-one[0], one)):
        if one[1] not in games and len(games) < count:
            games.add(one[1])
            yield one


def search() -> Iterator[str]:
    """The lines of the file."""
    levels = {LEVEL: KEPT, LIGHT_LEVEL: KEPT_LIGHT}
    found: dict[tuple[str, int], list[Found]] = {(kind, level): [] for kind in WAYS for level in levels}
    rng = random.Random(0)
    for seed, position in positions():
        text = reference.format_position(position)
        moves = reference.moves(position)
        for kind, way in WAYS.items():
            words = way(position, moves, rng)
            for level in levels if words else ():
                twin = Twin(script.START)
                twin.load(text, level)
                lines, light = costs(twin, words)
                cost = lines if level == LEVEL else light
                found[kind, level].append((cost, seed, text, words))
    yield "# What takes the board longest. Made by tests/pico/bench/search.py, which says what each kind is."
    yield "# kind | level of help | position (N2), or an empty board | touches: - lifted, + set down"
    for (kind, level), candidates in found.items():
        for cost, _, text, words in kept(candidates, levels[level]):
            yield f"{kind} | {level} | {text} | {' '.join(words)}"
            print(kind, cost, "lines" if level == LEVEL else "bytes of light", file=sys.stderr)
    for _ in range(2):
        yield f"setup | {LEVEL} | {EMPTY} | {' '.join(setup(rng))}"


if __name__ == "__main__":
    HARD.write_text("".join(f"{line}\n" for line in search()))
