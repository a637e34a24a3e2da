"""Writes BUILD.md: ``python -m hardware.guide``. What design and list of parts know comes from there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from hardware import design, power
from hardware.electronics import bom
from hardware.magnetics import chosen
from hardware.mechanics import top
from hardware.parts import BUS_MM, COLUMN_MM, FIRST_BUS_MM, LOOSE, PARTS

HERE = Path(__file__).parent

WOOD_EURO = 25.0
FILAMENT_EURO = 10.0
GLUE_EURO = 15.0

PRINTED = (
    ("stone-white", design.STONES, "white or natural"),
    ("stone-black", design.STONES, "black; with fluted edge and groove"),
    ("cap", 2 * design.STONES, "any"),
    ("window", design.POINTS, "clear or natural: light must come through"),
    ("spacer", len(design.CARRIER_HOLES), "any"),
)
"""What is printed: file, pieces, colour."""

STRIP_POLARITY = {
    "reed": "none, either way round",
    "diode": "ring (cathode) to the pad marked K, on the side of the row",
    "pixel": "its notched corner, at ground, to the bevelled corner of the outline",
    "c100n": "none",
    "xh8": "on the back, opening as drawn",
    "xh2": "on the back, opening as drawn",
}
CARRIER_POLARITY = {
    "shifter": "three legs on one side, two on the other: fits one way only",
    "pmos": "one leg on one side, two on the other: fits one way only",
    "c470u": "long leg to +, stripe to the other side",
    "schottky": "ring (cathode) to the pad marked K",
    "pico": "USB to the edge of the board",
    "xh8": "opening as drawn",
    "xh2": "opening as drawn",
    "fuse": "none",
    "c1u": "none",
}
"""Which way round the parts of a board go, by their name in the list of parts."""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def costs() -> str:
    """Rough prices, by kind."""
    lines = bom.lines()
    boards = sum(line.euro for line in lines if line.name in {board.name for board in design.BOARDS})
    loose = sum(line.euro for line in lines if line.name in LOOSE)
    reeds = sum(line.euro for line in lines if line.name == "reed")
    magnets = sum(line.euro for line in lines if line.name == "magnet")
    parts = sum(line.euro for line in lines) - boards - loose - reeds
    rows = [
        ("reeds", reeds),
        ("magnets", magnets),
        ("other electronic parts", parts),
        ("cables, screws, buttons", loose - magnets),
        (f"circuit boards: {design.STRIP.count} strips, 1 carrier", boards),
        (f"wood: two sheets of {design.SKIN:g} mm, rails, base", WOOD_EURO),
        ("filament, 0.3 kg", FILAMENT_EURO),
        ("glue, varnish, felt", GLUE_EURO),
    ]
    total = sum(euro for _, euro in rows)
    return table(
        ("what", "euro"), [*((what, f"{euro:.0f}") for what, euro in rows), ("**all**", f"**{total:.0f}**")]
    )


def polarity(board: design.Board, ways: dict[str, str]) -> str:
    """Which way round the parts of a board go."""
    rows = []
    for part, way in ways.items():
        found = [component for component in board.components if component.part == part]
        refs = " ".join(component.ref for component in found)
        rows.append((refs, PARTS[part].value, way))
    return table(("parts", "value", "which way round"), rows)


def wiring() -> str:
    """Where each pin of the Pico leads, through which parts."""
    rows: list[tuple[object, ...]] = []
    for column, gpio in enumerate(design.COLUMN_PINS):
        letter = design.COLUMNS[column]
        rows.append(
            (
                f"column {letter}",
                f"GP{gpio}",
                design.PICO_GPIO[gpio],
                f"J{column + 2}, to C of strip {letter}",
            )
        )
    pull = design.CARRIER.component(f"R{design.ROWS + 1}").value
    series = design.CARRIER.component("R1").value
    for row, gpio in enumerate(design.ROW_PINS, 1):
        way = f"{pull} to ground, and through {series} to R{row} of the bus"
        rows.append((f"row {row}", f"GP{gpio}", design.PICO_GPIO[gpio], way))
    drop = design.CARRIER.component("R11").value
    shifter = design.CARRIER.component("U2").value
    rows += [
        (
            "lights",
            f"GP{design.PIXEL_PIN}",
            design.PICO_GPIO[design.PIXEL_PIN],
            f"{shifter} on 5 V, then {drop} to D of the bus",
        ),
        (
            "button turn",
            f"GP{design.TURN_PIN}",
            design.PICO_GPIO[design.TURN_PIN],
            "J12; other wire to ground",
        ),
        (
            "button menu",
            f"GP{design.MENU_PIN}",
            design.PICO_GPIO[design.MENU_PIN],
            "J13; other wire to ground",
        ),
        ("5 V of USB", "VBUS", design.PICO_VBUS, "JP1"),
        ("5 V of the socket", "VSYS", design.PICO_VSYS, "through D1"),
    ]
    marks = ["5V", "G", *(f"R{row}" for row in range(1, design.ROWS + 1)), "D, the lights' data"]
    pins = ", ".join(f"{pin} {mark}" for pin, mark in enumerate(marks, 1))
    return table(("signal", "GPIO", "pin of the Pico", "leads to"), rows) + f"\nPins of the bus: {pins}.\n"


def frame() -> dict[str, str]:
    """What a joiner has to know of the frame, in mm, by its name in BUILD.md.in."""
    wall, ledge, height = design.RAIL
    hole, inner = top.panel().grown(design.WELL_PLAY), top.inside()
    outer = hole.grown(wall)
    seat = design.SKIN + design.WELLS
    slot, tall = design.CABLE_SLOT
    middle = top.carrier_board().bottom + design.CABLE_SLOT_UP
    return {
        "rail": f"{wall + ledge + design.WELL_PLAY:g} x {height:g}",
        "long_rail": f"{outer.width:g}",
        "short_rail": f"{inner.height:g}",
        "rabbet": f"{ledge + design.WELL_PLAY:g} mm wide and {seat:g} mm deep",
        "rabbet_ends": f"{wall:g}",
        "base": f"{outer.width:g} x {outer.height:g} x {design.BASE:g}",
        "slot": f"{slot:g} x {tall:g}",
        "slot_from_front": f"{middle - inner.bottom:g}",
        "slot_down": f"{seat + design.SPACER + design.BOARD_THICKNESS:g}",
    }


def joints() -> int:
    """Pads that are soldered on all boards."""
    return sum(len(component.nets) * board.count for board in design.BOARDS for component in board.components)


def values() -> dict[str, object]:
    """All that BUILD.md.in asks for, by name."""
    panel = top.panel()
    diameter, stone_height = design.STONE_SIZE
    holes, hole, _ = design.LIGHT_HOLES
    return {
        "revision": design.REVISION,
        "joints": math.ceil(joints() / 100) * 100,
        "costs": costs(),
        "strips": design.STRIP.count,
        "other_strips": design.STRIP.count - 1,
        "printed": table(("print", "pieces", "filament"), PRINTED),
        "stones": design.STONES,
        "caps": 2 * design.STONES,
        "magnets": 2 * design.STONES,
        "windows": design.POINTS,
        "pixels": design.POINTS,
        "window": design.WINDOW,
        "stone_diameter": diameter,
        "stone_height": stone_height,
        "pocket": design.MAGNET_SIZE[0] + 2 * design.GLUE_GAP,
        "floor": design.STONE_FLOOR,
        "foot": design.FOOT[0],
        "foot_height": design.FOOT[1],
        "holes": holes,
        "hole": hole,
        "panel": f"{panel.width:g} x {panel.height:g}",
        "skin": design.SKIN,
        "wells_depth": design.WELLS,
        "top_thickness": design.SKIN + design.WELLS,
        "button": design.PANEL_BUTTON_HOLE,
        **frame(),
        "first_bus": FIRST_BUS_MM,
        "bus": BUS_MM,
        "column": COLUMN_MM,
        "front": design.FRONT_HEIGHT,
        "polarity": polarity(design.STRIP, STRIP_POLARITY),
        "carrier_polarity": polarity(design.CARRIER, CARRIER_POLARITY),
        "leads": design.REED_LEADS,
        "axis": design.REED_AXIS_HEIGHT,
        "stub": design.LEAD_STUB,
        "wiring": wiring(),
        "power": power.table(),
        "usb_light": power.USB_LIGHT_MA,
        "external_light": power.EXTERNAL_LIGHT_MA,
        "pixel_min": design.PIXEL_SUPPLY_MIN,
        "pixel_idle": design.PIXEL_IDLE_MA,
        "pico": design.PICO_MA,
        "pico_reckoned": f"{max(map(power.reckoned_pico_ma, power.PUBLISHED)):.0f}",
        "dark": math.ceil((power.idle_ma() + design.RESERVE_MA) / 10) * 10,
        "along": design.REED_ALONG,
        "aside": design.REED_ASIDE,
        "all_lights": design.POINTS * 3 * design.CHANNEL_MA / 1000,
        "strip": f"{design.STRIP_SIZE[0]:g} x {design.STRIP_SIZE[1]:g}",
        "plywood": 1.5,
        "small_holes": design.ROWS * (2 + 6),
        "least": chosen.LEAST,
    }


def text() -> str:
    """BUILD.md."""
    return (HERE / "BUILD.md.in").read_text(encoding="utf-8").format_map(values())


def write() -> None:
    """Writes BUILD.md."""
    (HERE / "BUILD.md").write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    write()
