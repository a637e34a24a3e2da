"""Bringing the firmware to a board: a UF2 into its boot loader, or an image over its serial port.

A new Pico, and one whose base is another, gets the UF2 of base and image; its boot loader shows itself as a
drive. A board that has the base gets the image by way of a file, with mpremote. Only when the whole image is
there and sound does the board put it into its place, the first sector last: wherever the power fails, the
board starts with the old firmware, with the new one, or with none, which `lakabe flash` mends.
"""

from __future__ import annotations

import json
import shutil
import string
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lakabe.board import bases, image, uf2
from lakabe.board.events import Hello
from lakabe.board.ports import ask_hello, find_boards, only_board
from lakabe.board.programs import Outcome, Runner, missing
from lakabe.board.transport import DENIED
from lakabe.errors import BoardFault, LakabeError, NoBoardError, PortError, ProtocolError

FILE = "/firmware.new"
"""Where an image lies on a board until it is installed."""
INFO = "INFO_UF2.TXT"
"""By which the drive of a boot loader is known."""
DRIVE_S = 20.0
"""In which it appears."""
HELLO_S = 30.0
"""In which a board answers that has been flashed."""
_LOOK_S = 0.25

_BOOT_LOADERS = {"RPI-RP2": "pico", "RP2350": "pico2"}
_PROCESSORS = {"RP2040": "pico", "RP2350": "pico2"}

_SURVEY = """\
import sys, os, json
found = {"machine": sys.implementation._machine, "base": "", "firmware": "", "games": False}
try:
    import lakabe_base
    found["base"] = lakabe_base.RECIPE
except ImportError:
    found["games"] = "journal" in os.listdir()
try:
    import config, stamp
    found["firmware"] = config.FIRMWARE_VERSION + "+" + stamp.SOURCES
except (ImportError, AttributeError):
    pass
print("LAKABE" + json.dumps(found))
"""

INSTALL = f"""\
import binascii, os, vfs
buffer = bytearray(4096)
size = os.stat("{FILE}")[6]
total = 0
with open("{FILE}", "rb") as file:
    for at in range(0, size - 4, 4096):
        total = binascii.crc32(memoryview(buffer)[:min(file.readinto(buffer), size - 4 - at)], total)
    file.seek(size - 4)
    whole = total == int.from_bytes(file.read(4), "little")
    if whole:
        try:
            vfs.umount("/rom")
        except OSError:
            pass
        part = vfs.rom_ioctl(2, 0)
        part.ioctl(6, 0)
        file.seek(4096)
        for sector in range(1, (size + 4095) // 4096):
            file.readinto(buffer)
            part.writeblocks(sector, buffer)
        file.seek(0)
        file.readinto(buffer)
        part.writeblocks(0, buffer, 0)
        whole = binascii.crc32(memoryview(part)[:size - 4]) == total
os.remove("{FILE}")
print("LAKABE", "installed" if whole else "damaged")
"""
"""What a board runs to put the image in the file into its place. The first sector, without which there is no
firmware, is erased before all others and written after them."""


@dataclass(frozen=True)
class Board:
    """What is on a board.

    ``chip``: as in ``image.CHIPS``. ``base``: the recipe of its base, empty where that is none of ours.
    ``firmware``: its version, empty where there is none or an early one. ``has_games``: whether a new base
    makes it forget games, its match and its settings.
    """

    chip: str
    base: str
    firmware: str
    has_games: bool


@dataclass(frozen=True)
class Drive:
    """The drive that a boot loader shows: its folder, and the chip as in ``image.CHIPS``."""

    folder: Path
    chip: str


# A board with MicroPython


def survey(port: str, run: Runner) -> Board:
    """Stop the program of the board at ``port`` and look at what is there. PortError, BoardFault."""
    out = _mpremote(port, ["exec", _SURVEY], run, resume=False)
    for line in out.splitlines():
        if line.startswith("LAKABE"):
            try:
                said = json.loads(line.removeprefix("LAKABE"))
                machine, base, firmware = said["machine"], said["base"], said["firmware"]
                chips = [chip for name, chip in _PROCESSORS.items() if name in machine]
                has_games = said["games"]
            except (ValueError, KeyError, TypeError):
                break
            if not chips:
                raise BoardFault(
                    "the board is no Raspberry Pi Pico or Pico 2", "choose another port, see `lakabe boards`"
                )
            return Board(chips[0], base, firmware, has_games)
    raise BoardFault(f"the board at {port} gave no sensible answer", "unplug it, plug it in again, try again")


def fits(board: Board) -> bool:
    """Whether an image is all that the board needs: it has our base, and here is no other one for it."""
    return bool(board.base) and bases.recipe(board.chip) in ("", board.base)


def install(firmware: bytes, port: str, run: Runner, say: Callable[[str], None]) -> None:
    """Give the board at ``port``, which ``fits``, this image, and restart it. PortError, BoardFault."""
    say(f"copying the firmware, {len(firmware):,} bytes")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, FILE.lstrip("/"))
        file.write_bytes(firmware)
        _mpremote(port, ["fs", "cp", str(file), f":{FILE}"], run, resume=True)
    say("installing it: do not unplug the board")
    out = _mpremote(port, ["exec", INSTALL], run, resume=True)
    if "LAKABE installed" not in out:
        raise BoardFault("the firmware arrived damaged on the board", "try another cable or port, then again")
    say("restarting the board")
    restart(port, run)


def restart(port: str, run: Runner) -> None:
    """Restart the board at ``port``. PortError, BoardFault."""
    _mpremote(port, ["reset"], run, resume=True)


def enter_boot_loader(port: str, run: Runner) -> None:
    """Have the board at ``port`` show itself as a drive. PortError, BoardFault."""
    _mpremote(port, ["bootloader"], run, resume=True)


# A board in its boot loader


def release(chip: str, firmware: bytes) -> bytes:
    """The UF2 of base and image. SetupError where this installation has no base."""
    return uf2.pack({0: bases.find(chip), image.PLACE: firmware}, chip)


def drives(folders: Iterable[Path] | None = None) -> list[Drive]:
    """Those of boot loaders that are mounted, or of these folders."""
    found = []
    for folder in _mounted() if folders is None else folders:
        try:
            text = (folder / INFO).read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        found += [Drive(folder, chip) for name, chip in _BOOT_LOADERS.items() if f"Board-ID: {name}" in text]
    return found


def wait_for_drive(
    chip: str, look: Callable[[], list[Drive]] = drives, pause: Callable[[float], None] = time.sleep
) -> Drive:
    """The drive of a board that was asked into its boot loader. BoardFault when it does not appear."""
    for _ in range(round(DRIVE_S / _LOOK_S)):
        for drive in look():
            if drive.chip == chip:
                return drive
        pause(_LOOK_S)
    raise BoardFault(
        "the drive of the board's boot loader does not appear",
        "mount it, or copy the file of `lakabe flash --uf2 FILE` onto it yourself",
    )


def write(drive: Drive, data: bytes) -> None:
    """Give a boot loader its UF2; the board restarts by itself. PortError."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "lakabe.uf2")
            file.write_bytes(data)
            shutil.copyfile(file, drive.folder / file.name)
    except OSError as error:
        raise PortError(f"{drive.folder} cannot be written: {error.strerror}", "plug it in anew") from error


# Any board


def wait_for_hello(
    port: str | None,
    ask: Callable[[str], Hello] = ask_hello,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Hello:
    """What the board that was flashed says, at ``port`` or where it is the only one. BoardFault."""
    end = clock() + HELLO_S
    while clock() < end:
        pause(_LOOK_S)
        try:
            return ask(port or only_board(find_boards()).url)
        except (NoBoardError, PortError, ProtocolError):
            continue
    raise BoardFault("the board does not answer", "unplug it, plug it in again; see `lakabe doctor`")


def _mounted() -> list[Path]:
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[3:]]
    roots = [Path("/Volumes"), *Path("/media").glob("*"), *Path("/run/media").glob("*"), Path("/media")]
    return [folder for root in roots if root.is_dir() for folder in sorted(root.iterdir())]


def _mpremote(port: str, arguments: Sequence[str], run: Runner, resume: bool) -> str:
    # Without `resume` mpremote restarts the interpreter first: nothing of the running program is left then.
    done = run(["mpremote", "connect", port, *(["resume"] if resume else []), *arguments])
    if done.status:
        raise _failure(port, done)
    return done.out


def _failure(port: str, done: Outcome) -> LakabeError:
    """Why mpremote failed, by what it said last."""
    if problem := missing("mpremote", done):
        return problem
    what = f"the board at {port} could not be reached"
    low = (done.out + done.err).lower()
    if "input/output error" in low or "disconnected" in low:
        return PortError(f"the board at {port} has gone", "plug it in and run `lakabe flash` once more")
    if "failed to access" in low or "no device" in low or "not found" in low:
        # mpremote says the same of a port that is not there and of one in use.
        return PortError(f"{what}: {done.last_words}", "plug it in, and close other programs that use it")
    if "permission" in low:
        return PortError(f"{what}: permission denied", DENIED)
    if "no space" in low or "errno 28" in low or "enospc" in low:
        return BoardFault("the board's file system is full", "delete files that are not of this firmware")
    return PortError(
        f"{what}: {done.last_words}",
        "unplug the board, plug it in again and run `lakabe flash` once more",
    )
