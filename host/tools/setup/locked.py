"""Installs what the lock files name: exact releases, and of each only files with the hashes given there.

Uses the standard library alone, as ``checkout`` does. The pip that comes with Python 3.11 can do all of it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from lakabe.errors import SetupError

FOLDER = Path("locks")
OTHER_FILE = "DO NOT MATCH THE HASHES"
"""Words of pip's complaint about a file that has none of the hashes."""

EXTENTS = {
    "play": "150 MB to download, 520 MB on disk; one to three minutes",
    "dev": "another 190 MB to download, 630 MB on disk; one to three minutes",
}
"""By lock file: what installing it takes, as measured on two cores."""

_LOOK_S = 0.5
_LINE_S = 10.0
"""How often a line is printed where there is no terminal to draw a bar on."""
_WIDTH = 30


def lock_file(name: str) -> Path:
    """The lock file of this name, from the root of the clone."""
    return FOLDER / f"{name}.txt"


def contents(root: Path, names: Iterable[str]) -> list[bytes]:
    """What stands in the lock files of these names; SetupError if one is missing."""
    try:
        return [(root / lock_file(name)).read_bytes() for name in names]
    except OSError as problem:
        raise SetupError(
            f"{problem.filename} cannot be read", f"git checkout {FOLDER} brings it back"
        ) from problem


def pip_of(python: str | Path) -> list[str | Path]:
    """The command that runs `python`'s pip."""
    return [python, "-m", "pip", "--disable-pip-version-check"]


def install(pip: Iterable[str | Path], root: Path, names: Iterable[str], *options: str | Path) -> None:
    """Installs the lock files of these names, with more `options` of pip's; SetupError if pip fails.

    Installs wheels only: what pip would need to build a source package is not locked. Python compiles modules
    when they are first imported, which takes less time and disk than compiling all of them now.
    """
    names = list(names)
    locks = [str(lock_file(name)) for name in names]
    words = [*pip, "install", "--require-hashes", "--only-binary", ":all:", "--no-compile", *options]
    for lock in locks:
        words += ["--requirement", lock]
    packages = "".join((root / lock).read_text(encoding="utf-8") for lock in locks)
    progress = Progress(len(set(re.findall(r"^([a-z0-9-]+)==", packages, re.MULTILINE))))
    with tempfile.TemporaryFile("w+") as complaints:
        with subprocess.Popen(
            [str(word) for word in words], cwd=root, stdout=subprocess.PIPE, stderr=complaints, text=True
        ) as process:
            progress.watch(process)
        complaints.seek(0)
        said = complaints.read()
    sys.stderr.write(said)
    if process.returncode == 0:
        return
    if OTHER_FILE in said:
        raise SetupError(
            f"a package has another hash than {' or '.join(locks)} gives, and was not installed",
            "see above; check where pip gets its packages from",
        )
    raise SetupError(
        f"pip could not install {' and '.join(locks)}", "see above; check the network, run it again"
    )


class Progress:
    """Shows how far pip has come with `total` packages: a bar on a terminal, else a line now and then."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.doing = ""
        self.begun = time.monotonic()

    def watch(self, pip: subprocess.Popen[str]) -> None:
        """Show what pip does, to its end."""
        assert pip.stdout is not None
        reading = threading.Thread(target=self._read, args=(pip.stdout,), daemon=True)
        reading.start()
        shown = 0.0
        while pip.poll() is None:
            reading.join(_LOOK_S)
            if not reading.is_alive():
                pip.wait()
            elif sys.stdout.isatty():
                print(f"\r{self.bar()}", end="", flush=True)
            elif time.monotonic() - self.begun > shown + _LINE_S:
                shown = time.monotonic() - self.begun
                print(f"setup: {self.words()}", flush=True)
        reading.join()
        if sys.stdout.isatty():
            print(f"\r{'':{_WIDTH + 45}}\r", end="", flush=True)

    def hear(self, line: str) -> None:
        """Take in a line of pip's."""
        if line.startswith("Collecting ") or line.startswith("Requirement already satisfied"):
            self.done = min(self.done + 1, self.total)
            self.doing = re.split(r"[=<>\[ ]", line.removeprefix("Collecting "))[0]
        elif line.startswith("Installing collected packages"):
            self.done = self.total
            self.doing = "unpacking them"

    def words(self) -> str:
        """What is done now, and for how long."""
        seconds = time.monotonic() - self.begun
        return f"{self.done} of {self.total} packages, {seconds:.0f} s: {self.doing}"

    def bar(self) -> str:
        """The same as a bar."""
        full = _WIDTH * self.done // max(1, self.total)
        return f"setup: [{'#' * full:{_WIDTH}}] {self.words()[:36]:36}"

    def _read(self, said: IO[str]) -> None:
        for line in said:
            self.hear(line.strip())
