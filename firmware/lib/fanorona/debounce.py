"""Contacts to stable states: raw readings and the time in, changes out. Knows contacts, not stones.

A change is reported once the contact has held its new state for a number of milliseconds without an
interruption (deferred reporting). A glass reed bounces for some 0.1 ms, a weak magnet chatters for
milliseconds; either is over before anything is said, and a brief disturbance of a resting contact is never
reported at all.
"""

from array import array

from fanorona.compat import const

_WRAP = const(0x3FFFFFFF)


class Debounce:
    """``count`` contacts, each 0 (open) or 1 (closed).

    ``stable`` is the state reported so far. After ``update``, ``changed`` begins with the contacts that
    changed, the one that moved first in front; ``stable`` holds their new states. Times are milliseconds that
    wrap at 2**30.
    """

    def __init__(self, count: int, open_ms: int, close_ms: int) -> None:
        self.stable = bytearray(count)
        self.changed = bytearray(count)
        self._count = count
        self._hold = (open_ms, close_ms)
        self._last = bytearray(count)
        self._since = array("i", [0] * count)
        self._pending = 0

    def begin(self, raw: bytes | bytearray) -> None:
        """Take the readings as they are, without reporting anything: the state at power-up."""
        for i in range(self._count):
            self.stable[i] = self._last[i] = raw[i]
        self._pending = 0

    def update(self, raw: bytes | bytearray, now: int) -> int:
        """Take one scan. Returns how many contacts changed; they stand in ``changed``."""
        last = self._last
        stable = self.stable
        since = self._since
        if raw != last:
            pending = 0
            for i in range(self._count):
                if raw[i] != last[i]:
                    last[i] = raw[i]
                    since[i] = now
                if last[i] != stable[i]:
                    pending += 1
            self._pending = pending
        if not self._pending:
            return 0
        n = 0
        for i in range(self._count):
            if last[i] != stable[i]:
                age = (now - since[i]) & _WRAP
                if age >= self._hold[last[i]]:
                    stable[i] = last[i]
                    self._insert(n, i, age, now)
                    n += 1
        self._pending -= n
        return n

    def due(self, now: int) -> int:
        """Milliseconds until an unchanged reading can be reported as a change; -1 when nothing is pending."""
        if not self._pending:
            return -1
        soonest = _WRAP
        for i in range(self._count):
            if self._last[i] != self.stable[i]:
                left = self._hold[self._last[i]] - ((now - self._since[i]) & _WRAP)
                if left < soonest:
                    soonest = left
        return soonest if soonest > 0 else 0

    def _insert(self, n: int, contact: int, age: int, now: int) -> None:
        """Put ``contact`` among the first ``n`` of ``changed``, oldest change first."""
        changed = self.changed
        while n and (now - self._since[changed[n - 1]]) & _WRAP < age:
            changed[n] = changed[n - 1]
            n -= 1
        changed[n] = contact
