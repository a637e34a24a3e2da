"""The stand-ins for the Pico's modules behave like the hardware; the tests are those of wasm_hardware.py."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from functions import functions_of
from lakabe.virtual.run import run_file
from lakabe.virtual.tools import DEVICE, firmware_tree

FILE = Path(__file__).with_name("wasm_hardware.py")


@functools.cache
def outcomes() -> dict[str, str | None]:
    mounts = [(firmware_tree() / "config.py", "/files/config.py")]
    for file in DEVICE.glob("*.py"):
        own = file.stem in ("machine", "hardware")
        mounts.append((file, f"/files/{'' if own else 'virtual_'}{file.name}"))
    return run_file(FILE, functions_of(FILE), mounts=mounts)


@pytest.mark.xdist_group("hardware")
@pytest.mark.parametrize("name", functions_of(FILE))
def test_on_micropython(name: str) -> None:
    if (failure := outcomes()[name]) is not None:
        pytest.fail(failure, pytrace=False)
