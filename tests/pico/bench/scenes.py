"""What hands do while answering times are measured: games, and hard touches that `search` has found."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import reference
from hands import games as played
from lakabe.virtual.trace import TraceEvent
from pico import script

HARD = Path(__file__).resolve().parents[2] / "vectors" / "hard_touches.txt"

GAME = "game"
"""The kind of scenes that are games."""

START = "start"
"""The position B3 with its stones in place."""
EMPTY = "empty"
"""A board without stones that asks for those of B3."""

VARIANTS = (
    ("vela", 0, 8),
    ("vela", 12, 8),
    ("vela-creditor", 12, 8),
    ("dimy", 0, 8),
    ("telo", 0, 16),
    ("vela", 60, 8),
)
"""What of the variants is played: the game, after how many plies, and for how many."""
VARIANT_KINDS = frozenset(name for name, *_ in VARIANTS)
"""The kinds of scenes that are parts of games of variants."""
ALL_HELP = 4
"""The level at which most is shown."""

IRREGULAR = ("early", "astray")
"""Kinds that are no legal play."""

GAP_US = (60_000, 100_000)
"""Between two touches: longer than answers, shorter than hands need, of any phase against the loop."""
BOUNCE_US = 100
"""A glass reed bounces for so long when it closes (data sheet of the RI-02)."""


@dataclass(frozen=True)
class Scene:
    """Contact events on a board with a position (START, EMPTY, or N2 and the name of the variant).

    `kind`: what makes it hard, or ``game``. `level`: of help; None: as the board starts.
    """

    kind: str
    position: str
    events: Sequence[TraceEvent]
    level: int | None = None


def timed(touches: Sequence[str], rng: random.Random) -> list[TraceEvent]:
    """Events from words such as ``-e2`` (lifted), ``+e3`` (set down), ``turn`` (pressed)."""
    us = 0
    events = []
    for touch in touches:
        us += rng.randint(*GAP_US)
        if touch[0] in "+-":
            events.append(TraceEvent(us, "contact", touch[1:], int(touch[0] == "+")))
        else:
            events.append(TraceEvent(us, "button", touch, 1))
            us += rng.randint(*GAP_US)
            events.append(TraceEvent(us, "button", touch, 0))
    return events


def touches(events: Sequence[TraceEvent]) -> list[str]:
    """The words of events, the inverse of `timed` but for the times."""
    words = []
    for event in events:
        if event.kind == "contact":
            words.append(("+" if event.value else "-") + event.name)
        elif event.value:
            words.append(event.name)
    return words


def bouncing(events: Sequence[TraceEvent], rng: random.Random) -> list[TraceEvent]:
    """The same with contacts that bounce as they close."""
    found = []
    for event in events:
        found.append(event)
        if event.kind == "contact" and event.value:
            opens, closes = sorted(rng.randrange(1, BOUNCE_US) for _ in range(2))
            for us, value in ((opens, 0), (closes, 1)):
                found.append(TraceEvent(event.us + us, "contact", event.name, value))
    return found


def game(seed: int, plies: int) -> Scene:
    """The beginning of a random game, played as fast as the contacts can be told apart."""
    events, _ = script.game(seed, plies)
    return Scene(GAME, START, timed(touches(events), random.Random(seed)))


def games(count: int, plies: int) -> Iterator[Scene]:
    """Beginnings of random games."""
    for seed in range(1, count + 1):
        yield game(seed, plies)


def variant(name: str, seed: int, before: int, plies: int) -> Scene:
    """A part of a random game of a variant, after so many plies, with all help.

    The game is the first from ``seed`` on that lasts so long. Stones are set down on every point of their
    way, and what a step takes comes off at once.
    """
    while True:
        rng = random.Random(seed)
        game = played.begin(name)
        while len(game.played) < before + plies and game.result() is None:
            move = played.choose(game, "careless", rng)
            assert move is not None
            game.play(move)
        if len(game.played) == before + plies:
            break
        seed += 1
    moves = game.played
    game = played.begin(name)
    for move in moves[:before]:
        game.play(move)
    words: list[str] = []
    for move in moves[before:]:
        for step, taken in zip(move.steps, move.taken, strict=True):
            if step.start != step.end:
                words.append(f"-{reference.name(step.start)}")
            words.append(f"+{reference.name(step.end)}")
            words += [f"-{reference.name(point)}" for point in sorted(taken)]
    position = f"{reference.format_position(game.position)} {name}"
    return Scene(name, position, timed(words, rng), ALL_HELP)


def variants() -> Iterator[Scene]:
    """All of VARIANTS."""
    for seed, (name, before, plies) in enumerate(VARIANTS):
        yield variant(name, seed, before, plies)


def hard(file: Path = HARD) -> list[Scene]:
    """What `search` has found; see there for the kinds and the format."""
    scenes = []
    for number, line in enumerate(file.read_text().splitlines()):
        if line and not line.startswith("#"):
            kind, level, position, words = (part.strip() for part in line.split("|"))
            scenes.append(Scene(kind, position, timed(words.split(), random.Random(number)), int(level)))
    return scenes
