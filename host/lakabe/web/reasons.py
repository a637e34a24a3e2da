"""Why a stone may not do something, in the words of the rules, for people who do not know them yet."""

from __future__ import annotations

from fanorona.rules import rules
from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import point_name
from fanorona.rules.rules import CREDITOR, DEBTOR, EMPTY, MOVING, PLACING, WALL, Position, step_between
from fanorona.rules.steps import FROM, TO, WAY
from lakabe.games.sides import COLOURS
from lakabe.language.saying import NOTHING, Text, join, plural, say, verbatim

NAMES = {rules.WHITE: COLOURS["W"], rules.BLACK: COLOURS["B"]}
LISTED = 5
"""More stones than this are counted instead of named."""


def movers(position: Position) -> list[str]:
    """The points of the stones that may begin the move, or go on with it."""
    found = bytearray(POINTS)
    position.movable(found)
    return [point_name(p) for p in range(POINTS) if found[p]]


def may_step(position: Position, s: int) -> int:
    """The kinds with which step ``s`` may be played now; 0 where it may not (R2-R8, V3-V5, S2)."""
    kinds = position.kinds(s)
    if position.phase > DEBTOR and kinds and position.law is not None:
        position.law.look(position)
        return kinds if position.law.shows(position, s) else 0
    return kinds


def stone(position: Position, p: int) -> Text:
    """Why the stone on ``p`` may not begin a move or go on; empty where it may."""
    side, name = NAMES[position.turn], point_name(p)
    if position.steps and p != position.stone:
        only = point_name(position.stone)
        return say("Only {point} may go on in this move. Press turn to end it.", point=only)
    if position.board[p] != position.turn:
        return say("It is {side}'s turn, and {point} is not {side}'s.", side=side, point=name)
    if name in movers(position):
        return NOTHING
    if position.steps:
        return say("{point} can take no more in this move. Press turn to end it.", point=name)
    if position.phase == CREDITOR and position.may_begin(p):
        refused = say("{side} must leave a capture: {point} has no such step.", side=side, point=name)
        return join([refused, _can(position)])
    if position.phase != CREDITOR and position.must_capture():
        return say("{side} must capture: {points} can.", side=side, points=listed(movers(position)))
    return say("{point} cannot move: every point beside it along a line is taken.", point=name)


def step(position: Position, p: int, q: int) -> Text:
    """Why the stone on ``p`` may not go to ``q``; empty where it may."""
    here, there = point_name(p), point_name(q)
    s = step_between(p, q)
    if position.board[q] == WALL:
        return say("{point} is no point of this smaller board.", point=there)
    if position.board[q] != EMPTY:
        return say("There is a stone on {point} already.", point=there)
    if s < 0:
        return say(
            "No line leads from {here} straight to {there}: a stone goes one point along a line.",
            here=here,
            there=there,
        )
    if may_step(position, s):
        return NOTHING
    if position.steps and position.visited[q]:
        return say("This stone has been on {point} already in this move.", point=there)
    if position.steps and WAY[s] == position.last_way():
        return say("A stone may not go two steps on in the same direction in one move.")
    if position.steps:
        return say(
            "To go on, a stone must capture, and {here} to {there} takes nothing.", here=here, there=there
        )
    if position.phase == CREDITOR:
        return say(
            "{side} must leave a capture, and {here} to {there} leaves none.",
            side=NAMES[position.turn],
            here=here,
            there=there,
        )
    refused = say(
        "{side} must capture, and {here} to {there} takes nothing.",
        side=NAMES[position.turn],
        here=here,
        there=there,
    )
    return join([refused, _elsewhere(position, p)])


def ways(position: Position, p: int) -> list[str]:
    """Where the stone on ``p`` may go now."""
    found = [s for s in range(len(FROM)) if FROM[s] == p and may_step(position, s)]
    return [point_name(TO[s]) for s in found]


def expected(position: Position, names: bool = True) -> Text:
    """What the side to move is to do before it has touched a stone; ``names``: which stones can."""
    side, able = NAMES[position.turn], movers(position)
    if not able:
        return say("{side} has no move left.", side=side)
    if position.phase == PLACING:
        return say("{side}: choose an empty point for a new stone.", side=side)
    if position.phase == CREDITOR:
        return say(
            "{side}: move one stone along a line. It takes nothing, and must leave a capture.", side=side
        )
    if position.phase == DEBTOR:
        if not names:
            return say("{side} must take one stone.", side=side)
        return say("{side} must take one stone: {points} can.", side=side, points=listed(able))
    if position.phase == MOVING:
        return say("{side}: move one stone along a line to the next point.", side=side)
    if not names:
        return say(
            "{side} must capture if a stone can; if not, one stone goes one point along a line.", side=side
        )
    if position.must_capture():
        return say("{side} must capture: {points} can.", side=side, points=listed(able))
    return say("{side} can capture nothing: move one stone along a line to the next point.", side=side)


def _elsewhere(position: Position, p: int) -> Text:
    able = ways(position, p)
    return say("It may go to {points}.", points=listed(able)) if able else NOTHING


def _can(position: Position) -> Text:
    able = movers(position)
    if not 1 < len(able) <= LISTED:
        return say("{points} can.", points=listed(able)) if able else NOTHING
    return say("{points} and {point} can.", points=", ".join(able[:-1]), point=able[-1])


def listed(names: list[str]) -> Text:
    """Some points by name, or how many stones stand there."""
    if len(names) > LISTED:
        return plural("{count} stone", "{count} stones", len(names))
    if len(names) < 2:
        return verbatim("".join(names))
    return say("{points} or {point}", points=", ".join(names[:-1]), point=names[-1])
