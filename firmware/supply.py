"""Whether there is current for lights.

A USB device may take no more than 100 mA before the computer has said so (USB 2.0, 7.2.1). The Pico and 45
idle pixels take that much already. A computer that has room for what the device asks for configures it; the
endpoints of the serial port work from then on. A charger never says anything.
"""

from machine import Pin, mem32

USB_MEMORY = 0x50100000
"""Of the USB controller; endpoint n's control word towards the computer is the one at 8 * n (datasheets of
RP2040, 4.1.2.5, and RP2350, 12.7.3.5). MicroPython clears it all before it begins."""
ENDPOINTS = 16
_WRAP = 0x3FFFFFFF


class Supply:
    """Asks the USB controller and the pin that senses the 5 volts of the USB socket."""

    def __init__(self, sense_pin: int, charger_ms: int) -> None:
        """`sense_pin`: high while USB gives power; `charger_ms`: how long a computer may keep silent."""
        self._sense = Pin(sense_pin, Pin.IN)
        self._charger_ms = charger_ms
        self._since = -1

    def allows(self, now: int) -> bool:
        """Whether lights may be lit at time `now` (ms, may wrap at 2^30). True for ever once it has been.

        May allocate as long as the answer is no.
        """
        if self._since < 0:
            self._since = now
        if not self._sense.value():
            return True  # another supply
        return configured() or (now - self._since) & _WRAP >= self._charger_ms


def configured() -> bool:
    """Whether a computer lets this USB device take what it has asked for."""
    for endpoint in range(1, ENDPOINTS):
        if mem32[USB_MEMORY + 8 * endpoint] >> 31:  # in use
            return True
    return False
