"""Writing down what the contacts of a live board do, as a reed trace (docs/traces.md)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from fanorona.rules import notation
from fanorona.rules.rules import MIRRORED_START, WHITE, Position
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.games import draws, variants
from lakabe.virtual import trace
from lakabe.virtual.trace import TraceEvent

FIRST_LEVEL = 3
"""The level that a board, and so a trace, begins with."""

VELAS = ("vela", "vela-creditor")

_WRAP = 1 << 30


class TraceWriter:
    """A trace that grows with the events of one board; ``see`` takes them, ``finish`` writes the end.

    It begins with the first snapshot: its contacts are the start, its time is 0. Every line is flushed, so
    that only the last line, ``end``, is missing after a crash. What changed while the board was out of reach
    is written when the next snapshot shows it. Games that this host has begun or ended are written, but those
    that it has loaded with moves. ``midway``: it has begun in the middle of a game, which a
    replay therefore does not show. ``clock`` counts seconds on this computer; it is used where the board's
    own clock cannot be: over a restart of the board, and at the end.
    """

    def __init__(self, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.begun = False
        self.midway = False
        self._played = False  # a move of the game on the board
        self._start = ""  # how that began: a variant, or mirrored; empty: from B3
        self._loaded: str | None = None  # what this host has laid ready without moves
        self._out = out
        self._clock = clock
        self._boot = ""
        self._levels = (FIRST_LEVEL, FIRST_LEVEL)  # White's and Black's
        self._closed: set[int] = set()
        self._us = 0  # time of the trace, at ...
        self._ms = 0  # ... this time of the board's clock
        self._at = 0.0  # ... and this time of this computer's

    def see(self, event: Event) -> None:
        """Take one event. OSError when the file cannot be written."""
        match event:
            case events.Hello(boot=boot):
                if self.begun and boot != self._boot:
                    self._restarted(event.ms)
                self._boot = boot
            case events.Reeds(picture=picture):
                self._reeds(event, set(trace.closed_points(picture)))
            case events.State(levels=levels):
                self._set_levels(event, levels)
            case events.Setting(name="level", value=level):
                self._set_levels(event, (level, level))
            case events.Setting(name=name, value=0) if name in draws.WORDS and self.begun:
                self._line("# Here the host has switched off a draw (R11), of which a replay does not know.")
            case events.Raw(point=point, closed=closed):
                self._contact(event, point, closed)
            # Debounced changes say something new only where the raw ones were not yet watched.
            case events.Lift(point=point):
                self._contact(event, point, False)
            case events.Place(point=point):
                self._contact(event, point, True)
            case events.GameStarted(ply=ply, board=board, turn=turn, variant=variant):
                start = _starts().get((f"{board} {turn}", variant))
                self._start = start or ""
                self._played = ply > 1 or start is None
            case events.Move() | events.Step():
                self._played = True
            case events.Result():
                self._played = False
                if self._start in VELAS:
                    self._start = ""  # after one, games are ordinary ones
            case events.Ok(command=command) if command:
                self._obeyed(event, *command)
            case events.Button(name=name, down=down):
                self._write(event, TraceEvent(0, "button", name, int(down)))

    def finish(self) -> None:
        """Write the last line. A trace that never began is left empty."""
        if self.begun:
            self._us += self._elapsed()
            self._line(trace.tail(self._us))

    def _reeds(self, event: Event, closed: set[int]) -> None:
        if self.begun:
            for p in sorted(closed ^ self._closed):
                self._contact(event, notation.point_name(p), p in closed)
            return
        self.begun = True
        self._closed = closed
        self._ms = event.ms
        self._at = self._clock()
        for line in trace.head(trace.picture(closed)):
            self._line(line)
        self.midway = self._played
        if self.midway:
            self._line("# This begins in the middle of a game, of which a replay does not know.")
        elif self._start:
            self._write(event, TraceEvent(0, "new", self._start, 1))
        levels, self._levels = self._levels, (FIRST_LEVEL, FIRST_LEVEL)
        self._set_levels(event, levels)

    def _obeyed(self, event: Event, name: str, *arguments: str) -> None:
        """The board has carried out a command of this host."""
        match name, arguments:
            case "new", _:
                self._write(event, TraceEvent(0, "new", " ".join(arguments), 1))
            case "end", (result,):
                self._write(event, TraceEvent(0, "result", result, 1))
            case "load", (_, *position):
                self._loaded = " ".join(position)
            case "play", _:
                self._loaded = None
            case "go", _:
                if self._loaded is not None:
                    self._write(event, TraceEvent(0, "load", self._loaded, 1))
                elif self.begun:
                    self._line(
                        "# Here the host has loaded a game with moves, of which a replay does not know."
                    )
            case _:
                pass

    def _contact(self, event: Event, name: str, closed: bool) -> None:
        point = trace.point_number(name)
        if self.begun and (point in self._closed) != closed:
            self._closed ^= {point}
            self._write(event, TraceEvent(0, "contact", name, int(closed)))

    def _set_levels(self, event: Event, levels: tuple[int, int]) -> None:
        before, self._levels = self._levels, levels
        if levels[0] == levels[1]:
            if levels != before:
                self._write(event, TraceEvent(0, "level", "", levels[0]))
            return
        for side, old, new in zip(trace.SIDES, before, levels, strict=True):
            if old != new:
                self._write(event, TraceEvent(0, "level", side, new))

    def _restarted(self, ms: int) -> None:
        """The board lost its power and has it again; its clock began anew."""
        self._us += self._elapsed()
        self._ms = ms
        self._at = self._clock()
        self._levels = (FIRST_LEVEL, FIRST_LEVEL)
        for on in (0, 1):
            self._line(TraceEvent(self._us, "power", "", on).format())

    def _write(self, event: Event, said: TraceEvent) -> None:
        if not self.begun:
            return
        # Lines come in order, so the clock went on by the difference, modulo its size.
        self._us += (event.ms - self._ms) % _WRAP * 1000
        self._ms = event.ms
        self._at = self._clock()
        self._line(TraceEvent(self._us, said.kind, said.name, said.value).format())

    def _elapsed(self) -> int:
        return max(0, round((self._clock() - self._at) * 1000)) * 1000

    def _line(self, line: str) -> None:
        self._out.write(line + "\n")
        self._out.flush()


def _starts() -> dict[tuple[str, str], str]:
    """The word for ``new`` of each start, by position (N2) and variant."""
    mirrored = Position()
    mirrored.load(MIRRORED_START, WHITE)
    found = {(notation.format_position(mirrored), variants.ORDINARY): trace.MIRRORED}
    for variant in variants.WORDS:
        found[variants.start_of(variant), variant] = "" if variant == variants.ORDINARY else variant
    return found
