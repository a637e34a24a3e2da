"""Bytes in and out over USB serial, never waiting for the host.

Unless there is certainly room, bytes go one by one, each after a poll, because one byte is all that a poll
promises on the rp2 port (MicroPython 1.29, ``shared/runtime/sys_stdio_mphal.c`` and
``shared/tinyusb/mp_usbd_cdc.c``):

- ``readinto`` of n bytes comes back only when all n have arrived; POLLIN says that there is at least one.
- ``write`` of n bytes waits until all n have gone into the 256-byte buffer to the host, and gives up after
  500 ms without progress; POLLOUT says that there is room for at least one. There is no asking for how many.
- What the host has acknowledged has left that buffer. So many bytes go out in one write, at a thirtieth of
  the cost, while all that the host may not have got yet fits into the buffer.
- While no program on the host has the port open, POLLOUT always holds and the buffer keeps the latest bytes;
  the older ones are gone. Sending again what the host missed is the protocol's task.
- While the host sleeps with the port open, POLLOUT holds too, but every write waits 500 ms in vain. A host
  that is awake begins a frame every millisecond, whose number the USB controller keeps.

Ctrl-C is caught below this file and raises KeyboardInterrupt, so the REPL can always be reached.
"""

import select
import sys

from machine import mem32

FRAME = 0x50110048
"""Register of the USB controller: the number of the latest frame (datasheets of RP2040, 4.1.4, SOF_RD, and
RP2350, 12.7.5)."""
ASLEEP_MS = 3
"""Without a frame for so long a device is suspended (USB 2.0, 7.1.7.6)."""
_WRAP = 0x3FFFFFFF
_POLLIN = select.POLLIN
_POLLOUT = select.POLLOUT


class Usb:
    """Standard input and output as two byte streams; allocates nothing after construction."""

    def __init__(self) -> None:
        self._frame = -1
        self._frame_at = -ASLEEP_MS
        self._one = bytearray(1)
        self._readinto = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        # Bound methods taken once: taking one later would allocate.
        poll = select.poll()
        poll.register(sys.stdin, _POLLIN)
        self._poll_input = poll.ipoll
        poll = select.poll()
        poll.register(sys.stdout, _POLLOUT)
        self._poll_output = poll.ipoll
        # The first ipoll of a poll object allocates the tuple that all later ones use again.
        self.readable()
        self.writable()

    def readable(self) -> bool:
        """Whether a byte from the host is there."""
        for event in self._poll_input(0):
            if event[1] & _POLLIN:
                return True
        return False

    def writable(self) -> bool:
        """Whether a byte to the host can be written without waiting."""
        for event in self._poll_output(0):
            if event[1] & _POLLOUT:
                return True
        return False

    def receive(self, buffer: bytearray) -> int:
        """Move what has arrived into `buffer`, as much as fits; the number of bytes."""
        # A call of readable() for each byte would cost as much as all the rest.
        poll = self._poll_input
        readinto = self._readinto
        one = self._one
        for place in range(len(buffer)):
            ready = 0
            for event in poll(0):
                ready = event[1]
            if not ready & _POLLIN or not readinto(one):
                return place
            buffer[place] = one[0]
        return len(buffer)

    def look(self, now: int) -> None:
        """Look whether the host is awake, at time `now` (ms, may wrap at 2^30); needed every few ms."""
        frame = mem32[FRAME]
        if frame != self._frame:
            self._frame = frame
            self._frame_at = now

    def awake(self, now: int) -> bool:
        """Whether the host has been awake at one of the latest looks."""
        return (now - self._frame_at) & _WRAP < ASLEEP_MS

    def send(self, buffer: bytearray, begin: int, count: int, has_room: bool) -> int:
        """Write `count` bytes from place `begin` of `buffer` on, as many as the host has room for; how many.

        `has_room`: certainly for all of them.
        """
        if has_room:
            return self._write(buffer, begin, count) or 0
        poll = self._poll_output
        write = self._write
        one = self._one
        for sent in range(count):
            ready = 0
            for event in poll(0):
                ready = event[1]
            if not ready & _POLLOUT:
                return sent
            one[0] = buffer[begin + sent]
            if not write(one):
                return sent
        return count
