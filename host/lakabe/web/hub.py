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
from lakabe.games import names
from lakabe.games.names import NOBODY, Names
from lakabe.games.variants import ORDINARY
from lakabe.language.catalogues import SOURCE
from lakabe.language.saying import NOTHING, Text, into, join, say
from lakabe.web import carrying, choice, words
from lakabe.web.agreeing import Agreement
from lakabe.web.attendant import ABSENT, ITSELF, Attendant
from lakabe.web.buttons import PageButton
from lakabe.web.choice import Choice
from lakabe.web.clients import Client, VirtualHands
from lakabe.web.laying import Laying, Send
from lakabe.web.requests import HANDS, WATCHING, Refused, Request
from lakabe.web.table import START, Hand, HandError, Table
from lakabe.web.view import View

log = logging.getLogger(__name__)

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
        carries: bool = False,
        pace: float = 1.0,
    ) -> None:
        """``kept`` tells what the archive has of a game; ``picture`` is how the stones lie at first.

        ``advise`` asks for a hint, or takes it away; None where nobody gives any. ``carries``: whether a
        virtual board's stones are moved by the page until somebody chooses otherwise, at this ``pace``.
        """
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
        self._agreement = (
            Agreement(self.attendant, self._view, self._clients) if self.attendant is not None else None
        )
        self._frame: str | None = None
        self._frame_waits = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._starting = threading.Lock()
        self._early: list[Callable[[], None]] = []
        self._laying = Laying(send, self._table, self._view, self._tell_all)
        self._fetched = ""
        self._shared: dict[str, Any] | None = None
        self._advise = advise
        self.hints_limited = False
        """Whether players have a limited number of hints a game."""
        self.choose: Callable[[Choice], str] | None = None  # has a choice hold; the game that begins
        self.chosen = Choice()
        self.rename: Callable[[Names], None] | None = None  # names the players of the present game
        self.opponent: dict[str, Any] | None = None  # the side, level and name of who plays it
        self._names = NOBODY
        self.clocks: Callable[[], dict[str, Any] | None] = lambda: None  # what is left (``Timing.data``)
        self._hint: dict[str, Any] | None = None
        self._coach = NOTHING
        self._carry_out: tuple[str, str] | None = None
        self._match: dict[str, Any] | None = None
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

    def coached(self, text: Text) -> None:
        """What the coach says of the last move; empty: nothing any more."""
        self._soon(lambda: self._put("_coach", text))

    def to_carry_out(self, what: tuple[str, str] | None) -> None:
        """What an opponent without hands is called, and its move (N1); None when there is none."""
        self._soon(lambda: self._set_to_carry_out(what))

    def standing(self, match: dict[str, Any] | None) -> None:
        """How the match stands (``lakabe.matches.standing.as_data``); None: none is played here."""
        self._soon(lambda: self._put("_match", match))

    def named(self, players: Names) -> None:
        """Who plays the game on the board."""
        self._soon(lambda: self._put("_names", players))

    def ticked(self) -> None:
        """A clock has started or stopped."""
        self._soon(self._set_clocks)

    def lay_out(self, variant: str) -> None:
        """Have the board set up a new game of a variant, and lay the stones for it."""
        self._soon(lambda: self._laying.try_to_begin(variant))

    def lay_position(self, position: str) -> None:
        """Have the board take a position (N2), and lay the stones for it."""
        self._soon(lambda: self._laying.load(position))

    def lay_stones(self, position: str) -> None:
        """Lay the stones of a position (N2) that the board has been given."""
        self._soon(lambda: self._laying.lay(position))

    def trouble(self, text: Text) -> None:
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

    def join(self, may_play: bool = True, language: str = SOURCE) -> Client:
        """A page has connected; one that may not play only watches."""
        client = Client(next(self._ids), may_play, language)
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
            self.say(client, error.why)
        except (LakabeError, OSError) as error:
            log.warning("%s failed: %s", request.type, error)
            why = error.said if isinstance(error, LakabeError) else str(error)
            self.say(client, say("That did not work: {why}", why=why))
        self._changed()

    def refuse(self, client: Client, reason: str) -> None:
        """A message of this page was not sound."""
        client.seen += 1
        client.stale = True
        self.say(client, say("Refused: {why}.", why=reason))

    def say(self, client: Client, text: Text) -> None:
        """A passing message to one page."""
        client.notices.append(text)
        self._touch(client)

    def fetch(self, client: Client) -> list[str]:
        """Everything that is new for a client, as JSON texts; the client is up to date afterwards."""
        client.ready.clear()
        texts = [
            json.dumps({"type": "notice", "text": into(text, client.language)}) for text in client.notices
        ]
        client.notices.clear()
        if client.stale:
            client.stale = False
            state = into(self._state(client), client.language)
            texts.insert(0, json.dumps(state, separators=(",", ":")))
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
                **self._view.public(),
            }  # fmt: skip
            self._shared |= self.attendant.data() if self.attendant is not None else ABSENT
            carries = self.attendant is not None and self.attendant.on
            hint = self._hint["choices"][0]["move"] if self._hint else ""
            self._shared |= carrying.to_show(self._view, self._carry_out, carries, hint)
            self._shared |= {"opponent": self.opponent, "chosen": self.chosen.data() if self.choose else None}
            self._shared |= {"names": self._players()}
        state = {
            **self._shared,
            "clocks": self.clocks(),
            "seen": client.seen,
            "hand": None,
            "others": [],
            "tray": {"W": 0, "B": 0},
            "undoAsked": self._agreement.shown(client) if self._agreement else "",
        }
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
                    state["status"] = {**status, "text": join([status["text"], words.left_over(hand.colour)])}
            else:
                state["others"].append(shown | {"itself": owner == ITSELF})
        return state

    def _players(self) -> dict[str, str]:
        """Who plays the game on the board, by side; in a match, the one that is next."""
        if self._match is None:
            return {"W": self._names.white, "B": self._names.black}
        first = self._match["white"]
        players = ["", ""] if first is None else self._match["players"]
        return {"W": players[first or 0], "B": players[1 - (first or 0)]}

    def _left_over(self, table: Table, hand: Hand) -> bool:
        return self._view.left_over(hand.colour, hand.origin, table.picture().count(hand.colour))

    def _is_held_up(self, request: Request) -> bool:
        """Return whether it is for a virtual board that takes nothing now; say so once. A button may rise."""
        if self._board is None or request.type not in HANDS or request.fields.get("down") is False:
            return False
        hangs = not self._board.ready
        if hangs and not self._hangs:
            log.warning("the virtual board takes nothing: what hands do is refused until it does")
            self._tell_all(say("The virtual board does not answer. Lift and place nothing until it does."))
        self._hangs = hangs
        return hangs

    def _do(self, client: Client, request: Request) -> None:
        fields = request.fields
        if self._table is None and request.type in HANDS:
            raise HandError(say("The stones and buttons are on the real board."))
        match request.type:
            case "new":
                self._laying.begin(self._match["variant"] or ORDINARY if self._match else ORDINARY)
            case "begin" if self.choose is not None:
                if game := self.choose(choice.read(fields)):
                    self._laying.begin(game)
            case "resume" if self._view.given_up:
                self._laying.resume()
            case "end":
                self._laying.command("end", fields["result"])
            case "level":
                self._laying.command(
                    "set", "level", fields["value"], *([fields["side"]] * self._view.by_side)
                )
            case "lesson":
                self._laying.teach(fields["number"])
            case "hint" if self._advise is not None:
                self._advise()
            case "names" if self.rename is not None:
                if self._match:
                    raise HandError(say("The players of a match have their names already."))
                self.rename(Names(names.cleaned(fields["white"]), names.cleaned(fields["black"])))
            case "button":
                self._button(client, fields["name"], fields["down"])
            case "undo" if self._agreement is not None:
                self._agreement.ask(client)
            case "answer" if self._agreement is not None:
                self._agreement.answer(client, fields["agree"])
            case "carry" | "touch" | "restore" if self.attendant is not None:
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
        self._laying.see(event, bool(self._buttons) and self._buttons["menu"].down)
        if isinstance(event, events.Button) and event.name in self._buttons and self._loop is not None:
            self._buttons[event.name].felt(event.down, self._loop)
        if isinstance(event, events.Wish) and self._advise is None:
            self._tell_all(say("The players ask for a hint; there is nobody to give one."))
        if self.attendant is not None:
            self.attendant.see(event)
        self._changed()

    def _tell_all(self, text: Text) -> None:
        for client in self._clients.values():
            self.say(client, text)

    def _set_recorded(self, game: str, number: int, moves: Sequence[tuple[int, str]], opening: str) -> None:
        if game != self._view.game:
            return
        self._view.recorded(number, moves, opening)
        if self._view.lacks(moves) and self._fetched != game:
            # Resumed from the archive: the board was given these moves, and tells them in a snapshot.
            self._fetched = game
            try:
                self._laying.command("snapshot")
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

    def _set_clocks(self) -> None:
        clocks = self.clocks()
        self._view.time_is_up = clocks is not None and clocks["up"] != ""
        self._changed()

    def _link(self, linked: bool) -> None:
        self._view.linked = linked
        self._changed()

    def _set_unwritten(self, why: str) -> None:
        self._view.unwritten = why
        self._changed()

    def _changed(self) -> None:
        self._shared = None
        if self._agreement is not None:
            self._agreement.look()
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
