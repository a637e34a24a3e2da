"""The circuit board of a column strip. Contacts, lights and diodes face up, the connectors face down."""

from __future__ import annotations

from hardware import design
from hardware.electronics.pcb import BACK, BACK_INK, FRONT, Drawing

IN_Y, OUT_Y, COLUMN_Y = 29.5, 69.5, 109.5
"""Where the connectors are, between the points, clear of the lands at the screws."""
ROW_X = (2.75, 0.25, -2.25, -4.75, -7.25)
"""Where the wires of rows 1 to 5 run: straight on from the connectors' pins."""
SUPPLY_X = 7.75
DATA_IN_X = -9.75
COLUMN_X = 10.5
DIODE_X = -3.5
CAPACITOR_X = -5.5
LIGHT_X = -1.0
"""Where data runs from light to light."""


def draw() -> Drawing:
    """The board."""
    left, low = design.STRIP_ORIGIN
    width, length = design.STRIP_SIZE
    pcb = Drawing(design.STRIP, ((left, low), (left + width, low + length)))
    for number, place in enumerate(design.STRIP_HOLES):
        pcb.hole(number + 1, place)
    # On the back, so turned round: pin 1 is on the right, seen from above.
    pcb.put("J1", (SUPPLY_X, IN_Y), 180, back=True, name=(-19.5, 4.2))
    pcb.put("J2", (SUPPLY_X, OUT_Y), 180, back=True, name=(-19.5, 4.2))
    pcb.put("J3", (COLUMN_X + 2.5, COLUMN_Y), 180, back=True, name=(-1.25, 4.4))
    for row in range(1, design.ROWS + 1):
        _put_point(pcb, row)
    for row in range(1, design.ROWS + 1):
        _wire_point(pcb, row)
    _wire_rows(pcb)
    _wire_supply(pcb)
    _wire_data(pcb)
    _write(pcb)
    pcb.ground()
    return pcb


def _y(row: int) -> float:
    return (row - 1) * design.PITCH


def _put_point(pcb: Drawing, row: int) -> None:
    y = _y(row)
    along = y + design.REED_ALONG
    pcb.put(f"SW{row}", (design.REED_ASIDE, along - design.REED_LEADS / 2), 90, name=(3.6, 17.5))
    pcb.put(f"D{row}", (DIODE_X, y + 8.9), 90, name=(-2.4, 3.8))
    pcb.put(f"LED{row}", (design.PIXEL_AT[0], y + design.PIXEL_AT[1]), 270, name=(8, 0))
    pcb.put(f"C{row}", (CAPACITOR_X, y), 270, name=(-2.4, 0))


def _wire_point(pcb: Drawing, row: int) -> None:
    y = _y(row)
    pcb.track([f"SW{row}.2", f"D{row}.2"], FRONT)
    pcb.track([f"SW{row}.1", (COLUMN_X, pcb.pad(f"SW{row}.1")[1])], BACK)
    # Supply: from the rail over the light to its capacitor.
    pcb.line("+5V", [(SUPPLY_X, y + 5), (CAPACITOR_X, y + 5), pcb.pad(f"C{row}.1")], FRONT, 1.0)
    pcb.track([f"LED{row}.1", (pcb.pad(f"LED{row}.1")[0], y + 5)], FRONT, 0.8)
    ground = (DIODE_X, y - 2.8)
    pcb.via("GND", ground)
    pcb.track([f"LED{row}.3", ground], FRONT, 0.6)
    pcb.track([f"C{row}.2", ground], FRONT, 0.6)
    for x, up in ((14.5, 10), (14.5, -7), (-11.8, 5)):
        pcb.via("GND", (x, y + up))


def _wire_rows(pcb: Drawing) -> None:
    for row in range(1, design.ROWS + 1):
        x = ROW_X[row - 1]
        diode = f"D{row}.1"
        y = pcb.pad(diode)[1]
        pcb.track([f"J1.{row + 2}", f"J2.{row + 2}"], BACK)
        if row in (1, 2):
            # Wires of other rows lie between: over the front.
            start = f"J1.{row + 2}"
            pcb.track([start, (x, y)], BACK)
            pcb.via(f"ROW{row}", (x, y))
            pcb.line(f"ROW{row}", [(x, y), pcb.pad(diode)], FRONT)
        elif row < 5:
            pcb.track([f"J2.{row + 2}", (x, y), diode], BACK)
        else:
            # Aside from the screw.
            pcb.track(["J2.7", (x, 131), (x + 1.75, 132.75), (x + 1.75, y), diode], BACK)
    pcb.track(["J3.2", (COLUMN_X, pcb.pad("SW5.1")[1])], BACK)
    pcb.track(["J3.2", (COLUMN_X, pcb.pad("SW1.1")[1])], BACK)
    pcb.track(["J3.2", "J3.1"], BACK)


def _wire_supply(pcb: Drawing) -> None:
    pcb.line("+5V", [(SUPPLY_X, 5), (SUPPLY_X, _y(design.ROWS) + 5)], FRONT, 2.0)


def _wire_data(pcb: Drawing) -> None:
    for row in range(1, design.ROWS + 1):
        y = _y(row)
        enter = (LIGHT_X, y - 4.6)
        net = "DIN" if row == 1 else f"DATA{row - 1}"
        pcb.via(net, enter)
        pcb.line(net, [enter, pcb.pad(f"LED{row}.4")], FRONT)
        leave = (-0.5, pcb.pad(f"LED{row}.2")[1])
        pcb.track([f"LED{row}.2", leave], FRONT)
        net = "DOUT" if row == design.ROWS else f"DATA{row}"
        pcb.via(net, leave)
        if row < design.ROWS:
            pcb.line(net, [leave, (LIGHT_X, leave[1] + 1), (LIGHT_X, y + design.PITCH - 4.6)], BACK)
    pcb.track(["J1.8", (DATA_IN_X, 28), (-6.5, 24.75), (-6.5, -4.6), (LIGHT_X, -4.6)], BACK)
    # Back from the last light: round the end of row 5's wire and inside of the screw.
    last = pcb.pad("LED5.2")[1]
    around = [(-0.5, last), (LIGHT_X, last + 1), (LIGHT_X, 173), (DATA_IN_X, 173), (DATA_IN_X, 150)]
    aside = [(-6.7, 146.95), (-6.7, 137), (DATA_IN_X, 133.95)]
    pcb.line("DOUT", [*around, *aside, pcb.pad("J2.8")], BACK)


def _write(pcb: Drawing) -> None:
    pcb.write(f"Lakabe strip {design.REVISION}", (-9, 108), size=1.2, turn=90)
    for row in range(1, design.ROWS + 1):
        pcb.write(str(row), (-9.5, _y(row) + 7), size=2.0)
    for y, name, data in ((IN_Y, "IN", "DIN"), (OUT_Y, "OUT", "DOUT")):
        for pin, text in enumerate(("5V", "G", "R1", "R2", "R3", "R4", "R5", data)):
            pcb.write(text, (SUPPLY_X - 2.5 * pin, y + 4.2 if pin < 7 else y + 5.6), BACK_INK, 0.9)
        pcb.write(name, (-1, y + 6.5), BACK_INK, 1.5)
    pcb.write("COLUMN", (COLUMN_X + 1.25, COLUMN_Y - 6), BACK_INK, 1.2)
