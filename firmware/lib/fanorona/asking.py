"""When the board asks hands for help: not before what it cannot explain has stood for a while."""

from fanorona.clock import left
from fanorona.compat import const

ASK_MS = const(1000)
"""How long the reeds have to make no sense before the board asks; hands pass through such states."""

WAIT = const(0)
LOOK_BACK = const(1)
ASK = const(2)


class Asking:
    """Times one trouble after the other."""

    def __init__(self) -> None:
        self._waiting = False
        self._since = 0
        self._has_looked_back = False
        self._asked = False

    def watch(self, in_trouble: bool, now: int) -> bool:
        """The reeds have changed; whether all is well again after the board had asked."""
        self._waiting = in_trouble
        if in_trouble:
            self._has_looked_back = False
            self._since = now
            return False
        restored = self._asked
        self._asked = False
        return restored

    def step(self, now: int) -> int:
        """What it is time for: LOOK_BACK whether these reeds have been before, then ASK; otherwise WAIT."""
        if not self._waiting or left(ASK_MS, self._since, now):
            return WAIT
        if not self._has_looked_back:
            self._has_looked_back = True
            return LOOK_BACK
        self._waiting = False
        self._asked = True
        return ASK

    def idle_ms(self, now: int) -> int:
        """Milliseconds until ``step`` has something to do; -1 for never."""
        return left(ASK_MS, self._since, now) if self._waiting else -1
