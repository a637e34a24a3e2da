"""Whether there is current for lights, and what keeps it coming.

A USB device may take no more than 100 mA before the computer has said so (USB 2.0, 7.2.1). The Pico and 45
idle pixels take that much already. A computer that has room for what the device asks for configures it; the
endpoints of the serial port work from then on. A charger never says anything.

A power bank takes a set with dark lights for a telephone that is full, and switches off. A load that is on
for a moment every few seconds tells it otherwise; a computer needs no such thing.
"""

from machine import Pin, mem32

USB_MEMORY = 0x50100000
"""Of the USB controller; endpoint n's control word towards the computer is the one at 8 * n (datasheets of
RP2040, 4.1.2.5, and RP2350, 12.7.3.5). MicroPython clears it all before it begins."""
ENDPOINTS = 16
_WRAP = 0x3FFFFFFF


class Supply:
    """Asks the USB controller and the pin that senses the 5 volts of the USB socket."""

    def __init__(self, sense_pin: int, charger_ms: int, keep_pin: int, keep_ms: tuple[int, int]) -> None:
        """Pins and times.

        `sense_pin`: high while USB gives power; `charger_ms`: how long a computer may keep silent;
        `keep_pin`: of the load; `keep_ms`: how long it is on, and from one time to the next.
        """
        self._sense = Pin(sense_pin, Pin.IN)
        self._load = Pin(keep_pin, Pin.OUT, value=0).value
        self._on_ms, self._every_ms = keep_ms
        self._computer = True
        self._charger_ms = charger_ms
        self._since = -1

    def allows(self, now: int) -> bool:
        """Whether lights may be lit at time `now` (ms, may wrap at 2^30). True for ever once it has been.

        May allocate as long as the answer is no.
        """
        if self._since < 0:
            self._since = now
        if not self._sense.value():
            self._computer = False  # another supply
            return True
        if configured():
            return True
        self._computer = (now - self._since) & _WRAP < self._charger_ms
        return not self._computer

    def keep(self, now: int) -> None:
        """Switch the load as it has to be at time `now`; it stays off where a computer gives power."""
        if not self._computer:
            self._load(1 if now % self._every_ms < self._on_ms else 0)


def configured() -> bool:
    """Whether a computer lets this USB device take what it has asked for."""
    for endpoint in range(1, ENDPOINTS):
        if mem32[USB_MEMORY + 8 * endpoint] >> 31:  # in use
            return True
    return False
