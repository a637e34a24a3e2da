"""What the reeds can mean: the legal moves that explain where they differ from the last sure position.

A move explains a differing point when its result has that point as the reeds show it, or when the stone
that makes it stands there on its way. Explanations compete: the one that leaves the fewest points
unexplained wins, then the one that has got furthest, then the one that fits the order of events best (P6,
P8).
"""

from fanorona.book import HALF, Book
from fanorona.compat import const
from fanorona.game import Game
from fanorona.geometry import NEXT, NONE, POINTS
from fanorona.marks import Marks
from fanorona.rules import EMPTY, MOVE_LOG, WITHDRAWAL
from fanorona.steps import AHEAD, BEHIND, FIRST, FROM, TO, WAY
from fanorona.walk import Course, Walk

# How far an explanation has got, in the order in which explanations are preferred
NOTHING = const(0)
TAKING = const(1)
CARRYING = const(2)
PASSING = const(3)
CLEARING = const(4)
COMPLETE = const(5)

STRAY = const(3)
"""More unexplained points than this are no slip in a move: the whole board goes back to the floor."""
_TRAIL = const(24)
_PATH = const(32)
_FAR = const(0x3FFF)
_SKIPS = const(8)
"""Moves in the book that can be passed over in the time of weighing one."""
# Passes through the book: moves that take all that is off and end where a stone has come, if one has; others
# that end there; and the rest. In most cases the first pass explains all.
_LIKELY = const(0)
_ARRIVED = const(1)
_OTHERS = const(2)


class Reading:
    """The reeds against the floor: the position of ``game`` with the steps that were sure when it was raised.

    ``occupied`` is the board as the reeds show it (0 or 1 by point), ``differs`` marks where it is unlike
    the floor. After ``explain`` the best explanation is described by ``stage``, ``unexplained`` (how many
    points), ``hand`` (the point that the stone in the hand rose from, or ``NONE``), ``due`` (stones still
    standing, with the kinds by which they are taken), ``choice`` (whether these are alternatives, P6),
    ``amiss`` (the unexplained points), ``ends`` (how many different points the complete explanations end
    on; ``doubt`` marks them, P7), and ``path``: the move so far in the form of ``game.Record``, that is
    number of steps, start point, a byte a step. ``stands``: the point where the moving stone stands on its
    way, or ``NONE``. ``is_astray``: on the way to a complete move its stone came to points that the move
    does not know. ``holds``: after ``hold_back``, whether the reeds show a complete move. ``replies``: they
    show one, and beyond it that a stone of the other side has moved. ``is_odd``: what is unexplained is no
    reply begun too soon.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.occupied = bytearray(POINTS)
        self.differs = Marks()
        self.stage = NOTHING
        self.unexplained = 0
        self.hand = NONE
        self.due = Marks()
        self.choice = False
        self.amiss = Marks()
        self.ends = 0
        self.doubt = Marks()
        self.stands = NONE
        self.is_astray = False
        self.holds = False
        self.replies = False
        self.is_odd = False
        self.path = bytearray(_PATH)
        self.base = bytearray(POINTS)
        self.floor = 0
        # Since the floor: when each point last opened and closed, and the points that closed, in order.
        self._opened = Marks()
        self._closed = Marks()
        self._clock = 0
        self._trail = bytearray(_TRAIL)
        self._trail_size = 0
        self._touched = NONE
        # These, while the reeds are read from another floor.
        self._kept_opened = Marks()
        self._kept_closed = Marks()
        self._kept_clock = 0
        self._kept_trail = bytearray(_TRAIL)
        self._kept_size = 0
        self._since = Marks()  # points that are unlike the last state that made sense and stood for a while
        self._cost = _FAR
        self._astray = False
        self._at = 0  # the step of the best explanation that ends where the stone stands
        self._end = NONE
        self._has_replied = False
        # The search: the points where stones of the other side have come off and where the moving stone may
        # be seen; the stones whose moves are weighed; the fewest points that a move can leave unexplained.
        self._off = Marks()
        self._ends = Marks()
        self._stones = bytearray(POINTS)
        self._count = 0
        self._place = 0
        self._fewest = 0
        self._has_risen = False
        self._has_arrived = False
        self._low = 0  # the points of _off as in the book
        self._high = 0
        self._left = 0  # of the effort of this portion
        self._is_found = False
        self._best = Course()
        # The best of the moves that have changed all that they change: what it leaves unexplained, its price.
        self._held = Course()
        self._held_left = POINTS
        self._held_cost = _FAR
        self._tied = Marks()  # stones due by other moves that are as good as the best
        self._taken = 0
        self._firsts = bytearray(MOVE_LOG)
        # Where the moves come from: the book, if it is complete, or else a walk.
        self._walk = Walk(game.position)
        self._book = Book()
        self._move = Course()
        self._from_book = False
        self._pass = _LIKELY
        self._entry = 0
        self._last_entry = 0

    def begin(self) -> None:
        """Take the position of the game, which the reeds need not show, for the floor."""
        self.differs.clear()
        self.amiss.clear()
        board = self.game.position.board
        for p in range(POINTS):
            self.base[p] = board[p]
            self._compare(p)
        self.raise_floor()

    def settle(self, end: int) -> None:
        """The steps now played, which end on ``end``, are what the reeds show: make them the floor."""
        board = self.game.position.board
        differs = self.differs
        for i in range(differs.size):
            p = differs.points[i]
            self.base[p] = board[p]
        self.base[end] = board[end]
        differs.clear()
        self.amiss.clear()
        self.raise_floor()

    def raise_floor(self) -> None:
        """The steps now played are sure; what happened before counts no more."""
        self.floor = self.game.position.steps
        self._book.close()
        self._forget()
        self._since.clear()
        self.due.clear()
        self.doubt.clear()
        self.choice = False
        self.hand = NONE
        self.stands = NONE
        self.holds = False
        self.path[0] = self.floor

    def mark(self) -> None:
        """What the reeds show makes sense and has stood for a while: remember it."""
        self._since.clear()

    def is_as_marked(self) -> bool:
        """Whether the reeds show again what they showed at ``mark``, or the floor if that came later."""
        return not self._since.size

    def note(self, p: int, closed: int) -> None:
        """Take one change at point ``p``."""
        self.occupied[p] = closed
        self._compare(p)
        if self._since.value[p]:
            self._since.drop(p)
        else:
            self._since.put(p, 1)
        if self._clock < 255:
            self._clock += 1
        if not closed:
            self._opened.put(p, self._clock)
            return
        self._put_closed(p, self._clock)
        if self.doubt.value[p]:
            self._touched = p

    def explain(self) -> None:
        """Begin to look for the best explanation of what the reeds show; ``think`` does the work."""
        differs = self.differs
        self.choice = False
        self.hand = NONE
        self.stage = NOTHING
        self.unexplained = differs.size
        self.ends = 0
        self.stands = NONE
        self.is_astray = False
        self.holds = False
        self.replies = False
        self.is_odd = False
        self._end = NONE
        self._held_left = POINTS
        self.path[0] = self.floor
        self._count = 0
        self._is_found = False
        if differs.size > 1:
            self._begin_search()
            return
        self.due.clear()
        if differs.size:
            self._explain_one(differs.points[0])
        else:
            self._forget()  # all is back where it was: no stone has risen, whatever was straightened
            self.doubt.clear()
            self.amiss.clear()

    def expects(self, p: int) -> bool:
        """Whether the stone on ``p`` is one of several that were to come off: no more is to be expected."""
        return self.due.size > 1 and self.due.value[p] > 0 and not self.choice

    def think(self, effort: int) -> bool:
        """Go on looking: so many moves weighed, or some more passed over. Whether all is known.

        What follows from the best explanation takes as long as weighing some moves, so it comes in a portion
        of its own when little is left of this one.
        """
        if self._count:
            self._left = effort * _SKIPS
            over = self._search_book() if self._from_book else self._search_walk()
            if not over:
                return False
            if self._has_risen and self.unexplained > STRAY and self._off.size > 1:
                self._search_all()
                return False
            self._count = 0
            self._is_found = True
            if self._left < effort * _SKIPS // 2:
                return False
        if self._is_found:
            self._is_found = False
            self._conclude()
        return True

    def prepare(self, count: int) -> bool:
        """Use an idle moment: find ``count`` more moves that may be made. Whether more are to be found."""
        return self._book.grow(self.game.position, count)

    def play_path(self) -> None:
        """Play the steps of ``path`` beyond the floor on the position."""
        self._play(self._best)

    def play_held(self) -> None:
        """Play those of the move that ``holds`` or ``replies`` are about."""
        self._play(self._held)

    def go_on(self) -> None:
        """The steps now played are a move; whatever else the reeds show belongs to the next one."""
        self.begin()
        differs = self.differs
        for i in range(differs.size):
            p = differs.points[i]
            self._since.put(p, 1)
            if self.occupied[p]:
                self._put_closed(p, 1)
            else:
                self._opened.put(p, 1)
        self._clock = 1

    def keep_events(self) -> None:
        """Remember the order of events, which ``go_on`` forgets."""
        self._kept_opened.copy(self._opened)
        self._kept_closed.copy(self._closed)
        self._kept_clock = self._clock
        self._kept_size = self._trail_size
        for i in range(_TRAIL):
            self._kept_trail[i] = self._trail[i]

    def recall_events(self) -> None:
        """The order of events is again as it was at ``keep_events``."""
        self._opened.copy(self._kept_opened)
        self._closed.copy(self._kept_closed)
        self._clock = self._kept_clock
        self._trail_size = self._kept_size
        for i in range(_TRAIL):
            self._trail[i] = self._kept_trail[i]

    def hold_back(self) -> None:
        """All that is unlike the marked state is amiss; a move that they show is none yet (but P3)."""
        self.holds = not self._held_left
        self.hand = NONE
        self.stands = NONE
        self.choice = False
        self.due.clear()
        self.doubt.clear()
        self.path[0] = self.floor
        amiss = self.amiss
        amiss.clear()
        for i in range(self._since.size):
            amiss.put(self._since.points[i], 1)

    def leads_on(self, p: int, taken: int) -> bool:
        """Whether the best explanation explains all, leads on from ``p`` and takes the stone on ``taken``.

        ``taken``: NONE for any.
        """
        if self.unexplained or self.stage < PASSING:
            return False
        best = self._best
        has_passed = False
        for i in range(self._at):
            has_passed = has_passed or TO[best.steps[i]] == p
        if not has_passed or taken == NONE:
            return has_passed
        for i in range(best.size):
            q = best.line_from(i)
            way = best.line_way(i)
            for _ in range(best.taken[i]):
                if q == taken:
                    return True
                q = NEXT[q * 8 + way]
        return False

    def blame_all(self) -> None:
        """Mark every differing point as amiss."""
        differs = self.differs
        self.amiss.clear()
        for i in range(differs.size):
            self.amiss.put(differs.points[i], 1)

    def _put_closed(self, p: int, clock: int) -> None:
        self._closed.put(p, clock)
        if self._trail_size == _TRAIL:
            for i in range(1, _TRAIL):
                self._trail[i - 1] = self._trail[i]
            self._trail_size -= 1
        self._trail[self._trail_size] = p
        self._trail_size += 1

    def _play(self, move: Course) -> None:
        for i in range(move.size):
            self.game.position.play_step(move.steps[i], move.kinds[i])

    def _compare(self, p: int) -> None:
        if self.occupied[p] != (self.base[p] != EMPTY):
            self.differs.put(p, 1)
        else:
            self.differs.drop(p)

    def _forget(self) -> None:
        self._opened.clear()
        self._closed.clear()
        self._clock = 0
        self._trail_size = 0
        self._touched = NONE

    def _explain_one(self, p: int) -> None:
        """Explain that one point differs: a stone in the hand, a captured one taken off first, or a slip."""
        position = self.game.position
        colour = self.base[p]
        if colour == position.turn:
            if position.stone == p or (not self.floor and position.may_begin(p)):
                self.stage = CARRYING
                self.unexplained = 0
                self.hand = p
                return
        elif colour != EMPTY:
            if self.floor:
                self._begin_search()
                return
            if self._is_taken_at_once(p):
                self.stage = TAKING
                self.unexplained = 0
                return
            if position.must_capture():
                self._begin_search()
                return
        self.blame_all()

    def _is_taken_at_once(self, p: int) -> bool:
        """Whether a first step takes the stone on ``p``, which spares looking through all moves (R3, R4)."""
        position = self.game.position
        board = position.board
        turn = position.turn
        for way in range(8):
            q = NEXT[p * 8 + way]
            while board[q] == 3 - turn:
                q = NEXT[q * 8 + way]
            if q == NONE:
                continue
            r = NEXT[q * 8 + way]
            if board[q] == EMPTY:
                if board[r] == turn:
                    return True
            elif board[r] == EMPTY:
                return True
        return False

    def _begin_search(self) -> None:
        """Choose the stones whose moves can explain anything: own ones that have risen, or else all."""
        differs = self.differs
        position = self.game.position
        turn = position.turn
        base = self.base
        off = self._off
        ends = self._ends
        stones = self._stones
        if off.size:
            off.clear()
        if ends.size:
            ends.clear()
        n = differs.size
        risen = 0
        low = 0
        high = 0
        for i in range(n):
            p = differs.points[i]
            colour = base[p]
            if colour == EMPTY:
                ends.put(p, 1)
            elif colour != turn:
                off.put(p, 1)
                if p < HALF:
                    low |= 1 << p
                else:
                    high |= 1 << p - HALF
            elif not self.floor or p == position.stone:
                stones[risen] = p
                risen += 1
        # Of the stones that have risen, and of the points where one has come, a move explains one each.
        fewest = n - off.size
        if risen:
            fewest -= 1
            if ends.size:
                fewest -= 1
        if self._closed.size:
            self._add_returned()
        self._has_risen = risen > 0
        if not risen and off.size:
            stones[0] = NONE
            risen = 1
        if fewest > STRAY or not risen:
            self.due.clear()
            self.blame_all()
            return
        self._fewest = fewest
        self._low = low
        self._high = high
        self._has_arrived = n > off.size + risen
        self._count = risen
        self._begin_moves()

    def _search_all(self) -> None:
        """Look once more, through all moves: an own stone that has risen may have slipped."""
        self._has_risen = False
        self._fewest = self.differs.size - self._off.size
        self._stones[0] = NONE
        self._count = 1
        self._begin_moves()

    def _begin_moves(self) -> None:
        self._place = 0
        self._from_book = self._book.is_complete
        if self._from_book:
            self._pass = _LIKELY
            self._open_entries()
        else:
            self._walk.begin(self._stones[0])

    def _add_returned(self) -> None:
        """Where a stone came back that had been taken off, the moving stone may have come instead (P7)."""
        closed = self._closed
        for i in range(closed.size):
            p = closed.points[i]
            if self.occupied[p] and self.base[p] == 3 - self.game.position.turn:
                self._ends.put(p, 1)

    def _search_walk(self) -> bool:
        """Weigh the moves as a walk finds them; whether that is over."""
        walk = self._walk
        walk.resume()
        while self._place < self._count:
            if self._left <= 0:
                walk.rest()
                return False
            self._left -= _SKIPS
            if walk.go():
                self._weigh(walk.move)
                if self._is_enough():
                    walk.stop()
                    return True
            else:
                self._place += 1
                if self._place < self._count:
                    walk.begin(self._stones[self._place])
        return True

    def _open_entries(self) -> None:
        """Go to the entries of the next stone that has risen."""
        if self._place < self._count:
            p = self._stones[self._place]
            if p == NONE:
                self._entry = 0
                self._last_entry = self._book.size
            else:
                self._entry = self._book.first[p]
                self._last_entry = self._book.last[p]

    def _search_book(self) -> bool:
        """Weigh the moves in the book that may explain anything; whether that is over."""
        book = self._book
        n = self._entry
        last = self._last_entry
        while True:
            if n < last:
                n = self._skip(n, last)
            if n >= last:
                if not self._next_entries():
                    return True
                n = self._entry
                last = self._last_entry
                continue
            if self._left <= 0:
                self._entry = n
                return False
            if self._may_explain(n):
                self._left -= _SKIPS
                book.read(n, self._move)
                self._weigh(self._move)
                if self._is_enough():
                    return True
            n += 1
            self._left -= 1

    def _skip(self, n: int, last: int) -> int:
        """The next entry from ``n`` on that may have its turn in this pass; ``last`` where there is none."""
        first = n
        if self._pass == _OTHERS:
            if not self._has_risen or self.stage != NOTHING:
                low = self._low
                high = self._high
                lows = self._book.low
                highs = self._book.high
                while n < last and not lows[n] & low and not highs[n] & high:
                    n += 1
        elif self._ends.size:
            ends = self._ends.value
            steps = self._book.steps
            to = TO
            while n < last and not ends[to[steps[n]]]:
                n += 1
        else:
            low = self._low
            high = self._high
            lows = self._book.low
            highs = self._book.high
            while n < last and (lows[n] & low != low or highs[n] & high != high):
                n += 1
        self._left -= n - first
        return n

    def _next_entries(self) -> bool:
        """Go to the entries of the next stone, or to the next pass; False if there is none."""
        self._place += 1
        while self._place == self._count:
            if self._pass == _OTHERS or self._explains_all():
                return False
            self._pass += 1
            if self._pass == _ARRIVED and not self._ends.size:
                self._pass = _OTHERS
            self._place = 0
        self._open_entries()
        return True

    def _may_explain(self, n: int) -> bool:
        """Whether a move in the book has its turn in this pass, and can be better than the best so far."""
        book = self._book
        ends_there = self._ends.value[TO[book.steps[n]]]
        takes_all = book.low[n] & self._low == self._low and book.high[n] & self._high == self._high
        if self._pass == _LIKELY:
            return takes_all and (ends_there > 0 or not self._ends.size) and not self._is_beaten(n)
        if self._pass == _ARRIVED:
            return ends_there > 0 and not takes_all
        if ends_there or (takes_all and not self._ends.size):
            return False
        if self._has_risen and self.stage == NOTHING:
            return True  # that the stone may move at all explains that it has risen
        taken = book.captures[n]
        if taken > self._off.size:
            taken = self._off.size
        fewest = self.differs.size - taken - self._has_risen - self._has_arrived
        if fewest > self.unexplained:
            return False
        if fewest == self.unexplained and self.stage >= PASSING:
            return False
        return book.takes_any(n, self._off.value)

    def _is_beaten(self, n: int) -> bool:
        """Whether the best explanation is better than a likely move can be, by the numbers alone."""
        if self.unexplained > self._fewest or self.stage < CLEARING:
            return False
        if self.floor + self._book.lengths[n] <= self._cost:
            return False
        # A move is complete when it changes as many points as differ: what it takes, and its two ends; if it
        # ends where it has taken a stone, that point does not change.
        size = self.differs.size
        taken = self._book.captures[n]
        return taken != (size - 2 if self.base[TO[self._book.steps[n]]] == EMPTY else size)

    def _explains_all(self) -> bool:
        """Whether the moves of later passes cannot be better than the best so far."""
        return self.unexplained == self._fewest and self.stage >= CLEARING

    def _is_enough(self) -> bool:
        """Whether no other move can explain more, nor get further."""
        if self.unexplained > self._fewest or self.stage > PASSING:
            return False
        if self._from_book and self._pass == _OTHERS:
            return True
        return self.stage == TAKING or (self.stage == CARRYING and not self._ends.size)

    def _weigh(self, move: Course) -> None:
        """Compare a move with the best explanation so far."""
        differs = self.differs
        size = move.size
        start = FROM[move.steps[0]]
        end = TO[move.steps[size - 1]]
        hits = self._follow_lines(move)
        has_risen = differs.value[start]
        is_down = self.occupied[end]
        wanted = self._taken
        if self.base[end] != EMPTY:
            wanted -= 1
            is_down = is_down and self._has_landed(start, end)
        unexplained = differs.size - hits
        at = size - 1
        if has_risen:
            unexplained -= 1
            if is_down:
                unexplained -= differs.value[end]
            elif self._has_arrived:
                at = self._stands_on(move)
                if at < size - 1:
                    unexplained -= 1
        cost = 0
        if has_risen and is_down and hits >= wanted:
            cost = self._price(move)
            if unexplained < self._held_left or (unexplained == self._held_left and cost < self._held_cost):
                self._held_left = unexplained
                self._held_cost = cost
                self._held.copy(move)
        if unexplained > self.unexplained or unexplained == differs.size:
            return
        if not has_risen:
            stage = TAKING
        elif at < size - 1:
            stage = PASSING
        elif not is_down:
            stage = CARRYING
        elif unexplained or hits < wanted:
            stage = CLEARING
        else:
            stage = COMPLETE
            if self._touched != NONE and self._touched != end:
                return
            if end != self._end:
                self._end = end
                self.ends += 1
                self.doubt.put(end, 1)
        if unexplained == self.unexplained and stage < self.stage:
            return
        if stage >= PASSING and not cost:
            cost = self._price(move)
        if unexplained < self.unexplained or stage > self.stage:
            self._cost = _FAR
        if cost > self._cost:
            return
        if cost < self._cost:
            self.unexplained = unexplained
            self.stage = stage
            self.choice = False
            self._cost = cost
            self.is_astray = stage == COMPLETE and self._astray
            self._at = at
            if self._tied.size:
                self._tied.clear()
            self._best.copy(move)
        elif stage == CLEARING:
            self.choice = True
            self._mark_due(move, size, self._tied)

    def _stands_on(self, move: Course) -> int:
        """The step after which the moving stone stands where one has come; the last if there is none."""
        last = move.size - 1
        for i in range(last):
            p = TO[move.steps[i]]
            if self._ends.value[p] and self.differs.value[p]:
                return i
        return last

    def _follow_lines(self, move: Course) -> int:
        """How many of the stones that a move takes are off.

        ``_taken`` gets how many it takes, ``_firsts`` for each step when the first of its stones came off, 0
        if none has.
        """
        off = self._off.value
        opened = self._opened.value
        firsts = self._firsts
        counts = move.taken
        hits = 0
        taken = 0
        for i in range(move.size):
            s = move.steps[i]
            p = AHEAD[s]
            way = WAY[s]
            if move.kinds[i] == WITHDRAWAL:
                p = BEHIND[s]
                way ^= 4
            first = 0
            count = counts[i]
            taken += count
            while count:
                if opened[p]:
                    hits += off[p]
                    if not first or opened[p] < first:
                        first = opened[p]
                p = NEXT[p * 8 + way]
                count -= 1
            firsts[i] = first
        self._taken = taken
        return hits

    def _has_landed(self, start: int, end: int) -> bool:
        """Whether ``end``, where a stone stood at the floor, closed after the moving stone had risen (P7)."""
        closed = self._closed.value[end]
        return closed > 0 and closed >= self._opened.value[start]

    def _conclude(self) -> None:
        """Describe the best explanation."""
        stage = self.stage
        path = self.path
        best = self._best
        floor = self.floor
        due = self.due
        due.clear()
        if stage == NOTHING or self.unexplained > STRAY:
            self.stage = NOTHING
            self.unexplained = self.differs.size
            self.choice = False
            self.is_odd = True
            self.blame_all()
            return
        start = FROM[best.steps[0]]
        steps = self._at + 1
        if self.unexplained:
            held = self._held_left <= STRAY
            self.is_odd = not self._shows_reply(self._held if held else best)
            self.replies = held and self._has_replied and not self.is_odd
            self._blame(best, self._at)
        if stage == CARRYING:
            self.hand = start
        elif stage == PASSING:
            self.stands = TO[best.steps[self._at]]
            self._mark_due(best, steps, due)
        elif stage == CLEARING:
            self._mark_due(best, steps, due)
            if self.choice:
                tied = self._tied
                for i in range(tied.size):
                    p = tied.points[i]
                    due.put(p, due.value[p] | tied.value[p])
        if stage >= PASSING and not self.choice and not self.unexplained:
            # In the form of game.Record: number of steps, start point, direction * 8 + kind a step.
            path[0] = floor + steps
            if not floor:
                path[1] = start
            for i in range(steps):
                path[floor + i + 2] = WAY[best.steps[i]] * 8 + best.kinds[i]

    def _shows_reply(self, move: Course) -> bool:
        """Whether all that ``move`` leaves unexplained is that one stone of the other side moves after it.

        ``_has_replied`` tells whether it has come to an empty point.
        """
        self._blame(move, move.size - 1)
        amiss = self.amiss
        turn = self.game.position.turn
        risen = 0
        taken = 0
        stone = NONE
        self._has_replied = False
        for i in range(amiss.size):
            p = amiss.points[i]
            if self.base[p] == turn:
                taken += 1
            elif self.base[p] != EMPTY:
                risen += 1
                stone = p
            else:
                self._has_replied = True
        if risen != 1 or self._opened.value[stone] < self._closed.value[TO[move.steps[move.size - 1]]]:
            return False
        return not taken or self._may_take(move, stone, taken)

    def _may_take(self, move: Course, stone: int, count: int) -> bool:
        """Whether ``stone`` has a step, after ``move``, that takes the ``count`` others that are off."""
        position = self.game.position
        self._play(move)
        found = False
        for s in range(FIRST[stone], FIRST[stone + 1]):
            if position.board[TO[s]] == EMPTY:
                ahead = self._count_amiss(AHEAD[s], WAY[s])
                behind = self._count_amiss(BEHIND[s], WAY[s] ^ 4)
                found = found or ahead == count or behind == count
        for _ in range(move.size):
            position.back()
        return found

    def _count_amiss(self, p: int, way: int) -> int:
        """How many of the stones on the line from ``p`` that a step would take are amiss."""
        board = self.game.position.board
        turn = self.game.position.turn
        count = 0
        while board[p] == turn:
            count += self.amiss.value[p]
            p = NEXT[p * 8 + way]
        return count

    def _blame(self, move: Course, at: int) -> None:
        """Mark what a move leaves unexplained whose stone may stand where step ``at`` ends."""
        self.blame_all()
        amiss = self.amiss
        start = FROM[move.steps[0]]
        end = TO[move.steps[at]]
        amiss.drop(start)
        if self.differs.value[start] and self.occupied[end]:
            amiss.drop(end)
        for i in range(move.size):
            p = move.line_from(i)
            way = move.line_way(i)
            for _ in range(move.taken[i]):
                if self._off.value[p]:
                    amiss.drop(p)
                p = NEXT[p * 8 + way]

    def _price(self, move: Course) -> int:
        """How badly the order of events fits the move whose lines were followed; less is better (P6, P8).

        Points that closed away from its path weigh most, then captures that came off in another order than
        the path takes them, then its length. ``_astray``: whether one of those points was empty before,
        unless stones were put back: then minds have changed, and the way tells nothing (P5).
        """
        size = move.size
        missed = 0
        astray = False
        is_settled = True
        at = 0
        for i in range(self._trail_size):
            j = at
            while j < size and TO[move.steps[j]] != self._trail[i]:
                j += 1
            if j < size:
                at = j + 1
            else:
                missed += 1
                if self.base[self._trail[i]] == EMPTY:
                    astray = True
                elif self.base[self._trail[i]] != self.game.position.turn:
                    is_settled = False
        self._astray = astray and is_settled
        disorder = 0
        before = 0
        for i in range(size if size > 1 else 0):
            first = self._firsts[i]
            if first:
                if first < before:
                    disorder += 1
                before = first
        return missed * 512 + disorder * 32 + self.floor + size

    def _mark_due(self, move: Course, steps: int, due: Marks) -> None:
        """Add the stones that the first ``steps`` steps of a move take and that still stand."""
        end = TO[move.steps[steps - 1]]
        for i in range(steps):
            p = move.line_from(i)
            way = move.line_way(i)
            for _ in range(move.taken[i]):
                if self.occupied[p] and p != end:
                    due.put(p, due.value[p] | move.kinds[i])
                p = NEXT[p * 8 + way]
