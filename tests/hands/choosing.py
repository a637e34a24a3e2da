"""Hands choose in the menu what is played next, in which match and with how much help, or only look at it.

What the points of the menu mean is in docs/playing.md; which game a match has next, in docs/rules.md.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hands import games
from hands.acts import MENU, TURN, Act
from hands.eyes import Misled
from hands.games import ORDINARY, VELAS
from reference import ALL_POINTS, Point, name, parse_position, point

if TYPE_CHECKING:
    from hands.sitting import Sitting

PLACES = map(point, ("a3", "b3", "c3", "d3", "e3", "f3"))
GAMES = dict(zip(PLACES, (ORDINARY, *games.GAMES), strict=True))
MIRRORED = point("b3")
MIRRORED_START = "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW W"
MATCHES = tuple(map(point, ("i2", "i3", "i4", "i5")))
NO_MATCH, *_, CHAMPIONSHIP = MATCHES
DRAWN = tuple(map(point, ("g4", "g5")))
"""The debt stands, or is lifted."""
COUNTS = tuple(map(point, ("g1", "g2")))
"""Velas until the debt is eaten, or one."""
WHITES = tuple(point(f"{column}1") for column in "abcde")
BLACKS = tuple(point(f"{column}5") for column in "abcde")
CHOSEN, FLASHING, OFFERED = "v", "y", "fik"
"""Role letters (PROTOCOL.md)."""
LONG_MS = (1600.0, 3600.0)
SHORT_MS = (40.0, 600.0)
LEAVES = 0.2
"""How often nothing is chosen in the end."""


@dataclass
class Match:
    """What comes next of some games of a session (M2).

    kind: the points by which it was chosen. vela: how its velas begin (V1). is_lifted: a drawn one lifts the
    debt (V7). is_single: there is one for a decisive game (M9). is_due: somebody is in debt.
    """

    kind: tuple[Point, ...]
    vela: str
    is_lifted: bool
    is_single: bool
    is_due: bool = False

    def following(self) -> str:
        return self.vela if self.is_due else ORDINARY

    def take(self, game: str, result: str) -> None:
        """A game of it has ended (V7, M9)."""
        is_drawn = result == "1/2-1/2"
        if game in VELAS:
            eaten = result == ("1-0" if game == "vela" else "0-1")
            if eaten or self.is_single or (is_drawn and self.is_lifted):
                self.is_due = False
        elif not is_drawn:
            self.is_due = True


def visit(sitting: Sitting, rng: random.Random) -> None:
    """The menu is opened, looked at, and left; ``sitting.next`` is what is to be set up then."""
    table = sitting.table
    if sitting.is_set_up:
        sitting.results.append(("*", "abandoned"))
        sitting.is_set_up = False
    table.press(MENU, rng.uniform(*LONG_MS))
    table.wait(LONG_MS[1] + 300)
    _chosen(sitting, WHITES)
    by_buttons = rng.random() < 0.4
    sitting.doing = f"in the menu {'by buttons' if by_buttons else 'by stones'}"
    if by_buttons:
        _short(sitting, rng)
    for _ in range(rng.choice((0, 1, 2, 3, 6))):
        _touch(sitting, rng)
        by_buttons = False
    if rng.random() < LEAVES:
        table.press(MENU, rng.uniform(*LONG_MS))
        table.wait(LONG_MS[1] + 500)
        return
    if by_buttons:
        _step_through(sitting, rng)
    while _chosen(sitting, MATCHES) == CHAMPIONSHIP:  # it prescribes first moves
        _touch(sitting, rng, rng.choice(MATCHES))
        by_buttons = False
    _note(sitting)
    _press_turn(sitting, rng)
    while sitting.eyes.see(FLASHING):  # buttons were pressed and a point touched that has no choice
        _press_turn(sitting, rng)


def _step_through(sitting: Sitting, rng: random.Random) -> None:
    """With *menu* through the choices of a group, with *turn* to the next, up to the last one."""
    is_match = False
    for group in (MATCHES, tuple(GAMES), DRAWN, COUNTS, WHITES, BLACKS):
        if group in (DRAWN, COUNTS) and not is_match:
            continue
        if group is not MATCHES:
            _press_turn(sitting, rng)
        for _ in range(rng.choice((0, 0, 1, 2, 5))):
            _short(sitting, rng)
        while group is MATCHES and _chosen(sitting, MATCHES) == CHAMPIONSHIP:
            _short(sitting, rng)
        is_match = _chosen(sitting, MATCHES) != NO_MATCH


def _touch(sitting: Sitting, rng: random.Random, wanted: Point | None = None) -> None:
    """A stone is lifted and put back, or one set down for a moment; where there is a light, it is chosen."""
    table = sitting.table
    lights = sitting.eyes.board.lights()
    offered = sorted(p for p, letter in lights.items() if letter in OFFERED)
    p = wanted or rng.choice(offered if rng.random() < 0.8 else ALL_POINTS)
    stone = table.stones.get(p, "")
    for placed in ("", stone) if stone else (rng.choice("WB"), ""):
        table.do(Act(rng.uniform(100, 900), p, placed))
    table.wait(rng.uniform(60, 900))
    after = sitting.eyes.board.lights()
    if lights.get(p, ".") in OFFERED and after.get(p) != CHOSEN:
        raise Misled(f"{name(p)} was touched in the menu: {sitting.eyes.describe()}")


def _short(sitting: Sitting, rng: random.Random) -> None:
    held = rng.uniform(*SHORT_MS)
    sitting.table.wait(rng.uniform(60, 600))
    sitting.table.press(MENU, held)
    sitting.table.wait(held + 150)


def _press_turn(sitting: Sitting, rng: random.Random) -> None:
    sitting.table.do(Act(rng.uniform(60, 600), TURN))
    sitting.table.wait(400)


def _chosen(sitting: Sitting, group: tuple[Point, ...]) -> Point:
    """Which point of a group shows that it is chosen."""
    lights = sitting.eyes.board.lights()
    found = [p for p in group if lights.get(p) in (CHOSEN, FLASHING)]
    if len(found) != 1:
        raise Misled(f"{len(found)} are chosen of {' '.join(map(name, group))}: {sitting.eyes.describe()}")
    return found[0]


def _note(sitting: Sitting) -> None:
    """What is going to be played, as the lights have it."""
    helped = WHITES.index(_chosen(sitting, WHITES)) or BLACKS.index(_chosen(sitting, BLACKS))
    sitting.is_lenient = not helped
    game = _chosen(sitting, tuple(GAMES))
    kind = _chosen(sitting, MATCHES)
    sitting.is_mirrored = kind == NO_MATCH and game == MIRRORED
    if kind == NO_MATCH:
        sitting.match = None
        sitting.next = GAMES[game]
        return
    drawn, count = _chosen(sitting, DRAWN), _chosen(sitting, COUNTS)
    chosen = (kind, game, drawn, count)
    if sitting.match is None or sitting.match.kind != chosen:
        sitting.match = Match(chosen, GAMES[game], drawn == DRAWN[1], count == COUNTS[1])
    sitting.next = sitting.match.following()


def begin(sitting: Sitting) -> games.Game:
    """The game that was chosen, or comes next."""
    position = parse_position(MIRRORED_START) if sitting.is_mirrored else None
    return games.begin(sitting.next, position)
