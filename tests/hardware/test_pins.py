"""One pin table: the design's, the firmware's, and the one that people wire by."""

from __future__ import annotations

import re
from pathlib import Path

from hardware import design

ROOT = Path(__file__).resolve().parents[2]
Row = tuple[str, int, int]
"""Signal, GPIO, pad of the Pico."""


def designed() -> set[Row]:
    pins = {f"column {letter}": pin for letter, pin in zip(design.COLUMNS, design.COLUMN_PINS, strict=True)}
    pins |= {f"row {row + 1}": pin for row, pin in enumerate(design.ROW_PINS)}
    pins |= {"pixel data": design.PIXEL_PIN, "button turn": design.TURN_PIN, "button menu": design.MENU_PIN}
    pins["load for power banks"] = design.KEEP_PIN
    return {(signal, pin, design.PICO_GPIO[pin]) for signal, pin in pins.items()}


def written(document: str) -> set[Row]:
    """The rows of a table of signals, GPIOs and pads in a Markdown text."""
    rows = re.findall(r"^\| ([a-z0-9 ]+?) +\| GP(\d+) +\| (\d+) +\|", document, re.MULTILINE)
    return {(signal, int(gpio), int(pad)) for signal, gpio, pad in rows}


def test_the_firmwares_guide_has_the_designs_wiring():
    assert written((ROOT / "firmware" / "README.md").read_text()) == designed()


def test_a_wrong_row_would_be_found():
    table = "| signal | GPIO | pin |\n|---|---|---|\n| column a | GP7 | 11 |\n"
    assert written(table) == {("column a", 7, 11)}
    assert not written(table) <= designed()


def test_pads_of_the_pico_are_used_once():
    pads = [*design.PICO_GPIO.values(), *design.PICO_GROUND, design.PICO_VBUS, design.PICO_VSYS]
    assert len(pads) == len(set(pads))
    assert set(pads) <= set(range(1, 41))


def test_ground_lies_between_the_rows_of_gpios():
    """The Pico's pinout: every fifth pad from the third is ground; pad 33 is the ADC's own."""
    assert set(design.PICO_GROUND) == {3, 8, 13, 18, 23, 28, 38}
    assert [design.PICO_GPIO[gpio] for gpio in (0, 15, 16, 22, 28)] == [1, 20, 21, 29, 34]
