"""A virtual board whose interpreter hangs: nobody waits for it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from lakabe.errors import BoardFault
from lakabe.virtual import VirtualBoard
from lakabe.virtual.board import MOST_WAITING

LIMIT_S = 30.0


@pytest.fixture
def board() -> Iterator[VirtualBoard]:
    with VirtualBoard() as board:
        yield board


def test_a_stopped_interpreter_holds_up_nobody(board: VirtualBoard) -> None:
    assert board._process is not None
    os.kill(board._process.pid, signal.SIGSTOP)
    assert board.ready

    def flood() -> None:
        for number in range(2 * MOST_WAITING + 10_000):  # the pipe takes some, too
            board.contact("e3", number % 2 == 0)

    with pytest.raises(BoardFault, match="takes nothing"):
        flood()
    assert not board.ready
    os.kill(board._process.pid, signal.SIGCONT)
    end = time.monotonic() + LIMIT_S
    while not board.ready:
        assert time.monotonic() < end
    board.sync()


def test_a_stopped_interpreter_is_closed(board: VirtualBoard) -> None:
    assert board._process is not None
    os.kill(board._process.pid, signal.SIGSTOP)
    board.close()
    assert board._process.returncode == -signal.SIGKILL
    with pytest.raises(BoardFault, match="has been closed"):
        board.contact("e3", True)
