"""When the board helps hands out of trouble: not before what it cannot explain has stood for a while."""

from fanorona.clock import left
from fanorona.compat import const

LOOK_MS = const(300)
"""How long the reeds have to make no sense before they may show an earlier position."""
ASK_MS = const(1000)
"""The same before the board asks; hands pass through such states."""

WAIT = const(0)
LOOK_BACK = const(1)
LOOK_AFRESH = const(2)
SET_ASIDE = const(3)
ASK = const(4)


class Asking:
    """Times one trouble after the other."""

    def __init__(self) -> None:
        self._next = WAIT
        self._since = 0
        self._asked = False

    def watch(self, in_trouble: bool, now: int) -> bool:
        """The reeds have changed; whether all is well again after the board had asked."""
        if in_trouble:
            self._next = LOOK_BACK
            self._since = now
            return False
        self._next = WAIT
        restored = self._asked
        self._asked = False
        return restored

    def step(self, now: int) -> int:
        """What it is time for: LOOK_BACK at earlier positions, LOOK_AFRESH, SET_ASIDE, ASK, or WAIT."""
        due = self._next
        if self.idle_ms(now):
            return WAIT
        self._next = due + 1
        if due == ASK:
            self._next = WAIT
            self._asked = True
        return due

    def idle_ms(self, now: int) -> int:
        """Milliseconds until ``step`` has something to do; -1 for never."""
        if self._next == WAIT:
            return -1
        return left(LOOK_MS if self._next == LOOK_BACK else ASK_MS, self._since, now)
