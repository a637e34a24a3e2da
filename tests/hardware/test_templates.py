from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from pathlib import Path as File
from typing import Any

import ezdxf
import pypdfium2
import pytest
from hardware import design
from hardware.mechanics import top
from hardware.mechanics.top import Rect
from hardware.templates import build, by_hand, dxf, paper, sheets
from hardware.templates.drawing import (
    CUT,
    ENGRAVE,
    PILOT,
    POCKET,
    STRONG,
    Circle,
    Drawing,
    Path,
    Text,
    mirrored,
    turned,
)
from pypdfium2 import raw

MM = 72 / 25.4
ON_PAPER = [(drawing, sheet) for drawing in sheets.all_sheets() for sheet in paper.SHEETS]
IDS = [f"{drawing.name}-{sheet.name}" for drawing, sheet in ON_PAPER]


KEPT = File(sheets.__file__).parents[1] / "revisions" / design.REVISION / "templates"


@pytest.fixture(scope="module", params=["made", "kept"])
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> File:
    """Templates made just now, and those that the repository holds."""
    if request.param == "kept":
        return KEPT
    folder = tmp_path_factory.mktemp("templates")
    build.write(folder)
    return folder


# The drawings.


def circles(drawing: Drawing, layer: Any) -> list[Circle]:
    return [shape for shape in drawing.on(layer) if isinstance(shape, Circle)]


def paths(drawing: Drawing, layer: Any) -> list[Path]:
    return [shape for shape in drawing.on(layer) if isinstance(shape, Path)]


def test_the_face_has_every_point_line_and_button() -> None:
    face = sheets.face()
    windows = [circle for circle in circles(face, CUT) if circle.diameter == design.WINDOW]
    assert {circle.at for circle in windows} == {point.at for point in top.points()}
    assert len(windows) == 45 and len(circles(face, CUT)) == 45 + len(design.PANEL_BUTTONS) + len(
        top.rim_screws()
    )
    assert {path.places for path in paths(face, CUT)} == {tuple(tray.corners()) for tray in top.trays()}
    assert {path.places for path in paths(face, ENGRAVE)} == {(line.start, line.end) for line in top.lines()}
    assert len(paths(face, ENGRAVE)) == 46
    assert {circle.at for circle in circles(face, STRONG)} == {
        point.at for point in top.points() if point.strong
    }
    names = {shape.words for shape in face.shapes if isinstance(shape, Text)}
    assert names >= {point.name for point in top.points()} | set(design.PANEL_BUTTONS)


def test_rings_leave_their_neighbours_alone() -> None:
    rings = circles(sheets.face(), STRONG)
    for one, other in itertools.combinations(rings, 2):
        assert math.dist(one.at, other.at) > one.diameter
    assert rings[0].diameter / 2 + design.WINDOW / 2 < design.PITCH


def test_the_wells_are_seen_from_below() -> None:
    wells = sheets.wells()
    panel = top.panel()
    assert len(paths(wells, POCKET)) == 27
    assert len(circles(wells, PILOT)) == 36 + 4
    # The bay, right of the field from above, is on the left here.
    nuts = [circle for circle in circles(wells, CUT) if circle.diameter == design.PANEL_BUTTON_ROOM]
    assert len(nuts) == len(design.PANEL_BUTTONS) and all(nut.at[0] < panel.middle[0] for nut in nuts)
    back = mirrored(wells)
    assert {circle.at for circle in circles(back, PILOT)} == {*top.strip_screws(), *top.carrier_screws()}


def test_the_base_has_holes_where_its_screws_are() -> None:
    back = mirrored(sheets.base())
    assert {circle.at for circle in circles(back, CUT)} == set(top.base_screws())
    assert back.bounds == top.panel().grown(design.WELL_PLAY + design.RAIL[0])


def test_the_right_rail_has_its_slot() -> None:
    (slot,) = paths(sheets.right_rail(), CUT)
    (left, low), _, (right, high), _ = slot.places
    assert (right - left, high - low) == design.CABLE_SLOT
    middle = top.rail("right").bottom + (left + right) / 2
    assert middle == pytest.approx(top.carrier_board().bottom + design.CABLE_SLOT_UP)
    hangs = design.SKIN + design.WELLS + design.SPACER + design.BOARD_THICKNESS
    assert design.RAIL[2] - high == pytest.approx(hangs)


def test_windows_agree_between_the_faces() -> None:
    above, below = sheets.face(), mirrored(sheets.wells())
    assert {circle.at for circle in circles(above, CUT)} == {circle.at for circle in circles(below, CUT)}


def test_turning_and_mirroring_keep_distances() -> None:
    drawing = sheets.hand_strip()
    for other in (turned(drawing), mirrored(drawing)):
        before, after = circles(drawing, CUT), circles(other, CUT)
        for (one, there), (two, here) in itertools.combinations(zip(before, after, strict=True), 2):
            assert math.dist(one.at, two.at) == pytest.approx(math.dist(there.at, here.at))
        for shape in after:
            assert other.bounds.left <= shape.at[0] <= other.bounds.right
            assert other.bounds.bottom <= shape.at[1] <= other.bounds.top


def test_a_strip_by_hand_has_the_reeds_of_a_board() -> None:
    places = {circle.at for circle in circles(by_hand.holes(), CUT)}
    for row in range(design.ROWS):
        _, y = design.point_at(0, row)
        gap = y + design.REED_ALONG
        assert {
            (design.REED_ASIDE, gap - design.REED_LEADS / 2),
            (design.REED_ASIDE, gap + design.REED_LEADS / 2),
        } <= places
    assert len(places) == 4 + 5 * (2 + 6)


# DXF.


@pytest.mark.parametrize("drawing", sheets.all_sheets(), ids=lambda drawing: drawing.name)
def test_a_dxf_is_clean_and_whole(drawing: Drawing, files: File) -> None:
    document = ezdxf.readfile(files / f"{drawing.name}.dxf")
    audit = document.audit()
    assert not audit.has_errors and not audit.has_fixes
    assert document.units == ezdxf.units.MM
    space = document.modelspace()
    for layer in {shape.layer for shape in drawing.shapes}:
        there = space.query(f'*[layer=="{layer.name}"]')
        assert len(there) == len(list(drawing.on(layer)))
    corner = drawing.bounds.left, drawing.bounds.bottom
    drawn = {
        (
            round(circle.dxf.center.x + corner[0], 6),
            round(circle.dxf.center.y + corner[1], 6),
            circle.dxf.radius,
        )
        for circle in space.query("CIRCLE")
    }
    meant = {
        (round(shape.at[0], 6), round(shape.at[1], 6), shape.diameter / 2)
        for shape in drawing.shapes
        if isinstance(shape, Circle)
    }
    assert drawn == meant


def test_a_broken_dxf_would_be_found(tmp_path: File) -> None:
    document = dxf.document(sheets.hand_strip())
    document.modelspace().add_circle((0, 0), 1, dxfattribs={"linetype": "NONE OF THAT NAME"})
    document.saveas(tmp_path / "bad.dxf")
    audit = ezdxf.readfile(tmp_path / "bad.dxf").audit()
    assert audit.has_errors or audit.has_fixes


# Paper.


def boxes(page: pypdfium2.PdfPage) -> list[Rect]:
    """Extent of every path on a page, in mm, thickness of lines left off."""
    found = []
    for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=4):
        matrix = thing.get_matrix()
        places = []
        for index in range(raw.FPDFPath_CountSegments(thing)):
            segment = raw.FPDFPath_GetPathSegment(thing, index)
            x, y = raw.c_float(), raw.c_float()
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            places.append(matrix.on_point(x.value, y.value))
        xs, ys = zip(*places, strict=True)
        found.append(Rect(min(xs) / MM, min(ys) / MM, max(xs) / MM, max(ys) / MM))
    return found


def pages(files: File, drawing: Drawing, sheet: paper.Sheet) -> list[pypdfium2.PdfPage]:
    """Without the cover."""
    return list(pypdfium2.PdfDocument(files / f"{drawing.name}-{sheet.name}.pdf"))[1:]


def bars(page: pypdfium2.PdfPage) -> list[Rect]:
    """Level lines in the lower margin that are 100 mm long."""
    return [box for box in boxes(page) if box.top < 10 and box.height < 0.01 and abs(box.width - 100) < 0.02]


@pytest.mark.parametrize(("drawing", "sheet"), ON_PAPER, ids=IDS)
def test_every_page_has_its_bar_and_its_paper(drawing: Drawing, sheet: paper.Sheet, files: File) -> None:
    found = pages(files, drawing, sheet)
    assert len(found) == len(paper.tiles(drawing, sheet))
    for page in found:
        assert page.get_size() == pytest.approx((sheet.size[0] * MM, sheet.size[1] * MM), abs=0.1)
        assert len(bars(page)) == 1
        assert "100 mm" in page.get_textpage().get_text_bounded()


@pytest.mark.parametrize(("drawing", "sheet"), ON_PAPER, ids=IDS)
def test_every_page_has_its_crop_marks(drawing: Drawing, sheet: paper.Sheet, files: File) -> None:
    edges_x = [(sheet.size[0] - sheet.tile[0]) / 2, (sheet.size[0] + sheet.tile[0]) / 2]
    edges_y = [(sheet.size[1] - sheet.tile[1]) / 2, (sheet.size[1] + sheet.tile[1]) / 2]
    length = paper.MARK[1] - paper.MARK[0]
    for page in pages(files, drawing, sheet):
        lines = [box for box in boxes(page) if max(box.width, box.height) == pytest.approx(length, abs=0.01)]
        upright = [line.left for line in lines if line.width < 0.01]
        level = [line.bottom for line in lines if line.height < 0.01]
        for edge in edges_x:
            assert sum(abs(x - edge) < 0.01 for x in upright) == 2
        for edge in edges_y:
            assert sum(abs(y - edge) < 0.01 for y in level) == 2
        inside = Rect(4, 4, sheet.size[0] - 4, sheet.size[1] - 4)  # what printers reach
        assert all(inside.holds(line) for line in lines)


@pytest.mark.parametrize(("drawing", "sheet"), ON_PAPER, ids=IDS)
def test_stuck_together_the_pages_are_the_drawing(drawing: Drawing, sheet: paper.Sheet, files: File) -> None:
    """Every circle appears, at its size, where the tiles put it when they lie edge to edge."""
    drawn = set()
    margin = [(sheet.size[side] - sheet.tile[side]) / 2 for side in (0, 1)]
    for tile, page in zip(paper.tiles(drawing, sheet), pages(files, drawing, sheet), strict=True):
        for box in boxes(page):
            x = box.middle[0] - margin[0] + tile.part.left
            y = box.middle[1] - margin[1] + tile.part.bottom
            drawn.add((round(x, 1), round(y, 1), round(box.width, 1), round(box.height, 1)))
    for shape in drawing.shapes:
        if isinstance(shape, Circle):
            x, y, size = round(shape.at[0], 1), round(shape.at[1], 1), round(shape.diameter, 1)
            near = {(x + dx, y + dy) for dx in (-0.1, 0, 0.1) for dy in (-0.1, 0, 0.1)}
            assert any((round(a, 1), round(b, 1), size, size) in drawn for a, b in near), shape


def test_tiles_cover_the_drawing_without_gaps() -> None:
    for drawing, sheet in ON_PAPER:
        parts = [tile.part for tile in paper.tiles(drawing, sheet)]
        area = sum(part.width * part.height for part in parts)
        whole = Rect(
            min(part.left for part in parts),
            min(part.bottom for part in parts),
            max(part.right for part in parts),
            max(part.top for part in parts),
        )
        assert whole.holds(drawing.bounds)
        assert area == pytest.approx(whole.width * whole.height)


def test_a_scaled_page_would_be_found(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "mm", 0.97 * MM)  # as when fitted to the page
    drawing = sheets.hand_strip()
    paper.write(drawing, paper.A4, tmp_path)
    assert [bars(page) for page in pages(tmp_path, drawing, paper.A4)] == [[]]


@pytest.mark.slow
def test_the_same_drawing_gives_the_same_files(tmp_path: File) -> None:
    """In another process, too, where sets have another order."""
    root = File(sheets.__file__).parents[2]
    for seed in ("1", "2", "3"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "hardware.templates.build", str(tmp_path / seed)]
        subprocess.run(command, cwd=root, env=env, check=True, stdout=subprocess.DEVNULL)
    for file in (tmp_path / "1").iterdir():
        assert {(tmp_path / seed / file.name).read_bytes() for seed in "23"} == {file.read_bytes()}, file.name
