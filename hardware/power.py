"""From parts to milliamperes: what the board draws, and what that leaves for light.

The firmware keeps the sum of the channel values of a frame within a budget (`firmware/leds.py`); this is
where the budget comes from. Currents are in mA, on 5 V.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hardware import design

UNCONFIGURED_MA = 100
"""What a USB device may draw before the computer has allowed it more (USB 2.0, 7.2.1)."""


USB_DIODE = 0.3
"""Lost in the Schottky diode between a Pico's USB and its regulator, V (Raspberry Pi Pico datasheet, 4.5)."""


@dataclass(frozen=True)
class Measured:
    """What a whole Pico took while it reckoned: mA at two clocks in MHz, fed with `volts` at its regulator.

    The core had the 1.1 V that it starts with.
    """

    source: str
    volts: float
    slow: tuple[float, float]
    fast: tuple[float, float]


PUBLISHED = (
    Measured("2n3904blog.com, RPI PICO: Burning Questions 1-5, 2021", 4.0, (10, 4.8), (150, 26.9)),
    Measured("elektronik-labor.de, RPi Pico: (S)low Power", 5.0 - USB_DIODE, (50, 11.6), (133, 22.0)),
)
WORST_CHIP = 14.3 / 9.0
"""The core of the worst RP2040 over that of a typical one (datasheet, 5.7.2, DVDD, BOOTSEL mode, idle)."""


def reckoned_pico_ma(seen: Measured) -> float:
    """What a Pico takes of USB at the firmware's clock, from what somebody has measured.

    The core takes nearly all of it, in proportion to its clock (RP2040 datasheet, 5.7.2.1) and its voltage;
    the board's regulator takes the same power at any voltage.
    """
    (slow, slow_ma), (fast, fast_ma) = seen.slow, seen.fast
    here = fast_ma + (fast_ma - slow_ma) / (fast - slow) * (design.PICO_CLOCK_MHZ - fast)
    return here * design.PICO_CORE / 1.1 * seen.volts / (5.0 - USB_DIODE)


def idle_ma() -> float:
    """The Pico and all pixels, dark."""
    return design.PICO_MA + design.POINTS * design.PIXEL_IDLE_MA


BANK_MA = 100
"""Above this a power bank stays on; most do at 50 (makers do not tell, who measured them does)."""
BANK_EFFICIENCY = 0.85
BANK_CELL = 3.7
"""Volts of the cells that a power bank's capacity is told for."""


def keep_ma() -> float:
    """What the load that keeps a power bank awake takes while it is on."""
    return 5.0 / design.KEEP_OHM * 1e3


def keep_mean_ma(on_ms: float, every_ms: float) -> float:
    """What it takes on average."""
    return keep_ma() * on_ms / every_ms


def bank_hours(ampere_hours: float, light: float, mean_ma: float) -> float:
    """How long a power bank lasts with `light` mA of light, and `mean_ma` for the load on average."""
    stored = ampere_hours * 1e3 * BANK_CELL * BANK_EFFICIENCY / 5.0
    return stored / (idle_ma() + light + mean_ma)


def channels_ma(frame: Iterable[int]) -> float:
    """What the light of a frame takes beyond that: three values, 0 to 255, for each pixel."""
    return sum(frame) * design.CHANNEL_MA / 255


def board_ma(frame: Iterable[int]) -> float:
    """What the whole board draws while it shows a frame."""
    return idle_ma() + channels_ma(frame)


def light_ma(supply_ma: float) -> int:
    """What a supply leaves for light: the firmware's setting `power` for it.

    Raises ValueError for a supply that cannot feed the board at all.
    """
    left = int(supply_ma - idle_ma() - design.RESERVE_MA)
    if left <= 0:
        raise ValueError(
            f"{supply_ma:g} mA do not feed the board: it takes {idle_ma():g} mA without any light"
        )
    return left


USB_LIGHT_MA = light_ma(design.USB_PORT_MA)
"""On a USB port; the firmware starts with it."""
EXTERNAL_LIGHT_MA = light_ma(design.EXTERNAL_MA)
"""On the board's socket, behind its fuse."""


def table() -> str:
    """The budget, as a Markdown table."""
    rows = [
        ("the supply gives", design.USB_PORT_MA, design.EXTERNAL_MA),
        ("Pico", design.PICO_MA, design.PICO_MA),
        (f"{design.POINTS} pixels, dark", *2 * (f"{design.POINTS * design.PIXEL_IDLE_MA:g}",)),
        ("reserve", design.RESERVE_MA, design.RESERVE_MA),
        ("left for light: the setting `power`", USB_LIGHT_MA, EXTERNAL_LIGHT_MA),
        (
            "that is, sum of all channel values of a frame",
            *map(channel_sum, (USB_LIGHT_MA, EXTERNAL_LIGHT_MA)),
        ),
    ]
    lines = ["| mA | USB | USB-C |", "| --- | --- | --- |"]
    return "\n".join(lines + [f"| {what} | {usb} | {socket} |" for what, usb, socket in rows]) + "\n"


def channel_sum(power_ma: int) -> int:
    """The largest sum of channel values that `power_ma` feed."""
    return int(power_ma * 255 / design.CHANNEL_MA)
