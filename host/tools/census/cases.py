"""The complete moves (R12) of a position, and which of them contacts alone do not tell apart. Compiled."""

from __future__ import annotations

import numpy as np

from fanorona.rules import notation
from fanorona.rules.geometry import NONE
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, FROM, TO, WAY
from lakabe.engine.bitboard import ALL, capturers, lowest, run
from lakabe.engine.jit import Array, kernel, recursive

KINDS = (
    "a move steps onto a point whose stone it has taken",
    "two moves leave the same points occupied and different positions (P7)",
    "two moves lead to one position (P8)",
    "a move leaves the same points occupied as an open move and a reply to it (P2)",
    "the same, and the move does not go on from that open move",
    "a chain's stone on its way, all captured stones still standing: as after another move",
    "a chain's stone on its way, all captured stones off: as after another move",
)
"""The kinds of cases, by number. The last two compare the points occupied, the moving stone put down."""

RETURNS, LOOK_ALIKE, TWO_WAYS, OR_REPLY, ANOTHER, STANDING, OFF = range(len(KINDS))

MOST = 4096
"""How many moves of one position can be looked at; in random play there are hardly ever 200."""

# The columns of a move: own and enemy stones after it, as the mover sees them; the row of the move that it
# goes on from by one more step, or -1; the code of that step, its number * 2, plus 1 for withdrawal; the
# point it leads to, as a set; and whether the stone there is one that an earlier step has taken.
_OWN, _ENEMY, _BEFORE, _CODE, _AT, _RETURNS = range(6)
_NO_WAY = 8
"""A direction that no step has: the first step may go anywhere (R8)."""

_FIRST = np.array(list(FIRST), dtype=np.int64)
_TO = np.array(list(TO), dtype=np.int64)
_WAY = np.array(list(WAY), dtype=np.int64)
_TO_BIT = np.array([1 << p for p in TO], dtype=np.int64)
_AHEAD_BIT = np.array([1 << p if p != NONE else 0 for p in AHEAD], dtype=np.int64)
_BEHIND_BIT = np.array([1 << p if p != NONE else 0 for p in BEHIND], dtype=np.int64)


@recursive("i8(i8, i8, i8, i8, i8, i8, i8[:,::1], i8, i8)")
def _chains(
    p: int, rest: int, visited: int, enemy: int, taken: int, last: int, moves: Array, before: int, end: int
) -> int:
    """Every chain of capturing steps of the stone on ``p`` (R3-R9), each before those that go on from it.

    ``rest`` are the other own stones, ``taken`` what the chain has taken so far.
    """
    blocked = rest | visited | enemy
    for s in range(_FIRST[p], _FIRST[p + 1]):
        to = _TO_BIT[s]
        way = _WAY[s]
        if to & blocked or way == last:
            continue
        for withdrawal in range(2):
            if withdrawal:
                if not _BEHIND_BIT[s] & enemy:
                    continue
                gone = run(p, way ^ 4, enemy)
            else:
                if not _AHEAD_BIT[s] & enemy:
                    continue
                gone = run(_TO[s], way, enemy)
            if end == moves.shape[0]:
                return end
            moves[end, _OWN] = rest | to
            moves[end, _ENEMY] = enemy & ~gone
            moves[end, _BEFORE] = before
            moves[end, _CODE] = 2 * s + withdrawal
            moves[end, _AT] = to
            moves[end, _RETURNS] = 1 if to & taken else 0
            end = _chains(_TO[s], rest, visited | to, enemy & ~gone, taken | gone, way, moves, end, end + 1)
    return end


@kernel
def explore(own: int, enemy: int, moves: Array) -> int:
    """Write the moves of a position into the rows of ``moves``; returns how many there are.

    With ``moves.shape[0]`` of them there may be more.
    """
    end = 0
    stones = capturers(own, enemy)
    if stones:
        while stones:
            p = lowest(stones)
            stones &= stones - 1
            end = _chains(p, own & ~(1 << p), 1 << p, enemy, 0, _NO_WAY, moves, -1, end)
        return end
    empty = ALL & ~(own | enemy)
    stones = own
    while stones:
        p = lowest(stones)
        stones &= stones - 1
        for s in range(_FIRST[p], _FIRST[p + 1]):
            if _TO_BIT[s] & empty:
                moves[end, _OWN] = own & ~(1 << p) | _TO_BIT[s]
                moves[end, _ENEMY] = enemy
                moves[end, _BEFORE] = -1
                moves[end, _CODE] = 2 * s
                moves[end, _AT] = _TO_BIT[s]
                moves[end, _RETURNS] = 0
                end += 1
    return end


@kernel
def _note(cases: Array, kind: int, a: int, b: int, c: int) -> None:
    cases[kind, 0] = a
    cases[kind, 1] = b
    cases[kind, 2] = c


@kernel
def _compare_results(moves: Array, count: int, points: Array, cases: Array) -> None:
    """Compare the results with each other; ``points`` gets what each of them leaves occupied."""
    for i in range(count):
        points[i] = moves[i, _OWN] | moves[i, _ENEMY]
        for j in range(i):
            if points[j] == points[i]:
                _note(cases, TWO_WAYS if moves[j, _OWN] == moves[i, _OWN] else LOOK_ALIKE, j, i, -1)


@kernel
def _compare_ways(own: int, enemy: int, moves: Array, count: int, points: Array, cases: Array) -> None:
    """Compare what stands while a chain is under way with the results."""
    for i in range(count):
        if moves[i, _RETURNS]:
            _note(cases, RETURNS, i, -1, -1)
        stay = (own & moves[i, _OWN]) | enemy
        taken = enemy & ~moves[i, _ENEMY]
        before = moves[i, _BEFORE]
        while before >= 0:
            standing = stay | moves[before, _AT]
            off = (stay & ~taken) | moves[before, _AT]
            for j in range(count):
                if points[j] == standing:
                    _note(cases, STANDING, i, before, j)
                if points[j] == off:
                    _note(cases, OFF, i, before, j)
            before = moves[before, _BEFORE]


@kernel
def _compare_replies(moves: Array, count: int, points: Array, replies: Array, cases: Array) -> bool:
    """Compare what stands after each open move and a reply with the results; False: too many replies."""
    for i in range(count - 1):
        if moves[i + 1, _BEFORE] != i:
            continue  # closed
        answers = explore(moves[i, _ENEMY], moves[i, _OWN], replies)
        if answers == replies.shape[0]:
            return False
        for r in range(answers):
            stand = replies[r, _OWN] | replies[r, _ENEMY]
            for j in range(count):
                if points[j] == stand:
                    _note(cases, OR_REPLY, j, i, r)
                    before = moves[j, _BEFORE]
                    while before >= 0 and before != i:
                        before = moves[before, _BEFORE]
                    if before < 0:
                        _note(cases, ANOTHER, j, i, r)
    return True


@kernel
def _judge(
    own: int, enemy: int, moves: Array, count: int, points: Array, replies: Array, cases: Array
) -> bool:
    cases[:, 0] = -1
    _compare_results(moves, count, points, cases)
    _compare_ways(own, enemy, moves, count, points, cases)
    return _compare_replies(moves, count, points, replies, cases)


class Look:
    """The moves of one position at a time. ``own`` and ``enemy`` are sets of points (``engine.bitboard``)."""

    def __init__(self) -> None:
        self.own = 0
        self.enemy = 0
        self.count = 0
        self._moves = np.zeros((MOST, 6), dtype=np.int64)
        self._points = np.zeros(MOST, dtype=np.int64)
        self._replies = np.zeros((MOST, 6), dtype=np.int64)
        self._cases = np.zeros((len(KINDS), 3), dtype=np.int64)

    def at(self, own: int, enemy: int) -> int:
        """Look at a position, ``own`` to move. Returns how many moves it has; ValueError with ``MOST``."""
        self.own, self.enemy = own, enemy
        self.count = int(explore(own, enemy, self._moves))
        if self.count == MOST:
            raise ValueError(f"a position has {MOST} moves or more")
        return self.count

    def after(self, i: int) -> tuple[int, int]:
        """(own, enemy) after move ``i``, as the mover sees them."""
        return int(self._moves[i, _OWN]), int(self._moves[i, _ENEMY])

    def captures(self) -> bool:
        """Whether a capture is due (R2)."""
        return self.count > 0 and self.after(0)[1] != self.enemy

    def cases(self) -> list[int]:
        """The kinds of which there is a case here. ValueError where a reply is one of ``MOST``."""
        if not _judge(
            self.own, self.enemy, self._moves, self.count, self._points, self._replies, self._cases
        ):
            raise ValueError(f"a position has {MOST} replies or more")
        return [kind for kind in range(len(KINDS)) if self._cases[kind, 0] >= 0]

    def example(self, kind: int) -> str:
        """The moves (N1) of one case of a ``kind`` that ``cases`` has just named."""
        a, b, c = map(int, self._cases[kind])
        if kind == RETURNS:
            return self._text(a)
        if kind in (LOOK_ALIKE, TWO_WAYS):
            return f"{self._text(a)} and {self._text(b)}"
        if kind in (STANDING, OFF):
            on_the_way = notation.point_name(int(self._moves[b, _AT]).bit_length() - 1)
            return f"{self._text(a)} on {on_the_way}, and {self._text(c)}"
        stop = Look()
        own, enemy = self.after(b)
        stop.at(enemy, own)
        return f"{self._text(a)}, and {self._text(b)} with the reply {stop._text(c)}"

    def _text(self, i: int) -> str:
        """Move ``i`` in N1."""
        capture = self.captures()
        text = ""
        while i >= 0:
            s, withdrawal = divmod(int(self._moves[i, _CODE]), 2)
            text = "-" + notation.point_name(TO[s]) + ("AW"[withdrawal] if capture else "") + text
            i = int(self._moves[i, _BEFORE])
        return notation.point_name(FROM[s]) + text
