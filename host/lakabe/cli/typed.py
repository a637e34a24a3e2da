"""What players type while a board is recorded: how a game ends (R11), which one begins, or a lesson."""

from __future__ import annotations

import os
import re
import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import LakabeError
from lakabe.language.saying import say

VARIANTS = ("vela", "vela-creditor", "dimy", "telo")
RESULTS = {"draw": "1/2-1/2", "white resigns": "0-1", "black resigns": "1-0"}
NEW = {"new": (), "new mirrored": ("mirrored",), **{f"new {word}": (word,) for word in VARIANTS}}
"""What begins a game: the ordinary one, or another (``lakabe.games.variants``)."""
RESUME = "resume"
"""Goes on with the game that was given up last."""
LESSON = re.compile(r"lesson(?: ([0-9]{1,2}|-))?")
HELP = say(
    "To end the game, type draw, white resigns or black resigns; to begin another, new, or new with one of "
    "{games}; to go on with the one that was given up last, resume. Before a game, "
    "lesson or lesson 1 teaches; lesson - ends that.",
    games=", ".join(("mirrored", *VARIANTS)),
)
REFUSED = {
    ("end", "no-game"): say("there is no game to end"),
    ("resume", "no-game"): say("there is no game that was given up and could go on"),
    ("resume", "busy"): say("a game is in play"),
}
"""What a refusal means, by the command and the board's reason."""
LOOK_S = 0.2
"""How long the end of the recording may wait for a look at the keyboard."""


class Typed:
    """Gives the board what has been typed. ``take`` may be called on any thread, ``see`` gets its events."""

    def __init__(self, send: Callable[..., int], notice: Callable[[str], None]) -> None:
        self._send = send
        self._notice = notice
        self._asked: dict[int, str] = {}  # the names of commands that are not answered

    def take(self, line: str) -> None:
        """A line; one that means nothing is answered by what would."""
        words = " ".join(line.lower().split())
        if not words:
            return
        command = _command(words)
        if command is None:
            self._notice(HELP)
            return
        try:
            self._asked[self._send(*command)] = command[0]
        except LakabeError as error:
            self._notice(error.said)

    def see(self, event: Event) -> None:
        """Say so where the board refuses."""
        if isinstance(event, events.Ok | events.No | events.Unanswered) and event.id in self._asked:
            name = self._asked.pop(event.id)
            if isinstance(event, events.No):
                self._notice(REFUSED.get((name, event.reason), event.reason))
            elif isinstance(event, events.Unanswered):
                self._notice(say("the board has not answered; type it again"))


def _command(words: str) -> tuple[str, ...] | None:
    """The command that is meant, None for what means nothing."""
    if words in RESULTS:
        return "end", RESULTS[words]
    if words in NEW:
        return "new", *NEW[words]
    if words == RESUME:
        return (words,)
    lesson = LESSON.fullmatch(words)
    return ("lesson", *filter(None, lesson.groups())) if lesson else None


@contextmanager
def reading(descriptor: int, take: Callable[[str], None]) -> Iterator[None]:
    """Within, each line that comes from there is taken, on a thread of its own."""
    stop = threading.Event()

    def read() -> None:
        rest = b""
        while not stop.is_set():
            if not _has_come(descriptor):
                continue
            data = os.read(descriptor, 4096)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                take(line.decode("utf-8", "replace"))

    # Not by sys.stdin: a thread that waits in its buffer cannot be ended.
    thread = threading.Thread(target=read, name="typed", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(2 * LOOK_S)


def _has_come(descriptor: int) -> bool:
    """Whether reading would not wait; on Windows, which does not tell, it is tried."""
    try:
        return bool(select.select([descriptor], [], [], LOOK_S)[0])
    except OSError:
        return os.name == "nt"
