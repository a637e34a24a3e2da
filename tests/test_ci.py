"""The steps of CI end whatever their commands do, and its examples are always the same."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

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


def examples() -> list[int]:
    """As CI draws them."""
    found = []

    @settings(derandomize=True, database=None)
    @given(st.lists(st.integers(0, 100_000)))
    def draw(numbers: list[int]) -> None:
        found.extend(numbers)

    draw()
    return found


def test_examples_are_the_same_whatever_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = examples()
    (tmp_path / "more_numbers.py").write_text("NUMBERS = (12345, 54321)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("more_numbers")
    assert examples() == before


def test_examples_that_depend_on_modules_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    before = examples()
    with monkeypatch.context() as planted:
        planted.setattr(providers, "_get_local_constants", lambda: Constants(integers={12345, 54321}))
        providers.CONSTANTS_CACHE.cache.clear()
        assert examples() != before
    providers.CONSTANTS_CACHE.cache.clear()
    assert examples() == before
