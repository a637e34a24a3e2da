"""Moves the stones of a virtual board for the people at the page, with the same reeds as their hands.

People click; whatever follows of itself, as captured stones that leave, an opponent's move, and the way back
after a move was taken back, is done here, one act after another, each when the board has felt the one before.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from lakabe.board import events
from lakabe.errors import LakabeError
from lakabe.games import variants
from lakabe.language.saying import say
from lakabe.web import telling, words
from lakabe.web.manners import SOON, Act, Manners
from lakabe.web.table import READING, Hand, HandError, Table
from lakabe.web.view import View

log = logging.getLogger(__name__)

ABSENT: dict[str, Any] = {
    "carries": None,
    "undo": False,
    "restore": "",
    "todo": "",
    "open": False,
    "movable": [],
}
"""What a page is told where there is no table."""
ITSELF = 0
"""The number of its hand; those of pages begin with 1."""
FELT_S = 1.0
"""Seconds after which it goes on although the board has not told of what it did."""
LOOK_S = 0.9
"""Seconds for which an opponent's move is shown before it is carried out."""
HELD_S = 1.65
"""How long *menu* is held down to take a move back, from when the board has felt it."""
MOST_TO_COME = 40
"""Acts that may wait; a move of 11 steps that takes 22 stones has more than anybody plans beyond it."""


class Timer(Protocol):
    """Something that can be called off."""

    def cancel(self) -> None:
        """Do not."""


Later = Callable[[float, Callable[[], None]], Timer]
"""Calls something after so many seconds."""


class Attendant:
    """Belongs to one table and the view of its board. Where it is not ``on``, it does nothing.

    ``press`` moves a button of the board by its name, True is down. ``changed`` is called after acts that no
    page has asked for. ``side`` (W or B) is played by an opponent; its stones are nobody's to click. ``pace``
    is by what all waiting is multiplied.
    """

    def __init__(
        self,
        table: Table,
        view: View,
        press: Callable[[str, bool], None],
        changed: Callable[[], None],
        later: Later,
        pace: float = 1.0,
    ) -> None:
        self.on = True
        self.side = ""
        self._table, self._view = table, view
        self._press, self._changed, self._later = press, changed, later
        self._pace = pace
        self._manners = Manners()
        self._acts: deque[tuple[int, Act]] = deque()
        self._timer: Timer | None = None
        self._awaited: tuple[str, str] | None = None
        self._shown = ""  # the opponent's move that is to be carried out
        self._plies, self._phase = 0, ""
        self._lesson: events.Lesson | None = None
        self._goal: int | None = None  # the moves that are to stand when enough is taken back
        self._hold: Timer | None = None  # ends what *menu* does for that

    # For the page

    def switch(self, on: bool) -> None:
        """Move the stones, or leave them to hands."""
        self.on = on
        self._drop()
        self._follow()
        if on:
            self._tidy()
            self._carry()

    def ask(self, client: int, what: str, fields: Mapping[str, Any]) -> None:
        """Do what a page asks for (``lakabe.web.requests``). HandError where that makes no sense."""
        match what:
            case "carry":
                self.switch(fields["on"])
            case "touch":
                self.touch(client, fields["point"])
            case "restore":
                self.restore()

    def data(self) -> dict[str, Any]:
        """For the page: whether it moves the stones, what takes one click, and what is to do now."""
        view, manners = self._view, self._manners
        hand = next(iter(self._table.hands().values()), None)
        data = {
            "carries": self.on,
            "undo": self.may_take_back,
            "restore": view.wants(self._table.picture()),
            "todo": telling.why(view, self._table.picture())
            or telling.todo(view, manners, hand, self.on, self.side),
            "movable": telling.movable(view, manners, hand, self.side) if self.on else [],
            "open": self.on and view.phase == "play" and manners.position.may_go_on(),
        }
        if self.on and not self._is_plain and not view.amiss and "x" in view.lights:
            data["status"] = {"text": words.captures(view.turn), "tone": "calm"}
        if self.on and not self._is_plain and not view.amiss and manners.choice is not None:
            # ``todo`` says how to choose.
            data["status"] = {"text": say("Approach or withdrawal?"), "tone": "calm"}
        return data

    def touch(self, client: int, point: str) -> None:
        """A page has clicked a point. HandError where that means nothing."""
        if self._goal is not None:
            raise HandError(say("A move is being taken back."))
        if self._is_plain:
            self._touch_plainly(client, point)
            return
        if any(mover == ITSELF for mover, _ in self._acts):
            raise HandError(say("Wait until the stones have been moved."))
        if self._opponents_turn:
            raise HandError(say("The computer is to move. It moves its own stones."))
        if self._view.amiss and not self._view.lesson:  # a lesson says itself what has to go back
            raise HandError(say("The stones are not where the game has them. Press Set up."))
        for other in self._table.hands():
            if other != client:
                self._table.put_back(other)
        acts = self._manners.touch(point, self._hand_then(client))
        if len(self._acts) + len(acts) > MOST_TO_COME:
            raise HandError(say("Not so fast."))
        self._add(client, acts)

    def ends_turn(self, client: int) -> bool:
        """*turn* is pressed: put down the stone that could go on, and press it then. False: do as ever."""
        if not self.on or self._is_plain or not self._manners.position.steps:
            return False
        hand = self._hand_then(client)
        if hand is not None and hand.origin is not None:
            self._add(client, [Act("place", hand.origin, SOON), Act("turn", pause=SOON)])
        elif self._acts:
            self._add(client, [Act("turn", pause=SOON)])
        else:
            return False
        return True

    @property
    def may_take_back(self) -> bool:
        """Whether there is a move to take back."""
        return self.on and self._goal is None and self._view.phase != "setup" and self.back_to() is not None

    @property
    def is_begun(self) -> bool:
        """Whether what would be taken back is a move that is only begun."""
        return self.back_to() == self._view.last

    def back_to(self) -> int | None:
        """Return the last ply that would stand after `take_back`; None: there is nothing to take back."""
        view = self._view
        if not view.game or view.lesson or view.is_apart or view.proposes:
            return None
        if view.step or self._manners.choice is not None:
            return view.last if not self._opponents_turn else None
        back = 2 if self.side and view.turn != self.side else 1
        return view.last - back if view.last - back >= view.first - 1 else None

    def take_back(self) -> None:
        """Take back what was begun, or else the last move; against an opponent, up to one's own."""
        goal = self.back_to()
        if goal is None or self._goal is not None:
            raise HandError(say("There is no move to take back."))
        begun = goal == self._view.last
        self._drop()
        if begun:
            self._table.set_up(self._view.turns_picture())
            self._follow()
            return
        for client in self._table.hands():
            self._table.put_back(client)
        self._goal = goal
        self._hold_menu()

    def restore(self) -> None:
        """Put all stones where the game, the lesson or the set-up wants them."""
        picture = self._view.expected(self._table.picture())
        self._drop()
        self._table.set_up(picture)
        self._follow()

    def carry_out(self, move: str | None) -> None:
        """An opponent's move (N1) is to be carried out; None: there is none."""
        if (move or "") != self._shown and any(client == ITSELF for client, _ in self._acts):
            self._drop()  # it has thought again: nothing of the other move is to be done
            self._follow()
        self._shown = move or ""
        self._carry()

    # From the board

    def see(self, event: events.Event) -> None:
        """Take in an event, after the view."""
        self._feel(event)
        match event:
            case events.Step() if not self._acts:
                self._follow()
                self._tidy()
            case events.State() if event.state == self._phase:
                pass
            case events.Lesson() if replace(event, seq=0, ms=0) == self._lesson:
                pass  # told again
            case events.Move() if self._acts and self._manners.agrees(self._view.position):
                pass
            case (
                events.Move() | events.GameStarted() | events.State() | events.PositionIs() | events.Lesson()
            ):
                self._drop()
                self._follow()
                self._reply(event)
                self._carry()
            case events.Takeback():
                self._taken_back()
            case events.Synced() if not self._acts:
                self._follow()
                self._carry()
            case _:
                pass
        self._plies, self._phase = self._view.last, self._view.phase
        lesson = self._view.lesson
        self._lesson = lesson and replace(lesson, seq=0, ms=0)

    def _taken_back(self) -> None:
        """Moves do not stand any more: put the stones back, and take back the rest of what was asked for."""
        if not self.on or self._view.last >= self._plies:
            return
        self._stop_waiting()
        self.restore()
        if self._goal is not None and self._view.last > self._goal:
            self._hold = self._later(0.3, self._hold_menu)
        else:
            self._goal = None
            self._carry()

    def _reply(self, event: events.Event) -> None:
        if self.on and isinstance(event, events.Lesson) and event.stage == "reply" and event.move:
            self._begin_whole(event.move)

    # Inside

    @property
    def _is_plain(self) -> bool:
        """Whether hands are about something else than a move."""
        lesson = self._view.lesson
        return lesson.stage != "move" if lesson else self._view.phase != "play" or self._view.is_apart

    @property
    def _opponents_turn(self) -> bool:
        return bool(self.side) and not self._view.lesson and self._view.turn == self.side

    def _hand_then(self, client: int) -> Hand | None:
        """What a page will hold when all is done that is still to come: clicks may be quicker than hands."""
        hand = self._table.hand(client)
        for _, act in self._acts:
            if act.kind in ("lift", "take"):
                point = act.what if act.kind == "lift" else None
                hand = Hand(self._view.turn, point)
            elif act.kind == "place":
                hand = None
        return hand

    def _touch_plainly(self, client: int, point: str) -> None:
        """As a hand that knows nothing: lift, set down, take off what the lights want off."""
        lies = self._table.picture()[READING.index(point)] != "."
        if self._table.hand(client):
            if lies:
                self._table.put_back(client)
            else:
                self._table.place(client, point)
        elif not lies:
            raise HandError(say("{point} is empty.", point=point))
        elif self._view.lights[READING.index(point)] in "xr":
            self._table.discard(client, point)
        elif self._view.is_chosen:
            self._add(client, [Act("lift", point), Act("place", point, SOON)])
        else:
            self._table.lift(client, point)

    def _hold_menu(self) -> None:
        self._press("menu", True)
        self._hold = self._later(FELT_S + HELD_S, self._let_go)

    def _let_go(self) -> None:
        self._press("menu", False)
        self._hold = self._later(FELT_S, self._give_up)

    def _give_up(self) -> None:
        """The board has not taken a move back: play goes on from where it is."""
        self._hold = self._goal = None
        self._follow()
        self._carry()
        self._changed()

    def _stop_waiting(self) -> None:
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None

    def _follow(self) -> None:
        lesson = self._view.lesson
        if lesson is not None:
            self._manners.begin(variants.load(variants.ORDINARY, f"{lesson.board} {lesson.turn}"))
        else:
            self._manners.begin(self._view.position, self._view.step)
            if not self._is_plain:
                self._manners.find_choice(dict(zip(READING, self._table.picture(), strict=True)))

    def _tidy(self) -> None:
        """Take off what the move in progress has captured, whoever has made it."""
        if not self.on or self._is_plain or self._acts or self._manners.choice is not None:
            return
        if self._view.step:
            taken = self._manners.left_over(self._table.picture(), READING)
            self._add(ITSELF, [Act("off", point, SOON) for point in taken])

    def _carry(self) -> None:
        if self._shown and self.on and self._goal is None and not self._acts and self._opponents_turn:
            self._begin_whole(self._shown)

    def _begin_whole(self, move: str) -> None:
        """Carry a whole move out, after it has been looked at."""
        for client in self._table.hands():
            self._table.put_back(client)
        self._follow()
        acts = self._manners.whole(move)
        if not acts and self._manners.choice is not None:  # a step of another one stands there
            self._table.set_up(self._view.turns_picture())
            self._follow()
            acts = self._manners.whole(move)
        if acts:
            self._add(ITSELF, [Act(acts[0].kind, acts[0].what, LOOK_S), *acts[1:]])

    def _add(self, client: int, acts: list[Act]) -> None:
        self._acts.extend((client, act) for act in acts)
        self._go_on()

    def _drop(self) -> None:
        self._acts.clear()
        self._awaited = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._table.hand(ITSELF):
            self._table.put_back(ITSELF)

    def _go_on(self) -> None:
        """Do the next act when its time has come, unless the board has still to tell of the last one."""
        while self._acts and self._awaited is None and self._timer is None:
            pause = self._acts[0][1].pause * self._pace
            if pause:
                self._timer = self._later(max(pause, SOON), self._is_time)
                return
            self._do()

    def _is_time(self) -> None:
        self._timer = None
        self._do()
        self._go_on()
        self._changed()

    def _do(self) -> None:
        client, act = self._acts.popleft()
        table = self._table
        try:
            if act.kind == "turn":
                self._press("turn", True)
                self._press("turn", False)
                self._awaited = "turn", ""
            elif act.kind == "lift":
                table.lift(client, act.what)
            elif act.kind == "place":
                table.place(client, act.what)
            elif act.kind == "off":
                table.discard(client, act.what)
            else:
                table.take(client, act.what)
        except (HandError, LakabeError, OSError) as error:
            log.warning("the page could not move a stone: %s", error)
            self._drop()
            self._follow()
            return
        if act.kind in ("lift", "off", "place"):
            self._awaited = "place" if act.kind == "place" else "lift", act.what
        if self._awaited is not None:
            self._timer = self._later(FELT_S, self._unfelt)

    def _feel(self, event: events.Event) -> None:
        is_menu = isinstance(event, events.Button) and event.name == "menu" and event.down
        if self._hold is not None and is_menu:
            self._stop_waiting()
            self._hold = self._later(HELD_S, self._let_go)
        told = None
        if isinstance(event, events.Lift | events.Place):
            told = "lift" if isinstance(event, events.Lift) else "place", event.point
        elif isinstance(event, events.Button) and event.name == "turn" and not event.down:
            told = "turn", ""
        if told is not None and told == self._awaited:
            if self._timer is not None:
                self._timer.cancel()
            self._unfelt()

    def _unfelt(self) -> None:
        self._timer, self._awaited = None, None
        self._go_on()
