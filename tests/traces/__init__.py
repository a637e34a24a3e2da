"""Runs the reed traces of `tests/vectors/traces` on CPython, and on MicroPython with the heap locked."""
