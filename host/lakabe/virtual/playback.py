"""Runs reed traces through the firmware in virtual time, many in one process."""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from fanorona.wire import protocol
from lakabe.board import messages
from lakabe.board.events import Event, Ok, Text
from lakabe.board.sources import library, stamp
from lakabe.errors import BoardFault
from lakabe.virtual.tools import DEVICE, HEAP, firmware_tree, node_command
from lakabe.virtual.trace import BUTTONS, Trace, TraceEvent, closed_points, host_commands, point_number

CLOCK = 1 << 30
GREETING = f"2 hello {protocol.MAJOR}.{protocol.MINOR} trace"
SNAPSHOT = "5 snapshot"
_SERIAL = b"virtual"
"""Followed by the number of the board: eight bytes, as a Pico has them."""
SILENCE_S = 60.0
"""The interpreter reports at least every few seconds; after this long it hangs."""


class FirmwareFault(BoardFault):
    """The firmware raised an exception, or its interpreter broke.

    ``traceback`` is MicroPython's in the first case, Node's in the other, of several lines, the last of them
    the reason.
    """

    def __init__(self, traceback: str, when: str) -> None:
        lines = [line.strip() for line in traceback.splitlines() if line.strip()]
        where = next((line for line in reversed(lines) if line.startswith("File ")), "")
        reason = lines[-1] if lines else "no reason given"
        super().__init__(f"the firmware stopped {when}: {reason} {where}".rstrip())
        self.traceback = traceback


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one trace. Times are ms since the trace began.

    ``events``: everything the board said, with its time, each line once; of what happened up to the last
    moment it may tell afterwards. ``final``: its answer to `snapshot` then; empty when the power was off.
    ``printed``: what the firmware printed. ``turns``: how many turns of its loop were run. ``heap``: bytes
    in use at the end after a collection.
    """

    events: list[tuple[int, Event]]
    final: list[Event]
    printed: str
    end_ms: int
    turns: int
    heap: int


def replay(traces: Iterable[Trace], lights: bool = False) -> Iterator[list[tuple[int, Event]]]:
    """The events of each trace as (ms since the trace began, event); see :func:`run_traces`."""
    return (run.events for run in run_traces(traces, lights=lights))


def run_traces(
    traces: Iterable[Trace],
    *,
    lights: bool = False,
    raw: bool = False,
    every_ms: bool = False,
    seed: int = 0,
    clock: int = 0,
    heap: int = HEAP,
    firmware: Path | None = None,
) -> Iterator[Run]:
    """Runs each trace on a board of its own with empty flash, in order.

    ``lights`` and ``raw`` ask the board to report light frames and raw contacts too. ``every_ms`` looks at
    the board every ms instead of leaving out what can change nothing. ``seed`` decides what is random; the
    same seed and trace give the same run. ``clock`` is what the board's clock (ms, 0 to 2**30 - 1) shows at
    power-on. ``heap`` is the interpreter's in bytes, ``firmware`` the folder with ``main.py``. Raises
    FirmwareFault when the firmware raises, BoardFault when it hangs.
    """
    greeting = [GREETING]
    greeting += ["3 watch lights 1"] * lights + ["4 watch raw 1"] * raw
    job = {
        "options": board_options(firmware, heap),
        "every_ms": every_ms,
        "clock": clock,
        "greeting": "".join(map(host_line, greeting)),
        "snapshot": host_line(SNAPSHOT),
    }
    process = subprocess.Popen(
        node_command("replay.mjs"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    feeder = threading.Thread(target=_feed, args=(process.stdin, job, traces, seed), daemon=True)
    feeder.start()
    try:
        while (message := _next(process, process.stdout)) is not None:
            if "fault" in message:
                raise FirmwareFault(message["fault"], f"at {message['t']} ms")
            if "boots" in message:
                yield run_of(message, clock)
        if process.wait() != 0:
            raise BoardFault("the interpreter ended unexpectedly")
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        feeder.join()


def host_line(body: str) -> str:
    """A line from the host to the board: number, command, arguments."""
    return protocol.encode(protocol.HOST_LEAD, body.encode("ascii")).decode("ascii")


def board_options(firmware: Path | None, heap: int = HEAP, number: int = 0) -> dict[str, object]:
    """What node/board.mjs wants to know. ``number`` tells virtual boards apart by their serial numbers."""
    tree = firmware or firmware_tree()
    return {
        "firmware": str(tree),
        "library": str(library(tree)),
        "stamp": stamp(tree),
        "device": str(DEVICE),
        "heap": heap,
        "serial_number": (_SERIAL + bytes([number])).hex(),
    }


def number_of(serial: str) -> int | None:
    """The number of the virtual board with this serial number; None for any other board."""
    head = _SERIAL.hex()
    last = serial.removeprefix(head)
    return int(last, 16) if serial.startswith(head) and re.fullmatch("[0-9a-f]{2}", last) else None


def read_lines(text: str) -> Iterator[Event]:
    """The events of what a board sent, in order; what is no message comes as Text."""
    decoder = protocol.Decoder(protocol.BOARD_LEAD, keep_text=True)
    damage = {protocol.BAD_CHECKSUM: "checksum", protocol.TOO_LONG: "length", protocol.BAD_FORMAT: "format"}
    seq = ms = 0
    for byte in text.encode("latin-1"):
        found = decoder.feed(byte)
        if found == protocol.LINE:
            words = [decoder.text(i).decode("ascii") for i in range(decoder.count)]
            seq, ms = decoder.number(0), decoder.number(1)
            yield messages.read(seq, ms, words[2] if len(words) > 2 else "", words[3:])
        elif found == protocol.TEXT or found in damage:
            said = decoder.line().decode("utf-8", "replace")
            if said:
                yield Text(seq, ms, said, damage.get(found, ""))


def _feed(stdin: IO[str], job: dict[str, object], traces: Iterable[Trace], seed: int) -> None:
    try:
        with stdin:
            stdin.write(json.dumps(job) + "\n")
            for trace in traces:
                stdin.write(json.dumps(_trace(trace, seed)) + "\n")
                stdin.flush()
    except (BrokenPipeError, ValueError):
        pass  # nobody wants the rest


def _trace(trace: Trace, seed: int) -> dict[str, object]:
    closed = set(closed_points(trace.start))
    return {
        "start": [int(p in closed) for p in range(45)],
        "events": [_event(event) for event in trace.events],
        "end": trace.end_us,
        "seed": seed,
    }


def _event(event: TraceEvent) -> list[int | str]:
    if event.kind == "contact":
        return [event.us, "contact", point_number(event.name), event.value]
    if event.kind == "button":
        return [event.us, "button", BUTTONS.index(event.name), event.value]
    if event.kind == "power":
        return [event.us, "power", event.value]
    commands = enumerate(host_commands(event), 6)
    return [event.us, "send", "".join(host_line(f"{number} {text}") for number, text in commands)]


def _next(process: subprocess.Popen[str], stdout: IO[str]) -> dict[str, Any] | None:
    """The next message, None at the end. An interpreter that says nothing for too long is ended."""
    watchdog = threading.Timer(SILENCE_S, process.kill)
    watchdog.daemon = True
    watchdog.start()
    try:
        line = stdout.readline()
    finally:
        hung = not watchdog.is_alive()
        watchdog.cancel()
    if hung:
        raise BoardFault(f"the firmware hangs: a turn of its loop took more than {SILENCE_S:g} s")
    found: dict[str, Any] | None = json.loads(line) if line else None
    return found


def run_of(message: dict[str, Any], clock: int) -> Run:
    """The run of which node/replay.mjs tells in this message."""
    heard: list[tuple[int, Event]] = []
    printed = ""
    late, final = _parted(list(read_lines(message["final"])))
    for boot in message["boots"]:
        printed += boot["printed"]
        passed = 0  # ms since power-on; the board's clock shows it modulo 2^30
        last = 0
        more = late if boot is message["boots"][-1] else []
        for event in [*read_lines(boot["text"]), *more]:
            if not isinstance(event, Text):
                # A line that the board sent again has a number that was there before.
                if event.seq <= last:
                    continue
                last = event.seq
                passed += (event.ms - clock - passed) % CLOCK
            heard.append((boot["t"] + passed, event))
    return Run(
        events=heard,
        final=final,
        printed=printed,
        end_ms=message["end"],
        turns=message["turns"],
        heap=message["heap"],
    )


def _parted(said: list[Event]) -> tuple[list[Event], list[Event]]:
    """What the board still had to tell when it was asked for `snapshot`, and its answer."""
    number = int(SNAPSHOT.split()[0])
    at = next((i for i, event in enumerate(said) if isinstance(event, Ok) and event.id == number), 0)
    return said[:at], said[at:]
