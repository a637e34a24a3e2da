"""How a game ended: the words of the tag ``Termination`` (N3), and a sentence for people."""

from __future__ import annotations

from fanorona.rules.rules import WHITE, Position

TAG = "Termination"
"""Of the text of a game: why it ended. The archive keeps the board's reason instead."""

HOST = "host"
"""The reason of a game that was ended by a computer's command."""
TIME = "time"
"""That of a game which was ended so because the loser's time was up; the board calls it HOST."""

_WHY = {
    "no-stone": "no stone left (R10)",
    "no-move": "no move left (R10)",
    "repetition": "the same position for the third time (R11)",
    "fifty": "fifty moves each without a capture (R11)",
    "forfeit": "forfeit (V5)",
    "three": "three in a row (S2)",
    "agreed": "agreed",
    "resigned": "resigned",
    "abandoned": "abandoned",
    "anew": "set up anew",
    TIME: "time forfeit",
}
"""By the reasons of the protocol; ``host`` says less than the result does."""
_HOST = {"1-0": "resigned", "0-1": "resigned", "1/2-1/2": "agreed"}
_RESULTS = {"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "A draw"}


def told(reason: str) -> str:
    """Return the reason that a board has for a game which the archive has with this one."""
    return HOST if reason == TIME else reason


def termination(result: str | None, reason: str) -> str:
    """Why a game ended with this result, by the board's reason; empty where nobody knows."""
    if result is None:
        return ""
    return _HOST.get(result, "") if reason == HOST else _WHY.get(reason, "")


def said(result: str | None, why: str) -> str:
    """A sentence: ``1-0`` and ``forfeit (V5)`` is ``White wins: forfeit (V5).``; ``why`` may be empty.

    Without a result, None, the game is in play.
    """
    if result is None:
        return "In play."
    what = _RESULTS.get(result, "Without a result")
    return f"{what}: {why}." if why else f"{what}."


def decided(position: Position) -> str:
    """The result by the rules as a turn begins (R10, V5, S2): ``1-0``, ``0-1``, or empty while it goes on."""
    law = position.law if position.phase else None
    if law is not None:
        loser = law.loser(position)
    else:
        loser = 0 if position.stones[position.turn] and position.can_move() else position.turn
    if not loser:
        return ""
    return "0-1" if loser == WHITE else "1-0"
