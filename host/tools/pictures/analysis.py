"""``make screenshot``: a picture of an analysed game on the page, taken from the real thing.

python -m tools.pictures.analysis FILE.png
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from lakabe.archive import Archive, Move
from lakabe.games.pgn import START
from lakabe.help.analysis.kept import VARIABLE
from tools.pictures.page import photographed, run

GAME = (
    "d3-e3W b4-c3A-d3W-d2A c2-c3A-b4A d4-c3A-c2A-b2A-b3W e3-d3W-d4A-c4W e5-f4A-f3A e2-f2W-f1W h3-g3W-g4W "
    "b4-c5W-d5W f5-e5A c4-b4A-b5W g4-g3 b5-b4 e5-e4 b4-c3 e4-f4 h1-h2 f4-e5 c3-d4A g3-f4W-e4A f1-e1 e4-e3 "
    "e1-e2A g5-f4 i2-h2 f4-g3A e2-d2 g3-g2 d2-c3 g2-f2 c3-b2 f2-e3 b2-a2 e3-d2 a2-a3 h5-h4 a3-b3 h4-g3 "
    "b3-c3 d2-e1W"
)
"""A game of the engine against itself in which neither side always took its best move."""
TIMEOUT_MS = 300_000


def take(file: Path) -> None:
    """Have the game analysed on the page, and take the picture at its first turning point."""
    with (
        tempfile.TemporaryDirectory(prefix="lakabe-") as directory,
        Archive(str(Path(directory) / "games.db")) as archive,
    ):
        os.environ[VARIABLE] = directory
        with archive.writing() as writer:
            moves = [Move(ply, text) for ply, text in enumerate(GAME.split(), 1)]
            number = writer.add({"White": "Rasoa", "Black": "Rakoto"}, START, moves, "0-1")
        with photographed(file, archive) as (page, address):
            page.goto(f"{address}static/analysis.html?game={number}")
            page.wait_for_selector("body[data-done]", timeout=TIMEOUT_MS)
            page.click("#moves button[data-turning] >> nth=0")
            page.wait_for_selector("#moves [aria-current][data-turning]")


def main(arguments: list[str]) -> int:
    """The command line: one file name."""
    return run(take, "tools.pictures.analysis", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
