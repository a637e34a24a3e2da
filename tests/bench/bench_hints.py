"""Hints: the whole of `lakabe hint`, and from letting go of *menu* on the virtual board to its lights.

The first has to be there within a second of processor time, the second within 300 ms by the clock, or
`make bench` says so and ends with 3.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from limits import Row, over

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.recorder import Recorder
from lakabe.board.transport import open_transport
from lakabe.help.advisor import Advisor, question_of
from lakabe.help.hint import Hint
from lakabe.virtual.board import VirtualBoard
from lakabe.virtual.numbers import claim
from lakabe.web.table import READING, START

POSITION = "BBBBBBBBB/BBB1BBBBB/BWBBW1WBW/WWW1WWWWW/WWW1WWWWW W"
REPEATS = 5
PATIENCE_S = 60.0
ANSWER = "lakabe hint, processor time"
LIGHTS = "on the virtual board, from menu to the lights"
MOST = {ANSWER: 1.0, LIGHTS: 300.0}
"""In the units of the rows."""


class Players:
    """They hear of hints, and wait for what the board tells."""

    def __init__(self) -> None:
        self._heard = threading.Condition()
        self._letters = ""
        self._synced = False

    def hint(self, hint: Hint | None) -> None: ...

    def trouble(self, text: str) -> None:
        print(text, file=sys.stderr)

    def see(self, event: events.Event) -> None:
        with self._heard:
            if isinstance(event, events.Lights):
                self._letters = event.letters
            self._synced = self._synced or isinstance(event, events.Synced)
            self._heard.notify_all()

    def begun(self) -> None:
        with self._heard:
            assert self._heard.wait_for(lambda: self._synced, PATIENCE_S)

    def lit(self, shown: bool) -> None:
        with self._heard:
            assert self._heard.wait_for(lambda: ("h" in self._letters) == shown, PATIENCE_S)


def in_the_terminal() -> tuple[float, float]:
    """Seconds by the clock and of processor time, the fewest of a few runs."""
    runs = []
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "lakabe", "hint", POSITION], check=True, stdout=subprocess.DEVNULL
        )
        wall = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        runs.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return min(runs)


def on_the_board() -> float:
    """Milliseconds from letting go of *menu* to the lights, the median of a few presses; all is warm."""
    players = Players()
    number = claim()
    with (
        tempfile.TemporaryDirectory() as folder,
        Archive(str(Path(folder) / "games.db")) as archive,
        VirtualBoard(
            closed=[name for name, letter in zip(READING, START, strict=True) if letter != "."],
            number=number.number,
        ) as board,
    ):
        recorder = Recorder(
            lambda: open_transport(board.url), archive, watch_lights=True,
            listener=lambda event: (players.see(event), advisor.see(event)),
        )  # fmt: skip
        advisor = Advisor(None, lambda: question_of(recorder.playing, archive), recorder.send, players)
        recorder.start()
        players.begun()
        taken = []
        for press in range(2 * (REPEATS + 1)):
            board.button("menu", True)
            time.sleep(0.1)
            began = time.perf_counter()
            board.button("menu", False)
            players.lit(press % 2 == 0)
            if press % 2 == 0:
                taken.append((time.perf_counter() - began) * 1000)
        advisor.close()
        recorder.stop()
        recorder.join()
    number.release()
    return sorted(taken[1:])[REPEATS // 2]  # the first waits for the engine to start


def run() -> list[Row]:
    wall, processor = in_the_terminal()
    return [
        ("lakabe hint, by the clock", wall, "s"),
        (ANSWER, processor, "s"),
        (LIGHTS, on_the_board(), "ms"),
    ]


def shortfalls(found: list[Row]) -> list[str]:
    """Which figures of a run are higher than they may be, a line each."""
    return over(found, MOST)
