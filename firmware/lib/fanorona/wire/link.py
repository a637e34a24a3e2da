"""Whether a host is there, and what it hears from the board when nothing happens (PROTOCOL.md)."""

from fanorona.clock import left, sooner
from fanorona.compat import const
from fanorona.wire.reports import Reports

TICK_MS = const(5000)
"""Between signs of life to a host."""
SILENCE_MS = const(15000)
"""A host that has said nothing for so long is gone."""
RESEND_MS = const(2000)
"""Without any acknowledgement for so long, lines are sent again."""
COMPLAIN_MS = const(100)
"""A flood of unreadable lines must not push out of the outbox what the host has still to get."""


class Link:
    """``on`` while a host is there. Times are the board's clock.

    ``complaint``: what was wrong with a line from the host that could not be read; empty: nothing to say.
    """

    def __init__(self, reports: Reports) -> None:
        self.on = False
        self.complaint = b""
        self._reports = reports
        self._outbox = reports.outbox
        self._heard_at = 0
        self._ticked_at = 0
        self._acked = 0
        self._acked_at = 0
        self._complained_at = -COMPLAIN_MS

    def begin(self, now: int) -> None:
        """A host has said hello."""
        self.on = True
        self._heard_at = self._ticked_at = self._acked_at = now

    def hear(self, now: int) -> None:
        """The host has said something."""
        self._heard_at = now

    def skip(self, ms: int) -> None:
        """Let all that was ``ms`` ago be now."""
        self._heard_at += ms
        self._ticked_at += ms
        self._acked_at += ms

    def complain(self, now: int) -> None:
        """Say the complaint, no more often than every COMPLAIN_MS."""
        if not left(COMPLAIN_MS, self._complained_at, now):
            self._complained_at = now
            self._reports.word(b"bad", self.complaint)
            self.complaint = b""

    def step(self, now: int) -> bool:
        """Send again what has to be, and give a sign of life; False where the host has gone."""
        out = self._outbox
        if out.acked != self._acked or out.acked + 1 == out.next:
            self._acked = out.acked
            self._acked_at = now
        if not left(RESEND_MS, self._acked_at, now):
            self._acked_at = now
            out.rewind(out.acked + 1 if out.acked >= out.oldest else out.oldest)
        if not left(SILENCE_MS, self._heard_at, now):
            return False
        if not left(TICK_MS, self._ticked_at, now):
            self._ticked_at = now
            self._reports.bare(b"tick")
        return True

    def idle_ms(self, now: int, complains: bool) -> int:
        """Milliseconds until ``step``, or ``complain`` if it may, has something to do; -1 for never."""
        due = left(COMPLAIN_MS, self._complained_at, now) if complains and self.complaint else -1
        if not self.on:
            return due
        due = sooner(due, left(RESEND_MS, self._acked_at, now))
        return sooner(due, sooner(left(TICK_MS, self._ticked_at, now), left(SILENCE_MS, self._heard_at, now)))
