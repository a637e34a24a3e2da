"""Writes the solids as STEP and STL, once they have passed their checks.

``python -m hardware.mechanics.build FOLDER`` puts a STEP file of every part into FOLDER/step, an STL file of
every printed part, as it lies on the bed, into FOLDER/stl, and pictures into FOLDER/pictures. It exits with
1, and writes nothing, when a check fails.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import cadquery as cq
from hardware.mechanics import checks, pictures, solids

FINE = 0.02  # mm that an STL may stray from a curve


def parts_list() -> str:
    """What to make, as a Markdown table."""
    lines = ["| part | pieces | of | file |", "| --- | --- | --- | --- |"]
    for name, part in solids.parts().items():
        file = f"stl/{name}.stl" if part.printed else f"step/{name}.step"
        lines.append(f"| {name} | {part.count} | {part.material} | `{file}` |")
    return "\n".join(lines) + "\n"


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
            cq.exporters.export(solids.printed(part), str(stl), tolerance=FINE, angularTolerance=0.1)


def _timeless(step: str, name: str) -> str:
    """A STEP file without its date, and with a name instead of the writer's counter."""
    dated = re.sub(r"(FILE_NAME\('[^']*',)'[^']*'", r"\1'2000-01-01T00:00:00'", step)
    return re.sub(r"'Open CASCADE STEP translator [^']*'", f"'{name}'", dated)


def main(folder: Path) -> int:
    """Checks, then writes everything into `folder`; the exit status."""
    faults = checks.faults()
    for fault in faults:
        print(f"mechanics: {fault}", file=sys.stderr)
    if faults:
        return 1
    export(folder)
    pictures.write(folder / "pictures")
    print(f"mechanics: {len(solids.parts())} parts are sound, printable and clear of one another")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
