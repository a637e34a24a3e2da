"""`lakabe record` with hints: a press of *menu* on a board makes its lights show a move."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from playing import BoardServer, PlayedBoard

from lakabe.engine.standing import Standing

ROOT = Path(__file__).parents[2]
MENU = 2
MOVES = ("d3-e3A", "d4-d3A")


class Players:
    """They make two moves and ask for a hint, each when the host has kept what came before."""

    def __init__(self) -> None:
        self.board = PlayedBoard()
        self.server = BoardServer(self.board, self._act)
        self.process: subprocess.Popen[str] | None = None
        self._left = [*MOVES, "menu"]
        self._last = 0

    def _act(self) -> None:
        outbox = self.board.session.outbox
        if self._left and outbox.acked > self._last:
            what = self._left.pop(0)
            if what == "menu":
                self.board.buttons = MENU
                self.board.wait(100)
                self.board.buttons = 0
                self.board.wait(100)
            else:
                self.board.play(what)
            self._last = outbox.next - 2
        elif self.board.session.hint.size and self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process = None


def test_menu_asks_for_a_hint_and_the_board_shows_it(tmp_path: Path) -> None:
    players = Players()
    path = f"{ROOT / 'host'}:{ROOT / 'firmware' / 'lib'}"
    where = str(tmp_path / "g.db")
    process = players.process = subprocess.Popen(
        [sys.executable, "-m", "lakabe", "record", "--port", players.server.url, "--archive", where],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    said, complaint = process.communicate(timeout=120)
    players.server.close()
    assert (process.returncode, complaint) == (0, "")
    found = re.search(r"^hint (\S+) +\S.* an estimate$", said, re.MULTILINE)
    assert found, said
    standing = Standing.of()
    for move in (*MOVES, found[1]):
        standing.play_text(move)
    asked = re.findall(rb" hint (\S+)\*", bytes(players.server.heard))
    assert asked[0].decode() == found[1] and asked[-1] == b"-", "it is taken away at the end"
