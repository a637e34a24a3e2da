"""One position of a game, examined: the unit of work, in this process, in others, or on a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lakabe.errors import InputError
from lakabe.help.analysis.settings import Settings
from lakabe.help.compare import compare
from lakabe.help.grades import Pair
from lakabe.help.question import Question
from lakabe.help.source import Effort, Ours, Source, open_source
from lakabe.help.worth import Worth


@dataclass(frozen=True)
class Examined:
    """What is known of a position: the line that is best, what it is worth to the side to move, how deep.

    ``line`` is empty where the game is over; ``legal`` counts the moves with different results. ``pair`` has
    what the best move and the one that was played are worth, where both are known in one way. ``exact``: the
    endgame tables have the position, so a win is the shortest.
    """

    line: tuple[str, ...]
    worth: Worth
    depth: int
    legal: int
    pair: Pair | None = None
    exact: bool = False

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "line": list(self.line),
            "score": str(self.worth),
            "depth": self.depth,
            "legal": self.legal,
            "pair": [str(self.pair.best), str(self.pair.played)] if self.pair else None,
            "exact": self.exact,
        }

    @classmethod
    def of(cls, plain: dict[str, Any]) -> Examined:
        """From what ``plain`` gave; ValueError, KeyError or TypeError for anything else."""
        pair = Pair(*map(_worth, plain["pair"])) if plain.get("pair") else None
        return cls(
            tuple(plain["line"]), _worth(plain["score"]), int(plain["depth"]), int(plain["legal"]), pair,
            bool(plain.get("exact")),
        )  # fmt: skip


def _worth(text: str) -> Worth:
    worth = Worth.parse(text)
    if worth is None:
        raise ValueError(f"{text!r} is no score")
    return worth


_sources: dict[str | None, Source] = {}


def examine(
    start: str,
    moves: tuple[str, ...],
    last: bool,
    settings: Settings,
    draws: bool = True,
    played: str | None = None,
) -> dict[str, Any]:
    """Examine the position after ``moves`` (N1) from ``start`` (N2); an ``Examined``, as JSON has it.

    ``last``: the game ended here, so a draw by R11 stands; elsewhere the players went on. ``draws``: whether
    repetition counts in the game. ``played``: the move (N1) that followed, to be compared with the best one.
    The engine is kept for the next call in this process, and with a limit of nodes the answer depends on the
    arguments alone.
    """
    question = Question(start, moves, draws)
    standing = question.standing()
    over = standing.over()
    legal = len(standing.results())
    if over == "loss":
        return Examined((), Worth("loss", plies=0), 0, 0).plain()
    if over == "draw":
        if last:
            return Examined((), Worth("draw"), 0, legal).plain()
        question = Question(start, moves, draws=False)
    source = _source(settings.command)
    if isinstance(source, Ours) and settings.nodes is not None:
        source.forget()
    effort = Effort(settings.seconds, settings.nodes)
    if played is None or legal == 1:
        best, pair = source.ask(question, effort)[0], None
    else:
        best, pair = compare(source, question, played, effort)
    if best.worth is None:
        raise InputError(f"{settings.engine} does not say what a position is worth", "ask another engine")
    exact = isinstance(source, Ours) and source.has(standing)
    return Examined(best.moves, best.worth, best.depth, legal, pair, exact).plain()


def _source(command: str | None) -> Source:
    if command not in _sources:
        _sources[command] = open_source(command)
    return _sources[command]


def close_sources() -> None:
    """End the engines that this process has kept."""
    while _sources:
        _sources.popitem()[1].close()
