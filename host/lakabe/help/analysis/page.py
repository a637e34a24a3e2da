"""An analysis as the page gets it: what to draw at each move, and what to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lakabe.games import stood, variants
from lakabe.games.pgn import Score
from lakabe.help import words
from lakabe.help.analysis.annotate import verdict, worth_saying
from lakabe.help.analysis.examine import Examined
from lakabe.help.analysis.report import Judged, analyse
from lakabe.language.saying import say


def as_data(score: Score, found: Mapping[int, Examined], engine: str) -> dict[str, Any]:
    """The game with what is known so far; moves are judged when all of it is. Stones in reading order.

    InputError for a move that is not legal.
    """
    data = stood.as_data(score) | {"engine": engine, "done": len(found)}
    positions = data["positions"]
    for at, known in found.items():
        turn = positions[at]["turn"]
        share = known.worth.share
        positions[at]["share"] = round(share if turn == "W" else 1 - share, 4)
        positions[at]["number"] = words.number(known.worth, turn)
        positions[at]["words"] = words.evaluation(known.worth, turn)
    if len(found) == len(positions):
        whole = analyse(score.start, score.moves, [found[at] for at in range(len(positions))])
        for move in whole.moves:
            judgement = _judgement(move, positions[move.index])
            data["moves"][move.index].update(judgement, turning=move.index in whole.turning)
        for index in whole.irregular:
            data["moves"][index]["said"] = say("An irregular move (P10) is not judged.")
        data["accuracy"] = whole.accuracy
    return data


def _judgement(move: Judged, before: Mapping[str, Any]) -> dict[str, Any]:
    telling = worth_saying(move)
    said = say("The best move.") if move.move == move.best else say("A good move.")
    return {
        "mark": move.grade.mark,
        "said": verdict(move) if telling else say("The only move.") if move.forced else said,
        "line": _line(move.line, before) if telling else [],
    }


def _line(line: Sequence[str], before: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was better: each move, its points, and what stands after it."""
    stones = before["stones"].replace(".", "1")
    rows = "/".join(stones[at : at + 9] for at in range(0, len(stones), 9))
    position = variants.load(variants.ORDINARY, f"{rows} {before['turn']}")
    found = []
    for text in line:
        stood.play(position, text)
        found.append({"text": text, "points": stood.points(text), **stood.picture(position)})
    return found
