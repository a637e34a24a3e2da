# Wires a virtual Pico up, ready to import the firmware. Run by node/board.mjs, which sets _serial_number
# (8 bytes as hex) and _seed before, and takes _wiring (JSON) from it afterwards.

import json
import os
import sys

import hardware
import machine
import rp2
import uctypes
import virtual_os
import virtual_select
import virtual_sys
import virtual_time

_SHARED = ("contacts", "buttons", "clock", "frames", "pixels", "connected", "inbox", "outbox", "ends")

hardware.serial_number[:] = bytes.fromhex(_serial_number)  # noqa: F821
hardware.seed(_seed)  # noqa: F821
for _name, _module in (
    ("machine", machine),
    ("os", virtual_os),
    ("rp2", rp2),
    ("select", virtual_select),
    ("sys", virtual_sys),
    ("time", virtual_time),
):
    sys.modules[_name] = _module
# On a Pico the firmware lies in its image, and the current folder is the root of the file system.
os.chdir("/flash")
sys.path[:] = ["/flash", "/flash/lib"]
hardware.attach(__import__("config"))
_wiring = json.dumps(
    {
        "addresses": {name: uctypes.addressof(getattr(hardware, name)) for name in _SHARED},
        "chain": list(hardware.chain),
        "inbox": hardware.INBOX,
        "outbox": hardware.OUTBOX,
    }
)
