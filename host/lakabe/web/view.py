"""The live view of one board, made from the events of its link: plain data for the page."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fanorona.rules import notation, rules
from lakabe.board import events
from lakabe.games import draws, ending, variants
from lakabe.games.irregular import shown
from lakabe.games.variants import ORDINARY
from lakabe.help import helping
from lakabe.language.saying import Text, say
from lakabe.lessons.spoken import Teacher
from lakabe.web import words
from lakabe.web.nearing import Nearing
from lakabe.web.table import POINTS, READING

log = logging.getLogger(__name__)

DARK = "." * len(POINTS)
WRONG = {"n": "+", "r": "-", "q": "?"}
"""The roles of points where the stones are not as they should be, and their marks in a picture."""
BELONGS = {"i": "W", "k": "B"}
"""The roles of points where a stone belongs, and its colour."""
WAITING = say("Waiting for the board…")


@dataclass
class Ply:
    """A committed move: N1, and the stones of each colour after it, where the board has told them."""

    text: str
    white: int | None = None
    black: int | None = None


class View:
    """Applies events in order. Hearing a thing twice changes nothing: a snapshot repeats what is known."""

    def __init__(self, virtual: bool = False) -> None:
        self._virtual = virtual
        self.linked = False
        self.unwritten = ""  # why the archive does not get what is played
        self.board: Text | None = None
        self.phase = "unknown"
        self.levels: dict[str, int] | None = None  # of help, by side
        self.by_side = False  # whether the board can have two of them
        self.lights = DARK
        self.game = ""
        self.variant = ORDINARY
        self.number: int | None = None
        self._opening = ""
        self._setup = DARK
        self._compose: events.Compose | None = None
        self._trial: list[str] | None = None  # what a test by hand has said (``words.trial``)
        self._teacher = Teacher()
        self._left_out: list[str] = []  # points whose contacts do not count
        self._chattering: list[str] = []
        self._ask: events.Ask | None = None
        self._result: events.Result | None = None
        self.time_is_up = False  # of the side that has lost, if a game was ended from outside
        self._given_up = ("", "")  # the last game that was given up, and may go on; its stones
        self._step = ""
        self._first = 1
        self._start = ""
        self._plies: dict[int, Ply] = {}
        self._occupied: set[str] = set()
        self._position = variants.empty(ORDINARY)
        self._nearing = Nearing()

    def apply(self, event: events.Event) -> None:
        """Take one event in."""
        self.linked = not isinstance(event, events.Silent)
        self._teacher.see(event)
        match event:
            case events.Hello():
                self._hello(event)
            case events.State():
                self.phase, self.levels = event.state, dict(zip("WB", event.levels, strict=True))
                self._compose = self._trial = None
                if event.state != "play":
                    self._ask, self._step = None, ""
                else:
                    self._result = None  # it may have been over, and goes on
            case events.Setting(name="level"):
                self.levels = dict.fromkeys("WB", event.value)
            case events.Setting(name=name, value=value) if name in draws.WORDS:
                (self._nearing.counts.add if value else self._nearing.counts.discard)(name)
            case events.Setup():
                self._setup, self._compose, self._trial = event.picture, None, None
            case events.Blind(what="left"):
                self._left_out = event.points
            case events.Blind(what="chatters"):
                self._chattering = event.points
            case events.Compose():
                self._compose, self._trial = event, None
            case events.Test(part="try"):
                self._compose, self._trial = None, [event.detail]
            case events.Test(part="done") if self._trial:
                self._trial[0] = words.DONE
            case events.Test(part=part) if self._trial is not None and part in words.FAULTS:
                self._trial.append(words.fault(part, event.detail))
            case events.GameStarted():
                self._begin(event)
            case events.Step():
                self._step = event.move
            case events.Move() if event.game == self.game:
                self._add(event.ply, Ply(event.move, event.white, event.black))
                self._step, self._ask = "", None
            case events.Takeback() if event.game == self.game:
                self._undo(event.ply)
            case events.PositionIs():
                before = bytes(self._position.board)
                self._load(f"{event.board} {event.turn}")
                if before != bytes(self._position.board):
                    self._nearing.begin(self._position)  # some moves are not known here
            case events.Ask():
                self._ask = event
            case events.Restored():
                self._ask = None
            case events.Result() if event.game == self.game:
                self._result, self._step, self._ask = event, "", None
                if event.result == "*" and self._plies:
                    self._given_up = event.game, self._wanted(".")
            case events.Reeds():
                self._occupied = set(words.points(event.picture, "x"))
            case events.Lift():
                self._occupied.discard(event.point)
            case events.Place():
                self._occupied.add(event.point)
            case events.Lights():
                self.lights = event.letters
            case _:
                pass

    def recorded(self, number: int, moves: Iterable[tuple[int, str]], opening: str) -> None:
        """What the archive has of the game: its number, and moves (ply, N1) made before this link began.

        ``opening`` is the name of the opening, empty where it is none of the five.
        """
        self.number, self._opening = number, opening
        earlier = {ply: Ply(text) for ply, text in moves if ply < self._first}
        self._plies = {**earlier, **self._plies}

    def lacks(self, moves: Iterable[tuple[int, str]]) -> bool:
        """Whether some of the archive's moves (ply, N1) were not heard here; the board may hold them."""
        return any(ply not in self._plies for ply, _ in moves if ply >= self._first)

    @property
    def turn(self) -> str:
        """The side to move, W or B."""
        return "W" if self._position.turn == rules.WHITE else "B"

    @property
    def is_calm(self) -> bool:
        """Whether a game is played, and nobody has anything to put right."""
        return self.linked and self.phase == "play" and not self.is_apart and self._status()[1] == "calm"

    @property
    def position(self) -> rules.Position:
        """The position at the beginning of this turn."""
        return self._position

    @property
    def step(self) -> str:
        """The move in progress (N1) as far as the board knows it."""
        return self._step

    @property
    def first(self) -> int:
        """The number of the game's first move."""
        return min(self._plies, default=self._first)

    @property
    def last(self) -> int:
        """The number of the last move that stands."""
        return max(self._plies, default=self._first - 1)

    @property
    def lesson(self) -> events.Lesson | None:
        """The lesson that is on."""
        return self._teacher.lesson

    @property
    def is_chosen(self) -> bool:
        """Whether something is chosen by touching points: a lesson, or in the board's menu."""
        return self._teacher.choice is not None or self._teacher.menu is not None

    @property
    def is_apart(self) -> bool:
        """Whether the stones are about something else than the game or a lesson."""
        return bool(self.is_chosen or self._compose or self._trial)

    @property
    def amiss(self) -> bool:
        """Whether the board wants stones put right in the middle of a game."""
        return self._ask is not None or any(role in self.lights for role in WRONG)

    def wants(self, picture: str) -> str:
        """Why all stones of ``picture`` could be put where they belong: ``setup``, ``lesson``, or nothing."""
        lesson = self._teacher.lesson
        if lesson is not None:
            return "lesson" if lesson.stage == "back" else "setup" if lesson.stage == "set" else ""
        if not self.linked or self.is_apart:
            return ""
        if self.phase == "setup":
            return "setup" if self.expected(picture) != picture else ""
        return "setup" if self.phase == "play" and self.amiss else ""

    def expected(self, picture: str) -> str:
        """Where all stones belong now, in reading order; ``picture`` is where they are."""
        if self._teacher.lesson is not None:
            return words.spread(self._teacher.lesson.board).replace("?", ".")
        if self.phase != "setup":
            return self._wanted(".")
        found = list(picture)
        for n, sign in enumerate(self._setup.replace("/", "")):
            if sign == "-":
                found[n] = "."
            elif self.lights[n] in BELONGS:
                found[n] = BELONGS[self.lights[n]]
        return "".join(found)

    def turns_picture(self) -> str:
        """The stones at the beginning of this turn, in reading order."""
        return notation.picture(self._position.board, ".WB").replace("/", "")

    @property
    def proposes(self) -> bool:
        """Whether the board asks if a new game is to be set up: its stones flash in both colours."""
        return self.phase in ("play", "over") and {"I", "K"} <= set(self.lights)

    def stones(self) -> str:
        """A real board's stones in reading order: colours where the game says so, ``?`` where it does not."""
        known = "?" * len(READING) if self.phase == "setup" else self._wanted("?")
        if self._compose:
            known = words.spread(self._compose.board)
        elif self._teacher.lesson:
            known = words.spread(self._teacher.lesson.board)
        return "".join(
            letter if name in self._occupied else "." for name, letter in zip(READING, known, strict=True)
        )

    def left_over(self, colour: str, origin: str | None, lying: int) -> bool:
        """Whether a stone in a hand has no place in the game any more, as one that was captured.

        ``origin``: the point it was lifted from, None for a tray; ``lying``: how many of its ``colour``
        (W or B) lie on the board.
        """
        if not self.game or self.phase not in ("play", "over"):
            return False
        if self._position.phase == rules.PLACING and colour == self.turn:
            return False
        wanted = self._wanted(".")
        there = origin is not None and wanted[READING.index(origin)] == colour
        return not there and lying >= wanted.count(colour)

    @property
    def given_up(self) -> str:
        """The stones, in reading order, of a game that was given up and may go on; empty without one."""
        return self._given_up[1]

    def picture(self) -> str | None:
        """The stones of an unfinished game, in reading order, ``W``, ``B`` or a dot; None without one."""
        return self._wanted(".") if self.game and self._result is None else None

    def _wanted(self, empty: str) -> str:
        """The stones after the move in progress, in reading order: ``W``, ``B`` or ``empty``."""
        position = rules.Position()
        position.copy(self._position)
        if self._step:
            try:
                notation.play_move(position, self._step)
            except ValueError:
                pass
        return notation.picture(position.board, f"{empty}WB").replace("/", "")

    def public(self) -> dict[str, Any]:
        """Everything the page shows that does not depend on hands."""
        text, tone = self._status()
        return {
            "linked": self.linked,
            "board": self.board or "",
            "phase": self.phase,
            "levels": self.levels,
            "captured": self._captured(),
            "lights": self.lights,
            "game": self._game() if self.game else None,
            "status": {"text": text, "tone": tone},
            "near": self._nearing.said(self._position) if self.is_calm and not self._step else "",
            "givenUp": self.linked and self.given_up != "",
            "lesson": self._teacher.data(),
            "contacts": {
                "leftOut": self._left_out,
                "text": words.contacts(self._left_out, self._chattering),
            },
        }

    def _hello(self, event: events.Hello) -> None:
        self._left_out, self._chattering = [], []
        self.by_side = helping.knows_sides(event)
        self.board = (
            say("Virtual board, firmware {version}", version=event.firmware)
            if self._virtual
            else say("Board {serial}, firmware {version}", serial=event.serial, version=event.firmware)
        )

    def _begin(self, event: events.GameStarted) -> None:
        start = f"{event.board} {event.turn}"
        if self.phase == "play" and event.game == self._given_up[0]:
            self._given_up = "", ""
        if event.variant != self.variant:
            self.variant, self._position = event.variant, variants.empty(event.variant)
            self._start = ""
        if event.game != self.game:
            self.game, self.number, self._opening, self._plies = event.game, None, "", {}
        elif (event.ply, start) != (self._first, self._start):
            # Resumed: what came before that move still stands.
            self._plies = {ply: move for ply, move in self._plies.items() if ply < event.ply}
        else:
            self._result = None
            return
        self._first, self._start = event.ply, start
        self._result, self._ask, self._step = None, None, ""
        self._load(start)
        self._nearing.begin(self._position)

    def _load(self, text: str) -> None:
        try:
            notation.parse_position(text, self._position)
        except ValueError as error:
            log.warning("a position from the board is not one: %s", error)

    def _add(self, ply: int, move: Ply) -> None:
        if self._plies.get(ply) == move:
            return
        if self.game != self._given_up[0]:
            self._given_up = "", ""
        self._undo(ply)
        self._plies[ply] = move
        self._replay(ply)

    def _undo(self, ply: int) -> None:
        """The moves from ``ply`` on do not stand."""
        if any(n >= ply for n in self._plies):
            self._plies = {n: known for n, known in self._plies.items() if n < ply}
            self._result, self._step = None, ""
            self._replay(ply - 1)

    def _replay(self, last: int) -> None:
        """The position after the moves up to ``last``."""
        self._load(self._start)
        self._nearing.begin(self._position)
        for n in range(self._first, last + 1):
            try:
                notation.play_move(self._position, self._plies[n].text)
            except (KeyError, ValueError):
                return  # a move is missing: the recorder sees to it, and a snapshot brings the position
            self._position.end_turn()
            self._position.forget()
            self._nearing.play(self._position)

    def _captured(self) -> dict[str, int]:
        if not self.game:
            return {"W": 0, "B": 0}
        board = bytes(self._position.board[: len(POINTS)])
        stones = variants.start_of(self.variant).count("W") - 1  # the side to move is one, too
        return {
            colour: max(0, stones - board.count(code))
            for colour, code in (("W", rules.WHITE), ("B", rules.BLACK))
        }

    def _game(self) -> dict[str, Any]:
        result = self._result
        return {
            "id": self.game,
            "variant": self.variant,
            "number": self.number,
            "turn": self.turn,
            "opening": (1 in self._plies and self._opening) or None,
            "moves": [
                {"ply": ply, "text": shown(move.text), "white": move.white, "black": move.black}
                for ply, move in self._plies.items()
            ],
            "step": self._step or None,
            "result": result and {"score": result.result},
        }

    def _status(self) -> tuple[Text, str]:
        """The status line and its tone: ``calm``, ``ask``, ``over`` or ``wait``."""
        if not self.linked:
            return say("The board does not answer. Trying again…") if self.board else WAITING, "wait"
        if self.unwritten:
            return words.unwritten(self.unwritten), "ask"
        if self._trial:
            return words.trial(self._trial), "calm"
        if self._compose:
            return words.compose(self._compose.colour, self._compose.refused), "calm"
        if self._teacher.is_on:
            return self._teacher.texts()["said"], "calm"
        if self.phase == "setup":
            return words.setup(self._setup), "calm"
        if any(role in self.lights for role in WRONG):
            # The lights say so as soon as it is seen; the board asks when nobody has put it right.
            return words.ask("".join(WRONG.get(role, ".") for role in self.lights)), "ask"
        if self._ask:
            return words.ask(self._ask.picture), "ask"
        if self.proposes:
            return words.PROPOSED, "ask"
        if self._result and self.phase != "play":
            reason = self._result.reason
            if self.time_is_up and reason == ending.HOST:
                reason = ending.TIME
            return words.result(self._result.result, reason), "over"
        if self.phase == "play":
            return words.playing(self.turn, self._step, self.lights, self._position.phase), "calm"
        return WAITING, "wait"
