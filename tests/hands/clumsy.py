"""Contacts that change although nobody moved a stone, and stones that are moved and nobody sees it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from hands.acts import Act, after_acts, stones_of
from hands.blindness import is_told
from hands.eyes import REACTION_MS
from hands.player import PLAIN, Player
from hands.ply import Ply, listed
from hands.settling import explains_nothing, is_sure, made, told
from hands.umpire import Turn, Unclean, judge
from hands.ways import meant, way
from reference import ALL_POINTS, Move, Point, neighbours

if TYPE_CHECKING:
    from hands.sitting import Sitting

KNOCK = "knocked stone"
FLICKER_MS = (1, 20)
BRUSH_MS = (2, 25)
ROOM_MS = 16
"""Between a flicker and the touches before and after it."""
FLICKERS = (1, 1, 2, 3, 6)
KNOCKED = 8
"""So many stones are tried for one whose absence leaves the moves plain."""
NOTICED_MS = 1200
"""Until the board knows that a stone that has just moved was knocked, and does not move again."""
GROUP = 200
"""Of the touches that are none."""

Kind = Callable[[Turn, list[Act], random.Random], None]


def flickers(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """Contacts open or close for a moment while a move is made, and after it."""
    return _among(sitting, turn, move, player, rng, [_flicker] * rng.choice(FLICKERS))


def brush(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """The moving stone closes the contact of a point that it passes by."""
    return _among(sitting, turn, move, player, rng, [_brush] * rng.choice((1, 1, 2)))


def _among(
    sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random, kinds: list[Kind]
) -> Ply | None:
    try:
        whole, acts, verdict = sitting.acts(turn, move, None, player, rng, is_plain=True)
    except Unclean:
        return None
    if verdict.may_ask or verdict.early:
        return None
    acts = [*acts]
    count = len(acts)
    for kind in kinds:
        kind(turn, acts, rng)
    if len(acts) == count or not is_sure(sitting, acts, (move,)):
        return None
    sitting.make_way(turn, acts)
    sitting.do(acts)
    text = f"{move.text}: {listed(acts)}"
    return made(sitting, (move,), [meant(turn, move, whole, acts)], acts, text, rng)


def _flicker(turn: Turn, acts: list[Act], rng: random.Random) -> None:
    """Some contact, before one of the touches or after all."""
    at = rng.randint(0, len(acts))
    p = rng.choice(ALL_POINTS)
    _insert(turn, acts, at, p, rng.uniform(*FLICKER_MS), rng)


def _brush(turn: Turn, acts: list[Act], rng: random.Random) -> None:
    """A free neighbour of the point that the stone leaves or comes to, before it comes there."""
    places = [n for n, act in enumerate(acts) if n and act.placed and act.group == 0]
    if not places:
        return
    at = rng.choice(places)
    left = next((act.point for act in reversed(acts[:at]) if act.point in turn.position.own), None)
    around = {*neighbours(acts[at].point).values(), *(neighbours(left).values() if left else ())}
    there = after_acts(stones_of(turn.position), acts[:at])
    free = sorted(p for p in around - {acts[at].point, left} if there is not None and p not in there)
    if free:
        _insert(turn, acts, at, rng.choice(free), rng.uniform(*BRUSH_MS), rng)


def _insert(turn: Turn, acts: list[Act], at: int, p: Point, ms: float, rng: random.Random) -> None:
    """The contact of `p` changes for so long before the touch of that number, if there is time for it."""
    there = after_acts(stones_of(turn.position), acts[:at])
    if there is None or p in {act.point for act in acts[max(0, at - 1) : at + 1]}:
        return
    room = acts[at].wait if at < len(acts) else rng.uniform(100, 1500)
    if room < ms + 2 * ROOM_MS:
        return
    begin = rng.uniform(ROOM_MS, room - ms - ROOM_MS)
    stone = there.get(p, "")
    pair = [Act(begin, p, "" if stone else turn.position.turn, GROUP), Act(ms, p, stone, GROUP)]
    if at < len(acts):
        acts[at] = acts[at]._replace(wait=room - begin - ms)
    acts[at:at] = pair


def knocked(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """A stone is knocked off or pushed aside, and put right when one to three plies have been played on.

    One that is pushed on has not made, or gone on with, a move (P3).
    """
    stones = stones_of(turn.position)
    before = Turn(sitting.provisional[0], game=turn.game) if sitting.provisional is not None else None
    last = sitting.game.played[-1:]
    for _ in range(KNOCKED):
        point = rng.choice(sorted(stones))
        has_just_moved = bool(last and last[0].steps) and last[0].steps[-1].end == point
        free = sorted(q for q in neighbours(point).values() if q not in stones)
        to = rng.choice(free) if free and rng.random() < 0.5 else None
        aside = frozenset({point} if to is None else {point, to})
        shown = turn.occupied ^ aside
        if any(one.shown(move.after) == shown for one in (turn, before or turn) for move in one.moves):
            continue
        if _begins_a_move(sitting, turn, before, point, to):
            continue
        colour = stones[point]
        knock = [Act(rng.uniform(50, 500), point)]
        if to is not None:
            knock.append(Act(rng.uniform(5, 120), to, colour))
        first = plain(turn, before, aside, rng)
        if first is None or _goes_on(turn, first[0], point, to):
            continue
        if has_just_moved and first[0].steps[-1].end == last[0].steps[0].start:
            continue  # it may have been put back there, and the other one be in the hand
        if explains_nothing(sitting, turn, knock):
            break
    else:
        return None
    sitting.end_turn()
    sitting.do(knock)
    think = (NOTICED_MS if has_just_moved else 300, 4000)
    moves: list[Move] = []
    expected = []
    text = f"{listed([Act(0, p) for p in sorted(aside)])} aside"
    for _ in range(rng.choice((1, 1, 2, 3))):
        found = plain(turn, before, aside, rng) if moves else first
        if found is None or sitting.game.result() is not None:
            break
        if _goes_on(turn, found[0], point, to):
            break
        one, acts = found
        sitting.table.wait(rng.uniform(*think))
        if sitting.unended and (rng.random() < 0.5 or not sitting.begins(turn, acts)):
            sitting.end_turn()
        sitting.do(acts)
        text += f"; {one.text}: {listed(acts)}"
        moves.append(one)
        expected.append(frozenset(same.text for same in turn.same(one)))
        sitting.game.play(one)
        sitting.unended = turn.may_be_open(one)
        before, turn = turn, sitting.turn()
    sitting.table.wait(rng.uniform(300, 4000))
    if to is not None:
        sitting.do([Act(0, to)])
    sitting.do([Act(rng.uniform(100, 900), point, colour)])
    sitting.table.wait(REACTION_MS)
    return told(sitting, len(moves), expected, text)


def _begins_a_move(
    sitting: Sitting, turn: Turn, before: Turn | None, start: Point, end: Point | None
) -> bool:
    """Whether a stone that is pushed goes where the side to move may, or the last one might have stood.

    Until it is put right it has done so, for the board; or it is a stone that the last move took, put back.
    """
    if any(move.steps[0][:2] == (start, end) for move in turn.moves):
        return True
    last = sitting.game.played[-1:]
    if not last or not last[0].steps:
        return False
    if end in last[0].captures:
        return True
    if last[0].steps[-1].end != start:
        return False
    whence = last[0].steps[0].start
    ways = [move for move in before.moves if move.steps[0].start == whence] if before else last
    return end in {whence, *(step.end for move in ways for step in move.steps)}


def _goes_on(turn: Turn, move: Move, start: Point, end: Point | None) -> bool:
    """Whether after a move the same is so of the next one."""
    return any(reply.steps[0][:2] == (start, end) for reply in turn.following(move).moves)


def plain(
    turn: Turn, before: Turn | None, aside: frozenset[Point], rng: random.Random
) -> tuple[Move, list[Act]] | None:
    """A move that has nothing to do with these points and is plain without them, and touches for it.

    Nor may the turn `before` have been another move for that, or none.
    """
    alone = [before.position, *(move.after for move in before.moves)] if before is not None else []
    blind = Turn(turn.position, dead=aside, game=turn.game)
    moves = [move for move in turn.moves if not aside & _touched(move)]
    rng.shuffle(moves)
    for move in moves[:6]:
        start = move.steps[0].start
        if any(aside & other.captures for other in turn.moves if other.steps[0].start == start):
            continue
        shown = turn.shown(move.after) ^ aside
        others = [m.after for m in turn.moves if m.after != move.after] + alone
        if any(len(turn.shown(after) ^ shown) <= len(aside) for after in [turn.position, *others]):
            continue
        acts = way(blind, move, 0, PLAIN, rng).acts
        if is_told(blind, move) and not judge(blind, move, acts, None, False).fault:
            return move, acts
    return None


def _touched(move: Move) -> frozenset[Point]:
    return move.captures | {p for step in move.steps for p in step[:2]}
