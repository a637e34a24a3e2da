"""The board: wires pins, lights and USB to the session. Runs by itself on a Pico; elsewhere call turn().

The only file that names all parts. It knows no rules and no bytes of the protocol.
"""

import os
import time

import machine

import config
from fanorona.session import Session
from leds import Leds
from matrix import Matrix
from usb import Usb

matrix = Matrix(config.COLUMN_PINS, config.ROW_PINS, config.TURN_PIN, config.MENU_PIN, config.SETTLE_US)
leds = Leds(
    machine.Pin(config.PIXEL_PIN, machine.Pin.OUT),
    config.LED_ORDER,
    config.PIXEL_TIMING_NS,
    config.POWER_MA,
    config.BRIGHTNESS,
)
usb = Usb(config.SEND_BYTES)
session = Session(
    config.FIRMWARE_VERSION.encode(),
    machine.unique_id().hex().encode(),
    os.urandom(4).hex().encode(),  # tells one boot from another, so that the host knows what it has missed
)
session.power_ma = config.POWER_MA
session.brightness = config.BRIGHTNESS

inbox = bytearray(config.RECEIVE_BYTES)
now = 0  # clock of the latest turn, ms


def turn() -> None:
    """One turn of the loop: one scan, one look at the clock, lights before words."""
    global now
    matrix.scan()
    now = time.ticks_ms()  # type: ignore[assignment]  # an int to everybody but the stubs
    count = usb.receive(inbox)
    if count:
        session.receive(inbox, count)
    session.step(matrix.closed, matrix.buttons(), now)
    leds.limit(session.power_ma, session.brightness)
    leds.show(session.roles, now)
    if not usb.pending():
        usb.queue(session.outbox.take(usb.chunk, config.SEND_BYTES))
    usb.send(session.outbox.in_flight() <= config.USB_BUFFER)


def idle() -> int:
    """Milliseconds from the latest turn until the next one is needed.

    -1: not before a contact or a button changes or the host sends something; these end the waiting in any
    case.
    """
    if usb.pending() or session.outbox.pending():
        return 1
    due = session.due(now)
    blink = leds.next_blink(now)
    if due < 0 or 0 <= blink < due:
        return blink
    return due


def run() -> None:
    """Turn after turn, until Ctrl-C; then the lights go out and the REPL answers."""
    try:
        while True:
            turn()
    finally:
        leds.dark()


if __name__ == "__main__":
    run()
