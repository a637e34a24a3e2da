"""`lakabe record --no-repetition` and `lakabe matches resume`: what a real process tells a board of R11."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest
from playing import BoardServer, PlayedBoard
from starting import ended, start

from fanorona.hands.tracker import PLAY
from lakabe.archive import Archive


class Onlooker:
    """Ends the host as soon as a game stands ready on the board, which has done what it was told."""

    def __init__(self) -> None:
        self.board = PlayedBoard()
        self.server = BoardServer(self.board, self._act)
        self.process: subprocess.Popen[str] | None = None
        self.found = (True, True)

    def _act(self) -> None:
        session = self.board.session
        if session.tracker.phase == PLAY and session.outbox.acked == session.outbox.next - 1:
            self.found = min(self.found, (session.game.repetition, session.game.fifty))
            heard = bytes(self.server.heard)
            if b" set fifty " in heard and self.process is not None:
                self.process.send_signal(signal.SIGTERM)
                self.process = None


@pytest.mark.parametrize(
    "words",
    [
        ["record", "--no-repetition", "--no-fifty"],
        ["record", "--match", "single", "--no-repetition", "--no-fifty"],
        ["matches", "resume", "1", "--no-page"],
    ],
)
def test_a_board_is_told_which_draws_do_not_count(words: list[str], tmp_path: Path) -> None:
    where = str(tmp_path / "g.db")
    with Archive(where) as archive, archive.writing() as writer:
        writer.match("single", 0, "", ("Ada", "Bela"), frozenset({"repetition", "fifty"}))
    onlooker = Onlooker()
    process = onlooker.process = start(*words, "--port", onlooker.server.url, "--archive", where)
    said, complaint = ended(process)
    onlooker.server.close()
    assert (process.returncode, complaint) == (0, ""), said
    assert onlooker.found == (False, False)
    game = onlooker.board.session.game
    assert (game.repetition, game.fifty) == (True, True), "no game was under way when the computer went"
