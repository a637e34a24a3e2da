"""Measures the firmware on an emulated Pico and prints the tables that firmware/README.md shows."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lakabe.board.native import NATIVE
from lakabe.errors import exit_code_of
from pico import image
from pico.bench import answers, glitches, hosts, idle, modules, parts, report, scenes
from pico.bench.answers import EMULATORS
from pico.bench.report import Results

GAMES = 32  # with the hard positions over 1,000 lifts and placements that change lights, all legal play
PLIES = 6

T = TypeVar("T")


def main() -> int:
    """Measures everything."""
    parser = argparse.ArgumentParser(prog="make bench-pico ARGS=", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="for the answering times (%(default)s)")
    parser.add_argument("--plies", type=int, default=PLIES, help="of each of them (%(default)s)")
    parser.add_argument("--hard", type=int, help="scenes of each hard kind (all)")
    parser.add_argument("--write", action="store_true", help="put the tables into firmware/README.md, too")
    chosen = parser.parse_args()

    def work() -> None:
        results = measure(chosen.games, chosen.plies, chosen.hard)
        print(report.markdown(results))
        if chosen.write:
            report.write(results)

    return exit_code_of(work)


def measure(games: int, plies: int, hard: int | None) -> Results:
    """As many emulators work at once as `answers` allows."""
    every = scenes.hard()
    kinds = {scene.kind for scene in every}
    few = [scene for kind in sorted(kinds) for scene in [one for one in every if one.kind == kind][:hard]]
    flashed = image.firmware()
    with ThreadPoolExecutor(EMULATORS) as pool:

        def begin(name: str, function: Callable[..., T], *arguments: object) -> Callable[[], T]:
            future = pool.submit(function, *arguments)
            future.add_done_callback(lambda _: print(f"measured: {name}", file=sys.stderr))
            return future.result

        starts = [begin(f"start, {kind}", idle.measure, kind) for kind in (image.BYTECODE, image.FLASHED)]
        scene_list = [*scenes.games(games, plies), *scenes.variants(), *few]
        played = [
            begin(f"{scene.kind}, {number}", answers.play, flashed, scene)
            for number, scene in enumerate(scene_list)
        ]
        bad = {
            host.__name__: begin(f"host {host.__name__}", answers.play, flashed, scenes.game(3, plies), host)
            for host in hosts.BAD
        }
        costs = [begin("parts", parts.measure, native) for native in ((), NATIVE)]
        weights = [begin("modules", modules.measure, native) for native in ((), NATIVE)]
        held = {ms: begin(f"held {ms} ms", glitches.measure, ms) for ms in glitches.HOLDS_MS}
        return Results(
            (starts[0](), starts[1]()),
            [one() for one in played],
            {name: one() for name, one in bad.items()},
            (costs[0](), costs[1]()),
            (weights[0](), weights[1]()),
            {ms: one() for ms, one in held.items()},
        )


if __name__ == "__main__":
    sys.exit(main())
