"""Bytes in and out over USB serial, never waiting for the host.

Unless there is certainly room, bytes go one by one, each after a poll, because one byte is all that a poll
promises on the rp2 port (MicroPython 1.29, ``shared/runtime/sys_stdio_mphal.c`` and
``shared/tinyusb/mp_usbd_cdc.c``):

- ``readinto`` of n bytes comes back only when all n have arrived; POLLIN says that there is at least one.
- ``write`` of n bytes waits until all n have gone into the 256-byte buffer to the host, and gives up after
  500 ms without progress; POLLOUT says that there is room for at least one. There is no asking for how many.
- What the host has acknowledged has left that buffer. So a whole chunk goes out in one write, at a thirtieth
  of the cost, while all that the host may not have got yet fits into the buffer.
- While no program on the host has the port open, POLLOUT always holds and the buffer keeps the latest bytes;
  the older ones are gone. Sending again what the host missed is the protocol's task.

Ctrl-C is caught below this file and raises KeyboardInterrupt, so the REPL can always be reached.
"""

import select
import sys


class Usb:
    """Standard input and output as two byte streams; allocates nothing after construction."""

    def __init__(self, send_bytes: int) -> None:
        """Make room for `send_bytes` bytes on their way out."""
        self.chunk = bytearray(send_bytes)  # to be filled, then queue()
        self._begin = 0  # chunk[_begin:_end] has yet to be written
        self._end = 0
        self._one = bytearray(1)
        self._readinto = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._input = select.poll()
        self._input.register(sys.stdin, select.POLLIN)
        self._output = select.poll()
        self._output.register(sys.stdout, select.POLLOUT)
        # The first ipoll of a poll object allocates the tuple that all later ones use again.
        self.readable()
        self.writable()

    def readable(self) -> bool:
        """Whether a byte from the host is there."""
        for event in self._input.ipoll(0):
            if event[1] & select.POLLIN:
                return True
        return False

    def writable(self) -> bool:
        """Whether a byte to the host can be written without waiting."""
        for event in self._output.ipoll(0):
            if event[1] & select.POLLOUT:
                return True
        return False

    def receive(self, buffer: bytearray) -> int:
        """Move what has arrived into `buffer`, as much as fits; the number of bytes."""
        one = self._one
        count = 0
        for place in range(len(buffer)):
            if not self.readable() or not self._readinto(one):
                break
            buffer[place] = one[0]
            count += 1
        return count

    def pending(self) -> int:
        """Bytes queued and not yet written; a new chunk may be queued only when this is 0."""
        return self._end - self._begin

    def queue(self, count: int) -> None:
        """Send the first `count` bytes of `chunk`."""
        self._begin = 0
        self._end = count

    def send(self, has_room: bool) -> None:
        """Write as much of what is queued as the host has room for; `has_room`: certainly for all of it."""
        if has_room and self._begin < self._end and not self._begin:
            self._begin = self._write(self.chunk, self._end) or 0
            return
        one = self._one
        chunk = self.chunk
        while self._begin < self._end and self.writable():
            one[0] = chunk[self._begin]
            if not self._write(one):
                break
            self._begin += 1
