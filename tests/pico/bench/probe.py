# Runs on the Pico as main.py, with the firmware's main.py as board.py: measures the parts of its loop.
#
# Each call of a part costs one call more and two looks at the clock. That is measured first and taken off,
# from the parts around it as well.

import gc
import time

gc.collect()
print("\nPROBE heap", gc.mem_free() + gc.mem_alloc())

PARTS = ()  # (object below `board`, method, name); filled in by parts.py
MODULES = ()  # in the order in which they are imported

for module in MODULES:
    gc.collect()
    before = gc.mem_alloc()
    start = time.ticks_us()
    __import__(module)
    spent = time.ticks_diff(time.ticks_us(), start)
    gc.collect()
    print("\nPROBE import", module, spent, gc.mem_alloc() - before)

start = time.ticks_us()
import board  # noqa: E402

spent = time.ticks_diff(time.ticks_us(), start)
gc.collect()
print("\nPROBE import board", spent, 0)
print("\nPROBE free", gc.mem_free())

ticks_us = time.ticks_us
ticks_diff = time.ticks_diff
calls = [0]  # of probes, so far
own = [0]  # what a probe adds to its own part, us
whole = [0]  # and to the parts around it


class Probe:
    def __init__(self, name, function):
        self.name = name
        self.function = function
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
        self.count += 1
        self.sum += spent
        if spent > self.longest:
            self.longest = spent
        return result


def nothing():
    pass


class Outside:
    """Has a machine's bitstream for leds.py, whose module cannot be written to."""


probes = []
empty = Probe("", nothing)
start = ticks_us()
for _ in range(200):
    nothing()
without = ticks_diff(ticks_us(), start)
start = ticks_us()
for _ in range(200):
    empty()
whole[0] = (ticks_diff(ticks_us(), start) - without) // 200
own[0] = empty.sum // 200
for path, method, name in PARTS:
    owner = board
    for step in path.split("."):
        owner = getattr(owner, step)
    probes.append(Probe(name, getattr(owner, method)))
    setattr(owner, method, probes[-1])
import machine  # noqa: E402

import leds  # noqa: E402

stand_in = Outside()
stand_in.bitstream = Probe("bitstream", machine.bitstream)
leds.machine = stand_in
probes.append(stand_in.bitstream)
turn = Probe("whole turn", board.turn)
probes.append(turn)
print("\nPROBE ready")

gc.disable()  # collected only after a report
reported = time.ticks_ms()
while True:
    turn()
    if time.ticks_diff(time.ticks_ms(), reported) > 900:
        for probe in probes:
            if probe.count:
                print("\nPROBE part", probe.name.replace(" ", "_"), probe.count, probe.sum, probe.longest)
            probe.clear()
        gc.collect()
        reported = time.ticks_ms()
