"""A point with its light, its window and a stone on it, as the tracer takes it."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace

import numpy as np
from hardware import design
from hardware.optics import tracer
from hardware.optics.tracer import Medium, Scene
from numpy.typing import NDArray

AIR = Medium("air", 1.0)
NATURAL = Medium("natural PLA or PETG", 1.5, 0.4, 0.01)
"""Printed without a dye. Its scattering is not measured; prints lie between `CLEARER` and `MILKIER`."""
CLEARER = replace(NATURAL, name="clear", scatters=0.1)
MILKIER = replace(NATURAL, name="milky", scatters=1.5, absorbs=0.02)
WOOD = Medium("light wood", returns=0.4)
MAGNET = Medium("nickel", returns=0.5)
LEAST = 0.5
"""Least contrast of the band with its light and without, from every side: a page's print has 0.7 and more."""
RAYS = 200_000
SHOWN = {
    "taken by approach": (0, 0, 255),
    "taken by withdrawal": (255, 60, 0),
    "taken either way": (255, 0, 170),
    "may move": (140, 70, 0),
    "the last move ended here": (70, 70, 70),
    "did this stone move?": (160, 160, 160),
    "does not belong here": (255, 60, 0),
}
"""What the firmware says under a standing stone: red, green, blue (`PALETTE` in firmware/leds.py)."""
CAPS = {
    "white": Medium("white plastic", returns=0.8),
    "black": Medium("black plastic", returns=0.04),
    "wooden": Medium("dark wood", returns=0.15),
}
"""What a stone's upper part is made of."""
BOARDS = {"white": Medium("white board", returns=0.7), "green": Medium("green board", returns=0.15)}
"""The strip below the window, by the colour of its mask."""

SHINES = 4.0
"""Diameter of what shines in a light of 5 x 5 mm."""
PIXEL_HEIGHT = 1.6
FULL_MCD = (390.0, 660.0, 180.0)
"""Red, green and blue of a WS2812B at full, mcd straight ahead, at least (its data sheet)."""
ROOM_LUX = 300.0
"""In a lit room, on the table (EN 12464-1: what a living room or an office's side desk has)."""
PAPER = 0.5
"""Part of the room's light that natural plastic sends back."""
GAP = 0.05
"""Air between a stone and what it stands on."""


@dataclass(frozen=True)
class Build:
    """What a point is made of."""

    cap: str = "black"
    layer: bool = True
    plastic: Medium = NATURAL
    board: str = "white"
    stone: bool = True
    window: bool = True


def scene(build: Build) -> Scene:
    """A stone on its point, or a bare window; cones are taken for cylinders of their mean radius."""
    foot, foot_height = design.FOOT
    recess, depth = design.RECESS
    magnet, magnet_height = design.MAGNET_SIZE
    band, height = design.STONE_BAND, design.STONE_SIZE[1]
    floor = design.STONE_FLOOR - foot_height
    radius = design.STONE_SIZE[0] / 2
    hole = design.WINDOW / 2
    circles = (
        *(0.0, magnet / 2, (foot - foot_height) / 2, (recess - depth) / 2, hole - design.WINDOW_PLAY, hole),
        *(radius, design.STRIP_SIZE[0] / 2, 2 * radius),
    )
    under = -design.SKIN - design.WELLS
    planes = tuple(
        sorted({under, -design.SKIN, -depth, -foot_height, -GAP, 0.0, floor, floor + magnet_height, band})
    )
    planes = (under - 0.5, *planes, height, height + 5)
    stone = build.plastic if build.stone else AIR
    window = build.plastic if build.window else AIR
    cap = CAPS["white" if build.layer else build.cap] if build.stone else AIR

    def at(r: float, z: float) -> Medium:
        if z < under:
            return BOARDS[build.board]
        if z < -design.SKIN:
            return AIR if r < design.STRIP_SIZE[0] / 2 else WOOD
        if z < 0 and r > hole:
            return AIR if z > -GAP else WOOD
        if build.stone and r < magnet / 2 and floor < z < floor + magnet_height:
            return MAGNET
        if z < 0:
            if r < (foot - foot_height) / 2 and z > -foot_height:
                return stone
            in_window = (recess - depth) / 2 < r < hole - design.WINDOW_PLAY or z < -depth
            return window if in_window and z < -GAP and r < hole - design.WINDOW_PLAY else AIR
        if r > radius or z > height:
            return AIR
        return stone if z < band else cap

    middles = [(one + other) / 2 for one, other in itertools.pairwise(circles)]
    levels = [(one + other) / 2 for one, other in itertools.pairwise(planes)]
    media = tuple(tuple(at(r, z) for z in levels) for r in middles)
    x, y = design.PIXEL_AT
    return Scene(circles, planes, media, (x, y, under + PIXEL_HEIGHT), SHINES, radius)


def lumens(colour: tuple[int, int, int]) -> float:
    """Light of a WS2812B that gives off as Lambert's law has it, for values of 0 to 255."""
    return math.pi * sum(full * part / 255 for full, part in zip(FULL_MCD, colour, strict=True)) / 1000


def rim(build: Build, rays: int, seed: int = 1) -> NDArray[np.float64]:
    """Luminance (SIDES,) of the band of a stone, cd/m2 a lumen, seen from 45 degrees above."""
    shown = design.STONE_SIZE[0] * design.STONE_BAND * math.cos(math.radians(45)) * 1e-6
    return np.asarray(tracer.intensity(scene(build), rays, seed)[tracer.STONE] / shown)


def bare(build: Build, rays: int, seed: int = 1) -> NDArray[np.float64]:
    """Luminance (SIDES,) of a window without a stone, cd/m2 a lumen, seen from 45 degrees above."""
    empty = scene(replace(build, stone=False))
    shown = math.pi * (design.WINDOW / 2) ** 2 * math.sin(math.radians(45)) * 1e-6
    return np.asarray(tracer.intensity(empty, rays, seed).sum(axis=0) / shown)


def room() -> float:
    """Luminance of the band by the light of the room, cd/m2: half of what lies flat gets falls on a side."""
    return ROOM_LUX / 2 * PAPER / math.pi


def contrast(build: Build, colour: tuple[int, int, int], rays: int = RAYS) -> NDArray[np.float64]:
    """How much brighter (SIDES,) the band is with its light than without, as a part of the latter."""
    return np.asarray(rim(build, rays) * lumens(colour) / room())


def dimmest() -> str:
    """What is said with least light."""
    return min(SHOWN, key=lambda name: lumens(SHOWN[name]))


def faults(build: Build | None = None) -> list[str]:
    """Sides from which a light under a stone is not seen, a line for each plastic; none in a sound design."""
    bad = []
    for plastic in (NATURAL, CLEARER):
        made = replace(build or Build(), plastic=plastic)
        least = contrast(made, SHOWN[dimmest()]).min()
        if least < LEAST:
            bad.append(f"{made.cap} stone of {plastic.name}: contrast {least:.2f} from the darkest side")
    return bad
