"""Follows light through round bodies that share an axis: Monte Carlo with scattering, Fresnel and absorption.

Bodies are cells between circles of radius `circles` and planes at height `planes`, in mm. Each cell is of a
medium: air or plastic, in which light goes on, or something opaque, whose face sends a part back in all
directions (Lambert). In plastic light scatters isotropically (its reduced coefficient) and is absorbed, both
a mm; between media of different refractive indices Fresnel's equations hold for unpolarised light. As in
L. Wang, S. Jacques and L. Zheng, MCML, Computer Methods and Programs in Biomedicine 47 (1995) 131.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
SIDES = 8
"""Directions from which one looks."""
NOWHERE, SURFACE, STONE = 0, 1, 2
"""Where light was last: at the source, on a face of wood or board, or out of the stone's side."""


@dataclass(frozen=True)
class Medium:
    """Refractive index, 0 if opaque; scattering and absorption a mm; part that an opaque face sends back."""

    name: str
    index: float = 0.0
    scatters: float = 0.0
    absorbs: float = 0.0
    returns: float = 0.0


@dataclass(frozen=True)
class Scene:
    """Cells `media[ring][layer]` between `circles` (from 0, ascending) and `planes`, and where light begins.

    The source is a disc that looks up: its place (x, y, z) and its diameter. `side` is the radius at which
    light leaves a stone's side.
    """

    circles: tuple[float, ...]
    planes: tuple[float, ...]
    media: tuple[tuple[Medium, ...], ...]
    source: tuple[float, float, float]
    diameter: float
    side: float


def _compiled(function: F) -> F:
    return cast(F, cast(Any, numba).njit(nogil=True)(function))


@_compiled
def _follow(
    circles: Any,
    planes: Any,
    index: Any,
    scatters: Any,
    absorbs: Any,
    returns: Any,
    source: Any,
    side: float,
    rays: int,
    seed: int,
    found: Any,
) -> None:
    """Adds to `found` (3, SIDES): what leaves at 35 to 55 degrees by where it was last and its direction."""
    np.random.seed(seed)
    rings, layers = index.shape
    low, high = math.sin(math.radians(35.0)), math.sin(math.radians(55.0))
    for _ in range(rays):
        radius, turn = source[3] / 2 * math.sqrt(np.random.random()), 2 * math.pi * np.random.random()
        x, y, z = source[0] + radius * math.cos(turn), source[1] + radius * math.sin(turn), source[2]
        up, turn = math.sqrt(np.random.random()), 2 * math.pi * np.random.random()
        flat = math.sqrt(1 - up * up)
        u, v, w = flat * math.cos(turn), flat * math.sin(turn), up
        ring, layer = 0, 0
        while circles[ring + 1] < math.hypot(x, y):
            ring += 1
        while planes[layer + 1] <= z:
            layer += 1
        weight, last = 1.0, 0
        for _step in range(100_000):
            # The way to the cell's faces: above or below, then the outer and the inner circle.
            way, face = 1e9, 0
            if w > 0:
                way, face = (planes[layer + 1] - z) / w, 1
            elif w < 0:
                way, face = (planes[layer] - z) / w, 2
            across = u * u + v * v
            if across > 1e-12:
                along = x * u + y * v
                outer = circles[ring + 1]
                there = (
                    -along + math.sqrt(max(0.0, along * along - across * (x * x + y * y - outer * outer)))
                ) / across
                if there < way:
                    way, face = there, 3
                inner = circles[ring]
                root = along * along - across * (x * x + y * y - inner * inner)
                if inner > 0 and along < 0 and root > 0:
                    there = (-along - math.sqrt(root)) / across
                    if there < way:
                        way, face = there, 4
            way = max(way, 0.0)
            free = 1e9
            if scatters[ring, layer] > 0:
                free = -math.log(1 - np.random.random()) / scatters[ring, layer]
            step = min(way, free)
            x, y, z = x + step * u, y + step * v, z + step * w
            weight *= math.exp(-absorbs[ring, layer] * step)
            if weight < 0.01:
                if np.random.random() > 0.1:
                    break
                weight *= 10
            if free < way:
                w, turn = 2 * np.random.random() - 1, 2 * math.pi * np.random.random()
                flat = math.sqrt(1 - w * w)
                u, v = flat * math.cos(turn), flat * math.sin(turn)
                continue
            next_ring = ring + (1 if face == 3 else -1 if face == 4 else 0)
            next_layer = layer + (1 if face == 1 else -1 if face == 2 else 0)
            if next_ring == rings or next_layer == layers or next_layer < 0:
                if low < w < high:
                    found[last, int((math.atan2(v, u) / math.pi + 2.125) * 4) % 8] += weight
                break
            # The normal that looks back into the cell.
            if face == 1:
                a, b, c = 0.0, 0.0, -1.0
            elif face == 2:
                a, b, c = 0.0, 0.0, 1.0
            else:
                far = math.hypot(x, y)
                sign = -1.0 if face == 3 else 1.0
                a, b, c = sign * x / far, sign * y / far, 0.0
            here, there = index[ring, layer], index[next_ring, next_layer]
            if there == 0:
                if np.random.random() > returns[next_ring, next_layer]:
                    break
                # Lambert's law: a place on the unit sphere that rests on the face.
                q, turn = 2 * np.random.random() - 1, 2 * math.pi * np.random.random()
                flat = math.sqrt(1 - q * q)
                u, v, w = a + flat * math.cos(turn), b + flat * math.sin(turn), c + q
                size = math.sqrt(u * u + v * v + w * w) + 1e-12
                u, v, w = u / size, v / size, w / size
                last = 1
                continue
            if here != there:
                enter = -(a * u + b * v + c * w)
                ratio = here / there
                sine = ratio * ratio * (1 - enter * enter)
                back = 1.0
                leave = 0.0
                if sine < 1:
                    leave = math.sqrt(1 - sine)
                    one = (here * enter - there * leave) / (here * enter + there * leave)
                    other = (here * leave - there * enter) / (here * leave + there * enter)
                    back = (one * one + other * other) / 2
                if np.random.random() < back:
                    u, v, w = u + 2 * enter * a, v + 2 * enter * b, w + 2 * enter * c
                    continue
                bend = ratio * enter - leave
                u, v, w = ratio * u + bend * a, ratio * v + bend * b, ratio * w + bend * c
                if face == 3 and abs(circles[ring + 1] - side) < 1e-9:
                    last = 2
            ring, layer = next_ring, next_layer


def intensity(scene: Scene, rays: int, seed: int = 1) -> NDArray[np.float64]:
    """What part of the source's light goes where one looks from, a steradian: (3, SIDES) by its last place.

    From 45 degrees above the board, 10 to either side; the first of `SIDES` directions is to the right of the
    board, the others follow counter-clockwise.
    """

    def each(read: Callable[[Medium], float]) -> NDArray[np.float64]:
        return np.array([[read(medium) for medium in ring] for ring in scene.media])

    found = np.zeros((3, SIDES))
    _follow(
        np.array(scene.circles),
        np.array(scene.planes),
        each(lambda medium: medium.index),
        each(lambda medium: medium.scatters),
        each(lambda medium: medium.absorbs),
        each(lambda medium: medium.returns),
        np.array([*scene.source, scene.diameter]),
        scene.side,
        rays,
        seed,
        found,
    )
    solid = 2 * np.pi / SIDES * (math.sin(math.radians(55)) - math.sin(math.radians(35)))
    return found / rays / solid
