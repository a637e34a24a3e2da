"""Texts that commands write: printed, or in a file that is never half written."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lakabe.cli import output
from lakabe.errors import UsageError


@pytest.mark.parametrize("file", [None, Path("-")])
def test_without_a_file_it_is_printed(file: Path | None, capsys: pytest.CaptureFixture[str]) -> None:
    output.check(file)
    output.write("Héllo\n", file)
    assert capsys.readouterr().out == "Héllo\n"
    assert output.printed(file)


def test_a_file_is_made_or_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    output.write("Héllo\n", file)
    assert file.read_bytes() == "Héllo\n".encode()
    file.chmod(0o640)
    output.write("short", file)
    assert file.read_text() == "short"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_and_what_it_names_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("old")
    link = tmp_path / "here"
    link.symlink_to("there")
    output.write("new", link)
    assert link.is_symlink()
    assert (tmp_path / "there").read_text() == "new"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        output.write("through", pipe)
        assert os.read(end, 100) == b"through"
    finally:
        os.close(end)
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), UsageError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_where_writing_ends_early_the_file_keeps_what_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, told: type[BaseException]
) -> None:
    def fail(_: int) -> None:
        raise trouble

    file = tmp_path / "games.txt"
    file.write_text("a year of games")
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(told):
        output.write("new", file)
    assert file.read_text() == "a year of games"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["", "no/where"])
def test_what_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"cannot be written: .+ \(choose another file\)"):
        output.write("text", tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_noticed_beforehand(tmp_path: Path) -> None:
    output.check(tmp_path / "new")
    with pytest.raises(UsageError, match="cannot be written"):
        output.check(tmp_path / "no" / "where")
