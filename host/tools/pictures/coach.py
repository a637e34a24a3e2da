"""``make screenshot``: a picture of the coach's lights on the page, taken from the real thing.

python -m tools.pictures.coach FILE.png
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from lakabe.archive import Archive
from tools.pictures.page import ALL_LIT, labels, lift, middle, photographed, run

POSITION = "B3B4/1B2W1B2/2WB1W3/1W4B2/W3W3B W"
"""In this position."""
LIFTED, OVER = "e4", "h3"
"""The stone that is in the air in the picture, and the point above which it hovers."""


def take(file: Path) -> None:
    """Lay the position, lift a stone, and take the picture when the coach has spoken."""
    with (
        tempfile.TemporaryDirectory(prefix="lakabe-") as directory,
        Archive(str(Path(directory) / "games.db")) as archive,
        photographed(file, archive, level=(4, 3), position=POSITION) as (page, address),
    ):
        page.goto(address)
        page.wait_for_selector("#player-W[data-turn]")
        page.wait_for_selector(f"#point-{LIFTED}[aria-label*=white]")
        lift(page, LIFTED)
        page.wait_for_selector("#legend [data-means=u]", timeout=120_000)
        page.mouse.move(*middle(page, OVER))
        # Some of the lights blink; their points' names tell of them all the time.
        lit = sum(label.count(", ") > 1 for label in labels(page))
        page.wait_for_function(ALL_LIT % lit)


def main(arguments: list[str]) -> int:
    """The command line: one file name."""
    return run(take, "tools.pictures.coach", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
