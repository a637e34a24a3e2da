"""An analysis as the page gets it: what to draw at each move, and what to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fanorona.rules import notation, rules
from lakabe.errors import InputError
from lakabe.games import pgn, variants
from lakabe.games.irregular import is_irregular, shown
from lakabe.games.pgn import Score
from lakabe.help import words
from lakabe.help.analysis.annotate import verdict, worth_saying
from lakabe.help.analysis.examine import Examined
from lakabe.help.analysis.report import Judged, analyse

STONES = {variant: variants.start_of(variant).split(" ")[0].count("W") for variant in variants.WORDS}
"""By variant how many stones each side begins with; in Telo none lies on the board then."""


def as_data(score: Score, found: Mapping[int, Examined], engine: str) -> dict[str, Any]:
    """The game with what is known so far; moves are judged when all of it is. Stones in reading order.

    InputError for a move that is not legal.
    """
    positions = stood(score)
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
            judgement = _judgement(move, positions[move.index])
            data["moves"][move.index].update(judgement, turning=move.index in whole.turning)
        for index in whole.irregular:
            data["moves"][index]["said"] = "An irregular move (P10) is not judged."
        data["accuracy"] = whole.accuracy
    return data


def _judgement(move: Judged, before: Mapping[str, Any]) -> dict[str, Any]:
    telling = worth_saying(move)
    said = "The only move." if move.forced else "The best move." if move.move == move.best else "A good move."
    return {
        "mark": move.grade.mark,
        "said": verdict(move) if telling else said,
        "line": _line(move.line, before) if telling else [],
    }


def _line(line: Sequence[str], before: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was better: each move, its points, and what stands after it."""
    stones = before["stones"].replace(".", "1")
    rows = "/".join(stones[at : at + 9] for at in range(0, len(stones), 9))
    position = variants.load(variants.ORDINARY, f"{rows} {before['turn']}")
    found = []
    for text in line:
        _play(position, text)
        found.append({"text": text, "points": _points(text), **_picture(position)})
    return found


def stood(score: Score) -> list[dict[str, Any]]:
    """What stood before the first move and after each. InputError for a move that is not legal."""
    try:
        position = variants.load(score.variant, score.start)
        found = [_picture(position)]
        for text in score.moves:
            _play(position, text)
            found.append(_picture(position))
    except ValueError as error:
        raise InputError(f"the game has a move that is not legal: {error}") from error
    return found


def _play(position: rules.Position, text: str) -> None:
    notation.play_move(position, text)
    position.end_turn()
    position.forget()


def _picture(position: rules.Position) -> dict[str, Any]:
    stones = notation.picture(position.board, ".WB").replace("/", "")
    all_of_them = STONES[variants.WORDS[position.variant]]
    return {
        "stones": stones,
        "turn": "W" if position.turn == rules.WHITE else "B",
        "taken": {colour: max(0, all_of_them - stones.count(colour)) for colour in "WB"},
        "share": None,
        "number": "",
        "words": "",
    }


def _points(text: str) -> list[str]:
    if is_irregular(text):
        return []
    if "-" not in text:
        return [text]
    steps = notation.parse_steps(text)
    return [notation.point_name(steps[0][0]), *(notation.point_name(to) for _, to, _ in steps)]
