"""Why a stone may not do something, in the words of the rules, for people who do not know them yet."""

from __future__ import annotations

from fanorona.rules import rules
from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import point_name
from fanorona.rules.rules import CREDITOR, DEBTOR, EMPTY, MOVING, PLACING, WALL, Position, step_between
from fanorona.rules.steps import FROM, TO, WAY

NAMES = {rules.WHITE: "White", rules.BLACK: "Black"}
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


def stone(position: Position, p: int) -> str:
    """Why the stone on ``p`` may not begin a move or go on; empty where it may."""
    side, name = NAMES[position.turn], point_name(p)
    if position.steps and p != position.stone:
        return f"Only {point_name(position.stone)} may go on in this move. Press turn to end it."
    if position.board[p] != position.turn:
        return f"It is {side}'s turn, and {name} is not {side}'s."
    if name in movers(position):
        return ""
    if position.steps:
        return f"{name} can take no more in this move. Press turn to end it."
    if position.phase == CREDITOR and position.may_begin(p):
        return f"{side} must leave a capture: {name} has no such step. {_can(position)}"
    if position.phase != CREDITOR and position.must_capture():
        return f"{side} must capture: {listed(movers(position))} can."
    return f"{name} cannot move: every point beside it along a line is taken."


def step(position: Position, p: int, q: int) -> str:
    """Why the stone on ``p`` may not go to ``q``; empty where it may."""
    here, there = point_name(p), point_name(q)
    s = step_between(p, q)
    if position.board[q] == WALL:
        return f"{there} is no point of this smaller board."
    if position.board[q] != EMPTY:
        return f"There is a stone on {there} already."
    if s < 0:
        return f"No line leads from {here} straight to {there}: a stone goes one point along a line."
    if may_step(position, s):
        return ""
    if position.steps and position.visited[q]:
        return f"This stone has been on {there} already in this move."
    if position.steps and WAY[s] == position.last_way():
        return "A stone may not go two steps on in the same direction in one move."
    if position.steps:
        return f"To go on, a stone must capture, and {here} to {there} takes nothing."
    if position.phase == CREDITOR:
        return f"{NAMES[position.turn]} must leave a capture, and {here} to {there} leaves none."
    return (
        f"{NAMES[position.turn]} must capture, and {here} to {there} takes nothing.{_elsewhere(position, p)}"
    )


def ways(position: Position, p: int) -> list[str]:
    """Where the stone on ``p`` may go now."""
    found = [s for s in range(len(FROM)) if FROM[s] == p and may_step(position, s)]
    return [point_name(TO[s]) for s in found]


def expected(position: Position, names: bool = True) -> str:
    """What the side to move is to do before it has touched a stone; ``names``: which stones can."""
    side, able = NAMES[position.turn], movers(position)
    if not able:
        return f"{side} has no move left."
    can = f": {listed(able)} can." if names else "."
    if position.phase == PLACING:
        return f"{side}: choose an empty point for a new stone."
    if position.phase == CREDITOR:
        return f"{side}: move one stone along a line. It takes nothing, and must leave a capture."
    if position.phase == DEBTOR:
        return f"{side} must take one stone{can}"
    if position.phase == MOVING:
        return f"{side}: move one stone along a line to the next point."
    if not names:
        return f"{side} must capture if a stone can; if not, one stone goes one point along a line."
    if position.must_capture():
        return f"{side} must capture{can}"
    return f"{side} can capture nothing: move one stone along a line to the next point."


def _elsewhere(position: Position, p: int) -> str:
    able = ways(position, p)
    return f" It may go to {listed(able)}." if able else ""


def _can(position: Position) -> str:
    able = movers(position)
    return f"{listed(able, 'and')} can." if able else ""


def listed(names: list[str], last: str = "or") -> str:
    """Some points by name, or how many stones stand there."""
    if len(names) > LISTED:
        return f"{len(names)} stones"
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} {last} {names[-1]}"
