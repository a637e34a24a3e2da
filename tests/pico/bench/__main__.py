"""Measures the firmware on an emulated Pico and prints tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from lakabe.errors import exit_code_of
from pico import image
from pico.bench import answers, idle, parts, scenes
from pico.bench.answers import Answers, quantile
from pico.bench.idle import Idle
from pico.bench.parts import Costs

KINDS = (image.FLASHED, image.BYTECODE, image.NATIVE)
GAMES = 3
PLIES = 14
POSITIONS = 5


def table(title: str, kinds: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table with a column for what is measured and the columns of each kind."""
    made = Table(title=title, title_justify="left")
    made.add_column("")
    for kind in kinds:
        made.add_column(kind, justify="right")
    for row in rows:
        made.add_row(*row)
    return made


def start_table(kinds: Sequence[str], found: Sequence[Idle]) -> Table:
    return table(
        "Start and idling",
        kinds,
        [
            ("power-on to set-up lights, ms", *(f"{one.first_frame:.0f}" for one in found)),
            ("power-on to hello, ms", *(f"{one.hello:.0f}" for one in found)),
            ("scan to scan, ms", *(f"{one.period:.2f}" for one in found)),
            ("the longest, ms", *(f"{one.longest:.2f}" for one in found)),
            ("heap free, KiB", *(f"{one.free / 1024:.0f}" for one in found)),
        ],
    )


def answer_table(where: str, kinds: Sequence[str], found: Sequence[Answers]) -> Table:
    def row(name: str, values: Sequence[Sequence[float]]) -> list[str]:
        cells = [
            " / ".join(f"{quantile(one, part):.1f}" for part in (0.5, 0.99, 1)) if one else "-"
            for one in values
        ]
        return [f"{name} ({len(values[0])})", *cells]

    return table(
        f"Answering times in {where}, ms: median / 99th of 100 / longest",
        kinds,
        [
            row("lift to light", [one.lift_light for one in found]),
            row("placement to light", [one.place_light for one in found]),
            row("contact to line", [one.line for one in found]),
            ["events that light nothing at once", *(str(one.dark) for one in found)],
            ["answers that never came", *(str(one.missed) for one in found)],
        ],
    )


def part_table(kinds: Sequence[str], found: Sequence[Costs]) -> Table:
    rows = []
    for name in found[0].parts:
        cells = [one.parts[name] for one in found]
        rows.append([name, *(f"{cell.sum // cell.count:,} / {cell.longest:,}" for cell in cells)])
    return table("Parts of the loop over a game, us: mean / longest", kinds, rows)


def module_table(kinds: Sequence[str], found: Sequence[Costs]) -> Table:
    rows = []
    for name in found[0].modules:
        cells = [one.modules[name] for one in found]
        rows.append([name, *(f"{c.flash:,} / {c.heap:,} / {c.import_us / 1000:.0f}" for c in cells)])
    sums = [
        (
            sum(module.flash for module in one.modules.values()),
            sum(module.heap for module in one.modules.values()),
            sum(module.import_us for module in one.modules.values()),
        )
        for one in found
    ]
    rows.append(["all", *(f"{flash:,} / {heap:,} / {spent / 1000:.0f}" for flash, heap, spent in sums)])
    return table("Modules: flash, bytes / heap, bytes / import, ms", kinds, rows)


def main() -> int:
    """Runs every measurement for each kind of files."""
    parser = argparse.ArgumentParser(prog="make bench-pico ARGS=", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="flashed, bytecode, native; all by default")
    parser.add_argument("--plies", type=int, default=PLIES, help="of each game (%(default)s)")
    parser.add_argument("--games", type=int, default=GAMES, help="for the answering times (%(default)s)")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="hard ones (%(default)s)")
    chosen = parser.parse_args()
    kinds = chosen.kinds or KINDS
    for kind in kinds:
        if kind not in KINDS:
            parser.error(f"there is no kind {kind}")
    console = Console(width=None if sys.stdout.isatty() else 120)

    def work() -> None:
        console.print(start_table(kinds, [idle.measure(image.firmware(kind)) for kind in kinds]))
        costs = [parts.measure(kind, 1, chosen.plies) for kind in kinds]
        console.print(part_table(kinds, costs))
        console.print(module_table(kinds, costs))
        played = list(scenes.games(chosen.games, chosen.plies))
        found = [answers.measure(image.firmware(kind), played) for kind in kinds]
        console.print(answer_table("games", kinds, found))
        touched = list(scenes.hard(chosen.positions))
        found = [answers.measure(image.firmware(kind), touched) for kind in kinds]
        console.print(answer_table("hard positions", kinds, found))

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main())
