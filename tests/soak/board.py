"""The firmware under simulated hands: `session.step` in virtual time, and what it tells."""

from __future__ import annotations

import traceback
from pathlib import Path

import reference
from core.sectors import Sectors
from fanorona.lights.painter import LETTERS
from fanorona.session import Session
from fanorona.store.journal import Journal
from fanorona.wire.protocol import HOST_LEAD, encode
from hands.acts import MENU, TURN
from reference import Point

POINTS = reference.ALL_POINTS
NUMBER = {p: n for n, p in enumerate(POINTS)}
BUTTONS = {TURN: 1, MENU: 2}
NEVER = 1 << 62
SECTORS = 8
VARIANT = 5
"""Where a message that a game begins has its variant, the ordinary game none."""
SET_UP_MS = 100
"""What the host wants is done by then."""
CLOCK = (1 << 30) - 1


class Stopped(Exception):
    """The firmware raised an exception."""


class Files:
    """What is kept beside the journal."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def read(self, name: str) -> bytes:
        """What was written last, b"" for a file that is not there."""
        return self._kept.get(name, b"")

    def write(self, name: str, data: bytes) -> bool:
        """Keep the data; whether that was possible."""
        self._kept[name] = data
        return True


class SoakBoard:
    """A board without a host, but with a journal. It is looked at when a contact changes and when it is due.

    moves: the N1 text of each ply, or -- and the board after an irregular one; one that comes again replaces
    what it was and what followed (`corrected` counts those), and a takeback removes some. asks, restored: how
    often the board asked for hands, and was content again. refused: how often it said that it cannot do
    without so many contacts. results: the result and its reason of each game that ended. games: how many
    began, and `variants` of these that are no ordinary ones. finished: the moves of those before this one.
    told: each message, and in which millisecond.
    """

    def __init__(self, occupied: frozenset[Point]) -> None:
        self._flash = Sectors(SECTORS)
        self._files = Files()
        self._boots = 0
        self._session = self._boot()
        self._is_on = True
        self._raw = bytearray(p in occupied for p in POINTS)
        self._buttons = 0
        self._now = 0
        self._next = 0
        self._dirty = False
        self._text = b""
        self._buffer = bytearray(256)
        self.moves: list[str] = []
        self.corrected = 0
        self.takebacks = 0
        self.refused = 0
        self.asks: list[str] = []
        self.restored = 0
        self.games = self.variants = 0
        self._name = ""
        self._is_over = False
        self.finished: list[list[str]] = []
        self.results: list[tuple[str, str]] = []
        self.steps = 0
        self.told: list[tuple[int, list[str]]] = []

    def _boot(self) -> Session:
        self._boots += 1
        session = Session(b"0.1.0", b"e66038b713", b"%08x" % self._boots)
        session.keeper.journal = Journal(self._flash)
        session.notes = self._files
        return session

    def load(self, position: str) -> None:
        """The host sets up a position (N2) when the board has been switched on."""
        self._step(0)
        for command in (f"1 load - {position}", "2 go"):
            self._hear(command)

    def begin(self, game: str) -> None:
        """The host has that game set up, whose stones stand there, when the board has been switched on.

        Where these are also those of the ordinary game, that has begun before, and counts no more.
        """
        self._step(0)
        self._hear(f"1 new {game}")
        self._look(SET_UP_MS)
        self.moves.clear()
        self.results.clear()
        self.games = min(1, self.games)

    def be_lenient(self) -> None:
        """The host sets the record level when the board has been switched on."""
        self._step(0)
        self._hear("1 set level 0")

    def _hear(self, command: str) -> None:
        data = encode(HOST_LEAD, command.encode())
        self._session.receive(bytearray(data), len(data))
        self._step(self._next)

    def contact(self, us: int, point: Point, closed: bool) -> None:
        """A contact, or the button, changes; the board sees how it stands at the end of the millisecond."""
        ms = -(-us // 1000)
        if ms > self._now:
            self._look(ms - 1)
            self._now = ms
        if point in BUTTONS:
            self._buttons &= ~BUTTONS[point]
            self._buttons |= BUTTONS[point] * closed
        else:
            self._raw[NUMBER[point]] = closed
        self._dirty = True

    def power(self, us: int, on: bool) -> None:
        """What the board has not yet said when the power goes is lost, and so is all but its flash."""
        if not on:
            self._look(us // 1000)
            self._is_on = False
            return
        self._now = -(-us // 1000)
        self._text = b""
        self._session = self._boot()
        self._is_on = True
        self._dirty = False
        self._step(self._now)

    def run(self, us: int) -> None:
        """Let time pass up to the millisecond that begins at or before `us`."""
        self._look(us // 1000)

    def lights(self) -> dict[Point, str]:
        roles = self._session.roles
        return {POINTS[n]: chr(LETTERS[role]) for n, role in enumerate(roles) if role}

    def _look(self, until: int) -> None:
        """All scans up to the millisecond `until`, those left out that can change nothing."""
        if not self._is_on:
            return
        if self._dirty and self._now <= until:
            self._step(self._now)
            self._dirty = False
        while self._next <= until:
            self._step(self._next)
        self._now = max(self._now, until)

    def _step(self, ms: int) -> None:
        session = self._session
        try:
            session.step(self._raw, self._buttons, ms & CLOCK)
            session.keep()
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            raise Stopped(f"{error!r} at {Path(place.filename).name}:{place.lineno}") from error
        self.steps += 1
        due = session.idle_ms(ms & CLOCK)
        self._next = NEVER if due < 0 else ms + max(1, due)
        if session.outbox.pending():
            self._read(ms)

    def _read(self, ms: int) -> None:
        out = self._session.outbox
        while n := out.take(self._buffer, len(self._buffer)):
            self._text += bytes(self._buffer[:n])
        *lines, self._text = self._text.split(b"\r\n")
        for line in lines:
            words = line.decode().rsplit("*", 1)[0].split(" ")[2:]
            self.told.append((ms, words))
            if words[0] in ("move", "irregular"):
                ply = int(words[2])
                if 0 < ply <= len(self.moves):
                    self.corrected += 1
                    if self.moves[ply - 1] != words[3]:  # else it is told again after a start
                        self._go_on()
                    del self.moves[ply - 1 :]
                self.moves.append(words[3] if words[0] == "move" else f"--{words[3]}")
            elif words[0] == "takeback":
                self.takebacks += 1
                if int(words[2]) <= len(self.moves):  # else it only says where a snapshot ends
                    self._go_on()
                del self.moves[int(words[2]) - 1 :]
            elif words[0] == "ask":
                self.asks.append(" ".join(words[1:]))
            elif words[:2] == ["blind", "many"]:
                self.refused += 1
            elif words[0] == "restored":
                self.restored += 1
            elif words[0] == "game" and words[1] != self._name:
                self._name = words[1]
                self.games += 1
                self._is_over = False
                self.variants += len(words) > VARIANT
                if self.games > 1:
                    self.finished.append(self.moves)
                    self.moves = []
            elif words[0] == "result":
                self._go_on()
                self.results.append((words[2], words[3]))
                self._is_over = True

    def _go_on(self) -> None:
        """A game that had ended has not."""
        if self._is_over:
            self.results.pop()
            self._is_over = False
