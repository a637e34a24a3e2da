"""The board's lines on their way to the host: built, kept, and sent again when asked (PROTOCOL.md)."""

import struct
from array import array

from fanorona.compat import const
from fanorona.rules.geometry import NONE

MAX_LINE = const(200)
"""Bytes of a whole line at most, lead and end of line included."""

BOARD_LEAD = const(64)
"""``@``, the first byte of every line from the board."""

_LINE_FEED = const(10)
_RETURN = const(13)
_SPACE = const(32)
_STAR = const(42)
_DASH = const(45)
_ZERO = const(48)
_A = const(97)

_TAIL = const(7)  # star, four digits, carriage return, line feed
_BODY = const(192)  # MAX_LINE less the lead and the tail
_SPOILT = const(131072)  # a place that no further byte can make acceptable

_CHUNK = "64s"
_CHUNK_SIZE = const(64)
_POWERS = (10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000)

HEX = b"0123456789abcdef"
"""The digits of a checksum."""


class Outbox:
    """The board's lines on their way to the host, numbered from 1, kept until newer ones need their place.

    ``size`` bytes hold the lines themselves, ``lines`` their beginnings; both are powers of two, ``size`` 512
    to 65536. When a new line needs room the oldest go first: those that the host has acknowledged, then the
    others; sent ones an eighth of the ring at a time. A line of which the host has received a part only, when
    it goes or when the sending point moves back, is broken off with a line feed: such a stump has no checksum
    and so cannot be taken for a line.

    A line is built by ``begin``, any number of ``put...`` (each a field of its own, after a space) and
    ``add...`` (going on with the field under way), and ``end``. Nothing of it is sent before ``end``. One
    that would be longer than MAX_LINE is not written at all, and ``refused`` counts it; its number goes to
    the next line.

    ``oldest``: number of the oldest line still held (``next`` when there is none). ``next``: number of the
    next line. ``acked``: everything up to this number is safe with the host. Numbers do not wrap: at a
    hundred lines a second, 2^30 lines are four months.
    """

    def __init__(self, size: int, lines: int) -> None:
        if size < 512 or size > 65536 or size & (size - 1) or lines < 2 or lines & (lines - 1):
            raise ValueError  # size: 512 to 65536, lines: at least 2; both powers of two
        # A line is built in one piece, beyond the end if need be. The last byte is the line feed for stumps.
        self.ring = bytearray(size + MAX_LINE + 1)
        self.ring[size + MAX_LINE] = _LINE_FEED
        self.place = 0
        self._size = size
        self._mask = size - 1
        self._starts = array("H", bytearray(2 * lines))
        self._lines = lines
        self._line_mask = lines - 1
        self.oldest = 1
        self.next = 1
        self.acked = 0
        self.refused = 0
        self._held = 0  # bytes of all lines held
        self._head = 0  # place in the ring where the next line begins
        self._out = 0  # place in the ring of the next byte to send
        self._unsent = 0  # bytes from there to the head
        self._sending = 1  # number of the line with the next byte to send
        self._sure = 1  # acknowledged, this line proves that all bytes sent before it have arrived
        self._broken = False  # a stump has to be closed with a line feed
        self._at = _SPOILT  # place in the ring of the next byte of the line being built
        self._limit = 0  # where its body has to end at the latest; 0: none is being built

    # Building. The steady loop waits for this, so it does in one method what could be several.

    def begin(self, name: bytes, now: int) -> None:
        """Begin a line: number, clock (ms, 0..2^30-1), message name. One begun and not ended is forgotten."""
        if self._size - self._held <= MAX_LINE or self.next - self.oldest >= self._lines:
            self._make_room()
        ring = self.ring
        head = self._head
        ring[head] = BOARD_LEAD
        at = write_number(ring, head + 1, self.next)
        ring[at] = _SPACE
        at = write_number(ring, at + 1, now)
        ring[at] = _SPACE
        self._at = at + 1
        self._limit = head + 1 + _BODY
        self.add(name)

    def put(self, word: bytes | bytearray) -> None:
        """A field of printable ASCII without space, ``@`` and ``$``. An empty one becomes ``-``."""
        self.put_char(_SPACE)
        if word:
            self.add(word)
        else:
            self.put_char(_DASH)

    def put_word(self, words: bytes, place: int) -> None:
        """The word in that place, from 0, of ``words``, each of which has a space after it."""
        self.put_char(_SPACE)
        at = 0
        for _ in range(place):
            at = words.find(b" ", at) + 1
        while words[at] != _SPACE:
            self.put_char(words[at])
            at += 1

    def put_number(self, number: int) -> None:
        """A field with a number 0..2^30-1; a negative one becomes ``-``, none."""
        self.put_char(_SPACE)
        self.add_number(number)

    def put_point(self, point: int) -> None:
        """A field with a point, ``a1`` to ``i5``; NONE becomes ``-``."""
        self.put_char(_SPACE)
        self.add_point(point)

    def space(self) -> None:
        """Begin a field that ``put_char`` and ``add...`` then fill with one byte at least."""
        self.put_char(_SPACE)

    def put_char(self, byte: int) -> None:
        """One byte, without a space before it."""
        at = self._at
        if at >= self._limit:
            self._at = _SPOILT
            return
        self.ring[at] = byte
        self._at = at + 1

    def add(self, word: bytes | bytearray, count: int = -1) -> None:
        """Bytes that go on with the field under way: the first ``count`` of ``word``, or all."""
        if count < 0:
            count = len(word)
        at = self._at
        limit = self._limit
        end = at + count
        if end > limit:
            self._at = _SPOILT
            return
        self._at = end
        if count <= _CHUNK_SIZE and at + _CHUNK_SIZE <= limit:
            # In machine code and, unlike a slice, without creating anything. What it writes behind the word
            # is written over by the rest of the line.
            struct.pack_into(_CHUNK, self.ring, at, word)
            return
        ring = self.ring
        for place in range(count):
            ring[at + place] = word[place]

    def add_number(self, number: int) -> None:
        """A number 0..2^30-1 that goes on with the field under way; a negative one becomes ``-``."""
        if number < 0:
            self.put_char(_DASH)
            return
        at = self._at
        if at + len(_POWERS) >= self._limit and at + _digits(number) > self._limit:
            self._at = _SPOILT
            return
        self._at = write_number(self.ring, at, number)

    def add_point(self, point: int) -> None:
        """A point that goes on with the field under way; NONE becomes ``-``."""
        if point < 0 or point >= NONE:
            self.put_char(_DASH)
            return
        at = self._at
        if at + 2 > self._limit:
            self._at = _SPOILT
            return
        row = point // 9
        ring = self.ring
        ring[at] = _A + point - 9 * row
        ring[at + 1] = _ZERO + 1 + row
        self._at = at + 2

    def add_step(self, point: int, letter: int) -> None:
        """A dash, a point and, unless it is 0, a letter that go on with the field under way."""
        self.put_char(_DASH)
        self.add_point(point)
        if letter:
            self.put_char(letter)

    def end(self) -> int:
        """Finish the line, so that it is sent. Its number, or 0 where it was too long and was not written."""
        limit = self._limit
        if not limit:
            return 0
        at = self._at
        self._at = _SPOILT  # whatever is put before the next begin changes nothing
        self._limit = 0
        if at > limit:
            self.refused += 1
            return 0
        ring = self.ring
        head = self._head
        first = 0
        second = 0
        for place in range(head + 1, at):
            first += ring[place]
            second += first
        first %= 255
        second %= 255
        ring[at] = _STAR
        ring[at + 1] = HEX[second >> 4]
        ring[at + 2] = HEX[second & 15]
        ring[at + 3] = HEX[first >> 4]
        ring[at + 4] = HEX[first & 15]
        ring[at + 5] = _RETURN
        ring[at + 6] = _LINE_FEED
        end = at + _TAIL
        number = self.next
        self._starts[number & self._line_mask] = head
        self._held += end - head
        self._unsent += end - head
        if end >= self._size:
            end -= self._size
            for place in range(end):
                ring[place] = ring[self._size + place]
        self._head = end
        self.next = number + 1
        return number

    # Sending

    def pending(self) -> int:
        """Bytes that wait to be sent."""
        return self._unsent + 1 if self._broken else self._unsent

    def room(self) -> int:
        """Bytes of lines that can be added before an unsent line is dropped.

        The next line drops none as long as this is at least MAX_LINE.
        """
        if self.next - self._sending >= self._lines:
            return 0
        if self._sending == self.next:
            return self._mask
        return self._mask - ((self._head - self._starts[self._sending & self._line_mask]) & self._mask)

    def ready(self, limit: int) -> int:
        """How many bytes to send, up to ``limit``, stand in ``ring`` from ``place`` on; see ``sent``."""
        if self._broken:
            self.place = self._size + MAX_LINE
            return 1
        out = self._out
        self.place = out
        count = self._size - out
        if self._unsent < count:
            count = self._unsent
        return count if count < limit else limit

    def sent(self, count: int) -> None:
        """So many of the bytes that were ``ready`` have been sent."""
        if count and self._broken:
            self._broken = False
            return
        self._out = (self._out + count) & self._mask
        self._unsent -= count
        while self._sending < self.next and self._after(self._sending) >= self._unsent:
            self._sending += 1

    def take(self, buffer: bytearray, size: int) -> int:
        """Copy up to ``size`` bytes to send to the beginning of ``buffer``; how many. They count as sent."""
        taken = 0
        count = self.ready(size) if size > 0 else 0
        while count > 0:
            for i in range(count):
                buffer[taken + i] = self.ring[self.place + i]
            self.sent(count)
            taken += count
            count = self.ready(size - taken) if taken < size else 0
        return taken

    def in_flight(self) -> int:
        """Bytes sent that may not have arrived yet; the ring's size where there is no telling.

        An acknowledged line and all before it have arrived. Lines that were sent again travel twice, so after
        a rewind only the acknowledgement of a line that was new since then counts.
        """
        if self.acked < self._sure or self.acked < self.oldest - 1:
            return self._size
        return self._after(self.acked) - self._unsent

    def ack(self, number: int) -> None:
        """Everything up to line ``number`` is safe with the host. A number never sent is ignored."""
        if self.acked < number < self.next:
            self.acked = number

    def rewind(self, number: int) -> bool:
        """Send again from line ``number`` on; False (and nothing changes) where it is not held (any longer).

        Lines not yet sent are never passed over. ``next`` is accepted and leaves things as they are.
        """
        if number < self.oldest or number > self.next:
            return False
        if number == self.next:
            return True
        start = self._starts[number & self._line_mask]
        unsent = (self._head - start) & self._mask
        if unsent > self._unsent:
            if self._inside():
                self._broken = True
            self._out = start
            self._unsent = unsent
            self._sending = number
            self._sure = self.next
        return True

    # Inside

    def _after(self, number: int) -> int:
        """Bytes held after line ``number``."""
        if number + 1 == self.next:
            return 0
        return (self._head - self._starts[(number + 1) & self._line_mask]) & self._mask

    def _inside(self) -> bool:
        """Whether a part of a line, and not all of it, has been sent."""
        return self._unsent > 0 and self._out != self._starts[self._sending & self._line_mask]

    def _make_room(self) -> None:
        """Room for a line; and for some more where that costs sent lines only.

        If every line dropped one, the answer to a request for the oldest line held would drop that very line.
        """
        while self._size - self._held <= MAX_LINE or self.next - self.oldest >= self._lines:
            self._drop()
        bytes_wanted = MAX_LINE + (self._size >> 3)
        lines_wanted = self._lines - (self._lines >> 3)
        while self.oldest < self._sending and (
            self._size - self._held <= bytes_wanted or self.next - self.oldest >= lines_wanted
        ):
            self._drop()

    def _drop(self) -> None:
        """Forget the oldest line."""
        oldest = self.oldest
        held = self._after(oldest)
        if self._sending == oldest:
            if self._inside():
                self._broken = True
            self._sending = oldest + 1
            self._out = (self._head - held) & self._mask
            self._unsent = held
        self._held = held
        self.oldest = oldest + 1


def _digits(number: int) -> int:
    """How many digits a number 0..2^30-1 has."""
    count = 1
    for power in _POWERS:
        if number >= power:
            count += 1
    return count


def write_number(buffer: bytearray, at: int, number: int) -> int:
    """Write the digits of a number 0..2^30-1 into ``buffer`` from place ``at`` on; the place after them."""
    end = at + 1
    for power in _POWERS:
        if number < power:
            break
        end += 1
    place = end
    while number >= 10:
        place -= 1
        rest = number // 10
        buffer[place] = number - 10 * rest + _ZERO
        number = rest
    buffer[at] = _ZERO + number
    return end
