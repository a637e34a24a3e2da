"""No test of the host touches the archive, the state or the settings of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import PlayedBoard
from postgres import Cluster
from recording import Bench

from lakabe.archive import Archive
from tools.setup import postgresql

KINDS = ["sqlite", "postgresql"] if postgresql.find() else ["sqlite"]


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


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server for all tests of this process."""
    running = Cluster()
    yield running
    running.close()


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an archive is to be made: in a database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    new: str = request.getfixturevalue("cluster").new()
    return new
