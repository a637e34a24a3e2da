"""Installs what the lock files name: exact releases, and of each only files with the hashes given there.

Uses the standard library alone, as ``checkout`` does. The pip that comes with Python 3.11 can do all of it.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from lakabe.errors import SetupError

FOLDER = Path("locks")
OTHER_FILE = "DO NOT MATCH THE HASHES"
"""Words of pip's complaint about a file that has none of the hashes."""


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

    Installs wheels only: what pip would need to build a source package is not locked.
    """
    locks = [str(lock_file(name)) for name in names]
    words = [*pip, "install", "--quiet", "--require-hashes", "--only-binary", ":all:", *options]
    for lock in locks:
        words += ["--requirement", lock]
    done = subprocess.run(
        [str(word) for word in words],
        cwd=root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    sys.stderr.write(done.stderr)
    if done.returncode == 0:
        return
    if OTHER_FILE in done.stderr:
        raise SetupError(
            f"a package has another hash than {' or '.join(locks)} gives, and was not installed",
            "see above; check where pip gets its packages from",
        )
    raise SetupError(
        f"pip could not install {' and '.join(locks)}", "see above; check the network, run it again"
    )
