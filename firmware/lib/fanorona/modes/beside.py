"""What goes on beside the game: tests, lessons, level 0, games of the past, what is shown for a while.

The session asks it to do nothing while it is not ``on``.
"""

from fanorona.clock import sooner
from fanorona.compat import const
from fanorona.hands.lenience import Lenience
from fanorona.hands.tracker import CHANGED
from fanorona.modes.lessons import Lessons
from fanorona.modes.matching import Matching
from fanorona.modes.past import Past
from fanorona.modes.question import Question
from fanorona.modes.scores import show
from fanorona.modes.trial import Trial
from fanorona.modes.verdict import Verdict
from fanorona.rules.rules import BLACK, EMPTY, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.lights.apart import Aside
    from fanorona.lights.painter import Painter
    from fanorona.session import Session

_HIGHEST = const(4)
"""The highest level of help."""


class Beside:
    """``on`` from when something of it begins until nothing is left to do.

    ``past`` has the games that a host asks for, ``lessons`` are there while they are on.
    """

    def __init__(self, session: "Session") -> None:
        self.on = False
        self.session = session
        self.past = Past(session.keeper, session.reports)
        self.lessons: Lessons | None = None
        self.matching: Matching | None = None  # once there is one
        self._aside: Aside | None = None  # shown instead of the game, until somebody goes on
        self._lenience: Lenience | None = None  # once level 0 has been chosen
        self._verdict = Verdict(self)
        self._question = Question(self)

    # What begins, or ends

    def be_lenient(self) -> None:
        """Level 0 has been chosen."""
        if self._lenience is None:
            self._lenience = Lenience(self.session.tracker)
        self.on = True

    def start_test(self) -> None:
        """Report the reeds, then faults, and light one point after the other."""
        self.session.test.start(self.session.reports.now)
        self._change()

    def ask_trial(self) -> None:
        """Let hands test every contact."""
        session = self.session
        session.succession.ask_apart(Trial(session.reports, session.tracker, session.test))

    def teach(self, number: int) -> bytes:
        """Begin that lesson, 0: let one be chosen. Why it was refused."""
        session = self.session
        lessons = self.lessons
        is_on = lessons is not None and session.reports.apart is lessons
        if lessons is None:
            lessons = Lessons(session.reports, session.tracker, session.notes)
        if number > len(lessons.learnt):
            return b"argument"
        if is_on:
            lessons.teach(number)
            session.follow(CHANGED)
        else:
            session.leave_game()
            lessons.number = number
            self.lessons = lessons
            session.succession.ask_apart(lessons)
        self.on = True
        return b""

    def look_up(self, name: bytes, place: int) -> None:
        """Tell the game of the past of that name whose start is there; without a name, which there are."""
        self.past.look_up(name, place)
        self.on = True

    def show(self, aside: "Aside") -> None:
        """Show this instead of the game."""
        self._aside = aside
        self._change()

    def offer_verdict(self) -> None:
        """Let both players end the game by their word."""
        self._verdict.begin(self.session.reports.now)

    def ask(self, changes: bool) -> None:
        """Ask whether to set up anew, with the other start (B3) or not."""
        self._question.begin(changes, self.session.reports.now)

    def open_match(self) -> "Matching":
        """The match that the board runs by itself."""
        matching = self.matching
        if matching is None:
            self.matching = matching = Matching(self)
        return matching

    def show_match(self, state: bytes, side: bytes) -> bytes:
        """Show a match of that state, as ``scores.show`` does; why not, or nothing."""
        return show(self, state, side)

    def recall(self, kept: bytes) -> None:
        """Go on with the help and the match that were chosen with the menu, from what their file has."""
        if len(kept) < BLACK:
            return
        self.session.set_level(min(kept[0], _HIGHEST), WHITE)
        self.session.set_level(min(kept[1], _HIGHEST), BLACK)
        if len(kept) > BLACK:
            self.open_match().recall(kept[BLACK:])

    def lay_aside(self) -> None:
        """What was shown instead of the game is not wanted any more."""
        self._aside = None
        self.session.show_hint()

    def go_on(self) -> None:
        """Hands, or a host, have gone on with the game."""
        self._aside = None

    def _change(self) -> None:
        self.on = True
        self.session.show_hint()

    # The match

    def follow(self, events: int) -> None:
        """So much came of a change in the game (``tracker``)."""
        if self.matching is not None:
            self.matching.follow(events)

    def begin_game(self) -> None:
        """A game has begun, or goes on, and has its name."""
        if self.matching is not None:
            self.matching.begin()

    def keep(self) -> None:
        """Write down what has changed, before the journal does."""
        if self.matching is not None and self.matching.owes:
            self.matching.work()

    # While it is on

    def is_busy(self) -> bool:
        """Whether ``think`` has to be called before the next contact."""
        lessons = self.lessons
        lenience = self._lenience
        return (lessons is not None and lessons.busy) or (lenience is not None and lenience.busy)

    def think(self) -> int:
        """Go on with what the last contact brought about. Returns event bits of the tracker."""
        lessons = self.lessons
        if lessons is not None and lessons.busy:
            return lessons.think()
        return self._lenience.think() if self._lenience is not None else 0

    def contact(self, p: int, closed: int, since: int) -> None:
        """A contact is about to change, the first since ``since``."""
        if self._lenience is not None:
            session = self.session
            session.tracker.is_lenient = not session.levels[EMPTY]
            if session.tracker.is_lenient:
                self._lenience.watch(p, closed, since, session.reports.now)
            else:
                self._lenience.drop()

    def press_turn(self, in_vain: bool) -> int:
        """*turn* is pressed in a game (``Tracker.press_turn``). Returns event bits of the tracker."""
        session = self.session
        if self._lenience is not None and not session.levels[EMPTY]:
            return self._lenience.press(session.reports.now, in_vain)
        return session.tracker.press_turn(in_vain)

    def press(self, press: int) -> bool:
        """Take what a press means (``buttons``); False: it means that for the game, too."""
        return self._aside is not None and self._aside.press(press, self.session.reports.now)

    def paint(self, painter: "Painter") -> bool:
        """Paint what is shown instead of the game; False: the game is to be painted."""
        test = self.session.test
        if test.is_on():
            painter.test(test.point)
            return True
        return self._aside is not None and self._aside.paint(painter)

    def step(self) -> None:
        """Time has passed."""
        session = self.session
        now = session.reports.now
        if self._aside is not None:
            self._aside.step(now)
        test = session.test
        if test.is_on() and test.go_on(now):
            session.show_hint()
        lessons = self.lessons
        if lessons is not None:
            events = lessons.step(now)
            if session.reports.apart is not lessons:
                self.lessons = None
            elif events:
                session.follow(events)
        self.on = (
            self.lessons is not None
            or self._aside is not None
            or self._lenience is not None
            or test.is_on()
            or self.is_telling()
        )

    def is_telling(self) -> bool:
        """Whether ``tell`` has something to do."""
        return self.past.is_busy()

    def tell(self) -> None:
        """Go on telling of the past."""
        self.past.go_on()

    def idle_ms(self, now: int) -> int:
        """Milliseconds until a turn of the loop has something to do; -1: not before something happens."""
        if self.is_telling():
            return 0
        due = self.session.test.due(now)
        if self._aside is not None:
            due = sooner(due, self._aside.idle_ms(now))
        if self.lessons is not None:
            due = sooner(due, self.lessons.idle_ms(now))
        return due
