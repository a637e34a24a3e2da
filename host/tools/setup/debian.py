"""Debian packages: installed for root; for others fetched with apt and unpacked into a folder.

For these apt keeps its lists and its cache in a private folder; only its list of sources and the record of
what is installed are the system's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path


class NoPackages(Exception):
    """The packages cannot be had: no apt here, no network, or no such package."""


def _quietly(command: Sequence[str | Path]) -> str:
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        detail = (getattr(problem, "stderr", None) or str(problem)).strip().splitlines()
        raise NoPackages(detail[-1] if detail else "apt failed") from problem
    return done.stdout


def say(text: str) -> None:
    """One line of progress."""
    print(f"setup: {text}", flush=True)


def install(what: str, package: str) -> bool:
    """Install a package of the system, for root; whether that worked. ``what`` it is called."""
    apt = shutil.which("apt-get")
    if apt is None:
        return False
    say(f"installing {what} for the tests with apt-get")
    quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        done = subprocess.run(
            [apt, *quiet, *command], env=environment, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        say(f"that did not work: {(done.stderr.strip().splitlines() or ['apt-get failed'])[-1]}")
    return done.returncode == 0


class DebianPackages:
    """A private apt whose state lies in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _apt(self, *words: str | Path) -> str:
        options = {
            "Dir::State": self.folder / "state",
            "Dir::State::status": "/var/lib/dpkg/status",
            "Dir::Cache": self.folder / "cache",
            "Debug::NoLocking": "1",
            "APT::Sandbox::User": "",
        }
        settings = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return _quietly(["apt-get", "-qq", *settings, *words])

    def unpack(self, names: Sequence[str], target: Path) -> None:
        """Unpacks `names`, and all they depend on that this system does not have, under `target`."""
        if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
            raise NoPackages("this is not a Debian system")
        (self.folder / "state/lists/partial").mkdir(parents=True, exist_ok=True)
        archives = self.folder / "cache/archives"
        (archives / "partial").mkdir(parents=True, exist_ok=True)
        self._apt("update")
        # A package that is installed already would not be fetched without --reinstall.
        again = ["--reinstall", "--yes", "--no-install-recommends", "--download-only"]
        self._apt("install", *again, *names)
        for package in sorted(archives.glob("*.deb")):
            _quietly(["dpkg-deb", "--extract", package, target])
        shutil.rmtree(self.folder)


def library_path(root: Path) -> str:
    """The folders with shared libraries under an unpacked `root`, as a value for LD_LIBRARY_PATH."""
    folders = {
        library.parent
        for top in ("lib", "usr/lib")
        for pattern in ("*.so*", "*/*.so*", "*/*/*.so*")
        for library in (root / top).glob(pattern)
        if re.search(r"\.so(\.\d+)*$", library.name)
    }
    return os.pathsep.join(sorted(str(folder) for folder in folders))
