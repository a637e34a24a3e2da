"""The steps of CI end whatever their commands do."""

import subprocess
import sys
from pathlib import Path

import pytest

STEP = Path(__file__).resolve().parent.parent / ".ci/step.py"


def step(seconds: float, *command: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(STEP), str(seconds), *command], capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("code", [0, 3])
def test_a_step_passes_on_what_the_command_says(code: int) -> None:
    status, said = step(60, sys.executable, "-c", f"print('hello'); raise SystemExit({code})")
    assert status == code
    assert "\nhello\n" in said
    assert "left running" not in said


def test_a_step_that_hangs_says_where() -> None:
    hang = "import threading\ndef stuck():\n    threading.Event().wait()\nstuck()"
    status, said = step(1, sys.executable, "-X", "faulthandler", "-c", hang)
    assert status == 124
    assert "not done after" in said
    assert "in stuck" in said


def test_a_process_that_outlives_its_step_is_named_and_ended() -> None:
    # In a session of its own, as a server has that a test forgot.
    child = "import os, time; print('child', os.getpid(), flush=True); time.sleep(600)"
    start = f"subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True, stdout=-1)"
    parent = f"import subprocess, sys; print({start}.stdout.readline().decode())"
    status, said = step(60, sys.executable, "-c", parent)
    assert status == 0
    (pid,) = [int(line.split()[1]) for line in said.splitlines() if line.startswith("child ")]
    assert f"left running: {pid} " in said
    assert not alive(pid)


def alive(pid: int) -> bool:
    """Whether this process runs; one that has ended may not have been waited for yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
