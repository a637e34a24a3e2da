"""The virtual board, with the real firmware on MicroPython, recorded like any other."""

from __future__ import annotations

import threading
from pathlib import Path

from playing import long_game, touches

from fanorona.rules import notation, rules
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.recorder import Recorder
from lakabe.board.transport import open_transport
from lakabe.virtual import VirtualBoard

WAIT_S = 60.0


class Players:
    """Hands at a virtual board that go on when the board has reported what they did."""

    def __init__(self, board: VirtualBoard) -> None:
        self.position = rules.Position()
        self.seen: list[Event] = []
        self._board = board
        self._news = threading.Condition()

    def listen(self, event: Event) -> None:
        with self._news:
            self.seen.append(event)
            self._news.notify_all()

    def wait_for(self, kind: type[Event], since: int = 0, **fields: object) -> None:
        def there() -> bool:
            return any(
                isinstance(event, kind)
                and all(getattr(event, name) == value for name, value in fields.items())
                for event in self.seen[since:]
            )

        with self._news:
            assert self._news.wait_for(there, WAIT_S), f"no {kind.__name__} with {fields}"

    def put(self, point: int, closed: bool) -> None:
        since = len(self.seen)
        name = notation.point_name(point)
        self._board.contact(name, closed)
        self.wait_for(events.Place if closed else events.Lift, since, point=name)

    def play(self, text: str, ply: int) -> None:
        position = self.position
        since = len(self.seen)
        for point, closed in touches(position, text):
            self.put(point, closed)
        if position.may_go_on():
            self._board.button("turn", True)
            self.wait_for(events.Button, since, name="turn", down=True)
            self._board.button("turn", False)
        position.end_turn()
        position.forget()
        self.wait_for(events.Move, since, ply=ply, move=text)


def test_a_game_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    moves = long_game(12, 90)
    full = [notation.point_name(p) for p in range(45) if rules.START[p] != rules.EMPTY]
    notices: list[str] = []
    with Archive(str(tmp_path / "games.db")) as archive, VirtualBoard(seed=7, closed=full) as board:
        players = Players(board)
        recorder = Recorder(
            lambda: open_transport(board.url), archive, listener=players.listen, notice=notices.append
        )
        recorder.start()
        players.wait_for(events.Synced)
        players.wait_for(events.GameStarted)
        for ply, move in enumerate(moves[:7], 1):
            players.play(move, ply)
        board.power(False)
        since = len(players.seen)
        board.power(True)
        players.wait_for(events.GameStarted, since)
        for ply, move in enumerate(moves[7:], 8):
            players.play(move, ply)
        recorder.stop()
        assert recorder.join(WAIT_S)
        assert recorder.error is None
        (game,) = archive.games()
    assert game.texts() == moves
    assert game.complete()
