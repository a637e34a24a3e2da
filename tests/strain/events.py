"""Kills, cuts, new games and archives out of order, while hands play: `make events N=1000`.

The firmware runs on the wasm interpreter in real time, and `lakabe record` as a process of its own beyond a
cable that is cut. At the end every move that the hands have made has to be in the archive, with the result of
its game. With ``--postgresql`` the archive is in a server that is restarted, otherwise in a file.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from fanorona.rules import notation, rules
from host.playing import choose, touches
from lakabe.archive import Archive
from lakabe.virtual import VirtualBoard
from lakabe.virtual.trace import FULL, TraceEvent, closed_points
from strain.outage import Cable, File, Recording, Server

TOUCH_S = 0.06
"""Between two touches of a hand."""
REST_S = 0.45
"""After a move, before the game is ended: what hands have done is a move when they rest."""
MOVES = 14
"""Of a game at most; the journal of the board is not to overflow."""
SETTLE_S = 60.0
"""After which nothing more comes: a recorder with a new archive fetches hundreds of games from the board."""
LONGEST_REPLUG_S = 6.0
"""The recorder tries a cable again after five seconds at most."""
SNAPSHOT_S = 0.6
"""So long a board tells its game when it is connected again."""
SHOWN = 10


@dataclass
class Played:
    """A game as the hands meant it; ``result`` None while it goes on."""

    moves: list[str] = field(default_factory=list)
    result: str | None = None


class Hands:
    """Two people at the virtual board, who remember what they have played."""

    def __init__(self, board: VirtualBoard, rng: random.Random) -> None:
        self.games: list[Played] = []
        self._board = board
        self._rng = rng
        self._position = rules.Position()

    def begin(self) -> None:
        """Have a new game set up, and put the stones."""
        if self.games and self.games[-1].result is None:
            self.games[-1].result = "*"
        self._tell("new")
        closed = closed_points(FULL)
        self._board.contacts([point in closed for point in range(45)])
        self._board.sync()
        time.sleep(REST_S)
        self._position = rules.Position()
        self.games.append(Played())

    def end(self) -> None:
        """The players agree on a result."""
        self.games[-1].result = result = self._rng.choice(["1-0", "0-1", "1/2-1/2"])
        self._tell("result", result)
        time.sleep(TOUCH_S)

    def play(self) -> None:
        """A move; a new game where there is none to go on with."""
        game = self.games[-1]
        found = choose(self._position, self._rng) if len(game.moves) < MOVES else None
        if found is None or game.result is not None:
            if game.result is None:
                self.end()
            self.begin()
            return
        for point, closed in touches(self._position, found):
            self._board.contact(notation.point_name(point), closed)
            self._board.sync()
            time.sleep(TOUCH_S)
        if self._position.may_go_on():
            for down in (True, False):
                self._board.button("turn", down)
                self._board.sync()
                time.sleep(TOUCH_S)
        self._position.end_turn()
        self._position.forget()
        time.sleep(REST_S)
        game.moves.append(found)

    def _tell(self, kind: str, name: str = "") -> None:
        self._board.apply(TraceEvent(0, kind, name, 0))
        self._board.sync()


class Run:
    """The whole: hands, a board, a cable, a recorder, an archive, and what happens to them."""

    def __init__(self, seed: int, server: bool, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.archive: File | Server = Server() if server else File(folder)
        closed = [notation.point_name(point) for point in closed_points(FULL)]
        self.board = VirtualBoard(seed=seed, closed=closed).start()
        self.cable = Cable(int(self.board.url.rsplit(":", 1)[1]))
        self.recording = Recording(self.cable.url, self.archive.where, folder)
        self.hands = Hands(self.board, self.rng)
        self._now = 0  # how many events there have been
        self._mends: list[tuple[int, Callable[[], None]]] = []  # before which event what is put right

    def events(self) -> dict[str, tuple[int, Callable[[], None]]]:
        """What may happen, how often, and how."""
        shared = {
            "recorder killed": (4, self._kill),
            "recorder ended": (1, lambda: self._restart(signal.SIGINT)),
            "cable cut": (4, self._cut),
            "new game": (3, self.hands.begin),
            "new game at once": (2, self._replug),
            "game ended": (2, self._end),
            "board without power": (2, self._darken),
            "archive locked": (2, self._lock),
        }
        if isinstance(self.archive, File):
            return {**shared, "disk full": (3, self._fill), "archive moved away": (1, self.archive.move)}
        server = self.archive
        return {
            **shared,
            "server restarted": (2, lambda: self._stop(server, "fast")),
            "server crashed": (1, lambda: self._stop(server, "immediate")),
            "connections ended": (1, server.hang_up),
        }

    def play(self, count: int) -> None:
        self.recording.start()
        self.hands.begin()
        what = self.events()
        for n in range(count):
            for _ in range(self.rng.randrange(3)):
                self.hands.play()
            for due in [one for one in self._mends if one[0] <= n]:
                self._mends.remove(due)
                due[1]()
            (name,) = self.rng.choices(list(what), [weight for weight, _ in what.values()])
            self.counts[name] += 1
            what[name][1]()
            self._now = n + 1
            if n % 50 == 49:
                print(f"{n + 1} events, {len(self.hands.games)} games", file=sys.stderr, flush=True)

    def settle(self) -> list[str]:
        """Put all right and wait; what is lacking in the archive then."""
        for _, mend in self._mends:
            mend()
        self._mends.clear()
        time.sleep(1)
        self._restart(signal.SIGINT)
        lacking, came = self.lacking(), time.monotonic()
        while lacking and time.monotonic() < came + SETTLE_S:
            time.sleep(0.5)
            before, lacking = lacking, self.lacking()
            if len(lacking) < len(before):
                came = time.monotonic()
        self.recording.end(signal.SIGINT)
        return lacking

    def lacking(self) -> list[str]:
        """What the archive, or any that was moved away, has otherwise than it was played."""
        wanted = Counter((tuple(game.moves), game.result) for game in self.hands.games if game.moves)
        wrong = []
        kept: set[tuple[tuple[str, ...], str | None]] = set()
        for where in self.archive.all:
            with Archive(where) as archive:
                found = Counter((tuple(game.texts()), game.result) for game in archive.games())
            kept |= set(found)
            if where == self.archive.where:
                wrong += [f"never played: {game}" for game in found if game[0] and game not in wanted]
                wrong += [f"{n} times: {game}" for game, n in found.items() if game[0] and n > wanted[game]]
        return wrong + [f"lost: {game}" for game in wanted if game not in kept]

    def close(self) -> None:
        process = self.recording.process
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()
        self.board.close()
        self.archive.close()

    # What happens

    def _later(self, mend: Callable[[], None]) -> None:
        """Put something right after so many events."""
        self._mends.append((self._now + self.rng.randint(1, 4), mend))

    def _kill(self) -> None:
        self._restart(signal.SIGKILL)

    def _restart(self, how: signal.Signals) -> None:
        code = self.recording.end(how)
        if code not in (0, 4, 5, 6, 130, -signal.SIGINT, -signal.SIGKILL):
            raise AssertionError(f"lakabe record ended with {code}")
        time.sleep(self.rng.random() / 4)
        self.recording.start()

    def _cut(self) -> None:
        self.cable.plug(False)
        self._later(lambda: self.cable.plug(True))

    def _replug(self) -> None:
        """The cable is put in again, and while the board tells its game a new one is wanted."""
        self.cable.plug(False)
        self.hands.play()
        self.cable.plug(True)
        before, deadline = self.cable.passed, time.monotonic() + LONGEST_REPLUG_S
        while self.cable.passed == before and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(self.rng.random() * SNAPSHOT_S)
        self.hands.begin()

    def _end(self) -> None:
        if self.hands.games[-1].result is None:
            self.hands.end()

    def _darken(self) -> None:
        self.board.power(False)
        time.sleep(self.rng.random() / 2)
        self.board.power(True)
        self.board.sync()
        time.sleep(REST_S)

    def _lock(self) -> None:
        self.archive.unlock()
        self.archive.lock()
        self._later(self.archive.unlock)

    def _fill(self) -> None:
        self.recording.fill(True)
        self._later(lambda: self.recording.fill(False))

    def _stop(self, server: Server, how: str) -> None:
        self.archive.unlock()
        server.stop(how)
        for _ in range(self.rng.randrange(3)):
            self.hands.play()
        server.start()


def main() -> int:
    parser = argparse.ArgumentParser(prog="make events", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("events", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true", help="an archive in PostgreSQL")
    asked = parser.parse_args()
    # A shell lets what it runs in the background ignore Ctrl-C, and so would the recorder while it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="lakabe-events-"))
    begun = time.monotonic()
    run = Run(asked.seed, asked.postgresql, folder)
    try:
        run.play(asked.events)
        wrong = run.settle()
    finally:
        run.close()
    ended = [game for game in run.hands.games if game.result and game.moves]
    counts = {
        **run.counts,
        "games ended": len(ended),
        "moves": sum(len(game.moves) for game in run.hands.games),
    }
    for name, count in counts.items():
        print(f"{name:25} {count}")
    print(f"{'lost or wrong':25} {len(wrong)}")
    print(f"{'time':25} {time.monotonic() - begun:.0f} s")
    for one in wrong[:SHOWN]:
        print(one)
    if wrong:
        (folder / "wrong").write_text("\n".join(wrong))
        print(f"what lakabe record has said, and the archives: {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
