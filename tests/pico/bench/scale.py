# Runs on the Pico as main.py: imports the firmware's modules one by one and tells what each costs.

import gc
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
    print("SCALE module", module, spent, gc.mem_alloc() - before)
print("SCALE done")
