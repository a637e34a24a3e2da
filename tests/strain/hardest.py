"""Searches positions and touches for the longest turns of the firmware's loop: tests/vectors/hard_scans.txt.

Run from tests/ as ``python -m strain.hardest [MINUTES [SEED]]``. It begins with what was found before, and
with positions of random games and touches of all kinds in them, legal or not (`pico.bench.search`), and
changes the worst ones a little, again and again: a touch more or less, in another order, sooner or later, at
once, with another level of help.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import reference
from fanorona.rules import notation
from pico.bench.search import WAYS
from strain.effort import Event, Loop

FILE = Path(__file__).resolve().parents[1] / "vectors" / "hard_scans.txt"
KEPT = 24
GAPS_MS = (0, 1, 3, 8, 20, 60, 150, 400, 1200)
LEVELS = (3, 4)
MOST_TOUCHES = 24
STYLES = ("careless", "careful")
PLIES = 40
FRESH = 0.3
"""How often a scene is not one of the worst, changed, but new."""
HEAD = """# Contacts that give the firmware most to do in a turn of its loop. Made by tests/strain/hardest.py.
# level of help | position (N2) | touches: ms since the one before, - lifted, + set down
"""


@dataclass(frozen=True)
class Scene:
    """Touches on a position: (ms since the touch before, word such as ``-e2``)."""

    level: int
    position: str
    touches: tuple[tuple[int, str], ...]

    def line(self) -> str:
        words = " ".join(f"{gap}{word}" for gap, word in self.touches)
        return f"{self.level} | {self.position} | {words}"

    @classmethod
    def read(cls, line: str) -> Scene:
        level, position, words = (part.strip() for part in line.split("|"))
        return cls(int(level), position, tuple((int(word[:-3]), word[-3:]) for word in words.split()))

    def events(self) -> list[Event]:
        ms = 1
        found = []
        for gap, word in self.touches:
            ms += gap
            found.append((ms, notation.parse_point(word[1:]), int(word[0] == "+")))
        return found

    def is_possible(self) -> bool:
        """Whether each stone that is lifted stands there, and each point where one is set down is free."""
        stones = set(occupied(self.position))
        for _, point, closed in self.events():
            if (point in stones) == bool(closed):
                return False
            stones ^= {point}
        return bool(self.touches)


def occupied(position: str) -> list[int]:
    """The points on which stones stand in a position (N2)."""
    there = reference.parse_position(position)
    return [n for n, p in enumerate(reference.ALL_POINTS) if p in there.own | there.enemy]


def scenes(file: Path = FILE) -> list[Scene]:
    """What the search has found."""
    return [Scene.read(line) for line in file.read_text().splitlines() if line and not line.startswith("#")]


def longest(loop: Loop, scene: Scene, blind: Iterable[int] = ()) -> int:
    """Lines of its longest turn, with these points blind."""
    loop.set_up(occupied(scene.position), scene.position, scene.level)
    loop.leave_out(blind)
    return max(loop.measured(scene.events()))


def fresh(rng: random.Random) -> Scene:
    """A scene in a position of a random game."""
    played = reference.random_game(rng, rng.choice(STYLES)).played
    position = rng.choice([reference.Game().position, *(move.after for move in played[:PLIES])])
    moves = reference.moves(position)
    words = rng.choice(list(WAYS.values()))(position, moves, rng) if moves else []
    touches = tuple((rng.choice(GAPS_MS), word) for word in words[:MOST_TOUCHES])
    return Scene(rng.choice(LEVELS), reference.format_position(position), touches)


def changed(scene: Scene, rng: random.Random) -> Scene:
    """A little different."""
    touches = list(scene.touches)
    kind = rng.randrange(6)
    at = rng.randrange(len(touches))
    if kind == 0:
        del touches[at]
    elif kind == 1:
        other = rng.randrange(len(touches))
        touches[at], touches[other] = touches[other], touches[at]
    elif kind == 2:
        touches[at] = rng.choice(GAPS_MS), touches[at][1]
    elif kind == 3:
        touches = [(rng.choice(GAPS_MS[:4]), word) for _, word in touches]
    elif kind == 4 and len(touches) < MOST_TOUCHES:
        point = notation.point_name(rng.randrange(45))
        touches.insert(at, (rng.choice(GAPS_MS), rng.choice("+-") + point))
    else:
        return replace(scene, level=rng.choice(LEVELS))
    return replace(scene, touches=tuple(touches))


def search(minutes: float, rng: random.Random) -> Iterator[tuple[int, Scene]]:
    """The worst scenes, at most one of a position."""
    loop = Loop()
    worst = {scene.position: (longest(loop, scene), scene) for scene in scenes()}
    until = time.monotonic() + 60 * minutes
    tried = 0
    while time.monotonic() < until:
        is_new = not worst or rng.random() < FRESH
        scene = fresh(rng) if is_new else changed(rng.choice(list(worst.values()))[1], rng)
        if not scene.is_possible():
            continue
        lines = longest(loop, scene)
        tried += 1
        if lines > worst.get(scene.position, (0, scene))[0]:
            worst[scene.position] = lines, scene
            for text in sorted(worst, key=lambda text: -worst[text][0])[KEPT:]:
                del worst[text]
    print(f"{tried} scenes tried", file=sys.stderr)
    yield from sorted(worst.values(), key=lambda found: -found[0])


def main(minutes: float, seed: int) -> None:
    found = list(search(minutes, random.Random(seed)))
    for lines, scene in found:
        print(lines, scene.line(), file=sys.stderr)
    FILE.write_text(HEAD + "".join(f"{scene.line()}\n" for _, scene in found), encoding="utf-8")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 10, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
