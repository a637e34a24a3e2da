"""What is kept for makers to order: the gerbers and drills, read back, are the boards of the design."""

from __future__ import annotations

import csv
import json
import re
import warnings
import zipfile
from pathlib import Path

import gerbonara
import pytest
from hardware import design, shopping
from hardware.electronics import boards, bom, kicad, outputs

ROOT = Path(__file__).resolve().parents[2]
REVISION = ROOT / "hardware" / "revisions" / design.REVISION
CORNERS = {"strip": (design.STRIP_ORIGIN, design.STRIP_SIZE), "carrier": ((0.0, 0.0), design.CARRIER_SIZE)}
NAMES = [*boards.COUNT]
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
    """Diameter and place of each hole, as the design counts places; a slot is where its middle is."""
    kind = "-PTH" if plated else "-NPTH"
    found = []
    for layer in stack.drill_layers:
        for hole in layer.objects if kind in layer.original_path.name else ():
            slot = isinstance(hole, gerbonara.graphic_objects.Line)
            x, y = ((hole.x1 + hole.x2) / 2, (hole.y1 + hole.y2) / 2) if slot else (hole.x, hole.y)
            place = (round(x - kicad.ORIGIN[0], 2), round(y + kicad.ORIGIN[1], 2))
            found.append((round(hole.aperture.diameter if slot else hole.tool.diameter, 2), *place))
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
            assert (design.REED_ASIDE, round(end, 2)) in plated


def test_nothing_stands_on_the_lands_at_the_screws(tmp_path):
    stack = read("strip", tmp_path)
    lands = {y for _, y in design.STRIP_HOLES}
    for diameter, _, y in holes(stack, plated=True):
        if diameter > 0.5:  # not a via
            assert all(abs(y - land) > design.LAND / 2 + diameter / 2 for land in lands)


def test_holes_are_as_many_as_leads(made):
    name, stack = made
    board = boards.board(name)
    leads = {"reed": 2, "idc20": 20, "pico": 40, "select": 3, "button": 4, "c470u": 2, "terminal": 2}
    leads |= {"slide": 5}  # its ears as well; those of the USB-C socket are as narrow as a via
    wanted = sum(leads.get(part.part, 0) for part in board.components)
    assert len([1 for diameter, _, _ in holes(stack, plated=True) if diameter > 0.5]) == wanted


def test_a_maker_is_told_where_every_small_part_goes(made):
    name, _ = made
    board = boards.board(name)
    rows = list(csv.DictReader((REVISION / f"{name}-placed-at.csv").read_text().splitlines()))
    assert list(rows[0]) == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]
    parts = csv.DictReader((REVISION / f"{name}-placed-parts.csv").read_text().splitlines())
    listed = [ref for row in parts for ref in row["Designator"].split(",")]
    assert sorted(row["Designator"] for row in rows) == sorted(listed)
    for row in rows:
        component = board.component(row["Designator"])
        x, y = float(row["Mid X"]) - kicad.ORIGIN[0], float(row["Mid Y"]) + kicad.ORIGIN[1]
        assert (x, y) == pytest.approx(component.at, abs=0.01)
        assert row["Layer"] == "top"  # so that it is placed in one go


@pytest.mark.parametrize("name", NAMES)
def test_the_list_to_tick_off_has_every_part(name):
    page = (REVISION / f"{name}-parts.html").read_text()
    for component in boards.board(name).components:
        assert f'data-ref="{component.ref}"' in page
        assert re.search(rf'<tr data-refs="([A-Z0-9]+ )*{component.ref}[ "]', page)
    for width, height in re.findall(r'viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"', page):
        (low_x, low_y), (high_x, high_y) = boards.board(name).corners
        assert (float(width), float(height)) == pytest.approx((high_x - low_x, high_y - low_y))
    assert page.count("viewBox") == 2
    # On the front, a ring is round its part.
    for component in boards.board(name).components:
        if not component.back:
            (x, y) = re.findall(rf'data-ref="{component.ref}" cx="([\d.]+)" cy="([\d.]+)"', page)[0]
            place = (float(x) - kicad.ORIGIN[0], kicad.ORIGIN[1] - float(y))
            assert place == pytest.approx(component.middle, abs=0.02)
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)  # it needs nothing from elsewhere


@pytest.mark.parametrize("name", NAMES)
def test_a_solid_has_its_colours_in_one_order(name):
    """However the library that writes it has turned them: they are blocks of lines at the end of the file."""
    with zipfile.ZipFile(REVISION / f"{name}-step.zip") as packed:
        kept = packed.read(f"{name}.step").decode()
    assert outputs.in_order(kept) == kept, "run make fab"
    end = kept.index("ENDSEC;", kept.index("MECHANICAL_DESIGN"))
    head, *blocks = re.split(r"(?m)^(?=#\d+ = MECHANICAL_DESIGN)", kept[:end])
    assert len(blocks) >= 2
    other = "".join([head, *reversed(blocks), kept[end:]])
    assert other != kept
    assert outputs.in_order(other) == kept


def test_the_list_of_parts_is_that_of_the_design():
    assert (REVISION / "parts.csv").read_text() == bom.table(shopping.lines())
    assert (REVISION / "parts-by-hand.csv").read_text() == bom.table(shopping.hand_lines())


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
