"""Figures that may not be larger than something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Row = tuple[str, float, str]


def over(found: Sequence[Row], most: Mapping[str, float]) -> list[str]:
    """A line for each figure that is larger than the most it may be, by what was measured."""
    return [
        f"{what}: {value:.3g} {unit}, but {most[what]:g} {unit} at most"
        for what, value, unit in found
        if what in most and not value <= most[what]
    ]
