"""Whether a stone fits together: magnet, pocket, foot, band and window, as numbers."""

from __future__ import annotations

import math

from hardware import design
from hardware.magnetics import chosen

ALMOST = 1e-9


def faults(magnet: tuple[float, float] | None = None) -> list[str]:
    """What of a stone does not fit together, a line each; nothing in a sound design.

    `magnet` is the diameter and height of another disc than the design's, in mm.
    """
    foot, foot_height = design.FOOT
    recess, depth = design.RECESS
    disc, disc_height = magnet or design.MAGNET_SIZE
    diameter, height = design.STONE_SIZE
    band = design.STONE_BAND
    window = design.WINDOW / 2 - design.WINDOW_PLAY
    narrow = foot / 2 - foot_height  # radius of the foot's lower face
    play = (recess - foot) / 2 + design.WINDOW_PLAY
    over = design.POCKET_FLOOR - foot_height + disc_height + design.POCKET_PLAY  # the upper end of the pocket
    layers = [heights / design.LAYER for heights in pauses().values()]
    found = {
        "the magnet is too far up": design.POCKET_FLOOR + design.POCKET_PLAY > design.STONE_FLOOR + ALMOST,
        "the floor is thicker than 0.8 mm": design.STONE_FLOOR > 0.8,
        "the floor is too thin to keep a magnet in": design.POCKET_FLOOR < 0.6,
        "the magnet's pocket is too tight for a print": design.POCKET_PLAY < 0.2,
        "the window is too tight for a print": design.WINDOW_PLAY < 0.2,
        "the foot stands on the ground of the recess": foot_height >= depth,
        "the foot does not centre": play > chosen.SEATED.off or play < 0.3,
        "a foot catches from too near": (recess - (foot - 2 * foot_height)) / 2 < 1.2,
        "the window has no rim": window - recess / 2 < 1.0,
        "the window is too thin": design.SKIN - depth < 1.5,
        "the wall round the magnet is too thin": narrow - disc / 2 - design.POCKET_PLAY < 1.5,
        "the magnet reaches into the white layer": over > band - 0.6,
        "no face is left above the white layer": height - band - design.REFLECTOR < 3.0,
        "a pause is within a layer": any(abs(count - round(count)) > 1e-6 for count in layers),
        "stones are too tight for fingers": design.PITCH - diameter < 12,
        "a neighbour hides the band from 45 degrees": design.PITCH - diameter < height,
        "the stone does not cover the window": diameter / 2 < design.WINDOW / 2 + 2,
        "the looks are alike": len(set(design.STONE_LOOKS.values())) != len(design.STONE_LOOKS),
    }
    return [what for what, wrong in found.items() if wrong]


def pauses() -> dict[str, float]:
    """Heights above the bed at which the print of a stone stops, mm; it lies face down."""
    height = design.STONE_SIZE[1]
    return {
        "white": height - design.STONE_BAND - design.REFLECTOR,
        "natural": height - design.STONE_BAND,
        "magnet": height + design.FOOT[1] - design.POCKET_FLOOR,
    }


def flux_index() -> float:
    """Flux index of a magnet of the strongest grade, kG2 mm2.

    That is the field at the middle of its face, squared, times the area of the face. Toys with parts that can
    be swallowed must stay below 50 (EN 71-1, ASTM F963).
    """
    diameter, height = design.MAGNET_SIZE
    tesla = design.MAGNET_REMANENCE[1] / 2 * height / math.hypot(height, diameter / 2)
    return (10 * tesla) ** 2 * math.pi * (diameter / 2) ** 2
