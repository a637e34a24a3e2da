"""From parts to milliamperes: what the board draws, and what that leaves for light.

The firmware keeps the sum of the channel values of a frame within a budget (`firmware/leds.py`); this is
where the budget comes from. Currents are in mA, on 5 V.
"""

from __future__ import annotations

from collections.abc import Iterable

from hardware import design

UNCONFIGURED_MA = 100
"""What a USB device may draw before the computer has allowed it more (USB 2.0, 7.2.1)."""


def idle_ma() -> float:
    """The Pico and all pixels, dark."""
    return design.PICO_MA + design.POINTS * design.PIXEL_IDLE_MA


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
    lines = ["| mA | USB | socket |", "| --- | --- | --- |"]
    return "\n".join(lines + [f"| {what} | {usb} | {socket} |" for what, usb, socket in rows]) + "\n"


def channel_sum(power_ma: int) -> int:
    """The largest sum of channel values that `power_ma` feed."""
    return int(power_ma * 255 / design.CHANNEL_MA)
