"""Putting the firmware on a Pico as makers do, with the real commands, through a serial port in real time."""

from __future__ import annotations

import contextlib
import re
import time
from pathlib import Path

import pytest

from fanorona.wire import protocol
from lakabe import flashing
from lakabe.board.transport import open_transport
from lakabe.errors import PortError
from pico import image, script
from pico.commands import (
    PATIENCE_S,
    SWITCH,
    command,
    ended,
    flash_cut,
    record,
    recorded,
    temporary,
    wait,
)
from pico.conftest import Start
from pico.releases import NEW, OLD, earlier_firmware, rooms
from pico.rig import PicoRig

pytestmark = pytest.mark.pico

SHORT_GAME = 52  # seed of a random game with few moves


def said(*words: str) -> str:
    """What such a command says; it has to succeed."""
    done = command(*words)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def answer(port: str, request: str, pattern: str) -> str:
    """What the board at a port answers to a request, as soon as it does: the group of the pattern.

    It may be about to restart, and is then gone for a moment.
    """
    asked = protocol.encode(protocol.HOST_LEAD, f"1 {request}".encode())
    end = time.monotonic() + PATIENCE_S
    heard = b""
    while time.monotonic() < end:
        with contextlib.suppress(PortError), open_transport(port) as transport:
            while time.monotonic() < end:
                transport.write(asked)
                heard += transport.read(4096, 0.2)
                found = re.findall(rf"@\d+ \d+ {pattern}.*\*".encode(), heard)
                if found:
                    return str(found[-1].decode())
    pytest.fail(f"the board does not answer: {heard!r}")


def version(port: str) -> str:
    """What firmware the board at a port says it has."""
    return answer(port, "version", r"version (\S+)")


def firmware_on(rig: PicoRig) -> dict[str, bytes]:
    """The files on a Pico but its journal."""
    return {path: data for path, data in rig.files().items() if not path.startswith("journal/")}


def test_from_a_bare_pico_to_a_recorded_game(start: Start, tmp_path: Path) -> None:
    rig = start({})
    port = rig.live()
    assert "ls :" in said("mpremote", "connect", port, "ls")
    count = len(image.firmware())
    assert said("lakabe", "flash", "--port", port).endswith(f"{count} copied, 0 removed, 0 unchanged\n")
    assert firmware_on(rig) == image.firmware()

    wait(lambda: any(frame.lit() == script.START for frame in rig.frames()))
    rig.place(*script.START)
    events, expected = script.game(SHORT_GAME, 500)
    address = f"sqlite:///{tmp_path / 'games.db'}"
    done = record(
        rig, port, address, events, lambda: len(recorded(address)) >= len(expected) and ended(address)
    )
    assert done.returncode in (0, 130), done.stdout
    assert all(move in right for move, right in zip(recorded(address), expected, strict=True))

    assert "board.mpy" in said("mpremote", "connect", port, "ls")
    # Nothing has changed, so nothing is copied.
    assert said("lakabe", "flash", "--port", port).endswith(f"0 copied, 0 removed, {count} unchanged\n")


def test_mpremote_in_the_middle_of_a_game(start: Start) -> None:
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    rig.lift("e2")
    rig.run(100)
    port = rig.live()
    assert said("mpremote", "connect", port, "exec", "print(6 * 7)") == "42\n"
    rig.place("e2")
    said("mpremote", "connect", port, "reset")
    assert answer(port, "snapshot", r"state (\S+)") == "play"
    seen = len(rig.frames())
    rig.lift("e2")
    wait(lambda: len(rig.frames()) > seen)


def test_what_follows_ctrl_c_is_for_the_repl(start: Start) -> None:
    # mpremote sends Ctrl-A, for the raw REPL, at once after Ctrl-C and waits for its prompt for ever.
    rig = start(image.firmware(), closed=script.START)
    for attempt in range(8):
        seen = len(rig.lines())
        rig.wait_line(" game ", 3000, 0 if not attempt else seen)
        rig.lift("e2")
        rig.run(1 + attempt * 0.7)
        rig.write(b"\r\x03\r\x01")
        rig.wait_line("^raw REPL", 500, seen)
        rig.place("e2")
        rig.write(b"\x02\x04")


def test_an_upgrade_copies_what_changed(start: Start) -> None:
    files = image.firmware()
    board = files["board.mpy"].replace(NEW.encode(), OLD.encode())
    rig = start({**files, "board.mpy": board}, closed=script.START)
    rig.wait_line(rf" hello \S+ {OLD} ", 3000, 0)
    port = rig.live()
    later = len(files) - 1
    assert said("lakabe", "flash", "--port", port).endswith(f"1 copied, 0 removed, {later} unchanged\n")
    assert version(port) == NEW
    assert firmware_on(rig) == files


def fails(rig: PicoRig, port: str, said: bytes, operations: int) -> bool:
    """Whether the power fails during `lakabe flash` (see `flash_cut`), which then says so."""
    done = flash_cut(rig, port, said, operations)
    assert done.returncode in (0, 4), done.stderr
    if done.returncode:
        gone = f"lakabe: the board at {port} has gone (plug it in and run `lakabe flash` once more)\n"
        assert done.stderr == gone
    return done.returncode != 0


def test_the_power_fails_at_files_and_at_steps_of_the_switch(start: Start) -> None:
    rig = start(earlier_firmware(), closed=script.START)
    rig.wait_line(rf" hello \S+ {OLD} ", 3000, 0)
    port = rig.live()
    for path, operations in (("board.mpy", 40), ("main.py", 1), (rooms(image.firmware())[-1], 1)):
        assert fails(rig, port, temporary(path), operations)
        assert path + flashing.TEMPORARY in rig.files(), "this one was on its way"
        assert version(port) == OLD
    # Then while the files take their new names and what is left over goes: at every eighth operation.
    versions: list[str] = []
    while fails(rig, port, SWITCH, 8 * len(versions)):
        versions.append(version(port))
    assert set(versions) == {OLD, NEW}, "cut before the switch, and after it"
    assert versions == sorted(versions), "never back"
    assert version(port) == NEW
    assert firmware_on(rig) == image.firmware()
