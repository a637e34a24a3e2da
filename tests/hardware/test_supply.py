"""What is left of the 5 V at the far end of the chain."""

from __future__ import annotations

import pytest
from hardware import design, parts
from hardware.electronics import boards, supply
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


def test_the_fuse_is_reckoned_as_it_is_after_it_has_tripped(monkeypatch: pytest.MonkeyPatch):
    new, tripped = design.FUSE_OHM
    assert tripped / new > 2
    worst = supply.last_strip(EXTERNAL_LIGHT_MA, socket=True)
    # The fuse of revision A, MF-RHT100, by the same measure: 0.18 ohm at least, up to 2.7 times that.
    monkeypatch.setattr(design, "FUSE_OHM", (0.18, 2.7 * 0.18))
    assert supply.last_strip(EXTERNAL_LIGHT_MA, socket=True) < design.PIXEL_SUPPLY_MIN < worst


def test_longer_ribbons_would_not_do(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parts, "RIBBON_MM", 300)
    assert supply.last_strip(EXTERNAL_LIGHT_MA, socket=True) < design.PIXEL_SUPPLY_MIN


def test_tracks_are_measured_on_the_boards(monkeypatch: pytest.MonkeyPatch):
    strip = boards.board("strip")
    assert supply.trunk_ohm() < 0.008 and supply.carrier_ohm() < 0.05
    thin = boards.Board("strip", strip.source.replace("(width 1.6)", "(width 0.8)"))
    before = supply.trunk_ohm()
    monkeypatch.setattr(boards, "board", lambda name: thin)
    assert supply.trunk_ohm() > 1.9 * before


def test_every_strip_stores_for_its_lights():
    assert supply.STRIP_UF == 22
    assert boards.board("strip").component("C6").value == "22u"
    assert boards.board("carrier").component("C1").value == f"{supply.BULK_UF:g}u"
