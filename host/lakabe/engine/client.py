"""Any engine that speaks the protocol of README.md, as a program that is started and asked."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lakabe import system
from lakabe.errors import EngineError

HELLO_S = 8.0
"""How long an engine may take to say anything, and what it is."""

START_S = 180.0
"""How long an engine may take to be ready; ours compiles itself at its first start."""

GRACE_S = 10.0
"""How much longer than it was given an engine may take for a move."""


@dataclass(frozen=True)
class Info:
    """What an engine said of a search; ``score`` as in the protocol: ``cp 12``, ``win 7``, ``draw``."""

    depth: int = 0
    score: str = ""
    nodes: int = 0
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """An engine's move in N1, None where it sees none, and what it last said about it by line (MultiPV)."""

    move: str | None
    infos: Mapping[int, Info] = field(default_factory=dict)


class EngineClient:
    """An engine in a process of its own. Each fault of it is an EngineError that names the command."""

    def __init__(self, command: str, options: Mapping[str, str] | None = None) -> None:
        """Start ``command``, split as a shell would, and set its options."""
        self.command = command
        self.name = command
        self.options: set[str] = set()
        """The names of the options that it has."""
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                **system.APART,
            )  # fmt: skip
        except (OSError, ValueError, IndexError) as error:
            raise EngineError(
                f"the engine '{command}' cannot be started: {error}", "check the command"
            ) from error
        self._said: queue.Queue[str | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._tell("uci")
            for line in self._until("uciok", HELLO_S):
                if line.startswith("id name "):
                    self.name = line.removeprefix("id name ")
                if line.startswith("option name "):
                    self.options.add(line.removeprefix("option name ").partition(" type ")[0])
            for name, value in (options or {}).items():
                self.set_option(name, value)
            self.wait_ready()
        except EngineError:
            self._process.kill()  # it may not even hear that it is to quit
            self.close()
            raise

    def __enter__(self) -> EngineClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def set_option(self, name: str, value: str) -> None:
        """Set an option; it is not checked whether there is such a one."""
        self._tell(f"setoption name {name} value {value}")

    def new_game(self) -> None:
        """Let it forget the last game."""
        self._tell("ucinewgame")
        self.wait_ready()

    def wait_ready(self) -> None:
        """Wait until it has done what it was told."""
        self._tell("isready")
        for _ in self._until("readyok", START_S):
            pass

    def go(
        self,
        position: str | None,
        moves: Sequence[str],
        limit: str,
        seconds: float,
        watch: Callable[[int, Info], None] | None = None,
    ) -> Answer:
        """Its move after ``moves`` (N1) from ``position`` (N2; None is the start).

        ``limit`` is what stands after ``go``, as ``movetime 300``; the answer must come within ``seconds``
        and the time of grace. ``watch`` gets the number of the line and every info about it, as it comes.
        """
        where = "startpos" if position is None else f"fen {position}"
        self._tell(f"position {where}" + (" moves " + " ".join(moves) if moves else ""))
        self._tell(f"go {limit}")
        infos: dict[int, Info] = {}
        last = error = ""
        for line in self._until("bestmove", seconds + GRACE_S):
            last = line
            if line.startswith("info string error"):
                error = error or line.removeprefix("info string error").strip(": ")
            if line.startswith("info ") and " score " in line:
                number, info = read_info(line)
                infos[number] = info
                if watch is not None:
                    watch(number, info)
        if error:
            raise self._fault(f"says: {error}")
        words = last.split()
        if len(words) < 2:
            raise self._fault("answers without a move")
        return Answer(None if words[1] == "none" else words[1], infos)

    def stop(self) -> None:
        """Ask it to answer now; from another thread than that of ``go``."""
        self._tell("stop")

    def close(self) -> None:
        """Tell it to quit, and end it if it does not."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._tell_raw("quit")
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(timeout=2)
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, OSError):
            for line in self._process.stdout:
                self._said.put(line.strip())
        self._said.put(None)

    def _until(self, word: str, seconds: float) -> Iterator[str]:
        """What it says, as it comes, up to and including a line that begins with ``word``."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._said.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise self._fault(f"does not say {word} within {seconds:.0f} s") from None
            if line is None:
                self._said.put(None)
                raise self._fault("has ended")
            yield line
            if line.split(" ")[0] == word:
                return

    def _tell(self, line: str) -> None:
        try:
            self._tell_raw(line)
        except (OSError, ValueError) as error:
            raise self._fault("has ended") from error

    def _tell_raw(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _fault(self, what: str) -> EngineError:
        return EngineError(f"the engine '{self.command}' {what}", "try the command in a terminal")


def read_info(line: str) -> tuple[int, Info]:
    """The number of the line (MultiPV, from 1) and what an ``info ... score ...`` says of it."""
    words = line.split()
    values: dict[str, str] = {}
    score = ""
    variation: tuple[str, ...] = ()
    i = 1
    while i < len(words):
        word = words[i]
        if word == "pv":
            variation = tuple(words[i + 1 :])
            break
        if word == "score":
            kind = words[i + 1] if i + 1 < len(words) else ""
            numbered = kind != "draw" and i + 2 < len(words)
            score = f"{kind} {words[i + 2]}" if numbered else kind
            i += 3 if numbered else 2
        else:
            values[word] = words[i + 1] if i + 1 < len(words) else ""
            i += 2
    numbers = {key: int(value) for key, value in values.items() if value.isdecimal()}
    return numbers.get("multipv", 1), Info(numbers.get("depth", 0), score, numbers.get("nodes", 0), variation)
