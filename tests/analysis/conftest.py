"""What the tests of analyses have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from lakabe.engine.tables import store


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No endgame tables, analyses or games of whoever runs the tests."""
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "tables"))
    monkeypatch.setattr(store, "package_directory", lambda: tmp_path / "tables")
    monkeypatch.setenv("LAKABE_ANALYSES", str(tmp_path / "analyses"))
    monkeypatch.setenv("LAKABE_ARCHIVE", str(tmp_path / "games.db"))
