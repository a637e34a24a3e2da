"""Hints in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lakabe.games.sides import COLOURS, OTHER
from lakabe.help.hint import Choice, Hint, Mistake
from lakabe.help.source import Booked
from lakabe.help.worth import Worth
from lakabe.language.saying import Text, join, message, plural, say, sentence

NAMES = {"W": "White", "B": "Black"}
"""As the tags of a game have it (N3)."""
RESULTS = {"W": "1-0", "B": "0-1"}
"""By who has won."""
LISTED = 6
"""More points than this are counted instead of named."""


_AHEAD = {
    "slightly better": message("{side} is slightly better"),
    "better": message("{side} is better"),
    "much better": message("{side} is much better"),
    "nearly winning": message("{side} is nearly winning"),
}
"""By the degrees of a worth."""


def standing(worth: Worth, turn: str) -> Text:
    """Who stands how: ``White is better``, ``White wins, proven: in 4 moves``; ``turn`` is W or B."""
    ahead, degree = worth.degree
    if worth.kind == "draw":
        return say("a draw, proven")
    if not ahead:
        return say("even")
    side = COLOURS[turn if ahead > 0 else OTHER[turn]]
    if worth.proven and worth.moves:
        return plural(
            "{side} wins, proven: in {count} move at most",
            "{side} wins, proven: in {count} moves at most",
            worth.moves,
            side=side,
        )
    if worth.proven:
        return say("{side} has won", side=side)
    if worth.certain:
        return say("{side} wins, if R11 does not make it a draw first", side=side)
    return say(_AHEAD[degree], side=side)


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


def evaluation(worth: Worth | None, turn: str) -> Text:
    """All of it in one line; an estimate comes with the share of the points that White can expect."""
    if worth is None:
        return say("the engine does not say what it is worth")
    said = standing(worth, turn)
    if worth.certain:
        return said
    share = worth.share if turn == "W" else 1 - worth.share
    return say(
        "{standing}: {value}, {share} % for White, an estimate",
        standing=said,
        value=number(worth, turn),
        share=f"{100 * share:.0f}",
    )


def reasons(choice: Choice, legal: int, turn: str) -> list[Text]:
    """Why a move, or what to know of it: a sentence each."""
    said = _reasons(choice, legal)
    return said if choice.book is None else [*said, _book(choice.book, choice.depth)]


def _reasons(choice: Choice, legal: int) -> list[Text]:
    """All but the book's."""
    facts = choice.consequences
    said = []
    if legal == 1:
        said.append(say("It is the only move."))
    if facts is not None:
        takes = say("Takes {stones}.", stones=_stones(facts.takes)) if facts.takes else say("Takes nothing.")
        said.append(takes)
        if facts.hanging:
            said.append(
                say(
                    "Leaves {stones} hanging; one reply can take {most}.",
                    stones=_stones(facts.hanging),
                    most=facts.most,
                )
            )
        else:
            said.append(say("Leaves nothing hanging."))
        if choice.sacrifice:
            said.append(_sacrifice(choice.sacrifice, choice.regains, bool(facts.takes)))
    if choice.worth is not None and choice.worth.kind == "win" and choice.worth.plies == 1:
        said.append(say("It ends the game."))
    return said


def _sacrifice(given: int, back: int, takes: bool) -> Text:
    """What is given up beyond what the move takes, if anything, and what of it comes back."""
    stones = _count(given)
    if takes and back:
        return say(
            "A sacrifice: gives up {stones} more than it takes, and takes {back} in turn.",
            stones=stones,
            back=back,
        )
    if takes:
        return say("A sacrifice: gives up {stones} more than it takes.", stones=stones)
    if back:
        return say("A sacrifice: gives up {stones}, and takes {back} in turn.", stones=stones, back=back)
    return say("A sacrifice: gives up {stones}.", stones=stones)


def _book(booked: Booked, depth: int) -> Text:
    """That a move is from the book, how deep it was looked for, and how sure it is."""
    why = say("best by the positions after it that the book has")
    if booked.steady:
        why = plural("best at the last {count} depth", "best at the last {count} depths", booked.steady)
    if booked.lead is not None:
        why = plural(
            "{why}, {count} point of 100 ahead of the next",
            "{why}, {count} points of 100 ahead of the next",
            round(booked.lead),
            why=why,
        )
    return say("From the opening book: searched to depth {depth}, {why}.", depth=depth, why=why)


def mistake(missed: Mistake, turn: str) -> Text:
    """The last move, made by who is not to move now (``turn``), and what was better."""
    mover = OTHER[turn]
    return say(
        "{side}'s {move} was {grade}. Better was {better} (then: {then}; now: {now}).",
        side=COLOURS[mover],
        move=missed.move,
        grade=say(missed.grade.label),
        better=missed.better,
        then=standing(missed.best_worth, mover),
        now=standing(missed.worth, mover),
    )


def blunder(move: str, now: Worth, best: str, then: Worth, taken: int, turn: str) -> Text:
    """What is wrong with a move (N1) of ``turn``, W or B: how it stands now, and what ``best`` had kept.

    ``taken``: how many stones the reply can take. ``best`` may be empty.
    """
    said = [say("{move} loses much: {now}.", move=move, now=standing(now, turn))]
    if taken:
        said.append(say("The reply can take {stones}.", stones=_count(taken)))
    if best:
        said.append(say("Better was {best}: {then}.", best=best, then=standing(then, turn)))
    return join(said)


def figures(choice: Choice, turn: str) -> list[Text]:
    """What the engine has to say of a move in numbers: a sentence each."""
    said = [sentence(evaluation(choice.worth, turn))]
    if choice.book is not None:
        said.append(_book(choice.book, choice.depth))
    elif choice.depth:
        said.append(say("Searched to depth {depth}.", depth=choice.depth))
    return said


def in_words(choice: Choice, legal: int, turn: str) -> list[Text]:
    """What a move is worth, and why: sentences without numbers of the engine."""
    said = _reasons(choice, legal)
    if choice.book is not None:
        said.append(say("It is the usual move here: it is from the opening book."))
    return said if choice.worth is None else [sentence(standing(choice.worth, turn)), *said]


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


def _count(n: int) -> Text:
    return plural("{count} stone", "{count} stones", n)


def _stones(points: Sequence[str]) -> Text:
    """A stone and where it is, or several; many are counted only."""
    if len(points) > LISTED:
        return _count(len(points))
    return say("{stones} ({points})", stones=_count(len(points)), points=" ".join(points))
