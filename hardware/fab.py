"""Makes all that a maker orders and looks at: ``make fab``. No board is exported that fails a check.

What is ordered goes into `hardware/revisions`, in the folder of the design's revision; the rest into
`build/hardware`. ``make fab ARGS=boards`` does a part only; `STEPS` names them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from hardware import design, machine
from hardware.electronics import bom, kicad, netlist, outputs, project, rules, simulation

from lakabe.errors import LakabeError, UsageError, exit_code_of

BUILD = kicad.ROOT / "build" / "hardware"
REVISION = kicad.ROOT / "hardware" / "revisions" / design.REVISION


class DesignError(LakabeError):
    """The design does not pass a check."""

    exit_code = 2


def boards() -> None:
    """Schematics and circuit boards of both kinds, and the list of parts."""
    made = {}
    for board in design.BOARDS:
        folder = BUILD / board.name
        project.make(board.name, folder)
        _refuse(f"{board.name}: KiCad's check of the schematic", kicad.erc(folder, board.name))
        _refuse(f"{board.name}: KiCad's check of the board", kicad.drc(folder, board.name))
        made[board.name] = read_back(board.name, folder)
    wired = netlist.whole_set(made["strip"], made["carrier"])
    _refuse("wiring", rules.faults(wired, rules.design_pins()))
    REVISION.mkdir(parents=True, exist_ok=True)
    for board in design.BOARDS:
        outputs.reports(board.name, BUILD / board.name, REVISION)
        # Written anew: KiCad's checks put their own settings into the project.
        project.write(board.name, BUILD / board.name)
        outputs.make(board.name, BUILD / board.name, REVISION)
    (REVISION / "parts.csv").write_text(bom.table(), encoding="utf-8")
    (REVISION / "checks.txt").write_text(passed(), encoding="utf-8")
    _say(f"both boards pass all checks; see {REVISION.relative_to(kicad.ROOT)}")


def passed() -> str:
    """What is written once nothing is left to complain of."""
    by = f"KiCad {'.'.join(map(str, kicad.version()))}, all severities"
    lines = [
        f"{board.name}: 0 complaints about the schematic, 0 about the board ({by})" for board in design.BOARDS
    ]
    points = f"{design.POINTS} contacts, {design.POINTS} lights"
    return "\n".join([*lines, f"wiring of the whole set: 0 faults ({points})"]) + "\n"


def read_back(name: str, folder: Path) -> netlist.Netlist:
    """The netlist that KiCad reads out of the schematic of `name`."""
    file = folder / f"{name}-netlist.xml"
    kicad.cli(folder, "sch", "export", "netlist", "--format", "kicadxml", "-o", file, f"{name}.kicad_sch")
    return netlist.of_kicad(file)


def circuits() -> None:
    """The simulations."""
    text = simulation.report() + "\n"
    print(text, end="")
    _refuse("simulation", [line[5:] for line in text.splitlines() if not line.startswith(simulation.GOOD)])
    REVISION.mkdir(parents=True, exist_ok=True)
    (REVISION / "simulation.txt").write_text(text, encoding="utf-8")


def workshop() -> None:
    """Stones, top, frame and templates, the report on magnets, and the guide."""
    from hardware import workshop as makes  # only now: the machine step has installed what it needs

    if makes.main():
        raise DesignError("the workshop's checks fail (see above)")


STEPS: dict[str, Callable[[], None]] = {
    "machine": machine.ensure,
    "boards": boards,
    "circuits": circuits,
    "workshop": workshop,
}


def make(names: list[str]) -> None:
    """The steps named, or all. What they need is installed first in any case."""
    for name in names:
        if name not in STEPS:
            raise UsageError(f"make fab knows no part {name}", f"one of {', '.join(STEPS)}")
    for name in dict.fromkeys(["machine", *(names or STEPS)]):
        start = time.monotonic()
        try:
            STEPS[name]()
        except kicad.KicadFailed as problem:
            raise DesignError(str(problem)) from problem
        _say(f"{name}: {time.monotonic() - start:.0f} s")


def _refuse(what: str, faults: list[str]) -> None:
    for fault in faults[1:]:
        print(f"fab: {what}: {fault}", file=sys.stderr)
    if faults:
        raise DesignError(f"{what}: {faults[0]}")


def _say(text: str) -> None:
    print(f"fab: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(exit_code_of(lambda: make(sys.argv[1:])))
