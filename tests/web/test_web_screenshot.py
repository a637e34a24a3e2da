"""``make screenshot`` takes the picture of the README."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tools.pictures import page as screenshot

pytestmark = pytest.mark.slow


def test_the_picture_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "images" / "page.png"
    # In a process of its own: Playwright is at work in this one.
    command = [sys.executable, "-m", "tools.pictures.page", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    size = struct.unpack(">II", file.read_bytes()[16:24])
    assert size == (screenshot.WINDOW["width"], screenshot.WINDOW["height"])


def test_without_a_file_name_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert screenshot.main([]) == 2
    assert "one file name is needed" in capsys.readouterr().err
