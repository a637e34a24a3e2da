"""What contacts do apart from opening and closing: how often, how long they bounce, how much they flicker."""

from array import array

from fanorona.compat import const
from fanorona.hands.marks import Marks

BOUNCE_MS = const(20)
"""Changes of a contact that follow each other within this time belong together."""
HANDS_MS = const(30)
"""No hand lifts a stone and has it back on its point in less."""
LONG_MS = const(8)
"""A contact that bounces for longer, or flickers MANY times, is no good: 5 ms are the most of a reed."""
MANY = const(3)

_MOST = const(255)
_MOST_CLOSURES = const(65535)
_WRAP = const(0x3FFFFFFF)


class Bounces:
    """For each contact, since power-up.

    ``closures`` told; ``bounce``, the longest, in ms from the first change to the last; ``missed``, the
    longest time in ms that the contact was in another state without its being told; ``flickers``, how often
    it was told to have closed again sooner than hands can do it. They stop at 255, closures at 65535.
    ``bad`` marks the contacts that chatter.
    """

    def __init__(self, count: int, bad: Marks) -> None:
        self.bad = bad
        closures = [0] * count
        self.closures = array("H", closures)
        self.bounce = bytearray(count)
        self.missed = bytearray(count)
        self.flickers = bytearray(count)
        self._first = array("i", closures)  # of the changes that belong together; -1: what they were is told
        self._opened = array("i", [-HANDS_MS] * count)

    def change(self, i: int, is_back: bool, since: int, now: int) -> None:
        """The contact has changed, which it had last done at ``since``; perhaps back to what was told."""
        span = (now - since) & _WRAP
        if span > BOUNCE_MS or self._first[i] < 0:
            self._first[i] = now
        elif is_back and span > self.missed[i]:
            self.missed[i] = span

    def tell(self, i: int, closed: int, since: int, now: int) -> None:
        """A change is told of the contact, which has rested from ``since`` on."""
        span = min((since - self._first[i]) & _WRAP, _MOST)
        self._first[i] = -1
        if span > self.bounce[i]:
            self.bounce[i] = span
        if not closed:
            self._opened[i] = now
            return
        if self.closures[i] < _MOST_CLOSURES:
            self.closures[i] += 1
        if (now - self._opened[i]) & _WRAP < HANDS_MS and self.flickers[i] < _MOST:
            self.flickers[i] += 1
        if self.bounce[i] > LONG_MS or self.flickers[i] >= MANY:
            self.bad.put(i, 1)
