"""The power fails while a Pico is flashed: it starts with the old firmware or with the new one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from lakabe import flashing
from lakabe.errors import PortError
from pico import image, mpremote, script
from pico.mpremote import Mpremote
from pico.releases import NEW, OLD, earlier_firmware, rooms
from pico.rig import PicoRig

pytestmark = pytest.mark.pico

PARTS = (0.0, 0.5, 0.9)  # how much of a flash operation is done when the power fails, in turn

# Small firmwares that say at their start which version each of their parts has. Before the computer has found
# the device on USB, what a program prints would be lost.
SAY = "import time\ntime.sleep_ms(50)\nprint('\\nSTARTED', {parts})\nwhile True:\n    time.sleep_ms(1)\n"
SIZE = 6 * 1024  # of a compiled one: two sectors of the flash
ROOM_SIZE = 2 * 1024
STARTER = b"import board\nboard.run()\n"


def joined(version: str, folder: Path) -> dict[str, bytes]:
    """A firmware in one compiled file and a room, which it enters at once."""
    room = f"room_rare_{version.encode().hex().ljust(8, '0')}"
    inside = folder / f"{room}.py"
    inside.write_text(f"VERSION = {version!r}\nDATA = {bytes(range(256)) * (ROOM_SIZE // 256)!r}\n")
    source = folder / f"{version}.py"
    body = SAY.format(parts=f"{version!r}, VERSION").replace("\n", "\n    ")
    source.write_text(
        f"DATA = {bytes(range(256)) * (SIZE // 256) + version.encode()!r}\n"
        f"def run():\n    from {room} import VERSION\n    {body}\n"
    )
    return {
        "main.py": STARTER,
        "board.mpy": image.compiled(source, False),
        f"{room}.mpy": image.compiled(inside, False),
    }


def separate(version: str) -> dict[str, bytes]:
    """A firmware as earlier versions were: many files."""
    modules = ("config", "leds", "fanorona.rules")
    files = {
        f"{'lib/' if '.' in name else ''}{name.replace('.', '/')}.py": f"V = '{version}'\n".encode()
        for name in modules
    }
    imports = "".join(f"import {name}\n" for name in modules)
    parts = ", ".join(f"{name}.V" for name in modules)
    return {**files, "main.py": (imports + SAY.format(parts=parts)).encode()}


def started(rig: PicoRig, seen: int) -> str:
    """Which version has started, after line number `seen`; every part of it has to say the same."""
    line = rig.wait_line("^STARTED ", 3000, seen)
    (version,) = set(line.text.split()[1:])
    return version


def upgrade(
    rig: PicoRig,
    files: Mapping[str, bytes],
    there: Mapping[str, bytes] | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> None:
    """What `lakabe flash` does, in emulated time; it says what. Raises PortError when the power fails.

    ``there``: files that it is to take for being on the board already.
    """
    runner = Mpremote(rig)
    board = flashing.survey(mpremote.PORT, runner)
    digests = {f"/{path}": hashlib.sha256(data).hexdigest() for path, data in (there or {}).items()}
    board = replace(board, files={**board.files, **digests})
    on_board = {f"/{path}": data for path, data in files.items()}
    flashing.flash(on_board, board, mpremote.PORT, runner, say)


@pytest.mark.parametrize("before", ["separate", "joined"])
def test_the_power_fails_at_every_flash_operation(before: str, tmp_path: Path) -> None:
    old = separate("old") if before == "separate" else joined("old", tmp_path)
    new = joined("new", tmp_path)
    versions = []
    while versions[-1:] != ["done"]:
        with PicoRig(old) as rig:
            started(rig, 0)
            seen = len(rig.lines())
            rig.cut_power(len(versions), PARTS[len(versions) % len(PARTS)])
            try:
                upgrade(rig, new)
            except PortError:
                versions.append(started(rig, seen))
                if len(versions) % 4:
                    continue
                # Once more, with power: whatever the failure has left is no hindrance.
                upgrade(rig, new)
            else:
                versions.append("done")
            seen = len(rig.lines())
            assert started(rig, seen) == "new"
            assert rig.files() == new
    switch = versions.index("new")
    assert versions == ["old"] * switch + ["new"] * (len(versions) - switch - 1) + ["done"]
    assert switch > SIZE // 4096 + SIZE // 1024, "an erasure for each sector, then a page or more at a time"
    gone = len(old.keys() - new.keys())
    assert len(versions) - switch > gone >= 1, "the old files go last, one by one"


def test_the_power_fails_at_files_of_the_firmware() -> None:
    """While each third is copied, the largest among them; the old firmware starts every time.

    To save time only the files since the one before are copied in the same run; those before them lie ready.
    """
    new = image.firmware()
    old = earlier_firmware()
    paths = sorted(new)
    tried = range(0, len(paths), 3)
    assert max(paths, key=lambda path: len(new[path])) in [paths[number] for number in tried]
    before = 0
    begun = 0  # that were on their way then
    with PicoRig(old, closed=script.START) as rig:
        hello = rig.wait_line(" hello ", 3000, 0)
        for number in tried:
            path = paths[number]
            others = {name: new[name] for name in paths if name not in paths[before : number + 1]}
            before = number

            def cut(said: str, path: str = path) -> None:
                if said.startswith(f"copying /{path} "):
                    rig.cut_power(40 if len(new[path]) > SIZE else 1, 0.5)

            seen = len(rig.lines())
            with pytest.raises(PortError):
                upgrade(rig, new, others, cut)
            hello = rig.wait_line(" hello ", 3000, seen)
            assert hello.text.split()[4] == OLD, path
            ready = {name.removesuffix(flashing.TEMPORARY) for name in rig.files().keys() - old.keys()}
            assert {*paths[:number]} <= ready <= {*paths[: number + 1]}, "all before it are ready"
            begun += path in ready
        assert begun > len(tried) / 2, "otherwise littlefs made room for its name"
        seen = len(rig.lines())
        upgrade(rig, new)
        hello = rig.wait_line(" hello ", 3000, seen)
        assert hello.text.split()[4] == NEW
        assert rig.files() == new


def test_the_power_fails_while_the_firmware_switches(tmp_path: Path) -> None:
    """The firmware itself, from the layout of earlier versions, in every flash operation of the switch."""
    old = image.firmware(image.SEPARATE)
    del old["config.mpy"]
    old["config.py"] = (image.FIRMWARE / "config.py").read_bytes().replace(NEW.encode(), OLD.encode())
    new = image.firmware()
    waiting = {path + flashing.TEMPORARY: data for path, data in new.items()}
    switch = flashing.switch_script(
        [f"/{path}" for path in new], [f"/{path}" for path in old if path != "main.py"]
    )
    versions: list[str] = []
    while versions.count(NEW) < 4:
        with PicoRig({**old, **waiting}, closed=script.START) as rig:
            rig.wait_line(" hello ", 3000, 0)
            seen = len(rig.lines())
            # The last room's new name, and then each operation.
            rig.cut_power(len(rooms(new)) - 1 + len(versions))
            done = Mpremote(rig)(["mpremote", "connect", mpremote.PORT, "exec", switch])
            assert done.status == 1
            hello = rig.wait_line(" hello ", 3000, seen)
            versions.append(hello.text.split()[4])
    switched = versions.index(NEW)
    assert versions == [OLD] * switched + [NEW] * (len(versions) - switched)
