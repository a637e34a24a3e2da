"""What the tests of puzzles have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from lakabe.engine.tables import store


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing of whoever runs the tests but the tables of the package; the folder of puzzles."""
    monkeypatch.setenv(store.VARIABLE, str(store.package_directory()))
    monkeypatch.setenv("LAKABE_ARCHIVE", str(tmp_path / "games.db"))
    monkeypatch.setenv("LAKABE_PUZZLES", str(tmp_path / "puzzles"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "puzzles"
