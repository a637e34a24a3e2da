"""The firmware's core on this computer, doing what the one on the Pico does: says which lights must show."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any
from unittest import mock

from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.session import Session
from lakabe.virtual.trace import TraceEvent
from pico import image, script
from pico.rig import config

SETTLED_MS = 50
"""Longer than any debouncing, shorter than hands need."""

BUTTONS = {"turn": 1, "menu": 2}
BLINK_PARTS = 8
BLINK_MS = 256


def _leds_module() -> ModuleType:
    """The firmware's ``leds.py``, sending to nowhere."""
    machine = ModuleType("machine")
    machine.bitstream = lambda *_: None  # type: ignore[attr-defined]
    machine.Pin = object  # type: ignore[attr-defined]
    spec = importlib.util.spec_from_file_location("leds", image.FIRMWARE / "leds.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, {"machine": machine}):
        spec.loader.exec_module(module)
    return module


LEDS = _leds_module()


def _leds() -> Any:
    pins = config()
    return LEDS.Leds(None, pins.LED_ORDER, pins.PIXEL_TIMING_NS, pins.POWER_MA, pins.BRIGHTNESS)


class Twin:
    """A board with the stones of `closed` on it; its time is that of the events."""

    def __init__(self, closed: Iterable[str]) -> None:
        self._session = Session(b"0.1.0", b"0000000000000000", b"00000000")
        self._raw = bytearray(POINTS)
        self._buttons = 0
        self._now = 0
        self._leds = _leds()
        for point in closed:
            self._raw[notation.parse_point(point)] = 1
        self._wait_until(SETTLED_MS)

    def load(self, position: str, level: int | None = None) -> None:
        """Takes a position (N2) as `script.load` gives it to a rig, and has its stones on the board."""
        for line in script.load_lines(position, level):
            self._session.receive(bytearray(line), len(line))
            self._wait_until(self._now + SETTLED_MS)
        closed = script.stones(position)
        for point in range(POINTS):
            self._raw[point] = notation.point_name(point) in closed
        self._wait_until(self._now + 10 * SETTLED_MS)

    def after(self, event: TraceEvent) -> list[bytes]:
        """What the pixels are sent once the event has been seen: a frame for each part of a blink."""
        self._wait_until(max(self._now, int(event.ms) + 2 * SETTLED_MS))
        if event.kind == "contact":
            self._raw[notation.parse_point(event.name)] = event.value
        elif event.value:
            self._buttons |= BUTTONS[event.name]
        else:
            self._buttons &= ~BUTTONS[event.name]
        self._wait_until(self._now + SETTLED_MS)
        return self.frames()

    def frames(self) -> list[bytes]:
        """What the pixels are sent now: a frame for each part of a blink."""
        frames = []
        for part in range(BLINK_PARTS):
            self._leds.show(self._session.roles, part * BLINK_MS)
            frames.append(bytes(self._leds.frame))
        return frames

    @staticmethod
    def part_of_blink(ms: float) -> int:
        """Which of the frames is due at a time of the board's clock."""
        return int(ms) // BLINK_MS % BLINK_PARTS

    def _wait_until(self, end: int) -> None:
        buffer = bytearray(256)
        while True:
            self._session.step(self._raw, self._buttons, self._now)
            while self._session.outbox.take(buffer, len(buffer)):
                pass
            due = self._session.idle_ms(self._now)
            if self._now >= end:
                return
            self._now = end if due < 0 else min(end, self._now + max(1, due))
