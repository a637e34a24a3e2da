"""Files to which lines are added, wherever the adding is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest

from lakabe import growing
from lakabe.errors import InputError

LINES = ("first", "zwölf", "third")


def add(path: Path, *lines: str) -> None:
    for line in lines:
        growing.add(path, line, "name another place with $LAKABE_THINGS", "head")


def test_lines_are_kept_after_a_head(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "lines.txt"
    assert growing.read(path, "") == []
    add(path, *LINES)
    assert growing.read(path, "") == ["head", *LINES]
    growing.add(tmp_path / "bare", "line", "name another place with $LAKABE_THINGS")
    assert growing.read(tmp_path / "bare", "") == ["line"]


def test_cut_off_anywhere_it_goes_on_after_the_last_whole_line(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    add(path, *LINES)
    whole = path.read_bytes()
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        left = growing.read(path, "")
        assert left == ["head", *LINES][: whole[:size].count(b"\n")], size
        add(path, "next")
        assert growing.read(path, "") == [*(left or ["head"]), "next"], size


def test_what_cannot_be_read_or_written_is_said_with_a_way_out(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes(b"zw\xf6lf\n")
    with pytest.raises(InputError, match=r"lines\.txt cannot be read: .+ \(delete it\)"):
        growing.read(path, "delete it")
    with pytest.raises(InputError, match=r"cannot be written: .+ \$LAKABE_THINGS\)"):
        add(path / "below", "line")
