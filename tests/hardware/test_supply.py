"""What is left of the 5 V at the far end of the chain."""

from __future__ import annotations

from hardware import design
from hardware.electronics import supply
from hardware.power import EXTERNAL_LIGHT_MA, USB_LIGHT_MA


def test_the_last_strip_has_enough_volts_on_usb():
    assert supply.last_strip(USB_LIGHT_MA) >= design.PIXEL_SUPPLY_MIN


def test_the_last_strip_has_enough_volts_on_the_socket():
    assert supply.last_strip(EXTERNAL_LIGHT_MA, socket=True) >= design.PIXEL_SUPPLY_MIN


def test_without_a_budget_it_would_not():
    assert supply.last_strip(design.POINTS * 3 * design.CHANNEL_MA, socket=True) < design.PIXEL_SUPPLY_MIN


def test_more_light_never_leaves_more_volts():
    volts = [supply.last_strip(light) for light in range(0, 3000, 50)]
    assert volts == sorted(volts, reverse=True)
