"""How much of the 5 V is left at the last strip, when all the light that a supply allows is lit far away.

Resistances of copper 35 um thick (0.5 milli-ohm a square), of AWG 24 wire (84 milli-ohm a metre), and of JST
XH contacts (10 milli-ohm new, 20 in the end: its data sheet).
"""

from __future__ import annotations

from hardware import design, parts

LOW = 4.75
"""A computer's USB port, or a hub with a supply (USB 2.0, 7.2.2); or a 5 V supply, 5 % low, V."""
USB_CABLE_OHM = 0.25
"""A USB cable of AWG 24 supply wires and 1 m, both ways, with its plugs."""
FUSE_OHM = 0.15
"""Of the socket, warm."""
SWITCH_OHM = 0.06
"""The MOSFET of the soft start."""
CONTACT_OHM = 0.02
WIRE_OHM = 0.084e-3
"""A millimetre of wire."""
TRACK_OHM = 0.0005 * design.PITCH / 2.0
"""From a strip's IN to its OUT: one pitch, 2 mm wide. The ground beside it is wider."""


def last_strip(light_ma: float, socket: bool = False) -> float:
    """Volts at the last strip when the last strips are as bright as they can be with `light_ma` in all.

    `socket`: fed through the socket instead of USB.
    """
    strips = len(design.COLUMNS)
    idle = design.ROWS * design.PIXEL_IDLE_MA
    brightest = design.ROWS * 3 * design.CHANNEL_MA
    lit = [min(brightest, max(0.0, light_ma - brightest * after)) for after in reversed(range(strips))]
    whole = (sum(lit) + idle * strips) / 1e3
    volts = LOW - SWITCH_OHM * whole
    volts -= FUSE_OHM * whole if socket else USB_CABLE_OHM * (whole + design.PICO_MA / 1e3)
    for strip in range(strips):
        wire = WIRE_OHM * (parts.BUS_MM if strip else parts.FIRST_BUS_MM)
        one_way = 2 * CONTACT_OHM + wire + TRACK_OHM
        volts -= 2 * one_way * (sum(lit[strip:]) + idle * (strips - strip)) / 1e3
    return volts
