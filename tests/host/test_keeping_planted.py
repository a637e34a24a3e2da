"""Faults planted in how what is heard gets into the archive: a test finds each of them."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path

import pytest
import test_download
import test_recorder_archive
import test_scribe
from playing import PlayedBoard
from recording import Bench

from lakabe.archive import Archive
from lakabe.board import download, recorder, scribe
from lakabe.errors import ArchiveConflict

Finder = Callable[[Archive, pytest.MonkeyPatch], None]


def _went_on(archive: Archive, _: pytest.MonkeyPatch) -> None:
    test_download.test_a_game_that_went_on_after_it_was_fetched_is_fetched_again(archive)


def _cut(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    test = test_recorder_archive.test_a_cut_while_it_is_away_takes_nothing_of_what_was_heard
    test(Bench(archive, PlayedBoard()), archive, monkeypatch)


FAULTS: dict[str, tuple[types.ModuleType, str, str, str, Finder]] = {
    "a game that lacks a line is taken for whole": (
        download, "Download._end",
        "not self._is_whole or ", "",
        lambda *_: test_download.test_a_game_with_a_line_that_makes_no_sense_is_asked_for_again(),
    ),
    "a game that is fetched is not opened for the moves after its end": (
        download, "keep",
        "writer.reopen(number, CORRECTED)  # its result", "pass  # its result",
        _went_on,
    ),
    "what was undone counts as kept": (
        scribe, "Scribe.keep",
        "self._state = before", "pass",
        test_scribe.test_what_was_undone_is_kept_when_it_is_offered_again,
    ),
    "what waits for the archive is dropped with the connection": (
        recorder, "Recorder._connect",
        "self._reads_again = False\n\n", "self._pending.clear(); self._shown = 0\n\n",
        _cut,
    ),
}  # fmt: skip


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db"), patience=0) as opened:
        yield opened


@pytest.mark.parametrize("fault", FAULTS)
def test_it_is_found(fault: str, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, right, wrong, find = FAULTS[fault]
    text = inspect.getsource(module)
    assert text.count(right) == 1, "this has been rewritten: plant the fault anew"
    other = types.ModuleType(module.__name__)
    exec(compile(text.replace(right, wrong), str(module.__file__), "exec"), other.__dict__)
    monkeypatch.setattr(attrgetter(name)(module), "__code__", attrgetter(name)(other).__code__)
    with pytest.raises((AssertionError, ArchiveConflict)):
        find(archive, monkeypatch)
