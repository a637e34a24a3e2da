"""A board with a journal, for the host's tests."""

from __future__ import annotations

from playing import START, PlayedBoard

from core.sectors import Sectors
from fanorona.session import Session
from fanorona.store.journal import Journal

QUIET_MS = 3000
"""Before a board looks up games of the past for the first time, nobody has touched it for so long."""


class RememberingBoard(PlayedBoard):
    """A board with a journal; when it has been switched on, nobody touches it for a while."""

    def __init__(self, sectors: Sectors, boot: bytes = b"0123abcd") -> None:
        self.sectors = sectors
        super().__init__(boot)

    def restart(self, boot: bytes) -> None:
        self.session = Session(b"0.1.0", self.serial, boot)
        self.session.keeper.journal = Journal(self.sectors)
        self.now = 0
        self.wait(30)
        self.now += QUIET_MS
        self.wait(1)

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            super().wait(1)
            self.session.keep()

    def play_game(self, moves: list[str]) -> None:
        """A game that the players end by setting up the next one."""
        for move in moves:
            self.play(move)
        self.wait(60)
        self.session.new_game()
        self.wait(30)
        self.stand(START)
        self.wait(60)
