"""Whether a stone fits together: magnet, cap, foot, holes for light and window, as numbers."""

from __future__ import annotations

import math

from hardware import design
from hardware.magnetics import chosen


def faults(magnet: tuple[float, float] | None = None) -> list[str]:
    """What of a stone does not fit together, a line each; nothing in a sound design.

    `magnet` is the diameter and height of another disc than the design's, in mm.
    """
    foot, foot_height = design.FOOT
    recess, depth = design.RECESS
    cap, cap_height = design.CAP
    disc, disc_height = magnet or design.MAGNET_SIZE
    count, hole, away = design.LIGHT_HOLES
    diameter, height = design.STONE_SIZE
    window = design.WINDOW / 2 - design.WINDOW_PLAY
    narrow = foot / 2 - foot_height  # radius of the foot's lower face
    play = (recess - foot) / 2 + design.WINDOW_PLAY
    found = {
        "the magnet is too far up": cap_height + design.GLUE_GAP > design.STONE_FLOOR,
        "the floor is thicker than 0.8 mm": design.STONE_FLOOR > 0.8,
        "the foot stands on the ground of the recess": foot_height >= depth,
        "the foot does not centre": play > chosen.SEATED.off or play < 0.3,
        "a foot catches from too near": (recess - (foot - 2 * foot_height)) / 2 < 1.2,
        "the window has no rim": window - recess / 2 < 1.0,
        "the window is too thin": design.SKIN - depth < 1.5,
        "the cap does not cover the magnet": cap <= disc + 2 * design.GLUE_GAP + 0.4,
        "the wall round the cap is too thin": narrow - cap / 2 - design.GLUE_GAP < 1.0,
        "the holes for light meet the cap": away - hole / 2 - cap / 2 - design.GLUE_GAP < 0.8,
        "the holes for light miss the window": away + hole / 2 > window,
        "the holes for light meet": 2 * away * math.sin(math.pi / count) - hole < 2.0,
        "the magnet comes through the top": cap_height - foot_height + disc_height > height - 2,
        "stones are too tight for fingers": design.PITCH - diameter < 12,
        "the stone does not cover the window": diameter / 2 < design.WINDOW / 2 + 2,
        "the looks are alike": len(set(design.STONE_LOOKS.values())) != len(design.STONE_LOOKS),
    }
    return [what for what, wrong in found.items() if wrong]
