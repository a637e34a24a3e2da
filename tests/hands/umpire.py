"""What P1-P3 and P7, taken by the letter, make of a sequence of touches.

The hands ask before they act, so that they only do what has one meaning: the move they intend.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from hands import games
from hands.acts import TURN, Act, clusters, is_on_two
from reference import Move, Point, Position

Occupied = frozenset[Point]
STOPS_MS = 250
"""What stands so for nearly as long as the board takes for a rest (300 ms) is looked at."""
MOST_KNOCKED = 2
"""Stones that may have been knocked beside a move."""


class Unclean(Exception):
    """A move that these hands cannot make without the reeds showing another one on the way."""


class Verdict(NamedTuple):
    """`fault`: why the acts do not mean the move, empty when they do.

    may_ask: the order of events need not decide between results that look alike (P7). is_alike: the fault is
    that the reeds show another move on the way. early: see `may_be_reply`.
    """

    fault: str
    may_ask: bool = False
    is_alike: bool = False
    early: Point | None = None


class Turn:
    """A position at the beginning of a turn, with all its moves and what the reeds show after each.

    earlier: what the reeds showed at the beginning of other turns of the game; shown again for a while, that
    is a takeback. dead: points whose reeds show nothing. game: which is played (`games`).
    """

    def __init__(
        self,
        position: Position,
        moves: list[Move] | None = None,
        earlier: Iterable[Position] = (),
        dead: Occupied = frozenset(),
        game: str = games.ORDINARY,
    ) -> None:
        self.position = position
        self.game = game
        self.dead = dead
        self.moves = sorted(games.moves(game, position) if moves is None else moves, key=lambda m: m.text)
        self.occupied = self.shown(position)
        self.earlier = {self.shown(p) for p in earlier} - {self.occupied}
        self.results: dict[Occupied, list[Move]] = {}
        for move in self.moves:
            self.results.setdefault(self.shown(move.after), []).append(move)
        self._going_on = {other.steps[:n] for other in self.moves for n in range(1, len(other.steps))}

    def following(self, move: Move) -> Turn:
        """The turn after a move of this one."""
        return Turn(move.after, game=self.game)

    def is_replied_to(self, shown: Occupied) -> bool:
        """Whether the reeds may show so after a move and a reply to it."""
        return any(shown in self.following(move).results for move in self.moves)

    def halted(self, begun: Move) -> Turn:
        """The same turn where this open move stands complete, which the reeds may then show at any time."""
        now = begun.after
        there = Turn(Position(now.white, now.black, self.position.turn), self.moves, game=self.game)
        there.results.pop(there.occupied, None)
        there.earlier = self.earlier | {self.occupied}
        return there

    def shown(self, position: Position) -> Occupied:
        """What the reeds show of a position."""
        return (position.white | position.black) - self.dead

    def is_open(self, move: Move) -> bool:
        """P1: whether the move could go on."""
        return move.steps in self._going_on

    def same(self, move: Move) -> list[Move]:
        """The moves that lead where this one leads (P8)."""
        return [other for other in self.moves if other.after == move.after]

    def may_be_open(self, move: Move) -> bool:
        """Whether it, or another for which the board may take it (P8), could go on."""
        return any(map(self.is_open, self.same(move)))


def passed(turn: Turn, shown: Occupied, cluster: list[Act]) -> tuple[list[Occupied], Occupied]:
    """The results of moves that the reeds may show on the way through a cluster, and its last state."""
    final = set(shown)
    for act in cluster:
        if act.placed:
            final.add(act.point)
        else:
            final.discard(act.point)
    last = frozenset(final)
    if len(cluster) == 1:
        return [], last
    moved = {act.point for act in cluster}
    return [state for state in turn.results if state not in (shown, last) and state ^ shown <= moved], last


def shows_nothing(turn: Turn, acts: list[Act], occupied: Occupied | None = None) -> bool:
    """Whether the reeds never show the result of a move, so that nothing is committed, nor of one before."""
    shown = turn.occupied if occupied is None else occupied
    for cluster in clusters([act for act in acts if act.point != TURN]):
        on_the_way, shown = passed(turn, shown, cluster)
        if on_the_way or shown in turn.results or shown in turn.earlier:
            return False
    return True


def stops_beside(turn: Turn, acts: list[Act], occupied: Occupied) -> bool:
    """Whether hands stop where a move stands, but for a stone or two, which may have been knocked before."""
    shown = occupied
    for act, following in itertools.pairwise(acts):
        shown = shown | {act.point} if act.placed else shown - {act.point}
        if following.wait >= STOPS_MS and any(
            result ^ occupied <= shown ^ occupied and len(result ^ shown) <= MOST_KNOCKED
            for result in turn.results
        ):
            return True
    return False


def may_be_reply(turn: Turn, move: Move, acts: list[Act]) -> Point | None:
    """The stone that the last step of a chain takes, where it may have replied to the rest, too soon (P2).

    It rises before the last of the stones that were taken until then, and all are off before one first comes
    to where the chain ends, or the moving stone leaves its place after that.
    """
    part = next((other for other in turn.moves if other.steps == move.steps[:-1]), None)
    if part is None or len(move.captures - part.captures) != 1:
        return None
    (stone,) = move.captures - part.captures
    rose: dict[Point, int] = {}
    came: dict[Point, list[int]] = defaultdict(list)
    for n, cluster in enumerate(clusters(acts)):
        for act in cluster:
            if act.placed:
                came[act.point].append(n)
            else:
                rose[act.point] = n
    last = max((rose[p] for p in part.captures if p in rose), default=-1)
    here, end = part.steps[-1].end, move.steps[-1].end
    if stone not in rose or here not in came or end not in came or rose[stone] > last:
        return None
    down = next((n for n in came[end] if n >= rose[stone]), came[end][-1])  # it may have been knocked since
    if last > down and not down <= rose.get(here, -1) >= rose[stone]:
        return None
    replies = [(reply.steps[0], reply.taken[0]) for reply in turn.following(part).moves]
    takes = any(step.start == stone and step.end == end and here in taken for step, taken in replies)
    return stone if takes else None


def replying(turn: Turn, move: Move, acts: list[Act]) -> Point | None:
    """The stone that may have replied too soon to a part of the move, or of one with the same result."""
    return next(filter(None, (may_be_reply(turn, alike, acts) for alike in turn.same(move))), None)


def judge(turn: Turn, move: Move, acts: list[Act], begun: Move | None, unended: bool) -> Verdict:
    """Whether these acts, from the beginning of the turn on, mean this move.

    begun: where the acts begin with an open move that stands complete already, that move (a beginning of
    `move`). unended: the move before stands open and nobody pressed *turn*, so the first stone to rise has to
    be one of the side to move (P2).
    """
    shown = turn.occupied if begun is None else turn.shown(begun.after)
    acts = [act for act in acts if act.point not in turn.dead]
    parts = [other for other in turn.moves if other.steps == move.steps[: len(other.steps)]]
    on_the_way = {other.after for other in parts}
    enemy = turn.position.enemy
    grouped = clusters(acts)
    may_ask = False
    for n, cluster in enumerate(grouped):
        if unended and not all(act.point in turn.position.own for act in cluster):
            return Verdict("does not end the turn before")
        unended = False
        if any(act.point == TURN for act in cluster):
            if len(cluster) > 1:
                return Verdict("the button and a stone at once")
            if shown in turn.results:
                return Verdict("the button ends the turn")
            continue
        for k, act in enumerate(cluster):
            if any(earlier.point == act.point for earlier in cluster[:k]):
                return Verdict("too quick to be felt")
        if shown in turn.results and any(act.placed and act.placed != turn.position.turn for act in cluster):
            return Verdict("puts back what a complete move has taken")
        before = shown
        between, shown = passed(turn, shown, cluster)
        if any(act.point in enemy and not act.placed for act in cluster):
            at = sum(map(len, grouped[:n]))
            slid = [before - {acts[at - 1].point}] if is_on_two(acts, at) else []
            for state in (before, *between, *slid):  # its stone may be the one that slides
                if any(turn.is_open(other) for other in turn.results.get(state, ())):
                    return Verdict("an enemy stone rises from an open move")
        for state in (*between, shown):
            last = n + 1 == len(grouped) and state is shown
            for result in turn.results.get(state, ()):
                if result.after not in on_the_way:
                    if not last:
                        return Verdict("looks like another move on the way", is_alike=True)
                    end = result.steps[-1].end
                    may_ask |= any(act.point == end for act in acts)
                elif not last and not turn.is_open(result):
                    return Verdict("is over before its time")
    if shown != turn.shown(move.after):
        return Verdict("is not complete")
    early = replying(turn, move, acts) if begun is None else None
    return Verdict("", may_ask or early is not None, early=early)
