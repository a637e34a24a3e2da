"""What is kept for makers to order: the gerbers and drills, read back, are the boards of the design."""

from __future__ import annotations

import csv
import json
import warnings
import zipfile
from collections import Counter
from pathlib import Path

import gerbonara
import pytest
from hardware import design
from hardware.electronics import bom, kicad

ROOT = Path(__file__).resolve().parents[2]
REVISION = ROOT / "hardware" / "revisions" / design.REVISION
CORNERS = {"strip": (design.STRIP_ORIGIN, design.STRIP_SIZE), "carrier": ((0.0, 0.0), design.CARRIER_SIZE)}
NAMES = [board.name for board in design.BOARDS]
PER_SIDE = ("copper", "mask", "silk", "paste")


def read(name: str, folder: Path) -> gerbonara.LayerStack:
    with zipfile.ZipFile(REVISION / f"{name}-gerbers.zip") as packed:
        packed.extractall(folder)
    with warnings.catch_warnings():
        # About words of KiCad's drill files that other programs leave out.
        warnings.simplefilter("ignore")
        return gerbonara.LayerStack.open(folder)


@pytest.fixture(scope="module", params=NAMES)
def made(request, tmp_path_factory):
    """Name of a board, and what its zip file holds."""
    return request.param, read(request.param, tmp_path_factory.mktemp("gerbers"))


def holes(stack, plated: bool) -> list[tuple[float, float, float]]:
    """Diameter and place of each hole, as the design counts places."""
    kind = "-PTH" if plated else "-NPTH"
    found = [
        (round(hole.tool.diameter, 2), round(hole.x - kicad.ORIGIN[0], 2), round(hole.y + kicad.ORIGIN[1], 2))
        for layer in stack.drill_layers
        if kind in layer.original_path.name
        for hole in layer.objects
    ]
    assert found
    return sorted(found)


def test_all_layers_are_there(made):
    _, stack = made
    wanted = {(side, kind) for side in ("top", "bottom") for kind in PER_SIDE} | {("mechanical", "outline")}
    assert set(stack.graphic_layers) == wanted
    assert all(stack.graphic_layers[side, "copper"].objects for side in ("top", "bottom"))


def test_the_outline_is_that_of_the_design(made):
    name, stack = made
    (left, low), (right, high) = stack.board_bounds()
    (x, y), (width, height) = CORNERS[name]
    line = 0.1
    assert (right - left, high - low) == pytest.approx((width + line, height + line))
    assert left + line / 2 == pytest.approx(x + kicad.ORIGIN[0])
    assert low + line / 2 == pytest.approx(y - kicad.ORIGIN[1])


def test_screws_have_their_holes(made):
    name, stack = made
    places = design.STRIP_HOLES if name == "strip" else design.CARRIER_HOLES
    assert holes(stack, plated=False) == sorted((2.7, x, y) for x, y in places)


def test_every_gap_of_a_reed_is_where_the_magnets_work(tmp_path):
    stack = read("strip", tmp_path)
    plated = {(x, y) for _, x, y in holes(stack, plated=True)}
    for row in range(design.ROWS):
        gap = row * design.PITCH + design.REED_ALONG
        for end in (gap - design.REED_LEADS / 2, gap + design.REED_LEADS / 2):
            assert (design.REED_ASIDE, end) in plated


def test_nothing_stands_on_the_lands_at_the_screws(tmp_path):
    stack = read("strip", tmp_path)
    lands = {y for _, y in design.STRIP_HOLES}
    for diameter, _, y in holes(stack, plated=True):
        if diameter > 0.5:  # not a via
            assert all(abs(y - land) > design.LAND / 2 + diameter / 2 for land in lands)


def test_holes_are_as_many_as_leads(made):
    name, stack = made
    board = next(board for board in design.BOARDS if board.name == name)
    leads = {
        "reed": 2,
        "diode": 2,
        "xh8": 8,
        "xh2": 2,
        "pico": 40,
        "jack": 3,
        "select": 3,
        "button": 4,
        "fuse": 2,
    }
    leads |= {"schottky": 2, "c470u": 2} | dict.fromkeys(("r330", "r470", "r8k2", "r100k", "r330k"), 2)
    wanted = sum(leads.get(part.part, 0) for part in board.components)
    assert len([1 for diameter, _, _ in holes(stack, plated=True) if diameter > 0.5]) == wanted


def test_every_part_has_a_place(made):
    name, _ = made
    board = next(board for board in design.BOARDS if board.name == name)
    rows = list(csv.DictReader((REVISION / f"{name}-positions.csv").read_text().splitlines()))
    assert Counter(row["Ref"] for row in rows) == Counter(part.ref for part in board.components)
    below = {row["Ref"] for row in rows if row["Side"] == "bottom"}
    # Connectors hang below a strip: above, nothing may be higher than a reed.
    assert below == ({"J1", "J2", "J3"} if name == "strip" else set())


def test_the_list_of_parts_is_that_of_the_design():
    assert (REVISION / "parts.csv").read_text() == bom.table()


@pytest.mark.parametrize("name", NAMES)
def test_kicads_reports_that_are_kept_have_no_complaint(name):
    for report in kicad.reports(name):
        assert kicad.violations(REVISION / report) == []
        kept = json.loads((REVISION / report).read_text())
        assert set(kept["included_severities"]) == {"error", "warning", "exclusion"}
        assert kept["date"].startswith(design.REVISION_DATE)
        assert kept["source"].startswith(f"{name}.kicad_")
    assert kept["schematic_parity"] == []


def test_the_changelog_knows_the_revision():
    changes = (ROOT / "hardware" / "CHANGELOG.md").read_text()
    assert f"## Revision {design.REVISION}, {design.REVISION_DATE}" in changes
