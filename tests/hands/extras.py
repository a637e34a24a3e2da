"""What hands do besides the move and what must not matter: adjusting, wrong grabs, second thoughts."""

from __future__ import annotations

import random
from collections.abc import Callable

from hands.acts import TURN, Act, after_acts, stones_of
from hands.player import Pace, Player
from hands.umpire import Turn, judge, shows_nothing
from hands.ways import way
from reference import Move, Point

Stones = dict[Point, str]

MOST_AT_ONCE = 3
"""Of stones off their points that the move does not need, and before it begins of those that it takes.

With more of them the board sees a bump (TRACKER.md).
"""
LONGEST_MS = 900
"""How long a stone that the move does not need is off its point; for one held longer the board may ask."""


def touch(stones: Stones, pace: Pace, rng: random.Random) -> list[Act]:
    """A stone of either side is nudged, or lifted and put back."""
    point = rng.choice(sorted(stones))
    away = pace.touch if rng.random() < 0.5 else pace.carry
    return [
        Act(rng.uniform(*pace.pick), point),
        Act(min(rng.uniform(*away), LONGEST_MS), point, stones[point]),
    ]


def two_at_once(stones: Stones, pace: Pace, rng: random.Random) -> list[Act]:
    """Two or three stones of one colour lifted and put back, perhaps each where the other was."""
    colour = rng.choice(sorted(set(stones.values())))
    points = sorted(p for p in stones if stones[p] == colour)
    points = rng.sample(points, min(len(points), rng.choice((2, 2, 3))))
    away = min(rng.uniform(*pace.carry), LONGEST_MS / 3)
    acts = [Act(rng.choice((0.0, min(rng.uniform(*pace.touch), 100))), p) for p in points]
    acts[0] = acts[0]._replace(wait=rng.uniform(*pace.pick))
    rng.shuffle(points)
    back = [Act(rng.choice((0.0, min(rng.uniform(*pace.touch), 100))), p, colour) for p in points]
    back[0] = back[0]._replace(wait=away)
    return [*acts, *back]


def _other_move(turn: Turn, move: Move, rng: random.Random) -> Move:
    """What is thought of first: anything, or the same first step by the other line (P6)."""
    step = move.steps[0]
    alike = [m for m in turn.moves if m.steps[0][:2] == step[:2] and m.steps[0].kind != step.kind]
    return rng.choice(alike if alike and rng.random() < 0.6 else turn.moves)


def second_thoughts(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """Another move is begun, and everything put back (P5, P6); empty where that came too near to a move."""
    begun = way(turn, _other_move(turn, move, rng), 0, player.turn(rng), rng).acts
    begun = broken_off(turn, begun, rng.randint(1, len(begun)))
    while begun and not shows_nothing(turn, begun):
        begun = broken_off(turn, begun, len(begun) - 1)
    stones = stones_of(turn.position)
    there = after_acts(stones, begun)
    assert there is not None
    back = put_right(there, stones, player.pace, rng)
    acts = begun + back
    return acts if begun and shows_nothing(turn, acts) else []


def change_of_mind(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """Another move is begun and, without putting everything back first, this one made."""
    begun = way(turn, _other_move(turn, move, rng), 0, player.turn(rng), rng).acts
    begun = broken_off(turn, begun, rng.randint(1, len(begun)))
    there = after_acts(stones_of(turn.position), begun)
    assert there is not None
    own = turn.position.turn
    before = stones_of(turn.position)
    # The stone that was moved goes home, unless it is the right one, and the right one to its end.
    moved = [p for p in there if there[p] == own and p not in before]
    lifted = [p for p in sorted(turn.position.own) if p not in there]
    track = [Act(rng.uniform(*player.pace.pick), p) for p in moved]
    if lifted != [move.steps[0].start]:
        track += [Act(rng.uniform(*player.pace.carry), p, own) for p in lifted]
        track.append(Act(rng.uniform(*player.pace.pick), move.steps[0].start))
    track.append(Act(rng.uniform(*player.pace.carry), move.steps[-1].end, own))
    others = [
        Act(rng.uniform(*player.pace.pick), p, "" if p in move.captures else colour)
        for p, colour in sorted(before.items())
        if colour != own and (p in there) == (p in move.captures)
    ]
    rest = _merged(there, track, others, rng)
    haste = min(1.0, LONGEST_MS / sum(act.wait for act in rest)) if rest else 1.0
    return begun + [act._replace(wait=act.wait * haste) for act in rest]


def _merged(stones: Stones, track: list[Act], others: list[Act], rng: random.Random) -> list[Act]:
    """The touches of the track in order, with the others among them; empty where that is not possible."""
    acts: list[Act] = []
    while track or others:
        ready = [
            (act, there) for act in (*track[:1], *others) if (there := after_acts(stones, [act])) is not None
        ]
        if not ready:
            return []
        act, stones = rng.choice(ready)
        (track if track and act is track[0] else others).remove(act)
        acts.append(act)
    return acts


def further(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """The stone of an open move goes on, and back to where the move stood complete; empty where it cannot."""
    n = len(move.steps)
    longer = [m for m in turn.moves if len(m.steps) > n and m.steps[:n] == move.steps]
    if not longer:
        return []
    acts = way(turn, rng.choice(longer), n, player.turn(rng), rng).acts
    acts = acts[: rng.randint(1, len(acts))]
    stones = stones_of(move.after)
    there = after_acts(stones, acts)
    while there is None or sum(c == turn.position.turn for c in there.values()) > len(turn.position.own):
        acts.pop()
        there = after_acts(stones, acts)
    acts = acts + put_right(there, stones, player.pace, rng)
    return acts if acts and not judge(turn, move, acts, move, False).fault else []


def broken_off(turn: Turn, acts: list[Act], size: int) -> list[Act]:
    """The first touches of a move, not so that its stone closes two contacts on its way along a line."""
    acts = acts[:size]
    if _is_sliding(turn, after_acts(stones_of(turn.position), acts)):
        acts.pop()
    return acts


def _is_sliding(turn: Turn, there: Stones | None) -> bool:
    """Whether the moving stone closes two contacts on its way along a line."""
    assert there is not None
    return sum(colour == turn.position.turn for colour in there.values()) > len(turn.position.own)


def without_touches(acts: list[Act]) -> list[Act]:
    """The same without what the move does not need, which the board may see through; but for the button."""
    bare: list[Act] = []
    wait = 0.0
    for act in acts:
        wait += act.wait
        if not act.group or act.point == TURN:
            bare.append(act._replace(wait=wait))
            wait = 0.0
    return bare


def put_right(there: Stones, wanted: Stones, pace: Pace, rng: random.Random) -> list[Act]:
    """Off with what does not belong, on with what does, in any order that is possible."""
    stones = dict(there)
    acts = []
    while stones != wanted:
        ready = [Act(rng.uniform(*pace.pick), p) for p in sorted(stones) if wanted.get(p) != stones[p]]
        ready += [
            Act(rng.uniform(*pace.carry), p, wanted[p]) for p in sorted(wanted) if at_hand(p, stones, wanted)
        ]
        acts.append(rng.choice(ready))
        changed = after_acts(stones, acts[-1:])
        assert changed is not None
        stones = changed
    return acts


def at_hand(p: Point, stones: Stones, wanted: Stones) -> bool:
    """Whether a stone is missing on `p` and one of its colour has left the board."""
    if p in stones or p not in wanted:
        return False
    return sum(c == wanted[p] for c in stones.values()) < sum(c == wanted[p] for c in wanted.values())


def before(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[list[Act]]:
    """What comes before the move: groups of touches, after each of which all stands as it did."""
    stones = stones_of(turn.position)
    found = []
    if rng.random() < player.fiddle:
        count = rng.choice((1, 1, 1, 2, 3, 40 if rng.random() < 0.02 else 4))
        kinds: list[Callable[[Stones, Pace, random.Random], list[Act]]] = [touch, touch, two_at_once]
        found += [rng.choice(kinds)(stones, player.pace, rng) for _ in range(count)]
    for _ in range(3):
        if rng.random() < player.second:
            found.append(second_thoughts(turn, move, player, rng))
    alike = [
        other.steps[-1].end for other in turn.results[turn.shown(move.after)] if other.after != move.after
    ]
    if alike and rng.random() < 0.5:  # what only matters when the stone has risen (P7)
        point = rng.choice(alike)
        found.append([Act(rng.uniform(*player.pace.pick), point), Act(300, point, stones[point])])
    rng.shuffle(found)
    return [acts for acts in found if acts and shows_nothing(turn, acts)]


def within(turn: Turn, acts: list[Act], player: Player, rng: random.Random) -> list[Act]:
    """The touches of a move with others among them, with group numbers of their own from 100 on."""
    begin = stones_of(turn.position)
    group = 100
    while rng.random() < player.fiddle * 0.6 and group < 110:
        at = rng.randint(1, len(acts))
        stones = after_acts(begin, acts[:at])
        assert stones is not None
        if not stones or _is_sliding(turn, after_acts(begin, _natural(acts[:at]))):
            continue
        what = rng.random()
        if what < 0.3:
            more = [Act(rng.uniform(60, 300), TURN)]
        elif what < 0.85:
            more = touch(stones, player.pace, rng)
        else:
            more = two_at_once(stones, player.pace, rng)
        more = [act._replace(group=group) for act in more]
        # Perhaps the one hand holds it while the other goes on.
        until = rng.randint(at, len(acts)) if rng.random() < 0.3 else at
        if _is_sliding(turn, after_acts(begin, _natural(acts[:until]))):
            continue
        tried = [*acts[:at], *more[:-1], *acts[at:until], more[-1], *acts[until:]]
        if after_acts(begin, tried) is not None and _is_modest(turn, tried):
            acts = tried
            group += 1
    return acts


def _natural(acts: list[Act]) -> list[Act]:
    """Those of the move itself."""
    return [act for act in acts if not act.group]


def _is_modest(turn: Turn, acts: list[Act]) -> bool:
    """Whether few stones that have nothing to do with the move are off their points at once, and for long."""
    off = 0
    taken = 0  # before the move begins
    has_begun = False
    for act in acts:
        if act.group and act.point != TURN:
            off += -1 if act.placed else 1
        elif act.placed or act.point in turn.position.own:
            has_begun = True
            taken = 0
        elif act.point != TURN and not has_begun:
            taken += 1
        if off and off + taken > MOST_AT_ONCE:
            return False
    for group in {act.group for act in acts} - {0}:
        places = [n for n, act in enumerate(acts) if act.group == group]
        if sum(act.wait for act in acts[places[0] + 1 : places[-1] + 1]) > LONGEST_MS:
            return False
    return True


def afterwards(stones: Stones, mover: str, player: Player, rng: random.Random) -> list[Act]:
    """The mover straightens own stones when the move is complete."""
    own = {p: colour for p, colour in stones.items() if colour == mover}
    if not own or rng.random() >= player.fiddle * 0.5:
        return []
    return touch(own, player.pace, rng)
