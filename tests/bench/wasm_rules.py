"""Times one perft of the core and of plain_rules on MicroPython; prints depth, count and both times in ms."""

import time

import plain_rules

from fanorona.rules import Position, perft

DEPTH = 4


def timed(call, *args):
    began = time.ticks_ms()
    count = call(*args)
    return count, time.ticks_diff(time.ticks_ms(), began)


count, core_ms = timed(perft, Position(), DEPTH)
again, plain_ms = timed(plain_rules.perft, plain_rules.board_of(plain_rules.START), DEPTH)
assert count == again
print(DEPTH, count, core_ms, plain_ms)
