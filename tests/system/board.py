"""A board with stones on it: all of it real but for pins and time."""

from __future__ import annotations

from collections.abc import Callable

from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, START, WALL
from fanorona.session import Session
from fanorona.store.journal import Journal
from host.restless import Files, Flash

SERIAL = "e66038b713"
SECTORS = 24
CLOCK = (1 << 30) - 1
SEND = 64
"""Bytes that the board sends in a turn of its loop, a millisecond."""
SCANNED_MS = 8
"""So long after a change every millisecond is scanned."""


class Board:
    """``reeds``: which contacts are closed; ``buttons``: bits of those that are pressed."""

    def __init__(self) -> None:
        self.reeds = bytearray(occupied(START))
        self.buttons = 0
        self.boots = 0
        self.flash = Flash(sectors=SECTORS)
        self._files = Files()
        self._buffer = bytearray(SEND)
        self._seen = b""
        self._scanned_until = 0
        self.switch_on(0)

    def switch_on(self, now: int) -> None:
        """The power comes."""
        self.boots += 1
        self.flash = Flash(self.flash.memory, SECTORS)
        self.session = Session(b"0.1.0", SERIAL.encode(), b"%08x" % self.boots)
        self.session.keeper.journal = Journal(self.flash)
        self.session.notes = self._files
        self._scanned_until = now + SCANNED_MS

    def turn(self, now: int, heard: bytes, reads: bool, look: Callable[[], None]) -> bytes:
        """One turn of the loop: take what the host says, and give what the board has to say. PowerCut.

        ``look`` is called whenever the game may be another one.
        """
        session = self.session
        shown = bytes(self.reeds) + bytes([self.buttons])
        if heard or shown != self._seen:
            self._seen = shown
            self._scanned_until = now + SCANNED_MS
        for line in heard.splitlines(keepends=True):
            session.receive(bytearray(line), len(line))
            look()
        session.step(self.reeds, self.buttons, now & CLOCK)
        test = session.test
        if test.wanted:
            test.take(bytearray(POINTS), bytearray(14))
        look()
        taken = session.outbox.take(self._buffer, SEND) if reads else 0
        session.keep()
        return bytes(self._buffer[:taken])

    def listens(self) -> bool:
        return self.session.listens()

    def idle_ms(self, now: int, most: int) -> int:
        """Milliseconds until the next turn that matters, 1 to ``most``."""
        session = self.session
        if now < self._scanned_until or session.outbox.pending():
            return 1
        due = session.idle_ms(now & CLOCK)
        return most if due < 0 or due > most else max(1, due)


def occupied(board: bytes | bytearray) -> bytes:
    """A 1 for each point with a stone."""
    return bytes(board[p] % WALL != EMPTY for p in range(POINTS))
