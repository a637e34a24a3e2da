"""How badly a sequence of moves fits what contacts did: P1 to P7 as a price, 0 for what hands do in order."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from judge.contacts import Change
from judge.stories import SLIDE_US, Story, Touched, allowed
from reference import Move, Point, Position

ASIDE = 200
"""The price of a point that does not show what the last move leaves."""
IN_TWO_PLACES = 200
"""The price of a stone that comes to its last point long before it leaves another one."""
AGAINST_BUTTON = 120
"""The price of a turn that went on after *turn* was pressed while it stood complete."""
AGAINST_FINAL = 120
"""The price of a turn that went on after a whole reply had stood on it (P3)."""
NEVER_STOOD = 60
"""The price of a reply that was begun before the move before it stood."""
OUT_OF_TURN = 40
"""The price of a stone that moved, or went, in another turn than its own."""
BACK_AND_FORTH = 30
"""The price of a stone that seems to be in two places on the way, or on its last point before it has risen."""
AGAINST_ORDER = 20
"""The price of a turn that goes on where the other side rose first, or ends where its own stone did (P2)."""
HARDLY = 10
"""The same where the order says little: contacts came close together, or another move was being tried."""
UNSURE_US = 12_000
"""So close."""
TOUCHED = 10
"""The price of a stone that was touched and has nothing to do with the move, or came back before it went."""
OUT_OF_STEP = 1
"""The price of a stone that came off before another that an earlier step takes."""
MOST_OUT_OF_STEP = 9
"""So that it decides only what nothing else does."""

Shown = frozenset[Point]


class Window:
    """The changes between two moments, and what the reeds showed before each and after all of them.

    presses: before which change *turn* was pressed. game: which is played (`games`).
    """

    def __init__(
        self,
        game: str,
        changes: Sequence[Change],
        shown: Sequence[Shown],
        presses: Sequence[int],
    ) -> None:
        self.game = game
        self.changes = changes
        self.shown = shown
        self.presses = presses


def price(window: Window, floor: Position, story: Story) -> int:
    """Return the least price at which the window can be read as this story."""
    if not story:
        return _price_of_rest(window, occupied(floor)) + TOUCHED * len({c.point for c in window.changes})
    count = len(window.changes)
    # The least price of the plies so far, by the change with which the next one begins.
    best = {0: 0}
    for n, moves in enumerate(story):
        result = occupied(moves[0].after)
        is_last = n == len(story) - 1
        possible = range(min(best), count + 1)
        ends = [k for k in possible if (k == count if is_last else window.shown[k] == result)]
        is_standing = bool(ends)
        following: dict[int, int] = {}
        for end in ends or possible:
            for begin, before in best.items():
                if begin <= end:
                    own = before + min(_price_of_turn(window, begin, end, move) for move in moves)
                    own += 0 if is_standing else NEVER_STOOD
                    if n:
                        goal = story[n - 1][0].steps[-1].end
                        own += _price_of_reply(window, begin, end, moves[0], goal)
                    following[end] = min(own, following.get(end, own))
        best = following
    return best[count] + _price_of_rest(window, occupied(story[-1][0].after))


def occupied(position: Position) -> Shown:
    """Return the points on which stones stand."""
    return position.white | position.black


def _price_of_rest(window: Window, result: Shown) -> int:
    return ASIDE * len(window.shown[-1] ^ result)


def _price_of_turn(window: Window, begin: int, end: int, move: Move) -> int:
    """Return the price at which these changes are that move."""
    turn = _Changes(window.changes[begin:end])
    opened, closed = turn.opened, turn.closed
    start, goal = move.steps[0].start, move.steps[-1].end
    path = {start, *(step.end for step in move.steps)}
    found = TOUCHED * len((opened.keys() | closed.keys()) - path - move.captures)
    found += TOUCHED * len((move.captures & closed.keys() & opened.keys()) - path)
    found += OUT_OF_TURN * (len(move.captures - opened.keys()) + (start not in opened))
    found += OUT_OF_TURN * (turn.last_closed(goal) < opened.get(start, [0])[0] - SLIDE_US)
    came = min(closed.get(goal, [0]))
    found += BACK_AND_FORTH * (came < min(opened.get(start, [0])) - SLIDE_US)
    found += _price_of_places(turn, path - {start, goal}, goal)
    for n, standing in enumerate(_standing(move), 1):
        at = [k for k in range(begin, end) if window.shown[k] == standing]
        found += AGAINST_BUTTON * any(k in window.presses for k in at)
        found += AGAINST_FINAL * (bool(at) and _is_answered(window, at[0] + 1, end, move, n))
        left = turn.last_opened(move.steps[n - 1].end)
        later = [turn.last_opened(point) for stones in move.taken[n:] for point in stones]
        if at and left and later:
            found += _price_of_order(min(later), left)
            if _is_amiss(window, left, standing, path | move.captures):
                found += AGAINST_ORDER
    off = [min((opened.get(point, [0])[0] for point in stones), default=0) for stones in move.taken]
    late = sum(
        opened.get(point, [0])[0] > min(off[n + 1 :], default=1 << 62)
        for n, stones in enumerate(move.taken)
        for point in stones
    )
    return found + min(MOST_OUT_OF_STEP, OUT_OF_STEP * late)


def _is_answered(window: Window, begin: int, end: int, move: Move, steps: int) -> bool:
    """Return True if a whole reply to so many steps of the move stood between these changes."""
    after = move.after
    own = after.enemy - {move.steps[-1].end} | {move.steps[steps - 1].end}
    enemy = after.own.union(*move.taken[steps:])
    stood = Position(*((own, enemy) if after.turn == "B" else (enemy, own)), after.turn)
    others = {occupied(after), *_standing(move)}
    for k in range(begin, end):
        if window.shown[k] not in others:
            touched = Touched(window.changes[begin - 1 : k], frozenset())
            replies = allowed(window.game, stood, touched) if touched.closed else []
            if any(occupied(reply.after) == window.shown[k] for reply in replies):
                return True
    return False


def _is_amiss(window: Window, us: int, standing: Shown, own: frozenset[Point] | set[Point]) -> bool:
    """Return True if another stone than a move's own stood where none belongs when one rose at that time."""
    k = next(k for k, change in enumerate(window.changes) if change.us == us)
    return not window.shown[k] - standing <= own


class _Changes:
    """When each contact opened and closed."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.opened: dict[Point, list[int]] = {}
        self.closed: dict[Point, list[int]] = {}
        for us, point, closed in changes:
            (self.closed if closed else self.opened).setdefault(point, []).append(us)

    def last_opened(self, point: Point) -> int:
        return self.opened.get(point, [0])[-1]

    def last_closed(self, point: Point) -> int:
        return self.closed.get(point, [0])[-1]


def _price_of_order(first: int, then: int) -> int:
    """Return the price of a stone that rose first although another one should have."""
    if first >= then:
        return 0
    return AGAINST_ORDER if then - first > UNSURE_US else HARDLY


def _price_of_places(turn: _Changes, way: set[Point], goal: Point) -> int:
    """Return the price of the moving stone's standing on its way while it stands on its last point."""
    found = 0
    for point in way & turn.closed.keys():
        for us in turn.closed.get(goal, []):
            came = max((t for t in turn.closed[point] if t < us), default=0)
            left = min((t for t in turn.opened.get(point, []) if t > came), default=0)
            if came and (not left or left > us + SLIDE_US):
                found = max(found, IN_TWO_PLACES if us == turn.last_closed(goal) else BACK_AND_FORTH)
    return found


@functools.lru_cache(maxsize=4096)
def _standing(move: Move) -> tuple[Shown, ...]:
    """Return what the reeds show where the first step, the first two and so on of a move stand complete."""
    stones = occupied(move.after) - {move.steps[-1].end} | move.captures
    return tuple(
        stones - frozenset().union(*move.taken[:n]) | {move.steps[n - 1].end}
        for n in range(1, len(move.steps))
    )


def _price_of_reply(window: Window, begin: int, end: int, move: Move, goal: Point) -> int:
    """Return the price of a reply that takes the stone at `goal`, which moved last, before its own has risen.

    An own stone that rises goes on with the turn (P2).
    """
    if goal not in move.captures or begin in window.presses:
        return 0
    turn = _Changes(window.changes[begin:end])
    taken, rose = turn.last_opened(goal), turn.last_opened(move.steps[0].start)
    found = _price_of_order(taken, rose) if taken else 0
    path = {move.steps[0].start, *(step.end for step in move.steps)}
    is_amiss = found and _is_amiss(window, taken, window.shown[begin], path | move.captures)
    return HARDLY if is_amiss else found
