"""Putting the firmware on a Pico as makers do, with the real commands, through a serial port in real time."""

from __future__ import annotations

import contextlib
import re
import time
from pathlib import Path

import pytest

from fanorona.wire import protocol
from lakabe.board import flash
from lakabe.board.transport import open_transport
from lakabe.errors import PortError
from pico import image, script
from pico.commands import COPYING, INSTALLING, PATIENCE_S, command, ended, flash_cut, record, recorded, wait
from pico.conftest import Start
from pico.releases import NEW, earlier_firmware, faulty

pytestmark = pytest.mark.pico

SHORT_GAME = 52  # seed of a random game with few moves
RED = b"\x00\x28\x00"  # one pixel: green, red, blue


def said(*words: str, release: Path | None = None) -> str:
    """What such a command says, a ``lakabe`` with the firmware of another `release`; it has to succeed."""
    done = command(*words, release=release)
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


def test_from_the_base_alone_to_a_recorded_game(start: Start, tmp_path: Path) -> None:
    rig = start(journal=[])
    port = rig.live()
    assert "ls :" in said("mpremote", "connect", port, "ls")
    assert said("lakabe", "flash", "--port", port).endswith(f"\nfirmware {NEW}\n")

    wait(lambda: any(frame.whole and frame.lit() == script.START for frame in rig.frames()))
    rig.place(*script.START)
    events, expected = script.game(SHORT_GAME, 500)
    address = f"sqlite:///{tmp_path / 'games.db'}"
    done = record(
        rig, port, address, events, lambda: len(recorded(address)) >= len(expected) and ended(address)
    )
    assert done.returncode in (0, 130), done.stdout
    assert all(move in right for move, right in zip(recorded(address), expected, strict=True))

    # Nothing has changed, so nothing is copied.
    again = said("lakabe", "flash", "--port", port)
    assert again.startswith(f"the board has firmware {NEW} already\n") and "copying" not in again


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


def test_one_file_is_changed_and_its_traceback_names_it(start: Start, tmp_path: Path) -> None:
    """What somebody sees who works on the firmware."""
    rig = start(image.firmware(), closed=script.START)
    rig.wait_line(" game ", 3000, 0)
    port = rig.live()
    tree, place = faulty(tmp_path)
    told = said("lakabe", "flash", "--port", port, release=tree)
    assert told.endswith(f", before {NEW}\n")
    seen = len(rig.lines())
    with open_transport(port) as transport:
        transport.write(protocol.encode(protocol.HOST_LEAD, b"1 version"))
        wait(lambda: any(line.text.startswith("ValueError: planted") for line in rig.lines(seen)))
    assert place in [line.text for line in rig.lines(seen)]


def test_the_power_fails_and_flashing_once_more_mends_it(start: Start) -> None:
    old, before = earlier_firmware()
    rig = start(old, closed=script.START)
    rig.wait_line(" hello ", 3000, 0)
    port = rig.live()
    for said_first, operations in ((COPYING, 40), (INSTALLING, 40)):
        done = flash_cut(rig, port, said_first, operations)
        assert done.returncode == PortError.exit_code, done.stderr
        assert done.stderr.startswith(
            f"lakabe: the board at {port} has gone (plug it in and run `lakabe flash`"
        )
        if said_first is COPYING:
            assert version(port) == before
            assert flash.FILE.lstrip("/") in rig.files(), "it was on its way"
    wait(lambda: rig.frames()[-1].wire == RED)
    assert said("lakabe", "flash", "--port", port).endswith(f"\nfirmware {NEW}\n")
    assert version(port) == NEW
    assert rig.files() == {}
