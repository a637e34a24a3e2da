"""The real commands on the serial port of a live rig. They take real time; what is waited for is emulated."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from lakabe.archive import Archive
from lakabe.board import flash
from lakabe.virtual.trace import TraceEvent
from pico import script
from pico.rig import PicoRig, message

Done = subprocess.CompletedProcess[str]

PATIENCE_S = 600.0  # with a machine that has much else to do
COPYING = flash.FILE.encode()
"""What mpremote says first when it copies an image: the name under which it comes."""
INSTALLING = flash.INSTALL.split("\n")[0].encode()
"""How the script begins that puts it into its place."""
# A lakabe whose firmware lies elsewhere, as the next release would bring it.
_RELEASE = """
import sys
from pathlib import Path
from lakabe.virtual import tools
firmware = Path(sys.argv.pop(1))
tools.firmware_tree = lambda: firmware
from lakabe.__main__ import main
main()
"""


def command(*words: str, release: Path | None = None) -> Done:
    """Runs a Python module with arguments to its end; ``lakabe`` with the firmware of another `release`."""
    way = ["-m", *words] if release is None else ["-c", _RELEASE, str(release), *words[1:]]
    line = [sys.executable, *way]
    return subprocess.run(line, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def wait(condition: Callable[[], bool]) -> None:
    """Lets real time pass until something holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it never came to pass"
        time.sleep(0.05)


def flash_cut(rig: PicoRig, port: str, said: bytes, operations: int, part: float = 0.5) -> Done:
    """Runs `lakabe flash`, in which the power may fail.

    It does when `part` of a flash operation is done, after so many more since mpremote `said` something.
    """
    rig.cut_power_after(said, operations, part)
    done = command("lakabe", "flash", "--port", port)
    rig.keep_power()
    return done


def record(
    rig: PicoRig,
    port: str,
    address: str,
    events: Sequence[TraceEvent],
    enough: Callable[[], bool],
    after_ms: float = 0.0,
) -> Done:
    """Runs `lakabe record` into an archive and has hands play, until it is `enough`; Ctrl-C ends it then.

    `after_ms`: see `script.schedule`.
    """
    seen = len(rig.lines())
    line = [sys.executable, "-m", "lakabe", "record", "--port", port, "--archive", address]
    recorder = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        wait(lambda: any(message(line) == "synced" for line in rig.lines(seen)))
        script.schedule(rig, events, after_ms)
        wait(enough)
    finally:
        recorder.send_signal(signal.SIGINT)
        out, _ = recorder.communicate(timeout=PATIENCE_S)
    return subprocess.CompletedProcess(line, recorder.returncode, out, "")


def recorded(address: str) -> list[str]:
    """The moves of the only game in an archive, in N1; none yet where there is no game."""
    with Archive(address) as archive:
        games = archive.games()
        assert len(games) <= 1
        return list(games[0].texts()) if games else []


def ended(address: str) -> bool:
    """Whether the first game in an archive has a result."""
    with Archive(address) as archive:
        return archive.games()[0].result is not None
