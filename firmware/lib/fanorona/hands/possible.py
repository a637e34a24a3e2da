"""What tells stories apart: what stones can have done, as the contacts came (TRACKER.md).

``last`` is the move taken back, and the reading has another one in its place; or ``move`` is one after which
the reading has the beginning of a reply.
"""

from fanorona.hands.reading import Reading
from fanorona.hands.weighing import PASSING
from fanorona.rules.geometry import NONE, direction
from fanorona.rules.rules import EMPTY
from fanorona.rules.walk import Course


def has_come_elsewhere(reading: Reading, last: Course) -> bool:
    """Whether a stone came where none was, and neither the move taken back nor the other one leads.

    Or where they lead, while its stone stood on its end: that was another one.
    """
    end = last.end()
    stood = reading.closed.value[end] if reading.occupied[end] else reading.size
    for i in range(reading.closed.size):
        p = reading.closed.points[i]
        leads = reading.weighing.best.leads_to(p) or last.leads_to(p)
        if reading.base[p] == EMPTY and not (leads and reading.closed.value[p] <= stood):
            return True
    return False


def are_taken_anew(reading: Reading, last: Course) -> bool:
    """Whether what is off, but for what the move taken back took, rose after its stone was back, or had left.

    It had left its end if one has come: what rose before is the reply's (P2).
    """
    start = last.start()
    since = reading.closed.value[start]
    left = reading.opened.value[last.end()]
    has_come = reading.follow(last, reading.since + left, reading.size) > 0
    if has_come or reading.stage >= PASSING:
        since = max(since, left)
    for i in range(reading.differs.size):
        p = reading.differs.points[i]
        if reading.opened.value[p] < since and not reading.occupied[p]:
            if p != start and not last.takes(p):
                return False
    return True


def had_left(reading: Reading, last: Course, came: int) -> bool:
    """Whether the stone of the move taken back had left its end by change ``came``, or came there later.

    With that change it came elsewhere.
    """
    left = last.end()
    if reading.occupied[left] or came <= reading.first_change(left, 1, 0):
        return True
    return reading.has_left(left, came)


def is_disproved(reading: Reading, last: Course) -> bool:
    """Whether a point that the move taken back had changed is otherwise now.

    Where it began another stone may have come, unless its own rose in the dark: then it may not have moved.
    """
    occupied = reading.occupied
    start = last.start()
    end = last.end()
    if not occupied[end] or (occupied[start] and reading.first_change(start, 0, 0) <= reading.flat):
        return True
    for i in range(last.follow(last.size)):
        if occupied[last.line[i]] and last.line[i] != end:
            return True
    return False


def crossed(reading: Reading, move: Course, end: int) -> bool:
    """Whether the reply landed first, both stones being in the air."""
    rose = reading.last_change(reading.weighing.best.start(), 0)
    return 0 < reading.last_change(move.start(), 0) < rose < reading.last_change(end, 1)


def came_at_once(reading: Reading, move: Course, p: int) -> bool:
    """Whether a stone came before the first one had come and taken anything, or in one go: no reply.

    In the dark all comes in one go.
    """
    came = reading.last_change(p, 1)
    is_off = not move.taken[0]
    for i in range(move.follow(move.size)):
        is_off = is_off or reading.last_change(move.line[i], 0, came) > 0
    first = reading.last_change(move.end(), 1, max(came - 1, 0))  # the reply may end there, too
    return not (is_off and first and reading.rested(first, came))


def came_too_soon(reading: Reading, move: Course, p: int) -> bool:
    """Whether a stone came in the dark, and what the first one takes rose in the light: no reply (P2)."""
    if reading.last_change(p, 1) > reading.flat:
        return False
    for i in range(move.follow(move.size)):
        if reading.last_change(move.line[i], 0) > reading.flat:
            return True
    return False


def rose_from(reading: Reading, move: Course, first: int, has_stood: bool) -> bool:
    """Whether the stone that replies rose when the first one had come (P2) or just came, or in the dark.

    That one may have risen by then, as it is taken, unless it is not back and could have gone where the reply
    did; not even then where all ``has_stood`` for a second. The changes before number ``first`` are of the
    move before, beside which the other may rise.
    """
    rose = reading.last_change(reading.weighing.best.start(), 0)
    end = move.end()
    came = reading.last_change(end, 1, rose)
    if rose <= max(reading.flat, first):
        return True
    if came <= first:
        came = reading.first_change(end, 1, rose)
        return came <= reading.size and not reading.rested(rose, came)
    left = reading.last_change(end, 0, rose)
    if left < came or reading.occupied[end] or has_stood:
        return True
    p = reading.weighing.reached()
    return direction(end, p) < 0 or move.leads_to(p)


def has_gone_on(reading: Reading, move: Course, at: int, may_go_on: bool, told: int) -> bool:
    """Whether the first stone went back, or on: it rose, and one came on its way, or where it could go.

    Or it came in the end to ``told``, where the move that is taken back ends, or stood there as a reply came.
    """
    best = reading.weighing.best
    start = move.start()
    end = move.end()
    beside = end if move.taken[0] else start  # a quiet move may have been another one
    is_elsewhere = not reading.occupied[end] and (may_go_on or not move.taken[0])
    rose = reading.first_change(end, 0, at)
    q = reading.weighing.reached()
    for i in range(reading.closed.size):
        p = reading.closed.points[i]
        if 0 < reading.opened.value[q] < reading.closed.value[p] < reading.closed.value[q]:
            continue  # the stone that replies went there, and back
        came = at + reading.closed.value[p]
        has_left = came > rose or (is_elsewhere and reading.slides(came - 1, end))
        if best.leads_to(p):
            stood = told != NONE and 0 < reading.closed.value[told] < reading.closed.value[p]
            if stood and not reading.has_left(told, came):
                return True
        elif has_left and reading.base[p] == EMPTY:
            if p == start or move.leads_to(p) or (is_elsewhere and direction(beside, p) >= 0):
                return True
            if p == told and reading.closed.value[p] > reading.closed.value[end]:
                return True
    return False
