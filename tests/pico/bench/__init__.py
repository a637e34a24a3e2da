"""``make bench-pico``: what the firmware needs of time and memory on an emulated Pico."""

from __future__ import annotations
