"""The whole device minus its hardware: readings, time and the host's bytes in; roles and lines to the host
out.

``step`` is one scan. A recorded sequence of readings reproduces whatever the board did.
"""

from fanorona.clock import left, sooner
from fanorona.commands import Commands
from fanorona.compat import const
from fanorona.debounce import NO_CHANGE, Debounce
from fanorona.game import ABANDONED, AGREED, GIVEN_UP, Game
from fanorona.geometry import COLUMNS, POINTS
from fanorona.keeper import Keeper
from fanorona.link import Link
from fanorona.marks import Marks
from fanorona.outbox import Outbox
from fanorona.painter import LETTERS, SETUP_BLACK, SETUP_WHITE, Painter
from fanorona.past import Past
from fanorona.reports import Reports
from fanorona.rules import BLACK, EMPTY, START, WHITE
from fanorona.selftest import NO_POINT, SelfTest
from fanorona.tracker import (
    CHANGED,
    DOUBT,
    ENDED,
    MOVED,
    OVER,
    PLAY,
    REVISED,
    SETUP,
    STARTED,
    STEPPED,
    TAKEN_BACK,
    Tracker,
)

OPEN_MS = const(2)
"""How long a contact has to be open before a stone counts as lifted (``debounce`` says why)."""
CLOSE_MS = const(2)
"""How long a contact has to be closed before a stone counts as set down."""
ASK_MS = const(1000)
"""How long the reeds have to make no sense before the board asks; hands pass through such states."""
REST_MS = const(300)
"""How long the reeds have to stay as they are for a state that people leave on the board."""
MENU_MS = const(1500)
"""How long *menu* has to be held to take a move back."""
NEW_MS = const(4000)
"""How long to give the game up and set up anew."""
COMPLAIN_MS = const(100)
"""A flood of unreadable lines must not push out of the outbox what the host has still to get."""

_TURN = const(0)
_MENU = const(1)
_NO_PHASE = const(-1)
_RING_BYTES = const(4096)
_RING_LINES = const(128)
_RAW_LINES = const(4)
"""When more raw changes than this wait, they are told although a contact may be about to change."""

# What is still to be told of the last change, in the order in which it is told
_HELLO = const(1)
_CONTACT = const(2)
_BUTTON = const(4)
_WISH = const(8)
_MOVE = const(16)
_RESULT = const(32)
_STATE = const(64)
_GAME = const(128)
_STANDS = const(256)
_STEP = const(512)
_RESTORED = const(1024)
_URGENT = const(2047)
"""All of these: what they say would no longer be true after the next change of a contact."""
_SETUP = const(2048)
_ANSWER = const(4096)
_LIGHTS = const(8192)


class Session:
    """A board. ``firmware``, ``serial`` and ``boot`` (8 hex digits, new at every power-up) go into the hello.

    ``roles`` holds the role of each point's light (``painter``), ``outbox`` the lines for the host.
    ``power_ma`` and ``brightness`` are settings for whoever drives the lights.
    """

    def __init__(self, firmware: bytes, serial: bytes, boot: bytes) -> None:
        self.outbox = Outbox(_RING_BYTES, _RING_LINES)
        self.game = Game()
        self.tracker = Tracker(self.game)
        self.reports = Reports(self.outbox, self.tracker, firmware, serial, boot)
        self.level = 3
        self.power_ma = 365
        self.brightness = 255
        self.watching_lights = False
        self.hint = Marks()
        self._painter = Painter()
        self.roles = self._painter.roles
        self._shown = bytearray(POINTS)
        self.keeper = Keeper(self.game, self.tracker, self.reports)
        self.past = Past(self.keeper, self.reports)
        self._commands = Commands(self)
        self._reeds = Debounce(POINTS, OPEN_MS, CLOSE_MS)
        self._keys = Debounce(2, OPEN_MS, CLOSE_MS)
        self._keys_raw = bytearray(2)
        self._buttons = 0
        self._untold = 0
        self._changed = 0  # the point, or the button, that _CONTACT or _BUTTON tells of
        self._answered = 0  # the command that _ANSWER tells of, and why it was refused
        self._reason = b""
        self._obeyed = False
        self._awake = False
        self._preparing = False
        self._now = 0
        self._phase = _NO_PHASE
        self._repaint = False
        self._next_name = b""
        # The game to change to, None for B3, and its name.
        self._changing = False
        self._staged: Game | None = None
        self._staged_name = b""
        self._asking = False
        self._has_looked_back = False
        self._asked = False
        self._trouble_since = 0
        self._resting = False  # not yet for long enough, since the last contact
        self._touched_at = 0
        self._menu_down = False
        self._menu_since = 0
        self._link = Link(self.reports)
        self._complained_at = -COMPLAIN_MS
        self.test = SelfTest(self.reports, self.tracker)

    def step(self, raw: bytearray, buttons: int, now: int) -> None:
        """Take one scan.

        ``raw`` is a byte per point, 1 for a closed contact; ``buttons`` has bit 0 set while *turn* is pressed
        and bit 1 for *menu*; ``now`` is the clock in ms, 0 to 2**30 - 1, wrapping.

        Light before words: a change of a contact is understood and painted in one step and told in the next
        ones, a line in each. The next change is taken when all that would no longer be true has been told.
        """
        self._now = now
        self.reports.now = now
        if not self._awake:
            self._wake(raw)
            self._paint()
            return
        self._reeds.update(raw, now)
        if buttons != self._buttons:
            self._buttons = buttons
            self._keys_raw[_TURN] = buttons & 1
            self._keys_raw[_MENU] = buttons >> 1 & 1
            self._keys.update(self._keys_raw, now)
        if self._obeyed:
            self._obeyed = False  # that was enough for one turn of the loop
            return
        if self._untold & _CONTACT:
            self._tell()
        elif self.tracker.busy:
            self._follow(self.tracker.think())
        elif self._untold & _URGENT:
            self._tell()
        elif self._changing:
            if self._untold & _SETUP:
                self._tell()
            else:
                self._set_up()
            return  # that was enough, too
        else:
            p = self._reeds.next(now)
            if p != NO_CHANGE:
                self._changed = p
                self._untold |= _CONTACT
                self.keeper.touch(now)
                self._resting = True
                self._touched_at = now
                self._follow(self.tracker.contact(p, self._reeds.stable[p]))
                if self.keeper.taken_up and self.keeper.wants_new_game(self._reeds.stable):
                    self.new_game()
            elif self._reeds.logged and (self._reeds.logged > _RAW_LINES or self._reeds.due(now) < 0):
                self._tell_raw()
            elif self._untold:
                self._tell()
            else:
                self._step_others()
        if self._repaint:
            self._paint()

    def receive(self, data: bytearray, count: int) -> None:
        """Take the first ``count`` bytes of ``data`` from the host; their time is that of the last scan."""
        self._link.hear(self._now)
        at = 0
        while at < count:
            at = self._commands.read(data, at, count)

    def say(self) -> None:
        """Report the contact that the last step took, if there is time for it before the next."""
        if self._untold & _CONTACT:
            self._tell()

    def keep(self) -> None:
        """Let the journal write a page of what it lacks; to be called after the lights and the lines."""
        is_busy = self.tracker.busy or self._repaint or self._changing or self._untold > 0
        self.keeper.work(self._now, is_busy or self._reeds.due(self._now) >= 0)

    def due(self, now: int) -> int:
        """Milliseconds until a step with unchanged inputs could change anything; -1 for never."""
        if self._untold or self._repaint or self._changing or not self._awake:
            return 0
        if self._reeds.logged and self._reeds.due(now) < 0:
            return 0
        if self.tracker.busy or self.reports.in_snapshot() or self.past.is_busy():
            return 0
        due = self._reeds.due(now)
        if due < 0 and self._preparing:
            return 0
        due = sooner(due, self._keys.due(now))
        if self._resting:
            due = sooner(due, left(REST_MS, self._touched_at, now))
        if self._asking:
            due = sooner(due, left(ASK_MS, self._trouble_since, now))
        if self._menu_down:
            due = sooner(due, left(NEW_MS, self._menu_since, now))
        due = sooner(due, self.test.due(now))
        due = sooner(due, self.keeper.due(now))
        return sooner(due, self._link.due(now))

    # What the host may ask for (commands.py)

    def begin_to_obey(self) -> None:
        """A command is about to be carried out: tell everything that came before it."""
        self._obeyed = True
        while self._untold & _URGENT:
            self._tell()
        if self._changing:
            self._set_up()
        while self._untold:
            self._tell()

    def answer(self, command: int, reason: bytes) -> None:
        """A command has been carried out, or refused for a ``reason``: tell it after what came of it."""
        self._answered = command
        self._reason = reason
        self._untold |= _ANSWER

    def link(self) -> None:
        """A host is there: greet it, send it a snapshot and signs of life."""
        self.past.stop()
        self._untold |= _HELLO
        self._link.begin(self._now)
        self.reports.begin_snapshot(self.level)

    def complain(self, reason: bytes) -> None:
        """A line from the host could not be read; said no more often than every COMPLAIN_MS."""
        if not left(COMPLAIN_MS, self._complained_at, self._now):
            self._complained_at = self._now
            self.reports.word(b"bad", reason)

    def unlink(self) -> None:
        """The host has gone."""
        self._link.on = False
        self.past.stop()
        self.watching_lights = False
        self._reeds.begin_log(False)

    def set_level(self, level: int) -> None:
        """The level of help, 0 to 4."""
        self.level = level
        self._repaint = True

    def new_game(self) -> None:
        """Give up an unfinished game and, when that has been told, set up B3."""
        self._change_game(None, b"")

    def load_game(self, staged: Game, name: bytes) -> None:
        """The same for the position that ``staged`` has come to; without ``name`` the board gives one."""
        self._change_game(staged, name)

    def finish(self, result: int, reason: int = AGREED) -> None:
        """End the game in progress from outside."""
        self.game.close(result, reason)
        self._follow(self.tracker.end())

    def show_hint(self) -> None:
        """The roles that ``hint`` marks have changed."""
        self._repaint = True

    def watch_raw(self, watches: bool) -> None:
        """From now on every contact change is reported as scanned, when there is time; or no longer."""
        self._reeds.begin_log(watches)

    def start_watching_lights(self) -> None:
        """Report the light frame now and whenever it changes."""
        self.watching_lights = True
        self._untold |= _LIGHTS

    def start_test(self) -> None:
        """Report the reeds, then faults, and light one point after the other."""
        self.test.start(self._now)
        self._repaint = True

    # One scan

    def _wake(self, raw: bytearray) -> None:
        self._awake = True
        self._reeds.begin(raw)
        self._untold |= _HELLO
        self._next_name = self.keeper.resume(self._now)
        if self.keeper.wants_new_game(raw):
            self._tell()
            self._leave_game()
            self.game.start()
            self._next_name = b""
        self._follow(self.tracker.begin(raw))

    def _tell_raw(self) -> None:
        """Report the oldest transition of a contact that has not been reported yet."""
        p = self._reeds.read_log()
        self.reports.raw(p, self._reeds.log_state, self._reeds.log_time)

    def _step_others(self) -> None:
        """What can wait: buttons, timers, the snapshot."""
        key = self._keys.next(self._now)
        if key != NO_CHANGE:
            self._take_key(key, self._keys.stable[key])
            return
        self._step_timers()
        if not self._untold:
            if self._preparing and self._reeds.due(self._now) < 0:
                self._preparing = self.tracker.prepare()
            elif self.reports.in_snapshot():
                self.reports.go_on()
            elif self.past.is_busy():
                self.past.go_on()

    def _take_key(self, key: int, down: int) -> None:
        self._changed = key
        self._untold |= _BUTTON
        if key == _MENU:
            if down:
                self._menu_since = self._now
            elif self._menu_down and self.tracker.phase == PLAY:
                if left(MENU_MS, self._menu_since, self._now):
                    self._untold |= _WISH
                else:
                    self.tracker.take_back()
            self._menu_down = down == 1
        elif down:
            self._follow(self.tracker.press_turn())

    def _step_timers(self) -> None:
        now = self._now
        if self._resting and not left(REST_MS, self._touched_at, now):
            self._resting = False
            self._follow(self.tracker.rest())
            while self._untold & _URGENT:
                self._tell()  # before a reply that stands there can be the next move to tell
            if self.tracker.busy:
                return
        if self._asking and not left(ASK_MS, self._trouble_since, now):
            if self._has_looked_back:
                self._asking = False
                self._asked = True
                self.reports.trouble()
            else:
                self._has_looked_back = True
                self.tracker.look_back()
                return
        if self._menu_down and not left(NEW_MS, self._menu_since, now):
            self._menu_down = False
            self.new_game()
        if self.test.point != NO_POINT and self.test.go_on(now):
            self._repaint = True
        if self._link.on and not self._link.step(now):
            self.unlink()

    def _follow(self, events: int) -> None:
        """See to the lights and lines of what the tracker made of a change."""
        self._preparing = True
        untold = self._untold
        phase = self.tracker.phase
        if phase != self._phase:
            if self._phase == OVER and not events & (TAKEN_BACK | REVISED):
                self.keeper.leave()
            self._phase = phase
            untold |= _STATE
        if events & (TAKEN_BACK | REVISED):
            self.keeper.go_back()
            self.reports.retell()
            self.hint.clear()
            if events & TAKEN_BACK:
                untold |= _STANDS
        if events & MOVED:
            untold |= _MOVE
            self.hint.clear()
        if events & ENDED:
            untold |= _RESULT
            self.keeper.end()
        if events & STARTED:
            untold |= _GAME
        if events & STEPPED:
            untold |= _STEP
        if events & CHANGED:
            self._repaint = True
            if phase == SETUP:
                untold |= _SETUP
                self.hint.clear()
            else:
                untold &= ~_SETUP
            untold |= self._watch_trouble()
        self._untold = untold

    def _tell(self) -> None:
        """Report the first of what is still to be told."""
        reports = self.reports
        now_told = self._untold & -self._untold
        self._untold ^= now_told
        if now_told == _CONTACT:
            reports.contact(self._changed, self._reeds.stable[self._changed])
        elif now_told == _STEP:
            reports.step()
        elif now_told == _MOVE:
            reports.move()
        elif now_told == _LIGHTS:
            self._report_lights()
        elif now_told == _ANSWER:
            reports.answer(self._answered, self._reason)
        elif now_told == _SETUP:
            reports.trouble()
        elif now_told == _STANDS:
            reports.takeback()
        elif now_told == _BUTTON:
            key = self._changed
            reports.button(b"menu" if key == _MENU else b"turn", self._keys.stable[key])
        elif now_told == _WISH:
            reports.word(b"wish", b"hint")
        elif now_told == _RESULT:
            reports.result()
        elif now_told == _STATE:
            reports.state(self.level)
        elif now_told == _GAME:
            self._tell_game()
        elif now_told == _RESTORED:
            reports.bare(b"restored")
        else:
            reports.hello()

    def _tell_game(self) -> None:
        reports = self.reports
        reports.name_game(self._next_name)
        self._next_name = b""
        self.keeper.begin()
        if self._link.on and self.game.record.size:
            reports.begin_snapshot(self.level)  # a game taken up again: its moves so far too
        else:
            reports.game()
            if self.game.ply:
                self._untold |= _STANDS
            else:
                self._show_colours()

    def _show_colours(self) -> None:
        """Of row 3 of the mirrored start (B3), which no contact can tell, till the first move."""
        board = self.game.position.board
        for p in range(2 * COLUMNS, 3 * COLUMNS):
            if board[p] + START[p] != WHITE + BLACK and board[p] + START[p] != EMPTY:
                return
        for p in range(2 * COLUMNS, 3 * COLUMNS):
            if board[p]:
                self.hint.put(p, SETUP_WHITE if board[p] == WHITE else SETUP_BLACK)
        self._repaint = True

    def _change_game(self, staged: Game | None, name: bytes) -> None:
        if self.tracker.phase == PLAY:
            self.finish(ABANDONED, GIVEN_UP)
        self._staged = staged
        self._staged_name = name
        self._changing = True

    def _set_up(self) -> None:
        """Go over to the game that was asked for."""
        staged = self._staged
        self._staged = None
        self._changing = False
        if staged is not None and self._staged_name == self._next_name:
            self.keeper.leave()  # perhaps the game that was taken up, a move further
        else:
            self._leave_game()
        if staged is None:
            self.game.start()
        else:
            self.game.adopt(staged)
        self._next_name = self._staged_name
        self._follow(self.tracker.set_up())

    def _leave_game(self) -> None:
        """The game that has ended, or was taken up, is about to become another one."""
        if self.keeper.taken_up:
            self.keeper.give_up(self._next_name)
        self.keeper.leave()

    def _watch_trouble(self) -> int:
        """Start the time after which the board asks, or see whether all is well again; what to tell of it."""
        if self._phase == PLAY and self.tracker.status >= DOUBT:
            self._asking = True
            self._has_looked_back = False
            self._trouble_since = self._now
            return 0
        self._asking = False
        if self._asked:
            self._asked = False
            return _RESTORED
        return 0

    def _paint(self) -> None:
        self._repaint = False
        painter = self._painter
        if self.test.point != NO_POINT:
            painter.test(self.test.point)
        else:
            painter.paint(self.tracker, self.level, self.hint)
        if self.watching_lights and self.roles != self._shown:
            self._untold |= _LIGHTS

    def _report_lights(self) -> None:
        for p in range(POINTS):
            self._shown[p] = self.roles[p]
        self.reports.lights(self.roles, LETTERS)
