"""The whole device minus its hardware: readings, time and the host's bytes in; roles and lines to the host
out.

``step`` is one scan. A recorded sequence of readings reproduces whatever the board did.
"""

from fanorona.commands import Commands
from fanorona.compat import const
from fanorona.debounce import Debounce
from fanorona.game import ABANDONED, AGREED, GIVEN_UP, Game
from fanorona.geometry import NONE, POINTS
from fanorona.marks import Marks
from fanorona.outbox import Outbox
from fanorona.painter import LETTERS, Painter
from fanorona.reports import Reports
from fanorona.tracker import CHANGED, DOUBT, ENDED, MOVED, PLAY, SETUP, STARTED, STEPPED, Tracker

OPEN_MS = const(5)
"""How long a contact has to be open before a stone counts as lifted."""
CLOSE_MS = const(5)
"""How long a contact has to be closed before a stone counts as set down."""
ASK_MS = const(1000)
"""How long the reeds have to make no sense before the board asks; hands pass through such states."""
MENU_MS = const(1500)
"""How long *menu* has to be held to give the game up and set up anew."""
TICK_MS = const(5000)
"""Between signs of life to a host."""
SILENCE_MS = const(15000)
"""A host that has said nothing for so long is gone."""
RESEND_MS = const(2000)
"""Without any acknowledgement for so long, lines are sent again."""
COMPLAIN_MS = const(100)
"""A flood of unreadable lines must not push out of the outbox what the host has still to get."""
TEST_MS = const(50)
"""How long the self-test lights a point."""

_WRAP = const(0x3FFFFFFF)
_TURN = const(0)
_MENU = const(1)
_NOT_TESTING = const(-1)
_NO_PHASE = const(-1)
_RING_BYTES = const(8192)
_RING_LINES = const(256)


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
        self.watching_raw = False
        self.hint = Marks()
        self._painter = Painter()
        self.roles = self._painter.roles
        self._shown = bytearray(POINTS)
        self._commands = Commands(self)
        self._reeds = Debounce(POINTS, OPEN_MS, CLOSE_MS)
        self._keys = Debounce(2, OPEN_MS, CLOSE_MS)
        self._keys_raw = bytearray(2)
        self._raw = bytearray(POINTS)
        # The changes that the last reading brought, the next one to take, and what is to be told of the last.
        self._changes = 0
        self._next_change = 0
        self._changed = NONE
        self._events = 0
        self._untold = False
        self._lights_untold = False
        self._awake = False
        self._now = 0
        self._phase = _NO_PHASE
        self._repaint = False
        self._next_name = b""
        self._asking = False
        self._asked = False
        self._trouble_since = 0
        self._menu_down = False
        self._menu_since = 0
        self._linked = False
        self._heard_at = 0
        self._ticked_at = 0
        self._acked = 0
        self._acked_at = 0
        self._complained_at = -COMPLAIN_MS
        self._testing = _NOT_TESTING
        self._test_since = 0

    def step(self, raw: bytearray, buttons: int, now: int) -> None:
        """Take one scan.

        ``raw`` is a byte per point, 1 for a closed contact; ``buttons`` has bit 0 set while *turn* is pressed
        and bit 1 for *menu*; ``now`` is the clock in ms, 0 to 2**30 - 1, wrapping.

        Light before words: a change of a contact is understood and painted in one step and told in the next.
        Of several changes at once each step takes one.
        """
        self._tell()
        self._now = now
        self.reports.now = now
        if not self._awake:
            self._wake(raw)
        if self.reports.in_snapshot():
            self.reports.go_on()
        if self.watching_raw:
            self._report_raw(raw)
        self._step_keys(buttons)
        self._step_timers()
        self._step_reeds(raw)
        if self._repaint:
            self._paint()

    def receive(self, data: bytearray, count: int) -> None:
        """Take the first ``count`` bytes of ``data`` from the host; their time is that of the last scan."""
        self._tell()
        self._heard_at = self._now
        for i in range(count):
            self._commands.feed(data[i])

    def due(self, now: int) -> int:
        """Milliseconds until a step with unchanged inputs could change anything; -1 for never."""
        if self.reports.in_snapshot() or self._repaint or not self._awake:
            return 0
        if self._untold or self._lights_untold or self._next_change < self._changes:
            return 0
        due = _sooner(self._reeds.due(now), self._keys.due(now))
        if self._asking:
            due = _sooner(due, _left(ASK_MS, self._trouble_since, now))
        if self._menu_down:
            due = _sooner(due, _left(MENU_MS, self._menu_since, now))
        if self._testing != _NOT_TESTING:
            due = _sooner(due, _left(TEST_MS, self._test_since, now))
        if self._linked:
            due = _sooner(due, _left(TICK_MS, self._ticked_at, now))
            due = _sooner(due, _left(SILENCE_MS, self._heard_at, now))
            due = _sooner(due, _left(RESEND_MS, self._acked_at, now))
        return due

    # What the host may ask for (commands.py)

    def link(self) -> None:
        """A host is there: send it a snapshot and signs of life."""
        self._linked = True
        self._heard_at = self._ticked_at = self._acked_at = self._now
        self.reports.begin_snapshot(self.level)

    def complain(self, reason: bytes) -> None:
        """A line from the host could not be read; said no more often than every COMPLAIN_MS."""
        if not _left(COMPLAIN_MS, self._complained_at, self._now):
            self._complained_at = self._now
            self.reports.word(b"bad", reason)

    def unlink(self) -> None:
        """The host has gone."""
        self._linked = False
        self.watching_lights = False
        self.watching_raw = False

    def set_level(self, level: int) -> None:
        """The level of help, 0 to 4."""
        self.level = level
        self._repaint = True

    def new_game(self) -> None:
        """Give up an unfinished game and set up B3."""
        if self.tracker.phase == PLAY:
            self.finish(ABANDONED, GIVEN_UP)
        self.game.start()
        self._next_name = b""
        self._follow(self.tracker.set_up())

    def load_game(self, staged: Game, name: bytes) -> None:
        """Set up the position that ``staged`` has come to; without a ``name`` the board names the game."""
        if self.tracker.phase == PLAY:
            self.finish(ABANDONED, GIVEN_UP)
        self.game.adopt(staged)
        self._next_name = name
        self._follow(self.tracker.set_up())

    def finish(self, result: int, reason: int = AGREED) -> None:
        """End the game in progress from outside."""
        self.game.close(result, reason)
        self._follow(self.tracker.end())

    def show_hint(self) -> None:
        """The roles that ``hint`` marks have changed."""
        self._repaint = True

    def start_watching_raw(self) -> None:
        """From now on every contact change is reported as it is scanned."""
        for p in range(POINTS):
            self._raw[p] = self._reeds.stable[p]
        self.watching_raw = True

    def start_watching_lights(self) -> None:
        """Report the light frame now and whenever it changes."""
        self.watching_lights = True
        self._report_lights()

    def start_test(self) -> None:
        """Report the reeds, then light one point after the other."""
        self.reports.reeds(b"test")
        self._testing = 0
        self._test_since = self._now
        self._repaint = True

    # One scan

    def _wake(self, raw: bytearray) -> None:
        self._awake = True
        self._reeds.begin(raw)
        self.reports.hello()
        self._follow(self.tracker.begin(raw))

    def _report_raw(self, raw: bytearray) -> None:
        seen = self._raw
        if raw != seen:
            for p in range(POINTS):
                if raw[p] != seen[p]:
                    seen[p] = raw[p]
                    self.reports.raw(p, raw[p])

    def _step_reeds(self, raw: bytearray) -> None:
        """Understand one change of a contact, if there is one."""
        reeds = self._reeds
        if self._next_change == self._changes:
            self._next_change = 0
            self._changes = reeds.update(raw, self._now)
            if not self._changes:
                return
        p = reeds.changed[self._next_change]
        self._next_change += 1
        self._changed = p
        self._events = self.tracker.contact(p, reeds.stable[p])
        self._untold = True
        self._show(self._events)

    def _tell(self) -> None:
        """Report the change and the light frame of the last step."""
        if self._untold:
            self._untold = False
            self.reports.contact(self._changed, self._reeds.stable[self._changed])
            self._report(self._events)
        if self._lights_untold:
            self._lights_untold = False
            if self.watching_lights and self.roles != self._shown:
                self._report_lights()

    def _step_keys(self, buttons: int) -> None:
        keys = self._keys
        self._keys_raw[_TURN] = buttons & 1
        self._keys_raw[_MENU] = buttons >> 1 & 1
        for i in range(keys.update(self._keys_raw, self._now)):
            key = keys.changed[i]
            down = keys.stable[key]
            self.reports.button(b"menu" if key == _MENU else b"turn", down)
            if key == _MENU:
                if down:
                    self._menu_since = self._now
                elif self._menu_down and self.tracker.phase == PLAY:
                    self.reports.word(b"wish", b"hint")
                self._menu_down = down == 1
            elif down:
                self._follow(self.tracker.press_turn())

    def _step_timers(self) -> None:
        now = self._now
        if self._asking and not _left(ASK_MS, self._trouble_since, now):
            self._asking = False
            self._asked = True
            self.reports.trouble()
        if self._menu_down and not _left(MENU_MS, self._menu_since, now):
            self._menu_down = False
            self.new_game()
        if self._testing != _NOT_TESTING and not _left(TEST_MS, self._test_since, now):
            self._test_since = now
            self._testing += 1
            if self._testing == POINTS:
                self._testing = _NOT_TESTING
                self.reports.word(b"test", b"done")
            self._repaint = True
        if self._linked:
            self._step_link()

    def _step_link(self) -> None:
        now = self._now
        out = self.outbox
        if out.acked != self._acked or out.acked + 1 == out.next:
            self._acked = out.acked
            self._acked_at = now
        if not _left(RESEND_MS, self._acked_at, now):
            self._acked_at = now
            out.rewind(out.acked + 1 if out.acked >= out.oldest else out.oldest)
        if not _left(SILENCE_MS, self._heard_at, now):
            self.unlink()
        elif not _left(TICK_MS, self._ticked_at, now):
            self._ticked_at = now
            self.reports.bare(b"tick")

    def _follow(self, events: int) -> None:
        """Show and report what the tracker made of something else than a contact."""
        self._show(events)
        self._report(events)

    def _show(self, events: int) -> None:
        """See to the lights of what the tracker made of a change."""
        if events & CHANGED:
            self._repaint = True
        if events & MOVED or self.tracker.phase == SETUP:
            self.hint.clear()

    def _report(self, events: int) -> None:
        """Report what the tracker made of a change."""
        reports = self.reports
        if events & MOVED:
            reports.move()
        if events & ENDED:
            reports.result()
        if self.tracker.phase != self._phase:
            self._phase = self.tracker.phase
            reports.state(self.level)
        if events & STARTED:
            reports.name_game(self._next_name)
            self._next_name = b""
            if self._linked and self.game.record.size:
                reports.begin_snapshot(self.level)  # a game taken up again: its moves so far too
            else:
                reports.game()
        if events & STEPPED:
            reports.step()
        if events & CHANGED:
            if self._phase == SETUP and self._next_change == self._changes:
                reports.trouble()
            self._watch_trouble()

    def _watch_trouble(self) -> None:
        """Start the time after which the board asks, or tell that all is well again."""
        if self._phase == PLAY and self.tracker.status >= DOUBT:
            self._asking = True
            self._trouble_since = self._now
            return
        self._asking = False
        if self._asked:
            self._asked = False
            self.reports.bare(b"restored")

    def _paint(self) -> None:
        self._repaint = False
        painter = self._painter
        if self._testing != _NOT_TESTING:
            painter.test(self._testing)
        else:
            painter.paint(self.tracker, self.level, self.hint)
        self._lights_untold = self.watching_lights

    def _report_lights(self) -> None:
        for p in range(POINTS):
            self._shown[p] = self.roles[p]
        self.reports.lights(self.roles, LETTERS)


def _left(span: int, since: int, now: int) -> int:
    """Milliseconds left of a span; 0 when it is over."""
    left = span - ((now - since) & _WRAP)
    return left if left > 0 else 0


def _sooner(a: int, b: int) -> int:
    """The sooner of two times to wait; -1 stands for never."""
    if a < 0:
        return b
    return a if b < 0 or a < b else b
