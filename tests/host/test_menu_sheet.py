"""The printed page of the menu is what the firmware shows."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from fanorona.modes.menu import PLACES
from tools import menu_sheet

FILE = Path(__file__).parents[2] / "docs" / "menu.svg"


def test_the_page_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == menu_sheet.page(), "make sheet draws it anew"


def test_all_is_on_the_page() -> None:
    root = ElementTree.fromstring(menu_sheet.page())
    for part in root.iter():
        for name in ("x", "cx", "x1", "x2"):
            if name in part.attrib:
                assert 5 < float(part.attrib[name]) < menu_sheet.WIDTH - 5
        for name in ("y", "cy", "y1", "y2"):
            if name in part.attrib:
                assert 5 < float(part.attrib[name]) < menu_sheet.HEIGHT - 5
        words = "".join(part.itertext())
        if part.tag.endswith("text") and part.attrib["text-anchor"] == "start":
            width = len(words) * float(part.attrib["font-size"]) * menu_sheet.LETTER
            assert float(part.attrib["x"]) + width <= menu_sheet.RIGHT, words


def test_every_choice_has_its_words() -> None:
    text = menu_sheet.page()
    for places, words in zip(PLACES, menu_sheet.LABELS, strict=True):
        assert len(places) == len(words)
        for label in words:
            assert all(f">{part}<" in text for part in label.split("|"))


def test_the_boards_show_what_is_chosen() -> None:
    look = menu_sheet.menu_look("i5", "a1")
    assert sorted(p for p, letter in look.lit.items() if letter == "v") == [0, 6, 20, 33, 39, 44]
    assert menu_sheet.opening_look().lit == {13: "h", 22: "j", 31: "g", 40: "g"}
    assert "A" in menu_sheet.standing_look().lit.values()
