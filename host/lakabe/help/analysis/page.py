"""An analysis as the page gets it: what to draw at each move, and what to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fanorona.rules import notation, rules
from lakabe.errors import InputError
from lakabe.games import pgn
from lakabe.games.irregular import is_irregular, shown
from lakabe.games.pgn import Score
from lakabe.help import words
from lakabe.help.analysis.annotate import verdict, worth_saying
from lakabe.help.analysis.examine import Examined
from lakabe.help.analysis.report import Judged, analyse

STONES = 22


def as_data(score: Score, found: Mapping[int, Examined], engine: str) -> dict[str, Any]:
    """The game with what is known so far; moves are judged when all of it is. Stones in reading order.

    InputError for a move that is not legal.
    """
    positions = _positions(score)
    for at, known in found.items():
        turn = positions[at]["turn"]
        share = known.worth.share
        positions[at]["share"] = round(share if turn == "W" else 1 - share, 4)
        positions[at]["number"] = words.number(known.worth, turn)
        positions[at]["words"] = words.evaluation(known.worth, turn)
    data: dict[str, Any] = {
        "white": score.tags.get("White", ""),
        "black": score.tags.get("Black", ""),
        "result": score.result,
        "opening": pgn.opening(score.start, score.moves, score.variant),
        "engine": engine,
        "done": len(found),
        "total": len(positions),
        "positions": positions,
        "moves": [{"text": shown(text), "points": _points(text)} for text in score.moves],
        "accuracy": None,
    }
    if len(found) == len(positions):
        whole = analyse(score.start, score.moves, [found[at] for at in range(len(positions))])
        for move in whole.moves:
            data["moves"][move.index].update(_judgement(move), turning=move.index in whole.turning)
        for index in whole.irregular:
            data["moves"][index]["said"] = "An irregular move (P10) is not judged."
        data["accuracy"] = whole.accuracy
    return data


def _judgement(move: Judged) -> dict[str, Any]:
    telling = worth_saying(move)
    said = "The only move." if move.forced else "The best move." if move.move == move.best else "A good move."
    return {
        "mark": move.grade.mark,
        "said": verdict(move) if telling else said,
        "best": move.best if telling else None,
        "bestPoints": _points(move.best) if telling else [],
        "line": list(move.line) if telling else [],
    }


def _positions(score: Score) -> list[dict[str, Any]]:
    position = rules.Position()
    try:
        notation.parse_position(score.start, position)
        found = [_picture(position)]
        for text in score.moves:
            notation.play_move(position, text)
            position.end_turn()
            position.forget()
            found.append(_picture(position))
    except ValueError as error:
        raise InputError(f"the game has a move that is not legal: {error}") from error
    return found


def _picture(position: rules.Position) -> dict[str, Any]:
    stones = notation.picture(position.board, ".WB").replace("/", "")
    return {
        "stones": stones,
        "turn": "W" if position.turn == rules.WHITE else "B",
        "taken": {colour: max(0, STONES - stones.count(colour)) for colour in "WB"},
        "share": None,
        "number": "",
        "words": "",
    }


def _points(text: str) -> list[str]:
    if is_irregular(text):
        return []
    steps = notation.parse_steps(text)
    return [notation.point_name(steps[0][0]), *(notation.point_name(to) for _, to, _ in steps)]
