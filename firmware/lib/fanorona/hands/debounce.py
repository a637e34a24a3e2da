"""Contacts to stable states: raw readings and the time in, changes out. Knows contacts, not stones.

A change is told once the contact has held its new state for some milliseconds without an interruption:
deferred reporting. The other way, eager reporting, tells a change at once and is deaf to the contact for a
while. It answers 2 ms sooner, but takes a single disturbed scan for a stone that was lifted and put back, and
a lift or a stone set down can end a turn for good (P2, P3). What is told cannot be taken back; so a closing
that was none would commit a move as well. So changes are deferred, in both directions.

How long: a glass reed bounces for 0.1 ms (typical; data sheet of the RI-02), so 2 ms are 20 times that, and a
sixth of the time in which a light has to answer. A contact that chatters for longer, over a weak magnet for
instance, is told as soon as it rests for 2 ms. If it rests in between, that is a stone lifted and put back or
the reverse, which the tracker understands (P5).

Times are whole milliseconds of a clock, so 2 ms may be 1 ms and a bit, but never less than two scans.
"""

from array import array

from fanorona.compat import const
from fanorona.hands.bounces import HANDS_MS, Bounces

NO_CHANGE = const(-1)

LONG_AGO_MS = const(1000)

LOG = const(64)
"""Transitions that are kept; a power of two."""

_WRAP = const(0x3FFFFFFF)


class Debounce:
    """``count`` contacts, at most 255, each 0 (open) or 1 (closed).

    ``stable`` is the state that has been told of each. ``update`` takes every scan, ``next`` tells a change;
    ``is_brief``: no hand undoes the change before it so soon.
    Times are milliseconds that wrap at 2**30.

    With ``begin_log`` every transition, bounce and all, is kept from then on, the latest LOG of them:
    ``logged`` counts them, ``read_log`` takes the oldest. ``bounces`` is told of all that contacts do.
    """

    def __init__(
        self, count: int, open_ms: int, close_ms: int, bounces: Bounces | None = None, has_log: bool = True
    ) -> None:
        self.stable = bytearray(count)
        self.is_brief = False
        self._count = count
        self.bounces = bounces
        self._hold = bytes((open_ms, close_ms))
        self._last = bytearray(count)
        self._since = array("i", [-LONG_AGO_MS] * count)
        self._told = array("i", [-LONG_AGO_MS] * count)  # when what was told last had begun
        # The contacts that are not as ``stable`` has them, the one that moved first in front.
        self._waiting = bytearray(count)
        self._size = 0
        self.logged = 0
        self.log_state = 0
        self.log_time = 0
        self._logs = False
        self._log_end = 0
        kept = LOG if has_log else 0
        self._log = bytearray(kept)  # the contact * 2 + its state
        self._log_times = array("i", [0] * kept)

    def begin(self, raw: bytes | bytearray) -> None:
        """Take the readings as they are, without telling anything: the state at power-up."""
        for i in range(self._count):
            self.stable[i] = self._last[i] = raw[i]
        self._size = 0

    def update(self, raw: bytes | bytearray, now: int) -> None:
        """Take one scan."""
        last = self._last
        if raw == last:
            return
        for i in range(self._count):
            if raw[i] != last[i]:
                if last[i] != self.stable[i] and (now - self._since[i]) & _WRAP >= HANDS_MS:
                    continue  # hands did that, and it has not been told yet
                last[i] = raw[i]
                if self.bounces is not None:
                    self.bounces.change(i, raw[i] == self.stable[i], self._since[i], now)
                self._since[i] = now
                if self._logs:
                    self._write_log(i, raw[i], now)
                self._drop(i)
                if raw[i] != self.stable[i]:
                    self._waiting[self._size] = i
                    self._size += 1
                if raw == last:
                    return

    def next(self, now: int) -> int:
        """A contact that has changed, the one that moved first; NO_CHANGE where there is none.

        Its new state is in ``stable`` then.
        """
        for place in range(self._size):
            i = self._waiting[place]
            state = self._last[i]
            if (now - self._since[i]) & _WRAP >= self._hold[state]:
                self.stable[i] = state
                self.is_brief = (self._since[i] - self._told[i]) & _WRAP < HANDS_MS
                self._told[i] = self._since[i]
                self._drop(i)
                if self.bounces is not None:
                    self.bounces.tell(i, state, self._since[i], now)
                return i
        return NO_CHANGE

    def begin_log(self, logs: bool) -> None:
        """Keep transitions from now on, or no longer. What has not been told yet counts as if it came now."""
        self.logged = 0
        self._logs = logs
        for place in range(self._size if logs else 0):
            i = self._waiting[place]
            self._write_log(i, self._last[i], self._since[i])

    def read_log(self) -> int:
        """Take the oldest transition kept: its contact. ``log_state`` and ``log_time`` tell the rest."""
        place = (self._log_end - self.logged) & LOG - 1
        self.logged -= 1
        self.log_state = self._log[place] & 1
        self.log_time = self._log_times[place]
        return self._log[place] >> 1

    def due(self, now: int) -> int:
        """Milliseconds until an unchanged reading can be told as a change; -1 when none is waiting."""
        soonest = -1
        for place in range(self._size):
            i = self._waiting[place]
            left = self._hold[self._last[i]] - ((now - self._since[i]) & _WRAP)
            if left <= 0:
                return 0
            if soonest < 0 or left < soonest:
                soonest = left
        return soonest

    def _write_log(self, contact: int, state: int, now: int) -> None:
        place = self._log_end
        self._log[place] = contact * 2 + state
        self._log_times[place] = now
        self._log_end = place + 1 & LOG - 1
        if self.logged < LOG:
            self.logged += 1

    def _drop(self, contact: int) -> None:
        """Let ``contact`` wait no longer, if it does."""
        waiting = self._waiting
        kept = 0
        for place in range(self._size):
            i = waiting[place]
            if i != contact:
                waiting[kept] = i
                kept += 1
        self._size = kept
