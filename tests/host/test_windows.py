"""The host without what Windows lacks: every module can be imported, and board, page and recorder run."""

from __future__ import annotations

import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import lakabe
import windows

COMMAND = "from lakabe.cli import run\nsys.exit(run({words!r}))"


@contextmanager
def running(home: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A command of ``lakabe``; at the end Ctrl-C, after which it has to end well."""
    program = windows.start(COMMAND.format(words=list(words)), home)
    try:
        yield program
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=30)
        assert program.returncode == 0, err + out
    finally:
        program.kill()
        program.communicate()


def line(program: subprocess.Popen[str], part: str) -> str:
    """The next line of a program's output that has this part."""
    assert program.stdout is not None
    for said in program.stdout:
        if part in said:
            return said.strip()
    assert program.stderr is not None
    pytest.fail(program.stderr.read())


def test_every_module_can_be_imported(tmp_path: Path) -> None:
    folder = Path(lakabe.__file__).parent
    files = [file.relative_to(folder.parent) for file in sorted(folder.rglob("*.py"))]
    names = [".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in files]
    names = [name for name in names if "device" not in name and not name.endswith("__main__")]
    assert "lakabe.virtual.numbers" in names
    code = "import importlib\nfor name in {!r}:\n    importlib.import_module(name)\n"
    assert windows.run(code.format(names), tmp_path) == (0, "", "")


def test_the_page_is_served_and_a_game_recorded(tmp_path: Path) -> None:
    words = ("play", "--no-open", "--no-hints", "--http-port", "0")
    with running(tmp_path, *words) as playing:
        address = line(playing, "http://").split()[-1]
        with urllib.request.urlopen(address, timeout=30) as page:
            assert b"<html" in page.read()
    with running(tmp_path, "virtual", "--set-up") as board:
        url = line(board, "socket://")
        with running(tmp_path, "record", "--no-hints", "--port", url) as recorder:
            line(recorder, "game")


def test_two_virtual_boards_have_numbers_of_their_own(tmp_path: Path) -> None:
    code = "from lakabe.virtual.numbers import claim\nprint(claim().number, claim().number)"
    assert windows.run(f"{code}\n", tmp_path)[:2] == (0, "0 0\n"), "a claim that is dropped is free"
    code = "from lakabe.virtual.numbers import claim\none = claim()\nprint(one.number, claim().number)"
    assert windows.run(f"{code}\n", tmp_path)[:2] == (0, "0 1\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["virtual", "--pty"], "Windows has no pseudo-terminals (leave --pty out)"),
        (["tablebase", "build", "--stones", "2", "--dry-run"], ""),
    ],
)
def test_what_is_not_there_is_said_or_done_without(tmp_path: Path, words: list[str], says: str) -> None:
    code, _, err = windows.run(COMMAND.format(words=words), tmp_path)
    assert err == (f"lakabe: {says}\n" if says else "")
    assert code == (2 if says else 0)


@pytest.mark.parametrize(
    "code", ["import fcntl", "signal.SIGHUP", "os.sched_getaffinity(0)", "select.select([0], [], [], 0)"]
)
def test_what_windows_lacks_is_hidden(tmp_path: Path, code: str) -> None:
    assert windows.run(code, tmp_path)[0] == 1
