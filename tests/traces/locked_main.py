# Runs on MicroPython in the place of main.py, which is firmware_main.py then: the firmware with the heap
# locked after power-up. The lock opens where something is made or imported that somebody has just asked for.

import firmware_main
import heap
from firmware_main import idle, session  # noqa: F401
from firmware_main import turn as turn_freely

from fanorona.modes.menu import Menu

POWER_UP_MS = 500  # until the lights are allowed and the journal has looked at its files

heap.exempt(firmware_main.matrix, "probe")
heap.exempt(session.beside, "be_lenient")
heap.exempt(session, "_open_menu")
heap.exempt(session, "start_trial")
heap.exempt(session.succession, "ask_composer")
heap.exempt(Menu, "_accept")
heap.exempt(session.game, "start")
heap.exempt(session._commands, "_lay")


def turn():
    """One turn of the loop."""
    if firmware_main.now < POWER_UP_MS:
        turn_freely()
        return
    with heap.locked:
        turn_freely()
