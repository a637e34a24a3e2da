"""The virtual board: the unmodified firmware on the real MicroPython, behind simulated hardware."""

from __future__ import annotations
