"""The virtual board in real time: its serial port, its power, its lights, and what happens when it breaks.

Nothing here waits for a length of time: every read blocks until what it waits for has come, with a limit.
"""

from __future__ import annotations

import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import serial

from lakabe.errors import BoardFault, PortError, UsageError
from lakabe.virtual import FirmwareFault, VirtualBoard
from lakabe.virtual.playback import host_line
from lakabe.virtual.terminal import TerminalDevice
from lakabe.virtual.tools import firmware_tree
from lakabe.virtual.trace import FULL, closed_points

LIMIT_S = 30.0
NAMES = [column + row for row in "12345" for column in "abcdefghi"]
START = [NAMES[p] for p in closed_points(FULL)]

SMALL = """
import sys
import config
import machine
import os

try:
    with open("boots") as file:
        boots = int(file.read()) + 1
except OSError:
    boots = 1
with open("boots", "w") as file:
    file.write(str(boots))
words = [b"boot %d %s\\n" % (boots, os.urandom(4).hex().encode())]
pin = machine.Pin(config.PIXEL_PIN, machine.Pin.OUT)
turn_button = machine.Pin(config.TURN_PIN, machine.Pin.IN, machine.Pin.PULL_UP)
menu_button = machine.Pin(config.MENU_PIN, machine.Pin.IN, machine.Pin.PULL_UP)
frame = bytearray(135)
for point in range(45):
    place = 3 * config.LED_ORDER[point]
    frame[place], frame[place + 1], frame[place + 2] = 100 + point, point, 200


def turn():
    while words:
        sys.stdout.buffer.write(words.pop(0))
    if not turn_button.value():
        print("lights")
        machine.bitstream(pin, 0, config.PIXEL_TIMING_NS, frame)
    if not menu_button.value():
        raise ValueError("planted")


def idle():
    return -1
"""


class Client:
    """A program that has the board's serial port open."""

    def __init__(self, url: str) -> None:
        self.port = serial.serial_for_url(url, timeout=LIMIT_S)

    def say(self, body: str) -> None:
        self.port.write(host_line(body).encode())

    def line(self) -> str:
        text: bytes = self.port.read_until(b"\n")
        assert text.endswith(b"\n"), f"nothing came within {LIMIT_S} s; the beginning of a line: {text!r}"
        return text.decode()

    def until(self, words: str) -> str:
        """Reads lines up to the first whole one with these words; the board says a lost one again."""
        end = time.monotonic() + LIMIT_S
        while words not in (line := self.line()) or not line.endswith("\r\n"):
            assert time.monotonic() < end, f"no line with {words!r} came within {LIMIT_S} s"
        return line

    def ends(self) -> bool:
        """Whether the board's end closes; whatever comes before is passed over."""
        try:
            while self.port.read(1):
                pass
        except serial.SerialException:
            return True
        return False

    def close(self) -> None:
        self.port.close()


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A firmware tree that counts its boots on flash, lights up on turn and fails on menu."""
    tree = tmp_path / "firmware"
    tree.mkdir()
    shutil.copy(firmware_tree() / "config.py", tree)
    (tree / "main.py").write_text(SMALL)
    return tree


@pytest.fixture
def board() -> Iterator[VirtualBoard]:
    with VirtualBoard(closed=START) as board:
        yield board


def test_a_move_over_the_serial_port(board: VirtualBoard) -> None:
    client = Client(board.url)
    client.say("1 hello 1.0 test")
    client.until(" synced")
    board.contact("d3", False)
    client.until("lift d3")
    board.contact("e3", True)
    client.until("place e3")
    board.contact("f3", False)
    assert " d3-e3A 22 21*" in client.until(" move ")
    client.close()


def test_one_program_at_a_time(board: VirtualBoard) -> None:
    first = Client(board.url)
    first.say("1 hello 1.0 first")
    first.until(" synced")
    second = Client(board.url)
    second.say("1 hello 1.0 second")
    assert second.ends()
    first.say("2 version")
    first.until(" version ")
    third = Client(board.url)  # waits until the first hangs up
    third.say("1 hello 1.0 third")
    first.close()
    third.say("3 version")
    third.until(" version ")
    third.close()


def test_power(board: VirtualBoard) -> None:
    client = Client(board.url)
    client.say("1 hello 1.0 test")
    first = client.until(" hello ").split()[6]
    board.power(False)
    assert client.ends()
    board.sync()
    board.contact("d3", False)
    away = Client(board.url)
    assert away.ends()
    board.power(True)
    board.sync()
    client = Client(board.url)
    client.say("1 hello 1.0 test")
    assert client.until(" hello ").split()[6] != first
    assert " xxxxxxxxx/xxxxxxxxx/xxx..xxxx/xxxxxxxxx/xxxxxxxxx*" in client.until(" reeds ")
    client.close()


def test_level_at_power_on(board: VirtualBoard) -> None:
    for level in (0, 4):
        with VirtualBoard(level=level) as other:
            client = Client(other.url)
            client.say("1 hello 1.0 test")
            client.say("2 get level")
            assert f" level {level}*" in client.until(" set level ")
            client.close()
    with pytest.raises(UsageError):
        VirtualBoard(level=5)


def test_contacts_at_once(board: VirtualBoard) -> None:
    client = Client(board.url)
    client.say("1 hello 1.0 test")
    client.until(" synced")
    board.contacts([name in ("a1", "i5") for name in NAMES])
    client.until("lift h5")
    client.say("2 snapshot")
    # What stood before may come once more, for nothing is acknowledged here.
    client.until(" reeds ........x/........./........./........./x........*")
    client.close()
    with pytest.raises(UsageError):
        board.contacts([True])


def test_flash_survives_power_cuts_and_seeds_repeat(small: Path) -> None:
    said = []
    for seed in (3, 3, 4):
        with VirtualBoard(seed=seed, firmware=small) as board:
            lines = []
            for _ in range(3):
                # pyserial drops what comes at once when it opens a port, and this firmware says it only once.
                address = urlsplit(board.url)
                with (
                    socket.create_connection((address.hostname, address.port), LIMIT_S) as client,
                    client.makefile("r") as said_here,
                ):
                    client.sendall(f"{board.key}\n".encode())
                    lines.append(said_here.readline())
                    board.power(False)
                    assert said_here.read() == ""
                board.power(True)
                board.sync()
            assert [line.split()[1] for line in lines] == ["1", "2", "3"]
            assert len({line.split()[2] for line in lines}) == 3
            said.append(lines)
    assert said[0] == said[1] != said[2]


def test_lights_and_prints(small: Path) -> None:
    frames: queue.Queue[bytes] = queue.Queue()
    texts: queue.Queue[str] = queue.Queue()
    with VirtualBoard(firmware=small, on_frame=frames.put, on_text=texts.put) as board:
        board.button("turn", True)
        frame = frames.get(timeout=LIMIT_S)
        assert frame == b"".join(bytes((point, 100 + point, 200)) for point in range(45))
        assert board.frame == frame
        assert texts.get(timeout=LIMIT_S) == "lights\n"
        board.button("turn", False)
        board.power(False)
        assert frames.get(timeout=LIMIT_S) == bytes(135)


def test_a_fault_is_told_and_nothing_hangs(small: Path) -> None:
    faults: queue.Queue[BoardFault] = queue.Queue()
    with VirtualBoard(firmware=small, on_fault=faults.put) as board:
        client = Client(board.url)
        board.button("menu", True)
        fault = faults.get(timeout=LIMIT_S)
        assert isinstance(fault, FirmwareFault)
        assert "ValueError: planted" in fault.traceback
        assert '"/flash/main.py"' in fault.traceback
        assert client.ends()
        for call in (lambda: board.contact("d3", True), board.sync, lambda: board.power(False)):
            with pytest.raises(FirmwareFault):
                call()


def test_a_firmware_that_does_not_start(small: Path) -> None:
    (small / "main.py").write_text("import no_such_module\n")
    with pytest.raises(FirmwareFault, match="no_such_module"):
        VirtualBoard(firmware=small).start()


def test_misuse_is_named() -> None:
    board = VirtualBoard()
    with pytest.raises(UsageError):
        _ = board.url
    with pytest.raises(UsageError):
        board.button("stop", True)
    with pytest.raises(PortError):
        TerminalDevice("/dev/ttyACM0", "")
    board.close()


def test_as_a_terminal_device(board: VirtualBoard) -> None:
    with TerminalDevice(board.url, board.key) as device:
        for number in (1, 2):
            client = Client(device.path)
            client.say(f"{number} hello 1.0 test")
            client.until(f" ok {number}*")
            client.close()


@pytest.mark.parametrize(
    ("options", "how"), [([], signal.SIGINT), (["--pty"], signal.SIGTERM), ([], signal.SIGHUP)]
)
def test_the_command(options: list[str], how: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "lakabe", "virtual", "--seed", "1", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            client = Client(process.stdout.readline().strip())
            client.say("1 hello 1.0 test")
            client.until(" synced")
            process.stdin.write("nonsense\nd3 1  # a stone\n")
            process.stdin.flush()
            client.until("place d3")
            assert "nonsense" in process.stderr.readline()
            process.stdin.write(f"start oops\nstart {FULL}\n")
            process.stdin.flush()
            client.until(" game ")
            assert "start" in process.stderr.readline()
            client.close()
            os.killpg(process.pid, how)  # as a terminal does: the interpreter is in the group, too
            assert process.wait(LIMIT_S) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()


def test_the_command_can_begin_with_the_stones_in_place() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "lakabe", "virtual", "--set-up"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            client = Client(process.stdout.readline().strip())
            client.say("1 hello 1.0 test")
            client.until(" game ")
            client.close()
        finally:
            os.killpg(process.pid, signal.SIGTERM)
