"""Settings of Hypothesis for all tests, and which tests this machine lacks the programs for."""

from __future__ import annotations

import functools
import os
from importlib.util import find_spec
from pathlib import Path

from hardware import machine
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from tools.setup import postgresql

# A time limit for each example would fail tests on a busy machine. In CI the examples are always the same, so
# that a change fails for what it changed; elsewhere each run looks for new ones.
settings.register_profile("lakabe", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("lakabe")
# It also draws numbers and texts that stand in the modules loaded so far: any change, and other tests before,
# would change the examples of a test.
providers._get_local_constants = Constants

# What is said is compared in English, whatever language whoever runs the tests speaks.
os.environ["LANGUAGE"] = "en"

# These are large: where they are not installed, the tests that run them are left out, and named.
NEEDS = {"test_kicad.py": "KiCad 9", "test_spice.py": "ngspice", "test_solids.py": "CadQuery"}


@functools.cache
def lacking() -> dict[str, str]:
    """The tests that are left out, and the programs that they lack. Asking takes a second."""
    missing = [*machine.missing(), *([] if find_spec("cadquery") else ["CadQuery"])]
    return {name: program for name, program in NEEDS.items() if program in missing}


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leaves those tests out."""
    return True if collection_path.name in NEEDS and collection_path.name in lacking() else None


def pytest_report_header() -> list[str]:
    """Names them at the top of a run."""
    lines = [
        f"no {program} here (make fab): tests/hardware/{name} is left out"
        for name, program in lacking().items()
    ]
    if postgresql.find() is None:
        lines.append("no PostgreSQL here (install it): the archive is tested on SQLite alone")
    return lines
