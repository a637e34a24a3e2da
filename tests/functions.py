"""What a file of tests has in it, found without importing it: it may be for MicroPython alone."""

from __future__ import annotations

import ast
from pathlib import Path


def functions_of(file: Path) -> list[str]:
    """The names of the ``test_*`` functions at the top level of ``file``, in order."""
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    return [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
