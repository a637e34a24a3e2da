"""The engine's side of the text protocol that README.md in this folder describes."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from fanorona.rules.rules import WHITE
from lakabe import __version__
from lakabe.engine import lines, moves
from lakabe.engine.endings import open_tables
from lakabe.engine.standing import Standing
from lakabe.engine.state import QUIET_DRAW
from lakabe.engine.think import MEMORY_MB, Limits, Report, Thinker
from lakabe.engine.warm import warm
from lakabe.errors import LakabeError

MEMORY_MOST_MB = 65536
THREADS_MOST = 64
LINES_MOST = 64

OPTIONS = (
    f"option name Hash type spin default {MEMORY_MB} min 1 max {MEMORY_MOST_MB}",
    f"option name Threads type spin default 1 min 1 max {THREADS_MOST}",
    f"option name MultiPV type spin default 1 min 1 max {LINES_MOST}",
    "option name Draws type check default true",
    f"option name Quiet type spin default {QUIET_DRAW} min 1 max {QUIET_DRAW}",
    "option name Tables type string default <auto>",
)


class BadCommand(ValueError):
    """A command that makes no sense; the message says why."""


class Protocol:
    """Answers commands; ``write`` gets every line of the answers, from this or another thread."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._standing = Standing.of()
        self._memory_mb = MEMORY_MB
        self._threads = 1
        self._lines = 1
        self._draws = True
        self._quiet = QUIET_DRAW
        self._tables = "<auto>"
        self._thinker: Thinker | None = None
        self._thinking: threading.Thread | None = None
        self._released = threading.Event()

    def serve(self, commands: Iterable[str]) -> None:
        """Answer until ``quit`` or the end of the commands; then a search with a limit is still finished."""
        for line in commands:
            if not self.answer(line):
                return
        self._released.set()
        self._wait()

    def answer(self, line: str) -> bool:
        """Answer one command; False after ``quit``. What is wrong with it comes as ``info string``."""
        words = line.split()
        if not words:
            return True
        name, rest = words[0], words[1:]
        if name == "quit":
            self._halt()
            return False
        known: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "isready": self._is_ready,
            "ucinewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": lambda _: self._halt(),
            "setoption": self._set_option,
        }
        try:
            if name not in known:
                raise BadCommand(f"unknown command {name}")
            known[name](rest)
        except ValueError as error:
            self._write(f"info string error: {error}")
        except LakabeError as error:
            self._write(f"info string error: {error}")
        return True

    # Commands

    def _uci(self, _: list[str]) -> None:
        self._write(f"id name Lakabe {__version__}")
        self._write("id author the Lakabe project")
        for option in OPTIONS:
            self._write(option)
        self._write("uciok")

    def _is_ready(self, _: list[str]) -> None:
        if self._thinking is None:
            self._ensure()
        self._write("readyok")

    def _new_game(self, _: list[str]) -> None:
        self._halt()
        if self._thinker is not None:
            self._thinker.forget()

    def _set_option(self, words: list[str]) -> None:
        self._halt()
        if words[:1] != ["name"] or "value" not in words:
            raise BadCommand("setoption wants: name NAME value VALUE")
        at = words.index("value")
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        match name.lower():
            case "hash":
                self._memory_mb = _number(name, value, 1, MEMORY_MOST_MB)
            case "threads":
                self._threads = _number(name, value, 1, THREADS_MOST)
            case "multipv":
                self._lines = _number(name, value, 1, LINES_MOST)
                return
            case "draws":
                if value not in ("true", "false"):
                    raise BadCommand(f"Draws is true or false, not {value}")
                self._draws = self._standing.draws = value == "true"
                return
            case "quiet":
                self._quiet = self._standing.limit = _number(name, value, 1, QUIET_DRAW)
                return
            case "tables":
                self._tables = value
            case _:
                raise BadCommand(f"there is no option {name}")
        self._thinker = None

    def _position(self, words: list[str]) -> None:
        self._halt()
        if words[:1] == ["startpos"]:
            standing = Standing.of()
            rest = words[1:]
        elif words[:1] == ["fen"]:
            standing = Standing.of(" ".join(words[1:3]))
            rest = words[3:]
        else:
            raise BadCommand("position wants: startpos or fen N2, then moves")
        if rest and rest[0] != "moves":
            raise BadCommand(f"'{rest[0]}' after a position is not 'moves'")
        for text in rest[1:]:
            standing.play_text(text)
        standing.draws = self._draws
        standing.limit = self._quiet
        self._standing = standing

    def _go(self, words: list[str]) -> None:
        self._halt()
        values = _go_values(words)
        if "perft" in values:
            self._write(f"perft {moves.perft(self._standing.own, self._standing.enemy, values['perft'])}")
            return
        limits = _limits(values, self._standing.turn == WHITE)
        thinker = self._ensure()
        thinker.ready()
        self._released.clear()
        endless = "infinite" in values
        if not endless:
            self._released.set()
        self._thinking = threading.Thread(target=self._think, args=(thinker, limits), daemon=True)
        self._thinking.start()

    # The search, in a thread of its own

    def _think(self, thinker: Thinker, limits: Limits) -> None:
        standing = self._standing
        found = thinker.think(standing, limits, self._lines, self._inform)
        self._inform(found)
        self._released.wait()
        best = found.best
        move = lines.format_move(standing.own, standing.enemy, best) if best else "none"
        self._write(f"bestmove {move}")

    def _inform(self, report: Report) -> None:
        standing = self._standing
        for number, line in enumerate(report.lines, 1):
            text = " ".join(lines.format_line(standing.own, standing.enemy, line.results))
            milliseconds = round(report.seconds * 1000)
            rate = round(report.nodes / report.seconds) if report.seconds > 0 else 0
            self._write(
                f"info depth {report.depth} multipv {number} score {line.score} nodes {report.nodes} "
                f"nps {rate} time {milliseconds} tbhits {report.table_hits} pv {text}".rstrip()
            )

    def _ensure(self) -> Thinker:
        if self._thinker is None:
            warm()
            tables = open_tables(None if self._tables == "<auto>" else Path(self._tables))
            self._thinker = Thinker(self._memory_mb, self._threads, tables)
        return self._thinker

    def _halt(self) -> None:
        """Stop the search, if there is one, and wait for its answer."""
        if self._thinking is not None and self._thinker is not None:
            self._thinker.stop()
            self._released.set()
            self._wait()

    def _wait(self) -> None:
        if self._thinking is not None:
            self._thinking.join()
            self._thinking = None


def _number(name: str, text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not least <= int(text) <= most:
        raise BadCommand(f"{name} is a number from {least} to {most}, not {text}")
    return int(text)


CLOCKS = ("wtime", "btime", "winc", "binc", "movetime", "movestogo")


def _go_values(words: list[str]) -> dict[str, int]:
    values: dict[str, int] = {}
    names = ("depth", "nodes", "movetime", "perft", "wtime", "btime", "winc", "binc", "movestogo")
    i = 0
    while i < len(words):
        if words[i] == "infinite":
            values["infinite"] = 1
            i += 1
        elif words[i] in names:
            text = words[i + 1] if i + 1 < len(words) else ""
            if words[i] in CLOCKS and re.fullmatch("-[0-9]+", text):
                text = "0"  # the time is up: a move is wanted at once
            least = 0 if words[i] in (*CLOCKS, "perft") else 1
            values[words[i]] = _number(words[i], text, least, 1 << 40)
            i += 2
        else:
            raise BadCommand(f"go does not know {words[i]}")
    if not values:
        raise BadCommand("go wants a limit: depth, nodes, movetime, wtime and btime, infinite, or perft")
    return values


AT_ONCE_S = 0.001
"""For a clock that shows nothing, or less."""
OVERHEAD_S = 0.02
"""Kept back of a clock for the way to and from the other program."""


def _limits(values: dict[str, int], white: bool) -> Limits:
    seconds = max(values["movetime"] / 1000, AT_ONCE_S) if "movetime" in values else None
    soft = None
    clock = values.get("wtime" if white else "btime")
    if clock is not None and seconds is None:
        left = max(clock / 1000 - OVERHEAD_S, AT_ONCE_S)
        more = values.get("winc" if white else "binc", 0) / 1000
        share = left / max(values.get("movestogo", 25), 1) + 0.8 * more
        soft = min(share * 0.6, left * 0.5)
        seconds = min(share * 2.5, left * 0.8)
    return Limits(values.get("depth"), values.get("nodes"), seconds, soft)
