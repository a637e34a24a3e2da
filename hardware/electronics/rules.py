"""What must be true of a wired set. KiCad's own check knows pins, not purposes: a diode turned round passes.

`faults` follows each signal from the Pico through connectors, cables and parts, the way a meter would. It
looks parts up by what they are, never by the names of nets, which say only what somebody meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware import design
from hardware.electronics.netlist import Netlist, Pad, ohms

CONNECTORS = ("idc20",)
PLAYERS = 2


@dataclass(frozen=True)
class Pins:
    """Who uses which GPIO; `order[row * 9 + column]`: place of a point's light in the chain, from 0."""

    columns: Sequence[int]
    rows: Sequence[int]
    pixel: int
    turn: int
    menu: int
    keep: int
    order: Sequence[int]


def design_pins() -> Pins:
    """The design's own pin table."""
    cells = [(column, row) for row in range(design.ROWS) for column in range(len(design.COLUMNS))]
    return Pins(
        design.COLUMN_PINS,
        design.ROW_PINS,
        design.PIXEL_PIN,
        design.TURN_PIN,
        design.MENU_PIN,
        design.KEEP_PIN,
        [design.pixel_number(*cell) - 1 for cell in cells],
    )


def faults(wired: Netlist, pins: Pins) -> list[str]:
    """All that is wrong with a set, one line each."""
    return [
        *_matrix(wired, pins),
        *_pull_downs(wired, pins),
        *_lights(wired, pins),
        *_decoupling(wired),
        *_buttons(wired, pins),
        *_supply(wired),
        *_soft_start(wired),
        *_load(wired, pins),
        *_connectors(wired),
        *_loose_ends(wired),
    ]


def _pico(wired: Netlist, gpio: int) -> str:
    return wired.net(wired.refs("pico")[0], str(design.PICO_GPIO[gpio]))


def _ground(wired: Netlist) -> str:
    return wired.net(wired.refs("pico")[0], str(design.PICO_GROUND[0]))


def _light_supply(wired: Netlist) -> str:
    return wired.net(wired.refs("shifter")[0], "5")


def _others(wired: Netlist, ref: str, net: str) -> list[Pad]:
    """Pads on a net that belong to neither `ref` nor a connector."""
    return [pad for pad in wired.pads(net) if pad[0] != ref and wired.parts[pad[0]] not in CONNECTORS]


def _across(wired: Netlist, part: str, one: str, other: str) -> list[str]:
    """Parts of a kind with pads 1 and 2 on two nets, whichever way round."""
    wanted = {one, other}
    return [ref for ref in wired.refs(part) if {wired.net(ref, "1"), wired.net(ref, "2")} == wanted]


def _resistors(wired: Netlist) -> list[str]:
    return [ref for ref, part in wired.parts.items() if part.startswith("r") and part != "reed"]


# Contacts


def _row_net(wired: Netlist, pins: Pins, row: int) -> str:
    """The net of a row on the far side of its series resistor."""
    near = _pico(wired, pins.rows[row])
    ground = _ground(wired)
    for ref in _resistors(wired):
        ends = {wired.net(ref, "1"), wired.net(ref, "2")}
        if near in ends and ground not in ends:
            return (ends - {near}).pop()
    return near


def _matrix(wired: Netlist, pins: Pins) -> Iterator[str]:
    used: set[str] = set()
    rows = [_row_net(wired, pins, row) for row in range(design.ROWS)]
    if len(set(rows)) != design.ROWS:
        yield "two rows are joined"
    for column, pin in enumerate(pins.columns):
        drive = _pico(wired, pin)
        for row in range(design.ROWS):
            name = design.point_name(column, row)
            ways = [
                (reed, diode) for reed, diode in _ways(wired, drive) if wired.net(diode, "1") == rows[row]
            ]
            if len(ways) != 1:
                yield f"{name}: {len(ways)} ways from its column by a reed and a diode to its row"
            for reed, diode in ways:
                used |= {reed, diode}
                if reed != f"{design.COLUMNS[column]}.SW{row + 1}":
                    yield f"{name}: its reed {reed} is at another point"
    for part in ("reed", "diode"):
        for ref in wired.refs(part):
            if ref not in used:
                yield f"{ref}: leads from no column to a row"
        if len(wired.refs(part)) != design.POINTS:
            yield f"{len(wired.refs(part))} parts {part} for {design.POINTS} points"


def _ways(wired: Netlist, drive: str) -> Iterator[tuple[str, str]]:
    """Reeds at a column, each with the diode behind it whose anode it feeds."""
    for reed in wired.refs("reed"):
        ends = {wired.net(reed, "1"), wired.net(reed, "2")}
        if drive in ends and len(ends) == 2:
            beyond = (ends - {drive}).pop()
            others = _others(wired, reed, beyond)
            if len(others) == 1 and wired.parts[others[0][0]] == "diode" and others[0][1] == "2":
                yield reed, others[0][0]


def _pull_downs(wired: Netlist, pins: Pins) -> Iterator[str]:
    ground = _ground(wired)
    lines = [(f"row {row + 1}", pin) for row, pin in enumerate(pins.rows)]
    lines += [(f"column {design.COLUMNS[column]}", pin) for column, pin in enumerate(pins.columns)]
    for name, pin in lines:
        near = _pico(wired, pin)
        pulls = [
            ref for ref in _resistors(wired) if {wired.net(ref, "1"), wired.net(ref, "2")} == {near, ground}
        ]
        if len(pulls) != 1:
            yield f"{name}: {len(pulls)} pull-downs at the Pico's pin"
        elif ohms(wired.values[pulls[0]]) > design.PULL_MAX:
            yield f"{name}: pull-down {pulls[0]} is above {design.PULL_MAX} ohm"


# Lights


def _lights(wired: Netlist, pins: Pins) -> Iterator[str]:
    (shifter,) = wired.refs("shifter")
    ground, supply = _ground(wired), _light_supply(wired)
    if wired.net(shifter, "2") != _pico(wired, pins.pixel):
        yield f"{shifter}: its input is not the Pico's pin for the lights"
    if wired.net(shifter, "1") != ground or wired.net(shifter, "3") != ground:
        yield f"{shifter}: not enabled, or not grounded"
    if not _across(wired, "r100k", wired.net(shifter, "2"), ground):
        yield f"{shifter}: its input floats while the Pico starts"
    first = [
        ref
        for ref in _resistors(wired)
        if wired.net(shifter, "4") in (wired.net(ref, "1"), wired.net(ref, "2"))
    ]
    if len(first) != 1 or not 300 <= ohms(wired.values[first[0]]) <= 500:
        yield f"{shifter}: no 300 to 500 ohm at its output"
        return
    data = ({wired.net(first[0], "1"), wired.net(first[0], "2")} - {wired.net(shifter, "4")}).pop()
    before = first[0]
    chain: list[str] = []
    while True:
        others = _others(wired, before, data)
        if (
            len(others) != 1
            or wired.parts[others[0][0]] != "pixel"
            or others[0][1] != "4"
            or others[0][0] in chain
        ):
            break
        before = others[0][0]
        chain.append(before)
        data = wired.net(before, "2")
    if others:
        yield f"{before}: its output joins {', '.join('.'.join(pad) for pad in others)}"
    wanted = [""] * design.POINTS
    for column, letter in enumerate(design.COLUMNS):
        for row in range(design.ROWS):
            wanted[pins.order[row * len(design.COLUMNS) + column]] = f"{letter}.LED{row + 1}"
    for place, ref in enumerate(wanted):
        found = chain[place] if place < len(chain) else "nothing"
        if found != ref:
            yield f"light {place + 1} of the chain is {found}, not {ref}"
            break
    for ref in wired.refs("pixel"):
        if (wired.net(ref, "1"), wired.net(ref, "3")) != (supply, ground):
            yield f"{ref}: supply or ground is missing"
    if len(wired.refs("pixel")) != design.POINTS:
        yield f"{len(wired.refs('pixel'))} lights for {design.POINTS} points"


def _decoupling(wired: Netlist) -> Iterator[str]:
    ground, supply = _ground(wired), _light_supply(wired)
    there = set(_across(wired, "c100n", supply, ground))
    for light in wired.refs("pixel"):
        strip, _, number = light.partition(".LED")
        if f"{strip}.C{number}" not in there:
            yield f"{light}: no 100 nF between its supply and ground"
    if not any("." not in ref for ref in there):
        yield "the level shifter has no 100 nF"
    bulk = {ref.partition(".")[0] for ref in _across(wired, "c22u", supply, ground)}
    for letter in design.COLUMNS:
        if letter not in bulk:
            yield f"strip {letter}: nothing that stores current between its supply and ground"
    for ref in wired.refs("c470u"):
        if (wired.net(ref, "1"), wired.net(ref, "2")) != (supply, ground):
            yield f"{ref}: not from + to ground"


# The rest


def _buttons(wired: Netlist, pins: Pins) -> Iterator[str]:
    ground = _ground(wired)
    for name, pin in (("turn", pins.turn), ("menu", pins.menu)):
        for part, count in (("button", 1), ("terminal", PLAYERS)):
            closers = _across(wired, part, _pico(wired, pin), ground)
            if [wired.values[ref] for ref in closers] != count * [name.upper()]:
                yield f"button {name}: not {count} {part} of that name from the Pico's pin to ground"


def _supply(wired: Netlist) -> Iterator[str]:
    (pico,) = wired.refs("pico")
    (jumper,) = wired.refs("select")
    (fuse,) = wired.refs("fuse")
    (socket,) = wired.refs("usbc")
    ground, supply = _ground(wired), _light_supply(wired)
    vbus, vsys = wired.net(pico, str(design.PICO_VBUS)), wired.net(pico, str(design.PICO_VSYS))
    outside, chosen = wired.net(jumper, "3"), wired.net(jumper, "2")
    for number in design.PICO_GROUND:
        if wired.net(pico, str(number)) != ground:
            yield f"{pico}: pad {number} is not grounded"
    if len({ground, supply, vbus, vsys, outside, chosen, wired.net(socket, "A9")}) != 7:
        yield "two supplies are joined, or one is grounded"
    if wired.net(jumper, "1") != vbus:
        yield f"{jumper}: pin 1 is not the 5 V of USB"
    if {wired.net(fuse, "1"), wired.net(fuse, "2")} != {wired.net(socket, "A9"), outside}:
        yield f"{fuse}: not between the socket and the jumper"
    if wired.net(socket, "B9") != wired.net(socket, "A9"):
        yield f"{socket}: its two contacts of 5 V are not joined"
    for pad in ("A12", "B12", "S1"):
        if wired.net(socket, pad) != ground:
            yield f"{socket}: {pad} is not grounded"
    for pad, other in (("A5", "B5"), ("B5", "A5")):
        own = _across(wired, "r5k1", wired.net(socket, pad), ground)
        if len(own) != 1 or wired.net(socket, pad) == wired.net(socket, other):
            yield f"{socket}: no 5.1 kilo-ohm of its own from {pad} to ground"
    # Cathode first.
    if (vsys, outside) not in {(wired.net(ref, "1"), wired.net(ref, "2")) for ref in wired.refs("schottky")}:
        yield "no diode from the socket to the Pico"


def _soft_start(wired: Netlist) -> Iterator[str]:
    """The lights' supply rises slowly once the Pico has its 3.3 V, and goes when the Pico is switched off."""
    (pico,) = wired.refs("pico")
    (fet,) = wired.refs("pmos")
    (jumper,) = wired.refs("select")
    (switch,) = wired.refs("slide")
    ground, supply, chosen = _ground(wired), _light_supply(wired), wired.net(jumper, "2")
    gate = wired.net(fet, "1")
    if (wired.net(fet, "2"), wired.net(fet, "3")) != (chosen, supply):
        yield f"{fet}: does not lead from the jumper to the lights"
    if not _across(wired, "c1u", chosen, gate) or not _across(wired, "c100n", gate, supply):
        yield f"{fet}: starts without its two capacitors"
    if not _across(wired, "r1M", chosen, gate):
        yield f"{fet}: nothing shuts its gate"
    opened = [
        ref for ref in wired.refs("nmos") if wired.net(ref, "1") == wired.net(pico, str(design.PICO_3V3))
    ]
    if len(opened) != 1 or wired.net(opened[0], "2") != ground:
        yield f"{fet}: no transistor at the Pico's 3.3 V opens it"
    elif not _across(wired, "r330k", gate, wired.net(opened[0], "3")):
        yield f"{fet}: nothing opens its gate"
    if (wired.net(switch, "1"), wired.net(switch, "2")) != (ground, wired.net(pico, str(design.PICO_ENABLE))):
        yield f"{switch}: does not ground the enable pin of the Pico"
    if wired.net(switch, "3") in {ground, wired.net(switch, "2")}:
        yield f"{switch}: on is off"


def _load(wired: Netlist, pins: Pins) -> Iterator[str]:
    """What keeps a power bank awake."""
    (jumper,) = wired.refs("select")
    ground, drive = _ground(wired), _pico(wired, pins.keep)
    loads = [ref for ref in wired.refs("nmos") if wired.net(ref, "1") == drive]
    if len(loads) != 1 or wired.net(loads[0], "2") != ground:
        yield "no transistor at the pin for the load"
    elif not _across(wired, f"r{design.KEEP_OHM}", wired.net(jumper, "2"), wired.net(loads[0], "3")):
        yield f"{loads[0]}: no load of {design.KEEP_OHM} ohm from the jumper"
    if not _across(wired, "r100k", drive, ground):
        yield "the load floats while the Pico starts"


def _connectors(wired: Netlist) -> Iterator[str]:
    """Pin for pin: supply, ground and rows straight through, columns one place further to the front."""
    fixed = {design.LIGHT_SUPPLY: _light_supply(wired), design.GROUND: _ground(wired)}
    for ref in wired.refs("idc20"):
        own = {pin: wired.net(ref, str(pin)) for pin in range(1, len(design.BUS) + 1)}
        for pin, wire in enumerate(design.BUS, 1):
            if wire in fixed and own[pin] != fixed[wire]:
                yield f"{ref}: pin {pin} is not {wire}"
            if wire.startswith("ROW") and own[pin] != wired.net("J1", str(pin)):
                yield f"{ref}: pin {pin} is not the carrier's {wire}"
        alone = [net for pin, net in own.items() if design.BUS[pin - 1] not in fixed]
        if len({*alone, *fixed.values()}) != len(alone) + len(fixed):
            yield f"{ref}: two of its pins are joined"
    first = design.BUS.index("column 1") + 1
    last = first + len(design.COLUMNS) - 1
    for letter in design.COLUMNS:
        for pin in range(first, last):
            if wired.net(f"{letter}.J2", str(pin)) != wired.net(f"{letter}.J1", str(pin + 1)):
                yield f"{letter}.J2: pin {pin} is not pin {pin + 1} of J1"


def _loose_ends(wired: Netlist) -> Iterator[str]:
    """Nets with a single pad of a part, but for the data behind the last light, and wires that only pass."""
    last = f"{design.CHAIN[-1]}.J2", str(design.BUS.index("data") + 1)
    for net in sorted(set(wired.nets.values())):
        pads = wired.pads(net)
        parts = [pad for pad in pads if wired.parts[pad[0]] not in CONNECTORS]
        if len(parts) == 1 and last not in pads:
            yield f"{net}: leads nowhere from {'.'.join(parts[0])}"
