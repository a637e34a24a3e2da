"""Writes a circuit board into a file. Started by `project` on the Python that has KiCad's module."""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.electronics import carrier_board, strip_board

DRAW = {"strip": strip_board.draw, "carrier": carrier_board.draw}


def main(name: str, file: str) -> None:
    """Writes the board `name` into `file`."""
    DRAW[name]().save(Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:])
