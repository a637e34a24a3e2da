"""An analysis as comments in a game's text (N3), and in plain words."""

from __future__ import annotations

from dataclasses import replace

from lakabe.games.pgn import Score
from lakabe.help import words
from lakabe.help.analysis.report import Analysis, Judged
from lakabe.help.grades import Grade
from lakabe.help.worth import Worth
from lakabe.language.saying import Text, capital, join, say, verbatim

WORTH_SAYING = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


def annotate(score: Score, analysis: Analysis, engine: str) -> Score:
    """The game with an evaluation after each move and a word on the bad ones; its own comments stay."""
    comments = dict(score.comments)
    told = {i: words.number(analysis.worths[i + 1], analysis.turns[i + 1]) for i in analysis.irregular}
    for move in analysis.moves:
        said = comment(move, analysis.worths[move.index + 1], analysis.turns[move.index + 1])
        told[move.index] = f"{said} A turning point." if move.index in analysis.turning else str(said)
    for i, text in told.items():
        comments[i] = f"{comments[i]} {text}" if i in comments else text
    tags = {**score.tags, "Annotator": engine}
    for side, name in words.NAMES.items():
        value = analysis.accuracy[side]
        if value is not None:
            tags[f"{name}Accuracy"] = f"{value:.0f}"
    return replace(score, comments=comments, tags=tags)


def worth_saying(move: Judged) -> bool:
    """Whether there is more to say of a move than what it is worth."""
    return move.grade in WORTH_SAYING or move.slower


def comment(move: Judged, after: Worth, turn: str) -> Text:
    """``+0.31``, or ``-1.20 ?? A blunder; better was d3-e3A (even).``"""
    value = words.number(after, turn)
    if not worth_saying(move):
        return verbatim(value)
    return join([value, move.grade.mark, verdict(move)])


def verdict(move: Judged) -> Text:
    """A sentence on a move that was not good, or won slowly."""
    if move.slower:
        return say(
            "Faster was {move} ({few} moves, not {many}).",
            move=move.best,
            few=move.best_worth.moves,
            many=move.worth.moves,
        )
    then = words.standing(move.best_worth, move.turn)
    return capital(
        say("{grade}; better was {move} ({then}).", grade=say(move.grade.label), move=move.best, then=then)
    )
