"""Lakabe: the computer's side of an electronic Fanorona board."""

from __future__ import annotations

__version__ = "0.2.0"
