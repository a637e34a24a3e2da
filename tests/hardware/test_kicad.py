"""KiCad's checks of the schematics and boards, and what is read back out of them; needs KiCad 9."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from hardware import design, fab
from hardware.electronics import boards, kicad, outputs

NAMES = [*boards.COUNT]
pytestmark = pytest.mark.xdist_group("kicad")


def source(name: str, end: str) -> str:
    """The text of a board's file."""
    return (boards.folder(name) / f"{name}.{end}").read_text(encoding="utf-8")


def copied(name: str, into: Path, board: str | None = None, schematic: str | None = None) -> Path:
    """The project in another folder, with another board or schematic."""
    folder = kicad.copied(name, into)
    for end, text in (("kicad_pcb", board), ("kicad_sch", schematic)):
        if text is not None:
            (folder / f"{name}.{end}").write_text(text, encoding="utf-8")
    return folder


# Nothing to complain of.


@pytest.mark.parametrize("name", NAMES)
def test_the_schematic_passes_and_has_the_boards_netlist(name, tmp_path):
    folder = copied(name, tmp_path)
    assert kicad.erc(folder, name) == []
    assert fab.apart(name, folder) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_board_passes_and_agrees_with_its_schematic(name, tmp_path):
    assert kicad.drc(copied(name, tmp_path), name) == []


# Planted faults.


def test_kicad_is_blind_to_a_reversed_diode_and_the_netlist_is_not(tmp_path):
    # D2 stands turned by 180 degrees; at 0 its cathode is where its anode has to be.
    turned, times = re.subn(
        r"(\(lib_id \"Diode:1N4148W\"\)\s+\(at 73\.66 127 )180\)", r"\g<1>0)", source("strip", "kicad_sch")
    )
    assert times == 1
    folder = copied("strip", tmp_path, schematic=turned)
    assert kicad.erc(folder, "strip") == []
    assert any(fault.startswith("D2.1: ") for fault in fab.apart("strip", folder))


def test_an_output_that_leads_nowhere_is_found(tmp_path):
    cut, times = re.subn(r"\(label \"DOUT\"", '(label "LOST"', source("strip", "kicad_sch"), count=1)
    assert times == 1
    assert kicad.erc(copied("strip", tmp_path, schematic=cut), "strip")


def test_a_thin_track_of_5_volts_is_found(tmp_path):
    thin, times = re.subn(
        r"\(width 1\.6\)", f"(width {design.WIDTH_5V - 0.1:.1f})", source("strip", "kicad_pcb"), count=1
    )
    assert times == 1
    folder = copied("strip", tmp_path, thin)
    (fault,) = kicad.drc(folder, "strip")
    assert fault.startswith("track_width")
    assert "0.7000 mm" in fault
    # It is the project's own rule that finds it.
    (folder / "strip.kicad_dru").unlink()
    assert kicad.drc(folder, "strip") == []


def test_letters_too_small_to_print_are_found(tmp_path):
    board = source("carrier", "kicad_pcb")
    place = board.index('(gr_text "CERN-OHL-P-2.0')
    small = board[:place] + board[place:].replace("(size 1.2 1.2)", "(size 0.9 0.9)", 1)
    (fault,) = kicad.drc(copied("carrier", tmp_path, small), "carrier")
    assert fault.startswith("text_height")


LONG = "example.org/somebody/lakabe-board"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("variables", "kind"),
    [
        pytest.param({}, "unresolved_variable", id="missing", marks=pytest.mark.slow),
        pytest.param({"URL": LONG[:32]}, "", id="long", marks=pytest.mark.slow),
        pytest.param({"URL": LONG + LONG}, "silk_", id="too long"),
    ],
)
def test_a_url_that_is_missing_or_has_no_room_is_found(name, variables, kind, tmp_path):
    folder = copied(name, tmp_path)
    project = folder / f"{name}.kicad_pro"
    settings = json.loads(project.read_text(encoding="utf-8"))
    settings["text_variables"] = variables
    project.write_text(json.dumps(settings), encoding="utf-8")
    found = kicad.drc(folder, name)
    assert bool(found) == bool(kind) and all(fault.startswith(kind) for fault in found)


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_speaks_of_nets_that_are_there(name):
    named = re.findall(r"A\.NetName == '([^']+)'", source(name, "kicad_dru"))
    assert len(named) == 6
    there = "".join(source(board, "kicad_pcb") for board in NAMES)
    assert [net for net in named if f'"{net}")' not in there] == []


def test_a_cut_track_is_found(tmp_path):
    board = source("strip", "kicad_pcb")
    (number,) = re.findall(r"\(net (\d+) \"/COL1\"\)", board)[:1]
    segments = re.findall(r"\t\(segment\n.*?\n\t\)\n", board, re.DOTALL)
    column = next(segment for segment in segments if f"(net {number})" in segment)
    found = kicad.drc(copied("strip", tmp_path, board.replace(column, "", 1)), "strip")
    assert any(fault.startswith("unconnected_items") for fault in found)


def test_a_board_that_disagrees_with_its_schematic_is_found(tmp_path):
    changed = source("strip", "kicad_sch").replace('"100n"', '"220n"')
    folder = copied("strip", tmp_path, schematic=changed)
    assert any("C1" in fault for fault in kicad.drc(folder, "strip"))
    assert fab.apart("strip", folder) == ["parts or values differ"]


# The same again.


def unsigned(data: bytes) -> list[bytes]:
    """A file's lines without those that say which program made it."""
    marks = (b"KiCad", b"GenerationSoftware", b"Version")
    return [line for line in data.splitlines() if not any(mark in line for mark in marks)]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_for_makers_is_what_comes_out(name, tmp_path):
    outputs.orders(name, copied(name, tmp_path / "source"), tmp_path)
    kept = fab.REVISION / f"{name}-gerbers.zip"
    with zipfile.ZipFile(tmp_path / kept.name) as new, zipfile.ZipFile(kept) as old:
        assert new.namelist() == old.namelist()
        for entry in new.namelist():
            assert unsigned(new.read(entry)) == unsigned(old.read(entry)), (
                f"run make fab: {entry} is out of date"
            )
    for places in (f"{name}-placed-parts.csv", f"{name}-placed-at.csv"):
        assert (tmp_path / places).read_text() == (fab.REVISION / places).read_text(), "run make fab"


@pytest.mark.parametrize("name", NAMES)
def test_the_reports_that_are_kept_are_of_these_boards(name, tmp_path):
    folder = copied(name, tmp_path / "source")
    kicad.erc(folder, name)
    kicad.drc(folder, name)
    outputs.reports(name, folder, tmp_path)
    for report in kicad.reports(name):
        made, kept = (json.loads((where / report).read_text()) for where in (tmp_path, fab.REVISION))
        assert made | {"kicad_version": ""} == kept | {"kicad_version": ""}, "run make fab"


def test_dates_are_the_revisions():
    text = b"%TF.CreationDate,2031-02-03T04:05:06+01:00*% ; 2031-02-03 04:05:06 D:20310203040506"
    assert outputs.undated(text).count(design.REVISION_DATE.encode()) == 2
    assert b"2031" not in outputs.undated(text)
