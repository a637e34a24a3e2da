"""``make screenshot``: a picture of the standing of a match on the page, taken from the real thing.

python -m tools.pictures.match FILE.png
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from lakabe.archive import Archive
from lakabe.games.pgn import START
from lakabe.matches.begin import begin
from lakabe.matches.standing import Standing
from tools.pictures.page import ALL_LIT, photographed, run

RESULTS = ("1-0", "1-0", "1/2-1/2", "0-1", "0-1", "1-0", "1/2-1/2")
"""Of the games before the one in the picture: two were decisive, the second of them followed by two velas."""

LIT = ("d2", "e3", "f4", "g5")
"""The points that O3 lights."""


def take(file: Path) -> None:
    """Have a championship match under way, its next game begun, and take the picture."""
    with (
        tempfile.TemporaryDirectory(prefix="lakabe-") as directory,
        Archive(str(Path(directory) / "games.db")) as archive,
    ):
        number = begin(archive, "championship", "Rasoa,Rakoto").record.number
        for place, result in enumerate(RESULTS, 1):
            with archive.writing() as writer:
                writer.board("e660", "0.2.0", "1.3", "0a0b0c0d")
                writer.match_game(number, place, "e660", f"0a0b0c0d-{place}")
                writer.finish(writer.game("e660", f"0a0b0c0d-{place}", 1, START), 0, result, "host")
        standing = Standing(archive.match(number))
        with photographed(file, archive, match=standing, level=3) as (page, address):
            page.goto(address)
            page.wait_for_selector("#player-W[data-turn]")
            page.wait_for_selector("#match table")
            page.wait_for_selector("[data-means=h]")  # the opening that is prescribed
            page.wait_for_selector("#notice:not([data-shown])", state="attached")
            page.wait_for_function(ALL_LIT % len(LIT))


def main(arguments: list[str]) -> int:
    """The command line: one file name."""
    return run(take, "tools.pictures.match", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
