"""The model held against tables of distances that a maker of reeds publishes.

Source: Reed Relays and Electronics India, "Actuation Distances" for the reed switches SM-1322 (glass of
14 mm) and MM-1018 (glass of 10 mm), cropped leads, operate bands 10-20 and 20-30 AT, on reed-sensor.com under
reed-switches/distances-reed-switches; distances in mm, +-0.5 mm; NdFeB magnets of a grade that is not named.
`distances.csv` holds the numbers. One line of MM-1018 is left out (NDC-M, 20-30 AT): it has a reed open
nearer to the magnet than it closes.

What the tables do not say is assumed: the magnet lies parallel to the reed, over its middle; the distance is
from glass to magnet; the leads are cropped to a few mm beyond the glass; the far end of a range belongs to
the lowest AT of the band, the near end to the highest. The length of the leads, the test coil and the gap
each move all results of a reed together, by up to a fifth either way. The tables therefore check the shape of
the model, how the effect of a magnet falls with distance and grows with its size, sharply, and its scale only
to about 1.3 times.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import magpylib
import numpy as np
from hardware.magnetics.reed import COIL, GAP_PERMEANCE, Array, Coil, wire

TABLE = Path(__file__).with_name("distances.csv")
GLASS_RADIUS = {"SM-1322": 1.1, "MM-1018": 0.9}  # mm
CROPPED = {"SM-1322": 20.0, "MM-1018": 16.0}  # mm over both leads
REMANENCE = 1.2  # T, NdFeB of the common grade N35


@dataclass(frozen=True)
class Row:
    """One line of a table: a reed, a bar magnet in mm, a band in AT, distances in mm."""

    reed: str
    magnet: str
    length: float
    across: float
    round: bool
    band: tuple[float, float]
    operate: tuple[float, float]
    release: tuple[float, float]


def rows(reed: str = "") -> list[Row]:
    """The lines for a reed, or all."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        return [
            Row(
                line["reed"],
                line["magnet"],
                float(line["length"]),
                float(line["across"]),
                line["round"] == "yes",
                (float(line["band_low"]), float(line["band_high"])),
                (float(line["operate_near"]), float(line["operate_far"])),
                (float(line["release_near"]), float(line["release_far"])),
            )
            for line in csv.DictReader(file)
            if reed in ("", line["reed"])
        ]


def predicted(row: Row, distances: Array, span: float | None = None, coil: Coil = COIL) -> Array:
    """AT that the model gives the magnet of a row at `distances` (n,) in mm from the glass."""
    reed = wire(span or CROPPED[row.reed], coil=coil, gap_permeance=GAP_PERMEANCE)
    size = np.array([row.length, row.across, row.across]) * 1e-3
    if row.round:
        bar: Any = magpylib.magnet.Cylinder(polarization=(0, 0, REMANENCE), dimension=size[[1, 0]])
        bar.rotate_from_angax(90, "y")
    else:
        bar = magpylib.magnet.Cuboid(polarization=(REMANENCE, 0, 0), dimension=size)
    heights = distances + GLASS_RADIUS[row.reed] + row.across / 2
    places = reed.places - heights[:, None, None] * np.array([0, 0, 1])
    return np.abs(reed.drive(np.asarray(bar.getH(places.reshape(-1, 3) * 1e-3)).reshape(places.shape)))


@dataclass(frozen=True)
class Agreement:
    """Prediction over table, for all pairs of a distance and an AT: mean and spread as factors."""

    ratios: Array
    mean: float
    spread: float  # one standard deviation


def agreement(table: list[Row], span: float | None = None, coil: Coil = COIL) -> Agreement:
    """How the model's AT compare with the bands at the published operate distances."""
    ratios = np.concatenate(
        [predicted(row, np.array(row.operate[::-1]), span, coil) / np.array(row.band) for row in table]
    )
    logs = np.log(ratios)
    return Agreement(ratios, float(np.exp(logs.mean())), float(np.exp(logs.std())))


def release_ratios(table: list[Row]) -> Array:
    """Drop-out over pull-in that the published release distances amount to, two values a row."""
    return np.concatenate(
        [predicted(row, np.array(row.release)) / predicted(row, np.array(row.operate)) for row in table]
    )
