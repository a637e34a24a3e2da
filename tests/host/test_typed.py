"""What is typed while a board is recorded."""

from __future__ import annotations

import os
import pty
import threading
from pathlib import Path

import pytest
from playing import BoardServer, PlayedBoard

from lakabe import cli
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.cli.typed import HELP, Typed, reading
from lakabe.errors import PortError


class Desk:
    def __init__(self) -> None:
        self.sent: list[tuple[str | int, ...]] = []
        self.said: list[str] = []
        self.linked = True
        self.typed = Typed(self._send, self.said.append)

    def _send(self, *command: str | int) -> int:
        if not self.linked:
            raise PortError("the board is not connected", "wait for it, or plug it in again")
        self.sent.append(command)
        return len(self.sent)


@pytest.mark.parametrize(
    ("line", "result"),
    [("draw", "1/2-1/2"), ("White  resigns ", "0-1"), ("BLACK RESIGNS\r", "1-0")],
)
def test_a_game_is_ended(line: str, result: str) -> None:
    desk = Desk()
    desk.typed.take(line)
    desk.typed.see(events.Ok(1, 0, 1))
    assert (desk.sent, desk.said) == ([("end", result)], [])


@pytest.mark.parametrize(
    ("line", "command"),
    [("new", ("new",)), (" New  Dimy", ("new", "dimy")), ("new mirrored\n", ("new", "mirrored"))],
)
def test_a_game_is_begun(line: str, command: tuple[str, ...]) -> None:
    desk = Desk()
    desk.typed.take(line)
    assert (desk.sent, desk.said) == ([command], [])


@pytest.mark.parametrize(
    ("line", "command"),
    [("lesson", ("lesson",)), ("Lesson 31", ("lesson", "31")), ("lesson -", ("lesson", "-"))],
)
def test_a_lesson_is_begun_and_left(line: str, command: tuple[str, ...]) -> None:
    desk = Desk()
    desk.typed.take(line)
    assert (desk.sent, desk.said) == ([command], [])


def test_anything_else_is_answered_by_what_can_be_typed() -> None:
    desk = Desk()
    for line in ("resign", "d", "draw?", "  ", "lesson one", "lesson 310"):
        desk.typed.take(line)
    assert (desk.sent, desk.said) == ([], [HELP] * 5)


def test_what_the_board_refuses() -> None:
    desk = Desk()
    for _ in range(3):
        desk.typed.take("draw")
    desk.typed.see(events.No(1, 0, 9, "no-game", ""))  # not ours
    assert desk.said == []
    desk.typed.see(events.No(2, 0, 1, "no-game", ""))
    desk.typed.see(events.No(2, 0, 1, "no-game", ""))  # answered already
    desk.typed.see(events.No(3, 0, 2, "busy", ""))
    desk.typed.see(events.Unanswered(4, 0, 3, "end"))
    assert desk.said == ["there is no game to end", "busy", "the board has not answered; type it again"]


def test_a_game_that_was_given_up_goes_on() -> None:
    desk = Desk()
    for reason in ("no-game", "busy"):
        desk.typed.take("Resume")
        desk.typed.see(events.No(1, 0, len(desk.sent), reason, ""))
    assert desk.sent == [("resume",)] * 2
    assert desk.said == ["there is no game that was given up and could go on", "a game is in play"]


def test_without_a_board() -> None:
    desk = Desk()
    desk.linked = False
    desk.typed.take("draw")
    assert desk.said == ["the board is not connected (wait for it, or plug it in again)"]


def test_lines_in_pieces_and_the_end_of_them() -> None:
    read, write = os.pipe()
    taken: list[str] = []
    came = threading.Event()

    def take(line: str) -> None:
        taken.append(line)
        if len(taken) == 3:
            came.set()

    with reading(read, take):
        os.write(write, b"white re")
        os.write(write, b"signs\ndraw\nbla")
        os.write(write, b"ck resigns\nunfinished")
        assert came.wait(10)
        os.close(write)
    os.close(read)
    assert taken == ["white resigns", "draw", "black resigns"]


def test_at_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = PlayedBoard()
    keys, terminal = pty.openpty()
    acted: list[str] = []

    def act() -> None:
        if not acted and board.session.outbox.acked:
            board.play("d3-e3A")
            acted.append("moved")
        elif acted == ["moved"] and board.session.outbox.acked == board.session.outbox.next - 1:
            os.write(keys, b"black resigns\n")
            acted.append("typed")

    server = BoardServer(board, act)
    archive = str(tmp_path / "games.db")
    with os.fdopen(terminal, encoding="ascii") as typed:
        monkeypatch.setattr("sys.stdin", typed)
        try:
            code = cli.run(["record", "--port", server.url, "--archive", archive, "--once", "--no-hints"])
        finally:
            server.close()
            os.close(keys)
    out = capsys.readouterr().out
    assert code == 0 and HELP in out and "1-0 (host)" in out
    with Archive(archive) as kept:
        assert [game.result for game in kept.games()] == ["1-0"]
