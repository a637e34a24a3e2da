"""What the tests of hints have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from coaching import QUIET, Table

from lakabe.engine.tables import store
from lakabe.help import source as sources
from lakabe.help.coach import Coach

HEAD = """import sys
for line in sys.stdin:
    words = line.split()
    def say(*texts):
        print(*texts, sep='\\n', flush=True)
    if words[0] == 'uci':
        say('id name Toy', *OPTIONS, 'uciok')
    elif words[0] == 'isready':
        say('readyok')
    elif words[0] == 'quit':
        break
"""


@pytest.fixture
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever endgame tables this computer has, the test does not see them."""
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "tables"))
    monkeypatch.setattr(store, "package_directory", lambda: tmp_path / "tables")


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test sees the endgame tables that come with the package, whatever others this computer has."""
    monkeypatch.setenv(store.VARIABLE, str(store.package_directory()))


@pytest.fixture
def toy(tmp_path: Path) -> Callable[..., str]:
    """Writes an engine that does this after a command, indented by four; the command that starts it."""

    def write(body: str, *options: str) -> str:
        file = tmp_path / "toy.py"
        file.write_text(f"OPTIONS = {list(options)!r}\n{HEAD}{body}")
        return f"{sys.executable} {file}"

    return write


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Table]]:
    made: list[Table] = []

    def lay(start: str = QUIET, **options: Any) -> Table:
        one = Table(Coach, start, **options)
        monkeypatch.setattr(sources, "open_source", lambda command: one.source)
        made.append(one)
        return one

    yield lay
    for one in made:
        for _ in range(4):
            one.source.answers.put(({}, 9, True))
        one.coach.close()
