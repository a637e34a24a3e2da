"""No test of the host touches the archive, the state or the settings of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import PlayedBoard
from recording import Bench

from lakabe.archive import Archive


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("LAKABE_ARCHIVE", str(home / "games.db"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    return home


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db"), patience=0) as opened:
        yield opened


@pytest.fixture
def bench(archive: Archive) -> Bench:
    return Bench(archive, PlayedBoard())
