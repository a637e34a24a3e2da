"""The one description of the board: grid, pins, wires, limits. All else is drawn from it or compared.

Lengths are in mm, seen from the player's side: x runs right along a row (a to i), y up along a column (1 to
5), and point a1 is (0, 0). Columns and rows count from 0 here; names count from a and 1. It imports nothing,
so that every tool can read it.
"""

from __future__ import annotations

REVISION = "B"
"""Revision of everything below; `hardware/CHANGELOG.md` says why each one came about."""
REVISION_DATE = "2026-11-26"

# --- Grid -----------------------------------------------------------------------------------------

COLUMNS = "abcdefghi"
ROWS = 5
POINTS = len(COLUMNS) * ROWS
PITCH = 40.0
"""Distance of neighbouring points along a row or a column."""

# Place of the parts of a point, from the point. Straight above the middle of a reed a magnet does nothing:
# the fields in its two blades cancel out. So the gap lies along the reed's axis from the point. The axis goes
# through the point, where a stone may stand furthest off; the light lies beside it, clear of the magnet.
REED_ALONG = 8.25
"""From the point to the reed's gap along the reed's axis, towards row 5."""
REED_ASIDE = 0.0
"""From the point to the reed's axis, towards column i."""
PIXEL_AT = (-5.0, 0.0)
"""Place of the light."""
REED_GLASS = (14.0, 2.28)
"""Length and diameter of the reed's glass, at most."""
REED_LEADS = 22.86
"""Distance of the holes for the reed's leads: 3 mm and more of straight lead from the glass to the bend."""
REED_AXIS_HEIGHT = 2.2
"""From the upper face of a strip to the reed's axis."""
FRONT_HEIGHT = 3.4
"""Nothing on the upper face of a strip is higher, not even the ends of a connector's pins."""


def point_name(column: int, row: int) -> str:
    """Name of a point, a1 to i5."""
    return f"{COLUMNS[column]}{row + 1}"


def point_at(column: int, row: int) -> tuple[float, float]:
    """Place of a point."""
    return column * PITCH, row * PITCH


CHAIN = COLUMNS[::-1]
"""Strips in the order in which the bus passes them: the carrier is at the right, so column i comes first."""


def pixel_number(column: int, row: int) -> int:
    """Place of a point's light in the chain of all lights, from 1: up column i, then up column h, ..."""
    return CHAIN.index(COLUMNS[column]) * ROWS + row + 1


# --- Pins -----------------------------------------------------------------------------------------

# GPIO numbers of the Pico, as in the firmware's pin table.
# fmt: off
COLUMN_PINS = (7, 8, 9, 10, 11, 12, 13, 14, 15)  # columns a to i: driven high, one at a time
ROW_PINS = (2, 3, 4, 5, 6)                       # rows 1 to 5
PIXEL_PIN = 22                                   # data of the first light, through the level shifter
TURN_PIN = 16                                    # button, to ground
MENU_PIN = 17                                    # button, to ground
KEEP_PIN = 18                                    # high: a load that keeps a power bank awake
# fmt: on

_PADS = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34)
PICO_GPIO = dict(zip((*range(23), 26, 27, 28), _PADS, strict=True))
"""Pad of the Pico for each GPIO (Raspberry Pi Pico datasheet, pinout)."""
PICO_GROUND = (3, 8, 13, 18, 23, 28, 38)
PICO_VBUS = 40
PICO_VSYS = 39
PICO_ENABLE = 37
"""Its regulator is off while this pad is grounded."""
PICO_3V3 = 36

# --- Limits ---------------------------------------------------------------------------------------

SETTLE_US = 10
"""Time from driving a column within which every level must stand; the firmware may wait longer."""
LOGIC_LOW = 0.8
LOGIC_HIGH = 2.0
"""Levels that the Pico surely reads as 0 and as 1, V (RP2040 datasheet, IO voltage 3.3 V)."""
PULL_MAX = 8200
"""Largest pull-down of a row or column, ohm: the first Pico 2s hold inputs at 2 V (RP2350 erratum E9)."""
INPUT_LEAK_UA = 120
"""What such an input gives while it is between low and high, at most."""
PIXEL_HIGH = 0.7
"""Part of its supply that a WS2812B surely reads as 1 (its data sheet)."""
PIXEL_SUPPLY_MIN = 3.7
"""Lowest supply of a light, V (data sheet of the WS2812B-V5)."""

USB_PORT_MA = 500
PICO_MA = 40
"""Taken for the Pico, mA on 5 V; not measured on a board.

The Raspberry Pi Pico datasheet tells currents at 48 MHz only, and with a screen. This is above what `power`
reckons from two published measurements; the reserve bears the worst of chips (RP2040 datasheet, 5.7.2).
"""
PICO_CLOCK_MHZ = 200
PICO_CORE = 1.15
"""Clock and voltage of the core of an RP2040 under the firmware; an RP2350 stays slower and takes less."""
RESERVE_MA = 50
PIXEL_IDLE_MA = 1.0
CHANNEL_MA = 20.0
"""A colour of a light at full, mA (WS2812B)."""
FUSE_HOLD_MA = 1100
FUSE_OHM = (0.04, 0.21)
"""Of the fuse: new, at least; an hour after it has tripped, at most (data sheet of Bourns MF-MSMF110/16)."""
EXTERNAL_MA = 800
"""What the USB-C socket may give: less than what the fuse holds at 45 C, and than any charger gives."""
KEEP_OHM = 47
KEEP_MS = (400, 8000)
"""The load that keeps a power bank awake: how long the firmware has it on, and from one time to the next."""
USB_INRUSH_MA = 100
"""Above this, current into capacitors is inrush (USB 2.0, 7.2.4.1: 10 uF at once, more only slowly)."""
WIDTH_5V = 0.8
"""Least width of a track that carries 5 V, mm."""

# --- Wires ----------------------------------------------------------------------------------------

GROUND = "GND"
LIGHT_SUPPLY = "+5V"
"""5 V for the lights, behind the soft start."""
BUS = (
    *(LIGHT_SUPPLY, LIGHT_SUPPLY, GROUND, GROUND, "data", GROUND),
    *(f"ROW{row + 1}" for row in range(ROWS)),
    *(f"column {place + 1}" for place in range(len(COLUMNS))),
)
"""What the 20 wires of the bus carry, pin 1 first. `column 1` is the column of the next strip, `column 2`
that of the one behind, and so on: each strip takes the first and hands the others on, one place nearer to
pin 1."""

# --- Mechanics ------------------------------------------------------------------------------------

STRIP_SIZE = (30.0, 192.0)
"""Width and length of a strip's board."""
STRIP_ORIGIN = (-13.0, -10.0)
"""Its lower left corner, from the point of row 1."""
BOARD_THICKNESS = 1.6
CARRIER_SIZE = (100.0, 80.0)
STRIP_HOLES = ((-10.0, 26.0), (14.0, 26.0), (-10.0, 146.0), (14.0, 146.0))
"""Places of a strip's screw holes, from the point of row 1."""
SCREW = 2.5
"""Thread of the screws that hold the boards, mm (M2.5)."""

# The magnet of a stone, the same pole down in every stone, and the sorting class of the reeds. Margins for
# these and for others: hardware/magnetics/MARGINS.md.
MAGNET_SIZE = (6.0, 2.0)
"""Diameter and height of the disc in each stone."""
MAGNET_GRADES = "N35 to N52"
MAGNET_REMANENCE = (1.17, 1.48)
"""Of the weakest and the strongest of these grades, T."""
REED_CLASS = (15.0, 20.0)
"""Ampere-turns that close the reeds, least and most."""
REED_OPENS = 7.5
"""Least ampere-turns at which they open, by the data sheet of the first choice (`magnetics.sheets`)."""
LEAD_STUB = 1.0
"""What a reed's leads stand out on the lower face of a strip."""

# The top is two layers: a skin that the magnets act through, with a window at each point, and a layer of
# wells that gives the parts on the strips room. The strips are screwed to lands in the wells. To the right of
# the field the bay holds the carrier and the buttons. Places are from a1, seen from above.
SKIN = 3.0
WELLS = 4.0
MARGIN = 36.0
"""From the outermost columns to the edge of the field."""
FRONT_MARGIN = 79.0
"""From rows 1 and 5 to the edges in front and behind, with the trays."""
TRAY = (346.0, 27.0)
"""Length and width of the tray for captured stones that each player has, cut through the skin."""
TRAY_FROM = 43.0
"""From row 1 or 5 to the near edge of its tray."""
BEAD = (26.0, 12.0, 6.0)
"""A half-round bead before each tray: from the row to its middle, its width, its height. Stones do not stand
on it, nor between it and the tray."""
BAY = 110.0
"""Width of the bay."""
WINDOW = 18.0
"""Diameter of the holes for the windows."""
WELL_PLAY = 0.5
"""Room on each side of a strip in its well."""
LAND = 7.0
"""Length of the lands across a strip at its screw holes; nothing stands on the upper face there."""

STONES = 22
"""Of each colour."""
STONE_SIZE = (26.0, 9.0)
"""Diameter and height above the board."""
STONE_LOOKS = {"white": "plain", "black": "fluted"}
"""What fingers feel: a plain edge and a flat face, or a fluted edge and a groove round the face."""
STONE_FLOOR = 0.8
"""From the lower face of the magnet to the bottom of the stone's foot, at most."""
FOOT = (14.0, 0.8)
"""Largest diameter and height of the cone under a stone that finds the recess of a window."""
RECESS = (15.0, 1.0)
"""Largest diameter and depth of that recess; its wall is at 45 degrees, like the foot's."""
STONE_BAND = 3.0
"""Height of a stone's lower part, which lets the light out all round; the cap above has its colour."""
REFLECTOR = 0.6
"""Height of the white layer between the two, without which a dark cap would swallow the light."""
LAYER = 0.2
"""Of a printer; heights of stones are whole numbers of it."""
POCKET_PLAY = 0.2
"""Round a magnet, all round, and over it: the fit of a printed part."""
POCKET_FLOOR = 0.6
"""What is printed over a magnet that lies in its pocket: the bottom of the stone's foot."""
WINDOW_PLAY = 0.2
"""Between a window and its hole, all round."""
FITS = (0.1, 0.2, 0.3)
"""Fits on the coupon, a side: what one tries before printing 45 windows and 44 stones."""

RAIL = (10.0, 8.0, 36.0)
"""A rail of the frame: its wall, the ledge inside that the top rests on, and its height."""
BASE = 3.0
"""Thickness of the plate that closes the frame from below."""
CARRIER_HOLES = ((4.0, 4.0), (96.0, 4.0), (4.0, 76.0), (96.0, 76.0))
"""Places of the carrier's screw holes, from its lower left corner."""
CARRIER_AT = (357.0, 40.0)
"""Its lower left corner as it hangs under the top, parts down, seen from above through the wood."""
CARRIER_PARTS = 16.0
"""Room that the parts on the carrier take: a Pico in sockets, plugs, and the bends of cables."""
SPACER = 6.0
"""Length of the posts that are glued under the top and carry the carrier."""
RIM_SCREW = (3.0, 16.0, 4.0)
"""Of the screws of the top and the base: diameter, length, and how far from the top's edge."""
RIM_ACROSS = (-16.0, 99.0, 214.0, 329.0, 444.0)
RIM_UP = (-40.0, 55.0, 125.0, 205.0)
"""Where they are along the front and the back, and along the sides."""
PANEL_BUTTONS = {
    "turn": (390.0, 0.0),
    "menu": (432.0, 0.0),
    "turn behind": (432.0, 160.0),
    "menu behind": (390.0, 160.0),
}
"""Places of the buttons in the bay: each player has both."""
PANEL_BUTTON_HOLE = 12.2
"""In the skin, for a push-button with a 12 mm thread."""
PANEL_BUTTON_ROOM = 22.0
"""Of the hole in the lower layer: its nut sits in there, for its thread is too short for both layers."""
CABLE_SLOT = (46.0, 19.0)
"""Width and height of the opening in the right rail, for the plugs of USB and supply."""
CABLE_SLOT_UP = 54.0
"""From the carrier's lower edge to the middle of that opening: between the Pico's USB and the socket."""
