"""The second line of the status: what is expected of whoever is to move, and what ends the turn."""

from __future__ import annotations

from fanorona.rules.notation import parse_point, point_name
from lakabe.web import reasons
from lakabe.web.manners import Manners
from lakabe.web.table import Hand
from lakabe.web.view import View

NAMES = 3
"""The level of help from which on stones and points are named."""


def todo(view: View, manners: Manners, hand: Hand | None, carries: bool, opponent: str) -> str:
    """What to do now; empty where the status says it all. ``opponent`` is the side of one without hands."""
    if view.phase != "play" or view.is_apart or view.lesson or not view.linked or view.amiss or view.proposes:
        return ""
    position, side = manners.position, view.turn
    level = (view.levels or {}).get(side, 0)
    if opponent == side:
        return "" if view.step else "The computer is to move."
    if manners.choice is not None:
        click = "click" if carries else "take off"
        return f"Only one of the two lines is taken: {click} a stone of the one you choose."
    if position.may_go_on():
        return _going_on(point_name(position.stone), carries)
    if position.steps:
        return ""
    if hand is not None and hand.origin is not None and level >= NAMES:
        ways = reasons.ways(position, parse_point(hand.origin))
        if ways:
            return f"{hand.origin} may go to {reasons.listed(ways)}."
    return reasons.expected(position, level >= NAMES)


def _going_on(stone: str, carries: bool) -> str:
    if carries:
        return f"{stone} may go on: click a lit point. Or end the move: press turn, or click the stone."
    return f"{stone} may go on, taking more. Or end the move: press turn."
