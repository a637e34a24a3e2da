"""The touches that a legal move needs, in the order of a player's habits."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import NamedTuple

from hands.acts import SLIDE_MS, Act, clusters
from hands.expected import acceptable
from hands.games import Placement
from hands.player import Player
from hands.reeds import SETTLED_MS
from hands.umpire import Turn
from reference import Move, Point

AIR_MS = 40
"""No hand carries a stone from one point to another in less."""


class Way(NamedTuple):
    """`acts` and, for the moving stone, the points on which it surely was set down."""

    acts: list[Act]
    set_down: tuple[Point, ...]
    is_sure: bool


def way(turn: Turn, move: Move, first: int, player: Player, rng: random.Random) -> Way:
    """The touches of a move from its step number `first` on."""
    own = turn.position.turn
    if isinstance(move, Placement):
        end = move.steps[0].end
        return Way([Act(rng.uniform(*player.pace.carry), end, own)], (end,), True)
    steps = move.steps[first:]
    taken = [sorted(stones) for stones in move.taken[first:]]
    for stones in taken:
        rng.shuffle(stones)
    track, landings, is_sure = _stone(own, [steps[0].start, *(s.end for s in steps)], player, rng)
    # Where in the track each stone comes off: before the touch of that number.
    slots: list[tuple[int, Point]] = []
    for n, stones in enumerate(taken):
        for stone in stones:
            at = _slot(n, len(steps), landings, len(track), player.take_off, rng)
            latest = next(
                (k for k, (act, _) in enumerate(track) if act.placed and act.point == stone), len(track)
            )
            at = min(at, latest)
            if at < len(track) and track[at][1]:  # nobody takes stones in the middle of a slide
                at += 1 if at < latest and rng.random() < 0.5 else -1
            slots.append((at, stone))
    slots.sort(key=lambda slot: slot[0])
    acts: list[Act] = []
    before = None
    up = 0.0  # how long the stone that moves has been in the hand
    for k in range(len(track) + 1):
        for at, stone in slots:
            if at != k:
                continue
            wait = rng.uniform(*player.pace.pick)
            if before == "take" and rng.random() < player.sweep:
                wait = rng.choice((0.0, rng.uniform(0, 3)))
            elif before == "move" and rng.random() < player.both_hands:
                wait = rng.uniform(0, 6)
            acts.append(Act(wait, stone))
            up += wait
            before = "take"
        if k < len(track):
            act = track[k][0]
            if before == "take" and not track[k][1] and rng.random() < player.both_hands:
                wait = rng.uniform(0, 6)
                act = act._replace(wait=max(wait, AIR_MS - up) if act.placed else wait)
            acts.append(act)
            up = 0.0
            before = "move"
    return Way(acts, tuple(s.end for s in steps) if player.set_down != "end" else (steps[-1].end,), is_sure)


def _stone(
    own: str, points: list[Point], player: Player, rng: random.Random
) -> tuple[list[tuple[Act, bool]], list[tuple[int, int]], bool]:
    """The touches of the moving stone, each with whether it follows at once on the one before.

    Then for each step the numbers of the touches between which the stone is in the hand for it, and whether
    all touches are long enough to be seen.
    """
    pace = player.pace
    last = len(points) - 1
    track: list[tuple[Act, bool]] = []
    spans: list[tuple[int, int]] = []
    is_sure = True
    if player.set_down == "slide":
        for n in range(last):
            wait = rng.uniform(*pace.carry)
            between = rng.uniform(*SLIDE_MS)
            is_sure &= between > SETTLED_MS
            lift, place = Act(0, points[n]), Act(0, points[n + 1], own)
            pair = [place, lift] if rng.random() < 0.5 else [lift, place]
            spans.append((len(track) + 1, len(track) + 1))
            track.append((pair[0]._replace(wait=wait), False))
            track.append((pair[1]._replace(wait=between), True))
        return track, spans, is_sure
    track.append((Act(rng.uniform(*pace.carry), points[0]), False))
    in_hand = 1
    for n in range(1, last + 1):
        if n < last and player.set_down == "end":
            spans.append((in_hand, in_hand))
            continue
        if n < last and player.set_down == "skim":
            is_sure = False
            track.append((Act(rng.uniform(*pace.touch), points[n], own), False))
            track.append((Act(rng.uniform(1, 12), points[n]), True))
            spans.append((in_hand, in_hand))
            continue
        track.append((Act(rng.uniform(*pace.carry), points[n], own), False))
        spans.append((in_hand, len(track) - 1))
        if n < last:
            track.append((Act(rng.uniform(*pace.carry), points[n]), False))
            in_hand = len(track)
    return track, spans, is_sure


def _slot(
    n: int, steps: int, spans: list[tuple[int, int]], size: int, take_off: str, rng: random.Random
) -> int:
    """Before which touch of the moving stone a stone taken by step `n` comes off."""
    if take_off == "first":
        return 0
    if take_off == "hand":
        return rng.randint(*spans[n])
    if take_off == "step":
        return min(spans[n][1] + 1, size)
    if take_off == "late":
        return spans[n + 1][0] if n + 1 < steps else size
    if take_off == "end":
        return size
    return rng.randint(0, size)


def meant(turn: Turn, move: Move, whole: Way | None, acts: list[Act]) -> frozenset[str]:
    """The N1 texts that are right for these touches (P8): all that lead there where the touches tell nothing.

    whole: the way from the beginning of the turn on, or None where the move was not played in one go.
    """
    same = [other for other in turn.moves if other.after == move.after]
    everything = frozenset(other.text for other in same)
    if len(same) == 1 or whole is None or not whole.is_sure:
        return everything
    ends = {step.end for other in same for step in other.steps}
    if any(act.group and (act.point in ends or act.point in move.captures) for act in acts):
        return everything
    off = [[a.point for a in c if not a.placed and a.point in move.captures] for c in clusters(acts)]
    taken = [point for points in off for point in points]
    if len(set(taken)) != len(taken) or max(map(len, off)) > 4:
        return everything  # the moving stone has stood where it took one; or too many came off at once
    told = {acceptable(turn.moves, move, whole.set_down, order) for order in _orders(off)}
    return told.pop() if len(told) == 1 else everything


def _orders(off: list[list[Point]]) -> Iterator[tuple[Point, ...]]:
    """The orders in which stones may have come off whose contacts came together."""
    for parts in itertools.product(*(list(itertools.permutations(points)) for points in off)):
        yield tuple(itertools.chain.from_iterable(parts))
