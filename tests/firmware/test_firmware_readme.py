"""The tables of firmware/README.md say what the firmware does."""

from __future__ import annotations

import math
import re

from fake_pico import FIRMWARE, config
from palette import LEDS, LETTERS, PALETTE, chromaticity

README = (FIRMWARE / "README.md").read_text(encoding="utf-8")
CONFIG = config()
PATTERNS = {"steady": LEDS.STEADY, "slow": LEDS.SLOW, "flash": LEDS.FLASH, "fast": LEDS.FAST}
COLOURS = {
    "blue": (0, 0, 255),
    "sky": (0, 90, 255),
    "white": (255, 255, 255),
    "warm white": (255, 165, 90),
    "magenta": (255, 0, 170),
    "orange": (255, 60, 0),
    "amber": (255, 140, 0),
    "green": (0, 255, 0),
    "violet": (90, 0, 255),
}


def table(heading: str) -> list[list[str]]:
    """The cells of the table with this heading row."""
    lines = README[README.index(heading) :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def colour_name(rgb: tuple[int, int, int]) -> str:
    """The name of the nearest hue."""
    here = chromaticity(rgb, "normal")
    return min(COLOURS, key=lambda name: math.dist(here, chromaticity(COLOURS[name], "normal")))


def test_lights():
    meanings = re.findall(r"# \d+ +\S  (.+)$", (FIRMWARE / "leds.py").read_text(), re.MULTILINE)
    rhythm = {pattern: name for name, pattern in PATTERNS.items()}
    assert len(meanings) == len(PALETTE)
    expected = [
        [f"`{LETTERS[role]}`", colour_name(PALETTE[role][:3]), rhythm[PALETTE[role][3]], meanings[role]]
        for role in range(1, len(PALETTE))
    ]
    assert [row[:4] for row in table("| letter |")] == expected


def test_rhythms():
    expected = [
        [name, "`" + "".join("■" if pattern >> part & 1 else "·" for part in range(8)) + "`"]
        for name, pattern in PATTERNS.items()
    ]
    assert table("| rhythm | lit |") == expected


def header_pin(gpio: int) -> int:
    """The pin of the Pico's header: four GPIOs, then a ground, from pin 1 up one side and down the other."""
    left = gpio + 1 + (gpio + 2) // 4
    return left if gpio <= 15 else {16: 21, 17: 22, 18: 24, 22: 29}[gpio]


def test_wiring():
    signals = [
        *((f"column {'abcdefghi'[i]}", gpio) for i, gpio in enumerate(CONFIG.COLUMN_PINS)),
        *((f"row {i + 1}", gpio) for i, gpio in enumerate(CONFIG.ROW_PINS)),
        ("pixel data", CONFIG.PIXEL_PIN),
        ("button turn", CONFIG.TURN_PIN),
        ("button menu", CONFIG.MENU_PIN),
        ("load for power banks", CONFIG.KEEP_PIN),
    ]
    expected = [[signal, f"GP{gpio}", str(header_pin(gpio))] for signal, gpio in signals]
    assert table("| signal |") == expected


def test_every_file_is_listed():
    files = {f"`{path.name}`" for path in FIRMWARE.glob("*.py")}
    assert files == {row[0] for row in table("| file |")} - {"`lib/fanorona/`"}


def test_numbers_in_the_text():
    assert f"{CONFIG.POWER_MA} mA" in README
    assert f"{CONFIG.SETTLE_US} microseconds" in README
