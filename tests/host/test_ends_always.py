"""`play`, `record` and `virtual` end when they are told to, whatever hangs: as processes, with it hanging."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection, connect

SECONDS = 30
LIMIT_S = 2.0
"""From the signal to the end of the process, as promised; alone it takes 0.4 to 1.4 s."""
HANDS = 3200

Starter = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    """Starts a command; whatever still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}

    def start_one(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "lakabe", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, env=environment,
        )  # fmt: skip
        started.append(process)
        return process

    yield start_one
    for process in started:
        for child in children(process.pid):
            os.kill(child, signal.SIGKILL)
        process.kill()
        process.communicate()


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(word) for word in task.read_text().split()]
    return found


def ends(process: subprocess.Popen[str], how: signal.Signals = signal.SIGINT) -> str:
    """Tell it to end; what it has said by then. Fails where it takes too long, or leaves a child."""
    left = children(process.pid)
    begun = time.monotonic()
    process.send_signal(how)
    _, err = process.communicate(timeout=SECONDS)
    assert time.monotonic() - begun < LIMIT_S, err
    assert not [pid for pid in left if Path(f"/proc/{pid}").exists()]
    return err


def address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    process.stdout.readline()
    return found[0]


def live(url: str) -> ClientConnection:
    place = url.removeprefix("http://").rstrip("/")
    return connect(f"ws://{place}/ws", origin=url.rstrip("/"), compression=None, proxy=None, max_queue=None)


def until(page: ClientConnection, wanted: Callable[[dict[str, object]], bool]) -> None:
    while not wanted(json.loads(page.recv(timeout=SECONDS))):
        pass


@pytest.fixture
def archive(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


@pytest.fixture
def played(start: Starter, archive: str) -> tuple[subprocess.Popen[str], str]:
    process = start("play", "--archive", archive, "--no-open", "--http-port", "0", "--no-hints")
    return process, address(process)


def test_a_stopped_interpreter_blocks_neither_page_nor_end(
    played: tuple[subprocess.Popen[str], str],
) -> None:
    process, url = played
    with live(url) as page:
        until(page, lambda message: message.get("linked") is True)
        (node,) = children(process.pid)
        os.kill(node, signal.SIGSTOP)
        # As many as a page may send at once, from as many pages as it takes.
        sent = 0
        while sent < HANDS:
            with live(url) as hands:
                for _ in range(50):
                    for kind in ("lift", "place"):
                        hands.send(json.dumps({"type": kind, "point": "d3"}))
                        sent += 1
                until(hands, lambda message: message.get("seen") == 100)
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            assert answer.status == 200
        until(page, lambda message: "does not answer" in str(message.get("text")))
    err = ends(process)
    assert process.returncode == 0
    # Not for each of the hands; again where the pipe to the interpreter has taken what waited meanwhile.
    assert 1 <= err.count("takes nothing") < 10


def test_a_locked_archive_does_not_hold_it_up(
    played: tuple[subprocess.Popen[str], str], archive: str
) -> None:
    process, url = played
    with sqlite3.connect(archive, isolation_level=None) as locking, live(url) as page:
        until(page, lambda message: message.get("linked") is True)
        locking.execute("BEGIN EXCLUSIVE")
        page.send('{"type": "lift", "point": "d3"}')
        until(page, lambda message: message.get("hand") is not None)
        ends(process, signal.SIGTERM)
    locking.close()


def test_connections_that_stay_do_not_hold_it_up(played: tuple[subprocess.Popen[str], str]) -> None:
    process, url = played
    port = int(url.rstrip("/").rpartition(":")[2])
    whole = f"GET /static/main.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    wires = [socket.create_connection(("127.0.0.1", port)) for _ in range(9)]
    for wire, said in zip(wires, [b"", whole[:-2], whole] * 3, strict=True):
        wire.sendall(said)
    with live(url) as page:
        until(page, lambda message: message.get("linked") is True)
        ends(process)
    for wire in wires:
        wire.close()
    assert process.returncode == 0


def test_a_port_that_takes_nothing_does_not_hold_up_a_recording(start: Starter, archive: str) -> None:
    ours, theirs = pty.openpty()
    try:
        path = os.ttyname(theirs)
        os.set_blocking(theirs, False)
        with suppress(BlockingIOError):
            while True:
                os.write(theirs, b"x" * 256)
        process = start("record", "--archive", archive, "--port", path, "--no-hints")
        while not any(is_open(process.pid, path)):
            assert process.poll() is None
        ends(process)
    finally:
        os.close(ours)
        os.close(theirs)


def is_open(pid: int, path: str) -> Iterator[bool]:
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        try:
            yield str(descriptor.readlink()) == path
        except OSError:
            yield False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_interpreter_does_not_hold_up_the_virtual_board(
    start: Starter, how: signal.Signals
) -> None:
    process = start("virtual", "--pty")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("/dev/")
    (node,) = children(process.pid)
    os.kill(node, signal.SIGSTOP)
    ends(process, how)
    assert process.returncode == 0
