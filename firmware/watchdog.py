"""Restarts the board when its loop hangs, and lets go of it when the loop is left."""

import sys

import machine

CONTROL = 0x40058000  # the watchdog's control register of the RP2040 (datasheet, 4.7.6) ...
CONTROL_RP2350 = 0x400D8000  # ... and of the RP2350 (datasheet, 12.9.7)
CLEAR = 0x3000  # added to a register's address: what is written there clears bits (RP2040 datasheet, 2.1.2)
ENABLE = 0x40000000


class Watchdog:
    """The chip's own. MicroPython can start it but not stop it, so its register is written for that."""

    def __init__(self, timeout_ms: int) -> None:
        """`timeout_ms`: how long the loop may do without feed(); at most 8388."""
        self._timeout_ms = timeout_ms
        self._control = CONTROL_RP2350 if "RP2350" in sys.implementation._machine else CONTROL

    def start(self) -> None:
        """From now on feed() has to be called in time."""
        self.feed = machine.WDT(timeout=self._timeout_ms).feed

    def stop(self) -> None:
        """Nothing has to be called any more, until the next start()."""
        machine.mem32[self._control + CLEAR] = ENABLE
