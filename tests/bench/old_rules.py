"""The rules core of an earlier commit, out of git, as a package under another name."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path, commit: str, files: Sequence[str]) -> bool:
    """Write these files of the core (without ``.py``) into a package's folder, which is there.

    They import each other there. False where git is not there, or lacks the commit, as a shallow clone does.
    """
    git = shutil.which("git")
    if git is None:
        return False
    for name in files:
        source = f"{commit}:firmware/lib/fanorona/{name}.py"
        shown = subprocess.run(
            [git, "-c", f"safe.directory={ROOT}", "-C", ROOT, "show", source],
            capture_output=True,
            text=True,
            check=False,
        )
        if shown.returncode:
            return False
        text = shown.stdout.replace("from fanorona.", f"from {folder.name}.")
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return True
