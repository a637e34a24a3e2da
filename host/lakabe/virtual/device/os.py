# Stands in for the Pico's os module: the interpreter's own, but with repeatable randomness.

import os as _os

import hardware


def urandom(size):
    data = bytearray(size)
    for i in range(size):
        data[i] = hardware.random_byte()
    return bytes(data)


def __getattr__(name):
    return getattr(_os, name)
