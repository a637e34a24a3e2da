"""`lakabe record` with hints: a press of *menu* on a board makes its lights show a move."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

from playing import BoardServer, PlayedBoard
from starting import ended, start

from lakabe.engine.standing import Standing

MENU = 2
MOVES = ("d3-e3A", "d4-d3A")


class Players:
    """They make two moves and ask for a hint, each when the host has kept what came before.

    When the hint is seen, or that there is none, the host is ended.
    """

    def __init__(self) -> None:
        self.board = PlayedBoard()
        self.server = BoardServer(self.board, self._act)
        self.process: subprocess.Popen[str] | None = None
        self._left = [*MOVES, "menu"]
        self._last = 0

    def record(self, where: Path, *options: str) -> str:
        """Have `lakabe record` look on until they have seen what they wanted; what it said."""
        process = self.process = start("record", "--port", self.server.url, "--archive", str(where), *options)
        said, complaint = ended(process)
        assert (process.returncode, complaint) == (0, "")
        return said

    def again(self, what: str) -> None:
        """Do this, "menu" or "end" it, when another host has greeted the board and had its snapshot."""
        self._left = [what]
        self._last = self.board.session.outbox.next

    def _act(self) -> None:
        outbox = self.board.session.outbox
        told = outbox.acked > self._last and not self.board.session.reports.part
        if self._left and told:
            what = self._left.pop(0)
            if what == "end":
                self._end()
            elif what == "menu":
                self.board.buttons = MENU
                self.board.wait(100)
                self.board.buttons = 0
                self.board.wait(100)
            else:
                self.board.play(what)
            self._last = outbox.next - 2
        elif self.board.session.hint.size:
            self._end()

    def _end(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process = None


def test_menu_asks_for_a_hint_and_the_board_shows_it(tmp_path: Path) -> None:
    players = Players()
    said = players.record(tmp_path / "g.db")
    players.server.close()
    found = re.search(r"^hint (\S+) +\S.* an estimate$", said, re.MULTILINE)
    assert found, said
    standing = Standing.of()
    for move in (*MOVES, found[1]):
        standing.play_text(move)
    asked = re.findall(rb" hint (\S+)\*", bytes(players.server.heard))
    assert asked[0].decode() == found[1] and asked[-1] == b"-", "it is taken away at the end"


def test_hints_taken_of_a_game_count_after_a_restart(tmp_path: Path) -> None:
    players = Players()
    players.record(tmp_path / "g.db", "--hints", "1")
    heard = players.server.heard
    assert b" hint none*" not in heard
    for move in ("e1-d2A", "b5-b4A"):
        players.board.play(move)
    heard.clear()
    players.again("menu")
    said = players.record(tmp_path / "g.db", "--hints", "1")
    players.server.close()
    assert "White has had the one hint of this game" in said
    assert re.findall(rb" hint (\S+)\*", bytes(heard)) == [b"none"]


def test_a_wish_of_a_recording_before_is_not_granted_again(tmp_path: Path) -> None:
    players = Players()
    players.record(tmp_path / "g.db")
    heard = players.server.heard
    heard.clear()
    players.again("end")
    said = players.record(tmp_path / "another.db", "--hints", "0")
    players.server.close()
    assert b" hint " not in heard and "hint" not in said, "nor is it refused"
