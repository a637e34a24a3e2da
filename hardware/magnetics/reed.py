"""What a reed contact makes of a magnetic field, in the ampere-turns (AT) that data sheets speak of.

A reed with its leads is taken for a thin wire of iron with a gap in the middle. The iron is so permeable that
each half has one magnetic potential; the field outside drives flux along the wire and across the gap. That
leaves a small linear system for the magnetic charge along the wire (the method of moments with a thin-wire
kernel, as for a wire antenna; R. F. Harrington, Field Computation by Moment Methods, 1968, chapter 4). Being
linear, it is solved once for the flux that a field of unit strength at each place of the wire would drive; a
magnet's effect is then a sum over the wire.

A class such as "15-20 AT" belongs to a reed with uncut leads in its maker's test coil. Makers use different
coils, so there is no single conversion from field to ampere-turns. The flux of one ampere-turn in `COIL` is
used here as the unit; `published.py` says how well that fits a table of distances.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import magpylib
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MU_0 = 4e-7 * np.pi  # vacuum permeability, T m / A

WIRE_RADIUS = 0.3  # mm; the leads of a reed with a glass of 14 mm are 0.5 to 0.6 mm thick
GAP_PERMEANCE = 20.0  # mm: area of the overlap over its distance, some 1 mm2 over 0.05 mm
UNCUT = 44.0  # mm over both leads of a reed as its maker measures it
STEP = 0.8  # mm; pieces of wire must stay longer than its radius


@dataclass(frozen=True)
class Coil:
    """A test coil: length and mean radius in mm."""

    length: float
    radius: float


COIL = Coil(10.0, 3.0)


@dataclass(frozen=True)
class Wire:
    """Where a reed feels a field, and how much.

    `places` and `weights` have the shape (pieces, 3); the gap is at the origin and the reed lies along x, its
    leads bent down in -z. The drive in AT is the sum of weights * field over both axes, with the places in mm
    and the field in A/m.
    """

    places: Array
    weights: Array

    def drive(self, field: Array) -> Array:
        """AT for fields of the shape (..., pieces, 3) in A/m; the sign tells the direction along x."""
        return np.asarray(np.einsum("...ij,ij->...", field, self.weights))


def _along(bent_at: float, leg: float) -> tuple[Array, Array]:
    """Middles (n, 3) and lengths (n,) of the pieces of the half towards +x, from the gap outwards."""
    whole = bent_at + leg
    ends = np.linspace(0.02, whole, round(whole / STEP) + 1)
    places = np.stack([np.minimum(ends, bent_at), 0 * ends, -np.maximum(ends - bent_at, 0)], -1)
    return (places[1:] + places[:-1]) / 2, np.diff(ends)


def _flux_weights(span: float, leg: float, gap_permeance: float, wire_radius: float) -> tuple[Array, Array]:
    """Places (m, 3) and the flux through the gap that 1 A/m at each drives, over MU_0, in A mm."""
    middles, lengths = _along(span / 2, leg)
    count = len(middles)
    halves = np.concatenate([middles, middles * [-1, 1, 1]])
    lengths = np.concatenate([lengths, lengths])
    apart = np.linalg.norm(halves[:, None] - halves[None], axis=-1)
    potential = 1 / (4 * np.pi * np.hypot(apart, wire_radius))
    np.fill_diagonal(potential, 2 * np.arcsinh(lengths / 2 / wire_radius) / (4 * np.pi * lengths))
    # Unknown: the charge of each piece and the potential of either half. Each piece is at the potential of
    # its half; the charge of a half is what has crossed the gap.
    right, left = slice(0, count), slice(count, 2 * count)
    system = np.zeros((2 * count + 2, 2 * count + 2))
    system[: 2 * count, : 2 * count] = potential
    for half, row, sign in ((right, -2, 1), (left, -1, -1)):
        system[half, row] = -1
        system[row, half] = 1
        system[row, -2:] = sign * gap_permeance, -sign * gap_permeance
    charge_of_right = np.zeros(2 * count + 2)
    charge_of_right[right] = 1
    answer = np.linalg.solve(system.T, charge_of_right)
    places, weights = [], []
    for half, sign in ((right, 1), (left, -1)):
        path = np.concatenate([np.zeros((1, 3)), middles * [sign, 1, 1]])
        # A field on one stretch shifts the potential of every piece further out.
        further_out = np.cumsum(answer[half][::-1])[::-1]
        places.append((path[1:] + path[:-1]) / 2)
        weights.append(further_out[:, None] * np.diff(path, axis=0))
    return np.concatenate(places), np.concatenate(weights)


def _coil_field(coil: Coil, places: Array) -> Array:
    """Field (n, 3) in A/m at `places` (n, 3) in mm of one ampere-turn."""
    turns = 20
    loops = magpylib.Collection()
    for turn in range(turns):
        x = ((turn + 0.5) / turns - 0.5) * coil.length
        loop = magpylib.current.Circle(current=1 / turns, diameter=2e-3 * coil.radius)
        loops.add(loop.rotate_from_angax(90, "y").move((x * 1e-3, 0, 0)))
    return np.asarray(loops.getH(places * 1e-3))


@functools.cache
def wire(
    span: float,
    leg: float = 0.0,
    *,
    coil: Coil = COIL,
    gap_permeance: float = GAP_PERMEANCE,
    wire_radius: float = WIRE_RADIUS,
) -> Wire:
    """A reed whose leads reach or are bent at `span` / 2 mm from its gap and go down `leg` mm there."""
    uncut, weights = _flux_weights(UNCUT, 0.0, gap_permeance, wire_radius)
    one_ampere_turn = np.sum(weights * _coil_field(coil, uncut))
    places, weights = _flux_weights(span, leg, gap_permeance, wire_radius)
    return Wire(places, weights / one_ampere_turn)
