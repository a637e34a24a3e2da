"""What the state of the board means for the people at it, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from fanorona.rules.rules import CREDITOR, DEBTOR, PLACING, RIATRA
from lakabe.games import ending
from lakabe.games.sides import COLOURS, OTHER
from lakabe.language.saying import Text, join, message, plural, say, verbatim
from lakabe.web.table import READING

LISTED = 4
"""More points than this are counted instead of named."""

_LOSS = {
    "no-stone": message("{winner} wins: {loser} has no stone left."),
    "no-move": message("{winner} wins: {loser} cannot move."),
    "forfeit": message("{winner} wins: {loser} has to leave a capture and does not."),
    "three": message("{winner} wins: three in a row."),
    "host": message("{winner} wins: {loser} resigned."),
    "resigned": message("{winner} wins: {loser} resigned."),
    ending.TIME: message("{winner} wins: the time of {loser} is up."),
}
_DRAW = {
    "repetition": message("A draw: the same position stood for the third time."),
    "fifty": message("A draw: fifty moves each without a capture."),
    "host": message("A draw: the players agreed."),
    "agreed": message("A draw: the players agreed."),
}


def points(picture: str, letter: str) -> list[str]:
    """The points where a picture (45 characters, with or without ``/``) has ``letter``, in reading order."""
    return [name for name, here in zip(READING, picture.replace("/", ""), strict=True) if here == letter]


def result(score: str, reason: str) -> Text:
    """How a game ended: ``1-0 no-stone`` is ``White wins: Black has no stone left.``"""
    if score == "1/2-1/2":
        return say(_DRAW[reason]) if reason in _DRAW else say("A draw.")
    if score not in ("1-0", "0-1"):
        return say("The game was broken off.")
    winner = "W" if score == "1-0" else "B"
    how = _LOSS.get(reason, message("{winner} wins."))
    return say(how, winner=COLOURS[winner], loser=COLOURS[OTHER[winner]])


def setup(picture: str) -> Text:
    """What is still to do before a game can begin; ``picture`` is of ``+`` (missing) and ``-`` (too many)."""
    missing, extra = points(picture, "+"), points(picture, "-")
    if not missing and not extra:
        return say("Place the stones. The lights show where.")
    todo = []
    if missing:
        count = plural("{count} stone missing", "{count} stones missing", len(missing))
        todo.append(_on(count, missing))
    if extra:
        todo.append(_on(plural("{count} too many", "{count} too many", len(extra)), extra))
    return say("Place the stones: {todo}.", todo=join(todo, ", "))


PROPOSED = say("A new game? Press turn. Press menu, or touch a stone, to go on with this one.")


def spread(board: str) -> str:
    """A board as in N2: 45 letters in reading order, ``W``, ``B`` or ``?`` where none stands."""
    return "".join("?" * int(here) if here.isdigit() else here for here in board.replace("/", ""))


_NEXT = {
    "W": say("Composing a position: leave only white stones, then press turn."),
    "B": say("Composing a position: add the black stones, then press turn (White begins) or menu (Black)."),
}
_REFUSED = {
    "no-white": say("This cannot be played: there is no white stone."),
    "no-black": say("This cannot be played: there is no black stone."),
    "no-move": say("This cannot be played: the side to move cannot move."),
}


def compose(colour: str, refused: str) -> Text:
    """What to do while a position is composed: ``colour`` (W or B) is put up, ``refused`` says why not."""
    if refused:
        return _REFUSED.get(refused, say("This cannot be played: {why}.", why=refused))
    return _NEXT[colour]


FAULTS = {
    "reversed": message("the diode at {place} is the wrong way round"),
    "bridged": message("the diode at {place} is bridged"),
    "dead": message("{place} does not close"),
    "closed": message("{place} does not open"),
    "chatters": message("{place} chatters"),
}
"""Faults of a point or a line, by the word of the board's self-test."""


def fault(part: str, where: str) -> Text:
    """What is wrong at a point, a row or a column; ``part`` is one of FAULTS."""
    return say(FAULTS[part], place=place(where))


def place(where: str) -> Text:
    """A point, or a row or column by its name."""
    if len(where) > 1:
        return verbatim(where)
    return say("row {name}", name=where) if where.isdigit() else say("column {name}", name=where)


def contacts(left: Sequence[str], chattering: Sequence[str]) -> Text:
    """What to say of contacts that are left out (P9), and of those that chatter; empty where all are well."""
    said = []
    if left:
        said.append(
            plural(
                "Without the contact of {points}: turn ends a move there.",
                "Without the contacts of {points}: turn ends a move there.",
                len(left),
                points=_and(left),
            )
        )
    if chattering:
        said.append(
            plural(
                "The contact of {points} chatters.",
                "The contacts of {points} chatter.",
                len(chattering),
                points=_and(chattering),
            )
        )
    return join(said)


DONE = "done"


def trial(said: Sequence[str]) -> Text:
    """A test by hand: the point to try, or DONE, and then the faults that were found."""
    if len(said) > 1:
        return say("Contacts: {faults}. Press turn.", faults=join(said[1:], ", "))
    if said[0] == DONE:
        return say("All contacts are well. Press turn.")
    return say(
        "Testing contacts: put a stone on {point} and lift it, or lift the one there and put it back."
        " If nothing happens, press turn.",
        point=said[0],
    )


def ask(picture: str) -> Text:
    """What the board asks a person to do: ``+`` put a stone there, ``-`` take it off, ``?`` touch it."""
    touch = points(picture, "?")
    missing, extra = points(picture, "+"), points(picture, "-")
    if touch and not missing and not extra:
        return say("Which stone moved? Touch {points}.", points=_any_of(touch))
    todo = []
    if missing:
        todo.append(_on(plural("put a stone", "put {count} stones", len(missing)), missing))
    if extra:
        todo.append(_named(plural("take a stone off", "take {count} stones off", len(extra)), extra))
    if touch:
        todo.append(say("touch {points}", points=_any_of(touch)))
    if not todo:
        return say("The board does not match the game.")
    return say("The board does not match the game: {todo}.", todo=join(todo, ", "))


_TO_MOVE = {
    DEBTOR: message("{side} to take one stone, the nearest: the vela's first phase."),
    CREDITOR: message("{side} to move, to take nothing and to leave a capture: the vela's first phase."),
    PLACING: message("{side} to place a stone."),
}
"""By the phases that are not those of the ordinary game."""


def playing(turn: str, step: str, lights: str, phase: int = RIATRA) -> Text:
    """What the side to move is about: ``step`` is the N1 so far or empty, ``lights`` 45 role letters.

    ``phase`` is one of ``fanorona.rules.rules``.
    """
    captured = lights.count("x")
    if captured:
        return plural("Take off the lit stone.", "Take off the {count} lit stones.", captured)
    choice = "E" in lights or ("A" in lights and "W" in lights)
    if choice and "l" not in lights:
        return say("Approach or withdrawal? Take off the first stone of the line you choose.")
    if "o" in lights:
        return say("{side} may go on, or end the move with turn.", side=COLOURS[turn])
    if step or "l" in lights:
        return say("{side} is moving.", side=COLOURS[turn])
    return say(_TO_MOVE.get(phase, message("{side} to move.")), side=COLOURS[turn])


def captures(turn: str) -> Text:
    """The side to move is taking stones, which the page carries away."""
    return say("{side} captures.", side=COLOURS[turn])


def carry_out(name: str, move: str, carries: bool = False) -> Text:
    """The move (N1) of an opponent without hands, which a person makes unless the page ``carries`` it out."""
    if carries:
        return say("{name} plays {move}.", name=name, move=move)
    return say("{name} plays {move}. Move its stone, as the lights show.", name=name, move=move)


def not_its_move(name: str, move: str) -> Text:
    """A step was made that this move (N1) does not begin with."""
    return say("That is another move: {name} plays {move}. Put the stone back.", name=name, move=move)


def unwritten(why: str) -> Text:
    """Why nothing of what is played is shown or recorded."""
    return say("The recording waits, and so does this page: {why}.", why=why)


_LEFT_OVER = {
    "W": say("Put the white stone in your hand into the tray."),
    "B": say("Put the black stone in your hand into the tray."),
}


def left_over(colour: str) -> Text:
    """What to do with a stone in one's hand that has no place on the board any more."""
    return _LEFT_OVER[colour]


def _on(what: Text, names: Sequence[str]) -> Text:
    """Where, unless there are too many."""
    return what if len(names) > LISTED else say("{what} on {points}", what=what, points=", ".join(names))


def _named(what: Text, names: Sequence[str]) -> Text:
    return what if len(names) > LISTED else say("{what} {points}", what=what, points=", ".join(names))


def _and(names: Sequence[str]) -> Text:
    """All of them: ``a1 and b2``."""
    found = verbatim(names[0])
    for name in names[1:]:
        found = say("{points} and {point}", points=found, point=name)
    return found


def _any_of(names: Sequence[str]) -> Text:
    if len(names) == 1:
        return verbatim(names[0])
    return say("{points} or {point}", points=", ".join(names[:-1]), point=names[-1])
