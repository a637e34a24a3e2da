"""What a sitting is made of, so that it can be played again, and made shorter."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass, replace
from pathlib import Path

import reference
from hands.games import GAMES, ORDINARY, STARTS
from hands.habitual import USUAL
from hands.reeds import Reed
from reference import Point

SET_PIECES = 4
"""Of so many games one begins in a position with such moves, which hardly come about by chance."""
FAILING = 12
"""Of so many games one is played with one or two contacts that do not work."""
BREAKING = 24
"""In one of so many a wire breaks, and is mended."""
BREAKS = (0, 0, 1, 2, 5, 12, 20)
"""After so many plies."""
CHOOSING = 16
"""In one of so many others the players look into the menu."""
LENIENT = 8
"""Of so many games one is played at the record level."""
OTHERS = 5
"""Of so many games from the start, with an arbiter and all contacts, one is a vela, of Dimy or of Telo."""
WHOLE = 400
"""More plies than games have."""
LOOK_ALIKES = Path(__file__).parents[1] / "vectors" / "look_alikes.txt"


def is_rare(n: int) -> bool:
    """Whether the n-th game of a seed begins in such a position."""
    return n % SET_PIECES == SET_PIECES - 1


@functools.cache
def look_alikes() -> dict[str, list[str]]:
    """Positions in which moves look alike ("P7") or lead to one position ("P8")."""
    lines = LOOK_ALIKES.read_text(encoding="utf-8").splitlines()
    found: dict[str, list[str]] = {}
    for rule, position in (line.split(" | ") for line in lines if not line.startswith("#")):
        found.setdefault(rule, []).append(position)
    return found


@dataclass(frozen=True)
class Plan:
    """What a sitting is made of. The same plan gives the same touches, as long as the lights are the same.

    position: where the game begins (N2); any but B3 the host has to load.
    games: how many are played, if the ones before end. cap: the most plies of a game. stop: the most of all.
    unaware: the players do not mind that on the way the reeds show another move, to be corrected then.
    plain_before: up to this ply of all everybody plays plainly. left_out: groups of touches left out.
    reed: instead of the one drawn. dead: points whose contacts stay as they are not at the beginning.
    lenient: at the record level the players let irregular moves stand (P10).
    fails: after how many plies contacts fail; -1 for never.
    breaks: after how many plies a row or a column is dark for a while; -1 for never.
    game: the name of what is played (`games.GAMES`).
    menus: between games the players look into the menu, and choose games and matches there.
    habits: names of those that act now and then (`habitual`). only_habits: they do so often, and
    nobody slips.
    """

    seed: str
    position: str = reference.START
    style: str = "careless"
    games: int = 1
    cap: int = WHOLE
    stop: int = 1000
    slips: bool = True
    unaware: bool = False
    plain_before: int = 0
    left_out: frozenset[int] = frozenset()
    reed: Reed | None = None
    dead: frozenset[Point] = frozenset()
    lenient: bool = False
    fails: int = -1
    breaks: int = -1
    game: str = ORDINARY
    menus: bool = False
    habits: frozenset[str] = USUAL
    only_habits: bool = False

    @property
    def is_loaded(self) -> bool:
        """Whether the game begins elsewhere than at the start of what is played."""
        return self.position != STARTS[self.game]

    def with_habits(self, names: frozenset[str]) -> Plan:
        """The same by players who have these habits and no others, and with all contacts."""
        return replace(
            self,
            habits=names,
            only_habits=True,
            slips=False,
            dead=frozenset(),
            fails=-1,
            breaks=-1,
            menus=False,
            lenient=False,
        )

    def whole(self) -> Plan:
        """The same with games that nobody breaks off."""
        return replace(self, cap=WHOLE)

    def _with_dead(self, rng: random.Random) -> Plan:
        """The same with contacts that fail after some plies, or that do not work from the start."""
        if rng.random() < 0.4:
            return replace(self, fails=rng.choice(BREAKS))
        return replace(self, dead=frozenset(rng.sample(reference.ALL_POINTS, rng.choice((1, 2)))))

    @classmethod
    def other(cls, name: str, seed: int, n: int, slips: bool = True, unaware: bool = False) -> Plan:
        """The n-th game of a seed if all are of that name, a variant's."""
        rng = random.Random(f"{seed} {n} {name}")
        style = rng.choices(("careless", "shuffling"), (4, 1))[0]
        plan = cls(f"{seed} {n}", STARTS[name], style, slips=slips, unaware=unaware, game=name)
        plan = replace(plan, cap=rng.choice((12, 40, WHOLE, WHOLE)), games=2 if rng.random() < 0.2 else 1)
        chance = random.Random(f"{seed} {n} {name} with")
        if not chance.randrange(LENIENT):
            return replace(plan, lenient=True)
        if not chance.randrange(FAILING):
            return replace(plan, games=1)._with_dead(chance)
        return plan if chance.randrange(BREAKING) else replace(plan, breaks=chance.choice(BREAKS))

    @classmethod
    def number(cls, seed: int, n: int, slips: bool = True, unaware: bool = False) -> Plan:
        """The n-th game of a seed: most are short, some go on to their end."""
        rng = random.Random(f"{seed} {n}")
        if is_rare(n):
            position = rng.choice(look_alikes()[rng.choice(("P7", "P8", "P8"))])
            return cls(f"{seed} {n}", position, cap=rng.choice((1, 1, 3)), slips=slips, unaware=unaware)
        style = rng.choices(("careless", "careful", "shuffling"), (8, 2, 1))[0]
        cap = rng.choice((6, 16, 40, WHOLE))
        chance = random.Random(f"{seed} {n} contacts")
        if not chance.randrange(FAILING):
            return cls(f"{seed} {n}", style=style, cap=cap)._with_dead(chance)
        games = 2 if rng.random() < 0.2 else 1
        if not random.Random(f"{seed} {n} level").randrange(LENIENT):
            return cls(f"{seed} {n}", style=style, games=games, cap=cap, lenient=True)
        chance = random.Random(f"{seed} {n} wire")
        breaks = -1 if chance.randrange(BREAKING) else chance.choice(BREAKS)
        if breaks < 0 and not random.Random(f"{seed} {n} other").randrange(OTHERS):
            name = GAMES[1 + n // SET_PIECES % (len(GAMES) - 1)]
            return cls.other(name, seed, n, slips, unaware)
        plan = cls(f"{seed} {n}", style=style, games=games, cap=cap, slips=slips, unaware=unaware)
        if breaks < 0 and not random.Random(f"{seed} {n} menu").randrange(CHOOSING):
            return replace(plan, games=3, cap=WHOLE, menus=True)
        return replace(plan, breaks=breaks)
