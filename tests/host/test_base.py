"""What the base is made of; that it works is shown on the emulated Pico (tests/pico)."""

from __future__ import annotations

import re

import pytest

from lakabe.board import image
from lakabe.board.flash import FILE
from lakabe.virtual.tools import firmware_tree
from tools import base, names

FROZEN = base.BASE / "frozen"
FRESH = 0.95
"""The share of the firmware's names that the base should know beforehand."""


def test_the_base_knows_the_names_of_the_firmware() -> None:
    listed = set(names.LIST.read_text().split())
    used = names.names(firmware_tree())
    known = sum(name in listed for name in used) / len(used)
    assert known >= FRESH, "write the list anew: python -m tools.names"


def test_the_names_are_a_module() -> None:
    text = names.frozen()
    compile(text, "names.py", "exec")
    assert set(re.findall(r"\w+", text)) - {"def", "names"} >= set(names.LIST.read_text().split()) - {"names"}


@pytest.mark.parametrize("chip", image.CHIPS)
def test_the_map_of_the_flash(chip: str) -> None:
    """Image, journal and file system begin where the rest of the program takes them to."""
    header = (base.BASE / chip / "mpconfigboard.h").read_text()
    found = re.findall(r"#define (\w+) \(?([^\n]*?)\)?$", header, re.MULTILINE)
    settings = dict(found)
    assert settings["MICROPY_HW_ROMFS_BYTES"] == f"{image.PART_BYTES // 1024} * 1024"
    storage = image.PLACE + image.PART_BYTES
    assert settings["MICROPY_HW_FLASH_STORAGE_BYTES"] == f"PICO_FLASH_SIZE_BYTES - {storage // 1024} * 1024"


def test_the_journal_fits_into_its_part() -> None:
    found = re.search(r"^_JOURNAL_BYTES = (\d+) \* 1024$", (FROZEN / "_boot.py").read_text(), re.MULTILINE)
    assert found
    sectors = re.search(
        r"^JOURNAL_SECTORS = (\d+)$", (firmware_tree() / "config.py").read_text(), re.MULTILINE
    )
    assert sectors
    assert int(sectors[1]) * 4096 <= int(found[1]) * 1024


def test_the_red_point_is_on_the_pin_of_the_pixels() -> None:
    text = (FROZEN / "main.py").read_text()
    config = (firmware_tree() / "config.py").read_text()
    for name in ("PIXEL_PIN", "PIXEL_TIMING_NS"):
        ours = re.search(rf"^_{name} = ([\d(), ]+)", text, re.MULTILINE)
        theirs = re.search(rf"^{name} = ([\d(), ]+)", config, re.MULTILINE)
        assert ours and theirs and ours[1].strip() == theirs[1].strip(), name


def test_what_the_base_says_can_be_done() -> None:
    assert "run lakabe flash" in (FROZEN / "main.py").read_text()
    assert FILE.startswith("/")


def test_another_base_has_another_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    before = base.recipe()
    monkeypatch.setattr(base, "RELEASED", "1")
    assert base.recipe() != before
