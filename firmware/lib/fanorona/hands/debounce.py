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
    """``count`` contacts, at most 127, each 0 (open) or 1 (closed).

    ``stable`` is the state that has been told of each. ``update`` takes every scan, ``next`` tells a change;
    ``is_brief``: no hand undoes the change before it so soon.
    What hands did in the meantime is told in its order, also where one contact has changed more than once.
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
        # The changes that are not told yet, the first in front: the contact * 2 + its state, and since when.
        self._waiting = bytearray(2 * count)
        self._sinces = array("i", [0] * (2 * count))
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
                place = self._place(i * 2 + last[i])
                is_back = place >= 0 and (now - self._sinces[place]) & _WRAP < HANDS_MS
                if is_back:
                    self._drop(place)
                elif self._size == len(self._waiting):
                    continue  # hands did that, and there is no room for more
                elif place >= 0:
                    self._settle(place, now)
                if self.bounces is not None:
                    self.bounces.change(i, is_back, self._since[i], now)
                last[i] = raw[i]
                self._since[i] = now
                if self._logs:
                    self._write_log(i, raw[i], now)
                if not is_back:
                    self._waiting[self._size] = i * 2 + raw[i]
                    self._sinces[self._size] = now
                    self._size += 1
                if raw == last:
                    return

    def next(self, now: int) -> int:
        """A contact that has changed, the one that moved first; NO_CHANGE where there is none.

        Its new state is in ``stable`` then.
        """
        for place in range(self._size):
            since = self._sinces[place]
            state = self._waiting[place] & 1
            if (now - since) & _WRAP >= self._hold[state]:
                i = self._waiting[place] >> 1
                self.stable[i] = state
                self.is_brief = (since - self._told[i]) & _WRAP < HANDS_MS
                self._told[i] = since
                self._settle(place, now)
                self._drop(place)
                return i
        return NO_CHANGE

    def begin_log(self, logs: bool) -> None:
        """Keep transitions from now on, or no longer. What has not been told yet counts as if it came now."""
        self.logged = 0
        self._logs = logs
        for place in range(self._size if logs else 0):
            code = self._waiting[place]
            self._write_log(code >> 1, code & 1, self._sinces[place])

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
            left = self._hold[self._waiting[place] & 1] - ((now - self._sinces[place]) & _WRAP)
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

    def _place(self, code: int) -> int:
        """Where a change waits, the last of its contact; -1 if that is told."""
        place = self._size - 1
        while place >= 0 and self._waiting[place] != code:
            place -= 1
        return place

    def _settle(self, place: int, now: int) -> None:
        """Tell ``bounces`` of a change, unless its contact has changed since: then that is done."""
        i = self._waiting[place] >> 1
        since = self._sinces[place]
        if self.bounces is not None and since == self._since[i]:
            self.bounces.tell(i, self._waiting[place] & 1, since, now)

    def _drop(self, place: int) -> None:
        """Let a change wait no longer."""
        self._size -= 1
        for n in range(place, self._size):
            self._waiting[n] = self._waiting[n + 1]
            self._sinces[n] = self._sinces[n + 1]
