"""Makes all that a maker orders and looks at: ``make fab``. No board is exported that fails a check.

All of it goes into `hardware/revisions`, in the folder of the design's revision. ``make fab ARGS=boards``
does a part only; `STEPS` names them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from hardware import design, machine, shopping
from hardware.electronics import boards as circuit
from hardware.electronics import bom, kicad, netlist, outputs, parity, rules, simulation

from lakabe.errors import LakabeError, UsageError, exit_code_of

BUILD = kicad.ROOT / "build" / "hardware"
REVISION = kicad.ROOT / "hardware" / "revisions" / design.REVISION


class DesignError(LakabeError):
    """The design does not pass a check."""

    exit_code = 2


def boards() -> None:
    """Checks schematics and circuit boards, writes what makers need of both, and the lists of parts."""
    folders = {name: kicad.copied(name, BUILD / "electronics") for name in circuit.COUNT}
    for name, folder in folders.items():
        _refuse(f"{name}: KiCad's check of the schematic", kicad.erc(folder, name))
        _refuse(f"{name}: KiCad's check of the board", kicad.drc(folder, name))
        _refuse(f"{name}: schematic and board", apart(name, folder))
    wired = netlist.whole_set(*map(netlist.of_board, circuit.both()))
    _refuse("wiring", rules.faults(wired, rules.design_pins()))
    _refuse("boards", [fault for board in circuit.both() for fault in parity.faults(board)])
    _refuse("boards", parity.urls({name: circuit.url(name) for name in circuit.COUNT}))
    REVISION.mkdir(parents=True, exist_ok=True)
    for name, folder in folders.items():
        outputs.reports(name, folder, REVISION)
        outputs.make(name, folder, REVISION)
    (REVISION / "parts.csv").write_text(bom.table(shopping.lines()), encoding="utf-8")
    (REVISION / "parts-by-hand.csv").write_text(bom.table(shopping.hand_lines()), encoding="utf-8")
    (REVISION / "checks.txt").write_text(passed(), encoding="utf-8")
    _say(f"both boards pass all checks; see {REVISION.relative_to(kicad.ROOT)}")


def apart(name: str, folder: Path) -> list[str]:
    """Where the netlist of the schematic, as KiCad reads it, is not that of the board."""
    file = folder / f"{name}-netlist.xml"
    kicad.cli(folder, "sch", "export", "netlist", "--format", "kicadxml", "-o", file, f"{name}.kicad_sch")
    sheet, board = netlist.of_kicad(file), netlist.of_board(circuit.board(name))
    pads = {*sheet.nets, *board.nets}
    found = [
        f"{'.'.join(pad)}: {sheet.nets.get(pad)}, on the board {board.nets.get(pad)}"
        for pad in sorted(pads)
        if sheet.nets.get(pad) != board.nets.get(pad)
    ]
    return found + (
        [] if (sheet.parts, sheet.values) == (board.parts, board.values) else ["parts or values differ"]
    )


def passed() -> str:
    """What is written once nothing is left to complain of."""
    by = f"KiCad {'.'.join(map(str, kicad.version()))}, all severities"
    lines = [f"{name}: 0 complaints about the schematic, 0 about the board ({by})" for name in circuit.COUNT]
    points = f"{design.POINTS} contacts, {design.POINTS} lights"
    return "\n".join([*lines, f"wiring of the whole set: 0 faults ({points})"]) + "\n"


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
