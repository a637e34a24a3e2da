"""What one reed and one stone should do on the bench, for BENCH.md."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hardware import design
from hardware.magnetics import chosen
from hardware.magnetics.margins import drive
from hardware.magnetics.reed import Array

FAR = 45.0
STEP = 0.1
TYPICAL_DROP_OUT = 0.9
"""Of pull-in; few reeds open earlier."""

Path = Callable[[Array, float], Array]
"""AT along a path: distances (n,) in mm from the point and a remanence in T give the drive (n,)."""


def flat() -> chosen.Stance:
    """A stone on a plain sheet: it stands on its foot."""
    return chosen.Stance("flat", 0.0, design.FOOT[1])


def sliding(right: float, up: float) -> Path:
    """A stone that slides from the point in a direction, as seen on the board."""

    def felt(distances: Array, remanence: float) -> Array:
        stones = distances[:, None] * np.array([up, right])  # the model has the reed along its first axis
        return np.abs(drive(chosen.layout(flat()), chosen.magnet(), remanence, stones))

    return felt


def rising(distances: Array, remanence: float) -> Array:
    """A stone that is lifted straight from the point."""
    point = np.zeros((1, 2))
    at = [chosen.Stance("lifted", 0.0, design.FOOT[1] + float(height)) for height in distances]
    return np.array([abs(drive(chosen.layout(up), chosen.magnet(), remanence, point)[0]) for up in at])


PATHS: dict[str, Path] = {
    "left": sliding(-1, 0),
    "right": sliding(1, 0),
    "down, away from the gap": sliding(0, -1),
    "up, towards the gap": sliding(0, 1),
    "lifted": rising,
}


def leaves(path: Path, remanence: float, ampere_turns: float) -> float:
    """Distance at which a stone first drives less than so many AT; `FAR` if it never does."""
    distances = np.arange(0, FAR, STEP)
    below = np.flatnonzero(path(distances, remanence) < ampere_turns)
    return float(distances[below[0]]) if len(below) else FAR


def ranges(path: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    """Between which distances a reed of the class closes, and between which it opens, nearest first."""
    reeds = chosen.reeds()
    weakest, strongest = chosen.magnet().remanence
    closes = leaves(path, weakest, reeds.high), leaves(path, strongest, reeds.low)
    opens = (
        leaves(path, weakest, reeds.high * TYPICAL_DROP_OUT),
        leaves(path, strongest, reeds.opens),
    )
    return closes, opens


def table() -> str:
    """Expected distances, with room for what was found."""
    lines = [
        "| stone goes | closes within, mm | found | opens again by, mm | found |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, path in PATHS.items():
        (near, far), (first, last) = ranges(path)
        lines.append(f"| {name} | {near:.0f} to {far:.0f} |  | {first:.0f} to {last:.0f} |  |")
    return "\n".join(lines) + "\n"


def currents(turns: int) -> dict[str, str]:
    """Currents in mA through a coil of so many turns that sort reeds into the class."""
    reeds = chosen.reeds()
    per_turn = 1000 / turns
    return {
        "least_ma": f"{reeds.low * per_turn:.0f}",
        "most_ma": f"{reeds.high * per_turn:.0f}",
        "open_ma": f"{reeds.opens * per_turn:.0f}",
    }
