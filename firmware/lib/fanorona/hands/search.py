"""Goes through the legal moves that can explain what the reeds show, a few at a time.

They come from the book if that is complete, or else from a walk. The book is gone through in passes: moves
that take all that is off and end where a stone has come, if one has; others that end there; and the rest. In
most cases the first pass explains all.
"""

from fanorona.compat import const
from fanorona.hands.book import HALF, Book
from fanorona.hands.evidence import Evidence
from fanorona.hands.weighing import CARRYING, CLEARING, NOTHING, PASSING, TAKING, Weighing
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import EMPTY
from fanorona.rules.steps import TO
from fanorona.rules.walk import Course, Walk

STRAY = const(3)
"""More unexplained points than this are no slip in a move: the whole board goes back to the floor."""
SKIPS = const(8)
"""Moves in the book that can be passed over in the time of weighing one."""
_LIKELY = const(0)
_ARRIVED = const(1)
_OTHERS = const(2)


class Search:
    """Has ``weighing`` weigh every move from the floor on that can be better than the best so far.

    ``is_on``: it has begun and is not over.
    """

    def __init__(self, game: Game, evidence: Evidence, weighing: Weighing) -> None:
        self.is_on = False
        self._position = game.position
        self._evidence = evidence
        self._weighing = weighing
        # The stones whose moves are weighed, and the fewest points that a move can leave unexplained.
        self._stones = bytearray(POINTS)
        self._count = 0
        self._place = 0
        self._fewest = 0
        self._has_risen = False
        self._is_thorough = False  # there are blind points: any move may have been made
        self._low = 0  # the points where stones have come off, as in the book
        self._high = 0
        self._left = 0  # of the effort of this portion
        self._walk = Walk(game.position)
        self._book = Book()
        self._move = Course()
        self._from_book = False
        self._pass = _LIKELY
        self._entry = 0
        self._last_entry = 0

    def prepare(self, count: int) -> bool:
        """Use an idle moment: find ``count`` more moves that may be made. Whether more are to be found."""
        return self._book.grow(self._position, count)

    def close(self) -> None:
        """The floor has changed: what was prepared or looked for is no longer true."""
        self.is_on = False
        self._book.close()

    def begin(self) -> bool:
        """Choose the stones whose moves can explain anything: own ones that have risen, or else all.

        Whether there is anything to look for.
        """
        evidence = self._evidence
        weighing = self._weighing
        differs = evidence.differs
        position = self._position
        turn = position.turn
        base = evidence.base
        off = weighing.off
        arrived = weighing.arrived
        stones = self._stones
        off.clear()
        arrived.clear()
        n = differs.size
        risen = 0
        low = 0
        high = 0
        for i in range(n):
            p = differs.points[i]
            colour = base[p]
            if colour == EMPTY:
                arrived.put(p, 1)
            elif colour != turn:
                off.put(p, 1)
                if p < HALF:
                    low |= 1 << p
                else:
                    high |= 1 << p - HALF
            elif not evidence.floor or p == position.stone:
                stones[risen] = p
                risen += 1
        # Of the stones that have risen, and of the points where one has come, a move explains one each.
        fewest = n - off.size
        if risen:
            fewest -= 1
            if arrived.size:
                fewest -= 1
        if evidence.closed.size:
            self._add_returned()
        is_blind = evidence.blind.size > 0
        self._has_risen = risen > 0 and not is_blind
        if is_blind or (not risen and off.size):
            stones[0] = NONE
            risen = 1
        if fewest > STRAY or not risen:
            return False
        self._fewest = fewest
        self._low = low
        self._high = high
        self._count = risen
        self._is_thorough = is_blind
        self._begin_moves()
        return True

    def go(self, effort: int) -> int:
        """Weigh as many moves, or pass over some more. What is left of the effort, negative if not over.

        As much as passes over SKIPS moves weighs one.
        """
        self._left = effort * SKIPS
        over = self._search_book() if self._from_book else self._search_walk()
        if not over:
            return -1
        weighing = self._weighing
        if self._has_risen and weighing.unexplained > STRAY and weighing.off.size > 1:
            self._search_all()
            return -1
        self.is_on = False
        return max(self._left, 0)

    def _search_all(self) -> None:
        """Look once more, through all moves: an own stone that has risen may have slipped."""
        self._has_risen = False
        self._fewest = self._evidence.differs.size - self._weighing.off.size
        self._stones[0] = NONE
        self._count = 1
        self._begin_moves()

    def _begin_moves(self) -> None:
        self.is_on = True
        self._place = 0
        self._from_book = self._book.is_complete and not self._is_thorough
        if self._from_book:
            self._pass = _LIKELY
            self._open_entries()
        else:
            self._walk.begin(self._stones[0])

    def _add_returned(self) -> None:
        """Where a stone came back that had been taken off, the moving stone may have come instead (P7)."""
        evidence = self._evidence
        closed = evidence.closed
        for i in range(closed.size):
            p = closed.points[i]
            if evidence.occupied[p] and evidence.base[p] == 3 - self._position.turn:
                self._weighing.arrived.put(p, 1)

    def _search_walk(self) -> bool:
        """Weigh the moves as a walk finds them; whether that is over."""
        walk = self._walk
        walk.resume()
        while self._place < self._count:
            if self._left <= 0:
                walk.rest()
                return False
            self._left -= SKIPS * 5 // 2 if self._is_thorough else SKIPS  # each is weighed twice then
            if walk.go():
                self._weighing.weigh(walk.move)
                self._left -= walk.move.size  # long chains take longer
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
                self._left -= SKIPS
                book.read(n, self._move)
                self._weighing.weigh(self._move)
                if self._is_enough():
                    return True
            n += 1
            self._left -= 1

    def _skip(self, n: int, last: int) -> int:
        """The next entry from ``n`` on that may have its turn in this pass; ``last`` where there is none."""
        first = n
        weighing = self._weighing
        if self._pass == _OTHERS:
            if not self._has_risen or weighing.stage != NOTHING:
                low = self._low
                high = self._high
                lows = self._book.low
                highs = self._book.high
                while n < last and not lows[n] & low and not highs[n] & high:
                    n += 1
        elif weighing.arrived.size:
            arrived = weighing.arrived.value
            steps = self._book.steps
            to = TO
            while n < last and not arrived[to[steps[n]]]:
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
        if self._place == self._count:
            weighing = self._weighing
            if self._pass == _OTHERS or (weighing.unexplained == self._fewest and weighing.stage >= CLEARING):
                return False  # nothing else can be better
            self._pass += 1
            self._place = 0
        self._open_entries()
        return True

    def _may_explain(self, n: int) -> bool:
        """Whether a move in the book has its turn in this pass, and can be better than the best so far."""
        book = self._book
        weighing = self._weighing
        arrived = weighing.arrived
        ends_there = arrived.value[TO[book.steps[n]]]
        takes_all = book.low[n] & self._low == self._low and book.high[n] & self._high == self._high
        if self._pass == _LIKELY:
            return takes_all
        if self._pass == _ARRIVED:
            return not takes_all
        if ends_there or (takes_all and not arrived.size):
            return False
        if self._has_risen and weighing.stage == NOTHING:
            return True  # that the stone may move at all explains that it has risen
        return book.takes_any(n, self._low, self._high)

    def _is_enough(self) -> bool:
        """Whether no other move can explain more, nor get further."""
        weighing = self._weighing
        if weighing.unexplained > self._fewest or weighing.stage > PASSING or self._is_thorough:
            return False
        if self._from_book and self._pass == _OTHERS:
            return True
        if weighing.stage == TAKING:
            return True
        # In the dark a stone may have come to where it took one, and nothing seems to have arrived.
        return weighing.stage == CARRYING and not (weighing.arrived.size or self._evidence.flat)
