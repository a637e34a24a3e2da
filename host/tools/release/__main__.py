"""Makes a release: ``make release`` runs this. ``--twice`` compares two of them.

The wheel, the sources, the files for boot loaders, what the hardware is ordered with, the manual, the notes
and the checksums come into ``dist``. Dates are those of the last commit.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from lakabe.board import image
from lakabe.errors import FirmwareError, SetupError
from tools import base
from tools.command import main
from tools.release import manual, notes

ROOT = Path(__file__).parents[3]
DIST = ROOT / "dist"
SUMS = "SHA256SUMS"


def release(
    twice: Annotated[
        bool, typer.Option("--twice", help="Make it once more, and fail where a file is another one then.")
    ] = False,
) -> None:
    """Put all files of a release into dist."""
    number = notes.version(ROOT)
    shutil.rmtree(DIST, ignore_errors=True)
    make(DIST, number)
    if twice:
        with tempfile.TemporaryDirectory() as folder:
            make(Path(folder), number)
            check_same((DIST / SUMS).read_text(), (Path(folder) / SUMS).read_text())
        _say("made twice, with equal checksums")
    for line in (DIST / SUMS).read_text().splitlines():
        digest, name = line.split()
        _say(f"{digest[:12]} {(DIST / name).stat().st_size:>10,} dist/{name}")


def make(folder: Path, number: str) -> None:
    """Put the files of version ``number`` into a folder. SetupError, FirmwareError."""
    seconds = committed()
    folder.mkdir(parents=True, exist_ok=True)
    text = notes.notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), number)
    _say("wheel and sources")
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(seconds)}
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SetupError(
            f"the wheel cannot be built: {done.stderr.strip().splitlines()[-1]}", "see hatchling"
        )
    (folder / ".gitignore").unlink(missing_ok=True)
    for chip in image.CHIPS:
        _say(f"UF2 for a {chip}")
        (folder / f"lakabe-{number}-{chip}.uf2").write_bytes(base.release(chip))
    _say("hardware, as `make fab` has left it")
    pack(folder / f"lakabe-{number}-hardware.zip", ordered(), seconds)
    _say("manual")
    (folder / f"lakabe-{number}-manual.pdf").write_bytes(manual.pdf(ROOT, number, seconds))
    (folder / f"lakabe-{number}-notes.md").write_text(text, encoding="utf-8")
    files = sorted(file for file in folder.iterdir() if file.name != SUMS)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / SUMS).write_text("".join(sums), encoding="ascii")


def committed() -> int:
    """When the last commit was made, in seconds since 1970. SetupError outside a clone."""
    git = ["git", "-c", f"safe.directory={ROOT}"]
    done = subprocess.run(
        [*git, "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode or not done.stdout.strip():
        raise SetupError("a release is made from a clone, and this is none", "git clone it")
    changed = subprocess.run(
        [*git, "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    if changed:
        _say(f"not committed, and so in no other release: {', '.join(line[3:] for line in changed[:5])}")
    return int(done.stdout)


def ordered() -> Iterator[Path]:
    """The files that hardware is ordered with, and the guide. SetupError where they have not been made."""
    folder = ROOT / "hardware/revisions"
    found = [file for file in sorted(folder.rglob("*")) if file.is_file() and not file.name.startswith(".")]
    if not any(file.name.endswith("-gerbers.zip") for file in found):
        raise SetupError(
            "the files to order the hardware with are missing", "run `make fab`, which needs KiCad"
        )
    yield from found
    yield from (ROOT / "hardware" / name for name in ("BUILD.md", "README.md", "LICENSE"))
    yield from sorted((ROOT / "hardware/pictures").glob("*.png"))


def pack(path: Path, files: Iterator[Path], seconds: int) -> None:
    """A zip archive of files of the checkout, all with one date."""
    date = datetime.fromtimestamp(seconds, UTC).timetuple()[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            entry = zipfile.ZipInfo(file.relative_to(ROOT).as_posix(), date)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)


def check_same(one: str, other: str) -> None:
    """FirmwareError that names the files whose checksums differ."""
    differing = sorted({line.split()[1] for line in set(one.splitlines()) ^ set(other.splitlines())})
    if differing:
        raise FirmwareError(f"made twice, these differ: {', '.join(differing)}", "find out what is another")


def _say(text: str) -> None:
    print(f"release: {text}", flush=True)


if __name__ == "__main__":
    main(release)
