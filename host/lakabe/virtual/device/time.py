# Stands in for the Pico's time module. The clock is set from outside and stands still during a turn.

import hardware

SETTLE_US = 2  # a row with 8.2 kilohms to ground is down again after this time


def ticks_ms():
    return hardware.clock[0]


def sleep_us(us):
    # The only effect of waiting that the firmware can see: the rows of the matrix come to rest. Reading them
    # too early shows what they were before.
    if us >= SETTLE_US:
        hardware.settle()
