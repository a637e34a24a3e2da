"""Writes all templates: ``python -m hardware.templates.build FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from hardware.templates import dxf, paper, sheets


def write(folder: Path) -> list[Path]:
    """Every drawing as DXF and on every paper; the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for drawing in sheets.all_sheets():
        files.append(dxf.write(drawing, folder))
        files += [paper.write(drawing, sheet, folder) for sheet in paper.SHEETS]
    return files


if __name__ == "__main__":
    for file in write(Path(sys.argv[1])):
        print(file)
