"""The schematic of a column strip."""

from __future__ import annotations

from hardware import design
from hardware.electronics.sheet import Place, Sheet


def draw() -> Sheet:
    """Lights above, contacts below on the left, connectors beside them."""
    sheet = Sheet(design.STRIP, "A4")
    sheet.write_text("Lights: data runs from row 1 to row 5, and on to the next strip.", 20.32, 17.78, 2)
    for row in range(1, design.ROWS + 1):
        x = 43.18 + 50.8 * (row - 1)
        sheet.put(f"LED{row}", Place(x, 45.72, ref=(-8.89, -3.81), value=(7.62, 7.62)))
        sheet.put(f"C{row}", Place(x, 78.74, ref=(3.81, -1.27), value=(5.08, 1.27)))
        if row > 1:
            sheet.join([f"LED{row - 1}.2", f"LED{row}.4"], label=(x - 30.48, 45.72))
    sheet.write_text("Contacts: current runs from the column to the row.", 20.32, 99.06, 2)
    for row in range(1, design.ROWS + 1):
        y = 111.76 + 15.24 * (row - 1)
        sheet.put(f"SW{row}", Place(45.72, y, ref=(0, -3.81), value=(0, 3.81)))
        sheet.put(f"D{row}", Place(73.66, y, 180, ref=(0, -3.81), value=(0, 3.81)))
        sheet.join([f"SW{row}.2", f"D{row}.2"], label=(54.61, y))
    sheet.write_text("Connectors: IN from the strip before, OUT to the next.", 127, 99.06, 2)
    sheet.put("J1", Place(134.62, 119.38, ref=(0, -11.43), value=(0, 13.97)))
    sheet.put("J2", Place(167.64, 119.38, ref=(0, -11.43), value=(0, 13.97)))
    sheet.write_text("Both pins are the column.", 190.5, 106.68)
    sheet.put("J3", Place(200.66, 116.84, ref=(0, -3.81), value=(0, 6.35)))
    sheet.flag("+5V", 200.66, 137.16)
    sheet.flag("GND", 220.98, 137.16)
    sheet.stubs(longer={f"{ref}.{pin}": 11.43 for ref in ("J1", "J2") for pin in ("1", "2")})
    return sheet
