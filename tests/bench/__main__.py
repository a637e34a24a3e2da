"""`make bench`: measures and prints a table. Names as arguments choose among the bench_*.py files.

Each of them has `run() -> list[tuple[str, float, str]]`: what was measured, the figure, its unit. Where
figures have to be good enough, it has `shortfalls` of these, too: a line for each that is not.

Exit codes: 0; 2 where there is no such bench; 3 where a figure falls short, which the last lines name.
"""

from __future__ import annotations

import importlib
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
FALLS_SHORT = 3


def modules() -> list[str]:
    return sorted(file.stem for file in HERE.glob("bench_*.py"))


def shown(value: float) -> str:
    """Three digits that mean something."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def main(names: list[str]) -> int:
    sys.path.insert(0, str(HERE.parent))
    known = modules()
    chosen = [f"bench_{name.removeprefix('bench_')}" for name in names] or known
    unknown = [name for name in chosen if name not in known]
    if unknown:
        print(f"no such bench: {', '.join(unknown)} (there are {', '.join(known)})", file=sys.stderr)
        return 2
    console = Console(width=None if sys.stdout.isatty() else 120)
    table = Table(title=f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    for heading in ("bench", "what", "value", "unit"):
        table.add_column(
            heading, justify="right" if heading == "value" else "left", no_wrap=heading != "what"
        )
    failed: list[str] = []
    for name in chosen:
        console.print(f"{name} ...")
        bench = importlib.import_module(name)
        found = bench.run()
        for what, value, unit in found:
            table.add_row(name.removeprefix("bench_"), what, shown(value), unit)
        table.add_section()
        failed += bench.shortfalls(found) if hasattr(bench, "shortfalls") else []
    console.print(table)
    for line in failed:
        print(f"falls short: {line}", file=sys.stderr)
    return FALLS_SHORT if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
