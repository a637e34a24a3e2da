# Runs on the Pico as the firmware's `start`: imports its modules one by one and tells what each costs.

import gc
import os
import time

MODULES = ()  # in the order in which they are imported

time.sleep_ms(100)  # until the computer has found the device
for module in MODULES:
    gc.collect()
    before = gc.mem_alloc()
    start = time.ticks_us()
    __import__(module)
    spent = time.ticks_diff(time.ticks_us(), start)
    gc.collect()
    heap = gc.mem_alloc() - before
    size = os.stat(f"/rom/{module.replace('.', '/')}.mpy")[6]  # noqa: PTH116 - MicroPython has no pathlib
    print("SCALE module", module, size, spent, heap)
print("SCALE done")


def run():
    pass
