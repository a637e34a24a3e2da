"""A virtual board in real time, reached like any other over a serial URL."""

from __future__ import annotations

import json
import logging
import secrets
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from lakabe import system
from lakabe.errors import BoardFault, UsageError
from lakabe.virtual.playback import FirmwareFault, board_options, host_line
from lakabe.virtual.tools import HEAP, node_command
from lakabe.virtual.trace import BUTTONS, LEVELS, TraceEvent, host_commands, point_number

log = logging.getLogger(__name__)

START_S = 30.0
STOP_S = 0.5
"""Seconds after which an interpreter that was told to end is killed; one that has ended takes 30 ms."""
MANY_WAITING = 256
"""Changes that wait to be taken, from which on the board is not `ready`."""
MOST_WAITING = 4 * MANY_WAITING
"""Changes that may wait at all."""

FrameListener = Callable[[bytes], object]
TextListener = Callable[[str], object]


class VirtualBoard:
    """The firmware in real time behind a TCP port of this computer. There is no REPL behind its serial port.

    Whoever connects says hello first (PROTOCOL.md), or is closed: web pages can reach the port too.

    ``level``: how much the lights help, 0 to 4, told to the board at each power-on; None leaves it alone.
    ``seed``: makes the board's randomness, and so the names of its games, repeatable; only for tests, because
    an archive would take the games of two runs for the same. ``closed``: the points with a stone at power-on.
    ``number``: 0 to 255, gives boards that run at the same time different serial numbers.

    ``on_frame`` is called with 135 bytes (red, green, blue of each point, a1 to i1, then row 2 ...) when the
    lights change, ``on_text`` with each line that the firmware prints, ``on_fault`` when it has stopped. They
    are called from a thread of the board and must not call it back in a way that waits.

    After a fault every method raises it. No method but `start`, `sync` and `close` waits: what is done to the
    board is taken by it in its own time. One that takes nothing for a while is not `ready`.
    """

    def __init__(
        self,
        level: int | None = None,
        seed: int | None = None,
        *,
        closed: Iterable[str] = (),
        number: int = 0,
        heap: int = HEAP,
        firmware: Path | None = None,
        on_frame: FrameListener | None = None,
        on_text: TextListener | None = None,
        on_fault: Callable[[BoardFault], object] | None = None,
    ) -> None:
        if level is not None and level not in LEVELS:
            raise UsageError(f"there is no level {level}", "levels are 0 to 4")
        self.on_frame = on_frame
        self.on_text = on_text
        self.on_fault = on_fault
        self.frame = bytes(135)
        self.key = secrets.token_hex(16)
        """As the first line on its port it stands for a hello, for programs that only listen."""
        self._job: dict[str, object] = {
            "options": board_options(firmware, heap, number),
            "seed": secrets.randbits(32) if seed is None else seed,
            "greeting": "" if level is None else host_line(f"1 set level {level}"),
            "key": self.key,
        }
        self._contacts = [False] * 45
        for name in closed:
            self._contacts[point_number(name)] = True
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._writer: threading.Thread | None = None
        self._waiting: deque[str] = deque()
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._port: int | None = None
        self._fault: BoardFault | None = None
        self._closing = False
        self._asked = 0
        self._synced = 0

    def start(self) -> VirtualBoard:
        """Switches the board on and waits until it listens. FirmwareFault when the firmware fails."""
        if self._process is not None:
            raise UsageError("this virtual board has been started already")
        self._process = subprocess.Popen(
            node_command("live.mjs"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            **system.APART,
        )
        self._reader = threading.Thread(target=self._read, name="virtual board", daemon=True)
        self._reader.start()
        self._writer = threading.Thread(target=self._write, name="virtual board's hands", daemon=True)
        self._writer.start()
        self._send({**self._job, "start": [int(closed) for closed in self._contacts]})
        try:
            self._wait(lambda: self._port is not None, START_S, "the virtual board does not start")
        except BaseException:
            self.close()
            raise
        return self

    @property
    def url(self) -> str:
        """Where its serial port is, for pyserial's ``serial_for_url``. One program can have it at a time."""
        if self._port is None:
            raise UsageError("the virtual board has not been started")
        return f"socket://127.0.0.1:{self._port}"

    @property
    def ready(self) -> bool:
        """Whether it takes what is done to it. One that hangs does not, and may do so again later."""
        return len(self._waiting) < MANY_WAITING

    @property
    def fault(self) -> BoardFault | None:
        """Why the board has stopped, None while it has not."""
        return self._fault

    def contact(self, point: str, closed: bool) -> None:
        """A stone comes to (closed) or leaves a point such as ``d3``."""
        number = point_number(point)
        self._control({"contacts": [[number, int(closed)]]})
        self._contacts[number] = closed

    def contacts(self, closed: Sequence[bool]) -> None:
        """All 45 contacts at once, a1 to i1, then row 2 and so on; only those that differ change."""
        if len(closed) != 45:
            raise UsageError("a board has 45 contacts")
        changed = [[p, int(closed[p])] for p in range(45) if bool(closed[p]) != self._contacts[p]]
        self._control({"contacts": changed})
        self._contacts = [bool(state) for state in closed]

    def button(self, name: str, down: bool) -> None:
        """Presses or releases ``turn`` or ``menu``."""
        if name not in BUTTONS:
            raise UsageError(f"there is no button {name}", "buttons are turn and menu")
        self._control({"button": [BUTTONS.index(name), int(down)]})

    def power(self, on: bool) -> None:
        """Switches the power. Off, the serial port goes away; files on the board's flash stay."""
        self._control({"power": int(on)})

    def apply(self, event: TraceEvent) -> None:
        """What a line of a trace says, now."""
        if event.kind == "contact":
            self.contact(event.name, bool(event.value))
        elif event.kind == "button":
            self.button(event.name, bool(event.value))
        elif event.kind == "power":
            self.power(bool(event.value))
        else:
            for command in host_commands(event):
                self._control({"send": host_line(f"1 {command}")})

    def sync(self, timeout: float = 10.0) -> None:
        """Waits until the firmware has had a turn since everything that was done to the board so far."""
        with self._lock:
            self._asked += 1
            asked = self._asked
        self._control({"sync": asked})
        self._wait(lambda: self._synced >= asked, timeout, "the virtual board does not answer")

    def close(self) -> None:
        """Ends the board. Harmless when it has ended."""
        process = self._process
        if process is None:
            return
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.kill()
            process.wait()
        for thread in (self._reader, self._writer):
            if thread is not None and thread is not threading.current_thread():
                thread.join(STOP_S)

    def kill(self) -> None:
        """Ends the interpreter at once, also one that hangs; from any thread."""
        if self._process is not None:
            self._process.kill()

    def __enter__(self) -> VirtualBoard:
        return self if self._process is not None else self.start()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _control(self, message: dict[str, object]) -> None:
        if self._fault is not None:
            raise self._fault
        if self._process is not None:
            self._send(message)

    def _send(self, message: dict[str, object]) -> None:
        with self._changed:
            if self._closing:
                raise BoardFault("the virtual board has been closed")
            if len(self._waiting) >= MOST_WAITING:
                raise BoardFault("the virtual board takes nothing any more", "restart it")
            self._waiting.append(json.dumps(message) + "\n")
            self._changed.notify_all()

    def _write(self) -> None:
        """Hands over what waits until the board is closed or gone. The pipe's end ends the interpreter."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                while True:
                    with self._changed:
                        self._changed.wait_for(lambda: self._waiting or self._closing)
                        if not self._waiting:
                            return
                        text = self._waiting[0]
                    pipe.write(text)
                    pipe.flush()
                    with self._changed:
                        self._waiting.popleft()
        except (OSError, ValueError):
            pass  # the pipe has broken: the reader learns why

    def _wait(self, done: Callable[[], bool], timeout: float, complaint: str) -> None:
        with self._changed:
            if not self._changed.wait_for(lambda: done() or self._fault is not None, timeout):
                raise BoardFault(complaint)
            if self._fault is not None:
                raise self._fault

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for line in stdout:
                self._hear(json.loads(line))
        code = self._process.wait()
        if self._fault is None and not self._closing:
            self._stop(BoardFault(f"the interpreter of the virtual board ended unexpectedly (code {code})"))

    def _hear(self, message: dict[str, Any]) -> None:
        if "frame" in message:
            self.frame = bytes.fromhex(message["frame"])
            if self.on_frame is not None:
                self.on_frame(self.frame)
        elif "text" in message:
            if self.on_text is not None:
                self.on_text(message["text"])
        elif "refused" in message:
            log.warning("refused a connection to the port of the virtual board: %s", message["refused"])
        elif "fault" in message:
            self._stop(FirmwareFault(message["fault"], "in the virtual board"))
        else:
            with self._changed:
                self._port = message.get("port", self._port)
                self._synced = message.get("synced", self._synced)
                self._changed.notify_all()

    def _stop(self, fault: BoardFault) -> None:
        with self._changed:
            self._fault = fault
            self._changed.notify_all()
        if self.on_fault is not None:
            self.on_fault(fault)
