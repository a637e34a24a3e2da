"""Runs KiCad without a window: its checks, its exports, and the Python that knows its boards."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHARE = Path("/usr/share/kicad")
HERE = ROOT / "hardware" / "electronics"
FOOTPRINTS = HERE / "lakabe.pretty"
"""Footprints that KiCad's own library does not have."""
SHAPES = HERE / "lakabe.3dshapes"
"""Bodies of the parts, for pictures and solids (`hardware.electronics.shapes`)."""

ORIGIN = (100.0, 220.0)
"""Where a board's own origin lies on KiCad's page, mm; y runs down there."""


class KicadFailed(Exception):
    """KiCad refused: what it was asked and what it said."""


def installed() -> bool:
    """Whether KiCad 9 or newer, its libraries and the Python module that goes with it are there."""
    libraries = (SHARE / "symbols" / "Device.kicad_sym", SHARE / "footprints" / "Resistor_THT.pretty")
    return version() >= (9,) and all(part.exists() for part in libraries) and board_python() is not None


@cache
def version() -> tuple[int, ...]:
    """KiCad's version; () if there is none that can run without a window."""
    if shutil.which("kicad-cli") is None:
        return ()
    done = subprocess.run(["kicad-cli", "version"], capture_output=True, text=True, check=False)
    return tuple(int(number) for number in re.findall(r"\d+", done.stdout)[:3])


@cache
def board_python() -> str | None:
    """The Python that can import pcbnew: the system's, for KiCad's package brings a module for it."""
    for name in ("/usr/bin/python3", "python3"):
        found = shutil.which(name)
        if (
            found
            and subprocess.run([found, "-c", "import pcbnew"], capture_output=True, check=False).returncode
            == 0
        ):
            return found
    return None


def copied(name: str, into: Path) -> Path:
    """A copy of the project `strip` or `carrier` with its footprints: KiCad writes beside what it checks."""
    folder = into / name
    shutil.copytree(HERE / name, folder, dirs_exist_ok=True)
    for beside in (FOOTPRINTS, SHAPES):
        shutil.copytree(beside, into / beside.name, dirs_exist_ok=True)
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Settings with which KiCad finds its libraries and writes its own files under `folder` only."""
    settings = folder / ".kicad"
    tables = settings / "9.0"
    if not tables.is_dir():
        tables.mkdir(parents=True)
        for name in ("sym-lib-table", "fp-lib-table"):
            shutil.copy(SHARE / "template" / name, tables / name)
    return {
        **os.environ,
        "KICAD_CONFIG_HOME": str(settings),
        "HOME": str(settings),
        "KICAD9_SYMBOL_DIR": str(SHARE / "symbols"),
        "KICAD9_FOOTPRINT_DIR": str(SHARE / "footprints"),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def run(folder: Path, command: Sequence[str | Path]) -> str:
    """What a command prints that is run in `folder`; KicadFailed if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()[-1]
        raise KicadFailed(f"{' '.join(words[:4])}: exit status {done.returncode}: {said}")
    return done.stdout


def cli(folder: Path, *words: str | Path) -> str:
    """Runs kicad-cli."""
    return run(folder, ["kicad-cli", *words])


def violations(report: Path) -> list[str]:
    """What a report of ERC or DRC in JSON complains of, one line each."""
    found = json.loads(report.read_text(encoding="utf-8"))
    sheets = found.get("sheets", [])
    entries = [
        *found.get("violations", []),
        *found.get("unconnected_items", []),
        *found.get("schematic_parity", []),
    ]
    for sheet in sheets:
        entries += sheet["violations"]
    return [f"{entry['type']}: {entry['description']}: {_items(entry)}" for entry in entries]


def _items(entry: Any) -> str:
    return "; ".join(item["description"] for item in entry["items"])


def reports(name: str) -> tuple[str, str]:
    """Names of the files that `erc` and `drc` leave."""
    return f"{name}-erc.json", f"{name}-drc.json"


def erc(folder: Path, name: str) -> list[str]:
    """What KiCad's check of a schematic complains of, of any severity."""
    report = folder / reports(name)[0]
    cli(folder, "sch", "erc", "--severity-all", "--format", "json", "-o", report, f"{name}.kicad_sch")
    return violations(report)


def drc(folder: Path, name: str) -> list[str]:
    """What KiCad's check of a board and its schematic complains of, of any severity."""
    report = folder / reports(name)[1]
    parity = ["--severity-all", "--schematic-parity", "--format", "json"]
    cli(folder, "pcb", "drc", *parity, "-o", report, f"{name}.kicad_pcb")
    return violations(report)
