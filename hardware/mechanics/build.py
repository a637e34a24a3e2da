"""Writes the solids as STEP and STL: what is printed, and what a joiner or a CAD program wants."""

from __future__ import annotations

import re
import tempfile
import zipfile
from pathlib import Path

import cadquery as cq
from hardware.mechanics import solids

FINE = 0.03  # mm that an STL may stray from a curve


def export(folder: Path) -> None:
    """STEP and STL of all parts."""
    for kind in ("step", "stl"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for name, part in solids.parts().items():
        step = folder / "step" / f"{name}.step"
        cq.exporters.export(part.make(), str(step))
        step.write_text(_timeless(step.read_text(encoding="utf-8"), name), encoding="utf-8")
        if part.printed:
            stl = folder / "stl" / f"{name}.stl"
            cq.exporters.export(solids.printed(part), str(stl), tolerance=FINE, angularTolerance=0.2)


def _timeless(step: str, name: str) -> str:
    """A STEP file without its date, and with a name instead of the writer's counter."""
    dated = re.sub(r"(FILE_NAME\('[^']*',)'[^']*'", r"\1'2000-01-01T00:00:00'", step)
    return re.sub(r"'Open CASCADE STEP translator [^']*'", f"'{name}'", dated)


def pack(folder: Path, archive: Path) -> None:
    """A zip file of the files in `folder`, always the same for the same files."""
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(folder.iterdir()):
            entry = zipfile.ZipInfo(file.name)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes())


def write(folder: Path) -> None:
    """Writes two archives into `folder`.

    ``prints.zip`` has an STL file of every printed part, as it lies on the bed, ``solids.zip`` a STEP file of
    every part.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        export(Path(made))
        pack(Path(made) / "stl", folder / "prints.zip")
        pack(Path(made) / "step", folder / "solids.zip")
