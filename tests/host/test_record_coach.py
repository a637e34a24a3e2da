"""`lakabe record --level 4,1`: the coach over a wire, with an engine that knows one blunder."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from playing import BoardServer, PlayedBoard
from starting import ended, start

from fanorona.hands.tracker import PLAY
from fanorona.lights.painter import LETTERS
from fanorona.rules import notation

TURN = 1
ENGINE = """import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Toy\\noption name MultiPV type spin default 1 min 1 max 99\\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "go":
        for n, move in enumerate(("e2-e3A", "f2-e3A", "d2-e3A", "d3-e3A", "d3-e3W"), 1):
            points = -500 if move[0:2] == "d3" else 0
            print(f"info depth 9 multipv {n} score cp {points} pv {move}", flush=True)
        print("bestmove e2-e3A", flush=True)
    elif words[0] == "quit":
        break
"""
"""For it moves of d3 are blunders, and all others of the first five are equal."""


class Learner:
    """Somebody who errs and puts it back: a step whenever the board shows what the step before waits for."""

    def __init__(self) -> None:
        self.board = PlayedBoard()
        self.seen: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self._steps = self._learn()
        self._waits: Callable[[], bool] | None = next(self._steps)
        self.server = BoardServer(self.board, self._act)

    def _act(self) -> None:
        if self._waits is not None and self._waits():
            self._waits = next(self._steps, None)
            if self._waits is None and self.process is not None:
                self.process.send_signal(signal.SIGTERM)

    def _lit(self, **points: str) -> Callable[[], bool]:
        def shown() -> bool:
            roles = self.board.session.roles
            return all(
                chr(LETTERS[roles[notation.parse_point(point)]]) == letter for point, letter in points.items()
            )

        return shown

    def _put(self, point: str, closed: bool) -> None:
        self.board.put(notation.parse_point(point), closed)

    def _learn(self) -> Iterator[Callable[[], bool]]:
        session = self.board.session
        yield lambda: tuple(session.levels[1:]) == (4, 1) and session.tracker.phase == PLAY
        self._put("d3", False)
        yield self._lit(e3="c")
        self.seen.append("worse")
        self._put("e3", True)
        self._put("f3", False)
        self.board.press()
        yield lambda: session.game.ply == 1 and self._lit(e3="c")()
        self.seen.append("blunder")
        self._put("e3", False)
        self._put("d3", True)
        self._put("f3", True)
        self.board.wait(1500)
        yield lambda: session.game.ply == 0
        self.seen.append("put back")
        self._put("e2", False)
        yield self._lit(e3="u")
        self.seen.append("better")
        for point, closed in (("e3", True), ("e4", False), ("e5", False)):
            self._put(point, closed)
        yield lambda: session.game.ply == 1
        self.board.wait(1500)
        self.seen.append("quiet" if not session.hint.size else "lit")


def test_the_coach_on_a_board(tmp_path: Path) -> None:
    learner = Learner()
    engine = tmp_path / "toy.py"
    engine.write_text(ENGINE)
    process = learner.process = start(
        "record", "--port", learner.server.url, "--level", "4,1",
        "--archive", str(tmp_path / "g.db"), "--engine", f"{sys.executable} {engine}",
    )  # fmt: skip
    said, complaint = ended(process)
    learner.server.close()
    assert (process.returncode, complaint) == (0, "")
    assert learner.seen == ["worse", "blunder", "put back", "better", "quiet"], said
    heard = bytes(learner.server.heard)
    for command in (b" hint d3 -*", b" hint blunder e3*", b" hint e2 e3*"):
        assert command in heard
    assert "d3-e3A               taken back" in said
