"""The light under a stone: seen from every side, and what would hide it is found."""

from __future__ import annotations

import ast
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hardware import design
from hardware.optics import point, report, tracer
from hardware.optics.point import AIR, Build
from hardware.optics.tracer import Medium, Scene

RAYS = 40_000


def room_of(*media: Medium, side: float = 1.0) -> Scene:
    """Layers 1 mm thick and 10 mm wide, the source under the lowest."""
    planes = tuple(float(height) for height in range(len(media) + 1))
    return Scene((0.0, 10.0), planes, (tuple(media),), (0.0, 0.0, 0.1), 0.1, side)


def test_light_that_meets_nothing_goes_as_lambert_has_it() -> None:
    seen = tracer.intensity(room_of(AIR), 200_000).sum(axis=0)
    assert seen == pytest.approx(np.full(tracer.SIDES, math.cos(math.radians(45)) / math.pi), rel=0.05)


def test_clear_glass_takes_what_fresnel_says() -> None:
    """Two faces at 45 degrees, index 1.5: 5 % each, and what goes to and fro between them."""
    glass = Medium("glass", 1.5)
    with_it = tracer.intensity(room_of(AIR, glass, AIR), 200_000).sum()
    without = tracer.intensity(room_of(AIR, AIR, AIR), 200_000).sum()
    sine = math.sin(math.radians(45)) / 1.5
    cosine = math.sqrt(1 - sine * sine)
    here = math.cos(math.radians(45))
    one, other = (here - 1.5 * cosine) / (here + 1.5 * cosine), (1.5 * here - cosine) / (1.5 * here + cosine)
    back = (one * one + other * other) / 2
    assert with_it / without == pytest.approx((1 - back) / (1 + back), rel=0.04)


def test_nothing_is_gained() -> None:
    """All that returns everything: what comes out is what went in."""
    milk = Medium("milk", 1.0, scatters=3.0)
    seen = tracer.intensity(room_of(AIR, milk, AIR), RAYS)
    assert 0 < seen.sum() * 2 * math.pi / tracer.SIDES < 1
    dark = tracer.intensity(room_of(AIR, replace(milk, absorbs=1.0), AIR), RAYS)
    assert dark.sum() < seen.sum()
    assert tracer.intensity(room_of(AIR, Medium("wood", returns=0.9), AIR), RAYS).sum() == 0


def test_the_light_is_seen_from_every_side() -> None:
    assert point.faults() == []


@pytest.mark.parametrize(
    "build",
    [Build(layer=False), Build(cap="wooden", layer=False), Build(board="green", plastic=point.MILKIER)],
    ids=["black to the band", "wood to the band", "white filament"],
)
def test_what_swallows_the_light_is_found(build: Build) -> None:
    seen = point.contrast(build, point.SHOWN[point.dimmest()], RAYS).min()
    assert seen < 0.7 * point.LEAST


def test_a_black_stone_on_a_black_board_is_found() -> None:
    dark = replace(point.NATURAL, scatters=0.0, absorbs=3.0)
    assert point.contrast(Build(plastic=dark), point.SHOWN[point.dimmest()], RAYS).max() < 0.1


@pytest.mark.parametrize(
    ("name", "value"), [("STONE_BAND", 0.6), ("MAGNET_SIZE", (12.0, 2.0)), ("WINDOW", 12.0)]
)
def test_a_stone_that_hides_its_light_is_found(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = point.rim(Build(), RAYS).min() * design.STONE_BAND
    monkeypatch.setattr(design, name, value)
    assert point.rim(Build(), RAYS).min() * design.STONE_BAND < 0.8 * before


def test_all_caps_do_the_same_over_the_white_layer() -> None:
    scenes = [point.scene(Build(cap=cap)) for cap in point.CAPS]
    assert scenes[0] == scenes[1] == scenes[2]


def test_the_colours_are_those_of_the_firmware() -> None:
    text = (Path(design.__file__).parents[1] / "firmware" / "leds.py").read_text(encoding="utf-8")
    lines = re.findall(r'(b"[^"]*")  # \d+ +\S  (.*)', text)
    shown = {words: tuple(ast.literal_eval(code)[:3]) for code, words in lines}
    wanted = {
        "taken by approach": "would be taken by approach",
        "taken by withdrawal": "would be taken by withdrawal",
        "taken either way": "would be taken either way",
        "may move": "this stone may move",
        "the last move ended here": "the last move ended here",
        "did this stone move?": "did this stone move? touch the one that did",
        "does not belong here": "this stone does not belong here: take it off",
    }
    assert {name: shown[words] for name, words in wanted.items()} == point.SHOWN
    assert point.dimmest() == "taken by approach"


def test_a_neighbour_does_not_hide_a_band() -> None:
    """From its middle up at 45 degrees: over the next stone's edge."""
    gap = design.PITCH - design.STONE_SIZE[0]
    assert design.STONE_BAND / 2 + gap * math.tan(math.radians(45)) > design.STONE_SIZE[1]


@pytest.mark.slow
def test_the_report_is_up_to_date() -> None:
    kept = (report.HERE / "LIGHT.md").read_text(encoding="utf-8")
    now = report.text()
    numbers = r"\d+(?:\.\d+)?"
    assert re.sub(numbers, "", kept) == re.sub(numbers, "", now)
    assert [float(it) for it in re.findall(numbers, kept)] == pytest.approx(
        [float(it) for it in re.findall(numbers, now)], rel=0.1, abs=0.1
    )
