"""The printed pages and the pictures of lights are what the firmware shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fanorona.modes.menu import PLACES
from fanorona.rules import notation
from lakabe.games import variants
from lakabe.web.manners import taken
from tools.sheets import card, drawing, menu

ROOT = Path(__file__).parents[2]
PAGES = {"menu.svg": menu.page, "card.svg": card.page}
FIRMWARE = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")
MANUAL = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


def test_all_is_up_to_date() -> None:
    drawn = {name: page() for name, page in PAGES.items()}
    drawn |= {f"images/{name}": picture for name, picture in card.pictures().items()}
    for name, picture in drawn.items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == picture, "make sheet draws it anew"


def outside(picture: str) -> list[str]:
    """What is drawn beyond the margins of a printed page."""
    faults = []
    for part in ElementTree.fromstring(picture).iter():
        for names, size in (
            (("x", "cx", "x1", "x2"), drawing.WIDTH),
            (("y", "cy", "y1", "y2"), drawing.HEIGHT),
        ):
            faults += [
                name for name in names if name in part.attrib and not 5 < float(part.attrib[name]) < size - 5
            ]
        words = "".join(part.itertext())
        if part.tag.endswith("text") and part.attrib["text-anchor"] == "start":
            width = len(words) * float(part.attrib["font-size"]) * drawing.LETTER
            faults += [words] if float(part.attrib["x"]) + width > drawing.RIGHT + 0.5 else []
    return faults


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_all_is_on_the_page(page: Callable[[], str]) -> None:
    assert outside(page()) == []


def test_what_is_not_on_the_page_is_found() -> None:
    sheet = drawing.Page()
    sheet.text((drawing.LEFT, drawing.HEIGHT), "low")
    sheet.text((drawing.RIGHT - 3, 20), "far to the right")
    assert outside(sheet.svg(drawing.WIDTH, drawing.HEIGHT)) == ["y", "far to the right"]


def test_every_choice_has_its_words() -> None:
    text = menu.page()
    for places, words in zip(PLACES, menu.LABELS, strict=True):
        assert len(places) == len(words)
        for label in words:
            assert all(f">{part}<" in text for part in label.split("|"))


def test_the_boards_show_what_is_chosen() -> None:
    look = menu.menu_look("i5", "a1")
    assert sorted(p for p, letter in look.lit.items() if letter == "v") == [0, 6, 20, 33, 39, 44]
    assert menu.opening_look().lit == {13: "h", 22: "j", 31: "g", 40: "g"}
    assert "A" in menu.standing_look().lit.values()


@pytest.mark.parametrize("meaning", card.MEANINGS, ids=lambda meaning: meaning.name)
def test_a_picture_has_the_lights_that_it_is_about(meaning: card.Meaning) -> None:
    assert set(meaning.letters) <= set(meaning.look().lit.values())


def test_the_card_has_the_eight_meanings_of_the_firmware() -> None:
    table = FIRMWARE[FIRMWARE.index("| meaning | letters |") :].split("\n\n")[0]
    rows = [set(re.findall("`(.)`", line)) for line in table.splitlines()[2:]]
    assert len(rows) == len(card.MEANINGS) == 8
    for meaning in card.MEANINGS:
        assert sum(set(meaning.letters) <= row for row in rows) == 1
        assert f"images/light-{meaning.name}.svg" in MANUAL
        assert f"**{meaning.title}.**" in MANUAL


@pytest.mark.parametrize("capture", card.CAPTURES, ids=lambda capture: capture[2])
def test_the_picture_of_captures_is_by_the_rules(capture: tuple[str, str, str, tuple[str, ...]]) -> None:
    start, end, how, gone = capture
    row = "".join(
        "W" if name == start else "B" if name in gone else "1" for name in (f"{c}3" for c in "abcdefghi")
    )
    position = variants.load("tsivy", f"9/9/{row}/9/9 W")
    p, q, kind = notation.parse_steps(f"{start}-{end}{how}")[0]
    assert position.legal(p, q, kind)
    assert {notation.point_name(x) for x in taken(position, p, q, kind)} == set(gone)


def test_lights_blink_on_paper_as_they_do_on_the_board() -> None:
    rhythms = dict(re.findall(r"^\| `(.)` \| [\w ]+ \| (\w+) \|", FIRMWARE, re.MULTILINE))
    drawn = {letter: rhythms[letter] for letter in drawing.COLOURS}
    assert {letter for letter, rhythm in drawn.items() if rhythm != "steady"} == set(drawing.BLINKS)
    assert {letter for letter, rhythm in drawn.items() if rhythm == "fast"} == set(drawing.FAST)
