"""Analysing many games, with what was examined before, wherever the work is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from lakabe.engine.tables.runner import Runner
from lakabe.games import draws
from lakabe.games.irregular import is_irregular
from lakabe.games.pgn import Score
from lakabe.help.analysis.examine import Examined, examine
from lakabe.help.analysis.kept import Kept
from lakabe.help.analysis.report import Analysis, analyse
from lakabe.help.analysis.settings import Settings
from lakabe.help.question import Question

Progress = Callable[[int, int], None]
"""Gets how many positions of how many are done."""


def analyse_games(
    scores: Sequence[Score],
    settings: Settings,
    directory: Path,
    runner: Runner,
    progress: Progress | None = None,
    again: bool = False,
) -> list[Analysis]:
    """Analyse games; positions that ``directory`` has are not examined anew, unless ``again``.

    InputError for a game with a move that is not legal, before anything is begun.
    """
    for score in scores:
        Question(score.start, score.moves).standing()
    kept = [kept_of(directory, score, settings) for score in scores]
    if again:
        for one in kept:
            one.forget()
    found = [one.read() for one in kept]
    todo = [(g, at) for g, score in enumerate(scores) for at in missing(score, found[g])]
    total = sum(len(score.moves) + 1 for score in scores)
    count = total - len(todo)

    def done(number: int, plain: object) -> None:
        nonlocal count
        assert isinstance(plain, dict)
        g, at = todo[number]
        kept[g].add(at, plain)
        found[g][at] = Examined.of(plain)
        count += 1
        if progress is not None:
            progress(count, total)

    if progress is not None:
        progress(count, total)
    if todo:
        runner.run(examine, [call(scores[g], at, settings) for g, at in todo], done)
    return [
        analyse(score.start, score.moves, [examined[at] for at in range(len(score.moves) + 1)])
        for score, examined in zip(scores, found, strict=True)
    ]


def kept_of(directory: Path, score: Score, settings: Settings) -> Kept:
    """Where a game's positions are kept."""
    return Kept(directory, score.start, score.moves, settings, draws.repetition_counts(score.tags))


def missing(score: Score, found: dict[int, Examined]) -> list[int]:
    """The positions that are still to be examined, by the number of moves before them."""
    return [at for at in range(len(score.moves) + 1) if at not in found]


def call(
    score: Score, at: int, settings: Settings
) -> tuple[str, tuple[str, ...], bool, Settings, bool, str | None]:
    """The arguments of ``examine`` for the position after ``at`` moves."""
    last = at == len(score.moves) and draws.stands(score.tags, score.result)
    played = None if at == len(score.moves) or is_irregular(score.moves[at]) else score.moves[at]
    return score.start, score.moves[:at], last, settings, draws.repetition_counts(score.tags), played
