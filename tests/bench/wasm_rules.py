"""Times perft of the core and of plain_rules on MicroPython, in turn; prints count and best times in ms."""

import time

import plain_rules

from fanorona.moves import perft
from fanorona.rules import Position

DEPTH = 4


def timed(call, *args):
    began = time.ticks_ms()
    count = call(*args)
    return count, time.ticks_diff(time.ticks_ms(), began)


core_ms = plain_ms = 1 << 29
for _ in range(5):
    count, ms = timed(perft, Position(), DEPTH)
    core_ms = min(core_ms, ms)
    again, ms = timed(plain_rules.perft, plain_rules.board_of(plain_rules.START), DEPTH)
    plain_ms = min(plain_ms, ms)
    assert count == again
print(count, core_ms, plain_ms)
