"""Makes what the workshop needs: ``python -m hardware.workshop``.

Solids and templates go into the folder of the design's revision, pictures, the report on magnets and the
guide to where they are read. Nothing is written, and the exit status is 1, when a check of the solids or of
the margins fails.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hardware import design, guide
from hardware.magnetics import chosen, report, trays
from hardware.mechanics import build as solids
from hardware.mechanics import checks, fit
from hardware.mechanics import pictures as views
from hardware.optics import point
from hardware.optics import report as light
from hardware.templates import build as templates
from hardware.templates import pictures as drawings

HERE = Path(__file__).parent
REVISION = HERE / "revisions" / design.REVISION
PICTURES = HERE / "pictures"


def main() -> int:
    """Checks, then writes everything; the exit status."""
    faults = [
        *(f"magnets: {fault}" for fault in chosen.faults()),
        *(f"magnets: {fault}" for fault in trays.faults()),
        *(f"stones: {fault}" for fault in fit.faults()),
        *(f"light: {fault}" for fault in point.faults()),
        *(f"solids: {fault}" for fault in checks.faults()),
    ]
    for fault in faults:
        print(f"workshop: {fault}", file=sys.stderr)
    if faults:
        return 1
    report.write(report.HERE)
    light.write(light.HERE)
    solids.write(REVISION)
    templates.write(REVISION / "templates")
    views.write(PICTURES)
    drawings.write(PICTURES)
    guide.write()
    print("workshop: margins hold; all parts are sound, printable and clear of one another")
    return 0


if __name__ == "__main__":
    sys.exit(main())
