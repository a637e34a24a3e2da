"""Where things of a person are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from lakabe import places
from lakabe.places import data_directory, data_folder, state_directory


@pytest.mark.parametrize(
    ("variable", "otherwise", "found"),
    [
        ("XDG_DATA_HOME", ".local/share/lakabe", data_directory),
        ("XDG_STATE_HOME", ".local/state/lakabe", state_directory),
    ],
)
def test_an_absolute_path_counts(
    variable: str, otherwise: str, found: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "/some/where")
    assert found() == Path("/some/where/lakabe")
    for no_place in ("", "relative"):
        monkeypatch.setenv(variable, no_place)
        assert found() == Path.home() / otherwise
    monkeypatch.delenv(variable)
    assert found() == Path.home() / otherwise


def test_a_folder_can_be_named_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/some/where")
    assert data_folder("LAKABE_THINGS", "things") == Path("/some/where/lakabe/things")
    monkeypatch.setenv("LAKABE_THINGS", "")
    assert data_folder("LAKABE_THINGS", "things") == Path("/some/where/lakabe/things")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LAKABE_THINGS", "here")
    assert data_folder("LAKABE_THINGS", "things") == tmp_path / "here"
    monkeypatch.setenv("LAKABE_THINGS", "~/there")
    assert data_folder("LAKABE_THINGS", "things") == Path.home() / "there"


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", ".local/share"), ("darwin", "Library/Application Support"), ("win32", "AppData/Local")],
)
def test_each_system_has_its_own_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, folder: str
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(places, "sys", SimpleNamespace(platform=platform))
    assert places.data_directory() == tmp_path / folder / "lakabe"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "named"))
    assert places.data_directory() == tmp_path / "named/lakabe"
