"""Fanorona: rules, tracker, lights and protocol, free of hardware, clocks and operating systems.

The same files run on the Pico under MicroPython and on the host under CPython. Rule numbers in docstrings
(R7, P3, N1) refer to ``docs/rules.md``.
"""
