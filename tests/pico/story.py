"""``python -m pico.story``: an emulated Pico from bare to played, upgraded and interrupted, as a log to read.

The commands are the real ones, on a serial port in real time. Times before lines of the board are emulated.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from lakabe.archive import Archive
from lakabe.errors import exit_code_of
from pico import image, script
from pico.rig import PicoRig, config, message

SEED = 52  # of a random game with few moves
NEXT_VERSION = "0.1.99"
PATIENCE_S = 300.0
# A lakabe whose firmware lies elsewhere, as the next release would bring it.
RELEASE = """
import sys
from pathlib import Path
from lakabe.virtual import tools
firmware = Path(sys.argv.pop(1))
tools.firmware_tree = lambda: firmware
from lakabe.__main__ import main
main()
"""


def heading(text: str) -> None:
    print(f"\n# {text}\n", flush=True)


def wait(condition: Callable[[], bool]) -> None:
    """Lets real time pass until something holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("it never came to pass")
        time.sleep(0.05)


class Story:
    """Tells what is done to a rig and what comes of it."""

    def __init__(self, rig: PicoRig) -> None:
        self.rig = rig
        self.port = rig.live()

    def command(self, *words: str, release: Path | None = None) -> int:
        """Runs a command and shows what it says; its exit code."""
        print("$", " ".join(words).replace(self.port, "PORT"), flush=True)
        way = ["-m", *words] if release is None else ["-c", RELEASE, str(release), *words[1:]]
        begun = time.monotonic()
        done = subprocess.run([sys.executable, *way], capture_output=True, text=True, check=False)
        for line in (done.stdout + done.stderr).replace(self.port, "PORT").splitlines():
            print(" ", line)
        print(f"  exit code {done.returncode}, {time.monotonic() - begun:.0f} s", flush=True)
        return done.returncode

    def starts(self, seen: int, frames: int) -> str:
        """Shows how the board starts, from these numbers of lines and frames on; the version it has."""
        self.rig.open(True)
        wait(lambda: any(message(line).startswith("hello ") for line in self.rig.lines(seen)))
        wait(lambda: any(frame.lit() for frame in self.rig.frames(frames)))
        hello = next(line for line in self.rig.lines(seen) if message(line).startswith("hello "))
        frame = next(frame for frame in self.rig.frames(frames) if frame.lit())
        print(f"  {hello.t:10.1f} ms  {hello.text}")
        print(f"  {frame.end:10.1f} ms  {len(frame.lit())} points are lit", flush=True)
        return message(hello).split()[2]


def flash_operations(rig: PicoRig) -> int:
    return sum(event["kind"] in ("flash-erase", "flash-program") for event in rig.log())


def tell() -> None:
    """The whole story."""
    with tempfile.TemporaryDirectory() as folder, PicoRig({}) as rig:
        release = Path(shutil.copytree(image.FIRMWARE, Path(folder) / "firmware"))
        settings = release / "config.py"
        here = config().FIRMWARE_VERSION
        settings.write_text(settings.read_text().replace(f'"{here}"', f'"{NEXT_VERSION}"'))
        archive = f"sqlite:///{folder}/games.db"
        story = Story(rig)

        heading("A Pico with nothing but MicroPython on it")
        story.command("mpremote", "connect", story.port, "ls")
        seen, frames = len(rig.lines()), len(rig.frames())
        story.command("lakabe", "flash", "--port", story.port)
        story.starts(seen, frames)

        heading("The stones are set up and a game is played; the host records it")
        rig.place(*script.START)
        play(story, archive)
        story.command("lakabe", "games", "show", "1", "--archive", archive)

        heading("mpremote after the game")
        story.command("mpremote", "connect", story.port, "ls")

        heading("Once more: nothing has changed")
        story.command("lakabe", "flash", "--port", story.port)

        heading(f"The release {NEXT_VERSION}, with a power cut on the way")
        before = flash_operations(rig)
        share = (len(image.firmware()["board.mpy"]) // 1024 + 1) * 5 // 4
        for part, name in ((0.0, "before"), (0.5, "in the middle of")):
            operation = round(share * (0.3 + part))
            print(f"The power fails {name} flash operation {operation + 1}.")
            rig.cut_power(operation, part)
            interrupted(story, release)
        seen, frames = len(rig.lines()), len(rig.frames())
        print("Nothing fails.")
        before = flash_operations(rig)
        story.command("lakabe", "flash", "--port", story.port, release=release)
        story.starts(seen, frames)
        total = flash_operations(rig) - before
        print(f"  {total} flash operations")

        heading(f"Back to {here}, with power cuts around the switch")
        for operation in (total - 3, total - 2, total - 1):
            print(f"The power fails in the middle of flash operation {operation + 1}.")
            rig.cut_power(operation, 0.5)
            interrupted(story, None)
        story.command("lakabe", "flash", "--port", story.port)


def play(story: Story, archive: str) -> None:
    """A whole game, recorded by the real recorder."""
    rig = story.rig
    events, expected = script.game(SEED, 500)
    words = ["lakabe", "record", "--port", story.port, "--archive", archive]
    print("$", " ".join(words).replace(story.port, "PORT"), flush=True)
    seen = len(rig.lines())
    recorder = subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        wait(lambda: any(message(line) == "synced" for line in rig.lines(seen)))
        script.schedule(rig, events)
        wait(lambda: recorded(archive) >= len(expected))
    finally:
        recorder.send_signal(signal.SIGINT)
        out, _ = recorder.communicate(timeout=PATIENCE_S)
    for line in out.replace(story.port, "PORT").splitlines():
        print(" ", line)
    told = set()
    for line in rig.lines(seen):
        said = message(line)
        # A board says its moves again to a host that has lost touch.
        if said.startswith(("move ", "result ")) and said not in told:
            told.add(said)
            print(f"  {line.t:10.1f} ms  {line.text}", flush=True)


def recorded(archive: str) -> int:
    """How many moves of the only game have been kept."""
    with Archive(archive) as found:
        return sum(len(game.texts()) for game in found.games())


def interrupted(story: Story, release: Path | None) -> None:
    """Flashes while the power is about to fail, and shows what starts then."""
    seen, frames = len(story.rig.lines()), len(story.rig.frames())
    story.command("lakabe", "flash", "--port", story.port, release=release)
    print(f"  it starts with {story.starts(seen, frames)}")


if __name__ == "__main__":
    sys.exit(exit_code_of(tell))
