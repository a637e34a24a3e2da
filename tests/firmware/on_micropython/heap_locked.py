# Runs on MicroPython: the firmware wired to the virtual board's stand-ins (mounted at /device by
# tests/firmware/test_allocation.py), turned with the heap locked.

import gc

import micropython
from powered import hardware, main

from leds import PALETTE  # from /flash, on the path now

START = "xxxxxxxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/xxxxxxxxx"  # rows 5 to 1


def locked(action, *arguments):
    # Whatever action allocates raises MemoryError.
    gc.collect()
    micropython.heap_lock()
    try:
        return action(*arguments)
    finally:
        micropython.heap_unlock()


def turns(count):
    for _ in range(count):
        hardware.clock[0] += 1
        main.turn()


def set_up():
    row = 4
    for line in START.split("/"):
        for column in range(9):
            hardware.contacts[9 * row + column] = line[column] == "x"
        row -= 1


def sent():
    data = bytearray()
    while hardware.ends[3] != hardware.ends[2]:
        data.append(hardware.outbox[hardware.ends[3] % hardware.OUTBOX])
        hardware.ends[3] += 1
    return bytes(data)


def test_a_scan():
    hardware.contacts[:] = bytes([point % 3 == 0 for point in range(45)])
    locked(main.matrix.scan)
    assert main.matrix.closed == hardware.contacts
    assert locked(main.matrix.buttons) == 0


def test_every_role_in_every_part_of_the_cycle():
    roles = bytearray(45)

    def show_all():
        for now in range(0, 4096, 100):
            for point in range(45):
                roles[point] = (point + now // 100) % (len(PALETTE) // 4)
            main.leds.limit(20 + now % 700, 1 + now % 255)
            main.leds.show(roles, now)
            main.leds.next_blink(now)
        main.leds.dark()

    before = hardware.frames[0]
    locked(show_all)
    assert hardware.frames[0] > before + 40


def test_serial_both_ways():
    hardware.connected[0] = 1
    sent()
    hardware.ends[1] = hardware.ends[0]
    for index in range(40):
        hardware.inbox[(hardware.ends[0] + index) % hardware.INBOX] = 65 + index % 26
    hardware.ends[0] += 40
    buffer = bytearray(32)
    assert locked(main.usb.receive, buffer) == 32
    assert locked(main.usb.receive, buffer) == 8
    assert locked(main.usb.receive, buffer) == 0
    words = bytearray(b"say hello now")
    assert locked(main.usb.send, words, 4, 5, True) == 5
    assert sent() == b"hello"
    assert locked(main.usb.send, words, 4, 5, False) == 5
    assert sent() == b"hello"
    locked(main.usb.look, 7)
    assert locked(main.usb.awake, 7)


def test_a_host_that_does_not_read():
    hardware.connected[0] = 1
    sent()
    words = bytearray(32)
    count = 32
    while count == 32:
        count = locked(main.usb.send, words, 0, 32, False)
    assert hardware.ends[2] - hardware.ends[3] == hardware.OUTBOX
    assert locked(main.usb.send, words, 0, 32, False) == 0
    sent()
    assert locked(main.usb.send, words, 0, 32, False) == 32


def test_the_whole_loop():
    hardware.connected[0] = 1
    hardware.contacts[:] = bytes(45)
    turns(200)  # the journal has looked at its files by then
    assert main.session.keeper.journal._blank
    lines = sent()

    def play(count):
        said = b""
        for _ in range(count // 5):
            locked(turns, 5)
            said += sent()
        return said

    lines += play(300)
    set_up()
    lines += play(300)
    # The opening e2-e3 by approach: lifted, set down, the captured stones e4 and e5 taken off.
    for point, closed in ((13, 0), (22, 1), (31, 0), (40, 0)):
        hardware.contacts[point] = closed
        lines += play(200)
    assert b" e2-e3A " in lines, lines[-200:]
    assert not main.session.keeper.journal.pending(main.session.game), "the move is in the journal"
    assert locked(main.idle) >= -1
