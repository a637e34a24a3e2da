"""A Pico's pins, pixels, serial port and clock on the test bench, and the firmware's files wired to them.

Built for looking closely: it writes down in which order pins change, lines take time to settle, and the
serial port has exactly the room a test gives it. Time passes only when the firmware waits.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"

RISE_US = 1  # a row follows a column that goes high
RELEASE_US = 2  # a row with 8.2 kilo-ohms to ground is low again
RELEASE_SLOWLY_US = 21  # a line that only the Pico pulls down


class Blocked(Exception):
    """A real board would have stood still here."""


class Contention(Exception):
    """Two outputs drive one line against each other."""


class Pico:
    """Pins by number.

    `contacts` holds the closed (column, row) of a matrix, `faults` a kind for those whose diode is "reversed"
    or "bridged", `stuck` the pins that lie on 3.3 V.
    """

    def __init__(self, columns: tuple[int, ...] = (), rows: tuple[int, ...] = ()) -> None:
        self.columns = columns
        self.rows = rows
        self.contacts: set[tuple[int, int]] = set()
        self.faults: dict[tuple[int, int], str] = {}
        self.stuck: set[int] = set()
        self.pressed: set[int] = set()  # pins pulled to ground by a button
        self.out: dict[int, int] = {}
        self.pull: dict[int, int] = {}
        self.log: list[tuple[Any, ...]] = []
        self.time_us = 0
        self._changed_us = -1000
        self._before = dict.fromkeys((*columns, *rows), 0)
        self.frames: list[bytes] = []
        self.clock_ms = 0
        self.asleep = False  # the host
        self._machine = "Raspberry Pi Pico with RP2040"  # this and `version` as sys.implementation has it
        self.version = (1, 26, 1, "")
        self.clock_hz = 125_000_000
        self.clock_reads = 0
        self.inbox = bytearray()
        self.outbox = bytearray()
        self.writes = 0
        self.room = 1 << 30
        self.levels: dict[int, int] = {}  # what is outside of other inputs
        self.registers: dict[int, int] = {}
        self.fed: list[int] = []  # time in ms of each feeding of the watchdog, -1 for its start
        self.unique = bytes.fromhex("e6614103e7452d2f")

    # The matrix

    def _high(self) -> set[int]:
        """The lines that are high at rest. Raises Contention."""
        high = self.stuck | {pin for pin in (*self.columns, *self.rows) if self.out.get(pin)}
        size = -1
        while size != len(high):
            size = len(high)
            for column, row in self.contacts:
                fault = self.faults.get((column, row))
                pins = self.columns[column], self.rows[row]
                if fault != "reversed" and pins[0] in high:
                    high.add(pins[1])
                if fault is not None and pins[1] in high:
                    high.add(pins[0])
        for pin in high:
            if self.out.get(pin) == 0 and pin not in self.stuck:
                raise Contention(f"pin {pin} is driven low and reached by what is high")
        return high

    def drive(self, pin: int, level: int | None) -> None:
        """Makes a pin an output of a level, or no output."""
        lines = (*self.columns, *self.rows)
        if pin in lines:
            high = self._high()
            self._before = {line: self._sensed(line, high) for line in lines}
            self._changed_us = self.time_us
            if level:
                self.log.append(("high", pin))
            elif self.out.get(pin):
                self.log.append(("low", pin))
        if level is None:
            self.out.pop(pin, None)
        else:
            self.out[pin] = level

    def _sensed(self, pin: int, high: set[int]) -> int:
        level = int(pin in high)
        since = self.time_us - self._changed_us
        pulled = RELEASE_US if pin in self.rows else RELEASE_SLOWLY_US
        return level if since >= (RISE_US if level else pulled) else self._before[pin]

    def _freq(self, hz: int = 0) -> int:
        if hz:
            self.log.append(("clock", hz))
            self.clock_hz = hz
        return self.clock_hz

    def sense(self, pin: int, high: set[int] | None = None) -> int:
        """The level of an input. `high`: the lines that are high at rest, where they are known."""
        if pin in self.rows:
            self.log.append(("read", pin))
        if pin in self.rows or pin in self.columns:
            assert self.pull[pin] == PULL_DOWN
            return self._sensed(pin, self._high() if high is None else high)
        if pin in self.pressed:
            return 0
        return 1 if self.pull[pin] == PULL_UP else self.levels.get(pin, random.getrandbits(1))

    def modules(self) -> dict[str, ModuleType]:
        """Stand-ins for what the firmware imports from MicroPython."""
        return {
            "machine": _module(
                "machine",
                Pin=_pins(self),
                mem32=_Registers(self),
                freq=self._freq,
                bitstream=self._bitstream,
                WDT=lambda timeout: _Watchdog(self, timeout),
                unique_id=lambda: self.unique,
            ),
            "time": _module(
                "time", ticks_ms=self._ticks_ms, sleep_ms=self._sleep_ms, sleep_us=self._sleep_us
            ),
            "select": _module("select", poll=lambda: _Poll(self), POLLIN=1, POLLOUT=4),
            "sys": _module("sys", stdin=_Stdin(self), stdout=_Stdout(self), implementation=self),
            "rp2": _module("rp2", Flash=lambda **part: None),
            "os": _module("os", urandom=lambda size: bytes(range(0xA0, 0xA0 + size))),
        }

    def load(self, name: str, **others: ModuleType) -> ModuleType:
        """The firmware's file `name`, imported afresh and wired to this Pico.

        `others` are further modules it may import.
        """
        spec = importlib.util.spec_from_file_location(name, FIRMWARE / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        with mock.patch.dict(sys.modules, {**self.modules(), **others}):
            spec.loader.exec_module(module)
        return module

    # Time

    def _ticks_ms(self) -> int:
        self.clock_reads += 1
        return self.clock_ms

    def _sleep_us(self, us: int) -> None:
        self.log.append(("wait", us))
        self.time_us += us

    def _sleep_ms(self, ms: int) -> None:
        self._sleep_us(1000 * ms)

    # Pixels

    def _bitstream(self, pin: Any, encoding: int, timing: tuple[int, ...], data: bytearray) -> None:
        assert pin.id in self.out, "the pin is no output"
        assert encoding == 0
        assert tuple(timing) == (400, 850, 800, 450)  # ns, WS2812
        self.frames.append(bytes(data))


OUT = 1
IN = 0
PULL_UP = 1
PULL_DOWN = 2
GPIO_IN = 0xD0000004
FRAME = 0x50110048


def _pins(pico: Pico) -> type:
    class Pin:
        OUT = OUT
        IN = IN
        PULL_UP = PULL_UP
        PULL_DOWN = PULL_DOWN

        def __init__(self, number: int, mode: int, pull: int = -1, value: int = 0) -> None:
            self.id = number
            pico.pull.pop(number, None)
            if mode == OUT:
                pico.drive(number, value)
            else:
                pico.drive(number, None)
                pico.pull[number] = pull

        def value(self, level: int | None = None) -> int | None:
            if level is None:
                return pico.sense(self.id)
            assert self.id in pico.out
            pico.drive(self.id, level)
            return None

    return Pin


class _Registers:
    """SIO's register of the levels of all pins, where those that are no inputs read anything; and others."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico

    def __getitem__(self, address: int) -> int:
        pico = self.pico
        if address == FRAME and not pico.asleep:
            return pico.clock_ms
        if address != GPIO_IN:
            return pico.registers.get(address, 0)
        high = pico._high()
        levels = sum(pico.sense(pin, high) << pin for pin in pico.pull)
        return levels | random.getrandbits(30) & ~sum(1 << pin for pin in pico.pull)

    def __setitem__(self, address: int, value: int) -> None:
        self.pico.log.append(("register", address))
        self.pico.registers[address] = value


class _Watchdog:
    def __init__(self, pico: Pico, timeout: int) -> None:
        self.pico = pico
        self.timeout = timeout
        pico.fed.append(-1)

    def feed(self) -> None:
        self.pico.fed.append(self.pico.clock_ms)


class _Poll:
    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.registered: list[tuple[object, int]] = []

    def register(self, stream: object, flags: int) -> None:
        self.registered.append((stream, flags))

    def ipoll(self, timeout: int) -> list[tuple[object, int]]:
        if timeout != 0:
            raise Blocked("poll would wait")
        ready = (1 if self.pico.inbox else 0) | (4 if self.pico.room else 0)
        return [(stream, flags & ready) for stream, flags in self.registered if flags & ready]


class _Stdin:
    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.buffer = self

    def readinto(self, buffer: bytearray) -> int:
        size = len(buffer)
        if len(self.pico.inbox) < size:
            raise Blocked("reading waits until all bytes have come")
        buffer[:] = self.pico.inbox[:size]
        del self.pico.inbox[:size]
        return size


class _Stdout:
    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.buffer = self

    def write(self, buffer: bytes, begin: int = 0, size: int = -1) -> int:
        data = bytes(buffer if size < 0 else buffer[begin : begin + size])
        if len(data) > self.pico.room:
            raise Blocked("writing waits until there is room")
        self.pico.room -= len(data)
        self.pico.outbox += data
        self.pico.writes += 1
        return len(data)


def _module(name: str, **contents: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(contents)
    return module


def config() -> Any:
    """The firmware's configuration."""
    return Pico().load("config")
