"""Compiling ahead of time: when it is needed, and what is shown meanwhile."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from lakabe.engine import compiled, warm


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache without kernels."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path / compiled.KERNELS


class Compiler:
    """Plays the process that compiles: done at the first look, or never."""

    done = True

    def __init__(self, command: list[str], ran: list[list[str]]) -> None:
        self.ended = False
        ran.append(command)

    def poll(self) -> int | None:
        return 0 if self.done else None

    def wait(self, seconds: float) -> None:
        raise subprocess.TimeoutExpired("compiler", seconds)

    def terminate(self) -> None:
        self.ended = True

    def __enter__(self) -> Compiler:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.ended, "it would be waited for"


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The programs that `prepare` has run."""
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: Compiler(command, commands))
    return commands


def test_what_is_missing_is_compiled_once(empty: Path, ran: list[list[str]]) -> None:
    warm.prepare()
    assert ran == [[sys.executable, "-m", "lakabe.engine.warm"]]
    compiled.note_ready()
    warm.prepare()
    assert len(ran) == 1


def test_after_a_change_it_is_compiled_anew(
    empty: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled.note_ready()
    monkeypatch.setattr(compiled, "_numba", lambda: "another")
    warm.prepare()
    assert len(ran) == 1
    compiled.note_ready()
    assert len(list(empty.glob("ready-*"))) == 2, "another clone may use this cache"
    compiled.forget_others()
    assert compiled.is_ready() and len(list(empty.glob("ready-*"))) == 1


def test_without_numba_or_a_folder_there_is_nothing_to_compile(
    empty: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(importlib.util, "find_spec", lambda name: None)
        warm.prepare()
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    warm.prepare()
    assert ran == []


def test_a_signal_ends_it(empty: Path, ran: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    signals: list[int] = []

    def wait(compiler: Compiler, seconds: float) -> None:
        assert not signals, "it goes on"
        signals.append(2)
        raise subprocess.TimeoutExpired("compiler", seconds)

    monkeypatch.setattr(Compiler, "done", False)
    monkeypatch.setattr(Compiler, "wait", wait)
    warm.prepare(signals)
    assert len(ran) == len(signals) == 1


def test_it_is_told_in_a_line_or_with_a_bar(
    empty: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with warm.told():
        pass
    assert capsys.readouterr().err == f"{warm.TITLE}: about a minute\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with warm.told():
        pass
    assert warm.TITLE in capsys.readouterr().err
    compiled.note_ready()
    with warm.told():
        pass
    assert capsys.readouterr().err == ""


def test_the_bar_counts_what_there_is(empty: Path) -> None:
    folder = empty / "digest" / "search_1"
    folder.mkdir(parents=True)
    for name in ("a.nbc", "b.nbc", "a.nbi"):
        (folder / name).touch()
    assert compiled.count() == 2
