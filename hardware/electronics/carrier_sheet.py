"""The schematic of the Pico carrier."""

from __future__ import annotations

from hardware import design
from hardware.electronics.sheet import Place, Sheet


def draw() -> Sheet:
    """The Pico on the left; lights and supply above, rows and connectors on the right."""
    sheet = Sheet(design.CARRIER, "A3")
    _pico(sheet)
    _supply(sheet)
    _lights(sheet)
    _rows(sheet)
    _connectors(sheet)
    sheet.stubs(longer={"J1.1": 11.43, "J1.2": 11.43})
    return sheet


def _pico(sheet: Sheet) -> None:
    sheet.write_text("Raspberry Pi Pico or Pico 2", 30.48, 104.14, 2)
    sheet.put("U1", Place(63.5, 167.64, ref=(-17.78, -35.56), value=(19.05, -35.56)))
    # Its ground pads lie on one another in the symbol.
    for pad in design.PICO_GROUND[1:]:
        sheet.join([f"U1.{pad}"])


def _supply(sheet: Sheet) -> None:
    sheet.write_text("Supply: the jumper feeds the lights from USB or from the socket.", 30.48, 25.4, 2)
    sheet.put("J11", Place(43.18, 53.34, ref=(0, -6.35), value=(0, 10.16)))
    sheet.put("F1", Place(68.58, 50.8, 90, ref=(0, -3.81), value=(0, 3.81)))
    sheet.put("D2", Place(83.82, 60.96, 270, ref=(5.08, -1.27), value=(6.35, 1.27)))
    sheet.put("D1", Place(99.06, 40.64, 270, ref=(5.08, -1.27), value=(6.35, 1.27)))
    sheet.put("JP1", Place(137.16, 48.26, ref=(0, -6.35), value=(0, 7.62)))
    sheet.join(["J11.1", "F1.1"], label=(53.34, 50.8))
    sheet.join(["J11.2", (54.61, 55.88), (54.61, 62.23)], label=(54.61, 62.23))
    sheet.join(["F1.2", (83.82, 50.8), (99.06, 50.8), "JP1.3"], label=(104.14, 50.8))
    sheet.join(["D2.1", (83.82, 50.8)])
    sheet.join(["D1.2", (99.06, 50.8)])
    sheet.junction(83.82, 50.8)
    sheet.junction(99.06, 50.8)
    sheet.flag("VSYS", 99.06, 33.02)
    sheet.join(["D1.1", (99.06, 33.02)])
    sheet.write_text("Soft start: the lights' supply rises slowly.", 160.02, 25.4, 2)
    sheet.put("Q1", Place(193.04, 55.88, 270, ref=(6.35, -2.54), value=(10.16, -0.635)))
    sheet.put("C3", Place(177.8, 52.07, 180, ref=(-5.08, -1.27), value=(-5.08, 1.27)))
    sheet.put("C4", Place(215.9, 52.07, ref=(5.08, -1.27), value=(5.08, 1.27)))
    sheet.put("R13", Place(243.84, 52.07, ref=(5.08, -1.27), value=(5.08, 1.27)))
    sheet.join([(160.02, 58.42), (177.8, 58.42), "Q1.2"], label=(160.02, 58.42))
    sheet.join(["C3.1", (177.8, 58.42)])
    sheet.junction(177.8, 58.42)
    sheet.join(["C3.2", (177.8, 45.72), (193.04, 45.72), (215.9, 45.72), (243.84, 45.72), "R13.1"])
    sheet.join(["Q1.1", (193.04, 45.72)], label=(198.12, 45.72))
    sheet.join(["C4.1", (215.9, 45.72)])
    sheet.junction(193.04, 45.72)
    sheet.junction(215.9, 45.72)
    sheet.join(["C4.2", (215.9, 58.42)])
    sheet.junction(215.9, 58.42)
    sheet.join(["Q1.3", (215.9, 58.42), (231.14, 58.42), (231.14, 55.88)], label=(231.14, 55.88))
    sheet.put("C1", Place(264.16, 52.07, ref=(5.08, -1.27), value=(5.08, 1.27)))
    sheet.flag("+5V", 160.02, 78.74)


def _lights(sheet: Sheet) -> None:
    sheet.write_text("Lights: 3.3 V to 5 V", 132.08, 104.14, 2)
    sheet.put("R12", Place(152.4, 133.35, ref=(5.08, -1.27), value=(5.08, 1.27)))
    sheet.put("U2", Place(177.8, 127, ref=(5.08, 6.35), value=(10.16, 8.89)))
    sheet.put("R11", Place(215.9, 127, 90, ref=(0, -3.81), value=(0, 3.81)))
    sheet.put("C2", Place(251.46, 127, ref=(5.08, -1.27), value=(5.08, 1.27)))
    sheet.join(["U2.2", (152.4, 127), (137.16, 127)], label=(137.16, 127))
    sheet.join(["R12.1", (152.4, 127)])
    sheet.junction(152.4, 127)
    sheet.join(["U2.1", (177.8, 114.3), (187.96, 114.3), (187.96, 116.84)], label=(187.96, 116.84))
    sheet.join(["U2.4", "R11.1"], label=(195.58, 127))


def _rows(sheet: Sheet) -> None:
    sheet.write_text(
        "Rows: 470 ohm spares the Pico a crossed cable; 8.2 kilo-ohm pulls an open row down.",
        132.08,
        162.56,
        2,
    )
    for row in range(1, design.ROWS + 1):
        x = 144.78 + 27.94 * (row - 1)
        sheet.put(f"R{row}", Place(x, 177.8, 0, ref=(5.08, -1.27), value=(5.08, 1.27)))
        sheet.put(f"R{row + design.ROWS}", Place(x, 200.66, ref=(5.08, -1.27), value=(5.08, 1.27)))
        sheet.join([f"R{row}.2", f"R{row + design.ROWS}.1"], label=(x, 190.5))


def _connectors(sheet: Sheet) -> None:
    sheet.write_text("Connectors: bus to strip a, a cable to each strip, buttons", 284.48, 25.4, 2)
    sheet.put("J1", Place(318.77, 53.34, ref=(0, -11.43), value=(0, 13.97)))
    for column in range(len(design.COLUMNS)):
        y = 83.82 + 15.24 * column
        sheet.put(f"J{column + 2}", Place(318.77, y, ref=(5.08, 0), value=(5.08, 2.54)))
    sheet.write_text("Both pins of a column's connector are the column.", 284.48, 218.44)
    sheet.put("J12", Place(373.38, 83.82, ref=(0, -3.81), value=(0, 6.35)))
    sheet.put("J13", Place(373.38, 109.22, ref=(0, -3.81), value=(0, 6.35)))
    sheet.put("SW1", Place(373.38, 137.16, ref=(0, -5.08), value=(0, 3.81)))
    sheet.put("SW2", Place(373.38, 160.02, ref=(0, -5.08), value=(0, 3.81)))
