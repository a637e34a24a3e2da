"""Times perft of the core, of plain_rules and, where it is there, of ``first`` on MicroPython, in turn.

Prints the count and the best times in us, 0 for what is not there.
"""

import js
import plain_rules

from fanorona.rules.moves import perft
from fanorona.rules.rules import Position

try:
    from first import rules as first
except ImportError:
    first = None

DEPTH = 4
RUNS = 5


def processor_us():
    return int(js.process.cpuUsage().user)


def timed(call, *args):
    began = processor_us()
    count = call(*args)
    return count, processor_us() - began


core_us = plain_us = first_us = 1 << 29
for _ in range(RUNS):
    count, us = timed(perft, Position(), DEPTH)
    core_us = min(core_us, us)
    again, us = timed(plain_rules.perft, plain_rules.board_of(plain_rules.START), DEPTH)
    plain_us = min(plain_us, us)
    assert count == again
    if first:
        again, us = timed(first.perft, first.Position(), DEPTH)
        first_us = min(first_us, us)
        assert count == again
print(count, core_us, plain_us, first_us if first else 0)
