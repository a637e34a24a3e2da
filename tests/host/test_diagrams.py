"""The diagrams of docs/rules.md are what the command draws, and show what the rules say."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import reference
from tools import diagrams
from tools.diagrams import DIAGRAMS, Diagram

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules.md"
FOLDER = DOCUMENT.parent / "images" / "rules"
SHOWN = re.compile(r"!\[([^\]]*)\]\(images/rules/([a-z-]+)\.svg\)")
CHOICES = {"points", "choice"}
"""Diagrams that show all moves there are."""


def every(diagrams: tuple[Diagram, ...] = DIAGRAMS) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("diagram", diagrams, ids=lambda one: one.name)


@every()
def test_a_diagram_is_up_to_date(diagram: Diagram) -> None:
    file = FOLDER / f"{diagram.name}.svg"
    assert file.read_text(encoding="utf-8") == diagrams.draw(diagram), (
        "python -m tools.diagrams draws it anew"
    )


def test_the_rules_show_each_once_with_its_words() -> None:
    shown = SHOWN.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted((one.about, one.name) for one in DIAGRAMS)
    assert {file.stem for file in FOLDER.iterdir()} == {one.name for one in DIAGRAMS}


@every()
def test_moves_and_what_they_take_are_those_of_the_rules(diagram: Diagram) -> None:
    """Those of the slow second implementation; the first one draws them."""
    position = reference.parse_position(diagram.position)
    legal = {move.text: move for move in reference.moves(position)}
    for text in diagram.moves:
        drawn = diagrams.steps(diagram.position, text)
        taken = [{diagrams.point_name(p) for p in step.taken} for step in drawn]
        assert taken == [set(map(reference.name, points)) for points in legal[text].taken]
    for text in diagram.forbidden:
        assert not any(move.startswith(text) for move in legal), "nor is it with a capture"
        before, _, last = text.rpartition("-")
        if before in legal:  # R7 and R8 hold within a move: in a turn of its own the step is legal
            after = legal[before].after._replace(turn=position.turn)
            assert f"{before[-3:-1]}-{last}" in {move.text for move in reference.moves(after)}
        else:  # R2: but for the capture elsewhere it is a paika
            assert reference.point(last) in reference.neighbours(reference.point(before)).values()
    if diagram.name in CHOICES:
        assert set(legal) == set(diagram.moves)


@every()
def test_its_words_name_the_points_of_its_moves(diagram: Diagram) -> None:
    """And no others but stones that stay, or the empty point that ends a run."""
    named = set(re.findall(r"\b[a-i][1-5]\b", diagram.about))
    moved = diagrams.points(diagram)
    assert moved <= named
    stays = re.findall(r"stone on ([a-i][1-5])|so ([a-i][1-5]) stays|on ([a-i][1-5])\.$", diagram.about)
    empty = re.findall(r"point ([a-i][1-5]) is empty", diagram.about)
    forbidden = re.findall(r"to take ([a-i][1-5])", diagram.about)
    assert named - moved <= {point for found in stays for point in found} | {*empty, *forbidden}


@every()
def test_all_is_inside_the_picture(diagram: Diagram) -> None:
    root = ElementTree.fromstring(diagrams.draw(diagram))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for part in root.iter():
        for name, most in (("cx", width), ("cy", height)):
            if name in part.attrib:
                assert diagrams.EDGE <= float(part.attrib[name]) <= most - diagrams.EDGE
    shown = diagrams.Drawing(diagram.box)
    assert all(shown.shows(diagrams.parse_point(name)) for name in diagrams.points(diagram))


@pytest.mark.parametrize(
    "change",
    [
        {"moves": ("c3-d3W",)},  # nothing stands behind
        {"moves": ("c3-d2",)},  # a capture is there
        {"forbidden": ("c3-d3A",)},  # it is legal
        {"moves": ("c3-d3A-c3A",)},  # there is nothing on b3, and c3 has been visited
    ],
)
def test_a_wrong_diagram_would_be_found(change: dict[str, tuple[str, ...]]) -> None:
    (approach,) = (one for one in DIAGRAMS if one.name == "approach")
    diagrams.draw(approach)
    with pytest.raises(ValueError, match=r"step [12] is"):
        diagrams.draw(dataclasses.replace(approach, **change))
