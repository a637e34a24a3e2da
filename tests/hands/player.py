"""One player's habits, drawn by chance, and how one turn follows or breaks them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

Span = tuple[float, float]

SET_DOWN = ("each", "end", "slide", "skim")
TAKE_OFF = ("first", "hand", "step", "late", "end", "mixed")


class Pace(NamedTuple):
    """Ranges in ms: before a turn; stone in the hand; between touches; of a short touch."""

    think: Span
    carry: Span
    pick: Span
    touch: Span


BLITZ = Pace((120, 900), (40, 160), (30, 120), (20, 60))
BRISK = Pace((800, 5000), (150, 600), (100, 400), (30, 150))
CALM = Pace((3000, 40_000), (300, 1500), (200, 900), (50, 400))
SLOW = Pace((60_000, 900_000), (600, 5000), (400, 4000), (80, 900))
ASLEEP = Pace((600_000, 4 * 3_600_000), (1000, 60_000), (1000, 120_000), (100, 900))
PACES = (BLITZ, BRISK, CALM, SLOW, ASLEEP)


@dataclass(frozen=True)
class Player:
    """How somebody plays.

    set_down: the stone of a chain is put down on each point, only at the end, slid along the lines, or
        carried so low that points passed close for a moment.
    take_off: the stones taken leave before the move, while its stone is in the hand, after each step, while
        the stone is in the hand for the next step, at the end, or any time.
    steady: how often a turn is played just so.
    The others are chances in each turn: sweep (several stones in one scan), both_hands (the hand that takes
    does not wait for the one that moves), fiddle (harmless touches), second (second thoughts), press (*turn*
    after an open move), slip (illegal play), undo (moves taken back by agreement).
    """

    set_down: str = "each"
    take_off: str = "step"
    steady: float = 1.0
    pace: Pace = BRISK
    sweep: float = 0.0
    both_hands: float = 0.0
    fiddle: float = 0.0
    second: float = 0.0
    press: float = 1.0
    slip: float = 0.0
    undo: float = 0.0

    @classmethod
    def any(cls, rng: random.Random) -> Player:
        paces = rng.choices(PACES, (4, 5, 5, 2, 1))[0]
        return cls(
            set_down=rng.choice(SET_DOWN),
            take_off=rng.choice(TAKE_OFF),
            steady=rng.choice((0.3, 0.7, 0.95)),
            pace=paces,
            sweep=rng.choice((0, 0.1, 0.6)),
            both_hands=rng.choice((0, 0.1, 0.5)),
            fiddle=rng.choice((0, 0.1, 0.3, 0.8)),
            second=rng.choice((0, 0.05, 0.2)),
            press=rng.choice((0, 0.5, 1)),
            slip=rng.choice((0, 0, 0.02, 0.1)),
            undo=rng.choice((0, 0, 0.02)),
        )

    @classmethod
    def orderly(cls, rng: random.Random) -> Player:
        return cls(rng.choice(("each", "end")), rng.choice(("step", "hand")), press=rng.choice((0, 1)))

    def turn(self, rng: random.Random) -> Player:
        """The player as in one turn."""
        if rng.random() < self.steady:
            return self
        changed = {**vars(self), "set_down": rng.choice(SET_DOWN), "take_off": rng.choice(TAKE_OFF)}
        return Player(**changed)


PLAIN = Player()
"""Sets down on each point, takes off after each step, presses *turn* and touches nothing else."""
