"""The board: wires pins, lights and USB to the session. Runs by itself on a Pico; elsewhere call turn().

The only file that names all parts. It knows no rules and no bytes of the protocol.
"""

import os
import time

import machine

import config
from fanorona.session import Session
from fanorona.store.journal import Journal
from flash import Sectors
from leds import Leds
from matrix import Matrix
from notes import Notes
from stamp import SOURCES
from supply import Supply
from usb import Usb
from watchdog import Watchdog

matrix = Matrix(config.COLUMN_PINS, config.ROW_PINS, config.TURN_PIN, config.MENU_PIN, config.SETTLE_US)
leds = Leds(
    machine.Pin(config.PIXEL_PIN, machine.Pin.OUT),
    config.LED_ORDER,
    config.PIXEL_TIMING_NS,
    config.POWER_MA,
    config.BRIGHTNESS,
)
usb = Usb()
session = Session(
    f"{config.FIRMWARE_VERSION}+{SOURCES}".encode(),
    machine.unique_id().hex().encode(),
    os.urandom(4).hex().encode(),  # tells one boot from another, so that the host knows what it has missed
)
session.power_ma = config.POWER_MA
session.brightness = config.BRIGHTNESS
session.notes = Notes()
session.keeper.journal = Journal(Sectors(config.JOURNAL_SECTORS))

supply = Supply(config.SENSE_PIN, config.CHARGER_MS, config.KEEP_PIN, config.KEEP_MS)
watchdog = Watchdog(config.WATCHDOG_MS)

inbox = bytearray(config.RECEIVE_BYTES)
now = 0  # clock of the latest turn, ms
powered = False  # whether there is current for lights
touched = 0  # when a contact changed last, ms
listened = 0  # when the host was listened to last, ms
kept = 0  # when the journal had its time last, ms
held = 0  # how many of the latest turns left sending to the next one
busy = False  # whether that is so short ago that what can wait does so


def turn() -> None:
    """One turn of the loop: one scan, one time for all, lights before words.

    Looking for bytes from the host and for what the journal lacks costs as much as the scan, so neither is
    done every ms: the host is listened to in every second, or eighth while hands are busy; the journal waits
    for them.
    """
    global now, powered, touched, busy, held, listened, kept
    matrix.scan()
    now = time.ticks_ms()  # type: ignore[assignment]  # an int to everybody but the stubs
    if matrix.changed:
        matrix.changed = False
        touched = now
        busy = True
    elif busy:
        busy = now - touched & 0x3FFFFFFF < config.ANSWER_MS
    if now - listened & 0x3FFFFFFF >= (8 if busy else 2):
        listened = now
        count = usb.receive(inbox) if session.listens() else 0
        if count:
            session.receive(inbox, count)
    session.step(matrix.closed, matrix.buttons(), now)
    powered = powered or supply.allows(now)
    if powered:
        leds.limit(session.power_ma, session.brightness)
        leds.show(session.roles, now, busy)
    spent = time.ticks_ms() - now & 0x3FFFFFFF  # type: ignore[operator]  # an int to everybody but the stubs
    if spent < config.SPARE_MS:
        session.say()
    usb.look(now)
    outbox = session.outbox
    settling = busy and now - touched & 0x3FFFFFFF < config.SETTLING_MS
    waits = settling if busy else spent >= config.SHORT_MS
    held = held + 1 if waits and held < (config.MOST_HELD if busy else 1) else 0
    count = outbox.ready(config.SEND_BYTES)
    has_room = outbox.in_flight() + count <= config.USB_BUFFER
    if count and (has_room or not held) and usb.awake(now):
        if not has_room:
            most = config.SEND_UNSURE_BYTES
            if busy and spent < config.SHORT_MS:
                most += most
            count = count if count < most else most
        outbox.sent(usb.send(outbox.ring, outbox.place, count, has_room))
    if not busy and now - kept & 0x3FFFFFFF >= 4:
        kept = now
        session.keep()
        supply.keep(now)
    test = session.test
    if test.wanted:
        matrix.probe()
        test.take(matrix.diodes, matrix.stuck)


def idle() -> int:
    """Milliseconds from the latest turn until the next one is needed.

    -1: not before a contact or a button changes or the host sends something; these end the waiting in any
    case.
    """
    if busy or usb.readable() or session.outbox.pending():
        return 1
    due = session.idle_ms(now)
    blink = leds.next_blink(now)
    if due < 0 or 0 <= blink < due:
        return blink
    return due


def run() -> None:
    """Turn after turn, until Ctrl-C; then the lights go out and the REPL answers.

    A turn that hangs or fails is the last one before the watchdog restarts the board.
    """
    try:
        leds.dark()  # a restart leaves the pixels as they were, but takes back the computer's permission
        watchdog.start()
        while True:
            turn()
            watchdog.feed()
    except KeyboardInterrupt:
        watchdog.stop()
        raise
    finally:
        leds.dark()


if __name__ == "__main__":
    run()
