"""One position of a game, examined: the unit of work, in this process, in others, or on a cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lakabe.errors import InputError
from lakabe.help.analysis.settings import Settings
from lakabe.help.question import Question
from lakabe.help.source import Effort, Ours, Source, open_source
from lakabe.help.worth import Worth


@dataclass(frozen=True)
class Examined:
    """What is known of a position: the line that is best, what it is worth to the side to move, how deep.

    ``line`` is empty where the game is over; ``legal`` counts the moves with different results.
    """

    line: tuple[str, ...]
    worth: Worth
    depth: int
    legal: int

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "line": list(self.line),
            "score": str(self.worth),
            "depth": self.depth,
            "legal": self.legal,
        }

    @classmethod
    def of(cls, plain: dict[str, Any]) -> Examined:
        """From what ``plain`` gave; ValueError, KeyError or TypeError for anything else."""
        worth = Worth.parse(plain["score"])
        if worth is None:
            raise ValueError(f"{plain['score']!r} is no score")
        return cls(tuple(plain["line"]), worth, int(plain["depth"]), int(plain["legal"]))


_sources: dict[str | None, Source] = {}


def examine(
    start: str, moves: tuple[str, ...], last: bool, settings: Settings, draws: bool = True
) -> dict[str, Any]:
    """Examine the position after ``moves`` (N1) from ``start`` (N2); an ``Examined``, as JSON has it.

    ``last``: the game ended here, so a draw by R11 stands; elsewhere the players went on. ``draws``: whether
    repetition counts in the game. The engine is kept for the next call in this process, and with a limit of
    nodes the answer depends on the arguments alone.
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
    best = source.ask(question, Effort(settings.seconds, settings.nodes))[0]
    if best.worth is None:
        raise InputError(f"{settings.engine} does not say what a position is worth", "ask another engine")
    return Examined(best.moves, best.worth, best.depth, legal).plain()


def _source(command: str | None) -> Source:
    if command not in _sources:
        _sources[command] = open_source(command)
    return _sources[command]


def close_sources() -> None:
    """End the engines that this process has kept."""
    while _sources:
        _sources.popitem()[1].close()
