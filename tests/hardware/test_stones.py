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
        ("CAP", (9.2, 0.8)),
        ("CAP", (8.0, 0.6)),
        ("CAP", (11.0, 0.6)),
        ("STONE_FLOOR", 1.0),
        ("FOOT", (14.0, 1.0)),
        ("FOOT", (12.0, 0.8)),
        ("RECESS", (17.0, 1.0)),
        ("RECESS", (15.0, 1.8)),
        ("LIGHT_HOLES", (6, 3.0, 5.0)),
        ("LIGHT_HOLES", (6, 3.0, 8.0)),
        ("LIGHT_HOLES", (12, 3.0, 7.2)),
        ("MAGNET_SIZE", (9.0, 2.0)),
        ("STONE_SIZE", (30.0, 9.0)),
        ("STONE_LOOKS", {"white": "plain", "black": "plain"}),
    ],
)
def test_what_does_not_fit_is_found(name: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(design, name, value)
    assert fit.faults() != []


def test_another_magnet_is_tried_in_the_same_stone() -> None:
    assert fit.faults((6.0, 3.0)) == fit.faults(design.MAGNET_SIZE) == []
    assert fit.faults((10.0, 2.0)) == ["the cap does not cover the magnet"]
    assert fit.faults((8.0, 8.0)) == ["the magnet comes through the top"]


def test_magnetics_and_mechanics_agree_on_the_floor() -> None:
    """The margins are reckoned for a magnet that lies as high as the stone lets it, or higher."""
    in_stone = design.CAP[1] + design.GLUE_GAP - design.FOOT[1]
    assert in_stone <= chosen.magnet_above_skin()


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
        ("cap", *design.CAP),
        ("window", WINDOW, design.SKIN),
        ("spacer", design.SCREW + 4.0, design.SPACER),
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
