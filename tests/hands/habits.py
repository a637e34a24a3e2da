"""How a pair of players handles the stones."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

SET_DOWN = ("each", "end")
TAKE_OFF = ("step", "hand", "end")
END_TURN = ("turn", "reply", "either")


@dataclass(frozen=True)
class Habits:
    """One pair of players. Everything that is left to chance is drawn from `rng`.

    set_down: "each" puts the stone down on every point of a chain, "end" only on the last.
    take_off: the stones taken leave after the stone has been set down ("step"), while it is in the hand
        ("hand"), or after it stands on its last point ("end"). A stone taken that stands where the moving
        stone is to go leaves before it, whatever the habit.
    end_turn: an open move is ended with the button ("turn"), by the opponent going on ("reply"), by chance.
    adjust: how often a player, before moving, lifts a stone of their own and puts it back.
    bounce_ms: how long contacts chatter at most.
    Times are ranges in milliseconds.
    """

    rng: random.Random
    set_down: str = "each"
    take_off: str = "step"
    end_turn: str = "either"
    adjust: float = 0.0
    bounce_ms: float = 0.0
    think: tuple[float, float] = (2000, 20000)
    carry: tuple[float, float] = (300, 1500)
    pick: tuple[float, float] = (200, 900)
    hold: tuple[float, float] = field(default=(80, 250))

    def __post_init__(self) -> None:
        assert self.set_down in SET_DOWN and self.take_off in TAKE_OFF and self.end_turn in END_TURN

    @classmethod
    def any(cls, rng: random.Random, adjust: float = 0.0, bounce_ms: float = 0.0) -> Habits:
        """Ways of moving drawn by chance; no bounce and no straightening unless asked for."""
        ways = rng.choice(SET_DOWN), rng.choice(TAKE_OFF), rng.choice(END_TURN)
        return cls(rng, *ways, adjust=adjust, bounce_ms=bounce_ms)
