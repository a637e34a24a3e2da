# The lock on the heap of MicroPython, and what opens it: what somebody has begun may create things.

import micropython

_is_open = bytearray((1,))


def lock():
    """From now on whatever creates something on the heap raises MemoryError."""
    _is_open[0] = 0
    micropython.heap_lock()


def unlock():
    """As ever."""
    micropython.heap_unlock()
    _is_open[0] = 1


class _Locked:
    """The lock for the length of a block; entering and leaving it creates nothing."""

    def __enter__(self):
        lock()

    def __exit__(self, kind, error, trace):
        unlock()


locked = _Locked()


def under_lock(call, *args):
    """The call's result, with the heap locked around it."""
    with locked:
        return call(*args)


def exempt(owner, name):
    """Let this method of an object, which takes no arguments, open the lock while it runs.

    Of a class: that of all its objects.
    """
    method = getattr(owner, name)

    def run(own=None):
        if _is_open[0]:
            return method(own) if own else method()
        unlock()
        try:
            return method(own) if own else method()
        finally:
            lock()

    setattr(owner, name, run)
