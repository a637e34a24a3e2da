# The stand-ins for the Pico's modules, tested on MicroPython by test_virtual_hardware.py.

import gc
import sys

import hardware
import machine
import virtual_select
import virtual_sys
import virtual_time
from machine import Pin

import config

hardware.attach(config)
COLUMNS = [Pin(pin, Pin.OUT) for pin in config.COLUMN_PINS]
ROWS = [Pin(pin, Pin.IN, Pin.PULL_DOWN) for pin in config.ROW_PINS]


def drive(columns):
    for number in range(9):
        COLUMNS[number].value(number in columns)
    virtual_time.sleep_us(config.SETTLE_US)
    return [row.value() for row in ROWS]


def close(points):
    for point in range(45):
        hardware.contacts[point] = point in points


def raises(kind, call):
    try:
        call()
    except kind:
        return True
    return False


def test_a_row_shows_the_contacts_of_the_driven_column():
    for point in range(45):
        close([point])
        for column in range(9):
            rows = drive([column])
            assert rows == [int(point == row * 9 + column) for row in range(5)], (point, column)


def test_nothing_driven_shows_nothing():
    close(range(45))
    assert drive([]) == [0] * 5


def test_two_columns_at_once_show_both():
    close([0, 2 * 9 + 1])
    assert drive([0, 1]) == [1, 0, 1, 0, 0]


def test_three_corners_make_no_ghost():
    # a1, a2 and b1 closed: without diodes b2 would seem closed too.
    close([0, 9, 1])
    assert drive([1]) == [1, 0, 0, 0, 0]


def test_a_row_read_too_early_shows_what_was_before():
    close([0, 9 + 1])
    assert drive([0]) == [1, 0, 0, 0, 0]
    COLUMNS[0].off()
    COLUMNS[1].on()
    assert [row.value() for row in ROWS] == [1, 0, 0, 0, 0]
    virtual_time.sleep_us(config.SETTLE_US)
    assert [row.value() for row in ROWS] == [0, 1, 0, 0, 0]


def test_a_row_pulled_up_is_always_high():
    close([])
    pin = config.ROW_PINS[0]
    Pin(pin, Pin.IN, Pin.PULL_UP)
    assert drive([0])[0] == 1
    Pin(pin, Pin.IN, Pin.PULL_DOWN)
    assert drive([0])[0] == 0


def test_buttons_close_to_ground():
    turn = Pin(config.TURN_PIN, Pin.IN, Pin.PULL_UP)
    menu = Pin(config.MENU_PIN, Pin.IN, Pin.PULL_UP)
    for down in (0, 1, 0):
        hardware.buttons[0] = down
        assert (turn.value(), menu.value()) == (1 - down, 1)
    hardware.buttons[1] = 1
    assert (turn.value(), menu.value()) == (1, 0)
    hardware.buttons[1] = 0


def test_pixels_take_whole_frames_with_their_timing_on_their_pin():
    pin = Pin(config.PIXEL_PIN, Pin.OUT)
    frame = bytes(range(135))
    machine.bitstream(pin, 0, config.PIXEL_TIMING_NS, frame)
    assert bytes(hardware.pixels) == frame
    assert hardware.frames[0] == 1
    wrong = Pin(config.PIXEL_PIN + 1, Pin.OUT)
    assert raises(hardware.Fault, lambda: machine.bitstream(wrong, 0, config.PIXEL_TIMING_NS, frame))
    assert raises(hardware.Fault, lambda: machine.bitstream(pin, 0, (1, 2, 3, 4), frame))
    assert raises(hardware.Fault, lambda: machine.bitstream(pin, 0, config.PIXEL_TIMING_NS, frame[1:]))


def arrive(text):
    for byte in text:
        hardware.inbox[hardware.ends[0] % hardware.INBOX] = byte
        hardware.ends[0] += 1


def test_polling_tells_what_can_be_read():
    poll = virtual_select.poll()
    poll.register(virtual_sys.stdin, virtual_select.POLLIN)
    assert list(poll.ipoll(0)) == []
    arrive(b"ab")
    assert poll.poll(0)[0][1] == virtual_select.POLLIN
    one = bytearray(1)
    assert virtual_sys.stdin.buffer.readinto(one) == 1
    assert one == b"a"
    assert virtual_sys.stdin.buffer.read(1) == b"b"
    assert list(poll.ipoll(0)) == []


def test_polling_allocates_nothing():
    poll = virtual_select.poll()
    poll.register(virtual_sys.stdin, virtual_select.POLLIN)
    poll.register(virtual_sys.stdout, virtual_select.POLLOUT)
    assert [event[0] for event in poll.ipoll(0)] == [virtual_sys.stdout]
    before = gc.mem_alloc()
    for _ in poll.ipoll(0):
        pass
    assert gc.mem_alloc() == before


def test_reading_what_is_not_there_would_block():
    arrive(b"a")
    assert raises(hardware.Fault, lambda: virtual_sys.stdin.buffer.read(2))


def test_writing_more_than_fits_would_block():
    poll = virtual_select.poll()
    poll.register(virtual_sys.stdout, virtual_select.POLLOUT)
    hardware.connected[0] = 1
    assert virtual_sys.stdout.buffer.write(b"x" * (hardware.OUTBOX - 1)) == hardware.OUTBOX - 1
    assert len(list(poll.ipoll(0))) == 1
    virtual_sys.stdout.buffer.write(b"y")
    assert list(poll.ipoll(0)) == []
    assert raises(hardware.Fault, lambda: virtual_sys.stdout.buffer.write(b"z"))


def test_with_the_port_closed_the_latest_bytes_stay():
    hardware.connected[0] = 0
    for _ in range(3):
        virtual_sys.stdout.buffer.write(b"old" * 50)
    virtual_sys.stdout.buffer.write(b"new")
    assert hardware.ends[2] - hardware.ends[3] == hardware.OUTBOX
    place = (hardware.ends[2] - 3) % hardware.OUTBOX
    assert bytes([hardware.outbox[(place + i) % hardware.OUTBOX] for i in range(3)]) == b"new"


def test_other_names_are_the_interpreters_own():
    assert virtual_sys.implementation == sys.implementation
    assert raises(AttributeError, lambda: virtual_sys.no_such_name)


def test_randomness_is_repeatable():
    hardware.seed(5)
    first = [hardware.random_byte() for _ in range(50)]
    hardware.seed(5)
    assert first == [hardware.random_byte() for _ in range(50)]
    hardware.seed(7)
    assert first != [hardware.random_byte() for _ in range(50)]
    assert len(set(first)) > 30
