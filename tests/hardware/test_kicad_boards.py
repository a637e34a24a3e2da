"""The two boards as KiCad has them: places, parts, tracks, ink are the design's; faults are found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from hardware import design
from hardware.electronics import boards, parity
from hardware.electronics.boards import Board

STRIP, CARRIER = boards.both()


@pytest.mark.parametrize("board", [STRIP, CARRIER], ids=lambda board: board.name)
def test_a_board_is_the_designs(board):
    assert parity.faults(board) == []


def changed(board: Board, right: str, wrong: str) -> Board:
    """The board with something else in the first place where `right` stands."""
    assert right in board.source, "the board has been changed: plant this anew"
    return Board(board.name, board.source.replace(right, wrong, 1))


def moved(board: Board, ref: str, by: float) -> Board:
    """The board with a part pushed to the right."""
    start = board.source.index(f'(property "Reference" "{ref}"')
    place = board.source.rindex("(at ", 0, start)
    return Board(
        board.name,
        board.source[:place]
        + re.sub(r"\(at ([\d.]+)", lambda at: f"(at {float(at[1]) + by:g}", board.source[place:], count=1),
    )


PLANTED: dict[str, tuple[Callable[[], Board], str]] = {
    "a light pushed aside": (lambda: moved(STRIP, "LED3", 1.0), "LED3: not where its light belongs"),
    "a reed pushed aside": (lambda: moved(STRIP, "SW2", 1.0), "SW2: its gap is not where the magnet works"),
    "a screw hole moved": (lambda: moved(STRIP, "H1", 1.0), "its screw holes are not those of the design"),
    "another revision": (
        lambda: changed(CARRIER, f'(rev "{design.REVISION}")', '(rev "0")'),
        "its revision or date is not that of the design",
    ),
    "a green strip": (
        lambda: changed(STRIP, '(color "White")', '(color "Green")'),
        "its mask is not white",
    ),
    "a part that nobody lists": (
        lambda: changed(CARRIER, '"Part" "fuse"', '"Part" "wire"'),
        "F1: no part wire is on the list",
    ),
    "a number of another part": (
        lambda: changed(CARRIER, '"LCSC" "C15127"', '"LCSC" "C20917"'),
        "Q1: maker or numbers are not those of pmos",
    ),
    "another outline": (
        lambda: changed(STRIP, 'footprint "Diode_SMD:D_SOD-123"', 'footprint "Diode_SMD:D_SMA"'),
        "its outline is Diode_SMD:D_SMA",
    ),
    "5 V on a thin track": (
        lambda: changed(STRIP, "(width 1.6)", "(width 0.7)"),
        "+5V: a track of 0.7 mm carries 5 V",
    ),
    "small letters": (lambda: changed(CARRIER, "(size 1.2 1.2)", "(size 0.9 1.2)"), "are 0.9 / 0.18 mm"),
    "thin letters": (lambda: changed(CARRIER, "(thickness 0.18)", "(thickness 0.1)"), "are 1.2 / 0.1 mm"),
    "no revision behind": (
        lambda: Board("strip", STRIP.source.replace("revision B", "revision")),
        "revision B is not printed on the back",
    ),
    "no place of the plans": (
        lambda: Board("strip", STRIP.source.replace("${URL}", "")),
        "${URL} is not printed on the back",
    ),
    "a part not named behind": (
        lambda: changed(STRIP, '(gr_text "LED3"', '(gr_text "LED"'),
        "LED3 is not printed on the back",
    ),
    "a capacitor not named behind": (
        lambda: changed(STRIP, '(gr_text "C2 100n"', '(gr_text "C2"'),
        "C2 100n is not printed on the back",
    ),
    "no row behind": (
        lambda: Board("strip", STRIP.source.replace('(gr_text "4"\n', '(gr_text "6"\n')),
        "4 is not printed on the back",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name):
    plant, words = PLANTED[name]
    found = parity.faults(plant())
    assert any(words in fault for fault in found), found


def test_both_boards_name_one_place_of_their_plans():
    assert parity.urls({name: boards.url(name) for name in boards.COUNT}) == []
    assert parity.urls({"strip": "", "carrier": "here"}) == ["strip: its variable URL is empty"]
    assert len(parity.urls({"strip": "there", "carrier": "here"})) == 1


def test_a_connector_above_a_strip_is_found():
    above = STRIP.source.replace('(layer "B.Cu")\n\t\t(uuid', '(layer "F.Cu")\n\t\t(uuid')
    assert "strip: J1: on the wrong side" in parity.faults(Board("strip", above))


def test_a_part_on_a_land_is_found(monkeypatch):
    monkeypatch.setattr(design, "STRIP_HOLES", ((-10.0, 20.0), (14.0, 20.0), (-10.0, 146.0), (14.0, 146.0)))
    assert "strip: SW1: on the land at 20" in parity.faults(STRIP)


def test_pads_are_where_kicad_has_them():
    """A reed stands upright, a header hangs below; both from the strip's own file."""
    reed, header = STRIP.component("SW1"), STRIP.component("J1")
    assert reed.pads == ((0.0, -3.18), (0.0, 19.68))
    assert header.back and len(header.pads) == 20
    (x, y) = header.at
    assert header.pads[0] == header.at
    assert header.pads[1] == (round(x - 2.54, 4), y)
    assert header.pads[19] == (round(x - 2.54, 4), round(y - 9 * 2.54, 4))


@pytest.mark.parametrize("name", boards.COUNT)
def test_the_project_weakens_no_check_of_kicads(name):
    """But for one, no rule is ignored, not even by default, and 5 V has a class of wide tracks."""
    project = json.loads((boards.folder(name) / f"{name}.kicad_pro").read_text())
    settings = project["board"]["design_settings"]
    assert settings["drc_exclusions"] == []
    ignored = {rule for rule, level in settings["rule_severities"].items() if level == "ignore"}
    assert ignored <= {
        "footprint_type_mismatch"
    }  # the USB-C socket has contacts of one kind and ears of the other
    assert settings["rules"]["min_clearance"] >= 0.2 and settings["rules"]["min_track_width"] >= 0.2
    classes = {entry["name"]: entry for entry in project["net_settings"]["classes"]}
    assert classes["Supply"]["track_width"] >= design.WIDTH_5V
    assert {entry["pattern"] for entry in project["net_settings"]["netclass_patterns"]} >= {"+5V"}
    files = "".join(
        (boards.folder(name) / f"{name}.{end}").read_text() for end in ("kicad_pcb", "kicad_sch", "kicad_dru")
    )
    assert not re.search(r"exclusion|severity", files)
