"""Boards for the tests on the emulated Pico."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pico import image
from pico.rig import PicoRig

Start = Callable[..., PicoRig]

# Before the computer has found the device on USB, what a program prints is lost.
PATIENCE = "import time\ntime.sleep_ms(50)\n"


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a rig like `PicoRig`; its firmware is given as an image or as the text of a program."""
    rigs = []

    def start(firmware: bytes | str = b"", **options: Any) -> PicoRig:
        if isinstance(firmware, str):
            firmware = image.alone(PATIENCE + firmware)
        rig = PicoRig(firmware, **options)
        rigs.append(rig)
        return rig

    yield start
    for rig in rigs:
        rig.close()


def after(rig: PicoRig, pattern: str = "done", ms: float = 3000) -> list[str]:
    """The lines up to one that matches."""
    rig.wait_line(pattern, ms, 0)
    return [line.text for line in rig.lines()]
