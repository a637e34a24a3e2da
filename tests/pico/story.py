"""``make pico-story``: an emulated Pico from new to played, upgraded and interrupted, as a log to read.

The commands are the real ones, on a serial port in real time. What differs from run to run is left out:
times, the names of ports and files, the number that a board draws at each start, and the digest of the
firmware's sources.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from fanorona.wire import protocol
from lakabe.board.transport import open_transport
from lakabe.errors import PortError, exit_code_of
from lakabe.virtual.trace import TraceEvent
from pico import commands, script
from pico.commands import Done, command, ended, flash_cut, record, recorded, wait
from pico.releases import earlier_firmware, faulty, numbered
from pico.rig import PicoRig, message

LOG = Path(__file__).with_name("story.txt")
BARE = "A Pico with the base alone: one point is red"
GAME = "The stones are set up and a game begins; the host records it"
MIDDLE = "mpremote in the middle of the game"
REST = "The game goes on to its end"
AGAIN = "Once more: nothing has changed"
UPGRADE = "The next release"
FAULT = "One file is changed, and fails"
COPYING = "The power fails while an image is copied: the firmware stays as it was"
INSTALLING = "The power fails while an image is installed: flashed once more, the board has it"
CHAPTERS = (BARE, GAME, MIDDLE, REST, AGAIN, UPGRADE, FAULT, COPYING, INSTALLING)
SEED = 52  # of a random game with few moves
HALF = 8  # of its plies, at which nothing is in hands
THINK_MS = 500.0  # before the first touch after that
NEXT = "0.2.99"
COPIED = (1, 60)  # flash operations of the copying in which the power fails
INSTALLED = (0, 1, 50)  # and of the installation
TORN = 0.5  # of such an operation
END_OF_FAULT = "ValueError: planted"

Say = Callable[[str], None]


class Story:
    """Tells what is done to a live rig and what comes of it."""

    def __init__(self, rig: PicoRig, say: Say) -> None:
        self.rig = rig
        self.port = rig.live()
        self._say = say

    def say(self, text: str) -> None:
        """Tells something, without what differs from run to run."""
        text = text.replace(self.port, "PORT")
        text = re.sub(r"\+[0-9a-f]{8}\b", "+SOURCES", text)
        text = re.sub(r"\b[0-9a-f]{8}(?=-\d| )", "BOOT", text)
        self._say(re.sub(r"\b\d{4}([-.])\d\d\1\d\d( \d\d:\d\d)?", "DATE", text).rstrip())

    def run(
        self,
        *words: str,
        release: Path | None = None,
        then: Callable[[], Done] | None = None,
        other: Collection[int] = (),
    ) -> int:
        """Runs a command, by `then` if given, and shows what it says; its exit code, 0 or some `other`."""
        self.say("$ " + " ".join(words))
        done = command(*words, release=release) if then is None else then()
        for line in told_once((done.stdout + done.stderr).splitlines()):
            self.say(f"  {line}")
        self.say(f"  exit code {done.returncode}")
        assert done.returncode in (0, *other), "the story has come to an end too early"
        return done.returncode

    def flash(self, release: Path | None = None, cut: tuple[bytes, int, float] | None = None) -> int:
        """Runs `lakabe flash`, see `flash_cut` for `cut`, and shows what the board does; the exit code."""
        seen = self.seen()
        then = None if cut is None else lambda: flash_cut(self.rig, self.port, *cut)
        other = () if cut is None else (PortError.exit_code,)
        code = self.run("lakabe", "flash", "--port", self.port, release=release, then=then, other=other)
        self.starts(seen)
        return code

    def seen(self) -> tuple[int, int, int]:
        """How many events, lines and frames there have been."""
        return len(self.rig.log()), len(self.rig.lines()), len(self.rig.frames())

    def starts(self, seen: tuple[int, int, int]) -> None:
        """Shows how the board starts for the last time since it was `seen`."""
        wait(lambda: bool(self._starts(seen)))
        began = self._starts(seen)[-1]
        self.rig.open(True)
        wait(lambda: self._lit(seen, began) > 0)
        if self._lit(seen, began) == 1:
            self.say("  there is no whole firmware: one point is red")
            return
        wait(lambda: self._hello(seen, began) != "")
        hello = self._hello(seen, began)
        self.say(f"  {hello}")
        self.say(f"  the firmware {hello.split()[2]} has started; {self._lit(seen, began)} points are lit")

    def _starts(self, seen: tuple[int, int, int]) -> list[float]:
        """When the board has started, emulated ms."""
        return [event["t"] / 1e6 for event in self.rig.log(seen[0]) if event["kind"] == "power"]

    def _hello(self, seen: tuple[int, int, int], began: float) -> str:
        said = [message(line) for line in self.rig.lines(seen[1]) if line.t > began]
        return next((text for text in said if text.startswith("hello ")), "")

    def _lit(self, seen: tuple[int, int, int], began: float) -> int:
        """How many points are lit first."""
        frames = [frame for frame in self.rig.frames(seen[2]) if frame.start > began and any(frame.wire)]
        return 0 if not frames else len(frames[0].lit()) if frames[0].whole else len(frames[0].wire) // 3


def told_once(lines: Iterable[str]) -> Iterator[str]:
    """Without what is said twice.

    A host takes a board whose emulation is slow for silent, and greets it again.
    """
    told: list[str] = []
    for line in lines:
        if line.startswith(("board ", "game ")) and line in told:
            continue
        told.append(line)
        yield line


def tell(say: Say) -> None:
    """The whole story."""
    with tempfile.TemporaryDirectory() as folder:
        deployed_and_played(Path(folder), say)
    interrupted(say)


def deployed_and_played(folder: Path, say: Say) -> None:
    """The chapters of one board, from one with the base alone to an upgrade."""
    address = f"sqlite:///{folder / 'games.db'}"
    with PicoRig(journal=[]) as rig:
        story = Story(rig, lambda text: say(text.replace(address, "ARCHIVE")))
        heading(BARE, say)
        story.run("mpremote", "connect", story.port, "ls")
        story.flash()

        heading(GAME, say)
        say("Hands set the stones up, and play.")
        rig.place(*script.START)
        events, expected = script.game(SEED, 500)
        first, _ = script.game(SEED, HALF)
        play(story, address, first, lambda: len(recorded(address)) >= HALF)

        heading(MIDDLE, say)
        look_in_between(story)

        heading(REST, say)
        rest = events[len(first) :]
        later = -rest[0].ms + THINK_MS
        say("The board goes on with the game of its journal.")
        play(story, address, rest, lambda: len(recorded(address)) >= len(expected) and ended(address), later)
        story.run("lakabe", "games", "show", "1", "--archive", address)

        heading(AGAIN, say)
        story.flash()

        heading(UPGRADE, say)
        story.flash(numbered(NEXT, folder))

        heading(FAULT, say)
        say("A line that fails takes the place of the one that tells the version.")
        story.flash(faulty(folder)[0])
        fail(story)


def fail(story: Story) -> None:
    """The host asks for the version; what the board says."""
    seen = len(story.rig.lines())
    say = story.say
    with open_transport(story.port) as transport:
        transport.write(protocol.encode(protocol.HOST_LEAD, b"1 version"))
        wait(lambda: any(line.text == END_OF_FAULT for line in story.rig.lines(seen)))
    say("The board is asked for its version:")
    for line in story.rig.lines(seen):
        if line.text and not message(line):
            say(f"  {line.text}")


def play(
    story: Story,
    address: str,
    events: Sequence[TraceEvent],
    enough: Callable[[], bool],
    later_ms: float = 0.0,
) -> None:
    """Hands play, and the real recorder records until it is enough; what the board has said of moves."""
    seen = len(story.rig.lines())
    story.run(
        *("lakabe", "record", "--port", story.port, "--archive", address),
        then=lambda: record(story.rig, story.port, address, events, enough, later_ms),
    )
    said = [message(line) for line in story.rig.lines(seen)]
    # A board says its moves again to a host that has lost touch.
    for text in dict.fromkeys(said):
        if text.startswith(("move ", "result ")):
            story.say(f"  {text}")


def look_in_between(story: Story) -> None:
    """mpremote stops the firmware, and starts the board again."""
    story.run("mpremote", "connect", story.port, "exec", "print(6 * 7)")
    seen = story.seen()
    story.run("mpremote", "connect", story.port, "reset")
    story.starts(seen)


def interrupted(say: Say) -> None:
    """One board, on which the upgrade fails again and again, and then is done."""
    old, _ = earlier_firmware()
    with PicoRig(old) as rig:
        rig.wait_line(" hello ", 3000, 0)
        story = Story(rig, say)
        heading(COPYING, say)
        for operations in COPIED:
            say(f"The power fails in flash operation {operations + 1} of the copying.")
            assert story.flash(cut=(commands.COPYING, operations, TORN))
        heading(INSTALLING, say)
        for operations in INSTALLED:
            say(f"The power fails in flash operation {operations + 1} of the installation.")
            assert story.flash(cut=(commands.INSTALLING, operations, TORN))
        say("The power does not fail.")
        story.flash()


def heading(text: str, say: Say) -> None:
    """Begins a chapter."""
    say(f"\n# {text}\n")


def main() -> int:
    """Tells it, and keeps it if that is wanted."""
    parser = argparse.ArgumentParser(prog="make pico-story ARGS=", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"keep the log in {LOG.name}, too")
    chosen = parser.parse_args()
    told: list[str] = []

    def say(text: str) -> None:
        print(text, flush=True)
        told.append(text)

    def work() -> None:
        tell(say)
        if chosen.write:
            LOG.write_text("\n".join(told).lstrip() + "\n")

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main())
