"""The speed of the processor.

At the 1.1 V that an RP2040 starts with its clock may be 133 MHz (datasheet, 2.15.1); at 1.15 V, 200 MHz
(pico-sdk 2.1.1, hardware_clocks, SYS_CLK_VREG_VOLTAGE_MIN). MicroPython slows the clock of the flash down to
what the flash can do since 1.25 (ports/rp2/modmachine.c, rp2_flash_set_timing_for_freq), but leaves the
voltage as it is.
"""

import sys
import time

import machine

VREG = 0x40064000
"""Register of the RP2040's core voltage regulator (datasheet, 2.10.6)."""
VOLTAGE = 0xF0
"""The bits of that register that choose the voltage ..."""
VOLTAGE_1_15 = 0xC0
"""... and what they are for 1.15 V."""
SETTLE_MS = 1
"""Until the new voltage stands."""
MINDS_FLASH = (1, 25)
"""The first MicroPython that does; before, the flash would run as much faster as the processor."""


def speed_up(clock_hz: int) -> None:
    """Run an RP2040 at `clock_hz`, at most 200 MHz, unless it is as fast already.

    Other chips stay as they are, and so does any under an older MicroPython.
    """
    if "RP2040" not in sys.implementation._machine or sys.implementation.version[:2] < MINDS_FLASH:
        return
    if machine.freq() >= clock_hz:
        return
    machine.mem32[VREG] = machine.mem32[VREG] & ~VOLTAGE | VOLTAGE_1_15
    time.sleep_ms(SETTLE_MS)
    machine.freq(clock_hz)
