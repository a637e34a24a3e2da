# Runs on MicroPython: one sitting of tests/strain/locked.py on the virtual board. From the end of power-up to
# the end the heap is locked; whatever allocates raises MemoryError. /sitting.json says what the contacts do:
#   {start: [45 of 0/1], events: [ms, point, closed, ms, ...], end: ms, seed, leaver, lenient}
# with the buttons as points 45 and 46. Prints what came of it as JSON.

import gc
import json

import heap
from chatter import Chatter
from powered import hardware, main

POWER_UP_MS = 1000  # until the lights are allowed and the journal has looked at its files
POINTS = 45
FAR = 1 << 29


place = bytearray(1)  # what runs just now: the firmware or, being at fault itself, the host
PLACES = ("the events", "the firmware's turn", "the host", "the firmware's idle")


def play(events, end, host):
    """The turns of the loop from `POWER_UP_MS` on, those left out that can change nothing; how many."""
    count = len(events)
    turns = 0
    at = 0
    now = POWER_UP_MS
    while now < end:
        while at < count and events[at] <= now:
            if events[at + 1] < POINTS:
                hardware.contacts[events[at + 1]] = events[at + 2]
            else:
                hardware.buttons[events[at + 1] - POINTS] = events[at + 2]
            at += 3
            host.stir()
        hardware.clock[0] = now
        place[0] = 1
        main.turn()
        turns += 1
        place[0] = 2
        host.turn(now)
        place[0] = 3
        wait = 1 if hardware.arrived() else main.idle()
        if wait < 0:
            wait = FAR
        place[0] = 0
        following = now + (wait if wait > 1 else 1)
        if at < count and events[at] < following:
            following = events[at]
        if host.due < following:
            following = host.due
        now = following if following > now else now + 1
    return turns


with open("/sitting.json") as file:  # noqa: PTH123
    job = json.load(file)
hardware.contacts[:] = bytes(job["start"])
host = Chatter(job["seed"], job["leaver"], 120 * len(job["events"]) // 3 + 4096, job["lenient"])
host.come()
for ms in range(POWER_UP_MS):
    hardware.clock[0] = ms
    main.turn()
    host.turn(ms)
assert main.powered
assert main.session.keeper.journal._blank
events = job["events"]
session = main.session
if job["lenient"]:
    session.set_level(0, 0)
heap.exempt(session, "start_trial")
heap.exempt(session.succession, "ask_composer")
heap.exempt(session._commands, "_lay")
gc.collect()
heap.lock()
try:
    turns = play(events, job["end"], host)
except MemoryError:
    turns = 0
finally:
    heap.unlock()
if not turns:
    raise MemoryError(f"created on the heap by {PLACES[place[0]]}, {hardware.clock[0]} ms after power-on")
game = main.session.game
print(
    json.dumps(
        {
            "turns": turns,
            "said": host.said,
            "heard": host.heard,
            "lost": host.lost,
            "book": bytes(host.book[: host.kept]).decode(),
            "plies": game.ply,
            "result": game.result,
            "board": list(game.position.board[:POINTS]),
            "turn": game.position.turn,
            "journal_lacks": main.session.keeper.journal.pending(game),
        }
    )
)
