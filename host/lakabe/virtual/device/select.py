# Stands in for the Pico's select module: polling of the USB serial port.

import hardware

POLLIN = 1
POLLOUT = 4


class _Poll:
    def __init__(self):
        self._streams = []
        self._flags = []
        self._next = 0
        self._found = [None, 0]

    def register(self, stream, flags=POLLIN | POLLOUT):
        if stream in self._streams:
            self._flags[self._streams.index(stream)] = flags
        else:
            self._streams.append(stream)
            self._flags.append(flags)

    def ipoll(self, timeout=-1, flags=0):
        if timeout != 0:
            raise hardware.Fault("polling would have waited")
        self._next = 0
        return self

    def poll(self, timeout=-1):
        return [(stream, flags) for stream, flags in self.ipoll(timeout)]

    def __iter__(self):
        return self

    # As on the device, the same object comes back each time and nothing is allocated.
    def __next__(self):
        while self._next < len(self._streams):
            i = self._next
            self._next += 1
            flags = 0
            if hardware.arrived():
                flags |= POLLIN
            if hardware.room():
                flags |= POLLOUT
            flags &= self._flags[i]
            if flags:
                self._found[0] = self._streams[i]
                self._found[1] = flags
                return self._found
        raise StopIteration


def poll():
    return _Poll()
