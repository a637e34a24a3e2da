"""KiCad and ngspice are large: where they are not installed, the tests that run them are left out."""

from __future__ import annotations

from hardware import machine

NEEDS = {"test_kicad.py": "KiCad 9", "test_spice.py": "ngspice"}
MISSING = machine.missing()

collect_ignore = [name for name, program in NEEDS.items() if program in MISSING]


def pytest_report_header() -> list[str]:
    return [
        f"hardware: no {program} here, so {name} is left out"
        for name, program in NEEDS.items()
        if program in MISSING
    ]
