"""PostgreSQL for the tests: the one that is installed, else one by the means the machine has.

``make test`` runs this file. Nothing is started here, and no server is set up on the machine.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from lakabe.errors import SetupError, exit_code_of
from tools.setup.debian import DebianPackages, NoPackages, install, say

ROOT = Path("/")
_DEBIAN = "usr/lib/postgresql"
_NO_SERVER = Path("/etc/postgresql-common/createcluster.d/lakabe-tests.conf")
"""Read while Debian's package is installed, which would else start a server."""


def folder() -> Path:
    """Where the one is kept that was fetched for this virtual environment."""
    return Path(sys.prefix) / "postgresql"


def find() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``, or None. LAKABE_POSTGRESQL overrides the search."""
    named = os.environ.get("LAKABE_POSTGRESQL")
    if named:
        return Path(named)
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = [one.parent for root in (ROOT, folder()) for one in root.glob(f"{_DEBIAN}/*/bin/initdb")]
    return max(found, key=_version, default=None)


def ensure() -> None:
    """See that there is one. SetupError where root cannot have it; others are told what is left out."""
    if find() is not None:
        return
    if os.geteuid() == 0:
        # Not unpacked into the virtual environment: the server runs as a user who may not see that.
        _NO_SERVER.parent.mkdir(parents=True, exist_ok=True)
        _NO_SERVER.write_text("create_main_cluster = false\n")
        try:
            installed = install("PostgreSQL", "postgresql")
        finally:
            _NO_SERVER.unlink()
        if not installed or find() is None:
            raise SetupError(
                "there is no PostgreSQL for the tests",
                "install it, or name the folder of its programs in LAKABE_POSTGRESQL",
            )
        return
    say("fetching PostgreSQL for the tests from Debian's packages into .venv/postgresql")
    try:
        DebianPackages(folder() / "apt").unpack(["postgresql"], folder())
    except NoPackages as problem:
        shutil.rmtree(folder(), ignore_errors=True)
        say(f"that did not work: {problem}; the archive is tested on SQLite alone (install PostgreSQL)")


def _version(programs: Path) -> int:
    number = programs.parent.name
    return int(number) if number.isdecimal() else 0


if __name__ == "__main__":
    sys.exit(exit_code_of(ensure))
