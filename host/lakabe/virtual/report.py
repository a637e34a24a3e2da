"""What a board made of a trace, as plain records for people and programs (docs/traces.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fanorona.rules import geometry, notation, rules
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import BoardFault
from lakabe.games import pgn, variants
from lakabe.virtual.playback import Run

Record = dict[str, Any]

VELAS = (rules.VELA, rules.VELA_CREDITOR)

_PLAIN: dict[type[Event], tuple[str, dict[str, str]]] = {
    events.Raw: ("raw", {"point": "point", "closed": "closed"}),
    events.Lift: ("lift", {"point": "point"}),
    events.Place: ("place", {"point": "point"}),
    events.Button: ("button", {"button": "name", "down": "down"}),
    events.State: ("state", {"state": "state", "level": "level", "black": "black"}),
    events.Step: ("step", {"ply": "ply", "move": "move"}),
    events.Restored: ("restored", {}),
    events.Lights: ("lights", {"lights": "letters"}),
    events.Setting: ("set", {"name": "name", "value": "value"}),
    events.Journal: ("journal", {"trouble": "trouble"}),
    events.Wish: ("wish", {"wish": "wish"}),
    events.No: ("no", {"reason": "reason", "detail": "detail"}),
    events.Bad: ("bad", {"reason": "reason"}),
    events.Lost: ("lost", {"first": "first", "last": "last"}),
    events.Unknown: ("unknown", {"text": "body"}),
}
"""The events that are passed on as they are: their name, and what each field is called there and here."""


class Follower:
    """Replays a board's games with the rules and holds them against what the board says of them.

    ``game``, ``ply`` (of the last move), ``position`` (N2) and ``result`` are those of the latest game;
    before the first, ``game`` is empty and the position that of the start.
    """

    def __init__(self) -> None:
        self._board = variants.load(variants.ORDINARY, variants.start_of(variants.ORDINARY))
        self._first = 1
        self._start = self.position
        self._moves: dict[int, str] = {}
        self.game = ""
        self.ply = 0
        self.result = "*"
        self.is_second = False

    @property
    def position(self) -> str:
        """The position after the last committed move, in N2."""
        return str(notation.format_position(self._board))

    def begin(self, event: events.GameStarted) -> bool:
        """A game begins or goes on; False when this has been said before. BoardFault when it contradicts."""
        position = f"{event.board} {event.turn}"
        if event.game == self.game and event.ply <= self.ply + 1 and self._moves_from(event.ply):
            return False
        try:
            self._board = variants.load(event.variant, position)
        except ValueError as error:
            raise BoardFault(f"the board names an impossible position: {error}") from error
        self.game = event.game
        self.ply = event.ply - 1
        self._moves = {}
        self._first, self._start = event.ply, position
        self.result = "*"
        return True

    def move(self, event: events.Move) -> bool:
        """A move was committed; False when this has been said before. BoardFault when it cannot be.

        ``is_second``: with it a vela's second phase has begun (V6).
        """
        if event.game != self.game:
            raise BoardFault(f"the board committed {event.move} in game {event.game}, which has not begun")
        if event.ply <= self.ply and self._moves.get(event.ply) == event.move:
            return False
        if self._first <= event.ply <= self.ply:
            self._go_back(event.ply - 1)
        if event.ply != self.ply + 1:
            raise BoardFault(f"the board committed {event.move} as ply {event.ply} after ply {self.ply}")
        phase = self._board.phase
        try:
            notation.play_move(self._board, event.move)
        except ValueError as error:
            raise BoardFault(f"the board committed an illegal move: {error}") from error
        self._board.end_turn()
        self._board.forget()
        self.ply = event.ply
        self._moves[event.ply] = event.move
        stones = bytes(self._board.board[: geometry.POINTS])
        counts = (stones.count(rules.WHITE), stones.count(rules.BLACK))
        if counts != (event.white, event.black):
            raise BoardFault(
                f"after {event.move} there are {counts[0]} white and {counts[1]} black stones, "
                f"but the board counts {event.white} and {event.black}"
            )
        self.is_second = pgn.begins_second(phase, self._board)
        if not isinstance(event, events.Irregular) and event.second != self._in_second_phase():
            said = "is on" if event.second else "is not on"
            raise BoardFault(f"after {event.move} the board says that the second phase (V6) {said}; it errs")
        return True

    def _in_second_phase(self) -> bool:
        return self._board.variant in VELAS and self._board.phase == rules.RIATRA

    def take_back(self, event: events.Takeback) -> bool:
        """Moves were taken back; False when there are none of them. BoardFault when there never were."""
        if event.game != self.game or not self._first <= event.ply <= self.ply + 1:
            raise BoardFault(
                f"the board takes back ply {event.ply} of game {event.game}, which was not played"
            )
        if event.ply == self.ply + 1:
            return False
        self._go_back(event.ply - 1)
        return True

    def _go_back(self, ply: int) -> None:
        """The moves after ``ply`` do not stand. BoardFault when those before are not known."""
        notation.parse_position(self._start, self._board)
        for n in range(self._first, ply + 1):
            if n not in self._moves:
                raise BoardFault(f"the board goes back to ply {ply}, and never told move {n}")
            notation.play_move(self._board, self._moves[n])
            self._board.end_turn()
            self._board.forget()
        self._moves = {n: text for n, text in self._moves.items() if n <= ply}
        self.ply = ply
        self.result = "*"

    def check(self, event: events.PositionIs) -> None:
        """BoardFault when the board's own position is another one."""
        if self.game and f"{event.board} {event.turn}" != self.position:
            raise BoardFault(f"the board believes in {event.board} {event.turn}, but it is {self.position}")

    def _moves_from(self, ply: int) -> bool:
        return all(p in self._moves for p in range(ply, self.ply + 1))


def records(run: Run) -> Iterator[Record]:
    """The records of a run in order: ``t_ms``, ``event`` and what belongs to it. The last is ``end``.

    Raises BoardFault where the board contradicts the rules or itself.
    """
    follower = Follower()
    said: dict[str, Record] = {}
    for t_ms, event in run.events:
        for fields in _record(event, follower):
            name = fields["event"]
            # The answer to the host's hello says once more how things stand.
            if name in ("hello", "state", "setup") and said.get(name) == fields:
                continue
            if name == "hello":
                said = {}
            said[name] = fields
            yield {"t_ms": t_ms, **fields}
    for event in run.final:
        if isinstance(event, events.PositionIs):
            follower.check(event)
    yield {
        "t_ms": max([run.end_ms, *(t_ms for t_ms, _ in run.events[-1:])]),
        "event": "end",
        "game": follower.game,
        "ply": follower.ply,
        "position": follower.position,
        "result": follower.result,
    }


def _record(event: Event, follower: Follower) -> Iterator[Record]:
    if type(event) in _PLAIN:
        name, fields = _PLAIN[type(event)]
        yield {"event": name, **{here: getattr(event, there) for here, there in fields.items()}}
        return
    match event:
        case events.Hello():
            yield {
                "event": "hello",
                "protocol": f"{event.major}.{event.minor}",
                "firmware": event.firmware,
                "serial": event.serial,
                "boot": event.boot,
            }
        case events.GameStarted():
            if follower.begin(event):
                yield {
                    "event": "game",
                    "game": event.game,
                    "ply": event.ply,
                    "position": follower.position,
                }
        case events.Move():
            if follower.move(event):
                is_irregular = isinstance(event, events.Irregular)
                yield {
                    "event": "irregular" if is_irregular else "move",
                    "ply": event.ply,
                    **({} if is_irregular else {"move": event.move}),
                    "position": follower.position,
                    "white": event.white,
                    "black": event.black,
                    **({"second": True} if follower.is_second else {}),
                }
        case events.Takeback():
            if follower.take_back(event):
                yield {"event": "takeback", "ply": event.ply, "position": follower.position}
        case events.Result():
            if event.game == follower.game:
                follower.result = event.result
            yield {"event": "result", "game": event.game, "result": event.result, "reason": event.reason}
        case events.Ask():
            yield {"event": "ask", "reason": event.reason, **_points(event.picture)}
        case events.Blind():
            yield {"event": "blind", "what": event.what, "points": event.points}
        case events.Setup():
            yield {"event": "setup", **_points(event.picture)}
        case events.Compose():
            yield {
                "event": "compose",
                "board": event.board,
                "colour": event.colour,
                "refused": event.refused or None,
            }
        case events.Lesson():
            yield {
                "event": "lesson",
                "number": event.number,
                "name": event.name,
                "stage": event.stage,
                "position": f"{event.board} {event.turn}",
                "move": event.move or None,
            }
        case events.Lessons():
            learnt = event.learnt.count("x")
            yield {"event": "lessons", "count": event.count, "next": event.following, "learnt": learnt}
        case events.PositionIs():
            follower.check(event)
        case events.Text() if not event.damage:
            yield {"event": "text", "text": event.text}


def _points(picture: str) -> Record:
    """The points of a picture in reading order: all of them, and by what has to be done there."""
    found: dict[str, list[str]] = {"points": [], "put": [], "remove": [], "touch": []}
    what = {"+": "put", "-": "remove", "?": "touch"}
    for point, sign in zip(geometry.READING, picture.replace("/", ""), strict=True):
        if sign in what:
            name = notation.point_name(point)
            found["points"].append(name)
            found[what[sign]].append(name)
    return dict(found)
