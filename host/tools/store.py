"""What is fetched or built once and kept outside the repository, with checksums."""

from __future__ import annotations

import hashlib
import os
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

TIMEOUT_S = 20.0


class Unavailable(Exception):
    """Something cannot be had here; says what, and where there is one, why."""


def folder() -> Path:
    """Where things are kept: ``$XDG_CACHE_HOME/lakabe``, by default ``~/.cache/lakabe``."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    path = Path(base) / "lakabe"
    path.mkdir(parents=True, exist_ok=True)
    return path


def sha256(data: bytes) -> str:
    """Its SHA-256, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def write(path: Path, data: bytes) -> Path:
    """Puts a file into its place whole, or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return path


def download(url: str, checksum: str) -> bytes:
    """The file at `url`, which must have this SHA-256. Raises Unavailable."""
    name = url.rsplit("/", 1)[-1]
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:  # noqa: S310 - the addresses are ours
            data: bytes = answer.read()
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "reason", problem)
        raise Unavailable(f"{name} cannot be fetched: {reason}") from None
    if sha256(data) != checksum:
        raise Unavailable(f"{name} is not the file it should be: its SHA-256 is {sha256(data)}")
    return data
