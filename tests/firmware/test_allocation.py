"""The steady loop makes no garbage: on MicroPython, with the heap locked."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest
from fake_pico import FIRMWARE

from lakabe.virtual.run import run_file

FILE = Path(__file__).parent / "on_micropython" / "heap_locked.py"
DEVICE = FIRMWARE.parent / "host" / "lakabe" / "virtual" / "device"
BUILT_IN = {"os", "select", "sys", "time"}  # modules that the interpreter has itself
NAMES = [
    node.name
    for node in ast.parse(FILE.read_text()).body
    if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
]


@functools.cache
def outcomes() -> dict[str, str | None]:
    mounts = [(FIRMWARE, "/flash")]
    for path in DEVICE.glob("*.py"):
        prefix = "virtual_" if path.stem in BUILT_IN else ""
        mounts.append((path, f"/device/{prefix}{path.name}"))
    return run_file(FILE, NAMES, mounts=mounts, cwd="/flash")


@pytest.mark.parametrize("name", NAMES)
def test_with_the_heap_locked(name):
    if outcomes()[name] is not None:
        pytest.fail(f"on MicroPython:\n{outcomes()[name]}", pytrace=False)
