# Everything that a virtual Pico is wired to, as bytes that JavaScript reads and writes by address.
#
# The clock and the contacts change only between turns of the firmware's loop: a turn happens in one instant.

from array import array

PINS = 30
POINTS = 45

contacts = bytearray(POINTS)  # 1 = the reed at the point is closed
buttons = bytearray(2)  # 1 = held down: turn, menu
clock = array("I", [0])  # ms since power-on, below 2**30
frames = array("I", [0])  # frames sent to the pixels since power-on
pixels = bytearray(3 * POINTS)  # the last bytes on the wire
connected = bytearray(1)  # 1 = a program on the host has the serial port open

# What hangs on a pin.
ROW = 1
BUTTON = 2  # and the number of the button: 2 turn, 3 menu
wired = bytearray(PINS)

modes = bytearray(PINS)  # machine.Pin.IN or OUT
pulls = bytearray(PINS)  # 0, machine.Pin.PULL_UP or PULL_DOWN
level = bytearray(PINS)  # what an output is set to
line = bytearray(PINS)  # what the rows of the matrix have settled to

column_pins = b""
row_pins = b""
inputs = b""  # rows and buttons
wire_pin = -1
chain = bytearray(POINTS)  # the place of each point in the chain of pixels

serial_number = bytearray(8)


class Fault(Exception):
    """The firmware did something that a real board would punish."""


def attach(config):
    """Reads the wiring from the firmware's own tables."""
    global column_pins, row_pins, inputs, wire_pin
    column_pins = bytes(config.COLUMN_PINS)
    row_pins = bytes(config.ROW_PINS)
    inputs = row_pins + bytes((config.TURN_PIN, config.MENU_PIN))
    wire_pin = config.PIXEL_PIN
    for pin in row_pins:
        wired[pin] = ROW
    wired[config.TURN_PIN] = BUTTON
    wired[config.MENU_PIN] = BUTTON + 1
    chain[:] = config.LED_ORDER


def settle():
    """Lets the lines of the matrix come to rest: a row is high when a column that is driven high reaches it
    through a closed contact and its diode, and is pulled low otherwise. Two columns that are high at once
    therefore show the contacts of both, as on a real board."""
    for row in row_pins:
        line[row] = 0
    column = 0
    for pin in column_pins:
        if level[pin] and modes[pin]:
            point = column
            for row in row_pins:
                if contacts[point]:
                    line[row] = 1
                point += 9
        column += 1


# Serial: two rings of bytes. head is where the next byte goes in, tail where the next one comes out.
INBOX = 4096
OUTBOX = 256  # the transmit buffer of MicroPython's USB serial port on a Pico
inbox = bytearray(INBOX)
outbox = bytearray(OUTBOX)
ends = array("I", [0, 0, 0, 0])  # inbox head, inbox tail, outbox head, outbox tail; they only count up


def arrived():
    """Bytes that can be read without waiting."""
    return ends[0] - ends[1]


def room():
    """Bytes that can be written without waiting."""
    if not connected[0]:
        return OUTBOX
    return OUTBOX - (ends[2] - ends[3])


def read_byte():
    if ends[0] == ends[1]:
        raise Fault("reading USB serial would have blocked: nothing has arrived")
    byte = inbox[ends[1] % INBOX]
    ends[1] += 1
    return byte


def write_bytes(buf, begin, size):
    if size > room():
        raise Fault("writing USB serial would have blocked: its buffer is full")
    at = ends[2]
    for i in range(size):
        outbox[at % OUTBOX] = buf[begin + i]
        at += 1
    ends[2] = at
    # With the port closed the buffer keeps the latest bytes only.
    if at - ends[3] > OUTBOX:
        ends[3] = at - OUTBOX
    return size


# Randomness: a generator that is seeded anew at each power-on, so that a run can be repeated exactly.
_seed = array("I", [1])


def seed(number):
    _seed[0] = number | 1
    for _ in range(8):
        random_byte()


def random_byte():
    # xorshift32 (Marsaglia 2003); the array cuts the shifted value down to 32 bits.
    x = _seed[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    _seed[0] = x
    return (x >> 11) & 255
