# Runs on the Pico as the firmware's `start`: measures the parts of its loop.
#
# Each call of a part costs one call more and two looks at the clock. That is measured first and taken off,
# from the parts around it as well.

import gc
import time

import config
from processor import speed_up

speed_up(config.CLOCK_HZ)

import leds  # noqa: E402 - at full speed
import main  # noqa: E402

gc.collect()

PARTS = ()  # (object below `main`, method, what it does, whether only calls count that return something)

COLLECT_AFTER = 20  # turns
STARTING = 40  # turns until a game has begun

ticks_us = time.ticks_us
ticks_diff = time.ticks_diff
calls = [0]  # of probes, so far
own = [0]  # what a probe adds to its own part, us
whole = [0]  # and to the parts around it


class Probe:
    def __init__(self, function, picky):
        self.function = function
        self.picky = picky
        self.clear()

    def clear(self):
        self.count = 0
        self.sum = 0
        self.longest = 0

    def __call__(self, *arguments):
        inside = calls[0]
        start = ticks_us()
        result = self.function(*arguments)
        spent = ticks_diff(ticks_us(), start)
        spent -= own[0] + whole[0] * (calls[0] - inside)
        calls[0] += 1
        if result or not self.picky:
            self.count += 1
            self.sum += spent
            if spent > self.longest:
                self.longest = spent
        return result


def nothing():
    pass


class StandIn:
    """Has a machine's bitstream: the module itself cannot be written to."""


empty = Probe(nothing, False)
start = ticks_us()
for _ in range(200):
    nothing()
without = ticks_diff(ticks_us(), start)
start = ticks_us()
for _ in range(200):
    empty()
whole[0] = (ticks_diff(ticks_us(), start) - without) // 200
own[0] = empty.sum // 200

stand_in = StandIn()
stand_in.bitstream = leds.machine.bitstream
leds.machine = stand_in
main.machine = stand_in  # where the probes look for it

probes = []
for path, method, _, picky in PARTS:
    owner = main
    for step in path.split(".") if path else ():
        owner = getattr(owner, step)
    probes.append(Probe(getattr(owner, method), picky))
    setattr(owner, method, probes[-1])

gc.disable()  # collected between turns only
turns = 0


def turn():
    global turns
    main.turn()
    turns += 1
    if turns % COLLECT_AFTER == 0:
        gc.collect()


# The start is no part of a game: nobody can have lifted a stone before the first light.
while turns < STARTING:
    turn()
for probe in probes:
    probe.clear()
print("\nPROBE ready")

reported = time.ticks_ms()
while True:
    turn()
    if time.ticks_diff(time.ticks_ms(), reported) > 900 and not main.session.outbox.ready(1):
        print()
        for number, probe in enumerate(probes):
            if probe.count:
                print("PROBE part", number, probe.count, probe.sum, probe.longest)
            probe.clear()
        reported = time.ticks_ms()
