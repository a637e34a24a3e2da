"""The search kernels: principal variation search, and captures alone at its leaves. Scores: see ``state``."""

from __future__ import annotations

import math

import numpy as np
from numba import int16, int64

from lakabe.engine.bitboard import capturers, popcount
from lakabe.engine.evaluate import estimate, follow, judged
from lakabe.engine.jit import Array, kernel, recursive, type_of
from lakabe.engine.machine import pinned, pinned_type
from lakabe.engine.memo import EXACT, LOWER, NO_MOVE, UPPER, fetch, keep, key_of, look_up, move_in, packed
from lakabe.engine.moves import captures, generate
from lakabe.engine.ordering import order, pick, reward
from lakabe.engine.state import (
    AGE,
    DEEPEST,
    DEPTH,
    LINE,
    LINE_ROW,
    NO_VIEW,
    PAST,
    PATH,
    STONES,
    STOPPED,
    WIN,
    adjusted,
    drawn,
    halted,
    probed,
    put_line,
    remembered,
    stuck,
)
from lakabe.engine.tables.index import View

QUIESCENCE = 6
"""Plies of captures that are followed at the leaves."""

_REDUCTION = np.array(
    [[int(0.4 + math.log(d) * math.log(i) / 2.0) if d and i else 0 for i in range(64)] for d in range(32)],
    dtype=np.int64,
)


_SEARCH = int64(
    *[int64] * 8,
    pinned_type(
        int64[:, ::1],
        int64[::1],
        int64[:, ::1],
        int16[::1],
        int16[:, ::1],
        pinned_type(type_of(NO_VIEW)),
        int64[::1],
    ),
)

BREADTH = 4
"""How many captures quiescence follows below its first ply."""


@recursive(_SEARCH)
def quiesce(
    own: int,
    enemy: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    quiet: int,
    base: int,
    held: Array,
) -> int:
    """The score of a position when captures alone are followed.

    They are compulsory, but rarely bad: who could capture is taken to do at least as well as the estimate,
    which knows the threats. So nothing lost is ever proven here; a win may be.
    """
    moves, state, _, weights, views, view, stop = held[0]
    if halted(state, stop):
        return 0
    state[LINE + ply * LINE_ROW] = 0
    if popcount(own | enemy) <= state[STONES]:
        known = probed(own, enemy, ply, quiet, state, view[0])
        if known <= WIN:
            return known
    able = capturers(own, enemy)
    if not able and stuck(own, enemy):
        return ply - WIN
    best = judged(own, enemy, able, weights, views, 2 * ply)
    if best >= beta or depth <= 0 or ply >= DEEPEST or not able:
        return best
    alpha = max(alpha, best)
    nothing = quiet & 0  # an int64; a literal would make the call one of another version of this kernel
    end = captures(own, enemy, able, True, moves, base)
    order(own, enemy, moves, base, end, NO_MOVE, ply, state)
    for i in range(base, min(end, base + BREADTH)):
        if i > base:
            pick(moves, i, end)
        own_after = moves[i, 0]
        enemy_after = moves[i, 1]
        follow(own, enemy, own_after, enemy_after, weights, views, 2 * ply)
        score = -quiesce(
            enemy_after,
            own_after,
            depth - 1,
            -beta,
            -alpha,
            ply + 1,
            nothing,
            end,
            held,
        )
        if state[STOPPED]:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                if score >= beta:
                    break
                put_line(own_after, enemy_after, ply, state)
    return best


@recursive(_SEARCH)
def search(
    own: int,
    enemy: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    quiet: int,
    base: int,
    held: Array,
) -> int:
    """The score of a position below the root, at least when it lies between ``alpha`` and ``beta``.

    ``moves`` is free from row ``base`` on and has 4 columns; ``views`` holds those of this position at row
    ``2 * ply``. What is returned means nothing once ``state[STOPPED]`` is set.
    """
    moves, state, memo, weights, views, view, stop = held[0]
    key = key_of(own, enemy)
    state[PATH + state[PAST] + ply] = key
    if quiet and drawn(state, key, ply, quiet):
        state[LINE + ply * LINE_ROW] = 0
        return ply - WIN if stuck(own, enemy) else 0
    if depth <= 0:
        return quiesce(
            own,
            enemy,
            QUIESCENCE,
            alpha,
            beta,
            ply,
            quiet,
            base,
            held,
        )
    if halted(state, stop):
        return 0
    state[LINE + ply * LINE_ROW] = 0
    if stuck(own, enemy):
        return ply - WIN
    if popcount(own | enemy) <= state[STONES]:
        known = probed(own, enemy, ply, quiet, state, view[0])
        if known <= WIN:
            return known
    if ply >= DEEPEST:
        return estimate(own, enemy, weights, views, 2 * ply)
    data = look_up(memo, key)
    best_place = NO_MOVE
    if data:
        best_place = move_in(data)
        if beta - alpha == 1:
            known = remembered(data, depth, alpha, beta, ply, quiet, state)
            if known <= WIN:
                return known
    end = generate(own, enemy, True, moves, base)
    if end == base + 1 and ply < 2 * state[DEPTH]:
        depth += 1
    order(own, enemy, moves, base, end, best_place, ply, state)
    if depth > 1:
        for i in range(base, end):
            fetch(memo, key_of(moves[i, 1], moves[i, 0]))
    best = -WIN - 1
    best_place = NO_MOVE
    floor = alpha
    for i in range(base, end):
        if i > base:
            pick(moves, i, end)
        own_after = moves[i, 0]
        enemy_after = moves[i, 1]
        taken = popcount(enemy ^ enemy_after)
        quiet_after = 0 if taken else quiet + 1
        follow(own, enemy, own_after, enemy_after, weights, views, 2 * ply)
        less = 0
        if i >= base + 2 and depth >= 3:
            less = _REDUCTION[min(depth, 31), min(i - base, 63)]
            if taken:
                less -= 1
            less = max(0, min(less, depth - 2))
        score = alpha + 1
        if i > base:
            score = -search(
                enemy_after,
                own_after,
                depth - 1 - less,
                -alpha - 1,
                -alpha,
                ply + 1,
                quiet_after,
                end,
                held,
            )
            if score > alpha and less:
                score = -search(
                    enemy_after,
                    own_after,
                    depth - 1,
                    -alpha - 1,
                    -alpha,
                    ply + 1,
                    quiet_after,
                    end,
                    held,
                )
        if i == base or (alpha < score < beta):
            score = -search(
                enemy_after,
                own_after,
                depth - 1,
                -beta,
                -alpha,
                ply + 1,
                quiet_after,
                end,
                held,
            )
        if state[STOPPED]:
            return 0
        if score > best:
            best = score
            best_place = moves[i, 3]
            if score > alpha:
                alpha = score
                if score >= beta:
                    reward(own, own_after, taken, depth, ply, state)
                    break
                put_line(own_after, enemy_after, ply, state)
    bound = LOWER if best >= beta else EXACT if best > floor else UPPER
    place = min(best_place, NO_MOVE)
    keep(memo, key, packed(adjusted(best, ply), min(depth, 127), bound, place, state[AGE]))
    return best


@kernel
def search_root(
    own: int,
    enemy: int,
    depth: int,
    alpha: int,
    beta: int,
    quiet: int,
    first: int,
    roots: Array,
    moves: Array,
    state: Array,
    memo: Array,
    weights: Array,
    views: Array,
    view: View,
    stop: Array,
) -> int:
    """The score of the best of the root's moves from row ``first`` of ``roots`` on, which comes to that row.

    ``roots`` has shape (moves, 3), int64: own and enemy after each, and its score when it was best.
    """
    held = pinned((moves, state, memo, weights, views, pinned(view), stop))
    state[DEPTH] = depth
    state[LINE] = 0
    best = -WIN - 1
    for i in range(first, roots.shape[0]):
        own_after = roots[i, 0]
        enemy_after = roots[i, 1]
        quiet_after = quiet + 1 if enemy == enemy_after else 0
        follow(own, enemy, own_after, enemy_after, weights, views, 0)
        score = alpha + 1
        if i > first:
            score = -search(
                enemy_after,
                own_after,
                depth - 1,
                -alpha - 1,
                -alpha,
                1,
                quiet_after,
                0,
                held,
            )
        if i == first or (alpha < score < beta):
            score = -search(
                enemy_after,
                own_after,
                depth - 1,
                -beta,
                -alpha,
                1,
                quiet_after,
                0,
                held,
            )
        if state[STOPPED]:
            break
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                put_line(own_after, enemy_after, 0, state)
                for j in range(i, first, -1):
                    roots[j, 0] = roots[j - 1, 0]
                    roots[j, 1] = roots[j - 1, 1]
                    roots[j, 2] = roots[j - 1, 2]
                roots[first, 0] = own_after
                roots[first, 1] = enemy_after
                roots[first, 2] = score
                if score >= beta:
                    break
    return best
