"""Words on templates and pictures: none on a line, on another word, or across the edge of a page."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hardware.mechanics.top import Place, Rect
from hardware.templates import paper, pictures, sheets
from hardware.templates.drawing import NOTE, Circle, Drawing, Path, Text
from reportlab.pdfbase.pdfmetrics import stringWidth

DRAWINGS = [*sheets.all_sheets(), pictures.cables()]


def extent(text: Text) -> Rect:
    """What a word covers, mm: from the feet of its letters to the height of its capitals."""
    x, y = text.at
    half = stringWidth(text.words, "Helvetica", text.height) / 2
    return Rect(x - half, y - 0.35 * text.height, x + half, y + 0.37 * text.height)


def meets(rect: Rect, one: Place, other: Place) -> bool:
    """Whether a straight line goes through a rectangle (Liang and Barsky)."""
    begin, end = 0.0, 1.0
    for start, to, low, high in (
        (one[0], other[0], rect.left, rect.right),
        (one[1], other[1], rect.bottom, rect.top),
    ):
        if start == to:
            if not low < start < high:
                return False
            continue
        enter, leave = sorted(((low - start) / (to - start), (high - start) / (to - start)))
        begin, end = max(begin, enter), min(end, leave)
    return begin < end


def crosses(rect: Rect, circle: Circle) -> bool:
    """Whether the line of a circle goes through a rectangle."""
    radius = circle.diameter / 2
    x, y = circle.at
    nearest = min(max(x, rect.left), rect.right), min(max(y, rect.bottom), rect.top)
    furthest = max(math.dist(corner, circle.at) for corner in rect.corners())
    return math.dist(nearest, circle.at) < radius < furthest


def clashes(drawing: Drawing) -> Iterator[str]:
    """Words that something else runs through, with what it is."""
    words = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    for one, other in itertools.combinations(words, 2):
        a, b = extent(one), extent(other)
        if a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top:
            yield f"{one.words} on {other.words}"
    for word in words:
        for shape in drawing.shapes:
            if isinstance(shape, Circle) and crosses(extent(word), shape):
                yield f"{word.words} on a circle of {shape.layer.name}"
            if isinstance(shape, Path):
                ends = (*shape.places, shape.places[0]) if shape.closed else shape.places
                if any(meets(extent(word), *pair) for pair in itertools.pairwise(ends)):
                    yield f"{word.words} on a line of {shape.layer.name}"


def cut(drawing: Drawing, sheet: paper.Sheet) -> Iterator[str]:
    """Words of which a page shows a part only, with the page."""
    for tile in paper.tiles(drawing, sheet):
        shown = tile.part.grown(paper.BLEED)
        for word in drawing.shapes:
            if isinstance(word, Text):
                there = extent(word)
                apart = (
                    there.right < shown.left
                    or there.left > shown.right
                    or there.top < shown.bottom
                    or there.bottom > shown.top
                )
                if not apart and not shown.holds(there):
                    yield f"{word.words} on {tile.name}"


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.name)
def test_every_word_can_be_read(drawing: Drawing) -> None:
    assert list(clashes(drawing)) == []


@pytest.mark.parametrize("sheet", paper.SHEETS, ids=lambda sheet: sheet.name)
@pytest.mark.parametrize("drawing", sheets.all_sheets(), ids=lambda drawing: drawing.name)
def test_no_page_shows_half_a_word(drawing: Drawing, sheet: paper.Sheet) -> None:
    assert list(cut(drawing, sheet)) == []


@pytest.mark.parametrize(
    ("at", "clash"),
    [
        ((4.0, -4.0), "a line of ENGRAVE"),
        ((9.0, -2.0), "a circle of CUT"),
        ((6.3, -2.2), "a1"),
    ],
)
def test_a_word_in_the_way_is_found(at: Place, clash: str) -> None:
    face = sheets.face()
    shapes = (*face.shapes, Text(NOTE, (40 + at[0], 40 + at[1]) if clash != "a1" else at, "word", 3))
    found = [line for line in clashes(replace(face, shapes=shapes)) if "word" in line]
    assert any(clash in line for line in found)


def test_a_word_at_the_edge_of_a_page_is_found() -> None:
    face = sheets.face()
    edge = face.bounds.bottom + paper.A4.tile[1] + paper.BLEED
    shapes = (*face.shapes, Text(NOTE, (380.0, edge), "word", 6))
    assert list(cut(replace(face, shapes=shapes), paper.A4)) == ["word on A2"]
