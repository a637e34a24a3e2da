"""KiCad's checks of the schematics and boards, and what is read back out of them; needs KiCad 9."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
from hardware import design, fab
from hardware.electronics import kicad, netlist, outputs, project, rules, sheet

NAMES = [board.name for board in design.BOARDS]
pytestmark = pytest.mark.xdist_group("kicad")


@pytest.fixture(scope="module")
def projects(tmp_path_factory):
    """Folder of each board's project."""
    root = tmp_path_factory.mktemp("kicad")
    for name in NAMES:
        project.make(name, root / name)
    return {name: root / name for name in NAMES}


def copied(projects, name: str, folder: Path, board: str | None = None, schematic: str | None = None) -> Path:
    """The project in another folder, with another board or schematic."""
    project.write(name, folder)
    source = projects[name] / f"{name}.kicad_pcb"
    (folder / source.name).write_text(source.read_text() if board is None else board)
    if schematic is not None:
        (folder / f"{name}.kicad_sch").write_text(schematic)
    return folder


# Nothing to complain of.


@pytest.mark.parametrize("name", NAMES)
def test_the_schematic_passes(projects, name):
    assert kicad.erc(projects[name], name) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_board_passes_and_agrees_with_its_schematic(projects, name, tmp_path):
    assert kicad.drc(copied(projects, name, tmp_path), name) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_severity_is_changed(projects, name, tmp_path):
    project.write(name, tmp_path)
    assert set(json.loads((tmp_path / f"{name}.kicad_pro").read_text())) == {"meta"}
    board = (projects[name] / f"{name}.kicad_pcb").read_text()
    schematic = (projects[name] / f"{name}.kicad_sch").read_text()
    assert not re.search(r"exclusion|severit|ignore", board + schematic)


@pytest.mark.parametrize("name", NAMES)
def test_no_text_stands_on_another(name):
    assert sheet.overlaps(project.SHEETS[name]().texts) == []


def test_texts_that_overlap_would_be_found():
    drawn = project.SHEETS["strip"]()
    drawn.write_text("planted", 43.18, 45.72)
    assert ("[LED1]", "planted") in sheet.overlaps(drawn.texts)


# Read back.


@pytest.mark.parametrize("name", NAMES)
def test_the_schematic_has_the_designs_netlist(projects, name):
    board = next(board for board in design.BOARDS if board.name == name)
    assert fab.read_back(name, projects[name]) == netlist.of_board(board)


def test_a_set_of_these_schematics_is_wired_right(projects):
    wired = netlist.whole_set(*(fab.read_back(name, projects[name]) for name in NAMES))
    assert rules.faults(wired, rules.design_pins()) == []


# Planted faults.


def test_kicad_is_blind_to_a_reversed_diode_and_the_netlist_is_not(projects, tmp_path):
    schematic = (projects["strip"] / "strip.kicad_sch").read_text()
    # D2 stands turned by 180 degrees; at 0 its cathode is where its anode has to be.
    turned, times = re.subn(r"(\(lib_id \"Diode:1N4148\"\)\s+\(at 73\.66 127 )180\)", r"\g<1>0)", schematic)
    assert times == 1
    folder = copied(projects, "strip", tmp_path, schematic=turned)
    assert kicad.erc(folder, "strip") == []
    wired = netlist.whole_set(fab.read_back("strip", folder), netlist.of_board(design.CARRIER))
    found = rules.faults(wired, rules.design_pins())
    assert "a2: 0 ways from its column by a reed and a diode to its row" in found


def test_an_output_that_leads_nowhere_is_found(projects, tmp_path):
    schematic = (projects["strip"] / "strip.kicad_sch").read_text()
    cut, times = re.subn(r"\(label \"DOUT\"", '(label "LOST"', schematic, count=1)
    assert times == 1
    folder = copied(projects, "strip", tmp_path, schematic=cut)
    assert kicad.erc(folder, "strip")


def test_a_thin_track_of_5_volts_is_found(projects, tmp_path):
    board = (projects["strip"] / "strip.kicad_pcb").read_text()
    thin, times = re.subn(r"\(width 2\)", f"(width {design.WIDTH_5V - 0.1:.1f})", board)
    assert times == 1
    folder = copied(projects, "strip", tmp_path, thin)
    (fault,) = kicad.drc(folder, "strip")
    assert fault.startswith("track_width")
    assert "0.7000 mm" in fault
    # It is the design's own rule that finds it.
    (folder / "strip.kicad_dru").unlink()
    assert kicad.drc(folder, "strip") == []


def test_the_rule_speaks_of_nets_that_are_there(projects):
    boards = "".join((projects[name] / f"{name}.kicad_pcb").read_text() for name in NAMES)
    named = re.findall(r"A\.NetName == '([^']+)'", project.board_rules())
    assert len(named) == 6
    assert [net for net in named if f'"{net}")' not in boards] == []


def test_a_cut_track_is_found(projects, tmp_path):
    board = (projects["strip"] / "strip.kicad_pcb").read_text()
    (number,) = re.findall(r"\(net (\d+) \"/COL\"\)", board)[:1]
    segments = re.findall(r"\t\(segment\n.*?\n\t\)\n", board, re.DOTALL)
    column = next(segment for segment in segments if f"(net {number})" in segment)
    found = kicad.drc(copied(projects, "strip", tmp_path, board.replace(column, "", 1)), "strip")
    assert any(fault.startswith("unconnected_items") for fault in found)


def test_a_board_that_disagrees_with_its_schematic_is_found(projects, tmp_path):
    schematic = (projects["strip"] / "strip.kicad_sch").read_text().replace('"100n"', '"220n"')
    folder = copied(projects, "strip", tmp_path, schematic=schematic)
    assert any("C1" in fault for fault in kicad.drc(folder, "strip"))


# The same again.


@pytest.mark.parametrize("name", NAMES)
def test_drawing_anew_changes_nothing(projects, name, tmp_path):
    project.make(name, tmp_path)
    for end in ("kicad_sch", "kicad_pcb", "kicad_dru"):
        file = f"{name}.{end}"
        assert (tmp_path / file).read_bytes() == (projects[name] / file).read_bytes()


def unsigned(data: bytes) -> list[bytes]:
    """A file's lines without those that say which program made it."""
    marks = (b"KiCad", b"GenerationSoftware", b"Version")
    return [line for line in data.splitlines() if not any(mark in line for mark in marks)]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_for_makers_is_what_comes_out(projects, name, tmp_path):
    outputs.orders(name, projects[name], tmp_path)
    kept = fab.REVISION / f"{name}-gerbers.zip"
    with zipfile.ZipFile(tmp_path / kept.name) as new, zipfile.ZipFile(kept) as old:
        assert new.namelist() == old.namelist()
        for entry in new.namelist():
            assert unsigned(new.read(entry)) == unsigned(old.read(entry)), (
                f"run make fab: {entry} is out of date"
            )
    places = f"{name}-positions.csv"
    assert (tmp_path / places).read_text() == (fab.REVISION / places).read_text(), "run make fab"


@pytest.mark.parametrize("name", NAMES)
def test_the_reports_that_are_kept_are_of_these_boards(projects, name, tmp_path):
    source = copied(projects, name, tmp_path / "source")
    kicad.erc(source, name)
    kicad.drc(source, name)
    outputs.reports(name, source, tmp_path)
    for report in kicad.reports(name):
        made, kept = (json.loads((folder / report).read_text()) for folder in (tmp_path, fab.REVISION))
        assert made | {"kicad_version": ""} == kept | {"kicad_version": ""}, "run make fab"


def test_dates_are_the_revisions():
    text = b"%TF.CreationDate,2031-02-03T04:05:06+01:00*% ; 2031-02-03 04:05:06 D:20310203040506"
    assert outputs.undated(text).count(design.REVISION_DATE.encode()) == 2
    assert b"2031" not in outputs.undated(text)
