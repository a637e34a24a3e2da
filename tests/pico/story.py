"""``make pico-story``: an emulated Pico from bare to played, upgraded and interrupted, as a log to read.

The commands are the real ones, on a serial port in real time. What differs from run to run is left out:
times, the names of ports and files, and the number that a board draws at each start.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from lakabe.errors import PortError, exit_code_of
from lakabe.virtual.trace import TraceEvent
from pico import image, script
from pico.commands import SWITCH, Done, command, ended, flash_cut, record, recorded, temporary, wait
from pico.releases import NEW, earlier_firmware
from pico.rig import PicoRig, config, message

LOG = Path(__file__).with_name("story.txt")
BARE = "A Pico with nothing but MicroPython on it"
GAME = "The stones are set up and a game begins; the host records it"
MIDDLE = "mpremote in the middle of the game"
REST = "The game goes on to its end"
AFTER = "mpremote after the game"
AGAIN = "Once more: nothing has changed"
UPGRADE = "The next release: only what has changed is copied"
FILES = "An upgrade of which every file differs; the power fails at each of them"
OPERATIONS = "An upgrade of some files; the power fails in each flash operation of the switch"
CHAPTERS = (BARE, GAME, MIDDLE, REST, AFTER, AGAIN, UPGRADE, FILES, OPERATIONS)
SEED = 52  # of a random game with few moves
HALF = 8  # of its plies, at which nothing is in hands
THINK_MS = 500.0  # before the first touch after that
STILL_S = 3.0  # without a write to the flash, after which no more is to come
NEXT = "0.1.99"
ROOMS = ("choices", "telo")  # that differ in the upgrade of some files; only board.mpy imports them
BIG = 10_000  # bytes of a file with many flash operations
TORN = 0.1  # of a flash operation: so little of a page that no commit of littlefs is whole

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
        for line in shortened((done.stdout + done.stderr).splitlines()):
            self.say(f"  {line}")
        self.say(f"  exit code {done.returncode}")
        assert done.returncode in (0, *other), "the story has come to an end too early"
        return done.returncode

    def flash(self, release: Path | None = None, cut: tuple[bytes, int, float] | None = None) -> int:
        """Runs `lakabe flash`, see `flash_cut` for `cut`, and shows how the board starts; the exit code."""
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
        wait(lambda: self._hello(seen, began) != "" and self._lit(seen, began) > 0)
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
        lit = (len(frame.lit()) for frame in self.rig.frames(seen[2]) if frame.start > began)
        return next((count for count in lit if count), 0)


def shortened(lines: Iterable[str]) -> Iterator[str]:
    """Without the files that are copied before the last, and without what is said twice.

    A host takes a board whose emulation is slow for silent, and greets it again.
    """
    told: list[str] = []
    copied: list[str] = []
    for line in lines:
        if line.startswith("copying "):
            copied.append(line)
            continue
        if copied:
            yield from copied if len(copied) < 3 else (copied[0], "...", copied[-1])
            copied.clear()
        if line.startswith(("board ", "game ")) and line in told:
            continue
        told.append(line)
        yield line


def tell(say: Say) -> None:
    """The whole story."""
    with tempfile.TemporaryDirectory() as folder:
        deployed_and_played(Path(folder), say)
    interrupted_at_files(say)
    interrupted_in_the_switch(say)


def deployed_and_played(folder: Path, say: Say) -> None:
    """The chapters of one board, from a bare Pico to an upgrade."""
    address = f"sqlite:///{folder / 'games.db'}"
    with PicoRig({}) as rig:
        story = Story(rig, lambda text: say(text.replace(address, "ARCHIVE")))
        heading(BARE, say)
        story.run("mpremote", "connect", story.port, "ls")
        story.flash()
        begun, *_ = story.seen()

        heading(GAME, say)
        wait_for_journal(rig, begun)
        say("The board has made its journal. Hands set the stones up, and play.")
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

        heading(AFTER, say)
        story.run("mpremote", "connect", story.port, "ls")

        heading(AGAIN, say)
        story.flash()

        heading(UPGRADE, say)
        release = Path(shutil.copytree(image.FIRMWARE, folder / "firmware"))
        settings = release / "config.py"
        settings.write_text(settings.read_text().replace(f'"{NEW}"', f'"{NEXT}"'))
        story.flash(release)


def wait_for_journal(rig: PicoRig, since: int) -> None:
    """Waits until the board, which nobody touches, has made its journal, its list last. `since`: an event."""

    def erased() -> int:
        return sum(event["kind"] == "flash-erase" for event in rig.log(since))

    wait(lambda: erased() >= config().JOURNAL_SECTORS)
    size = -1
    while size != len(rig.log()):
        size = len(rig.log())
        time.sleep(STILL_S)


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
    """mpremote stops the firmware, looks at a file, and starts the board again."""
    story.run("mpremote", "connect", story.port, "exec", "print(6 * 7)")
    story.run("mpremote", "connect", story.port, "fs", "cat", ":main.py")
    seen = story.seen()
    story.run("mpremote", "connect", story.port, "reset")
    story.starts(seen)


def interrupted_at_files(say: Say) -> None:
    """One board, on which the upgrade fails at each file in turn, and then is done."""
    heading(FILES, say)
    with PicoRig(earlier_firmware()) as rig:
        rig.wait_line(" hello ", 3000, 0)
        story = Story(rig, say)
        for path, data in sorted(image.firmware().items()):
            say(f"The power fails while /{path} is copied.")
            story.flash(cut=(temporary(path), 40 if len(data) > BIG else 1, 0.5))
        say("The power does not fail.")
        story.flash()


def interrupted_in_the_switch(say: Say) -> None:
    """The same board again and again, on which the upgrade fails in another flash operation each time.

    Flashed once more, it does the rest.
    """
    heading(OPERATIONS, say)
    old = earlier_firmware(ROOMS)
    code = -1
    operations = 0
    while code:
        with PicoRig(old) as rig:
            rig.wait_line(" hello ", 3000, 0)
            say(f"The power fails in flash operation {operations + 1} of the switch.")
            story = Story(rig, say)
            code = story.flash(cut=(SWITCH, operations, TORN))
            operations += 1
            if code:
                say("Once more:")
                story.flash()
    say(f"The switch has no operation {operations}.")


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
