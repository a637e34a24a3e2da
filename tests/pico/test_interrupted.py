"""The power fails while an image is installed: the board has the old firmware, the new one, or none."""

from __future__ import annotations

import pytest

from lakabe.board.flash import FILE, INSTALL
from lakabe.board.image import pack
from pico.mpremote import PORT, Mpremote
from pico.rig import PicoRig

pytestmark = pytest.mark.pico

PARTS = (0.0, 0.5, 0.9)  # how much of a flash operation is done when the power fails, in turn
SECTORS = 3
STARTED_MS = 400

# Before the computer has found the device on USB, what a program prints would be lost.
SAY = "import time\ntime.sleep_ms(50)\nprint('\\nSTARTED', {version!r})\ndef run():\n    pass\n"


def firmware(version: str) -> bytes:
    """An image of some sectors that says at its start which version it is."""
    data = version.encode() * (SECTORS * 4096 // len(version) - 100)
    return pack({"start.py": SAY.format(version=version).encode(), "data": data})


def seen(rig: PicoRig) -> tuple[int, int]:
    """How many lines and frames there have been."""
    return len(rig.lines()), len(rig.frames())


def started(rig: PicoRig, since: tuple[int, int]) -> str:
    """What the board has that has started since: a version, or none; then exactly one point is red."""
    rig.run(STARTED_MS)
    lines, frames = since
    said = [line.text for line in rig.lines(lines) if line.text.startswith("STARTED ")]
    if said:
        return said[0].split()[1]
    frame = rig.frames(frames)[-1]
    green, red, blue = frame.wire
    assert red and not green and not blue
    return "none"


def install(rig: PicoRig) -> bool:
    """Whether the board could install the image that lies in its file system."""
    done = Mpremote(rig)(["mpremote", "connect", PORT, "resume", "exec", INSTALL])
    assert done.status or "LAKABE installed" in done.out, done.out
    return not done.status


def test_the_power_fails_at_every_flash_operation() -> None:
    old, new = firmware("old"), firmware("new")
    found = []
    with PicoRig(old, files={FILE.lstrip("/"): new}) as rig:
        assert started(rig, (0, 0)) == "old"
        while "new" not in found:
            since = seen(rig)
            rig.cut_power(len(found), PARTS[len(found) % len(PARTS)])
            if install(rig):
                rig.keep_power()
                since = seen(rig)
                rig.reset()
                found.append("new")
                assert started(rig, since) == "new"
            else:
                found.append(started(rig, since))
    assert found[0] == "old", "nothing of the first erase was done"
    assert set(found[1:-1]) == {"none"}
    assert len(found) > SECTORS + 3, "an erasure for each sector, and its pages"


def test_what_has_no_firmware_gets_it_with_the_next_try() -> None:
    with PicoRig(firmware("old"), files={FILE.lstrip("/"): firmware("new")}) as rig:
        started(rig, (0, 0))
        since = seen(rig)
        rig.cut_power(3)
        assert not install(rig)
        assert started(rig, since) == "none"
        rig.keep_power()
        assert install(rig)
        since = seen(rig)
        rig.reset()
        assert started(rig, since) == "new"
        assert FILE.lstrip("/") not in rig.files()


@pytest.mark.parametrize("at", [0, 40, 5000, -1])
def test_a_damaged_image_is_not_started(at: int) -> None:
    damaged = bytearray(firmware("old"))
    damaged[at] ^= 1
    with PicoRig(bytes(damaged)) as rig:
        assert started(rig, (0, 0)) == "none"


def test_files_of_an_earlier_firmware_shadow_nothing() -> None:
    shadows = dict.fromkeys(("main.py", "start.py", "board.py", "lib/start.py"), b"print('SHADOW')\n")
    with PicoRig(firmware("old"), files=shadows) as rig:
        assert started(rig, (0, 0)) == "old"
        assert not any("SHADOW" in line.text for line in rig.lines())
