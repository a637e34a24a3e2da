"""What the state of the board means for the people at it, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from fanorona.rules.rules import CREDITOR, DEBTOR, PLACING, RIATRA
from lakabe.games import ending
from lakabe.web.table import READING

COLOURS = {"W": "White", "B": "Black"}
OTHER = {"W": "B", "B": "W"}
LISTED = 4
"""More points than this are counted instead of named."""

_LOSS = {
    "no-stone": "{loser} has no stone left",
    "no-move": "{loser} cannot move",
    "forfeit": "{loser} has to leave a capture and does not",
    "three": "three in a row",
    "host": "{loser} resigned",
    "resigned": "{loser} resigned",
    ending.TIME: "the time of {loser} is up",
}
_DRAW = {
    "repetition": "the same position stood for the third time",
    "fifty": "fifty moves each without a capture",
    "host": "the players agreed",
    "agreed": "the players agreed",
}


def points(picture: str, letter: str) -> list[str]:
    """The points where a picture (45 characters, with or without ``/``) has ``letter``, in reading order."""
    return [name for name, here in zip(READING, picture.replace("/", ""), strict=True) if here == letter]


def result(score: str, reason: str) -> str:
    """How a game ended: ``1-0 no-stone`` is ``White wins: Black has no stone left.``"""
    if score == "1/2-1/2":
        return f"A draw: {_DRAW[reason]}." if reason in _DRAW else "A draw."
    if score not in ("1-0", "0-1"):
        return "The game was broken off."
    winner = "W" if score == "1-0" else "B"
    how = _LOSS.get(reason, "").format(loser=COLOURS[OTHER[winner]])
    return f"{COLOURS[winner]} wins: {how}." if how else f"{COLOURS[winner]} wins."


def setup(picture: str) -> str:
    """What is still to do before a game can begin; ``picture`` is of ``+`` (missing) and ``-`` (too many)."""
    missing, extra = points(picture, "+"), points(picture, "-")
    if not missing and not extra:
        return "Place the stones. The lights show where."
    todo = []
    if missing:
        todo.append(f"{_stones(len(missing))} missing{_named(missing, 'on')}")
    if extra:
        todo.append(f"{len(extra)} too many{_named(extra, 'on')}")
    return f"Place the stones: {', '.join(todo)}."


PROPOSED = "A new game? Press turn. Press menu, or touch a stone, to go on with this one."


def spread(board: str) -> str:
    """A board as in N2: 45 letters in reading order, ``W``, ``B`` or ``?`` where none stands."""
    return "".join("?" * int(here) if here.isdigit() else here for here in board.replace("/", ""))


_NEXT = {
    "W": "Composing a position: leave only white stones, then press turn.",
    "B": "Composing a position: add the black stones, then press turn (White begins) or menu (Black).",
}
_REFUSED = {
    "no-white": "there is no white stone",
    "no-black": "there is no black stone",
    "no-move": "the side to move cannot move",
}


def compose(colour: str, refused: str) -> str:
    """What to do while a position is composed: ``colour`` (W or B) is put up, ``refused`` says why not."""
    if refused:
        return f"This cannot be played: {_REFUSED.get(refused, refused)}."
    return _NEXT[colour]


FAULTS = {
    "reversed": "the diode at {} is the wrong way round",
    "bridged": "the diode at {} is bridged",
    "dead": "{} does not close",
    "closed": "{} does not open",
    "chatters": "{} chatters",
}
"""Faults of a point or a line, by the word of the board's self-test."""


def place(where: str) -> str:
    """A point, or a row or column by its name."""
    if len(where) > 1:
        return where
    return f"row {where}" if where.isdigit() else f"column {where}"


def contacts(left: Sequence[str], chattering: Sequence[str]) -> str:
    """What to say of contacts that are left out (P9), and of those that chatter; empty where all are well."""
    said = [f"Without {_contacts(left)}: turn ends a move there."] if left else []
    if chattering:
        said.append(f"{_contacts(chattering).capitalize()} chatter{'s' if len(chattering) == 1 else ''}.")
    return " ".join(said)


DONE = "done"


def trial(said: Sequence[str]) -> str:
    """A test by hand: the point to try, or DONE, and then the faults that were found."""
    if len(said) > 1:
        return f"Contacts: {', '.join(said[1:])}. Press turn."
    if said[0] == DONE:
        return "All contacts are well. Press turn."
    return (
        f"Testing contacts: put a stone on {said[0]} and lift it, or lift the one there and put it back."
        " If nothing happens, press turn."
    )


def ask(picture: str) -> str:
    """What the board asks a person to do: ``+`` put a stone there, ``-`` take it off, ``?`` touch it."""
    touch = points(picture, "?")
    missing, extra = points(picture, "+"), points(picture, "-")
    if touch and not missing and not extra:
        return f"Which stone moved? Touch {_any_of(touch)}."
    todo = []
    if missing:
        todo.append(f"put {_a_stone(len(missing))}{_named(missing, 'on')}")
    if extra:
        todo.append(f"take {_a_stone(len(extra))} off{_named(extra, '')}")
    if touch:
        todo.append(f"touch {_any_of(touch)}")
    if not todo:
        return "The board does not match the game."
    return f"The board does not match the game: {', '.join(todo)}."


_TO_MOVE = {
    DEBTOR: "{} to take one stone, the nearest: the vela's first phase.",
    CREDITOR: "{} to move, to take nothing and to leave a capture: the vela's first phase.",
    PLACING: "{} to place a stone.",
}
"""By the phases that are not those of the ordinary game."""


def playing(turn: str, step: str, lights: str, phase: int = RIATRA) -> str:
    """What the side to move is about: ``step`` is the N1 so far or empty, ``lights`` 45 role letters.

    ``phase`` is one of ``fanorona.rules.rules``.
    """
    captured = lights.count("x")
    if captured:
        return f"Take off the {_lit(captured)}."
    choice = "E" in lights or ("A" in lights and "W" in lights)
    if choice and "l" not in lights:
        return "Approach or withdrawal? Take off the first stone of the line you choose."
    if "o" in lights:
        return f"{COLOURS[turn]} may go on, or end the move with turn."
    if step or "l" in lights:
        return f"{COLOURS[turn]} is moving."
    return _TO_MOVE.get(phase, "{} to move.").format(COLOURS[turn])


_PLAYS = "{name} plays {move}."
_PLAYS_BY_HAND = "{name} plays {move}. Move its stone, as the lights show."
_NOT_ITS_MOVE = "That is another move: {name} plays {move}. Put the stone back."


def carry_out(name: str, move: str, carries: bool = False) -> str:
    """The move (N1) of an opponent without hands, which a person makes unless the page ``carries`` it out."""
    return (_PLAYS if carries else _PLAYS_BY_HAND).format(name=name, move=move)


def not_its_move(name: str, move: str) -> str:
    """A step was made that this move (N1) does not begin with."""
    return _NOT_ITS_MOVE.format(name=name, move=move)


def unwritten(why: str) -> str:
    """Why nothing of what is played is shown or recorded."""
    return f"The recording waits, and so does this page: {why}."


def left_over(colour: str) -> str:
    """What to do with a stone in one's hand that has no place on the board any more."""
    return f"Put the {COLOURS[colour].lower()} stone in your hand into the tray."


def _contacts(names: Sequence[str]) -> str:
    return f"the contact{'s' if len(names) > 1 else ''} of {' and '.join(names)}"


def _stones(count: int) -> str:
    return "1 stone" if count == 1 else f"{count} stones"


def _lit(count: int) -> str:
    return "lit stone" if count == 1 else f"{count} lit stones"


def _a_stone(count: int) -> str:
    return "a stone" if count == 1 else f"{count} stones"


def _named(names: Sequence[str], preposition: str) -> str:
    if len(names) > LISTED:
        return ""
    return f" {preposition} {', '.join(names)}" if preposition else f" {', '.join(names)}"


def _any_of(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
