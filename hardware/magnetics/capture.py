"""How far beside its point a stone is still felt there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hardware.magnetics import chosen
from hardware.magnetics.grades import GRADES
from hardware.magnetics.margins import drive
from hardware.magnetics.reed import Array

STEP = 0.25
FURTHEST = 14.0
TURNS = 48
ROUND = np.linspace(0, 2 * np.pi, TURNS, endpoint=False)
"""Directions from the point, from that of the gap."""
UP, ASIDE, DOWN = 0, TURNS // 4, TURNS // 2
"""Towards row 5 and the gap, to a side, towards row 1: places in `ROUND`."""


def felt(grade: str, stance: chosen.Stance, radius: float) -> Array:
    """AT (TURNS,) of the weakest magnet of a grade, `radius` mm off the point in every direction."""
    places = radius * np.stack([np.cos(ROUND), np.sin(ROUND)], -1)
    magnet = replace(chosen.magnet(), remanence=GRADES[grade])
    return np.abs(drive(chosen.layout(stance), magnet, magnet.remanence[0], places))


def radius(grade: str, stance: chosen.Stance) -> float:
    """Distance in mm within which a stone surely closes its point's reed, whatever its direction."""
    closes = chosen.reeds().high
    safe = 0.0
    while safe + STEP <= FURTHEST and felt(grade, stance, safe + STEP).min() >= closes:
        safe += STEP
    return safe
