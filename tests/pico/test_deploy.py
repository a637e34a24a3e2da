"""Putting the firmware on a Pico as makers do, with the real command, through a serial port in real time."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fanorona import protocol
from lakabe import flashing
from lakabe.archive import Archive
from lakabe.transport import open_transport
from pico import image, script
from pico.conftest import Start
from pico.rig import message

pytestmark = pytest.mark.pico

PATIENCE_S = 120.0


def lakabe(*words: str) -> str:
    """What the command says; it has to succeed."""
    command = [sys.executable, "-m", "lakabe", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def wait(condition: Callable[[], bool]) -> None:
    """Lets real time pass until something holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it never came to pass"
        time.sleep(0.05)


def version(port: str) -> str:
    """What firmware the board at a port says it has, as soon as it says something."""
    asked = protocol.encode(protocol.HOST_LEAD, b"1 version")
    end = time.monotonic() + PATIENCE_S
    heard = b""
    with open_transport(port) as transport:
        while time.monotonic() < end:
            transport.write(asked)
            heard += transport.read(4096, 0.2)
            found = re.findall(rb"@\d+ \d+ version (\S+) \S+\*", heard)
            if found:
                return str(found[-1].decode())
    pytest.fail(f"the board does not answer: {heard!r}")


def recorded(address: str) -> list[str]:
    """The moves of the only game in an archive, in N1; none yet where there is no game."""
    with Archive(address) as archive:
        games = archive.games()
        assert len(games) <= 1
        return list(games[0].texts()) if games else []


def test_from_a_bare_pico_to_a_recorded_game(start: Start, tmp_path: Path) -> None:
    rig = start({}, closed=script.START)
    port = rig.live()
    assert lakabe("flash", "--port", port).endswith(
        f"{len(image.firmware())} copied, 0 removed, 0 unchanged\n"
    )
    assert rig.files() == image.firmware()

    events, expected = script.game(5, 4)
    address = f"sqlite:///{tmp_path / 'games.db'}"
    command = [sys.executable, "-m", "lakabe", "record", "--port", port, "--archive", address]
    recorder = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        wait(lambda: any(message(line) == "synced" for line in rig.lines()))
        script.schedule(rig, events)
        wait(lambda: len(recorded(address)) >= len(expected))
    finally:
        recorder.send_signal(signal.SIGINT)
        said, _ = recorder.communicate(timeout=PATIENCE_S)
    assert recorder.returncode in (0, 130), said
    assert all(move in right for move, right in zip(recorded(address), expected, strict=True))

    # And once more: nothing has changed, so nothing is copied.
    assert lakabe("flash", "--port", port).endswith(
        f"0 copied, 0 removed, {len(image.firmware())} unchanged\n"
    )


def test_an_upgrade_copies_what_changed(start: Start) -> None:
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" hello ", 6000, 0)
    files = {f"/{path}": data for path, data in image.firmware().items()}
    files["/config.mpy"] = files["/config.mpy"].replace(b"0.1.0", b"0.1.1")
    port = rig.live()
    report = flashing.flash(files, port, flashing.run_module, lambda _: None)
    assert report.copied == ["/config.mpy"]
    assert version(port) == "0.1.1"


def test_an_upgrade_that_is_cut_off_leaves_the_old_version(start: Start) -> None:
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" hello ", 6000, 0)
    port = rig.live()
    files = {f"/{path}": data for path, data in image.firmware().items()}
    files["/config.mpy"] = files["/config.mpy"].replace(b"0.1.0", b"0.1.1")
    files["/leds.mpy"] = files["/leds.mpy"].replace(b"leds.py", b"Leds.py")  # the name of the source
    files["/main.py"] += b"# changed\n"
    copies = 3

    class Unplugged(Exception):
        pass

    def until(count: int) -> flashing.Runner:
        """Runs mpremote until so many files have been copied, and unplugs the board before the next one."""
        done = 0

        def run(arguments: Sequence[str]) -> flashing.Outcome:
            nonlocal done
            if "cp" in arguments:
                if done == count:
                    raise Unplugged
                done += 1
            return flashing.run_module(arguments)

        return run

    for count in range(copies):
        with pytest.raises(Unplugged):
            flashing.flash(files, port, until(count), lambda _: None)
        rig.reset()
        assert version(port) == "0.1.0"
    flashing.flash(files, port, until(copies), lambda _: None)
    assert version(port) == "0.1.1"
    assert {f"/{path}" for path in rig.files()} == set(files)
