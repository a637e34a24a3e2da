"""The firmware on the real MicroPython of a Raspberry Pi Pico, emulated: deployed, played on, measured."""

from __future__ import annotations
