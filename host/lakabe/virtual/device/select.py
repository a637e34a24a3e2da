# Stands in for the Pico's select module: polling of the USB serial port.

import hardware

POLLIN = 1
POLLOUT = 4


class _Poll:
    def __init__(self):
        self._streams = []
        self._flags = []
        self._events = []
        self._found = []

    def register(self, stream, flags=POLLIN | POLLOUT):
        if stream in self._streams:
            self._flags[self._streams.index(stream)] = flags
        else:
            self._streams.append(stream)
            self._flags.append(flags)
            self._events.append([stream, 0])

    # As on the device, nothing is allocated: the same objects come back each time.
    def ipoll(self, timeout=-1, flags=0):
        if timeout != 0:
            raise hardware.Fault("polling would have waited")
        while self._found:
            self._found.pop()  # clear() would allocate
        for i in range(len(self._streams)):
            flags = 0
            if hardware.arrived():
                flags |= POLLIN
            if hardware.room():
                flags |= POLLOUT
            flags &= self._flags[i]
            if flags:
                self._events[i][1] = flags
                self._found.append(self._events[i])
        return self._found

    def poll(self, timeout=-1):
        return [(stream, flags) for stream, flags in self.ipoll(timeout)]


def poll():
    return _Poll()
