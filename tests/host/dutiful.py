"""A hand that does what the lights ask, and knows nothing else: no rules, no position."""

from __future__ import annotations

import random

from restless import MENU, TURN, Restless

import reference

ACTS = 300
"""So much has to be enough: every stone off and on again, and as much once more."""
LOOK_MS = 1500
"""For so long people look before they act: longer than the board takes to find out that all is a mess."""
TOUCH_MS = 400
LONG_MS = 10_100
TAKE_OFF, PUT, TOUCH = "rx", "nik", "q"
LINES = "AWE"
WAYS = "pawe"


class Misled(AssertionError):
    """The lights lead nowhere."""


def put_right(board: Restless, rng: random.Random) -> int:
    """Do what the lights ask until the board is sure how things stand; how many acts that took."""
    done: list[str] = []
    for count in range(ACTS):
        board.wait(LOOK_MS)
        if board.is_sure():
            return count
        done.append(_act(board, rng, done[-1] if done else ""))
    raise Misled(f"no end of it: {' '.join(done[-30:])}")


def _act(board: Restless, rng: random.Random, last: str) -> str:
    """One thing that the lights ask for; what it was. ``last``: what was done before."""
    if board.session.reports.apart is not None:
        board.press(MENU, 1600)  # composing, the menu, the lessons, a test: this leads back from all of them
        return "menu"
    lights = board.lights()
    here = {p: letter for p, letter in lights.items() if board.stones[p]}
    there = {p: letter for p, letter in lights.items() if not board.stones[p]}
    for points, letters in ((here, TOUCH), (here, TAKE_OFF), (there, PUT)):
        if asked := [p for p, letter in points.items() if letter in letters]:
            return _change(board, rng.choice(asked), twice=letters == TOUCH)
    if any(letter in TAKE_OFF + PUT for letter in lights.values()):
        # All is as the lights want it, so that must be the contact.
        board.wait(LONG_MS)
        board.press(TURN, 50)
        return "turn after long"
    if lifted := [p for p, letter in there.items() if letter == "l"]:
        ways = [p for p, letter in there.items() if letter in WAYS]
        return _change(board, rng.choice(ways or lifted))
    for letters in (LINES, "m"):
        if asked := [p for p, letter in here.items() if letter in letters]:
            return _change(board, rng.choice(asked))
    if stands := [p for p, letter in here.items() if letter == "o"]:
        if last == "turn":  # which has led nowhere: then the stone goes on
            return _change(board, rng.choice(stands))
        board.press(TURN, 50)
        return "turn"
    if set("zyIK") & set(lights.values()):  # what is shown for a while, or asked
        board.press(MENU, 50)
        board.wait(LONG_MS)
        return "wait"
    shown = " ".join(f"{_name(p)}:{letter}" for p, letter in lights.items())
    raise Misled(f"asks for nothing: {shown or 'dark'}")


def _change(board: Restless, p: int, twice: bool = False) -> str:
    told = f"{board.lights()[p]}{_name(p)}"
    for _ in range(1 + twice):
        board.change(p, TOUCH_MS)
    return told


def _name(p: int) -> str:
    return reference.name(reference.ALL_POINTS[p])
