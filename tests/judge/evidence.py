"""Which of several sequences of moves the contacts tell: P1 to P7 one after the other, as counts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence, Set

import reference
from judge.contacts import Change, Contacts
from judge.stones import Stones, in_order, reachable
from judge.stories import Story, Touched
from reference import Move, Point, Position

RULES = (
    "P1: what the reeds show in the end",
    "P1: whose stones came",
    "P1: each move stood",
    "P3: the turn had ended",
    "P2: who rose first",
    "P7: which stones were touched",
    "P7: and in which turn",
    "P7: where stones passed",
    "P2: from where moves began",
    "P1: what stood at rest",
    "P2: who rose first, by a hair",
    "the fewer moves",
)
"""What speaks against a sequence, the strongest first: how many

points show something else in the end; stones came of a side that has no move; moves never stood complete,
not even with the next one's stone in the air as well;
turns went on after *turn* had ended them, or a whole reply that was taken back, or the first one has
another move than such a reply has made final; turns went on where the other side rose first, or ended where
the stone that had moved did, and might go on; contacts changed that have nothing to do with the moves; the
same in each turn, and its move; points on which no stone stood closed for so short that one only passed
there, away from the moves; stones rose for a reply, but never from the result of the move before; times the
contacts rested for `LONG_US` while the stone that moves was in a hand; turns went on or ended where both
rose within `TOGETHER_US`; moves there are.
"""
ROSE = 4
TOUCHED = 5
LONG_US = 1_000_000
Against = tuple[int, ...]
TOGETHER_US = 12_000
"""Contacts that change so close together hardly have an order."""

Shown = frozenset[Point]


class Window:
    """What contacts did between two changes.

    changes: without flickers. shown: the occupied points before each and after all of them. presses: before
    which change *turn* was pressed.
    """

    def __init__(self, contacts: Contacts, begin: int, end: int, presses: Sequence[int]) -> None:
        self.changes = contacts.changes[begin:end]
        self.shown = contacts.shown[begin : end + 1]
        self.begins_us = [contacts.times[n - 1] if n else 0 for n in range(begin, end + 1)]
        """After which time each change comes, and what follows them."""
        self.presses = [
            contacts.at(us) - begin for us in presses if self.begins_us[0] <= us <= self.begins_us[-1]
        ]
        self._contacts = contacts
        self._first = begin
        lasting = set(self.changes)
        self._passed = [
            (n - begin, change.point)
            for change in contacts.all_between(begin, end)
            if change.closed and change not in lasting
            for n in (contacts.at(change.us),)
            if change.point not in contacts.shown[n]
        ]
        self._ways: dict[tuple[Position, int, int, frozenset[Change], frozenset[str]], dict[Stones, int]] = {}
        self._final: dict[Position, set[Position]] = {}

    def final(self, floor: Position) -> set[Position]:
        """Return where moves from there lead on which a whole reply stood and was taken back (P3)."""
        if floor not in self._final:
            found = self._final[floor] = set()
            for move in reference.moves(floor):
                goes_to = move.steps[-1].end
                came = range(_came(self, 0, goes_to), len(self.shown))
                stands = [k for k in came if self.shown[k] == occupied(move.after)]
                if _is_answered(self, stands, move.after, goes_to):
                    found.add(move.after)
        return self._final[floor]

    def leads(
        self, begin: int, position: Position, story: Story, end: int, aside: Shown = frozenset()
    ) -> int | None:
        """Return how many stones came of a side that has no move, at least; None if that cannot be.

        The stones come from the position to what the moves lead to, but for points left aside.
        """
        after = position
        movers: set[str] = set()
        points: set[Point] = set()
        for moves in story:
            movers.add(after.turn)
            points |= {p for move in moves for p in touched_by(move)}
            after = moves[0].after
        goal = story[-1][0].steps[-1].end if story else None
        key = position, begin, end, self._watched(begin, end, points, goal), frozenset(movers)
        changes = self._contacts.all_between(self._first + begin, self._first + end)
        if key not in self._ways:
            self._ways[key] = reachable(position, changes, self.shown[begin], *key[3:])
        seen = {change.point for change in changes} - aside
        sides = ((after.white, "W"), (after.black, "B"))
        stones = {(p, colour) for side, colour in sides for p in side & seen}
        found = self._ways[key].items()
        return min(
            (odd for way, odd in found if stones == {(p, colour) for p, colour in way if p not in aside}),
            default=None,
        )

    def _watched(self, begin: int, end: int, points: set[Point], goal: Point | None) -> frozenset[Change]:
        """Return the changes at these points until a stone has come to the goal, for long or for good.

        Then a reply may be begun and put back, and stones be straightened.
        """
        part = self.changes[begin:end]
        came = [n for n, change in enumerate(part) if change.point == goal]
        at = 0
        for n, later in itertools.pairwise([*came, None]):
            if part[n].closed:
                at = n
                if later is not None and part[later].us - part[n].us >= LONG_US:
                    break
        return frozenset(change for change in part[: at + 1] if change.point in points)

    def passed(self, begin: int, end: int) -> set[Point]:
        """Return where a stone has passed between these changes: no hand sets one down for so short."""
        return {p for n, p in self._passed if begin <= n < end}

    def rests_in_hand(self, begin: int, end: int, move: Move) -> int:
        """Return how often between these changes nothing changed for long while the stone stood nowhere.

        Where it takes a stone it may stand itself, once one has come there.
        """
        ends = {step.end for step in move.steps}
        came: set[Point] = set()
        count = 0
        for n in range(begin, end):
            is_long = n > begin and self.begins_us[n + 1] - self.begins_us[n] >= LONG_US
            count += is_long and move.steps[0].start not in self.shown[n] and not ends & came
            change = self.changes[n]
            (came.add if change.closed else came.discard)(change.point)
        return count


def against(window: Window, floor: Position, story: Story) -> Against | None:
    """Return what speaks against this sequence, divided as suits it best; None if it is impossible.

    A move has stood complete also while stones that no move has to do with were off or elsewhere, but not
    before all was put back to where it began (P5).
    """
    positions = [floor, *(moves[0].after for moves in story)]
    other = frozenset(change.point for change in window.changes)
    other -= {p for moves in story for move in moves for p in touched_by(move)}
    aside = window.shown[-1] ^ occupied(positions[-1])
    count = len(window.changes)
    if not story:
        odd = window.leads(0, floor, [], count, aside)
        if odd is None:
            return None
        return _counts(len(aside), odd, others=len({change.point for change in window.changes}))
    final = window.final(floor)
    begun = _counts(len(aside), ended=bool(final) and positions[1] not in final, others=len(other))
    # With which change a move ends; since which change and ply it is sure what stands.
    best: dict[tuple[int, int, int], Against] = {(0, 0, 0): begun}
    for n, moves in enumerate(story):
        is_last = n + 1 == len(story)
        after = positions[n + 1]
        is_open = n > 0 and any(may_go_on(move) for move in story[n - 1])
        goal = story[n - 1][0].steps[-1].end if is_open else None
        back = max((k for k in range(count) if window.shown[k] == occupied(positions[n])), default=0)
        stood = _stood(window, back, after, other)
        in_air = not (stood or is_last) and _in_air(window, back, moves[0], story[n + 1][0], other)
        following: dict[tuple[int, int, int], Against] = {}
        for (begin, since, sure), before in best.items():
            ends = [count] if is_last else [k for k in stood if k >= begin]
            is_standing = bool(ends)
            for end in ends or range(begin, count + 1):
                state = (end, end, n + 1) if is_standing else (end, since, sure)
                ignored = aside if is_last else other
                odd: int | None = 0
                if is_standing:
                    odd = window.leads(since, positions[sure], story[sure : n + 1], end, ignored)
                if odd is None:
                    continue
                own = min(_of_move(window, begin, end, move, goal, other) for move in moves)
                is_seen = bool(n) and sure == n
                elsewhere = is_seen and not _begins(window, begin, end, moves, positions[n], other)
                never_stood = not (is_standing or in_air)
                total = _sum(before, own, _counts(0, odd, never_stood, elsewhere=elsewhere))
                following[state] = min(total, following.get(state, total))
        best = following
    return min(best.values(), default=None)


def _stood(window: Window, first: int, position: Position, other: Shown) -> list[int]:
    """Return after which changes, from the first on, all but other points showed the position."""
    standing = occupied(position)
    return [k for k in range(first, len(window.shown)) if window.shown[k] ^ standing <= other]


def _in_air(window: Window, first: int, move: Move, following: Move, other: Shown) -> bool:
    """Return True if the move stood but for the next one's stone, which had risen after its own (P2).

    Where one of them takes something, that is after its own had come to its end; else its own stood nowhere
    else then.
    """
    end = move.steps[-1].end
    came, rose = (end, True), (following.steps[0].start, False)
    for k in _stood(window, first, move.after, other | {rose[0]}):
        last = {change[1:]: n for n, change in enumerate(window.changes[:k])}
        if not {came, rose} <= last.keys():
            continue
        if move.captures | following.captures:
            is_begun = last[came] < last[rose]
        else:
            is_begun = (window.shown[last[rose]] | {end}) ^ occupied(move.after) <= other
        if is_begun:
            return True
    return False


def _begins(
    window: Window, begin: int, end: int, moves: list[Move], position: Position, other: Shown
) -> bool:
    """Return False if the stone of a move rose, but never from where the one before stands (P2).

    What it takes may have been taken off before.
    """
    other |= moves[0].captures
    rise = moves[0].steps[0].start, False
    unlike = window.shown[begin] ^ occupied(position)
    has_risen = False
    for change in in_order(window.changes[begin:end]):
        has_risen = has_risen or change[1:] == rise
        if change[1:] == rise and unlike <= other:
            return True
        unlike ^= {change.point}
    return not has_risen


def occupied(position: Position) -> Shown:
    """Return the points on which stones stand."""
    return position.white | position.black


def touched_by(move: Move) -> Shown:
    """Return the points that a move has to do with."""
    return move.captures.union(*(step[:2] for step in move.steps))


def may_go_on(move: Move) -> bool:
    """Return True if a capturing move may go on (R6-R8): until it cannot, its turn has not ended (P2)."""
    visited = {p for step in move.steps for p in step[:2]}
    start, end, _ = move.steps[-1]
    last = (end[0] - start[0], end[1] - start[1])
    steps = reference.capturing_steps(end, move.after.enemy, move.after.own) if move.captures else []
    return any(direction != last and step.end not in visited for direction, step, _ in steps)


def _of_move(window: Window, begin: int, end: int, move: Move, goal: Point | None, other: Shown) -> Against:
    """Return what speaks against this move between these changes.

    goal: where the one before has ended, if it may go on. other: points that no move has to do with.
    """
    touched = {change.point for change in window.changes[begin:end]}
    ended = order = hair = 0
    for goes_to, position in _standing(move):
        standing = occupied(position)
        first = _came(window, begin, goes_to) if goes_to in move.captures else begin
        stood = [k for k in range(first, end) if window.shown[k] ^ standing <= other]
        alone = [k for k in stood if window.shown[k] == standing]
        ended += any(k in window.presses for k in stood) or _is_answered(window, alone, position, goes_to)
        if alone:  # nothing else is amiss: so it stands complete (P1)
            later = move.captures & position.own
            early = _ahead_us(window.changes[alone[-1] : end], later, goes_to)
            order += early > TOGETHER_US
            hair += 0 < early <= TOGETHER_US
    if goal is not None and goal in move.captures and begin not in window.presses:
        early = _ahead_us(window.changes[begin:end], {goal}, move.steps[0].start)
        order += early > TOGETHER_US
        hair += 0 < early <= TOGETHER_US
    passed = len(window.passed(begin, end) - touched_by(move))
    in_hand = window.rests_in_hand(begin, end, move)
    return _counts(0, 0, False, ended, order, 0, len(touched - touched_by(move)), passed, in_hand, hair, 1)


def _came(window: Window, begin: int, point: Point) -> int:
    """Return after which change a stone has first come there, though one stood there before."""
    changes = window.changes
    return next((k + 1 for k in range(begin, len(changes)) if changes[k][1:] == (point, True)), len(changes))


def _ahead_us(changes: Sequence[Change], first: Set[Point], then: Point) -> int:
    """Return how long before the other point one of these was open, when both first are, or 0."""
    since: dict[Point, int] = {}
    for change in changes:
        if change.closed:
            since.pop(change.point, None)
            continue
        since[change.point] = change.us
        risen = [since[p] for p in first if p in since]
        if risen and then in since:
            return max(0, since[then] - min(risen))
    return 0


def _standing(move: Move) -> Iterator[tuple[Point, Position]]:
    """Yield where the first step, the first two and so on of a move end, and what stands complete then.

    They have taken nothing but what it takes, by whichever lines.
    """
    after = move.after
    own = after.enemy - {move.steps[-1].end}
    enemies = {after.own | move.captures}
    for start, end, _ in move.steps[:-1]:
        enemies = {
            enemy - taken
            for enemy in enemies
            for _, step, taken in reference.capturing_steps(start, own | {start}, enemy)
            if step.end == end and taken <= move.captures
        }
        for enemy in enemies:
            white, black = (own | {end}, enemy) if after.turn == "B" else (enemy, own | {end})
            yield end, Position(white, black, after.turn)


def _is_answered(window: Window, stands: Sequence[int], position: Position, end: Point) -> bool:
    """Return True if a whole reply stood and was taken back: final (P3).

    Where of its side only the stone on its end was off, that may have gone on instead, unless the one that
    replies rose first (P2).
    """
    for first, last in itertools.pairwise(stands):
        between = {*window.shown[first + 1 : last]}
        touched = Touched(window.changes[first:last], frozenset())
        for reply in reference.moves(position):
            if (shown := occupied(reply.after)) in between and touched.allows(reply):
                early = _ahead_us(window.changes[first:last], {reply.steps[0].start}, end)
                if early > TOGETHER_US or position.enemy - shown != {end}:
                    return True
    return False


def _counts(
    aside: int,
    odd: int = 0,
    never_stood: bool = False,
    ended: int = 0,
    order: int = 0,
    others: int = 0,
    touched: int = 0,
    passed: int = 0,
    in_hand: int = 0,
    hair: int = 0,
    plies: int = 0,
    elsewhere: bool = False,
) -> Against:
    never, begun = int(never_stood), int(elsewhere)
    return aside, odd, never, ended, order, others, touched, passed, begun, in_hand, hair, plies


def _sum(*counts: Against) -> Against:
    return tuple(map(sum, zip(*counts, strict=True)))
