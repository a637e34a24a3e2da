"""KiCad, ngspice and CadQuery are large: where they are not there, the tests that need them are left out."""

from __future__ import annotations

import importlib.util

from hardware import machine

NEEDS = {"test_kicad.py": "KiCad 9", "test_spice.py": "ngspice", "test_solids.py": "CadQuery"}
MISSING = machine.missing()
if importlib.util.find_spec("cadquery") is None:
    MISSING.append("CadQuery")

collect_ignore = [name for name, program in NEEDS.items() if program in MISSING]


def pytest_report_header() -> list[str]:
    return [
        f"hardware: no {program} here, so {name} is left out"
        for name, program in NEEDS.items()
        if program in MISSING
    ]
