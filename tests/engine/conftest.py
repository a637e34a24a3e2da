"""What the tests of the engine have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from lakabe.engine.tables import store


@pytest.fixture
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever endgame tables this computer has, the test does not see them."""
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "tables"))
    monkeypatch.setattr(store, "package_directory", lambda: tmp_path / "tables")
