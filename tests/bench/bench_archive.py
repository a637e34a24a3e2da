"""The archive: how many moves a second become durable, one transaction each, as while recording."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from lakabe.archive import Archive, Contact

MOVES = 300
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


def run() -> list[tuple[str, float, str]]:
    contacts = [Contact(seq, 0, "raw", "e3", seq % 2) for seq in range(8)]
    # Not in /tmp, which may be memory: the figure is about the disk.
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, Archive(f"{folder}/games.db") as archive:
        with archive.writing() as writer:
            writer.board("bench", "0", "1.0", "00000000")
            game = writer.game("bench", "00000000-1", 1, START)
        begun = time.perf_counter()
        for ply in range(1, MOVES + 1):
            with archive.writing() as writer:
                writer.move(game, ply, "d3-e3A")
                writer.keep("bench", "00000000", ply)
        moves = MOVES / (time.perf_counter() - begun)
        begun = time.perf_counter()
        for _ in range(MOVES):
            with archive.writing() as writer:
                writer.contacts("bench", "00000000", game, contacts)
                writer.keep("bench", "00000000", 0)
        batches = MOVES / (time.perf_counter() - begun)
        begun = time.perf_counter()
        archive.games()
        reading = time.perf_counter() - begun
    return [
        ("commits of a move", moves, "1/s"),
        ("commits of 8 contacts", batches, "1/s"),
        (f"listing a game of {MOVES} moves", reading * 1000, "ms"),
    ]
