"""Hints in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lakabe.help.hint import Choice, Hint, Mistake
from lakabe.help.source import Booked
from lakabe.help.worth import Worth

NAMES = {"W": "White", "B": "Black"}
OTHER = {"W": "B", "B": "W"}
RESULTS = {"W": "1-0", "B": "0-1"}
"""By who has won."""
_BOOK = "From the opening book"
LISTED = 6
"""More points than this are counted instead of named."""


def standing(worth: Worth, turn: str) -> str:
    """Who stands how: ``White is better``, ``White wins, proven: in 4 moves``; ``turn`` is W or B."""
    side, degree = worth.degree
    if worth.kind == "draw":
        return "a draw, proven"
    if not side:
        return degree
    ahead = turn if side > 0 else OTHER[turn]
    if worth.proven:
        count = worth.moves
        return f"{NAMES[ahead]} wins, proven: in {_count(count, 'move')} at most" if count else _over(ahead)
    if worth.certain:
        return f"{NAMES[ahead]} wins, if R11 does not make it a draw first"
    return f"{NAMES[ahead]} is {degree}"


def number(worth: Worth, turn: str) -> str:
    """The evaluation as a number for White: ``+0.72``, or ``#4`` and ``#-4`` for a proven win and loss.

    Of a game that is won it is the result.
    """
    if worth.kind == "draw":
        return "0.00"
    if worth.proven and not worth.plies:
        return RESULTS[turn if worth.kind == "win" else OTHER[turn]]
    sign = 1 if turn == "W" else -1
    if worth.proven:
        return f"#{sign * (1 if worth.kind == 'win' else -1) * worth.moves}"
    return f"{sign * worth.centipoints / 100:+.2f}"


def evaluation(worth: Worth | None, turn: str, numbered: bool = True) -> str:
    """All of it in one line; an estimate comes with the share of the points that White can expect."""
    if worth is None:
        return "the engine does not say what it is worth"
    said = standing(worth, turn)
    if worth.certain:
        return said
    share = worth.share if turn == "W" else 1 - worth.share
    value = f"{number(worth, turn)}, " if numbered else ""
    return f"{said}: {value}{100 * share:.0f} % for White, an estimate"


def reasons(choice: Choice, legal: int, turn: str) -> list[str]:
    """Why a move, or what to know of it: a sentence each."""
    facts = choice.consequences
    said = []
    if legal == 1:
        said.append("It is the only move.")
    if facts is not None:
        said.append(f"Takes {_stones(facts.takes)}." if facts.takes else "Takes nothing.")
        if facts.hanging:
            said.append(f"Leaves {_stones(facts.hanging)} hanging; one reply can take {facts.most}.")
        else:
            said.append("Leaves nothing hanging.")
        if choice.sacrifice:
            back = f", and takes {choice.regains} in turn" if choice.regains else ""
            more = " more than it takes" if facts.takes else ""
            said.append(f"A sacrifice: gives up {_count(choice.sacrifice, 'stone')}{more}{back}.")
    if choice.worth is not None and choice.worth.kind == "win" and choice.worth.plies == 1:
        said.append("It ends the game.")
    if choice.book is not None:
        said.append(_book(choice.book, choice.depth))
    return said


def _book(booked: Booked, depth: int) -> str:
    """That a move is from the book, how deep it was looked for, and how sure it is."""
    why = f"best at the last {_count(booked.steady, 'depth')}"
    if not booked.steady:
        why = "best by the positions after it that the book has"
    ahead = "" if booked.lead is None else f", {booked.lead:.0f} points of 100 ahead of the next"
    return f"{_BOOK}: searched to depth {depth}, {why}{ahead}."


def mistake(missed: Mistake, turn: str) -> str:
    """The last move, made by who is not to move now (``turn``), and what was better."""
    mover = OTHER[turn]
    return (
        f"{NAMES[mover]}'s {missed.move} was {missed.grade.label}. Better was {missed.better} "
        f"(then: {standing(missed.best_worth, mover)}; now: {standing(missed.worth, mover)})."
    )


_BLUNDER = "{move} loses much: {now}."
_BETTER = "Better was {best}: {then}."
_TAKES = "The reply can take {stones}."


def blunder(move: str, now: Worth, best: str, then: Worth, taken: int, turn: str) -> str:
    """What is wrong with a move (N1) of ``turn``, W or B: how it stands now, and what ``best`` had kept.

    ``taken``: how many stones the reply can take. ``best`` may be empty.
    """
    said = [_BLUNDER.format(move=move, now=standing(now, turn))]
    if taken:
        said.append(_TAKES.format(stones=_count(taken, "stone")))
    if best:
        said.append(_BETTER.format(best=best, then=standing(then, turn)))
    return " ".join(said)


def figures(choice: Choice, turn: str) -> list[str]:
    """What the engine has to say of a move in numbers: a sentence each."""
    said = [f"{_capital(evaluation(choice.worth, turn))}."]
    if choice.book is not None:
        said.append(_book(choice.book, choice.depth))
    elif choice.depth:
        said.append(f"Searched to depth {choice.depth}.")
    return said


def in_words(choice: Choice, legal: int, turn: str) -> list[str]:
    """What a move is worth, and why: sentences without numbers of the engine."""
    book = choice.book is not None
    said = [one for one in reasons(choice, legal, turn) if not (book and one.startswith(_BOOK))]
    if book:
        said.append("It is the usual move here: it is from the opening book.")
    worth = "" if choice.worth is None else f"{_capital(standing(choice.worth, turn))}."
    return [worth, *said] if worth else said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_data(hint: Hint) -> dict[str, Any]:
    """A hint as the page gets it: texts, and moves in N1."""
    turn = hint.turn
    return {
        "position": hint.position,
        "turn": turn,
        "choices": [
            {
                "move": choice.move,
                "line": list(choice.line),
                "number": number(choice.worth, turn) if choice.worth else "",
                "proven": choice.worth is not None and choice.worth.proven,
                "words": in_words(choice, hint.legal, turn),
                "figures": figures(choice, turn),
            }
            for choice in hint.choices
        ],
        "mistake": mistake(hint.mistake, turn) if hint.mistake else None,
    }


def _over(winner: str) -> str:
    return f"{NAMES[winner]} has won"


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _stones(points: Sequence[str]) -> str:
    """A stone and where it is, or several; many are counted only."""
    named = f" ({' '.join(points)})" if len(points) <= LISTED else ""
    return f"{_count(len(points), 'stone')}{named}"
