"""A board under hands that mean nothing: contacts, buttons, power, flash and a host, all of them unreliable.

What it says is read as a host reads it, and its moves are checked by the slow rules of the tests.
"""

from __future__ import annotations

import reference
from core.sectors import SECTOR, Sectors, cuts
from fanorona.hands.tracker import IDLE, OPEN, OVER, SETUP
from fanorona.lights.painter import LETTERS, ROLES
from fanorona.rules import notation, rules
from fanorona.rules.game import Game
from fanorona.rules.geometry import POINTS
from fanorona.session import Session
from fanorona.store.journal import Journal
from fanorona.store.records import PAGE, PAGES
from fanorona.wire.protocol import BOARD_LEAD, HOST_LEAD, LINE, NOTHING, Decoder, encode
from hands import games
from lakabe.board import events, messages

TURN, MENU = 1, 2
CLOCK = (1 << 30) - 1
SECTORS = 5
PATIENCE = 20_000
"""Turns of the loop after which nothing may be left to do at once; a long game told anew takes hundreds."""

SPARE = 60
"""Turns in which all is done that does not wait for the host."""


class Stalled(AssertionError):
    """The board goes on and on without ever having time for what comes next."""


class PowerCut(BaseException):
    """The power fails while flash is written. No code of the firmware may catch this."""


class Flash(Sectors):
    """Flash of which a write can be cut. ``fuse``: at which of its cuts the next one is, -1 for none."""

    def __init__(self, memory: bytes | None = None, sectors: int = SECTORS) -> None:
        super().__init__(sectors)
        if memory is not None:
            self.memory[:] = memory
        self.fuse = -1

    def program(self, sector: int, page: int, buffer: bytearray) -> None:
        self._burn((sector * PAGES + page) * PAGE, bytes(buffer))
        super().program(sector, page, buffer)
        del self.operations[:]

    def erase(self, sector: int, page: bytearray) -> None:
        self._burn(sector * SECTOR, None)
        super().erase(sector, page)
        del self.operations[:]

    def _burn(self, at: int, data: bytes | None) -> None:
        if self.fuse < 0:
            return
        images = list(cuts(self.memory, (at, data)))
        if images:
            self.memory[:] = images[self.fuse % len(images)]
            raise PowerCut


class Files:
    """What is kept beside the journal."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def read(self, name: str) -> bytes:
        return self.kept.get(name, b"")

    def write(self, name: str, data: bytes) -> bool:
        self.kept[name] = bytes(data)
        return True


class Follower:
    """A host that believes nothing: every line has to be sound, every move legal (R, V, S)."""

    def __init__(self) -> None:
        self.game = ""
        self._variant = ""
        self._first = 1
        self._positions: list[reference.Position] = []
        self.meet()

    def meet(self) -> None:
        """The board starts anew: other lines have these numbers, but it may go on with its game."""
        self._decoder = Decoder(BOARD_LEAD)
        self.last = 0
        self._lines: dict[int, bytes] = {}
        self._ms = -1

    def hear(self, data: bytes) -> None:
        for byte in data:
            outcome = self._decoder.feed(byte)
            if outcome == LINE:
                self._line()
            else:
                assert outcome == NOTHING, f"no line: {data!r}"

    def _line(self) -> None:
        decoder = self._decoder
        seq, ms = decoder.number(0), decoder.number(1)
        text = decoder.line()
        if seq <= self.last:
            assert self._lines.get(seq, text) == text, "not the line that it was"
            return
        if seq != self.last + 1:
            self.game = ""  # what was missed may have been anything
        fields = [decoder.text(n).decode() for n in range(2, decoder.count)]
        event = messages.read(seq, ms, fields[0], fields[1:])
        assert not isinstance(event, events.Unknown), f"not understood: {text!r}"
        if not isinstance(event, events.Raw):  # which have the time of the contact
            assert self._ms < 0 or (ms - self._ms) & CLOCK < CLOCK // 2, f"time goes back: {text!r}"
            self._ms = ms
        self.last = seq
        self._lines[seq] = text
        self._lines.pop(seq - 500, None)
        self._follow(event)

    def _follow(self, event: events.Event) -> None:
        if isinstance(event, events.GameStarted):
            begins = reference.parse_position(f"{event.board} {event.turn}")
            if event.game != self.game or begins != self._positions[0]:
                self._positions = [begins]
            self.game, self._variant, self._first = event.game, event.variant, event.ply
            return
        if not self.game:
            return
        if isinstance(event, events.Move):
            assert event.game == self.game
            number = event.ply - self._first
            assert 0 <= number < len(self._positions), f"move {event.ply} comes out of turn"
            del self._positions[number + 1 :]
            before = self._positions[-1]
            if isinstance(event, events.Irregular):
                side = "B" if reference.format_position(before)[-1] == "W" else "W"
                after = reference.parse_position(f"{event.move.removeprefix('--')} {side}")
            else:
                legal = {move.text: move.after for move in games.moves(self._variant, before)}
                assert event.move in legal, f"{event.move} in {reference.format_position(before)}"
                after = legal[event.move]
            assert (len(after.white), len(after.black)) == (event.white, event.black)
            self._positions.append(after)
        elif isinstance(event, events.Takeback):
            assert event.game == self.game
            if event.ply - self._first >= len(self._positions):
                self.game = ""  # some were told to no host that listened; a snapshot has them
            del self._positions[event.ply - self._first + 1 :]
        elif isinstance(event, events.PositionIs):
            assert reference.format_position(self._positions[-1]) == f"{event.board} {event.turn}"

    def position(self) -> str:
        """The last one it knows of, N2; empty when it does not know the game."""
        return reference.format_position(self._positions[-1]) if self.game else ""


class Restless:
    """A board, its stones, and all that can happen to it. ``stuck``: contacts, and what they always show.

    ``acknowledges``, ``reads``: what the host does. ``boots``: how often the power came.
    ``sound``: nothing has been found wrong.
    """

    def __init__(self, start_ms: int = 0) -> None:
        start = reference.parse_position(games.STARTS[games.ORDINARY])
        self.stones = bytearray(p in start.white | start.black for p in reference.ALL_POINTS)
        self.stuck: dict[int, int] = {}
        self.now = start_ms
        self.buttons = 0
        self.boots = 0
        self.acknowledges = self.reads = True
        self.sound = True
        self._commands = 0
        self._raw = bytearray(POINTS)
        self._buffer = bytearray(256)
        self._files = Files()
        self.host = Follower()
        self._switch_on(None)

    def _switch_on(self, memory: bytearray | None) -> None:
        self.boots += 1
        self.flash = Flash(memory)
        self.session = Session(b"0.1.0", b"e66038b713", b"%08x" % self.boots)
        self.session.keeper.journal = Journal(self.flash)
        self.session.notes = self._files
        self.host.meet()
        self.wait(1)
        if self.reads and self.acknowledges:
            self.host_returns()
        else:
            self.host.game = ""

    # What happens to it

    def wait(self, ms: int) -> None:
        """Let time pass, and in the end let the board do all that it can do at once."""
        self.sound = False
        end = self.now + ms
        try:
            while self.now < end:
                due = self._step()
                self.now = end if due < 0 else min(end, self.now + max(1, due))
            for turn in range(PATIENCE):
                if self._step():
                    break
                if turn > SPARE and not (self.reads and self.acknowledges) and not self._is_busy():
                    break  # it waits for the host
            else:
                raise Stalled
        except PowerCut:
            self.cut(0)
        self.check()
        self.sound = True

    def _is_busy(self) -> bool:
        session = self.session
        return session.tracker.busy or session.succession.changing or session.beside.is_busy()

    def _step(self) -> int:
        """One turn of the loop; how long the next one has time."""
        for p in range(POINTS):
            self._raw[p] = self.stuck.get(p, self.stones[p])
        session = self.session
        session.step(self._raw, self.buttons, self.now & CLOCK)
        test = session.test
        if test.wanted:
            test.take(bytearray(POINTS), bytearray(14))
        session.keep()
        if self.reads:
            self._read()
        return session.idle_ms(self.now & CLOCK)

    def _read(self) -> None:
        outbox = self.session.outbox
        while n := outbox.take(self._buffer, len(self._buffer)):
            self.host.hear(bytes(self._buffer[:n]))
        if self.acknowledges and outbox.acked < self.host.last:
            self.session.receive(*_sent(f"1 ack {self.host.last}"))

    def change(self, p: int, ms: int = 0) -> None:
        """A stone comes, or goes."""
        self.stones[p] ^= 1
        self.wait(ms)

    def stand(self, position: reference.Position) -> None:
        """All stones come to stand as in a position at once."""
        stones = position.white | position.black
        for p, point in enumerate(reference.ALL_POINTS):
            self.stones[p] = point in stones
        self.wait(100)

    def press(self, buttons: int, ms: int) -> None:
        self.buttons = buttons
        self.wait(ms)
        self.buttons = 0
        self.wait(20)

    def cut(self, ms: int) -> None:
        """The power fails, and comes back so much later."""
        memory = self.flash.memory
        self.now += ms
        self._switch_on(memory)

    def mend(self) -> None:
        """All contacts work again."""
        self.stuck.clear()
        self.wait(5)

    def host_returns(self) -> None:
        """A host that reads and acknowledges greets the board."""
        self.reads = self.acknowledges = True
        self.say("hello 1.4 x")

    def say(self, command: str) -> None:
        self._commands = self._commands % 9999 + 1
        self.hear(encode(HOST_LEAD, f"{self._commands} {command}".encode()))

    def hear(self, data: bytes) -> None:
        """Bytes come from the host when the board listens, as in ``main.py``."""
        for _ in range(PATIENCE):
            if self.session.listens():
                break
            self._step()
        else:
            raise Stalled
        self.session.receive(bytearray(data), len(data))
        self.wait(1)

    # What must be true

    def check(self) -> None:
        """What holds whenever the board has had its time."""
        session = self.session
        tracker = session.tracker
        assert not self._is_busy()
        assert session.outbox.refused == 0, "a line was too long"
        lights = {chr(LETTERS[role]) for role in session.roles if role}
        assert all(role < ROLES for role in session.roles)
        assert lights <= self._legal(), f"{lights} in phase {tracker.phase}"

    def _legal(self) -> set[str]:
        """The roles that lights may have now."""
        session = self.session
        tracker = session.tracker
        if session.reports.apart is not None or session.beside.on:
            return set(LETTERS.decode())
        if tracker.phase == SETUP:
            return set("rnik")
        if tracker.phase == OVER:
            return set("vd")
        levels = max(session.levels[1:])
        return set("hjgucb" + "xrnqikbAWEtfos" * (levels > 0) + "lpaweAWEm" * (levels > 2) + "IK")

    def is_sure(self) -> bool:
        """Whether the board knows how things stand, and it is so: it waits for the next move, or no more."""
        session = self.session
        tracker = session.tracker
        if session.reports.apart is not None or tracker.phase == SETUP:
            return False
        if tracker.phase == OVER:
            return True
        if tracker.status not in (IDLE, OPEN):
            return False
        board = session.game.position.board
        blind = tracker.reading.blind.value
        for p in range(POINTS):
            shown = self.stuck.get(p, self.stones[p])
            where = reference.name(reference.ALL_POINTS[p])
            assert blind[p] or shown == (board[p] % rules.WALL > 0), f"{where} is not as the board has it"
        return True

    def check_record(self) -> None:
        """The moves written down lead to what is played, and the host knows the same."""
        game = self.session.game
        position = replayed(game)
        played = rules.Position()
        played.mirror(game.position)
        while played.steps:
            played.back()
        assert notation.format_position(position) == notation.format_position(played)
        if self.host.game and self.session.tracker.phase != SETUP:
            assert self.host.position() == notation.format_position(played)

    def lights(self) -> dict[int, str]:
        """The letters of the lights that are on."""
        return {p: chr(LETTERS[role]) for p, role in enumerate(self.session.roles) if role}


def replayed(game: Game) -> rules.Position:
    """The position to which the moves of a game's record lead."""
    position = rules.Position()
    position.copy(game.record.base)
    cursor = game.record.first
    while cursor < game.record.size:
        game.record.replay(cursor, position)
        position.end_turn()
        position.forget()
        cursor = game.record.after(cursor)
    return position


def _sent(text: str) -> tuple[bytearray, int]:
    data = bytearray(encode(HOST_LEAD, text.encode()))
    return data, len(data)
