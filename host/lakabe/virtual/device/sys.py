# Stands in for the Pico's sys module: standard input and output are the USB serial port.

import sys as _sys

import hardware


class _Bytes:
    # As on the device, reading waits until all the bytes asked for have come; here that is a fault.
    def read(self, size=-1):
        if size < 0:
            raise hardware.Fault("reading USB serial to its end would have blocked")
        data = bytearray(size)
        self.readinto(data)
        return bytes(data)

    def readinto(self, buf, size=-1):
        if size < 0:
            size = len(buf)
        for i in range(size):
            buf[i] = hardware.read_byte()
        return size

    def write(self, buf, begin=0, size=-1):
        return hardware.write_bytes(buf, begin, len(buf) - begin if size < 0 else size)


class _Stream(_Bytes):
    def __init__(self):
        self.buffer = _Bytes()


stdin = _Stream()
stdout = _Stream()


def __getattr__(name):
    return getattr(_sys, name)
