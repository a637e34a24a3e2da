"""What set-up does for the endgame tables: build the small ones, inside the virtual environment."""

from __future__ import annotations

from lakabe.engine.tables.build import build, missing
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.store import setup_directory

STONES = 5


def make_ready(stones: int = STONES) -> None:
    """Build the tables of up to ``stones`` stones that ``setup_directory`` does not have. LakabeError."""
    if not missing(setup_directory(), stones):
        return
    with Processes(1) as here:
        build(setup_directory(), stones, here)
