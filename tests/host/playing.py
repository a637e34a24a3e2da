"""A board for the host's tests: the real session on this interpreter, with hands, and wires to it."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Callable, Iterator

import legal
from fanorona.hands.tracker import PLAY
from fanorona.rules import notation, rules
from fanorona.rules.game import Game
from fanorona.session import Session
from lakabe.board.sources import version
from lakabe.games import variants
from lakabe.virtual.tools import firmware_tree

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
TURN = 1
MENU = 2


class PlayedBoard:
    """A session with stones on it. Its time passes only in ``wait``; what it says waits in ``outbox``."""

    def __init__(
        self, boot: bytes = b"0123abcd", serial: bytes = b"e66038b713", position: str = START
    ) -> None:
        self.serial = serial
        self.truth = rules.Position()
        notation.parse_position(position, self.truth)
        self.reeds = bytearray(45)
        self.diodes = bytearray(45)  # what a probe finds, see fanorona.modes.selftest
        self.stuck = bytearray(14)
        self.now = 0
        self.buttons = 0
        self._buffer = bytearray(64)
        self.stand(position)
        self.restart(boot)

    def restart(self, boot: bytes) -> None:
        """Power off and on; the stones stay where they are."""
        self.session = Session(version(firmware_tree()).encode(), self.serial, boot)
        self.now = 0
        self.wait(30)

    def stand(self, position: str) -> None:
        """Put the stones of a position on the board, all at once."""
        notation.parse_position(position, self.truth)
        for p in range(45):
            self.reeds[p] = self.truth.board[p] != rules.EMPTY

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.now += 1
            self.session.step(self.reeds, self.buttons, self.now)
            test = self.session.test
            if test.wanted:
                test.take(self.diodes, self.stuck)

    def put(self, point: int, closed: bool) -> None:
        self.reeds[point] = closed
        self.wait(20)

    def press(self) -> None:
        self.buttons = TURN
        self.wait(30)
        self.buttons = 0
        self.wait(30)

    def hold(self, button: int, ms: int) -> None:
        self.buttons = button
        self.wait(ms)
        self.buttons = 0
        self.wait(50)

    def agree(self, choice: int) -> None:
        """End the game with the buttons: 0 a draw, 1 White resigns, 2 Black does."""
        self.buttons = MENU
        self.wait(100)
        self.hold(MENU | TURN, 3100)
        for _ in range(choice):
            self.press()
        self.hold(MENU, 1700)

    def play(self, text: str) -> None:
        """Play a legal move by hand: each step, then its stones off, then *turn* where the move is open."""
        position = self.truth
        for point, closed in touches(position, text):
            self.put(point, closed)
        if self.session.tracker.phase == PLAY and position.may_go_on():
            self.press()
        position.end_turn()
        position.forget()

    def take(self) -> bytes:
        n = self.session.outbox.take(self._buffer, len(self._buffer))
        return bytes(self._buffer[:n])

    def take_all(self) -> bytes:
        return b"".join(iter(self.take, b""))

    def hear(self, data: bytes) -> None:
        self.session.receive(bytearray(data), len(data))
        self.wait(2)


def touches(position: rules.Position, text: str) -> Iterator[tuple[int, bool]]:
    """The contacts that open and close in a legal move made by hand: each step, then its stones off.

    The steps are played on ``position``; the turn is left to be ended.
    """
    for p, q, kind in notation.parse_steps(text):
        before = bytes(position.board)
        yield p, False
        yield q, True
        position.play(p, q, kind)
        for x in range(45):
            if before[x] == 3 - position.turn and position.board[x] == rules.EMPTY:
                yield x, False


def choose(position: rules.Position, rng: random.Random) -> str | None:
    """A random legal move of the side to move, None where there is none."""
    found = legal.texts(position)
    return rng.choice(found) if found else None


def long_game(count: int, seed: int) -> list[str]:
    """``count`` moves of a random game that lasts so long."""
    while len(moves := random_moves(count, seed)) < count:
        seed += 1000
    return moves


def random_moves(count: int, seed: int) -> list[str]:
    """The first moves of a random game from the start."""
    rng = random.Random(seed)
    position = rules.Position()
    moves: list[str] = []
    while len(moves) < count and (move := choose(position, rng)) is not None:
        notation.play_move(position, move)
        position.end_turn()
        position.forget()
        moves.append(move)
    return moves


def played(variant: str, count: int, seed: int = 3) -> tuple[list[str], list[str], Game]:
    """The moves of a random game, N2 before each and after the last, and the game."""
    rng = random.Random(seed)
    game = Game(variants.load(variant, variants.start_of(variant)))
    moves: list[str] = []
    positions = [notation.format_position(game.position)]
    while len(moves) < count and not game.result:
        moves.append(rng.choice(legal.texts(game.position)))
        notation.play_move(game.position, moves[-1])
        game.commit()
        positions.append(notation.format_position(game.position))
    return moves, positions, game


class ScriptedWire:
    """A wire to a board in the same thread: whenever nothing is left to read, the script goes on a step.

    After the end of the script ``done`` is called. A step that raises PortError breaks the wire.
    """

    def __init__(self, board: PlayedBoard, script: Iterator[None], done: Callable[[], None]) -> None:
        self.board = board
        self.closed = False
        self._script = script
        self._done = done
        self._idle = 0

    def read(self, limit: int, timeout: float) -> bytes:
        self.board.wait(5)
        data = self.board.take_all()
        if data:
            self._idle = 0
            return data
        # Two quiet looks: what the host answers to the last bytes has then arrived.
        self._idle += 1
        if self._idle > 2:
            self._idle = 0
            try:
                next(self._script)
            except StopIteration:
                self._done()
        return b""

    def write(self, data: bytes) -> None:
        self.board.hear(data)

    def close(self) -> None:
        self.closed = True


class BoardServer:
    """A board behind a TCP port on loopback, in real time, one connection after the other.

    ``act`` is called, on the server's thread, whenever the board has nothing to say. ``heard`` is everything
    the host said, ``said`` what the board did. When ``limit`` bytes have gone over the wire, in both
    directions together, ``cut`` is called once.
    """

    def __init__(self, board: PlayedBoard, act: Callable[[], None]) -> None:
        self.board = board
        self.heard = bytearray()
        self.said = bytearray()
        self.traffic = 0
        self.limit: int | None = None
        self.cut: Callable[[], None] = self.close
        self._act = act
        self._server = socket.create_server(("127.0.0.1", 0))
        self._stop = threading.Event()
        self.url = f"socket://127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._server.close()
        self._thread.join()

    def _serve(self) -> None:
        self._server.settimeout(0.1)
        while not self._stop.is_set():
            try:
                connection, _ = self._server.accept()
            except OSError:
                continue
            with connection:
                try:
                    self._talk(connection)
                except OSError:
                    continue

    def _count(self, size: int) -> None:
        self.traffic += size
        if self.limit is not None and self.traffic >= self.limit:
            self.limit = None
            self.cut()

    def _talk(self, connection: socket.socket) -> None:
        connection.settimeout(0.002)
        while not self._stop.is_set():
            self.board.wait(3)
            data = self.board.take_all()
            self.said += data
            while data:
                part = data[: max(1, self.limit - self.traffic)] if self.limit is not None else data
                connection.sendall(part)
                self._count(len(part))
                data = data[len(part) :]
            try:
                heard = connection.recv(4096)
            except TimeoutError:
                self._act()
                continue
            if not heard:
                return
            self.heard += heard
            self._count(len(heard))
            self.board.hear(heard)
