"""What this board is made of: pins, wiring order, timings, limits. Change it here and nowhere else.

It imports nothing, so that the device, the virtual board, the tests and the hardware design can all read it.
Points count from a1 = 0 along the rows: point = row * 9 + column, so a1 = 0, i1 = 8, e3 = 22, i5 = 44.
"""

FIRMWARE_VERSION = "0.2.0"

# Pins: GPIO numbers of the Pico, in the order in which they are scanned. GP0 and GP1 stay free for a UART.
# fmt: off
COLUMN_PINS = (7, 8, 9, 10, 11, 12, 13, 14, 15)  # columns a to i: driven high, one at a time
ROW_PINS = (2, 3, 4, 5, 6)                       # rows 1 to 5: read, pulled down
PIXEL_PIN = 22                                   # data of the first NeoPixel, through the level shifter
TURN_PIN = 16                                    # button "turn", to ground
MENU_PIN = 17                                    # button "menu", to ground
KEEP_PIN = 18                                    # high: a load that keeps a power bank awake
SENSE_PIN = 24                                   # on the Pico itself: high while its USB socket has 5 V
# fmt: on

COLUMNS = 9
ROWS = 5
POINTS = 45

# Place of each point in the chain of pixels. Every column is one strip, fed at row 1; the strips follow one
# another from i to a, each fed by the end of the one before: i1 i2 i3 i4 i5 h1 h2 ... a5.
LED_ORDER = bytes([(COLUMNS - 1 - point % COLUMNS) * ROWS + point // COLUMNS for point in range(POINTS)])

# The clock of an RP2040, where MicroPython has it lower: the most that it may have. An RP2350 is fast enough
# as it is.
CLOCK_HZ = 200_000_000

# WS2812B: high and low time of a 0, then of a 1, in ns (800 kHz).
PIXEL_TIMING_NS = (400, 850, 800, 450)

# From driving a column to reading the rows. An 8.2 kilo-ohm pull-down lets go of a row within 2 us; the
# Pico's own 50 to 80 kilo-ohms alone need up to 21 us, and a board wired without resistors works, too.
SETTLE_US = 25

# Light: what the supply may give to the pixels beyond their idle current, and the first setting of the
# brightness. 500 mA of a USB port less 45 mA idle pixels, 40 mA Pico and 50 mA reserve leave 365 mA.
POWER_MA = 365
BRIGHTNESS = 255  # 1..255

# No lights before a computer on USB has allowed their current. A computer says something within this time, a
# charger never does.
CHARGER_MS = 2000

# How long the load is on that keeps a power bank awake, and from one time to the next.
KEEP_MS = (400, 8000)

# The loop restarts the board when one turn takes longer.
WATCHDOG_MS = 2000

# Sectors of 4 KiB that the journal of games takes of the Pico's flash. It keeps some 16 pages of moves in
# each.
JOURNAL_SECTORS = 24

# A contact that changes is answered within this time; what can wait does so meanwhile.
ANSWER_MS = 12

# A turn of the loop that has not lasted so long when its lights are lit tells of the contact, too; else the
# next one does.
SPARE_MS = 6

# While no hand is busy, a turn that has lasted so long when its lights are lit leaves sending to the next
# one: a contact may change at any moment, and has to wait for the end of the turn. Never two in a row.
SHORT_MS = 2

# Nor is anything sent so shortly after a contact has changed, by some turns in a row at most: its light comes
# first, as soon as it has settled.
SETTLING_MS = 3
MOST_HELD = 4

# Bytes that one turn of the loop moves over USB at most. They bound how long a turn takes: a byte from the
# host costs some 50 us; 32 to the host no more than that together while there is certainly room for them,
# else each some 60 us. Then a short turn while hands are busy moves twice as many as any other.
RECEIVE_BYTES = 8
SEND_BYTES = 32
SEND_UNSURE_BYTES = 12

# MicroPython's buffer to the host on the rp2 port, bytes.
USB_BUFFER = 256
