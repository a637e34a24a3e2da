"""Writes BUILD.md: ``python -m hardware.guide``. What design and list of parts know comes from there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from hardware import design, power, shopping
from hardware.electronics import boards
from hardware.magnetics import bench, chosen
from hardware.mechanics import fasteners, fit, stock, top
from hardware.parts import LOOSE, PARTS, RIBBON_MM

HERE = Path(__file__).parent

BANK_AH = 10.0

PRINTED = (
    ("fit", "clear or natural", "first of all: it tells which fit your printer makes"),
    ("stone_white", "white, then clear or natural", "face down, with two pauses"),
    ("stone_black", "black, white, then clear or natural", "face down, with three pauses"),
    ("window", "clear or natural", "light must come through"),
    ("spacer", "any", ""),
)
"""What is printed: its name in the list of parts, filament, remark."""

STRIP_POLARITY = {
    "reed": "none, either way round",
    "diode": "stripe (cathode) to the side that the ink closes, away from its reed",
    "pixel": "its notched corner, at ground, to the bevelled corner of the outline",
    "c100n": "none",
    "c22u": "none",
    "idc20": "on the back, key as drawn: pin 1 has the triangle",
}
CARRIER_POLARITY = {
    "shifter": "three legs on one side, two on the other: fits one way only",
    "pmos": "one leg on one side, two on the other: fits one way only",
    "c470u": "long leg to +, stripe to the other side",
    "schottky": "stripe (cathode) to the side that the ink closes",
    "pico": "USB to the edge of the board",
    "nmos": "one leg on one side, two on the other: fits one way only",
    "usbc": "its mouth to the edge of the board",
    "slide": "its lever to the edge of the board",
    "idc20": "key as drawn: pin 1 has the triangle",
    "terminal": "its openings to the edge of the board",
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
    lines = shopping.lines()
    bare = sum(line.euro for line in lines if line.name in boards.COUNT)
    loose = sum(line.euro for line in lines if line.name in LOOSE)
    reeds = sum(line.euro for line in lines if line.name == "reed")
    magnets = sum(line.euro for line in lines if line.name == "magnet")
    wood, filament, finish = (
        sum(line.euro for line in lines if line.name in names)
        for names in (stock.WOOD, stock.FILAMENT, stock.FINISH)
    )
    screws = sum(line.euro for line in lines if line.name.startswith("screw_"))
    parts = sum(line.euro for line in lines) - bare - loose - reeds - wood - screws - filament - finish
    rows = [
        ("reeds", reeds),
        ("magnets", magnets),
        ("other electronic parts", parts),
        ("cables, screws, buttons", loose - magnets + screws),
        (f"circuit boards: {boards.COUNT['strip']} strips, 1 carrier", bare),
        ("wood: skin, lower layer, base, rails, beads", wood),
        ("filament in three colours", filament),
        ("glue, varnish, felt", finish),
    ]
    total = sum(euro for _, euro in rows)
    return table(
        ("what", "euro"), [*((what, f"{euro:.0f}") for what, euro in rows), ("**all**", f"**{total:.0f}**")]
    )


def polarity(board: boards.Board, ways: dict[str, str]) -> str:
    """Which way round the parts of a board go."""
    rows = []
    for part, way in ways.items():
        found = [component for component in board.components if component.part == part]
        refs = " ".join(component.ref for component in found)
        rows.append((refs, PARTS[part].value, way))
    return table(("parts", "value", "which way round"), rows)


def wiring() -> str:
    """Where each pin of the Pico leads, through which parts."""
    carrier = boards.board("carrier")
    series, pull, column_pull = (carrier.component(ref).value for ref in ("R1", f"R{design.ROWS + 1}", "R21"))
    rows: list[tuple[object, ...]] = []
    for column, gpio in enumerate(design.COLUMN_PINS):
        letter = design.COLUMNS[column]
        rows.append(
            (
                f"column {letter}",
                f"GP{gpio}",
                design.PICO_GPIO[gpio],
                f"{column_pull} to ground, and to {design.BUS[11 + design.CHAIN.index(letter)]} of the bus",
            )
        )
    for row, gpio in enumerate(design.ROW_PINS, 1):
        way = f"{pull} to ground, and through {series} to R{row} of the bus"
        rows.append((f"row {row}", f"GP{gpio}", design.PICO_GPIO[gpio], way))
    drop = carrier.component("R11").value
    shifter = carrier.component("U2").value
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
            "J3 and J4; other wires to ground",
        ),
        (
            "button menu",
            f"GP{design.MENU_PIN}",
            design.PICO_GPIO[design.MENU_PIN],
            "J5 and J6; other wires to ground",
        ),
        (
            "load for power banks",
            f"GP{design.KEEP_PIN}",
            design.PICO_GPIO[design.KEEP_PIN],
            "Q3, which R17 hangs on",
        ),
        ("5 V of USB", "VBUS", design.PICO_VBUS, "JP1"),
        ("5 V of USB-C", "VSYS", design.PICO_VSYS, "through D1"),
        ("power switch", "3V3_EN", design.PICO_ENABLE, "SW3; grounded when off"),
    ]
    pins = ", ".join(f"{pin} {wire}" for pin, wire in enumerate(design.BUS, 1))
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


def printed() -> str:
    """What is printed, how often, and of what."""
    parts = stock.parts()
    rows: list[tuple[object, ...]] = []
    for name, filament, remark in PRINTED:
        part, count = parts[name]
        rows.append((part.number.split(": ")[1], count, filament, remark))
    rows.append(
        (
            "stone-base.stl",
            f"up to {2 * design.STONES}, instead",
            "white, then clear or natural",
            "for caps of wood",
        )
    )
    return table(("print", "pieces", "filament", "remark"), rows)


def saws() -> str:
    """The wood, by size."""
    parts = stock.parts()
    return table(
        ("wood", "pieces", "mm"), [(parts[it][0].what, parts[it][1], parts[it][0].value) for it in stock.WOOD]
    )


def joints() -> int:
    """Pads that are soldered on all boards."""
    return sum(len(component.nets) * board.count for board in boards.both() for component in board.components)


def values() -> dict[str, object]:
    """All that BUILD.md.in asks for, by name."""
    panel = top.panel()
    diameter, stone_height = design.STONE_SIZE
    return {
        "revision": design.REVISION,
        "joints": math.ceil(joints() / 100) * 100,
        "costs": costs(),
        "strips": boards.COUNT["strip"],
        "other_strips": boards.COUNT["strip"] - 1,
        "printed": printed(),
        "saws": saws(),
        "screws": fasteners.table(),
        "stones": design.STONES,
        "magnets": 2 * design.STONES,
        "windows": design.POINTS,
        "pixels": design.POINTS,
        "window": design.WINDOW,
        "stone_diameter": diameter,
        "stone_height": stone_height,
        **{f"pause_{name}": f"{height:.1f}" for name, height in fit.pauses().items()},
        "base_magnet": f"{fit.pauses()['magnet'] - fit.pauses()['white']:.1f}",
        "flux": math.ceil(fit.flux_index() / 10) * 10,
        "band": design.STONE_BAND,
        "layer": design.REFLECTOR,
        "cap_height": design.STONE_SIZE[1] - design.STONE_BAND - design.REFLECTOR,
        "fits": ", ".join(f"{it:g}" for it in design.FITS),
        "play": design.POCKET_PLAY,
        "tray": f"{design.TRAY[0]:g} x {design.TRAY[1]:g}",
        "bead": f"{design.TRAY[0]:g} x {design.BEAD[1]:g} x {design.BEAD[2]:g}",
        "bead_from": design.BEAD[0],
        "rim_screws": len(top.rim_screws()),
        "rim_screw": f"{design.RIM_SCREW[0]:g} x {design.RIM_SCREW[1]:g}",
        "floor": design.STONE_FLOOR,
        "foot": design.FOOT[0],
        "foot_height": design.FOOT[1],
        "panel": f"{panel.width:g} x {panel.height:g}",
        "skin": design.SKIN,
        "wells_depth": design.WELLS,
        "top_thickness": design.SKIN + design.WELLS,
        "button": design.PANEL_BUTTON_HOLE,
        "button_room": design.PANEL_BUTTON_ROOM,
        **frame(),
        "ribbon": RIBBON_MM,
        "front": design.FRONT_HEIGHT,
        "polarity": polarity(boards.board("strip"), STRIP_POLARITY),
        "carrier_polarity": polarity(boards.board("carrier"), CARRIER_POLARITY),
        "leads": design.REED_LEADS,
        "axis": design.REED_AXIS_HEIGHT,
        "stub": design.LEAD_STUB,
        "wiring": wiring(),
        "power": power.table(),
        "idle": power.idle_ma(),
        "keep_ma": power.keep_ma(),
        "keep_ms": design.KEEP_MS[0],
        "keep_s": design.KEEP_MS[1] / 1e3,
        "keep_mean": power.keep_mean_ma(*design.KEEP_MS),
        "bank_ah": BANK_AH,
        "bank_hours": power.bank_hours(BANK_AH, power.USB_LIGHT_MA / 3, power.keep_mean_ma(*design.KEEP_MS)),
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


def _points(corner: str) -> str:
    """A board to write on, as White sees it; ``corner`` is what ``lakabe.sheet`` knows it by."""
    rows = [(str(row), *[""] * len(design.COLUMNS)) for row in range(design.ROWS, 0, -1)]
    return table((corner, *design.COLUMNS), rows)


def first_article() -> str:
    """first-article.md, the sheet that the first builder measures along."""
    goes = dict(zip(("left", "right", "down", "up", "lifted"), bench.PATHS.values(), strict=True))
    ways = {
        name: f"{first:.0f} to {last:.0f}"
        for name, (_, (first, last)) in ((it, bench.ranges(path)) for it, path in goes.items())
    }
    strip = next(joint for joint in fasteners.joints() if joint.name == "strip")
    reeds = chosen.reeds()
    told = {
        "low": reeds.low,
        "high": reeds.high,
        "opens": reeds.opens,
        "port": design.USB_PORT_MA,
        "idle": design.POINTS * design.PIXEL_IDLE_MA,
        "points": _points("result"),
        "bounces": _points("bounce"),
        "least_wood": sum(layer.least for layer in strip.into),
        **ways,
    }
    return (HERE / "first-article.md.in").read_text(encoding="utf-8").format_map(values() | told)


def write() -> None:
    """Writes BUILD.md and first-article.md."""
    (HERE / "BUILD.md").write_text(text(), encoding="utf-8")
    (HERE / "first-article.md").write_text(first_article(), encoding="utf-8")


if __name__ == "__main__":
    write()
