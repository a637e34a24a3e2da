"""What the levels do, in ngspice: the matrix of contacts, the lights' data wire, the start of their supply.

Values of parts are the design's. What no part's name tells is assumed on the safe side, and named here:

- cable and tracks of one row or column: 300 pF; of the data wire to the first light: 60 pF;
- a pin of the Pico drives through 50 ohm, and reads as 10 pF; 3.3 V is 3.3 V;
- 1N4148: the usual model (Is 2.52 nA, Rs 0.57 ohm, N 1.75);
- AO3401A and its substitutes: threshold 0.4 to 1.3 V, 50 milli-ohm; AO3400A: 0.65 to 1.45 V;
- an input of the first Pico 2s (RP2350 A2, erratum E9) gives current while it is between low and high: from 0
  at 0.6 V to all of it at 1.2 V, and from 2.0 V to 0 at 2.3 V. Its own pull-down is 50 to 80 kilo-ohm;
- a USB-C source shows what it can give by 56, 22 or 10 kilo-ohm from 5 V to CC, 20, 10 or 5 % off;
- 74AHCT1G125: 25 ohm out, and it may take any level from 0.8 V to 2.0 V for its threshold (data sheet).
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware import design
from hardware.electronics import boards, supply
from hardware.electronics.netlist import ohms

LINE_PF = 300
DATA_PF = 60
DRIVE_OHM = 50
TEMPERATURES = (0, 25, 40)
DATA_HIGH_NS = 400
"""The shortest pulse on the data wire: the high part of a 0, as the firmware sends it."""
DATA_SLACK_NS = 150
"""How much longer or shorter a WS2812B bears it (its data sheet)."""
RAIL = 5.0
CERAMIC_UF = (design.POINTS + 1) * 0.1 + supply.STRIP_UF * len(design.COLUMNS)
PROBE_US = 60
"""The self-test waits so long before it reads the other lines (`firmware/matrix.py`)."""
COUPLED_PF = 100
"""Of neighbouring wires in nine ribbons: 70 pF a metre."""

DIODE = ".model D1N4148 D(Is=2.52n Rs=0.568 N=1.752 Cjo=4p M=0.4 tt=20n Bv=110)"


def solve(deck: str) -> dict[str, float]:
    """Runs ngspice on `deck`, whose ``.meas`` lines name what is returned; RuntimeError if one is missing."""
    with tempfile.TemporaryDirectory(prefix="lakabe-spice-") as folder:
        file = Path(folder) / "deck.cir"
        file.write_text(deck, encoding="ascii")
        done = subprocess.run(["ngspice", "-b", str(file)], capture_output=True, text=True, check=False)
    found = {
        name: float(value)
        for name, value in re.findall(r"^(\w+)\s*=\s*([-+\d.]+(?:e[-+]\d+)?)", done.stdout, re.MULTILINE)
    }
    wanted = [name.lower() for name in re.findall(r"^\.meas\s+tran\s+(\w+)", deck, re.MULTILINE)]
    lost = [name for name in wanted if name not in found]
    if lost:
        raise RuntimeError(f"ngspice measured no {', '.join(lost)}: {done.stderr.strip()[-200:]}")
    return {name: found[name] for name in wanted}


def _carrier(ref: str) -> boards.Component:
    return boards.board("carrier").component(ref)


# Contacts

Point = tuple[int, int]
"""Column and row, from 0."""
EVERY = frozenset((column, row) for column in range(len(design.COLUMNS)) for row in range(design.ROWS))


def matrix(
    closed: Collection[Point], temperature: float = 25, pull: float | None = None, floating: bool = False
) -> tuple[list[float], list[float]]:
    """Levels of the five rows, V: SETTLE_US after column a is driven high, and as long after it is low again.

    All contacts in `closed` are closed. `pull`: pull-downs in ohm instead of the design's. `floating`: the
    other columns are left alone instead of driven low.
    """
    carrier = boards.board("carrier")
    lines = [f"* matrix\n.options temp={temperature}\n{DIODE}"]
    lines.append("Vdrive s0 0 PULSE(0 3.3 5u 5n 5n 20u 100u)")
    for column in range(len(design.COLUMNS)):
        if column:
            lines.append(f"V{column} s{column} 0 0")
        drive = 10e6 if floating and column else DRIVE_OHM
        lines.append(f"Rs{column} s{column} c{column} {drive}\nCc{column} c{column} 0 {LINE_PF}p")
    lines.append(f"Ccoupled c0 r{design.ROWS - 1} {COUPLED_PF}p")  # neighbours in the ribbon
    for row in range(design.ROWS):
        series = ohms(carrier.component(f"R{row + 1}").value)
        down = pull or ohms(carrier.component(f"R{row + 1 + design.ROWS}").value)
        lines.append(f"Cr{row} r{row} 0 {LINE_PF}p\nRr{row} r{row} p{row} {series}")
        lines.append(f"Rp{row} p{row} 0 {down}\nCp{row} p{row} 0 10p")
        for moment, name in ((5 + design.SETTLE_US, "on"), (25 + design.SETTLE_US, "off")):
            lines.append(f".meas tran {name}{row} FIND v(p{row}) AT={moment}u")
    for column, row in sorted(closed):
        lines.append(
            f"Rk{column}{row} c{column} n{column}{row} 0.2\nDk{column}{row} n{column}{row} r{row} D1N4148"
        )
    found = solve("\n".join([*lines, ".tran 20n 45u", ".end\n"]))
    rows = range(design.ROWS)
    return [found[f"on{row}"] for row in rows], [found[f"off{row}"] for row in rows]


def ghosts() -> frozenset[Point]:
    """The most misleading set of stones: on every point but those of column a, where only a2 is taken."""
    return EVERY - {(0, 0), (0, 2), (0, 3), (0, 4)}


def released(pull: float | None = None, own: float = 80e3) -> float:
    """Level of a column's pin on the first Pico 2s, V, `PROBE_US` after it was high and became an input.

    `pull`: pull-down in ohm on the carrier instead of its own; 0 for none. `own`: the Pico's.
    """
    outside = ohms(_carrier("R21").value) if pull is None else pull
    leak = design.INPUT_LEAK_UA * 1e-6
    deck = f"""* input of an RP2350 A2
Vdrive drive 0 3.3
Sdrive drive pin gate 0 SWITCH
Vgate gate 0 PULSE(1 0 5u 5n 5n 1 2)
.model SWITCH SW(VT=0.5 VH=0.1 RON={DRIVE_OHM} ROFF=1G)
Cline pin 0 {LINE_PF}p
Rown pin 0 {own}
{f"Rpull pin 0 {outside}" if outside else ""}
Bleak 0 pin I={leak}*max(0,min(1,min((v(pin)-0.6)/0.6,(2.3-v(pin))/0.3)))
.meas tran level FIND v(pin) AT={5 + PROBE_US}u
.tran 20n {6 + PROBE_US}u
.end
"""
    return solve(deck)["level"]


# Lights


@dataclass(frozen=True)
class Pulse:
    """A pulse at the first light: its highest level, V, and how long it reads as high, ns (0: never)."""

    level: float
    width: float


def data(threshold: float, shifted: bool = True, series: float | None = None, pf: float = DATA_PF) -> Pulse:
    """The shortest pulse, from the Pico's pin to the first light. `threshold`: where the shifter switches, V.

    `shifted`: through the level shifter, or straight from the Pico. `series`: ohms in the wire instead of the
    design's.
    """
    wire = ohms(_carrier("R11").value) if series is None else series
    high = design.PIXEL_HIGH * RAIL
    out = f"{RAIL / 2}*(1+tanh(20*(v(in)-{threshold})))" if shifted else "v(in)"
    deck = f"""* data
Vpin pin 0 PULSE(0 3.3 200n 3n 3n {DATA_HIGH_NS}n 2u)
Rpin pin in {DRIVE_OHM}
Cin in 0 15p
Rdown in 0 {ohms(_carrier("R12").value)}
Bout out 0 V={out}
Rout out w 25
Rwire w din {wire}
Cdin din 0 {pf}p
.meas tran level MAX v(din)
.tran 0.5n 1500n
.end
"""
    level = solve(deck)["level"]
    if level < high:
        return Pulse(level, 0)
    deck = deck.replace(
        ".tran", f".meas tran width TRIG v(din) VAL={high} RISE=1 TARG v(din) VAL={high} FALL=1\n.tran"
    )
    return Pulse(level, solve(deck)["width"] * 1e9)


# Supply


def inrush(threshold: float, soft: bool = True, opener: float = 1.45) -> tuple[float, float]:
    """Largest current into the lights' capacitors when 5 V are plugged in, mA, and when 4.5 V are there, ms.

    `threshold` of the MOSFET, V; `opener`: that of the one which opens it, once the Pico has its 3.3 V.
    `soft`: with the capacitor that keeps it shut at first.
    """
    circuit = _soft_start(threshold, opener, f"PWL(0 0 1m 0 1.01m {RAIL})", "PWL(0 0 2m 0 3m 3.3)", soft)
    wanted = ".meas tran peak MAX i(Vsense)\n.meas tran ready WHEN v(load)=4.5 RISE=1\n"
    found = solve(circuit + wanted + ".tran 20u 600m 0 50u\n.end\n")
    return found["peak"] * 1e3, found["ready"] * 1e3 - 1


def switched_off(threshold: float) -> float:
    """How long after the power switch the lights have less than 2 V, ms; all of them are dark."""
    dark = f"Rdark load 0 {RAIL / (design.POINTS * design.PIXEL_IDLE_MA / 1e3)}\n"
    found = solve(
        _soft_start(threshold, 1.45, f"DC {RAIL}", "PWL(0 0 1m 3.3 1 3.3 1.001 0)", True)
        + dark
        + ".meas tran gone WHEN v(load)=2 FALL=1\n.tran 1m 12 0 1m\n.end\n"
    )
    return (found["gone"] - 1) * 1e3


def _soft_start(threshold: float, opener: float, source: str, logic: str, soft: bool) -> str:
    """The circuit of the soft start; `source` and `logic`: what the 5 V and the Pico's 3.3 V do."""
    hold = "Chold sup gate 1u" if soft else ""
    return f"""* soft start
Vusb usb 0 {source}
Rusb usb sup 0.2
Vlogic logic 0 {logic}
Mq rail gate sup sup PFET
.model PFET PMOS(VTO=-{threshold} KP=6 LAMBDA=0)
Mo open logic 0 0 NFET
.model NFET NMOS(VTO={opener} KP=6 LAMBDA=0)
{hold}
Cramp gate rail 100n
Ropen gate open {ohms(_carrier("R13").value)}
Rshut sup gate {ohms(_carrier("R14").value)}
Vsense rail load 0
Cbulk load 0 {supply.BULK_UF}u
Cchips load 0 {CERAMIC_UF}u
Rleak load 0 100k
"""


SOURCES = {
    "500 mA": (56e3, 0.2, (0.25, 0.61)),
    "1.5 A": (22e3, 0.05, (0.70, 1.16)),
    "3 A": (10e3, 0.05, (1.31, 2.04)),
}
"""What a USB-C source says: its resistor to 5 V, how far that may be off, and between which volts a sink must
read it at CC (USB Type-C 2.0, tables 4-24 and 4-36)."""


def attached(pull_up: float, pull_down: float | None = None) -> float:
    """Level at a CC contact when a source with `pull_up` ohm comes, V. `pull_down`: another sink's."""
    down = ohms(_carrier("R15").value) if pull_down is None else pull_down
    deck = f"""* CC
Vsource source 0 5
Rsource source cc {pull_up}
Rsink cc 0 {down}
Ccc cc 0 400p
.meas tran level FIND v(cc) AT=90u
.tran 1u 100u
.end
"""
    return solve(deck)["level"]


# Verdict

OFF_MS = 5000
"""Whoever switches the set off sees it go dark within this time."""
GOOD, BAD = "ok   ", "BAD  "


def faults() -> list[str]:
    """Every level that is not what the Pico and the lights need."""
    return [line for line, good in checks() if not good]


def report() -> str:
    """All that was simulated, a line each."""
    return "\n".join(f"{GOOD if good else BAD}{line}" for line, good in checks())


def checks() -> Iterator[tuple[str, bool]]:
    """What was simulated and whether it is good."""
    scenes = (("all stones on", EVERY), ("ghosts", ghosts()), ("no stone", frozenset[Point]()))
    for temperature in TEMPERATURES:
        for name, closed in scenes:
            on, off = matrix(closed, temperature)
            high = [level for row, level in enumerate(on) if (0, row) in closed]
            low = [level for row, level in enumerate(on) if (0, row) not in closed]
            text = f"matrix, {name}, {temperature} C: "
            text += f"closed {min(high):.2f} V, " if high else ""
            text += f"open {max(low, default=0):.2f} V, let go {max(off):.2f} V after {design.SETTLE_US} us"
            well = min(high, default=9) >= design.LOGIC_HIGH and max([*low, *off]) <= design.LOGIC_LOW
            yield text, well
    for threshold in (design.LOGIC_LOW, design.LOGIC_HIGH):
        pulse = data(threshold)
        text = f"data, shifter switching at {threshold} V: {pulse.level:.2f} V, {pulse.width:.0f} ns"
        yield text, abs(pulse.width - DATA_HIGH_NS) <= DATA_SLACK_NS and pulse.level <= RAIL + 0.5
    for threshold in (0.4, 0.9, 1.3):
        peak, ready = inrush(threshold)
        text = (
            f"soft start, threshold {threshold} V: {peak:.0f} mA into capacitors, 4.5 V after {ready:.0f} ms"
        )
        yield text, peak <= design.USB_INRUSH_MA
        gone = switched_off(threshold)
        yield (
            f"switched off, threshold {threshold} V: lights without supply after {gone:.0f} ms",
            gone <= OFF_MS,
        )
    for name, (ohm, part, (least, most)) in SOURCES.items():
        levels = [attached(ohm * (1 - part)), attached(ohm * (1 + part))]
        text = f"USB-C, source of {name}: {min(levels):.2f} to {max(levels):.2f} V at CC"
        yield text, least < min(levels) and max(levels) < most
    for own in (50e3, 80e3):
        level = released(own=own)
        text = f"input of an early Pico 2, its own pull-down {own / 1e3:.0f}k: {level:.2f} V when let go"
        yield text, level <= design.LOGIC_LOW
