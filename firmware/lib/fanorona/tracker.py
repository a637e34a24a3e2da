"""What hands do, understood as moves (P1-P8).

The reeds tell which points are occupied, nothing else. The tracker keeps the game's position at the last sure
moment, called the floor: the beginning of the turn, or an open move that already stands complete (P1). After
every change it asks which legal moves, beginning at the floor, explain the points that differ from it. A move
explains a point when its result has that point as the reeds show it. So captured stones may come off in any
order, a chain may be played step by step or in the hand, and stones put back undo whatever they undid (P5),
all without a script of expected events.
"""

from fanorona.compat import const
from fanorona.game import Game
from fanorona.geometry import NEXT, NONE, POINTS
from fanorona.marks import Marks
from fanorona.rules import APPROACH, EMPTY

# Phases
SETUP = const(0)
PLAY = const(1)
OVER = const(2)

# What the reeds mean while a game is in play
IDLE = const(0)
"""The reeds show the position at the beginning of the turn."""
OPEN = const(1)
"""A move stands complete and may go on (P1)."""
EARLY = const(2)
"""Enemy stones that some move takes are off; no own stone has moved."""
HAND = const(3)
"""The stone that moves is in the hand."""
DOWN = const(4)
"""The stone that moves has been set down; captured stones still stand."""
DOUBT = const(5)
"""Two different results look the same and the order of events does not decide (P7)."""
WRONG = const(6)
"""No legal move explains the reeds."""

# What a contact or a button brought about, as bits
STARTED = const(1)
MOVED = const(2)
STEPPED = const(4)
ENDED = const(8)
CHANGED = const(16)

# How far an explanation has got, in the order in which explanations are preferred
_NOTHING = const(0)
_TAKING = const(1)
_CARRYING = const(2)
_CLEARING = const(3)
_COMPLETE = const(4)

_STATUS = bytes([WRONG, EARLY, HAND, DOWN, DOWN])
"""The status by stage where nothing is left unexplained."""
_STRAY = const(3)
"""More unexplained points than this are no slip in a move: the whole board goes back to the floor."""
_TRAIL = const(24)
_PATH = const(32)
_FAR = const(0x3FFF)


class Tracker:
    """Follows one ``Game`` through debounced contacts.

    For whoever reads it: ``phase`` and ``status``; ``occupied`` is the board as the reeds show it (0 or 1 by
    point); ``hand`` is the point the stone in the hand rose from, or ``NONE``. ``due`` marks stones still
    standing with the kinds by which they are taken, and ``choice`` tells whether these are alternatives (P6).
    ``amiss`` marks the points where the reeds differ from everything legal. ``doubt`` marks the points of
    which one holds the stone that moved. ``path`` is the move so far in the form of ``game.Record``: number
    of steps, start point, a byte a step.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.phase = SETUP
        self.status = IDLE
        self.occupied = bytearray(POINTS)
        self.hand = NONE
        self.due = Marks()
        self.choice = False
        self.amiss = Marks()
        self.doubt = Marks()
        self.path = bytearray(_PATH)
        self._reported = bytearray(_PATH)
        # The floor, and where the reeds differ from it.
        self._base = bytearray(POINTS)
        self._floor = 0
        self._differs = Marks()
        # Since the floor: when each point last opened, and the points that closed, in order.
        self._opened = Marks()
        self._openings = 0
        self._trail = bytearray(_TRAIL)
        self._trail_size = 0
        self._touched = NONE
        # The best explanation found so far.
        self._stage = _NOTHING
        self._unexplained = 0
        self._cost = _FAR
        self._end = NONE
        self._ends = 0

    def begin(self, occupied: bytes | bytearray) -> int:
        """Take the board as it stands at power-up, in set-up of the game's position. Returns event bits."""
        for p in range(POINTS):
            self.occupied[p] = occupied[p]
        return self.set_up()

    def set_up(self) -> int:
        """Go to the set-up of the game's position; a board that already shows it begins the game at once."""
        self.phase = SETUP
        self._differs.clear()
        self.amiss.clear()
        board = self.game.position.board
        for p in range(POINTS):
            self._base[p] = board[p]
            self._compare(p)
        self._raise_floor()
        return self._judge_setup()

    def end(self) -> int:
        """The game was ended from outside; the board shows its result until a stone is moved."""
        position = self.game.position
        while position.steps:
            position.back()
        self.phase = OVER
        self._raise_floor()
        return ENDED | CHANGED

    def contact(self, p: int, closed: int) -> int:
        """Take one debounced change at point ``p``. Returns event bits."""
        self.occupied[p] = closed
        if self.phase == OVER:
            self.game.start()
            return self.set_up()
        if self.phase == SETUP:
            self._compare(p)
            return self._judge_setup()
        events = 0
        if self.status == OPEN and not closed and self._base[p] == 3 - self.game.position.turn:
            events = self._commit()
            if self.phase == OVER:
                return events
        self._compare(p)
        self._note(p, closed)
        return events | self._read()

    def press_turn(self) -> int:
        """The *turn* button: ends an open move (P3), otherwise nothing (P4). Returns event bits."""
        if self.phase == PLAY and self.status == OPEN:
            return self._commit()
        return 0

    def _judge_setup(self) -> int:
        if self._differs.size:
            self._blame_all()
            return CHANGED
        self.amiss.clear()
        self.phase = PLAY
        return STARTED | CHANGED

    def _note(self, p: int, closed: int) -> None:
        """Keep what the order of events tells."""
        if not closed:
            if self._openings < 255:
                self._openings += 1
            self._opened.put(p, self._openings)
            return
        if self._trail_size == _TRAIL:
            for i in range(1, _TRAIL):
                self._trail[i - 1] = self._trail[i]
            self._trail_size -= 1
        self._trail[self._trail_size] = p
        self._trail_size += 1
        if self.doubt.value[p]:
            self._touched = p

    def _compare(self, p: int) -> None:
        """Note whether the reeds differ from the floor at ``p``."""
        if self.occupied[p] != (self._base[p] != EMPTY):
            self._differs.put(p, 1)
        else:
            self._differs.drop(p)

    def _raise_floor(self) -> None:
        """The position with the steps now played is sure: explain everything from here on."""
        position = self.game.position
        self._floor = position.steps
        self.status = OPEN if self._floor else IDLE
        self._opened.clear()
        self._openings = 0
        self._trail_size = 0
        self._touched = NONE
        self.due.clear()
        self.doubt.clear()
        self.choice = False
        self.hand = NONE
        self.path[0] = self._floor

    def _settle(self, end: int) -> None:
        """The steps now played, which end on ``end``, are what the reeds show: make them the floor."""
        board = self.game.position.board
        differs = self._differs
        for i in range(differs.size):
            p = differs.points[i]
            self._base[p] = board[p]
        self._base[end] = board[end]
        differs.clear()
        self.amiss.clear()
        self._raise_floor()

    def _commit(self) -> int:
        """The steps played, which the reeds show, are the move (P2, P3)."""
        end = self.game.position.stone
        self.game.commit()
        self._settle(end)
        self._reported[0] = 0
        if self.game.result:
            self.phase = OVER
            return MOVED | ENDED | CHANGED
        return MOVED | CHANGED

    def _read(self) -> int:
        """Explain what the reeds show and act on it. Returns event bits."""
        events = CHANGED
        self._explain()
        if self._stage == _COMPLETE and self.status != DOUBT:
            self._play_path()
            if not self.game.position.may_go_on():
                return events | self._commit()
            self._settle(self.game.position.stone)
        if self._path_is_news():
            events |= STEPPED
        return events

    def _explain(self) -> None:
        """Find the best explanation of what the reeds show and describe it in the public fields."""
        self.due.clear()
        self.choice = False
        self.hand = NONE
        self._stage = _NOTHING
        self._unexplained = self._differs.size
        self._end = NONE
        self._ends = 0
        self._search()
        if self._stage == _NOTHING or self._unexplained > _STRAY:
            self._stage = _NOTHING
            self._unexplained = self._differs.size
            self.due.clear()
            self.choice = False
            self.hand = NONE
            self._blame_all()
        if not self._differs.size:
            self.status = OPEN if self._floor else IDLE
        elif self._unexplained:
            self.status = WRONG
        elif self._ends > 1:
            self.status = DOUBT
        else:
            self.status = _STATUS[self._stage]
        if self.choice or self.status == WRONG or self._stage < _CLEARING:
            self.path[0] = self._floor

    def _search(self) -> None:
        """Weigh the moves that can explain anything: those of own stones that have risen, or else all."""
        differs = self._differs
        turn = self.game.position.turn
        risen = False
        taken = False
        for i in range(differs.size):
            p = differs.points[i]
            if self._base[p] == turn:
                risen = True
                self._weigh_all(p)
            elif self._base[p] != EMPTY:
                taken = True
        if taken and not risen:
            self._weigh_all(NONE)

    def _weigh_all(self, stone: int) -> None:
        """Weigh every move of ``stone``, or of all stones (NONE), that begins at the floor."""
        position = self.game.position
        if self._floor and stone != NONE and stone != position.stone:
            return
        found = position.first(stone)
        while found:
            self._weigh()
            if self._differs.size == 1 and not self._unexplained:
                while position.steps > self._floor:
                    position.back()
                return
            found = position.following(self._floor)

    def _weigh(self) -> None:
        """Compare the move now played on the position with the best explanation so far."""
        position = self.game.position
        differs = self._differs.value
        end = position.stone
        start = position.step_from(self._floor)
        has_risen = differs[start]
        is_cleared = differs[end] and not self.occupied[end]
        unexplained = self._count_unexplained()
        if is_cleared:
            unexplained -= 1  # the stone taken there is off; the moving stone is still to come
        elif differs[end] and not has_risen:
            unexplained += 1
        if unexplained > self._unexplained or unexplained == self._differs.size:
            return
        is_down = self.occupied[end] and (self._base[end] == EMPTY or self._opened.value[end])
        if not has_risen:
            stage = _TAKING
        elif not is_down:
            stage = _CARRYING
        elif unexplained or not self._is_complete():
            stage = _CLEARING
        else:
            stage = _COMPLETE
            if self._touched != NONE and self._touched != end:
                return
        if unexplained == self._unexplained and stage < self._stage:
            return
        if unexplained < self._unexplained or stage > self._stage:
            self._unexplained = unexplained
            self._stage = stage
            self._cost = _FAR
        if stage == _COMPLETE and end != self._end:
            self._end = end
            self._ends += 1
            self.doubt.put(end, 1)
        cost = self._price() if stage >= _CLEARING else 0
        if cost > self._cost:
            return
        if cost < self._cost:
            self._cost = cost
            self.choice = False
            self.due.clear()
            self._keep_path()
            self._blame(is_cleared, has_risen)
            self.hand = start if stage == _CARRYING else NONE
        elif stage == _CLEARING:
            self.choice = True
        if stage == _CLEARING:
            self._mark_due()

    def _count_unexplained(self) -> int:
        """How many of the differing points are not as the move now played leaves them."""
        board = self.game.position.board
        differs = self._differs
        n = 0
        for i in range(differs.size):
            p = differs.points[i]
            if self.occupied[p] != (board[p] != EMPTY):
                n += 1
        return n

    def _blame(self, is_cleared: int, has_risen: int) -> None:
        """Mark what the move now played leaves unexplained."""
        position = self.game.position
        differs = self._differs
        self.amiss.clear()
        for i in range(differs.size):
            p = differs.points[i]
            if p == position.stone:
                amiss = not is_cleared and not has_risen
            else:
                amiss = self.occupied[p] != (position.board[p] != EMPTY)
            if amiss:
                self.amiss.put(p, 1)

    def _blame_all(self) -> None:
        differs = self._differs
        self.amiss.clear()
        for i in range(differs.size):
            self.amiss.put(differs.points[i], 1)

    def _is_complete(self) -> bool:
        """Whether the reeds differ from the floor in all that the move now played changes (P1)."""
        position = self.game.position
        changes = 1 if self._base[position.stone] == EMPTY else -1
        for i in range(self._floor, position.steps):
            changes += position.step_taken(i)
        return self._differs.size == changes + 1

    def _price(self) -> int:
        """How badly the order of events fits the move now played; less is better (P6, P8).

        Points that closed away from its path weigh most, then captures that came off in another order than
        the path takes them, then its length.
        """
        position = self.game.position
        missed = 0
        at = self._floor
        for i in range(self._trail_size):
            j = at
            while j < position.steps and position.step_to(j) != self._trail[i]:
                j += 1
            if j < position.steps:
                at = j + 1
            else:
                missed += 1
        disorder = 0
        before = 0
        for i in range(self._floor, position.steps):
            first = self._first_opening(i)
            if first:
                if first < before:
                    disorder += 1
                before = first
        return missed * 512 + disorder * 32 + position.steps

    def _first_opening(self, i: int) -> int:
        """When the first of the stones that step ``i`` takes came off; 0 if none has."""
        position = self.game.position
        opened = self._opened.value
        first = 0
        way = position.step_way(i)
        p = position.step_to(i)
        if position.step_kind(i) != APPROACH:
            way ^= 4
            p = position.step_from(i)
        for _ in range(position.step_taken(i)):
            p = NEXT[p * 8 + way]
            if opened[p] and (not first or opened[p] < first):
                first = opened[p]
        return first

    def _mark_due(self) -> None:
        """Add the stones that the move now played takes and that still stand."""
        position = self.game.position
        for i in range(self._floor, position.steps):
            kind = position.step_kind(i)
            way = position.step_way(i)
            p = position.step_to(i)
            if kind != APPROACH:
                way ^= 4
                p = position.step_from(i)
            for _ in range(position.step_taken(i)):
                p = NEXT[p * 8 + way]
                if self.occupied[p] and position.board[p] == EMPTY:
                    self.due.put(p, self.due.value[p] | kind)

    # ``path`` has the form of game.Record: number of steps, start point, direction * 8 + kind a step.

    def _keep_path(self) -> None:
        position = self.game.position
        path = self.path
        path[0] = position.steps
        path[1] = position.step_from(0)
        for i in range(self._floor, position.steps):
            path[i + 2] = position.step_way(i) * 8 + position.step_kind(i)

    def _play_path(self) -> None:
        """Play the steps of ``path`` beyond the floor on the position."""
        position = self.game.position
        path = self.path
        p = path[1]
        for i in range(path[0]):
            q = NEXT[p * 8 + (path[i + 2] >> 3)]
            if i >= self._floor:
                position.play(p, q, path[i + 2] & 7)
            p = q

    def _path_is_news(self) -> bool:
        path = self.path
        reported = self._reported
        n = path[0] + 2 if path[0] else 1
        same = True
        for i in range(n):
            if reported[i] != path[i]:
                same = False
                reported[i] = path[i]
        return not same
