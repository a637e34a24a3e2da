"""How puzzles are looked for, where nothing else is asked for."""

from __future__ import annotations

NODES = 40_000
"""For each position that looks promising."""
METHOD = 1
"""Another number when puzzles are looked for in another way, so that positions are looked at again."""
