"""Where hints come from: our engine in this process, or any program that speaks the engines' protocol."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from lakabe.engine import lines
from lakabe.engine.book import entries
from lakabe.engine.client import Answer, EngineClient, Info
from lakabe.engine.endings import open_tables
from lakabe.engine.standing import Standing
from lakabe.engine.tables.ask import ranked
from lakabe.engine.think import MEMORY_MB, Limits, Report, Score, Thinker
from lakabe.errors import EngineError
from lakabe.help.question import Question
from lakabe.help.worth import Worth

NODES_S = 600.0
"""How long a search with a limit of nodes may take."""
LINE_MOST = 16
"""Moves of a line that the tables are asked for at most."""
BOOK_NODES_S = 6e6
"""About how many nodes a second a search has: where it would see more than the book's did, it is made."""
EACH_S = 0.02
"""The least time for one move, where an engine that gives one line only is asked about others."""


@dataclass(frozen=True)
class Effort:
    """How long to think: so many seconds; or nodes or plies, which give the same answer each time.

    Where several are given, the first limit that is reached counts. ``book``: whether the opening book may
    answer in place of a search, which it never does where plies are given.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    book: bool = True

    def part(self, share: float) -> Effort:
        """A share of it, 0 to 1; of plies all."""
        if self.depth is not None:
            return self
        if self.nodes is not None:
            return replace(self, nodes=max(1, round(self.nodes * share)))
        return replace(self, seconds=max(0.001, (self.seconds or 0) * share))

    @property
    def about(self) -> float:
        """About how many nodes a search with it has at most."""
        return self.nodes if self.nodes is not None else (self.seconds or 0) * BOOK_NODES_S


@dataclass(frozen=True)
class Booked:
    """Why the book has its best move: it was best at the last ``steady`` depths, 0 where only positions after
    it that the book has make it best; ``lead`` points of 100 ahead of the next, None without another."""

    steady: int
    lead: float | None


@dataclass(frozen=True)
class Way:
    """A line of play (N1) and what it is worth to who begins it; None where an engine does not tell.

    ``book`` where it is the best one of the opening book, and not searched now.
    """

    moves: tuple[str, ...]
    worth: Worth | None
    depth: int = 0
    book: Booked | None = None


Watch = Callable[[list[Way]], None]
"""Gets what is known so far, the best way first, whenever there is more."""


class Source(Protocol):
    """Somebody to ask. One question at a time; ``stop`` from any thread."""

    name: str

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        """The best ways to go on, at most ``ways``, the best first; none where there is no move (R10)."""

    def stop(self) -> None:
        """Let the answer come now."""

    def close(self) -> None:
        """Nothing more will be asked."""


class Ours:
    """Our engine in this process."""

    name = "Lakabe"

    def __init__(
        self, threads: int = 1, book: entries.Book | None = None, memory_mb: int = MEMORY_MB
    ) -> None:
        """``book`` None: the one that comes with the engine. TablesError where the tables cannot be read."""
        self._tables = open_tables()
        self._book = entries.open_book() if book is None else book
        self._thinker = Thinker(memory_mb, threads, self._tables)
        self._thinker.think(Standing.of(), Limits(depth=1))  # loads what the first answer would wait for

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        """See ``Source``. What the book has is not searched, unless with more nodes than the book's."""
        standing = question.standing()
        booked = self._booked(standing, effort, ways)
        if booked:
            if watch is not None:
                watch(booked)
            return booked

        def report(found: Report) -> None:
            if watch is not None:
                watch(_ways(standing, found))

        self._thinker.ready()
        limits = Limits(effort.depth, effort.nodes, effort.seconds)
        done = self._thinker.think(standing, limits, ways, report)
        if done.depth == 0 and done.best is not None:
            # Time was over before anything was known, on a computer that is busy.
            self._thinker.ready()
            done = self._thinker.think(standing, Limits(depth=1), ways, report)
        found = _ways(standing, done)
        return [replace(way, moves=self._to_the_end(question, way)) for way in found]

    def _booked(self, standing: Standing, effort: Effort, wanted: int) -> list[Way]:
        """What the book says of a position; nothing where it has too little."""
        if effort.depth is not None or not effort.book:
            return []
        found = self._book.look_up(standing)
        if found is None or (found.nodes < effort.about and self._book.effort(standing) < effort.about):
            return []
        if len(found.ways) < wanted and len(found.ways) < len(standing.results()):
            return []
        told = [Way(way.moves, _worth(way.score), found.depth) for way in found.ways[:wanted]]
        shares = [_worth(way.score).share for way in found.ways]
        lead = 100 * (shares[0] - shares[1]) if shares[1:] else None
        return [replace(told[0], book=Booked(0 if found.revised else found.steady, lead)), *told[1:]]

    def _to_the_end(self, question: Question, way: Way) -> tuple[str, ...]:
        """The line of a proven win or loss goes on as the tables have it, for the search stops at them."""
        if self._tables is None or way.worth is None or not way.worth.plies:
            return way.moves
        standing = question.after(way.moves).standing()
        moves = list(way.moves)
        while len(moves) < LINE_MOST and self._tables.value(standing.own, standing.enemy) is not None:
            best = ranked(self._tables, standing.own, standing.enemy)
            if not best:
                break
            moves.append(best[0][0])
            standing.play_text(best[0][0])
        return tuple(moves)

    def has(self, standing: Standing) -> bool:
        """Whether the endgame tables have the position, with the moves to its end."""
        value = self._tables.value(standing.own, standing.enemy) if self._tables else None
        return value is not None and (value.result == "draw" or value.distance is not None)

    def forget(self) -> None:
        """Begin as if nothing had been asked, so that the answer depends on the question alone."""
        self._thinker.forget()

    def stop(self) -> None:
        """See ``Source``."""
        self._thinker.stop()

    def close(self) -> None:
        """See ``Source``."""
        self._thinker.stop()


class Program:
    """Another program. EngineError where it cannot be started, or breaks the protocol or the rules."""

    def __init__(self, command: str) -> None:
        self._engine = EngineClient(command)
        self._stopped = False
        self.name = self._engine.name

    def ask(self, question: Question, effort: Effort, ways: int = 1, watch: Watch | None = None) -> list[Way]:
        """See ``Source``. One that gives a single line is asked about the other moves one after the other."""
        self._stopped = False
        standing = question.standing()
        if not standing.results():
            return []
        several = ways > 1 and "MultiPV" in self._engine.options
        if "MultiPV" in self._engine.options:
            self._engine.set_option("MultiPV", str(ways))
        if "Draws" in self._engine.options:
            self._engine.set_option("Draws", "true" if question.draws else "false")
        alone = ways == 1 or several
        best = self._go(question, effort if alone else effort.part(0.5), watch)
        self._check(standing, best)
        if alone or best[0].worth is None:
            return best[:ways]
        return [*best[:1], *self._others(question, standing, best[0].moves[0], effort.part(0.5), ways - 1)]

    def stop(self) -> None:
        """See ``Source``."""
        if not self._stopped:  # one that does not listen is told once
            self._stopped = True
            self._engine.stop()

    def close(self) -> None:
        """See ``Source``."""
        self._engine.close()

    def _go(self, question: Question, effort: Effort, watch: Watch | None) -> list[Way]:
        infos: dict[int, Info] = {}

        def note(number: int, info: Info) -> None:
            infos[number] = info
            if watch is not None and 1 in infos and infos[1].line:
                watch([_way(infos[n]) for n in sorted(infos) if infos[n].line])

        return self._answered(self._asked(question, effort, note))

    def _asked(
        self, question: Question, effort: Effort, note: Callable[[int, Info], None] | None = None
    ) -> Answer:
        limits = []
        if effort.depth is not None:
            limits.append(f"depth {effort.depth}")
        if effort.nodes is not None:
            limits.append(f"nodes {effort.nodes}")
        if effort.seconds is not None or not limits:
            limits.append(f"movetime {round((effort.seconds or 0) * 1000) or 1}")
        return self._engine.go(
            question.start, question.moves, " ".join(limits), effort.seconds or NODES_S, note
        )

    def _others(
        self, question: Question, standing: Standing, best: str, effort: Effort, wanted: int
    ) -> list[Way]:
        """The next best moves, each by what the engine says of the position after it."""
        texts = [lines.format_move(standing.own, standing.enemy, after) for after in standing.results()]
        own, enemy = standing.own, standing.enemy
        chosen = lines.parse_move(own, enemy, best)
        texts = [text for text in texts if lines.parse_move(own, enemy, text) != chosen]
        found = []
        for text in texts:
            if self._stopped:
                break
            after = question.after([text])
            share = effort.part(1 / len(texts))
            if share.seconds is not None:
                share = Effort(max(share.seconds, EACH_S))
            if not after.standing().results():
                found.append(Way((text,), Worth("win", plies=1)))
                continue
            reply = self._answered(self._asked(after, share))[0]
            if reply.worth is not None:
                found.append(Way((text, *reply.moves), reply.worth.before(), reply.depth + 1))
        found.sort(key=lambda way: way.worth.rank() if way.worth else (3, 0))
        return found[:wanted]

    def _answered(self, answer: Answer) -> list[Way]:
        """The ways of an answer; the first begins with the move given, whatever was said before."""
        if answer.move is None:
            raise EngineError(
                f"the engine '{self._engine.command}' sees no move where there are some",
                "try the command in a terminal",
            )
        ways = [_way(answer.infos[n]) for n in sorted(answer.infos) if answer.infos[n].line]
        first = next((way for way in ways if way.moves[0] == answer.move), None)
        if first is None:
            said = answer.infos.get(1, Info())
            worth = None if said.line else Worth.parse(said.score)
            first = Way((answer.move,), worth, said.depth)
        return [first, *(way for way in ways if way.moves[0] != answer.move)]

    def _check(self, standing: Standing, ways: list[Way]) -> None:
        for way in ways:
            try:
                lines.parse_move(standing.own, standing.enemy, way.moves[0])
            except ValueError as error:
                raise EngineError(
                    f"the engine '{self._engine.command}' breaks the rules: {error}",
                    f"the position is {standing.text()}",
                ) from error


def open_source(command: str | None, threads: int = 1, memory_mb: int = MEMORY_MB) -> Source:
    """The engine of a command line, ours in this process without one."""
    return Program(command) if command else Ours(threads, memory_mb=memory_mb)


def own_command() -> str:
    """The command that starts our engine as a program of its own."""
    return shlex.join([sys.executable, "-m", "lakabe", "engine"])


def _ways(standing: Standing, report: Report) -> list[Way]:
    return [
        Way(
            tuple(lines.format_line(standing.own, standing.enemy, line.results)),
            _worth(line.score),
            report.depth,
        )
        for line in report.lines
        if line.results
    ]


def _worth(score: Score) -> Worth:
    return Worth(score.kind, score.centipoints, score.plies)


def _way(info: Info) -> Way:
    return Way(info.line, Worth.parse(info.score), info.depth)
