"""What goes wrong between a board and its archive, for `strain.events`: cable, recorder, database."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import selectors
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import psycopg

from host.postgres import Cluster

BIG = 1 << 40


class Cable:
    """A TCP port that leads to the board's, and can be pulled out at any byte; ``passed`` counts them."""

    def __init__(self, board: int) -> None:
        self._board = board
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._lock = threading.Lock()
        self._ends: list[socket.socket] = []
        self._plugged = True
        self.passed = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def plug(self, plugged: bool) -> None:
        with self._lock:
            self._plugged = plugged
            ends, self._ends = (self._ends, []) if not plugged else ([], self._ends)
        for end in ends:
            with contextlib.suppress(OSError):  # has ended by itself
                end.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        while True:
            host, _ = self._listener.accept()
            with host:
                try:
                    with socket.create_connection(("127.0.0.1", self._board)) as board:
                        self._carry(host, board)
                except OSError:
                    pass  # pulled out, or the board is off

    def _carry(self, host: socket.socket, board: socket.socket) -> None:
        with self._lock:
            if not self._plugged:
                return
            self._ends = [host, board]
        other = {host: board, board: host}
        with selectors.DefaultSelector() as selector:
            for end in other:
                selector.register(end, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select():
                    end = key.fileobj
                    assert isinstance(end, socket.socket)
                    data = end.recv(4096)
                    if not data:
                        return
                    other[end].sendall(data)
                    self.passed += len(data)


class Recording:
    """`lakabe record` as a process, its words in a file; killed and started again."""

    def __init__(self, url: str, where: str, folder: Path) -> None:
        self._words = [
            sys.executable,
            "-m",
            "lakabe",
            "record",
            "--no-hints",
            "--port",
            url,
            "--archive",
            where,
        ]
        self._log = folder / "record.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        # Not by itself into the file: its disk may be full.
        assert process.stdout is not None
        with process.stdout, self._log.open("ab") as log:
            for line in process.stdout:
                log.write(line)
                log.flush()

    def end(self, how: signal.Signals) -> int:
        assert self.process is not None
        while how == signal.SIGINT and self.process.poll() is None and not self._listens():
            time.sleep(0.01)  # Ctrl-C while Python itself starts is a matter of Python's
        self.process.send_signal(how)
        return self.process.wait(60)

    def _listens(self) -> bool:
        """Whether it has made up its mind what a polite signal means."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        caught = int(re.findall(r"SigCgt:\s*([0-9a-f]+)", status)[0], 16)
        return bool(caught >> (signal.SIGTERM - 1) & 1)

    def fill(self, full: bool) -> None:
        """The disk is full for the process: whatever it writes into files fails."""
        if self.process is not None and self.process.poll() is None:
            limit = 1 if full else BIG
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))


class File:
    """An SQLite archive that is locked, and moved away."""

    def __init__(self, folder: Path) -> None:
        self.where = str(folder / "games.db")
        self._places = [Path(self.where)]
        self._holder: sqlite3.Connection | None = None

    @property
    def all(self) -> list[str]:
        """Those that hold something; one may have been moved away before anything was in it."""
        return [str(place) for place in self._places if place.is_file() and place.stat().st_size]

    def lock(self) -> None:
        try:
            # One that is not there is not made here: the recorder takes no empty file for an archive.
            self._holder = sqlite3.connect(f"file:{self.where}?mode=rw", timeout=10, uri=True)
            self._holder.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            self.unlock()  # full just now, or not made yet

    def unlock(self) -> None:
        if self._holder is not None:
            self._holder.close()
            self._holder = None

    def move(self) -> None:
        """Away, with the files beside it; what they hold counts all the same."""
        there = f"{self.where}-{len(self._places)}"
        for beside in ("", "-wal", "-shm"):
            if Path(self.where + beside).exists():
                Path(self.where + beside).rename(there + beside)
        self._places.append(Path(there))

    def close(self) -> None:
        self.unlock()


class Server:
    """An archive in PostgreSQL that is locked, cut off and restarted."""

    def __init__(self) -> None:
        self._cluster = Cluster()
        self.where = self._cluster.new()
        self.all = [self.where]
        self._name = self.where.split("/")[3].split("?")[0]
        self._holder: psycopg.Connection | None = None

    def lock(self) -> None:
        self._holder = self._cluster.connect(self._name)
        try:
            self._holder.execute("BEGIN")
            self._holder.execute("LOCK TABLE games")
        except psycopg.errors.UndefinedTable:
            self.unlock()

    def unlock(self) -> None:
        if self._holder is not None:
            self._holder.close()
            self._holder = None

    def hang_up(self) -> None:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lakabe'"
        self._cluster.tell(others)

    def stop(self, how: str) -> None:
        self._cluster.stop(how)

    def start(self) -> None:
        self._cluster.start()

    def close(self) -> None:
        self.unlock()
        self._cluster.close()
