"""Putting the firmware on a Pico with mpremote: copy what differs, verify by hash, switch over, restart.

Files are copied under temporary names and verified there. Renaming ``board.mpy`` is what switches from one
firmware to the next: the new one's rooms have their names before, which no older version's have. ``main.py``
follows where it differs, and only then goes what older versions have left.
So a board that loses its power in between starts with what it had or with the new firmware, and flashing it
again does the rest.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lakabe.building import BOARD, MAIN, is_room
from lakabe.errors import BoardFault, LakabeError, PortError
from lakabe.programs import Outcome, Runner, missing

TEMPORARY = ".new"
FORMAT = (6, 3)
"""Version and sub-version of compiled files: what mpy-cross makes, and MicroPython since 1.23 runs."""
OLDEST = "1.23"
_ARCHITECTURES = {4: "armv6m", 6: "armv7em", 7: "armv7em", 8: "armv7em", 11: "rv32imc"}
"""MicroPython's numbers for the processors of a Pico and a Pico 2 (``py/persistentcode.h``). What stands for
7 and 8 differs from 6 in floating point only, which the firmware does not use."""
_EARLIER = ("config", "leds", "matrix", "usb")
"""Modules that earlier versions put beside ``main.py``; their others were in ``/lib/fanorona``."""

_SURVEY = """\
import sys, os, hashlib, binascii, json
def files(folder):
    found = {}
    try:
        names = os.listdir(folder or "/")
    except OSError:
        return found
    for name in names:
        path = folder + "/" + name
        if os.stat(path)[0] & 0x4000:
            if folder or name == "lib":
                found.update(files(path))
            continue
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while True:
                data = file.read(512)
                if not data:
                    break
                digest.update(data)
        found[path] = binascii.hexlify(digest.digest()).decode()
    return found
print("LAKABE" + json.dumps({"mpy": getattr(sys.implementation, "_mpy", 0),
    "micropython": ".".join(str(part) for part in sys.implementation.version[:3]), "files": files("")}))
"""


@dataclass(frozen=True)
class Board:
    """What is on a board: ``architecture`` as mpy-cross calls it, SHA-256 by path of its root and /lib."""

    architecture: str
    files: Mapping[str, str]


@dataclass(frozen=True)
class Report:
    """What flashing did: paths copied, removed, and left as they were."""

    copied: list[str]
    removed: list[str]
    same: list[str]


def survey(port: str, run: Runner) -> Board:
    """Stop the program of the board at ``port`` and look at what is there. PortError, BoardFault."""
    return _survey(port, run, resume=False)


def flash(
    files: Mapping[str, bytes], board: Board, port: str, run: Runner, say: Callable[[str], None]
) -> Report:
    """Make the board at ``port`` have exactly these ``files``, and restart it. PortError, BoardFault.

    ``board`` is what ``survey`` has just found there.
    """
    wanted = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    changed = [path for path in sorted(wanted) if board.files.get(path) != wanted[path]]
    kept = {*wanted, *(path + TEMPORARY for path in changed)}
    stale = [path for path in sorted(board.files) if path not in kept and _ours(path)]
    if changed:
        _copy(files, changed, port, run, say)
        found = _survey(port, run, resume=True).files
        for path in changed:
            if found.get(path + TEMPORARY) != wanted[path]:
                raise BoardFault(
                    f"{path} arrived damaged on the board", "try another cable or port, then again"
                )
    if changed or stale:
        say("going over to the new firmware")
        _mpremote(port, ["exec", switch_script(changed, stale)], run, resume=True)
        found = _survey(port, run, resume=True).files
        wrong = [path for path in wanted if found.get(path) != wanted[path]]
        if wrong:
            raise BoardFault(f"{wrong[0]} is not what was copied", "run `lakabe flash` again")
    say("restarting the board")
    _mpremote(port, ["reset"], run, resume=True)
    return Report(changed, stale, [path for path in sorted(wanted) if path not in changed])


def switch_script(changed: Sequence[str], stale: Sequence[str]) -> str:
    """What the board runs to go over from the old files to the new ones, which lie beside them.

    Every line of it is done or not done when the power fails, which is littlefs's promise.
    """
    rooms = [path for path in sorted(changed) if is_room(path)]
    first = [*rooms, *([BOARD] if BOARD in changed else [])]
    steps = [f"os.rename({path + TEMPORARY!r}, {path!r})" for path in first]
    # A source hides the compiled file of the same name, so it goes before anything relies on that.
    hiding = [path for path in stale if path == _source(BOARD)]
    steps += [f"os.remove({path!r})" for path in hiding]
    steps += [f"os.rename({path + TEMPORARY!r}, {path!r})" for path in sorted(changed) if path not in first]
    steps += [f"os.remove({path!r})" for path in stale if path not in hiding]
    return "\n".join(["import os", *steps, ""])


def _source(path: str) -> str:
    return path.removesuffix(".mpy") + ".py"


def _ours(path: str) -> bool:
    """Whether a file is left over: of an earlier version or a broken-off copy, or hiding the new one."""
    if is_room(path.removesuffix(TEMPORARY)):
        return True
    if path.startswith("/lib/fanorona/") or path in (BOARD + TEMPORARY, MAIN + TEMPORARY, _source(BOARD)):
        return True
    return path.removeprefix("/").removesuffix(".mpy").removesuffix(".py") in _EARLIER


def _survey(port: str, run: Runner, resume: bool) -> Board:
    out = _mpremote(port, ["exec", _SURVEY], run, resume)
    for line in out.splitlines():
        if line.startswith("LAKABE"):
            try:
                said = json.loads(line.removeprefix("LAKABE"))
                return Board(_architecture(said["mpy"], said["micropython"]), dict(said["files"]))
            except (ValueError, KeyError, TypeError):
                break
    raise BoardFault(f"the board at {port} gave no sensible answer", "unplug it, plug it in again, try again")


def _architecture(mpy: int, micropython: str) -> str:
    """The processor that ``sys.implementation._mpy`` names. BoardFault when it is none of ours."""
    if (mpy & 255, mpy >> 8 & 3) != FORMAT:
        raise BoardFault(
            f"MicroPython {micropython} on the board does not run this firmware",
            f"put MicroPython {OLDEST} or newer on it first, see firmware/README.md",
        )
    if mpy >> 10 not in _ARCHITECTURES:
        raise BoardFault(
            "the board is no Raspberry Pi Pico or Pico 2", "choose another port, see `lakabe boards`"
        )
    return _ARCHITECTURES[mpy >> 10]


def _copy(
    files: Mapping[str, bytes], paths: Sequence[str], port: str, run: Runner, say: Callable[[str], None]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, path in enumerate(paths, 1):
            say(f"copying {path} ({number} of {len(paths)})")
            local = Path(folder) / path.rsplit("/", 1)[1]
            local.write_bytes(files[path])
            _mpremote(port, ["fs", "cp", str(local), f":{path}{TEMPORARY}"], run, resume=True)


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
        return PortError(
            f"{what}: permission denied",
            "add yourself to the dialout group: `sudo usermod -aG dialout $USER`",
        )
    if "no space" in low or "errno 28" in low or "enospc" in low:
        return BoardFault("the board's file system is full", "delete files that are not of this firmware")
    return PortError(
        f"{what}: {done.last_words}",
        "unplug the board, plug it in again and run `lakabe flash` once more",
    )
