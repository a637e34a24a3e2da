"""A clean line: what a host asks a board that has been played on, and how soon it hears of a move."""

from __future__ import annotations

import pytest
from playing import PlayedBoard, long_game, touches

from lakabe.board import events
from lakabe.board.link import Link

READ_MS = 20
LISTEN_MS = 2


class Desk:
    """A board and a link with a cable between them that delays and loses nothing; a turn a millisecond."""

    def __init__(self, moves: list[str], send: int) -> None:
        self.board = PlayedBoard()
        for move in moves:
            self.board.play(move)
            self.board.take_all()  # nobody is there to hear it
        self.link = Link("lakabe", 100)
        self.link.connect()
        self.resends = 0
        self.late = 0  # the longest that a move was on its way, ms
        self._connected = self.board.now
        self._send = send
        self._down = b""
        self._up = b""

    def turn(self) -> None:
        board = self.board
        board.wait(1)
        size = min(self._send, 64)
        buffer = bytearray(size)
        self._down += bytes(buffer[: board.session.outbox.take(buffer, size)])
        if self._up and board.now % LISTEN_MS == 0 and board.session.listens():
            board.session.receive(bytearray(self._up), len(self._up))
            self._up = b""
        if board.now % READ_MS == 0:
            self._read()

    def _read(self) -> None:
        now = self.board.now
        out = self.link.outgoing()
        self.resends += out.count(b" resend ")
        self._up += out
        found = [*self.link.receive(self._down, now / 1000), *self.link.tick(now / 1000)]
        self._down = b""
        self.link.ack(max((one.seq for one in found if not isinstance(one, events.Hello)), default=0))
        for one in found:
            if isinstance(one, events.Move) and one.ms > self._connected:
                self.late = max(self.late, now - one.ms)

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.turn()

    def play(self, move: str) -> None:
        for point, closed in touches(self.board.truth, move):
            self.board.reeds[point] = closed
            self.wait(30)
        for self.board.buttons in (1, 0):
            self.wait(40)


@pytest.mark.parametrize("count", [0, 5, 20, 60])
@pytest.mark.parametrize("before_ms", [1, 60, 300])
def test_connecting_asks_for_one_stretch_at_most(count: int, before_ms: int) -> None:
    *before, move = long_game(count + 1, 0)
    for send in (64, 16):
        desk = Desk(before, send)
        desk.wait(before_ms)
        desk.play(move)
        desk.wait(2000)
        assert desk.resends <= 1
        assert desk.link.last_seq + 1 == desk.board.session.outbox.next
        if send == 64:
            assert 0 < desk.late <= 100
