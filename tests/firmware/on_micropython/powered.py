# Wires the firmware to the virtual board's stand-ins (/device) and starts it as power-up does; `main` is then
# the firmware's. Runs on MicroPython.

import sys

sys.path[:] = ["/device"]
import hardware  # noqa: E402
import machine  # noqa: E402, F401
import rp2  # noqa: E402
import virtual_os  # noqa: E402
import virtual_select  # noqa: E402
import virtual_sys  # noqa: E402
import virtual_time  # noqa: E402

hardware.serial_number[:] = bytes.fromhex("e6614103e7452d2f")
hardware.seed(1)
sys.modules["os"] = virtual_os
sys.modules["rp2"] = rp2
sys.modules["select"] = virtual_select
sys.modules["sys"] = virtual_sys
sys.modules["time"] = virtual_time
sys.path[:] = ["/flash", "/flash/lib"]

import config  # noqa: E402

hardware.attach(config)

import main  # noqa: E402

__all__ = ["hardware", "main"]
