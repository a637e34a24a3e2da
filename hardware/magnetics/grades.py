"""How strong magnets of each grade are: remanence in T, least and most."""

from __future__ import annotations

GRADES: dict[str, tuple[float, float]] = {
    "N35": (1.17, 1.22),
    "N38": (1.22, 1.25),
    "N40": (1.25, 1.28),
    "N42": (1.28, 1.32),
    "N45": (1.32, 1.38),
    "N48": (1.37, 1.42),
    "N50": (1.39, 1.45),
    "N52": (1.42, 1.48),
    "ferrite": (0.36, 0.40),
}
"""Neodymium: the wider of the ranges in two makers' tables of grades (First4Magnets on magnetexpert.com,
Shanghai Magnet on shanghaimagnet.com). Ferrite: grades Y25 to Y30.
"""
