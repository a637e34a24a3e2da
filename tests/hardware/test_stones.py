"""Stones, windows and magnets as numbers."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest
from hardware import design
from hardware.magnetics import chosen
from hardware.mechanics import fit


def test_a_stone_fits_together() -> None:
    assert fit.faults() == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POCKET_FLOOR", 0.8),
        ("POCKET_FLOOR", 0.4),
        ("POCKET_PLAY", 0.1),
        ("WINDOW_PLAY", 0.1),
        ("STONE_BAND", 2.4),
        ("STONE_BAND", 3.1),
        ("STONE_BAND", 6.0),
        ("STONE_FLOOR", 1.0),
        ("FOOT", (14.0, 1.0)),
        ("FOOT", (12.0, 0.8)),
        ("RECESS", (17.0, 1.0)),
        ("RECESS", (15.0, 1.8)),
        ("MAGNET_SIZE", (10.0, 2.0)),
        ("MAGNET_SIZE", (6.0, 3.0)),
        ("STONE_SIZE", (30.0, 9.0)),
        ("STONE_SIZE", (26.0, 15.0)),
        ("STONE_LOOKS", {"white": "plain", "black": "plain"}),
    ],
)
def test_what_does_not_fit_is_found(name: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, name, value)
    assert fit.faults() != []


def test_another_magnet_is_tried_in_the_same_stone() -> None:
    assert fit.faults((8.0, 2.0)) == fit.faults(design.MAGNET_SIZE) == []
    assert fit.faults((10.0, 2.0)) == ["the wall round the magnet is too thin"]
    assert fit.faults((8.0, 8.0)) == ["the magnet reaches into the white layer"]


def test_a_print_pauses_where_colours_meet_and_where_the_pocket_is_open() -> None:
    """Face down: the heights above the bed are those of the stone, turned over."""
    pauses = fit.pauses()
    whole = design.STONE_SIZE[1] + design.FOOT[1]
    assert whole - pauses["magnet"] == pytest.approx(design.POCKET_FLOOR)
    assert pauses["natural"] - pauses["white"] == pytest.approx(design.REFLECTOR)
    assert whole - pauses["natural"] == pytest.approx(design.STONE_BAND + design.FOOT[1])


def test_a_magnet_is_no_toy() -> None:
    """The guide's first page warns of it; ten times what a toy may have."""
    assert fit.flux_index() == pytest.approx(476, rel=0.01)
    told = (Path(design.__file__).parent / "BUILD.md").read_text(encoding="utf-8")
    first = told[: told.index("## What it costs")]
    assert "flux index of up to 480 kG2mm2, where a toy may have 50" in first
    assert "14 and older" in first


def test_magnetics_and_mechanics_agree_on_the_floor() -> None:
    """The margins are reckoned for a magnet that lies as high as the stone lets it, or higher."""
    in_stone = design.POCKET_FLOOR + design.POCKET_PLAY - design.FOOT[1]
    assert in_stone == pytest.approx(chosen.magnet_above_skin())


def printed(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Least and greatest x, y, z of a part in the archive for the printer, mm; binary STL."""
    archive = Path(design.__file__).parent / "revisions" / design.REVISION / "prints.zip"
    with zipfile.ZipFile(archive) as kept:
        data = kept.read(f"{name}.stl")
    facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    corners = np.frombuffer(data[84:], facet)["corners"].reshape(-1, 3)
    return corners.min(axis=0), corners.max(axis=0)


STONE_HEIGHT = design.STONE_SIZE[1] + design.FOOT[1]
WINDOW = design.WINDOW - 2 * design.WINDOW_PLAY


@pytest.mark.parametrize(
    ("name", "diameter", "height"),
    [
        ("stone-white", design.STONE_SIZE[0], STONE_HEIGHT),
        ("stone-black", design.STONE_SIZE[0], STONE_HEIGHT),
        ("stone-base", design.STONE_SIZE[0], design.STONE_BAND + design.REFLECTOR + design.FOOT[1]),
        ("window", WINDOW, design.SKIN),
        ("spacer", design.SCREW + 5.5, design.SPACER),
    ],
)
def test_what_is_kept_for_the_printer_has_the_designs_sizes(
    name: str, diameter: float, height: float
) -> None:
    least, most = printed(name)
    across = most[:2] - least[:2]
    flutes = 1.7 if name == "stone-black" else 0.1  # what flutes may take off on either axis
    assert diameter - flutes < across.min() <= across.max() <= diameter + 0.01
    assert (least[2], most[2]) == pytest.approx((0, height), abs=0.01)  # it lies on the bed
