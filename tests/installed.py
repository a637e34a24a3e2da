"""A wheel of this checkout, installed into a bare environment that has what its extras name and no more."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def build(folder: Path) -> Path:
    """The wheel, built into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def closure(wanted: Distribution, extras: Iterable[str], seen: dict[str, Distribution]) -> None:
    """Add to ``seen`` all distributions that one needs with these extras."""
    for text in wanted.requires or []:
        need = Requirement(text)
        if not any(need.marker is None or need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            continue
        if need.name == "lakabe":
            closure(wanted, need.extras, seen)
        elif (name := canonicalize_name(need.name)) not in seen:
            seen[name] = distribution(name)
            closure(seen[name], need.extras, seen)


def tops(one: Distribution) -> Iterator[Path]:
    """The folders and files that a distribution has in site-packages."""
    names = {file.parts[0] for file in one.files or [] if ".." not in file.parts}
    for name in sorted(names - {"__pycache__"}):
        yield Path(str(one.locate_file(name)))


class Installed:
    """A virtual environment at ``folder`` with the wheel and these extras; it does not see the checkout."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        environment = folder / "environment"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
        self.bin = environment / "bin"
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install", "--quiet"]
        options = ["--no-deps", "--no-index", "--disable-pip-version-check"]
        subprocess.run([*pip, *options, str(wheel)], check=True)
        (self.packages,) = environment.glob("lib/python*/site-packages")
        (mine,) = Distribution.discover(name="lakabe", path=[str(self.packages)])
        self.needs: dict[str, Distribution] = {}
        closure(mine, extras, self.needs)
        for one in self.needs.values():
            for top in tops(one):
                (self.packages / top.name).symlink_to(top)

    def command(self, *words: str) -> list[str]:
        """The command line of ``lakabe`` with these words."""
        return [str(self.bin / "lakabe"), *words]

    @property
    def environment(self) -> dict[str, str]:
        """Variables for it: a home of its own, and no way to the checkout."""
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        return {**kept, "PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.home)}

    def run(self, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run ``lakabe`` to its end, away from the checkout."""
        return subprocess.run(
            self.command(*words), cwd=self.home, env=self.environment, input=text, capture_output=True,
            text=True, timeout=300, check=False,
        )  # fmt: skip

    def size(self) -> int:
        """Bytes of all that is installed, compiled files of this Python included."""
        mine = [path for path in self.packages.rglob("*") if path.is_file() and not path.is_symlink()]
        others = [path for one in self.needs.values() for top in tops(one) for path in (top, *top.rglob("*"))]
        return sum(path.stat().st_size for path in [*mine, *others] if path.is_file() and _counts(path))


def _counts(path: Path) -> bool:
    return path.suffix != ".pyc" or path.stem.endswith(f".{sys.implementation.cache_tag}")
