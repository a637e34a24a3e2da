"""What the tests of the engine have in common."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever endgame tables this computer has, these tests do not see them."""
    monkeypatch.setenv("LAKABE_TABLES", str(tmp_path / "tables"))
