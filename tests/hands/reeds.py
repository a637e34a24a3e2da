"""How the contact of a reed chatters when its magnet comes or goes.

Data sheets give bounce as part of the operate time: 0.1 ms typical and 0.25 ms at most for small glass reeds
(RI-02), 0.5 to 1 ms for larger or worn ones. Opening is cleaner, but a magnet that slides away slowly, or one
that is weak or off its point, makes the contact chatter for as long as it stays near the threshold: up to
5 ms here, with rests in between.
"""

from __future__ import annotations

import random
from typing import NamedTuple


class Reed(NamedTuple):
    """Up to `chatters` interruptions within `settle_us` microseconds of a change."""

    name: str
    settle_us: int
    chatters: int

    def changes(self, rng: random.Random) -> list[int]:
        """When the contact changes, in microseconds after it first does; an odd number of times."""
        if not self.chatters:
            return [0]
        times = sorted(rng.sample(range(10, self.settle_us), 2 * rng.randint(0, self.chatters)))
        return [0, *times]


IDEAL = Reed("ideal", 0, 0)
GLASS = Reed("glass", 250, 4)
WORN = Reed("worn", 1000, 6)
WEAK = Reed("weak", 5000, 5)
REEDS = (IDEAL, GLASS, WORN, WEAK)
SETTLED_MS = 12
"""Changes farther apart than the longest chatter and the patience of any debouncing come in a sure order."""
