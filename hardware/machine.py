"""KiCad, ngspice and libEGL from Debian's packages: what `make fab` needs besides the virtual environment.

Root on Debian has them installed. KiCad 9 is in Debian 13 and, for Debian 12, in its backports, which are
added to the sources of packages from the mirror that the machine uses already. ``python -m hardware.machine``
only tells what is missing and cannot be installed; it needs no virtual environment.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from ctypes.util import find_library
from pathlib import Path

from hardware.electronics import kicad

from lakabe.errors import SetupError, exit_code_of
from tools.setup import locked
from tools.setup.checkout import stamp_of

KICAD = ("kicad", "kicad-symbols", "kicad-footprints")
TOOLS = ("ngspice", "libegl1")  # the latter draws pictures of solids where there is no display
SOURCES = Path("/etc/apt/sources.list.d")
ADDED = SOURCES / "lakabe-backports.sources"


def missing() -> list[str]:
    """Names of the programs that are not there."""
    found = [] if kicad.installed() else ["KiCad 9"]
    found += [] if shutil.which("ngspice") else ["ngspice"]
    return found + ([] if find_library("EGL") else ["libEGL"])


def to_install() -> list[str]:
    """What `ensure` has to install; SetupError where it cannot. Needs no package but Python's own."""
    wanted = missing()
    apt = shutil.which("apt-get") is not None
    if wanted and not (apt and os.geteuid() == 0):
        raise SetupError(f"{' and '.join(wanted)} not found", _advice(apt))
    return wanted


def ensure() -> None:
    """Installs what is missing; SetupError where that cannot be done."""
    wanted = to_install()
    if wanted:
        _say(f"installing {' and '.join(wanted)} with apt-get (a few minutes, 1.5 GB)")
        _install()
        kicad.version.cache_clear()
        kicad.board_python.cache_clear()
        if missing():
            raise SetupError(f"{' and '.join(missing())} could not be installed", "see what apt-get says")
    _python_packages()


def _advice(debian: bool) -> str:
    if not debian:
        return "install KiCad 9 with its symbols, footprints and Python module, ngspice and libEGL"
    names = " ".join((*KICAD, *TOOLS))
    release = _release()
    if not release:
        return f"as root: apt-get install {names}"
    return f"as root: add {release} to apt's sources, then apt-get install -t {release} {names}"


def _install() -> None:
    release = _release()
    if release and not ADDED.exists():
        ADDED.write_text(backports(_codename(), _configured()), encoding="utf-8")
    _apt("update")
    where = ("-t", release) if release else ()
    # All in one go: libraries that KiCad brings from the backports and older ones do not go together.
    _apt("install", "--yes", "--no-install-recommends", *where, *KICAD, *TOOLS)


def _apt(*words: str) -> None:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = ("-qq", "-o", "Dpkg::Use-Pty=0")
    done = subprocess.run(["apt-get", *quiet, *words], env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
        raise SetupError(f"apt-get {words[0]} failed: {said}", "check the network and /etc/apt")


def _release() -> str:
    """The release to install from, where the machine's own has an older KiCad; else empty."""
    return "bookworm-backports" if _codename() == "bookworm" else ""


def _codename() -> str:
    try:
        release = Path("/etc/os-release").read_text(encoding="utf-8")
    except OSError:
        release = ""
    found = re.search(r"^VERSION_CODENAME=\"?(\w+)", release, re.MULTILINE)
    return found.group(1) if found else "stable"


def _configured() -> Iterator[str]:
    """Texts of the machine's lists of package sources."""
    old = Path("/etc/apt/sources.list")
    for file in [*sorted(SOURCES.glob("*.sources")), *sorted(SOURCES.glob("*.list")), old]:
        if file.is_file() and file != ADDED:
            yield file.read_text(encoding="utf-8")


def backports(codename: str, lists: Iterator[str] | list[str]) -> str:
    """A source of packages for `codename`'s backports, from the mirror that `lists` name for `codename`.

    Both of apt's formats are understood. SetupError if no list names such a mirror.
    """
    for text in lists:
        for entry in re.split(r"\n\s*\n", text):
            fields = dict(re.findall(r"^([\w-]+):[ \t]*(.*)$", entry, re.MULTILINE))
            if codename in fields.get("Suites", "").split() and "deb" in fields.get("Types", "").split():
                return _source(fields["URIs"].split()[0], codename, fields.get("Signed-By", ""))
        for options, address, suite in re.findall(
            r"^deb[ \t]+(\[.*?\][ \t]+)?(\S+)[ \t]+(\S+)", text, re.MULTILINE
        ):
            if suite == codename:
                key = re.search(r"signed-by=([^\s\]]+)", options)
                return _source(address, codename, key.group(1) if key else "")
    raise SetupError(f"no source of packages for {codename} is configured", "add one under /etc/apt")


def _source(address: str, codename: str, key: str) -> str:
    fields = {"Types": "deb", "URIs": address, "Suites": f"{codename}-backports", "Components": "main"}
    if key:
        fields["Signed-By"] = key
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _python_packages() -> None:
    """The packages of the lock `hardware`."""
    names = ("play", "dev", "hardware")
    stamp = Path(sys.prefix) / ".hardware-made-from"
    wanted = stamp_of(locked.contents(kicad.ROOT, names))
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    _say("installing the Python packages for it")
    locked.install(locked.pip_of(sys.executable), kicad.ROOT, list(names))
    stamp.write_text(wanted, encoding="utf-8")


def _say(text: str) -> None:
    print(f"fab: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(exit_code_of(to_install))
