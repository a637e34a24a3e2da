"""Bodies that stand for parts in pictures and solids of boards: ``python -m hardware.electronics.shapes``.

Plain boxes and cylinders with the outer sizes of the data sheets, as packed STEP files in `lakabe.3dshapes`,
where the boards look for them. KiCad's own bodies are 5 GB. Places are a footprint's: mm from its origin, y
up, z from the board. ``make fab`` does not write them anew: names in the files differ each time.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import cadquery as cq
from hardware import design
from hardware.electronics.outputs import undated

HERE = Path(__file__).parent / "lakabe.3dshapes"
Colour = tuple[float, float, float]
BLACK, METAL, GOLD = (0.12, 0.12, 0.13), (0.75, 0.75, 0.77), (0.85, 0.68, 0.25)
WHITE, GREEN, BROWN = (0.93, 0.93, 0.9), (0.1, 0.45, 0.2), (0.7, 0.58, 0.42)
GLASS = (0.55, 0.75, 0.7)
Body = tuple[cq.Workplane, Colour]


def box(x: float, y: float, wide: float, deep: float, low: float, high: float, colour: Colour) -> Body:
    """A box around x, y."""
    solid = cq.Workplane("XY").box(wide, deep, high - low, centered=(True, True, False))
    return solid.translate((x, y, low)), colour


def post(x: float, y: float, diameter: float, low: float, high: float, colour: Colour) -> Body:
    """An upright cylinder."""
    return cq.Workplane("XY", origin=(x, y, low)).circle(diameter / 2).extrude(high - low), colour


def rod(start: float, end: float, diameter: float, height: float, colour: Colour) -> Body:
    """A cylinder along x."""
    return cq.Workplane("YZ", origin=(start, 0, height)).circle(diameter / 2).extrude(end - start), colour


def reed() -> list[Body]:
    """Glass and leads."""
    span, axis = design.REED_LEADS, design.REED_AXIS_HEIGHT
    length, thickness = design.REED_GLASS
    legs = [post(x, 0, 0.5, -design.BOARD_THICKNESS - design.LEAD_STUB, axis, METAL) for x in (0, span)]
    middle = span / 2
    return [
        rod(middle - length / 2, middle + length / 2, thickness, axis, GLASS),
        rod(0, span, 0.5, axis, METAL),
        *legs,
    ]


def chip(length: float, width: float, height: float, colour: Colour) -> list[Body]:
    """A resistor or capacitor with its two ends."""
    end = length / 5
    ends = [box(side * (length - end) / 2, 0, end, width, 0, height, METAL) for side in (-1, 1)]
    return [box(0, 0, length - 2 * end, width, 0.02, height, colour), *ends]


def diode(length: float, width: float, height: float) -> list[Body]:
    """With its stripe at pad 1, the cathode."""
    lead = length + 1.0
    stripe = box(-length / 2 + 0.45, 0, 0.5, width, height, height + 0.02, WHITE)
    return [box(0, 0, length, width, 0.1, height, BLACK), box(0, 0, lead, width / 2, 0, 0.2, METAL), stripe]


def transistor(legs: int) -> list[Body]:
    """SOT-23 with 3 or 5 legs."""
    places = (
        [(-1.15, 0.95), (-1.15, -0.95), (1.15, 0)]
        if legs == 3
        else [(-1.3, 0.95), (-1.3, 0), (-1.3, -0.95), (1.3, 0.95), (1.3, -0.95)]
    )
    return [box(0, 0, 1.5, 2.9, 0.1, 1.1, BLACK), *(box(x, y, 0.8, 0.4, 0, 0.2, METAL) for x, y in places)]


def header() -> list[Body]:
    """Box header 2 x 10 with its key on the side of the odd pins."""
    x, y = 1.27, -11.43
    shell, _ = box(x, y, 8.9, 33.0, 0, 9.1, BLACK)
    room, _ = box(x, y, 6.5, 30.6, 2.5, 9.2, BLACK)
    key, _ = box(x - 4, y, 3, 4.5, 2.5, 9.2, BLACK)
    pins = [
        box(2.54 * side, -2.54 * row, 0.64, 0.64, -2.8, 8.5, GOLD) for side in (0, 1) for row in range(10)
    ]
    return [(shell.cut(room).cut(key), BLACK), *pins]


def pico() -> list[Body]:
    """A Pico in socket strips of 8.5 mm."""
    middle = (8.89, -24.13)
    strips = [box(x, middle[1], 2.54, 50.8, 0, 11.0, BLACK) for x in (0, 17.78)]
    usb = box(8.89, middle[1] + 24.0, 7.8, 5.6, 12.0, 14.7, METAL)
    return [*strips, box(*middle, 21, 51, 11.0, 12.0, GREEN), usb, box(*middle, 7, 7, 12.0, 12.9, BLACK)]


SHAPES: dict[str, Callable[[], list[Body]]] = {
    "reed": reed,
    "pixel": lambda: [box(0, 0, 5, 5, 0, 1.6, WHITE), post(0, 0, 4, 1.6, 1.62, (0.9, 0.85, 0.5))],
    "c0805": lambda: chip(2.0, 1.25, 1.25, BROWN),
    "r0805": lambda: chip(2.0, 1.25, 0.55, BLACK),
    "r2512": lambda: chip(6.3, 3.2, 0.65, BLACK),
    "fuse1812": lambda: chip(4.5, 3.2, 1.0, GREEN),
    "sod123": lambda: diode(2.7, 1.6, 1.1),
    "sma": lambda: diode(4.3, 2.6, 2.2),
    "sot23": lambda: transistor(3),
    "sot23-5": lambda: transistor(5),
    "capacitor": lambda: [post(1.75, 0, 8, 0.3, 11.5, BLACK), post(1.75, 0, 7, 11.5, 11.6, METAL)],
    "header20": header,
    "header3": lambda: [
        box(0, -2.54, 2.54, 7.62, 0, 2.54, BLACK),
        *(box(0, -2.54 * pin, 0.64, 0.64, -2.8, 8.5, GOLD) for pin in range(3)),
    ],
    "pico": pico,
    "usbc": lambda: [box(0, -0.25, 8.94, 7.3, 0, 3.2, METAL), box(0, -3.9, 7.6, 0.02, 0.7, 2.5, BLACK)],
    "terminal": lambda: [
        box(1.75, -0.7, 7.0, 7.6, 0, 8.5, GREEN),
        *(post(x, 0, 2.6, 8.5, 8.52, METAL) for x in (0, 3.5)),
    ],
    "slide": lambda: [box(2, 0, 8.6, 4.4, 0, 4.7, METAL), box(1, -4.2, 2, 4, 1.2, 3.2, BLACK)],
    "button": lambda: [
        box(3.25, -2.25, 6, 6, 0, 3.5, BLACK),
        post(3.25, -2.25, 3.5, 3.5, 4.3, (0.3, 0.3, 0.32)),
    ],
}
"""Bodies by the name of their file."""


def write(folder: Path = HERE) -> None:
    """All files into `folder`."""
    folder.mkdir(exist_ok=True)
    for name, made in SHAPES.items():
        whole = cq.Assembly(name=name)
        for number, (body, colour) in enumerate(made()):
            whole.add(body, name=f"{name}{number}", color=cq.Color(*colour))
        file = folder / f"{name}.step"
        whole.export(str(file))
        # Packed, as KiCad reads it as well: a tenth of the size.
        file.with_suffix(".stpz").write_bytes(gzip.compress(undated(file.read_bytes()), mtime=0))
        file.unlink()


if __name__ == "__main__":
    write()
