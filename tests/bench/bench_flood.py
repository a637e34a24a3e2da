"""The page under floods: how long it takes to answer, and whether all moves are kept meanwhile.

`lakabe play --host 0.0.0.0` shows a virtual board, may have 1,024 files open as is usual, and is flooded with
each kind of connection, from an address of its own and from that of the browser. Meanwhile hands play, and a
browser opens the page again and again.
"""

from __future__ import annotations

import http.client
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import flooding
from fanorona.rules import notation
from lakabe.archive import Archive
from lakabe.virtual import VirtualBoard
from lakabe.virtual.trace import FULL, closed_points
from strain.events import Hands

FILES = 1024
"""That a process may have open."""
CONNECTIONS = 1500
FLOOD_S = 6.0
LONGEST_S = 1.0
"""That the page may take to answer."""
ASK_S = 0.1
WITH_LINK = ("sockets", "requests")
"""Kinds of floods that make more work for somebody who has a link."""
SOURCES = {"another address": "127.0.0.2", "the same address": "127.0.0.1"}
HERE = Path(__file__).resolve().parent


class Page:
    """`lakabe play` in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int, token: str, watching: str) -> None:
        self.process = process
        self.port = port
        self.token = token
        self.watching = watching
        self.answers: list[float] = []  # seconds; of those that failed, all that they were given

    def ask(self) -> None:
        """Open the page as a browser does."""
        begun = time.monotonic()
        try:
            wire = http.client.HTTPConnection(flooding.HOST, self.port, timeout=5)
            try:
                wire.request("GET", f"/static/main.js?token={self.token}")
                answer = wire.getresponse()
                answer.read()
                cookie = (answer.getheader("set-cookie") or "").split(";")[0]
                wire.request("GET", "/", headers={"Cookie": cookie})
                good = wire.getresponse().read().startswith(b"<!doctype html>")
            finally:
                wire.close()
        except (OSError, http.client.HTTPException):
            good = False
        self.answers.append(time.monotonic() - begun if good else float("inf"))

    def files(self) -> int:
        """How many files the process has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))


@contextmanager
def _page(board: VirtualBoard, folder: Path) -> Iterator[Page]:
    command = [sys.executable, "-m", "lakabe", "play", "--archive", str(folder / "games.db"), "--no-open"]
    command += ["--no-hints", "--host", "0.0.0.0", "--http-port", "0", "--port", board.url]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=_limit
        ) as process,
    ):
        assert process.stdout is not None
        said = "".join(process.stdout.readline() for _ in range(3))
        found = re.findall(r":(\d+)/\?token=(\S+)", said)
        try:
            yield Page(process, int(found[0][0]), found[0][1], found[1][1])
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _flooded(page: Page, kind: str, source: str, token: str, hands: Hands) -> tuple[int, int]:
    """Connections made, and the most files that the page had open."""
    command = [sys.executable, "-m", "flooding", kind, str(page.port), source, str(CONNECTIONS), str(FLOOD_S)]
    command += [token] if token else []
    attack = subprocess.Popen(command, cwd=HERE.parent, stdout=subprocess.PIPE, text=True)
    most = 0

    def browse() -> None:
        while attack.poll() is None:
            page.ask()
            time.sleep(ASK_S)

    browser = threading.Thread(target=browse)
    browser.start()
    while attack.poll() is None:
        hands.play()
        most = max(most, page.files())
    browser.join()
    said, _ = attack.communicate()
    return int(said.split()[0]), most


def _lost(hands: Hands, where: Path) -> int:
    """Moves that were played and are not in the archive."""
    with Archive(str(where)) as archive:
        kept = [[move.text for move in archive.game(game.number).moves] for game in archive.games()]
    missing = 0
    for played in hands.games:
        if played.moves in kept:
            kept.remove(played.moves)
        else:
            missing += len(played.moves)
    return missing


def run() -> list[tuple[str, float, str]]:
    found = []
    closed = [notation.point_name(point) for point in closed_points(FULL)]
    with tempfile.TemporaryDirectory() as name, VirtualBoard(seed=1, closed=closed) as board:
        folder = Path(name)
        hands = Hands(board, random.Random(1))
        with _page(board, folder) as page:
            time.sleep(1)
            hands.begin()
            known = [(kind, page.watching) for kind in WITH_LINK]
            for kind, token in [*known, *((kind, "") for kind in flooding.KINDS)]:
                for where, source in SOURCES.items():
                    page.answers.clear()
                    made, most = _flooded(page, kind, source, token, hands)
                    what = f"{kind} {'with the link to watch ' if token else ''}from {where}"
                    print(f"{what}: {made} connections, {most} files open, {len(page.answers)} answers")
                    found.append((f"{what}: longest answer", max(page.answers), "s"))
            hands.end()
            time.sleep(2)
        found.append(("moves played meanwhile", float(sum(len(game.moves) for game in hands.games)), ""))
        found.append(("moves not kept", float(_lost(hands, folder / "games.db")), ""))
        found.append(("lines of the log", float(len((folder / "log").read_text().splitlines())), ""))
    return found


def shortfalls(found: list[tuple[str, float, str]]) -> list[str]:
    """Answers that came late, and moves that are lost."""
    return [
        f"{what}: {value:.2f} {unit}"
        for what, value, unit in found
        if (unit == "s" and value > LONGEST_S) or (what == "moves not kept" and value)
    ]
