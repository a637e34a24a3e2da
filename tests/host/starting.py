"""`lakabe` as a process of its own, for tests of what only a process shows."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120.0
WORDS_S = 20.0
"""How long a process that is given up may take to say where it is."""


def start(*words: str) -> subprocess.Popen[str]:
    """`lakabe` with these words, of this repository; what it says comes at once."""
    return subprocess.Popen(
        [sys.executable, "-m", "lakabe", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'host'}:{ROOT / 'firmware' / 'lib'}",
            "PYTHONUNBUFFERED": "1",
            "PYTHONFAULTHANDLER": "1",
        },
    )  # fmt: skip


def ended(process: subprocess.Popen[str], patience_s: float = PATIENCE_S) -> tuple[str, str]:
    """What is left of what a process that is to end says, and of what it complains of.

    The test fails with where each of its threads is when it does not end.
    """
    try:
        return process.communicate(timeout=patience_s)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        try:
            said, complaint = process.communicate(timeout=WORDS_S)
        finally:
            process.kill()
        pytest.fail(f"it did not end within {patience_s:g} s:\n{said}\n{complaint}", pytrace=False)
