"""The second look at what the reeds show (TRACKER.md): from the beginning of this turn or the last (P3)."""

from fanorona.compat import const
from fanorona.hands.knocked import MOST_BLIND, stands_whole
from fanorona.hands.marks import Marks
from fanorona.hands.possible import (
    are_taken_anew,
    came_at_once,
    came_too_soon,
    crossed,
    had_left,
    has_come_elsewhere,
    has_gone_on,
    is_disproved,
    rose_from,
)
from fanorona.hands.reading import Reading
from fanorona.hands.weighing import ANY, CARRYING, CLEARING, COMPLETE, PASSING, POSSIBLE, TAKING, WHOLE
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE
from fanorona.rules.rules import EMPTY, PLACING
from fanorona.rules.walk import Course, Walk

NOTHING = const(0)
"""No other story explains all; game and floor are as they were."""
ANEW = const(1)
"""The reading has found what explains all, from the beginning of the turn."""
STOOD = const(3)
"""The same, after what the other side let stand."""
PLAYED = const(2)
"""The same, after the move whose steps stand played: it ended with change number ``split``."""

MOVES = const(1)
"""Whether it was another move, or the turn before it; hands may still be at it."""
REPLIES = const(2)
"""The same, or a move and the beginning of a reply. A stone that slides looks like these for a moment."""
SUPPOSED = const(3)
"""Whether it was a reply to what was let stand (P10)."""
FALLEN = const(4)
"""Whether it was a move and a whole reply, but for a stone or two that were knocked before that."""
SHOWN = const(5)
"""As MOVES, but what the reeds show in the end counts, not in which order they came to show it (P3)."""
ASIDE = const(6)
"""As FALLEN, knocked at any time."""

_LOOKING = const(-1)
"""The outcome while it has not come to an end."""
_SINGLE = const(0)
_WALK = const(1)
_REPLY = const(2)
_ENDED = const(3)  # the walk has
_SUPPOSED = const(4)
_TRIED = const(2)
"""Moves gone through, or weighed, in the time that it takes to begin with a reply to one."""
_WALKS = const(3)
"""So much of the effort it costs that there is no book of moves for this position."""
_FAR = const(0xFFFFFF)
_TAKEN_FIRST = const(2)
"""As many stones that are off at once are taken, before the one that takes them rises; one may be nudged.

The stone of an open move does not count if it rose last: it goes on (P2).
"""
_UNSEEN = const(64)
"""Price of a move whose result the reeds never showed as such."""
_MISSED = const(128)
"""Price of a stone that came elsewhere than the moves lead."""
_KNOCKED = const(256)
"""Price of a point that is left aside."""


class Review:
    """Call ``begin``, then ``go`` to the end; then ``outcome`` tells.

    ``scope``: how far it looks. ``is_undone``: the last move of the record has been taken back, for the sake
    of the outcome; ``last`` has its steps. ``is_near``: a move and a reply explain all but a point or two.
    ``has_rival``: another last move and a stone in the other side's hand explain all, but that stone may have
    been taken wrongly. ``stage``: how far the reply to what is supposed has got, if that explains all;
    ``is_open``: it is whole, and may go on. ``by_turn``: the last move has ended with *turn*, and does not go
    on; ``is_resumed``: it is the last of the journal. ``is_strict``: what is shown makes sense, so only what
    is whole takes its place. ``is_lenient``: it may be an irregular move (P10), so what is not whole takes
    back none. ``is_guided``: lights lead back, so hands make no two moves, and what is not whole takes back
    none. ``is_dark``: while the power was off a move and its reply may have been made. ``nudged``: where a
    stone has risen while all else was explained. ``is_replying``: one has while another was in the hand, and
    no stone has come since. ``is_redone``: the last move had been taken back before, and none has been told.
    """

    def __init__(self, game: Game, reading: Reading) -> None:
        self.outcome = NOTHING
        self.is_undone = False
        self.is_redone = False
        self.is_near = False
        self.has_rival = False
        self.is_strict = False
        self.is_lenient = False
        self.is_guided = False
        self.is_dark = False
        self.by_turn = False
        self.is_resumed = False
        self.nudged = NONE
        self.is_replying = False
        self.split = 0
        self._game = game
        self._reading = reading
        self.scope = MOVES
        self._first = 0  # the first change that belongs to the turn in question
        self._since = 0
        self._steps = Course()  # that were sure
        self.last = reading.weighing.told  # the move that has been taken back
        self._placed = NONE  # the same, where a stone was placed (S2)
        self._task = _SINGLE
        self._walk = Walk(game.position)
        self._rose = Marks()
        self._came = Marks()
        self._move = self._walk.move
        self._at = 0
        self._is_seen = False  # the reeds have shown the move's result
        self._is_early = False  # captured stones are off, and no own one has risen, as it seems
        self._was_over = False
        self._may_go_on = False
        self._cost = 0
        self._best = Course()
        self._best_cost = _FAR
        self._rival_cost = _FAR  # of the likeliest story that is not at its end and leaves points aside
        self._is_tied = False
        self.board = bytearray()  # that is supposed to have stood
        self.stage = 0
        self.is_open = False

    def begin(self, scope: int) -> None:
        """How far to look: MOVES to ASIDE."""
        position = self._game.position
        reading = self._reading
        self.outcome = _LOOKING
        self.is_undone = self.is_near = self.has_rival = False
        self.is_dark = self.is_dark and reading.flat > 0  # until that is final
        self.scope = scope
        self._is_early = reading.stage == TAKING
        self._since = reading.since
        self._steps.unplay(position)
        self._first = reading.turn_at
        self._was_over = self._game.result > 0
        if self._steps.size:
            self._read(self._first)
        else:
            self._begin_walk()

    def go(self, effort: int) -> bool:
        """Go on, by about as much as weighs so many moves; whether that is all."""
        if self._task == _WALK:
            self._go_through(effort)
        elif self._task == _ENDED:
            self._end_walk()
        elif self._reading.think(effort - _WALKS):
            if self._task == _REPLY:
                self._judge_reply()
            elif self._task == _SUPPOSED:
                self._judge_supposed()
            elif self._explains_all():
                self._end(ANEW)
            else:
                self._begin_walk()
        return self.outcome != _LOOKING

    def drop(self) -> None:
        """Look no further: nothing has been found, and all is as it was. Not where something is supposed."""
        if self._task == _REPLY:
            self._leave_reply()
        self._restore()

    def suppose(self, board: bytearray) -> None:
        """Look instead whether the other side has played on from this ``board``, which stood there (P10)."""
        position = self._game.position
        reading = self._reading
        self.outcome = _LOOKING
        self._since = reading.since
        self.board = board
        position.swap(board)
        position.end_turn()
        self._task = _SUPPOSED
        reading.look_from(reading.stood)
        reading.explain()

    def forget_supposed(self) -> None:
        """Another board stands there now."""
        self.stage = 0
        self.is_open = False

    def _judge_supposed(self) -> None:
        reading = self._reading
        position = self._game.position
        self.stage = 0 if reading.unexplained else reading.stage
        self.is_open = False
        outcome = NOTHING
        if self.stage and position.phase == PLACING:
            outcome = STOOD  # a stone that stands there at rest is placed (S2)
        elif self.stage == COMPLETE and reading.ends == 1:
            self.is_open = reading.may_go_on()
            outcome = NOTHING if self.is_open else STOOD
        position.back_turn()
        position.swap(self.board)
        reading.look_from(self._since)
        self._end(outcome)

    def _read(self, at: int) -> None:
        self._task = _SINGLE
        self._reading.weighing.demand = ANY if self.scope == SHOWN else POSSIBLE
        self._reading.look_from(at)
        self._reading.explain()

    def _explains_all(self) -> bool:
        """Whether the best explanation does, and is one to be believed."""
        reading = self._reading
        stage = reading.stage
        if reading.unexplained:
            return False
        is_begun = reading.differs.size > 0 and stage != COMPLETE and self._game.position.phase != PLACING
        if is_begun and self._was_over:
            return False  # stones are cleared away
        if not self.is_undone:
            return not self.is_guided
        if self.is_guided and stage != COMPLETE:
            return False
        if self._placed != NONE:
            return self._was_taken_up()
        last = self.last
        if self.by_turn and (stage != COMPLETE or reading.weighing.best.begins(last)):
            return False
        if self.scope == SHOWN:
            return stage == COMPLETE
        if is_begun and (self.is_strict or self.is_lenient or self.is_replying):
            return False  # somebody moves irregularly, or replies
        if self.is_strict and has_come_elsewhere(reading, last):
            return False  # somebody replies
        if not are_taken_anew(reading, last):
            return False
        stands = last.start()
        if not reading.occupied[stands]:
            stands = reading.weighing.reached()
        return had_left(reading, last, reading.last_change(stands, 1))

    def _was_taken_up(self) -> bool:
        """Whether the stone that had been placed, if another stands elsewhere, had left before that came."""
        reading = self._reading
        left = self._placed
        came = reading.stands
        if came == NONE or reading.occupied[left]:
            return True
        return reading.last_change(left, 0) < reading.last_change(came, 1)

    def _begin_walk(self) -> None:
        position = self._game.position
        reading = self._reading
        reading.look_from(self._first)
        self._rose.copy(reading.opened)
        self._came.copy(reading.closed)
        self._best_cost = self._rival_cost = _FAR
        self._is_tied = False
        self._task = _ENDED
        if position.phase != PLACING and self.scope != MOVES and self.scope != SHOWN and not self.is_guided:
            self._task = _WALK
            self._walk.begin(NONE)

    def _go_through(self, effort: int) -> None:
        """Find the next move that can have been made, and read what the reeds show beyond it."""
        walk = self._walk
        walk.resume()
        while effort > 0:
            effort -= 1
            if not walk.go():
                self._task = _ENDED
                return
            if self._may_have_been(walk.move):
                effort -= _TRIED
                if self._try():
                    return
        walk.rest()

    def _may_have_been(self, move: Course) -> bool:
        """Whether the contacts of all that the move changes have done so.

        In the dark its stone may have been taken by the reply, which may have ended where one had risen.
        """
        reading = self._reading
        start = move.start()
        end = move.end()
        came = self._came.value
        has_come = came[end] > 0
        if reading.base[end] == EMPTY:  # it may have come before the first change that is known
            has_come = has_come or self._rose.value[end] > 0 or reading.occupied[end] > 0
        if not (has_come or self.is_dark):
            return False
        whence = self.last.start()
        is_other = start != whence and (self.is_undone or self.is_redone)
        if is_other and not (self.is_dark or 0 < came[whence] <= came[end]):
            return False  # the stone of the move that is taken back had not been put back
        stand = int(self._stands(start))
        for i in range(move.follow(move.size)):
            stand += self._stands(move.line[i])
        return stand <= self.is_dark

    def _stands(self, p: int) -> bool:
        """Whether the stone that stood there has not risen."""
        return self._reading.occupied[p] > 0 and not (self._rose.value[p] or self._came.value[p])

    def _try(self) -> bool:
        """Begin to read the reeds as a reply to the move that was found; False where that cannot be."""
        position = self._game.position
        reading = self._reading
        move = self._move
        last = move.size - 1
        position.play_step(move.steps[last], move.kinds[last])
        first = self._first
        at = reading.stood_at(position.board, first)
        cost = 0
        self._is_seen = at >= 0
        if at < 0:
            cost = _UNSEEN
            at = reading.last_change(position.stone, 1)
        cost += reading.follow(move, first, at) * _MISSED
        came = min(at, first + self._came.value[position.stone])
        if cost > self._best_cost or not reading.can_have_gone(move, first, came):
            position.back()
            return False
        self._at = at
        self._cost = cost
        self._task = _REPLY
        self._may_go_on = position.may_go_on()
        position.end_turn()
        reading.look_from(at)
        reading.weighing.demand = WHOLE if self.scope >= FALLEN else POSSIBLE
        reading.explain()
        return True

    def _judge_reply(self) -> None:
        reading = self._reading
        if reading.stage == CARRYING and not self._is_seen and self._at:
            came = reading.last_change(self._move.end(), 1, self._at - 1)
            if came > self._first:  # then the reply ended there, too, and is not in the hand
                self._at = came
                self._cost = _UNSEEN + reading.follow(self._move, self._first, came) * _MISSED
                reading.look_from(came)
                reading.explain()
                return
        reading.blame_later(1)  # who is on the way takes no stone of the step after the next
        self.is_near = self.is_near or (reading.stage > TAKING and reading.unexplained <= MOST_BLIND)
        is_whole = self.scope != REPLIES and stands_whole(self._game, reading, self.scope == FALLEN)
        self._cost += reading.unexplained * _KNOCKED
        if reading.stage:
            self._cost += reading.follow(reading.weighing.best, reading.since, reading.size) * _MISSED
        explains_all = is_whole or not reading.unexplained
        if explains_all and self._can_be_reply(is_whole):
            self._keep()
        elif self._is_seen and reading.stage < PASSING if explains_all else self.scope != REPLIES:
            self._rival_cost = min(self._rival_cost, self._cost)
        self._leave_reply()

    def _leave_reply(self) -> None:
        position = self._game.position
        position.back_turn()
        for _ in range(self._move.size):
            position.back()
        self._reading.look_from(self._first)
        self._task = _WALK

    def _can_be_reply(self, is_whole: bool) -> bool:
        """Whether the stone that replies landed after the first one did, and can have gone so.

        Where the reeds never showed the first move's result, it has to have landed: a stone that is off can
        be one that was taken wrongly. Where one of the two moves takes something, no hand lifts the
        stone that replies before.
        """
        reading = self._reading
        weighing = reading.weighing
        stage = COMPLETE if is_whole else reading.stage
        if self.is_undone and stage == CARRYING and not (self._is_seen or self.is_dark):
            self.has_rival = True
        is_strict = self.nudged != NONE or self.is_strict
        if is_strict and stage < (CLEARING if self._is_early and self._is_seen else COMPLETE):
            return False  # a reply begun too soon, or none
        move = self._move
        end = move.end()
        least = PASSING
        if self._is_seen and not self.is_undone:
            goes_on = reading.last_change(end, 0) == reading.size
            off = reading.differs.size - goes_on
            least = TAKING if off >= _TAKEN_FIRST else CARRYING
        elif self.is_dark and move.taken[0] and self._at <= reading.flat and not self.is_undone:
            least = CARRYING  # what is taken is off; a paika and one more may have been pushed
        told = self.last.end() if self.is_undone else NONE
        if stage < least or has_gone_on(reading, move, self._at, self._may_go_on, told):
            return False
        rose = reading.last_change(weighing.best.start(), 0)
        if self.is_undone or self.is_redone:
            if not had_left(reading, self.last, reading.last_change(end, 1)):
                return False
        if self.is_undone and self.by_turn and rose <= reading.turn_at:
            return False  # before *turn* said that all was done
        if self.is_undone and reading.due.size > reading.differs.size:
            return False  # most of what it takes stands: sooner something was knocked
        if stage < PASSING:
            return True
        is_taking = move.taken[0] or weighing.best.taken[0]
        stood = self._at == self._first  # before any change that is known
        if is_taking and not stood and not rose_from(reading, move, self._first, self.scope == ASIDE):
            return False
        p = weighing.reached()
        if not (reading.closed.value[p] or rose <= reading.flat or crossed(reading, move, p)):
            return False
        if came_too_soon(reading, move, p):
            return False
        return not (self.is_undone and came_at_once(reading, move, p))

    def _keep(self) -> None:
        """The move can have been made; of two that are as likely and lead elsewhere none is."""
        move = self._move
        if self._cost >= self._best_cost:
            if self._cost == self._best_cost and not move.comes_to(self._best):
                self._is_tied = True
            elif self._cost == self._best_cost and (move.equals(self._steps) or move.equals(self.last)):
                self._best.copy(move)  # as it was told: its captures came off in that order (P8)
            return
        self._best_cost = self._cost
        self._is_tied = False
        self._best.copy(move)
        self.split = self._at

    def _end_walk(self) -> None:
        is_found = self._best_cost < self._rival_cost and not self._is_tied
        if is_found:
            self._best.play(self._game.position)
            self._end(PLAYED)
        elif self.is_undone or not self._game.can_back or self.scope == ASIDE:
            self._restore()
        else:
            self._undo()

    def _undo(self) -> None:
        """Go back to the final position."""
        game = self._game
        self.is_undone = True
        self._first = 0
        game.back()
        position = game.position
        self._placed = NONE
        if position.phase == PLACING:
            self._placed = position.stone
            position.take_up()
        elif self.is_resumed and position.may_go_on():
            self.by_turn = True  # it has ended some time
        self.last.unplay(position)
        if self.is_strict or is_disproved(self._reading, self.last):
            self._read(0)
        else:
            self._restore()

    def make_again(self) -> None:
        """The move that has been taken back stands after all. No step may stand."""
        position = self._game.position
        if self._placed != NONE:
            position.place(self._placed)
        else:
            self.last.play(position)
        self._game.commit()

    def _restore(self) -> None:
        if self.is_undone:
            self.is_undone = False
            self.make_again()
        self._steps.play(self._game.position)
        self._reading.look_from(self._since)
        self._end(NOTHING)

    def _end(self, outcome: int) -> None:
        self._reading.weighing.demand = ANY
        self.outcome = outcome
