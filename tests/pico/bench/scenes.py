"""What is played for the answering times: games, and positions in which a stone has many moves."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import reference
from lakabe.virtual.trace import TraceEvent
from pico import script

REST_US = 150_000
SEARCHED_GAMES = 60


@dataclass(frozen=True)
class Scene:
    """Events from a position (N2), or from the start."""

    position: str | None
    events: Sequence[TraceEvent]


def games(count: int, plies: int) -> Iterator[Scene]:
    """The beginnings of random games, as hands play them."""
    for seed in range(1, count + 1):
        yield Scene(None, script.game(seed, plies)[0])


def hard_positions(count: int) -> list[str]:
    """Those of random games in which one stone has the most complete moves, the hardest first."""
    found: dict[str, int] = {}
    for seed in range(SEARCHED_GAMES):
        position = reference.Game().position
        for move in reference.random_game(random.Random(seed)).played:
            starts = [other.steps[0].start for other in reference.moves(position)]
            found[reference.format_position(position)] = max(map(starts.count, starts))
            position = move.after
    return sorted(found, key=lambda text: (-found[text], text))[:count]


def touches(position: str) -> Scene:
    """Every stone that can move: lifted, set down on each point it can step to, put back."""
    steps: dict[reference.Point, set[reference.Point]] = {}
    for move in reference.moves(reference.parse_position(position)):
        steps.setdefault(move.steps[0].start, set()).add(move.steps[0].end)
    events: list[TraceEvent] = []

    def event(point: reference.Point, value: int) -> None:
        events.append(TraceEvent((len(events) + 1) * REST_US, "contact", reference.name(point), value))

    for start, ends in sorted(steps.items()):
        event(start, 0)
        for end in sorted(ends):
            event(end, 1)
            event(end, 0)
        event(start, 1)
    return Scene(position, events)


def hard(count: int) -> Iterator[Scene]:
    """Touches in hard positions."""
    for position in hard_positions(count):
        yield touches(position)
