"""How much a turn of the firmware's loop has to do, in a measure that nothing else on a computer changes.

Counted are the lines of the firmware that run in a turn of `main.py`: scan, debounce, tracker, painter, bytes
of the pixels, bytes out and in; without the journal, which has its time when no hand is busy.
"""

from __future__ import annotations

import importlib
import itertools
import sys
import types
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any
from unittest import mock

import fanorona
from fanorona.rules import notation
from fanorona.rules.game import Game, choose
from fanorona.rules.rules import MOVE_LOG, TSIVY, Position
from fanorona.session import Session
from lakabe.virtual.tools import DEVICE, firmware_tree
from lakabe.virtual.trace import Trace, parse, point_number

CORE = str(Path(fanorona.__file__).parent)
STAND_INS = ("hardware", "machine", "rp2", "os", "select", "sys", "time")
FILES = ("config", "stamp", "matrix", "leds", "usb", "flash", "notes", "supply", "watchdog", "main")
POINTS = 45
BUTTONS = {"turn": POINTS, "menu": POINTS + 1}
POWER_UP_MS = 1000
SETTLING_MS = 100

Event = tuple[int, int, int]  # ms, point (the turn button is 45, menu 46), closed


def _module(name: str, file: Path) -> ModuleType:
    module = types.ModuleType(name)
    module.__file__ = str(file)
    sys.modules[name] = module
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), module.__dict__)
    return module


def _firmware() -> tuple[ModuleType, Any]:
    """`main.py` wired to the virtual board's stand-ins, and these; no other module gets to see either."""
    tree = firmware_tree()
    for name in STAND_INS[3:]:
        importlib.import_module(name)
    with mock.patch.dict(sys.modules):
        stand_ins = {name: _module(name, DEVICE / f"{name}.py") for name in STAND_INS[:3]}
        for name in STAND_INS[3:]:
            real = sys.modules[name]
            stand_ins[name] = _module(name, DEVICE / f"{name}.py")
            sys.modules[name] = real
        stand_ins["rp2"].Flash = lambda **part: None  # the sessions here have no journal
        stand_ins["sys"].implementation = types.SimpleNamespace(_machine="none", version=(1, 29))
        sys.modules.update(stand_ins)
        modules = {name: _module(name, tree / f"{name}.py") for name in FILES[:-1]}
        stand_ins["hardware"].attach(modules["config"])
        main = _module("main", tree / "main.py")
    return main, stand_ins["hardware"]


def contacts(text: str) -> tuple[Trace, list[Event]]:
    """A trace, and its touches up to a loss of power; the first comes after a second."""
    trace = parse(text)
    begin = next(event.us for event in trace.events if event.kind != "level") // 1000 - 1000
    events = []
    for event in itertools.takewhile(lambda event: event.kind != "power", trace.events):
        if event.kind == "level":
            continue
        at = BUTTONS[event.name] if event.kind == "button" else point_number(event.name)
        events.append((-(-event.us // 1000) - begin, at, event.value))
    return trace, events


class Meter:
    """Counts the lines of the firmware that run while it is on."""

    def __init__(self) -> None:
        self.lines = 0
        self._tree = str(firmware_tree())

    def __enter__(self) -> Meter:
        self.lines = 0
        sys.settrace(self._call)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        name = frame.f_code.co_filename
        return self._line if name.startswith((CORE, self._tree)) else None

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        self.lines += event == "line"
        return self._line


class Loop:
    """A board whose turns are measured. Time is in ms since power-on."""

    def __init__(self) -> None:
        self._meter = Meter()

    def set_up(
        self, occupied: Iterable[int], position: str = "", level: int = 3, variant: int = TSIVY
    ) -> None:
        """Power on, with stones on these points; a position (N2) is loaded then. Not measured.

        All of the firmware begins anew, for when the host is listened to is counted from the turns before.
        """
        self._main, self._hardware = _firmware()
        self._now = 0
        main = self._main
        main.session = Session(b"0.1.0", b"e6614103e7452d2f", b"0123abcd")
        main.session.set_level(level, 0)
        self._hardware.connected[0] = 1
        self._hardware.contacts[:] = bytes(int(p in set(occupied)) for p in range(POINTS))
        self._hardware.buttons[:] = bytes(2)
        self._wait(POWER_UP_MS)
        if position:
            there = Position(MOVE_LOG)
            choose(there, variant)
            notation.parse_position(position, there)
            main.session.load_game(Game(there), b"")
            self._wait(SETTLING_MS)

    def leave_out(self, points: Iterable[int]) -> None:
        """The board does without these contacts, as if it had asked for them and *turn* been pressed (P9)."""
        for p in points:
            self._main.session.tracker.reading.blind.put(p, 1)

    def _wait(self, ms: int) -> None:
        for _ in range(ms):
            self._turn()

    def _turn(self) -> None:
        self._now += 1
        self._hardware.clock[0] = self._now & 0x3FFFFFFF
        self._main.turn()
        self._hardware.ends[3] = self._hardware.ends[2]

    def measured(self, events: Sequence[Event], every_ms: bool = False) -> list[int]:
        """Lines of each turn while the contacts do this, counted from the last turn of `set_up`.

        Turns that can change nothing are left out, unless `every_ms`.
        """
        found = []
        begin = self._now
        at = 0
        end = begin + events[-1][0] + 3000
        while self._now < end:
            while at < len(events) and begin + events[at][0] <= self._now:
                _, point, closed = events[at]
                if point < POINTS:
                    self._hardware.contacts[point] = closed
                else:
                    self._hardware.buttons[point - POINTS] = closed
                at += 1
            with self._meter as meter:
                self._turn()
            found.append(meter.lines)
            wait = 1 if every_ms else self._main.idle()
            until = begin + events[at][0] if at < len(events) else end
            if wait < 0 or self._now + wait > until:
                wait = until - self._now
            self._now += max(0, wait - 1)
        return found
