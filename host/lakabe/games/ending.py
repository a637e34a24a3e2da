"""How a game ended: the words of the tag ``Termination`` (N3), and a sentence for people."""

from __future__ import annotations

from fanorona.rules.rules import WHITE, Position
from lakabe.language.saying import NOTHING, Text, say, stop

TAG = "Termination"
"""Of the text of a game: why it ended. The archive keeps the board's reason instead."""

HOST = "host"
"""The reason of a game that was ended by a computer's command."""
TIME = "time"
"""That of a game which was ended so because the loser's time was up; the board calls it HOST."""

_WHY = {
    "no-stone": say("no stone left (R10)"),
    "no-move": say("no move left (R10)"),
    "repetition": say("the same position for the third time (R11)"),
    "fifty": say("fifty moves each without a capture (R11)"),
    "forfeit": say("forfeit (V5)"),
    "three": say("three in a row (S2)"),
    "agreed": say("agreed"),
    "resigned": say("resigned"),
    "abandoned": say("abandoned"),
    "anew": say("set up anew"),
    TIME: say("time forfeit"),
}
"""By the reasons of the protocol; ``host`` says less than the result does."""
_HOST = {"1-0": _WHY["resigned"], "0-1": _WHY["resigned"], "1/2-1/2": _WHY["agreed"]}
_RESULTS = {"1-0": say("White wins"), "0-1": say("Black wins"), "1/2-1/2": say("A draw")}


def told(reason: str) -> str:
    """Return the reason that a board has for a game which the archive has with this one."""
    return HOST if reason == TIME else reason


def termination(result: str | None, reason: str) -> Text:
    """Why a game ended with this result, by the board's reason; empty where nobody knows."""
    if result is None:
        return NOTHING
    return _HOST.get(result, NOTHING) if reason == HOST else _WHY.get(reason, NOTHING)


def said(result: str | None, why: str) -> Text:
    """A sentence: ``1-0`` and ``forfeit (V5)`` is ``White wins: forfeit (V5).``; ``why`` may be empty,
    or what the tag of a game says.

    Without a result, None, the game is in play.
    """
    if result is None:
        return say("In play.")
    what = _RESULTS.get(result, say("Without a result"))
    if not why:
        return stop(what)
    return say("{result}: {why}.", result=what, why=why if isinstance(why, Text) else say(why))


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
