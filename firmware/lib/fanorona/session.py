"""The whole device minus its hardware: readings, time and the host's bytes in; roles and lines to the host
out.

``step`` is one scan. A recorded sequence of readings reproduces whatever the board did.
"""

from fanorona.asking import ASK, LOOK_AFRESH, LOOK_BACK, SET_ASIDE, Asking
from fanorona.clock import left, sooner
from fanorona.compat import const
from fanorona.hands.bounces import Bounces
from fanorona.hands.buttons import (
    BOTH_DOWN,
    BOTH_HELD,
    MENU_HELD,
    MENU_HELD_ON,
    MENU_LONG,
    NO_PRESS,
    TURN_DOWN,
    TURN_HELD,
    TURN_LONG,
    Buttons,
)
from fanorona.hands.debounce import NO_CHANGE, Debounce
from fanorona.hands.marks import Marks
from fanorona.hands.tracker import (
    CHANGED,
    DOUBT,
    ENDED,
    IDLE,
    MOVED,
    OPEN,
    OVER,
    PLAY,
    REVISED,
    SETUP,
    TAKEN_BACK,
    Tracker,
)
from fanorona.lights.painter import LETTERS, Painter
from fanorona.modes.beside import Beside
from fanorona.modes.health import Health
from fanorona.modes.keeper import Keeper
from fanorona.modes.matching import FILE
from fanorona.modes.menu import Menu
from fanorona.modes.selftest import SelfTest
from fanorona.modes.succession import Succession
from fanorona.rules.game import ABANDONED, AGREED, GIVEN_UP, SET_UP_ANEW, Game
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import BLACK, EMPTY, TSIVY, WHITE
from fanorona.wire.commands import Commands
from fanorona.wire.link import Link
from fanorona.wire.news import (
    TELL_CHATTER,
    TELL_CONTACT,
    TELL_GAME,
    TELL_HELLO,
    TELL_LIGHTS,
    TELL_MOVE,
    TELL_RESTORED,
    TELL_RESULT,
    TELL_SETUP,
    TELL_STANDS,
    TELL_STATE,
    TELL_URGENT,
    TELL_WISH,
    News,
)
from fanorona.wire.outbox import Outbox
from fanorona.wire.reports import Reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.modes.lessons import Notes

OPEN_MS = const(2)
"""How long a contact has to be open before a stone counts as lifted (``debounce`` says why)."""
CLOSE_MS = const(2)
"""How long a contact has to be closed before a stone counts as set down."""
STANDS_MS = const(1000)
"""How long a corrected move has to stand before stones that are set up say nothing of it."""
AGREED_MS = const(4000)
"""After which what was put back is no way to another game: stones are set up with fewer rests."""
IN_VAIN_MS = const(10000)
"""How long the board has to ask for something before it can be told that all stands as it should."""
PAUSE_MS = const(100)
"""How long they have to stay so before what makes no sense is looked at again: stones slide quicker."""
REST_MS = const(300)
"""How long the reeds have to stay as they are for a state that people leave on the board."""

_NO_PHASE = const(-1)
_RING_BYTES = const(4096)
_RING_LINES = const(128)
_RAW_LINES = const(4)
"""When more raw changes than this wait, they are told although a contact may be about to change."""


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
        self.levels = bytearray((3, 3, 3))  # of help, by side; at EMPTY 0 where both have 0
        self.power_ma = 365
        self.brightness = 255
        self.watching_lights = False
        self.hint = Marks()
        self._painter = Painter(self.reports.chattering)
        self.roles = self._painter.roles
        self._shown = bytearray(POINTS)
        self.keeper = Keeper(self.game, self.tracker, self.reports)
        self.succession = Succession(self.tracker, self.keeper, self.reports)
        self._commands = Commands(self)
        bounces = Bounces(POINTS, self.reports.chattering)
        self._reeds = Debounce(POINTS, OPEN_MS, CLOSE_MS, bounces)
        self._buttons = Buttons(OPEN_MS, CLOSE_MS)
        self._news = News(self.reports)
        self._late = False  # what was chosen is not taken up yet
        self._obeyed = False
        self._awake = False
        self._preparing = False
        self._now = 0
        self._phase = _NO_PHASE
        self._repaint = False
        self._asking = Asking()
        self._resting = False  # not yet for long enough, since the last contact
        self._pausing = False  # not even for as long as a stone that slides
        self._presses = False  # *turn*, which counts once it is known what the reeds show
        self._touched_at = 0
        self._chattering = 0  # how many contacts that has been told of
        self._link = Link(self.reports)
        self._health = Health(self.reports, bounces)
        self.test = SelfTest(self.reports, self.tracker)
        self.notes: Notes | None = None  # what is kept beside the journal
        self.beside = Beside(self)

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
        if buttons != self._buttons.bits:
            self._buttons.update(buttons, now)
        if self._obeyed:
            self._obeyed = False  # that was enough for one turn of the loop
            return
        news = self._news
        beside = self.beside
        if self.tracker.gives_way and not self._reeds.due(now):
            self.tracker.give_way()
        if news.untold & TELL_CONTACT:
            self._tell()
        elif self.tracker.busy and not news.untold & (TELL_MOVE | TELL_GAME):
            self.follow(self.tracker.think())
        elif news.untold & TELL_URGENT:
            self._tell()
        elif beside.on and beside.is_busy():
            self.follow(beside.think())
        elif self.succession.changing:
            if news.untold & TELL_SETUP:
                self._tell()
            else:
                self._set_up()
            return  # that was enough, too
        else:
            p = self._reeds.next(now)
            if p != NO_CHANGE:
                news.contact(p, self._reeds.stable[p])
                self.keeper.touch(now)
                beside.contact(p, self._reeds.stable[p], self._touched_at)
                self._resting = self._pausing = True
                if self.tracker.status < DOUBT and not left(STANDS_MS, self._touched_at, now):
                    self.succession.let_stand()
                    if not left(AGREED_MS, self._touched_at, now):
                        self.succession.agree()
                self._touched_at = now
                if self.reports.chattering.size > self._chattering:
                    self._chattering += 1
                    news.untold |= TELL_CHATTER
                apart = self.reports.apart
                if apart is not None:
                    apart.contact(p, self._reeds.stable[p])
                    self.follow(CHANGED)
                else:
                    if self.tracker.phase == OVER:
                        self.keeper.finish()
                    self.follow(self.tracker.contact(p, self._reeds.stable[p], self._reeds.is_brief))
                    if self.keeper.taken_up and self.succession.begins_instead(self._reeds.stable):
                        self.succession.ask(None, b"", SET_UP_ANEW)
            elif self._reeds.logged and (self._reeds.logged > _RAW_LINES or self._reeds.due(now) < 0):
                self._tell_raw()
            elif news.untold:
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
        if self._news.untold & TELL_CONTACT:
            self._tell()

    def keep(self) -> None:
        """Let the journal write a page of what it lacks; to be called after the lights and the lines."""
        self.beside.keep()
        is_busy = self.tracker.busy or self._repaint or self.succession.changing or self._news.untold > 0
        self.keeper.work(self._now, is_busy or self._reeds.due(self._now) >= 0)

    def idle_ms(self, now: int) -> int:
        """Milliseconds until a step with unchanged inputs could change anything; -1 for never."""
        return sooner(self.quiet_ms(now), self._link.idle_ms(now, not self._resting))

    def skip(self, ms: int) -> None:
        """A simulator has left out ``ms`` of time, several TICK_MS and less than ``quiet_ms``."""
        self._link.skip(ms)

    def quiet_ms(self, now: int) -> int:
        """Like ``idle_ms``, but for signs of life to the host, which tell nothing."""
        if self._news.untold or self._repaint or self.succession.changing or not self._awake:
            return 0
        if self._reeds.logged and self._reeds.due(now) < 0:
            return 0
        if not self.listens():
            return 0
        if self.reports.part or self._health.is_on():
            return 0
        due = self._reeds.due(now)
        if due < 0 and self._preparing:
            return 0
        due = sooner(due, self._buttons.idle_ms(now))
        if self._pausing:
            due = sooner(due, left(PAUSE_MS, self._touched_at, now))
        if self._resting:
            due = sooner(due, left(REST_MS, self._touched_at, now))
        due = sooner(due, self._asking.idle_ms(now))
        due = sooner(due, self.beside.idle_ms(now))
        return sooner(due, self.keeper.idle_ms(now))

    def listens(self) -> bool:
        """Whether the host may be heard now: no light has to come first, and no command is unanswered."""
        if self.tracker.busy or self._commands.obeying:
            return False
        return not self.beside.on or not self.beside.is_busy()

    # What the host may ask for (commands.py)

    def begin_to_obey(self) -> None:
        """A command is about to be carried out: tell everything that came before it."""
        self._obeyed = True
        while self._news.untold & TELL_URGENT:
            self._tell()
        if self.succession.changing:
            self._set_up()
        while self._news.untold:
            self._tell()

    def answer(self, command: int, reason: bytes) -> None:
        """A command has been carried out, or refused for a ``reason``: tell it after what came of it."""
        self._news.answer(command, reason)

    def link(self) -> None:
        """A host is there: greet it, send it a snapshot and signs of life."""
        self.beside.past.stop()  # its host is not there any more
        self._news.untold |= TELL_HELLO
        self._link.begin(self._now)
        self.reports.begin_snapshot(self.levels)

    def complain(self, reason: bytes) -> None:
        """A line from the host could not be read; said when hands rest: what they do is told first."""
        self._link.complaint = reason

    def unlink(self) -> None:
        """The host has gone."""
        self._link.on = False
        self.beside.past.stop()
        if self.beside.matching is not None:
            self.beside.matching.rests = False
        self.watching_lights = False
        self._reeds.begin_log(False)

    def set_level(self, level: int, side: int) -> None:
        """The level of help, 0 to 4, of a side, which is told, or of both."""
        levels = self.levels
        if side != BLACK:
            levels[WHITE] = level
        if side != WHITE:
            levels[BLACK] = level
        levels[EMPTY] = levels[WHITE] | levels[BLACK]
        if not levels[EMPTY]:
            self.beside.be_lenient()
        self._repaint = True
        if side:
            self.reports.state(levels)

    def new_game(self) -> None:
        """Give up an unfinished game and, when that has been told, set up B3."""
        self.load_game(None, b"")

    def choose_start(self, mirrored: bool, variant: int = TSIVY) -> None:
        """From now on new games are so (B3, V1, S1, S2); the present one is given up for such a game."""
        self.succession.choose(mirrored, variant)
        self.new_game()

    def begin_another(self, changes: bool) -> None:
        """Players have said that they want a new game, with the other start (B3) or not."""
        self._buttons.spend_turn()
        if not changes:
            self.new_game()
            return
        self.choose_start(not self.succession.mirrored)
        self.reports.setting(b"mirrored ", 0, 1 if self.succession.mirrored else 0)

    def load_game(self, staged: Game | None, name: bytes) -> None:
        """The same for the position that ``staged`` has come to; without ``name`` the board gives one."""
        if self.tracker.phase == PLAY:
            self.finish(ABANDONED, GIVEN_UP)
        self.succession.ask(staged, name)

    def take_up(self) -> bytes:
        """Go on with the game that was given up last, if no other has had a move since. Why not, if so."""
        if not self.succession.has_given_up():
            return b"no-game"
        if not self.leave_game():
            return b"busy"
        self.succession.take_up()
        return b""

    def take_back(self) -> bool:
        """Take back the open move, or else the last one; whether there is one. The lights then lead back."""
        self.succession.agreed = self.tracker.take_back()
        return self.succession.agreed

    def finish(self, result: int, reason: int = AGREED) -> None:
        """End the game in progress from outside; a move that stands open has been made."""
        if self.game.position.steps and self.tracker.status == OPEN:
            self.follow(self.tracker.press_turn())
            if self.game.result:
                return
        self.game.close(result, reason)
        self.follow(self.tracker.end())

    def show_hint(self) -> None:
        """The roles that ``hint`` marks have changed, or those of what is shown beside the game."""
        self._repaint = True

    def watch_raw(self, watches: bool) -> None:
        """From now on every contact change is reported as scanned, when there is time; or no longer."""
        self._reeds.begin_log(watches)

    def start_watching_lights(self) -> None:
        """Report the light frame now and whenever it changes."""
        self.watching_lights = True
        self._news.untold |= TELL_LIGHTS

    def start_test(self) -> None:
        """Report the reeds, then faults, and light one point after the other."""
        self.beside.start_test()

    def tell_health(self) -> None:
        """Report how the contacts have done."""
        self._health.start()

    def look_up(self, name: bytes, place: int) -> None:
        """Tell the game of the past of that name whose start is there; without a name, which there are."""
        self.beside.look_up(name, place)

    def start_trial(self) -> bool:
        """Let hands test every contact; not while a game is under way."""
        if not self.leave_game():
            return False
        self.beside.ask_trial()
        return True

    def teach(self, number: int) -> bytes:
        """Begin that lesson, 0: let one be chosen; not while a game is under way. Why it was refused."""
        return b"busy" if self.is_under_way() else self.beside.teach(number)

    def stop_teaching(self) -> bool:
        """Go back to the game that stood before; whether there were lessons."""
        lessons = self.beside.lessons
        if lessons is None:
            return False
        lessons.teach(0)
        self.follow(self.succession.press(MENU_LONG))
        return True

    def leave_game(self) -> bool:
        """Give up a game that has no move yet; False where one is under way."""
        if self.is_under_way():
            return False
        if self.tracker.phase == PLAY:
            self.finish(ABANDONED, GIVEN_UP)
        return True

    def is_under_way(self) -> bool:
        """Whether a game has begun."""
        return self.tracker.phase == PLAY and (self.game.ply > 0 or self.tracker.status != IDLE)

    # One scan

    def _wake(self, raw: bytearray) -> None:
        """Take the board as it stands; where a game goes on, what was chosen has a turn of its own."""
        if self._late:
            self._awake = True
            self._recall()
            return
        self._reeds.begin(raw)
        self._news.untold |= TELL_HELLO
        begins = self.succession.resume(self._now, raw)
        self._late = self.keeper.taken_up and not begins  # the lights of its set-up come first
        if not self._late:
            self._awake = True
            self._recall()
        if begins:
            self._greet()
            self.succession.start_instead()
        self.follow(self.tracker.begin(raw, self.keeper.taken_up))

    def _recall(self) -> None:
        kept = b"" if self.notes is None else self.notes.read(FILE)
        if kept:
            self._greet()
            self.beside.recall(kept)

    def _greet(self) -> None:
        if self._news.untold & TELL_HELLO:
            self._tell()

    def _tell_raw(self) -> None:
        """Report the oldest transition of a contact that has not been reported yet."""
        p = self._reeds.read_log()
        self.reports.raw(p, self._reeds.log_state, self._reeds.log_time)

    def _step_others(self) -> None:
        """What can wait: buttons, timers, the snapshot."""
        if self._presses:
            self._presses = False
            in_vain = not left(IN_VAIN_MS, self._touched_at, self._now)
            self.follow(self.beside.press_turn(in_vain))
            return
        buttons = self._buttons
        key = buttons.next(self._now)
        if key != NO_CHANGE:
            self._news.button(key, buttons.down[key])
            self._obey_press(buttons.press)
            return
        self._step_timers()
        if not self._news.untold:
            if self._commands.obeying:
                self._commands.go_on()
            elif self._preparing and self._reeds.due(self._now) < 0:
                self._preparing = self.tracker.prepare()
            elif self.reports.part:
                self.reports.go_on()
            elif self.beside.on and self.beside.is_telling():
                self.beside.tell()
            elif self._health.is_on():
                self._health.go_on()

    def _obey_press(self, press: int) -> None:
        if press == NO_PRESS:
            return
        beside = self.beside
        if beside.press(press):
            return
        if press == BOTH_DOWN:
            if not self.teach(0):
                return
            press = TURN_DOWN  # a game is under way
        if press == BOTH_HELD:
            if self.tracker.phase == PLAY:
                beside.offer_verdict()
        elif press == MENU_HELD or press == MENU_HELD_ON:
            changes = press == MENU_HELD_ON  # to the other start
            if self.keeper.taken_up or self.tracker.phase == OVER or self.is_under_way():
                beside.ask(changes)
            else:
                self.begin_another(changes)
        elif self.reports.apart is not None:
            if press == TURN_LONG:
                self.start_trial()
            elif press != TURN_HELD:
                self.follow(self.succession.press(press))
        elif press == TURN_DOWN:
            self.tracker.hurry()
            self._presses = True
        elif press == TURN_HELD:
            if self.leave_game():
                self.succession.ask_composer()
        elif press == TURN_LONG:
            self.start_trial()
        elif press == MENU_LONG:
            if self.succession.shows_given_up(self._reeds.stable):
                self.succession.take_up()
            elif self.leave_game():
                self._open_menu()
            else:
                self.take_back()
        elif self.tracker.phase == PLAY:
            self._news.untold |= TELL_WISH  # a short press of menu

    def _open_menu(self) -> None:
        self.succession.ask_apart(Menu(self))

    def _step_timers(self) -> None:
        now = self._now
        if self._pausing and not left(PAUSE_MS, self._touched_at, now) and self._reeds.due(now) < 0:
            self._pausing = False
            self.tracker.pause()
            if self.tracker.busy:
                return
        if self._resting and not left(REST_MS, self._touched_at, now):
            if self.succession.is_set_up_anew(self._reeds.stable):
                self._resting = False
                self._begin_anew()
                return
            events = self.tracker.rest()
            self._resting = self.tracker.busy  # then there is more to it, once that is understood
            self.follow(events)
            while self._news.untold & TELL_URGENT:
                self._tell()  # before a reply that stands there can be the next move to tell
            if self.tracker.busy:
                return
        wanted = self._asking.step(now)
        if wanted == LOOK_BACK:
            self.tracker.look_back()
            return
        if wanted == LOOK_AFRESH:
            self.tracker.look_afresh()
            return
        if wanted == SET_ASIDE:
            self.tracker.set_aside()
            return
        if wanted == ASK and self.tracker.phase == OVER:
            self._asking.watch(False, now)
            if self.succession.shows_next(self._reeds.stable):
                self.new_game()  # whose lights help
        elif wanted == ASK:
            self.reports.trouble()
        if self.beside.on:
            self.beside.step()
        press = self._buttons.held(now)
        if press != NO_PRESS:
            self._obey_press(press)
        link = self._link
        if link.complaint and not self._resting:
            link.complain(now)
        if link.on and not link.step(now):
            self.unlink()

    def _begin_anew(self) -> None:
        """The stones were set up for another game: the present one ends as it was, if it has not."""
        result = self.succession.begin_anew(self._reeds.stable)
        if self._phase == PLAY:
            self.finish(result, self.game.reason)

    def follow(self, events: int) -> None:
        """See to the lights and lines of what the tracker made of a change."""
        self._preparing = True
        if events & TAKEN_BACK and self.succession.is_back_at_start():
            self._begin_anew()
            return
        self.succession.follow(events)
        if events:
            self.beside.go_on()
        news = self._news
        phase = self.tracker.phase
        if phase != self._phase:
            if self._phase == OVER and not events & (TAKEN_BACK | REVISED):
                self.keeper.leave()
            elif self._phase == OVER:
                news.untold |= TELL_STANDS  # the result does not stand, whatever becomes of the move
            self._phase = phase
            news.untold |= TELL_STATE
            self.reports.retell()
        if events & (TAKEN_BACK | REVISED):
            self.keeper.go_back()
            self.reports.retell()
        if events & (TAKEN_BACK | REVISED | MOVED):
            self.hint.clear()
        if events & ENDED:
            self.keeper.end()
        if events & ~CHANGED:
            self._repaint = True
            news.follow(events)
            self.beside.follow(events)
        if events & CHANGED:
            self._repaint = True
            if phase == SETUP:
                news.untold |= TELL_SETUP
                self.hint.clear()
            else:
                news.untold &= ~TELL_SETUP
            if self._asking.watch(phase != SETUP and self.tracker.status >= DOUBT, self._now):
                news.untold |= TELL_RESTORED

    def _tell(self) -> None:
        """Report the first of what is still to be told."""
        told = self._news.tell(self.levels)
        if told == TELL_GAME:
            self._tell_game()
        elif told == TELL_LIGHTS:
            self._report_lights()
        elif told == TELL_RESULT:
            self.keeper.finish()  # else the game could come back without it, and go on unheard
            self.reports.result()

    def _tell_game(self) -> None:
        reports = self.reports
        self.succession.begin()
        if self._link.on and self.game.record.size:
            reports.begin_snapshot(self.levels)  # a game taken up again: its moves so far too
        else:
            reports.game()
            self._news.untold |= TELL_STANDS  # a host may know of moves that this game does not have
            if not self.game.ply:
                self.succession.show_colours(self.hint)
                self._repaint = True
        self.beside.begin_game()

    def _set_up(self) -> None:
        """Go over to what was asked for."""
        self.follow(self.succession.change())

    def _paint(self) -> None:
        self._repaint = False
        painter = self._painter
        if self.beside.on and self.beside.paint(painter):
            pass
        elif self.reports.apart is not None:
            self.reports.apart.paint(painter)
        else:
            painter.paint(self.tracker, self.levels, self.hint)
        if self.watching_lights and self.roles != self._shown:
            self._news.untold |= TELL_LIGHTS

    def _report_lights(self) -> None:
        for p in range(POINTS):
            self._shown[p] = self.roles[p]
        self.reports.lights(self.roles, LETTERS)
