from __future__ import annotations

import ast
import re

from fake_pico import FIRMWARE, config

CONFIG = config()
ON_THE_PICO = {23, 24, 25, 29}  # used by the Pico itself: power mode, USB sense, its light, supply voltage


def test_imports_nothing():
    tree = ast.parse((FIRMWARE / "config.py").read_text())
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def test_every_pin_has_one_use_and_a_place_on_the_header():
    pins = [*CONFIG.COLUMN_PINS, *CONFIG.ROW_PINS, CONFIG.PIXEL_PIN, CONFIG.TURN_PIN, CONFIG.MENU_PIN]
    assert len(pins) == len(set(pins)) == 17
    assert set(pins) <= set(range(29)) - ON_THE_PICO


def test_sizes_agree():
    assert len(CONFIG.COLUMN_PINS) == CONFIG.COLUMNS == 9
    assert len(CONFIG.ROW_PINS) == CONFIG.ROWS == 5
    assert CONFIG.POINTS == 45
    assert len(CONFIG.LED_ORDER) == 45


def test_every_pixel_lights_one_point_and_each_column_is_one_strip():
    assert sorted(CONFIG.LED_ORDER) == list(range(45))
    for column in range(9):
        strip = [CONFIG.LED_ORDER[row * 9 + column] for row in range(5)]
        assert strip == list(range(5 * (8 - column), 5 * (8 - column) + 5))  # the bus comes from the right


def test_the_limits_make_sense():
    assert re.fullmatch(r"\d+\.\d+\.\d+", CONFIG.FIRMWARE_VERSION)
    assert CONFIG.SETTLE_US == 25
    assert CONFIG.POWER_MA == 365
    assert 1 <= CONFIG.BRIGHTNESS <= 255
    assert CONFIG.RECEIVE_BYTES > 0
    assert CONFIG.SEND_BYTES > 0
