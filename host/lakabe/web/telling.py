"""The second line of the status: what is expected of whoever is to move, and what ends the turn."""

from __future__ import annotations

from fanorona.rules.notation import parse_point, point_name
from fanorona.rules.rules import PLACING
from lakabe.language.saying import NOTHING, Text, say
from lakabe.web import reasons
from lakabe.web.manners import Manners
from lakabe.web.table import READING, Hand
from lakabe.web.view import View

NAMES = 3
"""The level of help from which on stones and points are named."""


def todo(view: View, manners: Manners, hand: Hand | None, carries: bool, opponent: str) -> Text:
    """What to do now; empty where the status says it all. ``opponent`` is the side of one without hands."""
    if view.phase != "play" or view.is_apart or view.lesson or not view.linked or view.amiss or view.proposes:
        return NOTHING
    position, side = manners.position, view.turn
    level = (view.levels or {}).get(side, 0)
    if opponent == side:
        return NOTHING if view.step else say("The computer is to move.")
    if manners.choice is not None:
        if carries:
            return say("Only one of the two lines is taken: click a stone of the one you choose.")
        return say("Only one of the two lines is taken: take off a stone of the one you choose.")
    if position.may_go_on():
        return _going_on(point_name(position.stone), carries)
    if position.steps:
        return NOTHING
    if hand is not None and hand.origin is not None and level >= NAMES:
        ways = reasons.ways(position, parse_point(hand.origin))
        if ways:
            return say("{point} may go to {points}.", point=hand.origin, points=reasons.listed(ways))
    if position.phase == PLACING and not carries and hand is None:
        return say(
            "{side}: take a stone out of a tray, and put it on an empty point.",
            side=reasons.NAMES[position.turn],
        )
    return reasons.expected(position, level >= NAMES)


def movable(view: View, manners: Manners, hand: Hand | None, opponent: str) -> list[str]:
    """The points that are worth a click now, where nobody has begun to move and help is wanted."""
    if view.phase != "play" or view.is_apart or view.lesson or view.amiss or opponent == view.turn:
        return []
    begun = hand is not None or manners.choice is not None or manners.position.steps
    return [] if begun or (view.levels or {}).get(view.turn, 0) < NAMES else reasons.movers(manners.position)


def why(view: View, picture: str) -> Text:
    """Why the board wants stones put right, where it is one that went where it may not; else empty."""
    if view.phase != "play" or not view.amiss or view.lesson or view.step:
        return NOTHING
    position, own = view.position, view.turn
    before = view.turns_picture()
    left = [n for n in range(len(before)) if before[n] == own != picture[n]]
    came = [n for n in range(len(before)) if picture[n] == own != before[n]]
    if len(left) != 1 or len(came) > 1:
        return NOTHING
    p = parse_point(READING[left[0]])
    return reasons.stone(position, p) or (
        reasons.step(position, p, parse_point(READING[came[0]])) if came else NOTHING
    )


def _going_on(stone: str, carries: bool) -> Text:
    if carries:
        return say(
            "{point} may go on: click a lit point. Or end the move: press turn, or click the stone.",
            point=stone,
        )
    return say("{point} may go on, taking more. Or end the move: press turn.", point=stone)
