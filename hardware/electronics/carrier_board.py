"""The circuit board of the Pico carrier: USB and socket left, columns below, bus right, buttons above."""

from __future__ import annotations

from hardware import design
from hardware.electronics.pcb import BACK, BACK_INK, FRONT, Drawing

PICO = (2.9, 32.0)
"""Pad 1; pads 1 to 20 run right from it, 40 to 21 above them. The Pico's USB socket ends at the edge."""
COLUMN_X, COLUMN_STEP, COLUMN_Y = 18.0, 8.5, 6.0
"""The first column's connector, and the distance to the next."""
BUS = (92.0, 48.5)
ROW_Y, ROW_STEP = 52.0, 3.4
"""Where the resistors of row 1 are, and the distance down to the next row's."""
PULL_X, SERIES_X = 60.0, 73.0
SUPPLY_Y = 55.4
"""The lights' supply on its way to the bus."""
BUTTONS_X = (62.0, 76.0)


def draw() -> Drawing:
    """The board."""
    pcb = Drawing(design.CARRIER, ((0.0, 0.0), design.CARRIER_SIZE))
    for number, place in enumerate(design.CARRIER_HOLES):
        pcb.hole(number + 1, place)
    pcb.put("U1", PICO, 90, name=(25, 8.9))
    _columns(pcb)
    _rows(pcb)
    _supply(pcb)
    _soft_start(pcb)
    _lights(pcb)
    _buttons(pcb)
    _write(pcb)
    for place in ((12, 12), (50, 14), (66, 16), (84, 16), (97, 20), (97, 60), (88, 76), (56, 76), (56, 30)):
        pcb.via("GND", place)
    pcb.ground()
    return pcb


def _columns(pcb: Drawing) -> None:
    for column, letter in enumerate(design.COLUMNS.upper()):
        x = COLUMN_X + COLUMN_STEP * column
        pcb.put(f"J{column + 2}", (x, COLUMN_Y), name=(1.25, -4.7))
        pcb.track([f"J{column + 2}.1", f"J{column + 2}.2"], FRONT)
        pad = f"U1.{design.PICO_GPIO[design.COLUMN_PINS[column]]}"
        start = pcb.pad(pad)[0]
        # The further a column has to go, the higher it runs, so that none crosses another.
        if column == 0:
            path = [(start, 14.0), (x + 2.5, 14.0 - start + x + 2.5)]
            pcb.track([pad, *path, f"J{column + 2}.2"], FRONT)
        elif column == 1:
            pcb.track([pad, (start, 10.0), (x + 2.5, 10.0 - x - 2.5 + start), f"J{column + 2}.2"], FRONT)
        else:
            level = 15.6 + 1.2 * column
            pcb.track([pad, (start, level), (x, level), f"J{column + 2}.1"], FRONT)
        pcb.write(letter, (x + 1.25, COLUMN_Y + 4.4), size=1.5)


def _rows(pcb: Drawing) -> None:
    for row in range(1, design.ROWS + 1):
        y = ROW_Y - ROW_STEP * (row - 1)
        series, pull = f"R{row}", f"R{row + design.ROWS}"
        pcb.put(pull, (PULL_X, y), name=(5.08, 0))
        # Turned round: its pad towards the bus is on the right.
        pcb.put(series, (SERIES_X + 10.16, y), 180, name=(-5.08, 0))
        pad = f"U1.{design.PICO_GPIO[design.ROW_PINS[row - 1]]}"
        # Between the Pico's upper pads, above it to the right, and down: clear of a Pico W's antenna.
        start = pcb.pad(pad)[0]
        over, down = 53.5 - 0.5 * row, 57.5 - 0.55 * row
        up = [(start, 46), (start + 1.27, 47.27), (start + 1.27, over)]
        pcb.track([pad, *up, (down, over), (down, y), f"{pull}.1"], BACK, 0.25)
        pcb.track([f"{pull}.1", (PULL_X + 1.7, y + 1.7), (SERIES_X - 1.7, y + 1.7), f"{series}.2"], BACK)
    pcb.put("J1", BUS, 270, name=(-5, 1.6))
    for row in range(1, design.ROWS + 1):
        pcb.track([f"R{row}.1", f"J1.{row + 2}"], FRONT)


def _supply(pcb: Drawing) -> None:
    pcb.put("J11", (14, 67), 270, name=(-8, -5.6))
    pcb.put("F1", (18.5, 67), name=(2.5, 2.2))
    pcb.put("D1", (6.5, 55.5), name=(7.62, 0))
    pcb.put("D2", (27, 75.5), 180, name=(-7.62, 0))
    pcb.put("JP1", (28, 62), name=(0, 2.7))
    pcb.track(["J11.1", "F1.1"], FRONT, 1.5)
    pcb.track(["F1.2", (23.6, 57.86), "D1.2"], FRONT, 1.5)
    pcb.track(["F1.2", (23.6, 72.1), "D2.1"], FRONT, 1.5)
    pcb.track(["D1.2", (22.66, 56.92), "JP1.3"], FRONT, 1.5)
    pcb.track(["U1.39", (6.5, 50.84), "D1.1"], FRONT, 1.0)
    pcb.track(["U1.40", (2.9, 58), (4.1, 59.2), (24.4, 59.2), (27.2, 62), "JP1.1"], BACK, 1.5)


def _soft_start(pcb: Drawing) -> None:
    pcb.put("Q1", (36, 60.41), name=(0, -2.6))
    pcb.put("C3", (31.5, 63.5), 90, name=(0, 2.8))
    pcb.put("C4", (37.5, 64.54), name=(0, 1.8))
    pcb.put("R13", (34.5, 70), name=(5.08, 0))
    pcb.put("C1", (46, 60.4), name=(1.75, 5.2))
    pcb.track(["JP1.2", (32.5, 59.46), "Q1.2"], FRONT, 1.0)
    pcb.track(["C3.1", (31.5, 59.46)], FRONT, 0.8)
    pcb.track(["C3.2", (34.5, 64.54), "Q1.1"], FRONT)
    pcb.track(["C4.1", (34.5, 64.54), "R13.1"], FRONT)
    pcb.track(["C4.2", (38.54, 61.4), "Q1.3"], FRONT, 0.8)
    pcb.track(["Q1.3", "C1.1"], FRONT, 1.2)
    pcb.track(["C1.1", (46, SUPPLY_Y), (87.9, SUPPLY_Y), (92, 50.5), "J1.1"], FRONT, 1.5)


def _lights(pcb: Drawing) -> None:
    pcb.put("R12", (31.5, 54.6), name=(5.08, 0))
    pcb.put("U2", (63, 33), name=(0, -2.7))
    pcb.put("C2", (67.3, 34.96), 270, name=(2.4, 0))
    pcb.put("R11", (72, 32.05), name=(5.08, 0))
    pcb.track(["U1.29", "R12.1"], FRONT)
    pcb.track(
        ["U1.29", (32.14, 48.48), (54.5, 48.48), (56, 46.98), (56, 34.5), (57.5, 33), "U2.2"], FRONT, 0.25
    )
    pcb.line("+5V", [(57, SUPPLY_Y), (57, 36), (64.35, 36), pcb.pad("C2.1")], FRONT, 0.8)
    pcb.track(["U2.5", (64.35, 36)], FRONT, 0.8)
    pcb.track(["U2.4", "R11.1"], FRONT)
    pcb.track(["R11.2", (90.95, 32.05), "J1.8"], FRONT)
    for pad, place in (("U2.1", (60.4, 34.75)), ("U2.3", (60.4, 31.4)), ("C2.2", (69, 33.9))):
        pcb.via("GND", place)
        pcb.track([pad, place], FRONT, 0.5)


def _buttons(pcb: Drawing) -> None:
    turn, menu = BUTTONS_X
    for x, connector, button, text in ((turn, "J12", "SW1", "TURN"), (menu, "J13", "SW2", "MENU")):
        pcb.put(connector, (x, 60), name=(6.8, 0))
        pcb.put(button, (x, 72), name=(3.25, -2.25))
        pcb.track([f"{connector}.1", (x - 1.8, 61.8), (x - 1.8, 70.2), f"{button}.1"], FRONT)
        pcb.track([f"{button}.1", (x + 6.5, 72)], FRONT)
        pcb.write(text, (x + 3.25, 75), size=1.2)
    # Over the rows' wires in front, under the lights' supply behind.
    for net, pad in (("TURN", "U1.21"), ("MENU", "U1.22")):
        crossing = (pcb.pad(pad)[0], 53.9)
        pcb.track([pad, crossing], FRONT)
        pcb.via(net, crossing)
        x = crossing[0]
        if net == "TURN":
            pcb.line(net, [crossing, (x, 56), (x + 4, 60), pcb.pad("J12.1")], BACK)
        else:
            path = [(x, 56), (x + 3.5, 59.5), (x + 3.5, 64.5), (74.5, 64.5), (menu, 63), pcb.pad("J13.1")]
            pcb.line(net, [crossing, *path], BACK)


def _write(pcb: Drawing) -> None:
    pcb.write(f"Lakabe Pico carrier {design.REVISION}", (76, 25.4), size=1.5)
    pcb.write("columns", (8, 7), size=1.2)
    pcb.write("USB", (24, 62), size=1.0)
    pcb.write("DC", (25, 57.4), size=0.9)
    for pin, text in enumerate(("5V", "G", "R1", "R2", "R3", "R4", "R5", "D")):
        pcb.write(text, (96.6, BUS[1] - 2.5 * pin), size=1.0)
    pcb.write("5 V DC, + inside", (13, 59.6), size=0.9)
    pcb.write("jumper: upper pair USB, lower pair socket", (70, 20), BACK_INK, 1.2)
