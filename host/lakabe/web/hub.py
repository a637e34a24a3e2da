"""What everybody at the page shares: the live view, the stones, and a mailbox for each client.

Events and frames come from other threads and are handed over to the event loop; nothing here ever makes those
threads wait. A client gets the newest state when it is ready for it: what lies between is left out, so a slow
one falls behind by one state at most, and holds up nobody.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from lakabe.board import events
from lakabe.errors import LakabeError
from lakabe.games.variants import ORDINARY, SMALLER
from lakabe.matches.director import set_up
from lakabe.web import carrying, words
from lakabe.web.attendant import ABSENT, ITSELF, Attendant
from lakabe.web.buttons import PageButton
from lakabe.web.clients import Client, VirtualHands
from lakabe.web.requests import HANDS, WATCHING, Refused, Request
from lakabe.web.table import LAYOUTS, MIRRORED, START, Hand, HandError, Table
from lakabe.web.view import View

log = logging.getLogger(__name__)

Send = Callable[..., int]
"""Sends a command, name and arguments, to the board; its id. Raises LakabeError when there is no board."""
Kept = tuple[int, Sequence[tuple[int, str]], str]
"""A game's number in the archive, the moves (ply, N1) kept there, and the name of its opening or nothing."""


class Hub:
    """The shared state. Any thread may call `event`, `frame` and `linked`; all else is the loop's."""

    def __init__(
        self,
        send: Send,
        kept: Callable[[str], Kept | None],
        board: VirtualHands | None = None,
        picture: str = START,
        advise: Callable[[], None] | None = None,
        language: str = "",
        carries: bool = False,
        pace: float = 1.0,
    ) -> None:
        """``kept`` tells what the archive has of a game; ``picture`` is how the stones lie at first.

        ``advise`` asks for a hint, or takes it away; None where nobody gives any. ``language`` is that of the
        lessons' texts where a page has chosen none; empty leaves it to the browser. ``carries``: whether a
        virtual board's stones are moved by the page until somebody chooses otherwise, at this ``pace``.
        """
        self._send = send
        self._kept = kept
        self._board = board
        self._view = View(virtual=board is not None)
        self._table = Table(board.contact, picture) if board is not None else None
        self._clients: dict[int, Client] = {}
        self._ids = itertools.count(1)
        self._buttons = (
            {name: PageButton(partial(board.button, name)) for name in ("turn", "menu")} if board else {}
        )
        self.attendant = (
            Attendant(self._table, self._view, self._press, self._changed, self._later, pace)
            if self._table
            else None
        )
        if self.attendant is not None:
            self.attendant.on = carries
        self._frame: str | None = None
        self._frame_waits = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._starting = threading.Lock()
        self._early: list[Callable[[], None]] = []
        self._clearing = False
        self._confirmed = False  # with *turn*, when the board asked for it
        self._layout = START
        self._sent: dict[int, str] = {}
        self._fetched = ""
        self._shared: dict[str, Any] | None = None
        self._advise = advise
        self.hints_limited = False
        """Whether players have a limited number of hints a game."""
        self._language = language
        self.versus: Callable[[int, str], None] | None = None  # has a level play a side, 0: nobody
        self.opponent: dict[str, Any] | None = None  # the side, level and name of who plays it
        self._hint: dict[str, Any] | None = None
        self._coach = ""
        self._carry_out: tuple[str, str] | None = None
        self._match: dict[str, Any] | None = None
        self._lesson = 0  # the one that is laid out
        self._hangs = False  # the virtual board, as far as the pages were told

    # From other threads

    def event(self, event: events.Event) -> None:
        """An event of the board, in order."""
        self._soon(lambda: self._apply(event))

    def recorded(self, game: str) -> None:
        """The archive has what the board has told of this game."""
        kept = self._kept(game)
        if kept is not None:
            self._soon(lambda: self._set_recorded(game, *kept))

    def linked(self, linked: bool) -> None:
        """Whether the board answers."""
        self._soon(lambda: self._link(linked))

    def unwritten(self, why: str) -> None:
        """Why what is played does not get into the archive; empty when it does."""
        self._soon(lambda: self._set_unwritten(why))

    def hint(self, hint: dict[str, Any] | None) -> None:
        """The hint on the board, as the page gets it (``lakabe.help.words``); None: there is none."""
        self._soon(lambda: self._put("_hint", hint))

    def coached(self, text: str) -> None:
        """What the coach says of the last move; empty: nothing any more."""
        self._soon(lambda: self._put("_coach", text))

    def to_carry_out(self, what: tuple[str, str] | None) -> None:
        """What an opponent without hands is called, and its move (N1); None when there is none."""
        self._soon(lambda: self._set_to_carry_out(what))

    def standing(self, match: dict[str, Any]) -> None:
        """How the match stands that is played here (``lakabe.matches.standing.as_data``)."""
        self._soon(lambda: self._put("_match", match))

    def lay_out(self, variant: str) -> None:
        """Have the board set up a new game of a variant, and lay the stones for it."""
        self._soon(lambda: self._try_to_lay_out(variant))

    def lay_position(self, position: str) -> None:
        """Have the board take a position (N2), and lay the stones for it."""
        self._soon(lambda: self._lay_position(position))

    def trouble(self, text: str) -> None:
        """Something that everybody at the page should hear."""
        self._soon(lambda: self._tell_all(text))

    def frame(self, rgb: bytes) -> None:
        """A frame of the simulated pixels: 45 RGB colours in point order."""
        self._frame = rgb.hex()
        if not self._frame_waits:
            self._frame_waits = True
            self._soon(self._spread_frame)

    def _soon(self, call: Callable[[], None]) -> None:
        with self._starting:
            if self._loop is None:
                self._early.append(call)
                return
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:
            pass  # the loop has ended, and with it everybody who could look

    # In the event loop

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Belong to this loop from now on; what came in before is taken in first."""
        with self._starting:
            self._loop = loop
        for call in self._early:
            call()
        self._early.clear()

    def join(self, may_play: bool = True) -> Client:
        """A page has connected; one that may not play only watches."""
        client = Client(next(self._ids), may_play)
        client.ready.set()
        self._clients[client.id] = client
        return client

    def leave(self, client: Client) -> None:
        """A page is gone: its hand is emptied and its buttons are released."""
        del self._clients[client.id]
        try:
            if self._table:
                hand = self._table.hand(client.id)
                if hand and self._left_over(self._table, hand):
                    self._table.to_tray(client.id)
                else:
                    self._table.leave(client.id)
            for name in self._buttons:
                self._button(client, name, False)
        except (LakabeError, OSError) as error:
            log.warning("nothing was put back for a page that left: %s", error)
        self._changed()

    def __len__(self) -> int:
        """How many pages are connected."""
        return len(self._clients)

    @property
    def number(self) -> int | None:
        """The archive's number of the game on the board."""
        return self._view.number

    def handle(self, client: Client, request: Request) -> None:
        """Do what a page asks for; what cannot be done is said to it alone. Refused where it only watches."""
        if not client.may_play and request.type not in WATCHING:
            raise Refused("this page only watches")
        client.seen += 1
        if self._is_held_up(request):
            self._changed()
            return
        try:
            self._do(client, request)
        except HandError as error:
            self.say(client, str(error))
        except (LakabeError, OSError) as error:
            log.warning("%s failed: %s", request.type, error)
            self.say(client, f"That did not work: {error}")
        self._changed()

    def refuse(self, client: Client, reason: str) -> None:
        """A message of this page was not sound."""
        client.seen += 1
        client.stale = True
        self.say(client, f"Refused: {reason}.")

    def say(self, client: Client, text: str) -> None:
        """A passing message to one page."""
        client.notices.append(text)
        self._touch(client)

    def fetch(self, client: Client) -> list[str]:
        """Everything that is new for a client, as JSON texts; the client is up to date afterwards."""
        client.ready.clear()
        texts = [json.dumps({"type": "notice", "text": text}) for text in client.notices]
        client.notices.clear()
        if client.stale:
            client.stale = False
            texts.insert(0, json.dumps(self._state(client), separators=(",", ":")))
        if client.pixels and self._frame is not None:
            client.pixels = False
            texts.append(json.dumps({"type": "pixels", "rgb": self._frame}))
        return texts

    def _state(self, client: Client) -> dict[str, Any]:
        if self._shared is None:
            self._shared = {
                "type": "state", "hands": self._table is not None, "pixels": self._table is not None,
                "hints": self._advise is not None, "hintsLimited": self.hints_limited,
                "hint": self._hint, "coach": self._coach, "match": self._match,
                "language": self._language, **self._view.public(),
            }  # fmt: skip
            self._shared |= self.attendant.data() if self.attendant is not None else ABSENT
            carries = self.attendant is not None and self.attendant.on
            self._shared |= carrying.to_show(self._view, self._carry_out, carries)
            self._shared |= {"opponent": self.opponent, "mayChoose": self.versus is not None}
        state = {**self._shared, "seen": client.seen, "hand": None, "others": [], "tray": {"W": 0, "B": 0}}
        if not client.may_play:
            state["hands"] = state["hints"] = False
        if self._table is None:
            state["stones"] = self._view.stones()
            return state
        state["stones"] = self._table.picture()
        state["tray"] = self._table.tray()
        for owner, hand in self._table.hands().items():
            shown = {"colour": hand.colour, "origin": hand.origin}
            if owner == client.id:
                state["hand"] = shown
                if self._left_over(self._table, hand):
                    status = state["status"]
                    state["status"] = {**status, "text": f"{status['text']} {words.left_over(hand.colour)}"}
            else:
                state["others"].append(shown | {"itself": owner == ITSELF})
        return state

    def _left_over(self, table: Table, hand: Hand) -> bool:
        return self._view.left_over(hand.colour, hand.origin, table.picture().count(hand.colour))

    def _is_held_up(self, request: Request) -> bool:
        """Return whether it is for a virtual board that takes nothing now; say so once. A button may rise."""
        if self._board is None or request.type not in HANDS or request.fields.get("down") is False:
            return False
        hangs = not self._board.ready
        if hangs and not self._hangs:
            log.warning("the virtual board takes nothing: what hands do is refused until it does")
            self._tell_all("The virtual board does not answer. Lift and place nothing until it does.")
        self._hangs = hangs
        return hangs

    def _do(self, client: Client, request: Request) -> None:
        fields = request.fields
        if self._table is None and request.type in HANDS:
            raise HandError("The stones and buttons are on the real board.")
        match request.type:
            case "new":
                self._begin(self._match["variant"] or ORDINARY if self._match else ORDINARY)
            case "variant":
                self._begin(fields["game"])
            case "mirrored":
                self._command("new", "mirrored")
                self._clearing, self._layout = True, MIRRORED
            case "resume" if self._view.given_up:
                self._layout = self._view.given_up
                self._command("resume")
            case "end":
                self._command("end", fields["result"])
            case "level":
                self._command("set", "level", fields["value"], *([fields["side"]] * self._view.by_side))
            case "lesson":
                self._teach(fields["number"])
            case "hint" if self._advise is not None:
                self._advise()
            case "against" if self.versus is not None:
                if self._match:
                    raise HandError("A match is played by two people.")
                self.versus(fields["level"], fields["side"])
                self._begin(ORDINARY)
            case "button":
                self._button(client, fields["name"], fields["down"])
            case "carry" | "touch" | "undo" | "restore" if self.attendant is not None:
                self.attendant.ask(client.id, request.type, fields)
            case _ if self._table:
                self._hand(self._table, client, request)

    def _hand(self, table: Table, client: Client, request: Request) -> None:
        fields = request.fields
        match request.type:
            case "lift":
                table.lift(client.id, fields["point"])
            case "place":
                table.place(client.id, fields["point"])
            case "discard":
                table.discard(client.id, fields["point"])
            case "take":
                table.take(client.id, fields["colour"])
            case "tray":
                table.to_tray(client.id)
            case "back":
                table.put_back(client.id)

    def _press(self, name: str, down: bool) -> None:
        """Move a button for the attendant."""
        assert self._loop is not None
        self._buttons[name].press(ITSELF, down, self._loop)

    def _later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        assert self._loop is not None
        return self._loop.call_later(seconds, call)

    def _button(self, client: Client, name: str, down: bool) -> None:
        assert self._loop is not None
        if down and name == "turn" and self.attendant is not None and self.attendant.ends_turn(client.id):
            return
        self._buttons[name].press(client.id, down, self._loop)

    def _apply(self, event: events.Event) -> None:
        self._view.apply(event)
        if isinstance(event, events.Ok | events.No | events.Unanswered):
            self._answered(event)
        if isinstance(event, events.Lesson):
            self._lay_lesson(event)
        if isinstance(event, events.Button) and event.name in self._buttons and self._loop is not None:
            self._buttons[event.name].felt(event.down, self._loop)
        if isinstance(event, events.Wish) and self._advise is None:
            self._tell_all(f"The players ask for a {event.wish}; there is nobody to give one.")
        if isinstance(event, events.Button) and event.name == "turn" and event.down:
            self._confirmed = self._view.proposes
        held = bool(self._buttons) and self._buttons["menu"].down
        asked = self._clearing or ((held or self._confirmed) and _is_set_up(event))
        if asked and (_is_set_up(event) or isinstance(event, events.GameStarted)):
            self._clear()
        if self.attendant is not None:
            self.attendant.see(event)
        self._changed()

    def _clear(self) -> None:
        """A new game was asked for, here or with the buttons: lay the start position out for the players."""
        again = self._view.variant if self._view.variant in SMALLER else ORDINARY
        layout = self._layout if self._clearing else LAYOUTS[again]
        self._clearing = self._confirmed = False
        if self._table:
            self._table.set_up(layout)

    def _teach(self, number: int) -> None:
        """Begin a lesson; 0: have one chosen; -1: go back to the game, whose stones are laid out."""
        if number > 0:
            self._command("lesson", number)
        elif number == 0:
            self._command("lesson")
        else:
            self._command("lesson", "-")
            if self._table:
                self._table.set_up(self._view.picture() or START)

    def _lay_lesson(self, lesson: events.Lesson) -> None:
        """Lay the stones of a lesson out that begins on a virtual board."""
        if lesson.stage == "set" and lesson.number != self._lesson and self._table:
            self._table.set_up(words.spread(lesson.board).replace("?", "."))
        self._lesson = lesson.number if lesson.stage == "set" else 0

    def _command(self, name: str, *arguments: str | int) -> int:
        number = self._send(name, *arguments)
        self._sent[number] = name
        return number

    def _answered(self, event: events.Ok | events.No | events.Unanswered) -> None:
        name = self._sent.pop(event.id, None)
        if name in ("go", "resume") and isinstance(event, events.Ok) and self._table:
            self._table.set_up(self._layout)
        if name is None or isinstance(event, events.Ok):
            return
        self._clearing = self._clearing and name != "new"
        if isinstance(event, events.No):
            self._tell_all(f"The board refuses that: {' '.join([event.reason, event.detail]).strip()}.")
        else:
            self._tell_all("The board has not answered. Try again.")

    def _tell_all(self, text: str) -> None:
        for client in self._clients.values():
            self.say(client, text)

    def _begin(self, variant: str) -> None:
        """Have the board set up a new game of a variant, and lay the stones for it."""
        set_up(self._command, variant)
        self._clearing, self._layout = True, LAYOUTS[variant]

    def _lay_position(self, position: str) -> None:
        board, turn = position.split(" ")
        self._layout = words.spread(board).replace("?", ".")
        try:
            self._command("load", "-", board, turn)
            self._command("go")
        except LakabeError as error:
            log.warning("the position was not set up: %s", error)

    def _try_to_lay_out(self, variant: str) -> None:
        try:
            self._begin(variant)
        except LakabeError as error:
            log.warning("the next game of the match was not set up: %s", error)

    def _set_recorded(self, game: str, number: int, moves: Sequence[tuple[int, str]], opening: str) -> None:
        if game != self._view.game:
            return
        self._view.recorded(number, moves, opening)
        if self._view.lacks(moves) and self._fetched != game:
            # Resumed from the archive: the board was given these moves, and tells them in a snapshot.
            self._fetched = game
            try:
                self._command("snapshot")
            except LakabeError:
                pass  # unlinked again; the next link begins with a snapshot
        self._changed()

    def _put(self, name: str, what: object) -> None:
        setattr(self, name, what)
        self._changed()

    def _set_to_carry_out(self, what: tuple[str, str] | None) -> None:
        self._carry_out = what
        if self.attendant is not None:
            self.attendant.carry_out(what[1] if what else None)
        self._changed()

    def _link(self, linked: bool) -> None:
        self._view.linked = linked
        self._changed()

    def _set_unwritten(self, why: str) -> None:
        self._view.unwritten = why
        self._changed()

    def _changed(self) -> None:
        self._shared = None
        for client in self._clients.values():
            client.stale = True
            self._touch(client)

    def _spread_frame(self) -> None:
        self._frame_waits = False
        for client in self._clients.values():
            client.pixels = True
            self._touch(client)

    @staticmethod
    def _touch(client: Client) -> None:
        client.ready.set()


def _is_set_up(event: events.Event) -> bool:
    return isinstance(event, events.State) and event.state == "setup"
