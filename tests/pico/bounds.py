"""What the board has to keep to, which tests hold it to and the tables of firmware/README.md as well."""

from __future__ import annotations

from dataclasses import dataclass

SCANS_PER_S = 500.0
START_MS = 500.0
"""From power-on to the set-up lights."""
HEAP_BYTES = 48 * 1024
"""Free after a game."""


@dataclass(frozen=True)
class Bounds:
    """Answers, ms: the median and 99 % of lights and of lines; each turn of the loop, and all on average."""

    median: float = 8.0
    late: float = 12.0
    median_lines: float = 8.0
    late_lines: float = 12.0
    turn: float = 9.0
    mean_turn: float = 1000 / SCANS_PER_S
    lines: bool = True  # of contacts, too, not only lights


LEGAL = Bounds()
"""Of legal play."""
