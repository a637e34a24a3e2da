# Stands in for the Pico's machine module: pins wired to the diode matrix, the buttons and the pixels.

import hardware
from hardware import buttons, level, line, modes, pulls, wired

GPIO_IN = 0xD0000004  # register of SIO: the levels of all pins, here of those that something hangs on
FRAME = 0x50110048  # register of the USB controller: the number of the latest frame; one begins every ms
WS2812_TIMING = (400, 850, 800, 450)  # ns: high and low of a 0, high and low of a 1


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1
    PULL_DOWN = 2

    def __new__(cls, id, mode=-1, pull=-1, *, value=None):
        if not 0 <= id < hardware.PINS:
            raise ValueError("no such pin")
        return _pins[id]

    def __init__(self, id, mode=-1, pull=-1, *, value=None):
        if mode >= 0:
            modes[id] = mode
            pulls[id] = max(pull, 0)
        if value is not None:
            level[id] = value

    def value(self, value=None):
        pin = self.id
        if value is not None:
            level[pin] = 1 if value else 0
            return None
        return _sense(pin)

    def on(self):
        level[self.id] = 1

    def off(self):
        level[self.id] = 0


# As on the chip, a pin is one object, which is there before anybody wants it.
_pins = [object.__new__(Pin) for _ in range(hardware.PINS)]
for _id in range(hardware.PINS):
    _pins[_id].id = _id


def _sense(pin):
    if modes[pin]:
        return level[pin]
    # A pull-up keeps a pin high until something pulls it to ground, and a row of the matrix always.
    kind = wired[pin]
    if kind == 1 and pulls[pin] != 1:
        return line[pin]
    if kind > 1 and buttons[kind - 2]:
        return 0
    return 1 if pulls[pin] == 1 else 0


class _Registers:
    def __getitem__(self, address):
        if address == FRAME:
            return hardware.clock[0] & 2047
        if address != GPIO_IN:
            raise hardware.Fault("there is no such register")
        levels = 0
        for pin in hardware.inputs:
            if _sense(pin):
                levels |= 1 << pin
        return levels


mem32 = _Registers()


def bitstream(pin, encoding, timing, buf):
    if pin.id != hardware.wire_pin or not modes[pin.id]:
        raise hardware.Fault("no pixel hangs on that pin, or it is no output")
    if encoding != 0 or tuple(timing) != WS2812_TIMING:
        raise hardware.Fault("the pixels do not understand that timing")
    if len(buf) != len(hardware.pixels):
        raise hardware.Fault("a frame is " + str(len(hardware.pixels)) + " bytes")
    pixels = hardware.pixels
    for i in range(len(buf)):
        pixels[i] = buf[i]
    hardware.frames[0] += 1


def freq():
    return 150_000_000  # as fast as anybody wants


def unique_id():
    return bytes(hardware.serial_number)
