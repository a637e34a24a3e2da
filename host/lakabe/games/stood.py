"""A game of any variant as pages show it: what stood before its first move and after each."""

from __future__ import annotations

from typing import Any

from fanorona.rules import notation
from fanorona.rules.rules import WHITE, Position
from lakabe.errors import InputError
from lakabe.games import pgn, variants
from lakabe.games.irregular import is_irregular, shown

STONES = {variant: variants.start_of(variant).split(" ")[0].count("W") for variant in variants.WORDS}
"""By variant how many stones each side begins with; in Telo none lies on the board then."""


def as_data(score: pgn.Score) -> dict[str, Any]:
    """A game with its positions and moves; nothing is known of what they are worth. InputError."""
    positions = stood(score)
    return {
        "white": score.tags.get("White", ""),
        "black": score.tags.get("Black", ""),
        "result": score.result,
        "opening": pgn.opening(score.start, score.moves, score.variant),
        "engine": "",
        "done": 0,
        "total": len(positions),
        "positions": positions,
        "moves": [{"text": shown(text), "points": points(text)} for text in score.moves],
        "accuracy": None,
    }


def stood(score: pgn.Score) -> list[dict[str, Any]]:
    """What stood before the first move and after each. InputError for a move that is not legal."""
    try:
        position = variants.load(score.variant, score.start)
        found = [picture(position)]
        for text in score.moves:
            play(position, text)
            found.append(picture(position))
    except ValueError as error:
        raise InputError(f"the game has a move that is not legal: {error}") from error
    return found


def play(position: Position, text: str) -> None:
    """Play a whole move (N1). ValueError."""
    notation.play_move(position, text)
    position.end_turn()
    position.forget()


def picture(position: Position) -> dict[str, Any]:
    """The stones in reading order, the side to move, and how many each side has lost."""
    stones = notation.picture(position.board, ".WB").replace("/", "")
    all_of_them = STONES[variants.WORDS[position.variant]]
    return {
        "stones": stones,
        "turn": "W" if position.turn == WHITE else "B",
        "taken": {colour: max(0, all_of_them - stones.count(colour)) for colour in "WB"},
        "share": None,
        "number": "",
        "words": "",
    }


def points(text: str) -> list[str]:
    """The points of a move (N1) in order; none of an irregular one."""
    if is_irregular(text):
        return []
    if "-" not in text:
        return [text]
    steps = notation.parse_steps(text)
    return [notation.point_name(steps[0][0]), *(notation.point_name(to) for _, to, _ in steps)]
