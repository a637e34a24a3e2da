"""What hands do, understood as moves (P1-P10).

TRACKER.md tells how. The game's position at the last sure moment is called the floor: the beginning of the
turn, or an open move that already stands complete (P1).
"""

from fanorona.compat import const
from fanorona.hands.knocked import MOST_BLIND, stands_whole
from fanorona.hands.possible import has_come_elsewhere
from fanorona.hands.reading import Reading
from fanorona.hands.review import (
    ASIDE,
    FALLEN,
    MOVES,
    NOTHING,
    PLAYED,
    REPLIES,
    SHOWN,
    STOOD,
    SUPPOSED,
    Review,
)
from fanorona.hands.search import STRAY
from fanorona.hands.takeback import Takeback
from fanorona.hands.weighing import ANY, CLEARING, COMPLETE, PASSING, WHOLE
from fanorona.rules.game import Game
from fanorona.rules.geometry import NONE, POINTS
from fanorona.rules.rules import EMPTY, PLACING, step_between

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
"""The stone that moves has been set down; captured stones still stand, or it is still on its way."""
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
TAKEN_BACK = const(32)
"""The game has gone back to ``game.ply`` plies, by agreement (P5)."""
REVISED = const(64)
"""Later events have disproved the last move: it is in progress again, as another one."""
LEFT_OUT = const(128)
"""Other points are blind now, or the board was told of more than it can do without."""

_STATUS = bytes([WRONG, EARLY, HAND, DOWN, DOWN])
"""The status by the stage of an explanation that leaves nothing unexplained."""
# What ``think`` does next
_NOTHING = const(0)
_READ = const(1)
"""Explain what the reeds show, and act on that."""
_READ_AGAIN = const(2)
"""The same, after a second look that found nothing."""
_READ_ASIDE = const(3)
"""Look for the whole move that leaves the fewest points unexplained: these may have been knocked."""
_READ_WHOLE = const(4)
"""The same; if they cannot have been, look again."""
_GO_BACK = const(5)
_REVIEW = const(6)
_ENTER = const(7)
"""Enter the move that a second look has found."""
_ACT = const(8)
_JUDGE = const(9)

_PATH = const(32)
_EFFORT = const(8)
"""Moves weighed in one go: a few milliseconds on a Pico."""
_NOT_YET = const(-1)
_READ_ONCE = const(0)
"""Less than any scope of the second look."""
_STRIDE = const(4)
"""Moves gone through in one go while a game goes back."""
_FORESIGHT = const(2)
"""Moves found in one idle moment, which may be just when a stone is lifted."""


class Tracker:
    """Follows one ``Game`` through debounced contacts.

    For whoever reads it: ``phase`` and ``status``, and ``reading`` for the details of either. While it is
    ``busy`` these are not those of the last change yet: call ``think`` until it is done, and nothing else.
    ``is_lost``: so much is amiss that every point has to go back to where it was before; once it has been so
    for a while, nothing is taken for a move until then that nobody goes on from.
    ``sees_too_little``: it was told of more points than it can do without, and went on asking for them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.reading = Reading(game)
        self.at_rest: Callable[[], None] | None = None  # once level 0 has been chosen
        self.is_lenient = False  # it has that now
        self.phase = SETUP
        self.status = IDLE
        self.busy = False
        self.is_lost = False
        self.sees_too_little = False
        self._has_settled = False  # while lost
        self._task = _NOTHING
        self._reported = bytearray(_PATH)
        self._takeback = Takeback(game, self.reading)
        self.review = Review(game, self.reading)
        self._reviewed = _NOT_YET  # how far what the reeds show has been looked at again, in vain
        self._was_open = False  # the last move was, and goes on if the reply that is begun is put back (P2)
        self._reopened_by = NONE  # the stone that was put back
        self._is_untold = False  # the move that the last change ended
        self._is_waking = False  # after a loss of power, the game has not been found to go on
        self._is_guided = False  # hands have to put back what nothing explains: they make no two moves of it
        self.gives_way = False  # what it is busy with can be left

    def begin(self, occupied: bytes | bytearray, goes_on: bool) -> int:
        """Take the board as it stands at power-up, in set-up of the game's position. Returns event bits.

        ``goes_on``: the game had begun before. One that is over is so still.
        """
        for p in range(POINTS):
            self.reading.occupied[p] = occupied[p]
        self._is_guided = False
        if self.game.result:
            self._drop_all()
            self.reading.go_on()
            self.review.is_dark = True
            self.phase = OVER
            self.status = WRONG if self.reading.differs.size else IDLE
            return CHANGED
        events = self.set_up()
        self._is_waking = self.review.is_dark = goes_on and self.phase == SETUP
        self.review.is_resumed = goes_on
        self._try_to_go_on()
        return events

    def set_up(self) -> int:
        """Go to the set-up of the game's position; a board that already shows it begins the game at once."""
        self.clear()
        return self._judge_setup()

    def clear(self) -> int:
        """Be in set-up, whatever the reeds show, until ``set_up``. Returns event bits."""
        self.phase = SETUP
        self._drop_all()
        self.reading.begin()
        return CHANGED

    def end(self) -> int:
        """The game was ended from outside; the board shows its result until a stone is moved."""
        self.game.can_back = False
        position = self.game.position
        while position.steps:
            position.back()
        self.phase = OVER
        self._drop_all()
        self.reading.look_from(self.reading.size)
        return ENDED | CHANGED

    def contact(self, p: int, closed: int, is_brief: bool = False) -> int:
        """Take one debounced change at point ``p``. Returns event bits; more are to come while ``busy``.

        ``is_brief``: it undoes the one before sooner than hands can do so.
        """
        reading = self.reading
        if self.phase == OVER and not self.game.can_back:
            self.game.start()
            reading.occupied[p] = closed
            return self.set_up()
        events = 0
        if self.phase == PLAY and not (is_brief or reading.differs.size):
            reading.forget_put_back()
        self._reviewed = _NOT_YET
        is_nudged = self._is_nudged(p)
        ends = self.phase == PLAY and not is_brief and self._ends_turn(p, closed)
        if ends and (is_nudged or self._stands_complete()):
            is_open = reading.floor > 0
            events |= self._commit(reading.have_come() if is_nudged else 0)
            self._was_open = is_open
        is_explained = self.status < DOUBT or reading.stage == COMPLETE  # if only as the one or the other
        self.review.nudged = p if is_explained and not closed else NONE
        if closed or is_explained:
            self.review.is_replying = self.status == HAND and not closed
        if reading.blind.value[p]:
            events |= LEFT_OUT  # no longer
        self.sees_too_little = False
        if closed and not is_brief:
            reading.weighing.touch(p)
        reading.note(p, closed, is_brief)
        if self.phase == SETUP:
            return events | self._judge_setup()
        if self.phase == OVER:
            self.status = WRONG if reading.differs.size else IDLE
            return events | CHANGED
        if self._was_open and not reading.floor and self.game.can_back and self._is_put_back(p):
            events |= self._reopen()
            self._reopened_by = p
        elif p == self._reopened_by:
            self._reopened_by = NONE
            if is_brief:  # no hand has put it back
                return events | self._stand_again()
        self._do(_READ)
        if not closed and self.status == DOWN and reading.expects(p):
            # The light goes out at once; whether there is more to it is found out afterwards.
            reading.due.drop(p)
            reading.explain()
            return events | CHANGED
        reading.explain()
        self._is_untold = events & MOVED > 0
        return events | self.think()

    def pause(self) -> None:
        """Hands could have changed the reeds again by now: look once more at what makes no sense."""
        self.reading.rests = True
        if self.phase == PLAY:  # when a game is over, stones that are back may begin another
            self._look_again(REPLIES if self.reading.have_come() > 1 else MOVES)

    def hurry(self) -> None:
        """Whoever presses *turn* has come to an end: look at once at what makes no sense, as after a rest."""
        if self.phase == PLAY and not self._has_settled:
            self._look_again(REPLIES)

    def rest(self) -> int:
        """The reeds have not changed for a while: what they show is no passing state. Returns event bits.

        While the tracker is ``busy`` then, this has to be called again afterwards.
        """
        reading = self.reading
        if self.phase != PLAY:
            self._look_again(REPLIES)
            if not self.busy:
                self._try_to_go_on()
            return 0
        if self.status < DOUBT:
            reading.unlike.clear()
            if self.status == DOWN and self.game.position.phase == PLACING and self._stands_complete():
                return self._commit()
            # Nothing may be in the hand, and *turn* would end no whole move (P9).
            is_vague = reading.differs.size > 1 and not (reading.doubt.size or reading.guesses)
            scope = MOVES if reading.stage == CLEARING else REPLIES  # captured stones stand: too soon for one
            if is_vague and self._reviewed < scope:
                self._begin_review(scope, True)
            self.gives_way = self.busy
            return 0
        self._look_again(REPLIES)
        if self.busy:
            return 0
        self._has_settled = self.is_lost and (self._has_settled or not self.review.is_near)
        if (reading.floor or self.review.is_redone) and self._is_swept():
            return self._stand_again()
        if self.is_lenient and self.at_rest is not None and self._reviewed < SUPPOSED:
            self._reviewed = SUPPOSED
            self.at_rest()
        return 0

    def look_back(self) -> None:
        """What the reeds show makes no sense: look whether it is an earlier position of the game (P5)."""
        self._takeback.waits = False
        has_changed = self.phase == OVER or self.reading.flat < self.reading.size  # since *menu* took back
        if self._is_waking or (self.phase != SETUP and self.status == WRONG and has_changed):
            is_back = self.reading.closed.size > self.reading.have_come()  # a stone, to its own point
            self._takeback.look(self._is_waking or (self._has_settled and is_back))
            self._do(_GO_BACK)

    def look_afresh(self) -> None:
        """It is none: look whether another last move comes to what the reeds show, in any order (P3)."""
        if self._takeback.waits:
            self._takeback.look(False, True)
            self._do(_GO_BACK)
        elif not self.is_lenient:
            self._look_again(SHOWN)

    def set_aside(self, scope: int = ASIDE) -> None:
        """There is none: look whether a move stands, and a stone or two were knocked (``scope``)."""
        if self.is_lenient and scope > FALLEN:
            return  # it may have been taken too many, or be let stand
        if self.phase == PLAY and self.status == WRONG and not self._has_settled:
            if self._reviewed < scope:
                self._reviewed = scope
                self._read(_READ_WHOLE)

    def take_back(self) -> bool:
        """Undo the open move, or else the last; whether there is one. The lights then lead back."""
        game = self.game
        ply = game.ply if game.position.steps else game.ply - 1
        if self.phase != PLAY or self.busy or ply < game.record.base_ply:
            return False
        self._takeback.begin(ply)
        self._do(_GO_BACK)
        return True

    def think(self) -> int:
        """Go on for a while with what the last change brought about, while ``busy``. Returns event bits."""
        task = self._task
        if task >= _ACT:
            self._do(_NOTHING)
            return self._act() if task == _ACT else self._judge()
        if task == _GO_BACK:
            return self._go_back()
        if task == _REVIEW:
            return self._go_on_looking()
        if task == _ENTER:
            return self._enter_found()
        if not self.reading.think(_EFFORT):
            return 0
        if self._is_waking:
            return self._wake()
        if task == _READ_WHOLE or task == _READ_ASIDE:
            return self._leave_aside(task == _READ_WHOLE)
        if self._is_untold and self.reading.stage == COMPLETE:
            self._is_untold = False
            self._do(_ACT)
            return 0
        self._do(_NOTHING)
        events = self._act()
        if task == _READ_AGAIN and self.status == WRONG:
            events &= ~CHANGED  # all is as it was before it was looked at again
        return events

    def prepare(self) -> bool:
        """Use an idle moment to be quicker later; whether there is more to prepare."""
        return self.phase == PLAY and self.reading.search.prepare(_FORESIGHT)

    def press_turn(self, in_vain: bool = False) -> int:
        """The *turn* button: ends an open move (P3), otherwise nothing (P4). Returns event bits.

        With blind points it ends any move that could have been made and that no other looks like. Where the
        moving stone stands on its way, what was taken beyond that has to be put back first.
        ``in_vain``: the board has asked for something for long; then it is told that all is as it should be.
        """
        reading = self.reading
        if self.phase == PLAY and self._stands_complete():
            return self._end_by_turn()
        if self.phase == PLAY and reading.guesses and not reading.unexplained:
            if reading.guesses > 1:
                self.status = DOUBT
                return CHANGED
            reading.weighing.trusted.play(self.game.position)
            return self._end_by_turn()
        if self.phase == PLAY and self.status == DOWN and reading.blame_later():
            self.status = WRONG
            self._reviewed = ASIDE
            return CHANGED
        return self._leave_out() if in_vain and self.phase != OVER else 0

    def _end_by_turn(self) -> int:
        events = self._commit()
        self.review.by_turn = True
        return events

    def give_way(self) -> None:
        """Leave the look that ``gives_way``: a contact has changed, whose light comes first."""
        self.review.drop()
        self._do(_NOTHING)

    def suppose(self, board: bytearray) -> None:
        """Look whether the other side has played on from this ``board`` (``Evidence.stood``)."""
        self._do(_REVIEW)
        self.review.suppose(board)

    def let_stand(self, board: bytearray) -> int:
        """This ``board`` was let stand (P10); what came later is of the next turn.

        Returns event bits.
        """
        self.game.let_stand(board)
        return MOVED | CHANGED | self._go_on_after(self.reading.stood)

    def _leave_out(self) -> int:
        """The points that the board asks for stand as they should: do without what their reeds tell."""
        reading = self.reading
        marks = reading.differs
        if self.phase == PLAY:
            marks = reading.amiss if self.status == WRONG else reading.due
        if not marks.size or (self.phase == PLAY and self.status != WRONG and self.status != DOWN):
            return 0
        if self.phase == PLAY and reading.choice:
            return 0  # which line was taken is not known
        self.sees_too_little = reading.blind.size + marks.size > MOST_BLIND
        position = self.game.position
        if position.phase == PLACING:  # a stone that is placed where nothing is seen would not be noticed
            for i in range(marks.size):
                if position.board[marks.points[i]] == EMPTY:
                    self.sees_too_little = True
        if self.sees_too_little:
            return LEFT_OUT
        reading.leave_out(marks)
        if self.phase == SETUP:
            return LEFT_OUT | self._judge_setup()
        self._read(_READ)
        return LEFT_OUT

    def _judge_setup(self) -> int:
        reading = self.reading
        if reading.differs.size:
            return CHANGED
        reading.look_from(reading.size)
        reading.unlike.clear()
        self.phase = PLAY
        self._is_waking = False
        return STARTED | CHANGED

    def _stands_complete(self) -> bool:
        """Whether a move stands complete that may be ended (P3); its steps are played then."""
        reading = self.reading
        if self.status == OPEN:
            return True
        if self.game.position.phase == PLACING:
            if self.status == DOWN:
                self.game.position.place(reading.stands)
            return self.status == DOWN
        weighing = reading.weighing
        if not self.is_lost or weighing.stage != COMPLETE or weighing.unexplained:
            return False
        weighing.best.play(self.game.position)
        return True

    def _is_nudged(self, p: int) -> bool:
        """Whether an open move stands, and other stones of its side are just being straightened.

        Or the one on ``p`` slides: just before it leaves, it is where the move cannot go on to.
        """
        reading = self.reading
        position = self.game.position
        differs = reading.differs
        if self.status != WRONG or not reading.floor or differs.value[position.stone]:
            return False
        for i in range(differs.size):
            q = differs.points[i]
            if reading.base[q] == position.turn:
                continue
            if reading.rests or reading.base[q] != EMPTY or step_between(p, q) < 0:
                return False
            step = step_between(position.stone, q)
            if step >= 0 and position.kinds(step):
                return False
        return True

    def _commit(self, later: int = 0) -> int:
        """The steps played, which the reeds show, are the move (P2, P3), without ``later`` changes."""
        return self._enter(later) | self._judge()

    def _enter(self, later: int = 0) -> int:
        """The steps played are the move; whether it ends the game is still to be judged."""
        reading = self.reading
        end = self.game.position.stone
        self.game.enter()
        reading.end_turn(reading.size - later)
        reading.settle(end, reading.turn_at)
        self._begin_turn()
        return MOVED | CHANGED

    def _drop_all(self) -> None:
        """Nothing is under way any more, and what was known of the last move counts no longer."""
        self._do(_NOTHING)
        self._takeback.pair = 0
        self._is_waking = False
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.status = IDLE
        self.is_lost = False
        self._has_settled = False
        self._was_open = self.review.is_redone = self.review.has_rival = False
        self._reopened_by = NONE
        self.review.by_turn = self.review.is_resumed = False
        self._reviewed = _NOT_YET
        self._reported[0] = 0

    def _go_back(self) -> int:
        if not self._takeback.go(_STRIDE):
            return 0
        self._do(_NOTHING)
        if not self._takeback.found:
            self.set_aside(FALLEN)
            return 0
        self.game.can_back = False  # the move before was final (P3)
        reading = self.reading
        reading.go_on()
        self.review.is_dark = False
        events = self._play_on() | TAKEN_BACK | CHANGED
        self._begin_turn()
        if reading.differs.size:
            self.status = WRONG
            self.is_lost = self._has_settled = True
            reading.hold_back()
        return events

    def _play_on(self) -> int:
        """The game goes on, also where it was over or the power was lost. Returns event bits."""
        self.phase = PLAY
        events = STARTED if self._is_waking else 0
        self._is_waking = False
        return events

    def _try_to_go_on(self) -> None:
        """The power has been lost: look whether what the reeds show goes on from where the game stood."""
        if self._is_waking and self._reviewed == _NOT_YET:
            self._reviewed = _READ_ONCE
            if not self.reading.flat:
                self.reading.go_on()
            self._read(_READ)

    def _wake(self) -> int:
        """What the reeds show is known: go on with the game or its set-up.

        A first move has at least to be set down: before it, a stone that is off is still to be set up.
        """
        reading = self.reading
        least = COMPLETE if self._reviewed < REPLIES else PASSING  # sooner a whole move and its reply
        if not reading.unexplained and (self.game.ply or reading.stage >= least):
            self._do(_ACT)
            return self._play_on() | CHANGED
        if self._reviewed < REPLIES:
            # Sooner another last move, if it is whole or only its stone is off, than two more.
            is_strict = self._reviewed < MOVES and reading.differs.size > 1
            self._begin_review(self._reviewed + 1, is_strict)
            return 0
        self._is_guided = True
        self.look_back()
        return 0

    def _ends_turn(self, p: int, closed: int) -> bool:
        """Whether this change is the other side's, so that a move that stands complete has ended (P2)."""
        reading = self.reading
        position = self.game.position
        if position.phase != PLACING:
            return not closed and reading.base[p] == 3 - position.turn
        if closed:
            return p != reading.stands
        # The last stone may have slid on to where the next one seems to stand: then that one is none.
        record = self.game.record
        return reading.base[p] == 3 - position.turn and p != record.end(record.last)

    def _is_put_back(self, p: int) -> bool:
        """Whether no reply is left: all is back, or its stone is, on ``p``, and only other stones are off."""
        reading = self.reading
        turn = self.game.position.turn
        if reading.differs.size and not (reading.occupied[p] and reading.base[p] == turn):
            return False
        for i in range(reading.differs.size):
            if reading.base[reading.differs.points[i]] != 3 - turn:
                return False
        return True

    def _reopen(self) -> int:
        """The stone with which a reply began is back: the open move may go on (P2)."""
        self.game.back()
        self._begin_turn()
        reading = self.reading
        reading.look_from(reading.turn_at)
        reading.turn_at = 0
        return TAKEN_BACK | CHANGED | STEPPED

    def _look_again(self, scope: int) -> None:
        """Look whether the turn, or the one before, was another one, as far as that has not been done."""
        may_be_other = self.phase == PLAY or (self.phase == OVER and self.game.can_back)
        if may_be_other and not self.busy and self.status == WRONG and self._reviewed < scope:
            self._begin_review(scope)
            self.gives_way = True

    def _begin_review(self, scope: int, is_strict: bool = False) -> None:
        self._reviewed = scope
        self._do(_REVIEW)
        self.review.is_strict = is_strict
        self.review.is_lenient = self.is_lenient
        self.review.is_guided = self._is_waking and self._is_guided
        self.review.begin(scope)

    def _go_on_looking(self) -> int:
        review = self.review
        if not review.go(_EFFORT):
            return 0
        reading = self.reading
        if review.outcome == NOTHING:
            self._do(_NOTHING)
            if self.phase != OVER:
                self._read(_READ_AGAIN)
            return 0
        if review.outcome == STOOD:
            return self.let_stand(review.board)
        events = self._play_on() | CHANGED
        self._begin_turn()
        self._was_open = self.game.position.may_go_on()
        self._reviewed = review.scope
        if review.is_undone:
            reading.turn_at = reading.stood = 0
            # Told anew at once, or not yet.
            is_whole = reading.stage == COMPLETE and reading.ends == 1 and reading.can_have_moved()
            is_told = review.outcome == PLAYED or (is_whole and not reading.may_go_on())
            self.review.is_redone = not is_told
            events |= REVISED if is_told else TAKEN_BACK
        self._do(_ENTER if review.outcome == PLAYED else _ACT)
        return events

    def _enter_found(self) -> int:
        """The move that stands played was made; what the reeds show beyond it is the beginning of a reply."""
        was_open = self._was_open
        self.game.enter()
        self._takeback.pair = self.game.ply + 1
        scope = self.review.scope
        events = self._go_on_after(self.review.split, _READ_ASIDE if scope >= FALLEN else _READ)
        self._was_open = was_open
        self._reviewed = scope  # what has been found is not looked for again
        return MOVED | CHANGED | events

    def _go_on_after(self, at: int, task: int = _READ) -> int:
        """A move that has been entered stood after ``at`` changes: read what followed. Returns event bits."""
        self.reading.end_turn(max(at, 0))
        self.reading.look_from(self.reading.turn_at)
        self._begin_turn()
        events = self._judge()
        self._do(_NOTHING)
        if self.phase == PLAY:
            self._read(task)
        return events

    def _leave_aside(self, or_look: bool) -> int:
        """What is unexplained beside a whole move counts no more, if it may have been knocked."""
        reading = self.reading
        record = self.game.record
        is_early = self._reviewed == FALLEN
        if stands_whole(self.game, reading, is_early, record.end(record.last), self.is_lenient):
            reading.leave_out(reading.amiss)
            self._read(_READ)
            return LEFT_OUT
        if or_look and not self.is_lenient:
            self._begin_review(self._reviewed)
        else:
            self._read(_READ)
        return 0

    def _read(self, task: int) -> None:
        self._do(task)
        self.reading.weighing.demand = WHOLE if task == _READ_WHOLE or task == _READ_ASIDE else ANY
        self.reading.explain()

    def _do(self, task: int) -> None:
        self._task = task
        self.busy = task != _NOTHING
        self.gives_way = False  # whoever asks for what can be left says so afterwards

    def _judge(self) -> int:
        self.game.judge()
        if not self.game.result:
            return 0
        self.phase = OVER
        return ENDED | CHANGED

    def _act(self) -> int:
        """Act on the explanation of what the reeds show. Returns event bits."""
        events = CHANGED
        reading = self.reading
        is_told = self.review.is_redone and reading.stage == COMPLETE
        if is_told or not (reading.differs.size and reading.unlike.size):
            self._has_settled = False  # all stands as when it made sense last, or as the last move was told
        self.is_lost = self._has_settled or (reading.differs.size > 0 and reading.unexplained > STRAY)
        if not reading.differs.size:
            self.status = OPEN if reading.floor else IDLE
            self.review.is_redone = False  # it has been put back
        elif self.is_lost:
            self.status = WRONG
            reading.hold_back()
        elif reading.unexplained:
            self.status = WRONG
        elif reading.stage == COMPLETE:
            found = self._complete()
            if found != _NOT_YET:
                return found
        else:
            self.status = _STATUS[reading.stage]
        if self._path_is_news():
            events |= STEPPED
        return events

    def _stand_again(self) -> int:
        """The open move stands as the last one, or the one that was taken back stands again.

        The stones are swept off, the last move's first; or a reply was put back sooner than hands can do so.
        """
        is_open = self.reading.floor > 0
        if is_open:
            self.game.enter()
        else:
            self.review.make_again()
        events = self._go_on_after(self.reading.stood_at(self.game.position.board, 0))
        self._was_open = is_open  # until all is put back (P2)
        return MOVED | CHANGED | events

    def _is_swept(self) -> bool:
        """Whether stones have only gone, and all of them, or so many that it is no move."""
        reading = self.reading
        for i in range(reading.differs.size):
            if reading.occupied[reading.differs.points[i]]:
                return False
        return self._has_settled or not any(reading.occupied)

    def _complete(self) -> int:
        """The reeds show a whole move. Returns event bits, or _NOT_YET where only ``status`` tells more."""
        reading = self.reading
        is_sure = reading.weighing.touched != NONE or reading.can_have_moved()  # touched: it was so
        if reading.ends > 1:
            self.status = DOUBT
        elif self._reviewed < REPLIES and (self.review.has_rival or not is_sure):
            self._begin_review(REPLIES, is_sure)  # sooner this move than one that is half done
            return 0
        elif not (is_sure or reading.has_stood()):
            self.status = WRONG if self.is_lenient else DOUBT  # whoever touches the stone says that it was so
        elif not (self.is_lenient or self.review.is_redone or self._has_gone_on()) and reading.may_be_other():
            self.status = WRONG
            self._reviewed = ASIDE
        else:
            reading.believe_touch()
            reading.weighing.best.play(self.game.position)
            if not self.game.position.may_go_on():
                # The lights of the move first: the judgement takes as long as all the rest.
                self._do(_JUDGE)
                return self._enter()
            reading.settle(self.game.position.stone, reading.size)
            self.status = OPEN
            self.game.can_back = False  # the move before it is final
        return _NOT_YET

    def _has_gone_on(self) -> bool:
        """Whether a stone came where none was, and the move shown does not lead: it was longer."""
        return has_come_elsewhere(self.reading, self.reading.weighing.best)

    def _path_is_news(self) -> bool:
        path = self.reading.path
        reported = self._reported
        n = path[0] + 2 if path[0] else 1
        same = True
        for i in range(n):
            if reported[i] != path[i]:
                same = False
                reported[i] = path[i]
        return not same
