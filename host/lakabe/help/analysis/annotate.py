"""An analysis as comments in a game's text (N3), and in plain words."""

from __future__ import annotations

from dataclasses import replace

from lakabe.games.pgn import Score
from lakabe.help import words
from lakabe.help.analysis.report import Analysis, Judged
from lakabe.help.grades import Grade
from lakabe.help.worth import Worth

WORTH_SAYING = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


def annotate(score: Score, analysis: Analysis, engine: str) -> Score:
    """The game with an evaluation after each move and a word on the bad ones; its own comments stay."""
    comments = dict(score.comments)
    for move in analysis.moves:
        said = comment(move, analysis.worths[move.index + 1], analysis.turns[move.index + 1])
        if move.index in analysis.turning:
            said = f"{said} A turning point."
        comments[move.index] = f"{comments[move.index]} {said}" if move.index in comments else said
    tags = {**score.tags, "Annotator": engine}
    for side, name in words.NAMES.items():
        value = analysis.accuracy[side]
        if value is not None:
            tags[f"{name}Accuracy"] = f"{value:.0f}"
    return replace(score, comments=comments, tags=tags)


def comment(move: Judged, after: Worth, turn: str) -> str:
    """``+0.31``, or ``-1.20 ?? A blunder; better was d3-e3A (even).``"""
    value = words.number(after, turn)
    if move.grade not in WORTH_SAYING:
        return value
    return f"{value} {move.grade.mark} {verdict(move)}"


def verdict(move: Judged) -> str:
    """A sentence on a move that was not good."""
    label = move.grade.label
    then = words.standing(move.best_worth, move.turn)
    return f"{label[0].upper()}{label[1:]}; better was {move.best} ({then})."
