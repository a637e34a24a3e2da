"""Runs reed traces through `session.step` on CPython, as `lakabe.virtual.playback` does on MicroPython."""

from __future__ import annotations

from core.sectors import Sectors
from fanorona.session import Session
from fanorona.store.journal import Journal
from lakabe.virtual.playback import GREETING, SNAPSHOT, Run, host_line, run_of
from lakabe.virtual.trace import BUTTONS, Trace, closed_points, host_commands, point_number
from soak.board import Files

SECTORS = 8
CLOCK = (1 << 30) - 1
GREETINGS = "".join(map(host_line, [GREETING, "3 watch lights 1"]))
QUIET_TURNS = 8
LISTEN_MS = 2
"""The host is listened to so often, as in firmware/main.py."""
BYTES = 256


class _Board:
    """One board with the power on, and the host's end of its line. ``text``: all that it has said."""

    def __init__(self, flash: Sectors, files: Files, boot: int, at: int) -> None:
        self.at = self.listened = at
        self.text = b""
        self.turns = 0
        self.session = Session(b"0.1.0", b"e66038b713", b"%08x" % boot)
        self.session.notes = files
        self.session.keeper.journal = Journal(flash)
        self.inbox = GREETINGS.encode()
        self._buffer = bytearray(BYTES)

    def turn(self, t: int, raw: bytearray, buttons: int) -> bool:
        """One turn of the loop; whether anything was said or heard."""
        session = self.session
        if self.inbox and t - self.listened >= LISTEN_MS and session.listens():
            self.listened = t
            data, self.inbox = bytearray(self.inbox[:BYTES]), self.inbox[BYTES:]
            session.receive(data, len(data))
        session.step(raw, buttons, t - self.at & CLOCK)
        session.keep()
        self.turns += 1
        before = len(self.text)
        while count := session.outbox.take(self._buffer, BYTES):
            self.text += bytes(self._buffer[:count])
        if len(self.text) > before:
            last = self.text[: self.text.rfind(b"\n")].rpartition(b"\n@")[2]
            self.inbox += host_line(f"1 ack {last.split(b' ')[0].decode().lstrip('@')}").encode()
        return len(self.text) > before or bool(self.inbox)

    def idle_ms(self, t: int) -> int:
        """Milliseconds until the next turn; at least 1."""
        due = 1 if self.inbox else self.session.idle_ms(t - self.at & CLOCK)
        return CLOCK if due < 0 else max(1, due)


def run(trace: Trace) -> Run:
    """What came of a trace, its lights too, on a board with empty flash."""
    raw = bytearray(45)
    for p in closed_points(trace.start):
        raw[p] = 1
    buttons = 0
    flash, files = Sectors(SECTORS), Files()
    boards = [_Board(flash, files, 1, 0)]
    on = True
    events = list(trace.events)
    t = 0
    end = -(-trace.end_us // 1000)
    while True:
        while events and events[0].us <= t * 1000:
            event = events.pop(0)
            if event.kind == "contact":
                raw[point_number(event.name)] = event.value
            elif event.kind == "button":
                bit = 1 << BUTTONS.index(event.name)
                buttons = buttons & ~bit | bit * event.value
            elif event.kind == "power":
                if event.value and not on:
                    boards.append(_Board(flash, files, len(boards) + 1, t))
                on = bool(event.value)
            elif on:
                commands = enumerate(host_commands(event), 6)
                boards[-1].inbox += "".join(host_line(f"{n} {text}") for n, text in commands).encode()
        if on:
            boards[-1].turn(t, raw, buttons)
        if t >= end:
            break
        due = t + boards[-1].idle_ms(t) if on else end
        t = max(t + 1, min(due, -(-events[0].us // 1000) if events else end, end))
    final = _snapshot(boards[-1], t, raw, buttons) if on else ""
    boots = [{"t": board.at, "text": board.text.decode("latin-1"), "printed": ""} for board in boards]
    turns = sum(board.turns for board in boards)
    return run_of({"boots": boots, "final": final, "end": t, "turns": turns, "heap": 0}, 0)


def _snapshot(board: _Board, t: int, raw: bytearray, buttons: int) -> str:
    """What the board says when it is asked how things stand; ``text`` stays without it."""
    for asked in (b"", host_line(SNAPSHOT).encode()):
        said = len(board.text)
        board.inbox += asked
        quiet = 0
        while quiet < QUIET_TURNS:
            quiet = 0 if board.turn(t, raw, buttons) else quiet + 1
            t += 1
    text = board.text[said:].decode("latin-1")
    board.text = board.text[:said]
    return text
