"""How alike two roles look to normal and to colour-blind eyes."""

from __future__ import annotations

import itertools
import math

from fake_pico import Pico

from fanorona.lights import painter

LEDS = Pico().load("leds")
PALETTE = [tuple(LEDS.PALETTE[at : at + 4]) for at in range(0, len(LEDS.PALETTE), 4)]
LETTERS = painter.LETTERS.decode()

# Machado, Oliveira, Fernandes 2009, "A physiologically-based model for simulation of color vision
# deficiency", IEEE TVCG 15(6), severity 1.0; on linear RGB, which the duty of an LED is.
EYES = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

# Ten times the step in CIE 1976 u'v' that an eye just notices. Brightness counts for nothing: a crowded frame
# is dimmed, and a light below a stone is dimmer than one beside it.
APART = 0.04

ONE_MEANING = {"r", "x"}
"""A stone has to come off, whether it was captured or does not belong there."""


def chromaticity(rgb: tuple[int, int, int], eye: str) -> tuple[float, float]:
    """CIE 1976 u'v' of a lit LED as an eye sees it."""
    r, g, b = (
        min(1.0, max(0.0, sum(weight * value / 255 for weight, value in zip(row, rgb, strict=True))))
        for row in EYES[eye]
    )
    x = 0.4124 * r + 0.3576 * g + 0.1805 * b
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = 0.0193 * r + 0.1192 * g + 0.9505 * b
    return 4 * x / (x + 15 * y + 3 * z), 9 * y / (x + 15 * y + 3 * z)


def distance(one: str, other: str, eye: str) -> float:
    first, second = (PALETTE[LETTERS.index(letter)][:3] for letter in (one, other))
    return math.dist(chromaticity(first, eye), chromaticity(second, eye))


def confused(group: str, eye: str) -> list[tuple[str, str]]:
    """Pairs of roles that blink alike and have too similar a hue."""
    return [
        (one, other)
        for one, other in itertools.combinations(group, 2)
        if {one, other} != ONE_MEANING
        and PALETTE[LETTERS.index(one)][3] == PALETTE[LETTERS.index(other)][3]
        and distance(one, other, eye) < APART
    ]
