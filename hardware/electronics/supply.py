"""How much of the 5 V is left at the last strip, when all the light that a supply allows is lit far away.

Resistances of copper 35 um thick (0.5 milli-ohm a square), of AWG 28 ribbon (227 milli-ohm a metre), and of
contacts of plugs for ribbons (20 milli-ohm new; 30 in the end is assumed). Tracks are measured on the boards.
"""

from __future__ import annotations

from hardware import design, parts
from hardware.electronics import boards

LOW = 4.75
"""A computer's USB port, or a hub with a supply (USB 2.0, 7.2.2); or a 5 V supply, 5 % low, V."""
USB_CABLE_OHM = 0.25
"""A USB cable of AWG 24 supply wires and 1 m, both ways, with its plugs."""
SWITCH_OHM = 0.085
"""The MOSFET of the soft start at 2.5 V (data sheet of the AO3401A)."""
CONTACT_OHM = 0.03
WIRE_OHM = 0.227e-3
"""A millimetre of a ribbon's wire."""
SQUARE_OHM = 0.0005
BULK_UF = 470.0
STRIP_UF = 22.0
"""What the carrier and each strip store."""


def shared(wire: str) -> int:
    """How many of a ribbon's wires carry the net `wire`."""
    return design.BUS.count(wire)


def trunk_ohm() -> float:
    """Of the 5 V on a strip from IN to OUT: the track at pin 1 of both. The ground has another beside it."""
    strip = boards.board("strip")
    height = strip.component("J1").at[1]
    return SQUARE_OHM * max(
        track.squares
        for track in strip.tracks
        if track.net == design.LIGHT_SUPPLY and track.start[1] == track.end[1] == height
    )


def carrier_ohm() -> float:
    """Of the 5 V on the carrier from its socket to the bus: all tracks of its nets, one after the other."""
    nets = ("SOCKET", "EXT_5V", "SUPPLY", design.LIGHT_SUPPLY)
    return SQUARE_OHM * sum(
        track.squares
        for track in boards.board("carrier").tracks
        if track.net in nets and track.width > MAIN_WIDTH
    )


MAIN_WIDTH = 0.9
"""Tracks that are wider lead to the bus; narrower ones branch off, mm."""


def last_strip(light_ma: float, socket: bool = False) -> float:
    """Volts at the last strip when the last strips are as bright as they can be with `light_ma` in all.

    `socket`: fed through the socket instead of USB.
    """
    strips = len(design.COLUMNS)
    idle = design.ROWS * design.PIXEL_IDLE_MA
    brightest = design.ROWS * 3 * design.CHANNEL_MA
    lit = [min(brightest, max(0.0, light_ma - brightest * after)) for after in reversed(range(strips))]
    whole = (sum(lit) + idle * strips) / 1e3
    volts = LOW - (SWITCH_OHM + carrier_ohm()) * whole
    # A cable leads to either socket; the Pico draws through it, too.
    volts -= (USB_CABLE_OHM + (design.FUSE_OHM[1] if socket else 0.0)) * (whole + design.PICO_MA / 1e3)
    wire = 2 * CONTACT_OHM + WIRE_OHM * parts.RIBBON_MM
    ribbon = wire / shared(design.LIGHT_SUPPLY) + wire / shared(design.GROUND)
    for strip in range(strips):
        volts -= (ribbon + 2 * trunk_ohm()) * (sum(lit[strip:]) + idle * (strips - strip)) / 1e3
    return volts
