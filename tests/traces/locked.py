"""The firmware with the heap locked: a tree whose main.py is `locked_main.py`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
HEAP_LOCK = HERE.parent / "core" / "heap.py"


@contextmanager
def tree(firmware: Path) -> Iterator[Path]:
    """This firmware's tree in a temporary folder: with the heap locked after power-up."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in firmware.iterdir():
            (folder / path.name.replace("main.py", "firmware_main.py")).symlink_to(path.resolve())
        (folder / "main.py").symlink_to(HERE / "locked_main.py")
        (folder / "heap.py").symlink_to(HEAP_LOCK)
        yield folder
