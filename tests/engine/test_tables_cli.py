"""``lakabe tablebase``, and that wrong tables are found out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import reference
from lakabe import cli
from lakabe.engine.bitboard import parse
from lakabe.engine.tables import estimate as estimating
from lakabe.engine.tables import store
from lakabe.engine.tables.ask import preference, ranked
from lakabe.engine.tables.build import build
from lakabe.engine.tables.runner import Processes
from lakabe.engine.tables.store import (
    BEYOND,
    Tables,
    default_directory,
    digest,
    home_directory,
    package_directory,
    wdl,
)
from lakabe.engine.tables.values import LOSS, WIN, Value
from tools import command as tool
from tools.tables.__main__ import app
from tools.tables.verify import verify

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("tables")
    with Processes(1) as here:
        build(directory, 4, here)
    return directory


@pytest.fixture
def copied(built: Path, tmp_path: Path) -> Path:
    for path in built.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


@pytest.fixture
def lakabe(capsys: pytest.CaptureFixture[str]) -> Command:
    def command(*words: str) -> tuple[int, str, str]:
        code = tool.run(app, words) if words and words[0] == "verify" else cli.run(["tablebase", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


def spoil(directory: Path, name: str, offset: int) -> None:
    """Change one byte, and the digest in the list with it."""
    path = directory / name
    data = bytearray(path.read_bytes())
    data[128 + offset] ^= 4
    path.write_bytes(data)
    listed = json.loads((directory / "tables.json").read_text())
    layer, kind, _ = name.split(".")
    pair = "-".join(sorted(layer.split("-")))
    listed["pairs"][pair]["layers"][layer][kind] = digest(path)
    (directory / "tables.json").write_text(json.dumps(listed))


def test_tables_are_right_as_built(built: Path) -> None:
    looked_at: list[str] = []
    assert verify(built, lambda what, part: looked_at.append(what)) == []
    assert {"1-1.dtw.npy", "2-2.wdl.npy", "1-1", "1-3", "3-1", "2-2"} <= set(looked_at)


@pytest.mark.parametrize("name", ["1-1.dtw.npy", "2-1.dtw.npy", "1-2.wdl.npy"])
def test_one_wrong_value_is_found(copied: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.tables.verify.WHOLE_UP_TO", 100_000)
    spoil(copied, name, 517)
    faults = verify(copied, sample=100)
    assert name.split(".")[0] in {fault.where for fault in faults}
    assert all("do not agree" in fault.what for fault in faults)


def test_samples_find_what_is_wrong_often(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.tables.verify.WHOLE_UP_TO", 0)
    assert verify(copied, sample=2000) == []
    values = np.load(copied / "2-2.dtw.npy", mmap_mode="r+")
    values[: len(values) // 10] = 3
    values.flush()
    spoil(copied, "2-2.dtw.npy", 0)
    assert [fault.where for fault in verify(copied, sample=2000)] == ["2-2"]
    assert verify(copied, sample=2000, seed=3) != []


def test_a_changed_or_missing_file_is_named(copied: Path, lakabe: Command) -> None:
    data = bytearray((copied / "1-2.wdl.npy").read_bytes())
    data[-1] ^= 1
    (copied / "1-2.wdl.npy").write_bytes(data)
    (copied / "3-1.dtw.npy").unlink()
    code, out, err = lakabe("verify", "--directory", str(copied))
    assert code == 2
    assert "1-2.wdl.npy: is not what was written" in out and "3-1.dtw.npy: is missing" in out
    assert "build them again" in err and err.count("\n") == 1


def test_without_distances_results_remain(copied: Path) -> None:
    before = Tables(copied)
    for path in copied.glob("*.dtw.npy"):
        path.unlink()
    after = Tables(copied)
    assert before.distances and not after.distances
    own, enemy, _ = parse("9/9/2W1W4/4B1B2/9 W")
    known = before.value(own, enemy)
    assert known is not None and known.distance
    assert after.value(own, enemy) == Value(known.result)


def test_a_cut_off_file_is_named(copied: Path, lakabe: Command) -> None:
    path = copied / "2-2.dtw.npy"
    path.write_bytes(path.read_bytes()[:-1])
    code, _, err = lakabe("probe", "9/9/4W4/4B4/9", "W", "--directory", str(copied))
    assert code == 2
    assert "2-2.dtw.npy" in err and err.count("\n") == 1


def test_kernels_are_told_who_wins(built: Path) -> None:
    tables = Tables(built)
    view = tables.view
    own, enemy, _ = parse("9/9/4W4/4B4/9 W")
    assert wdl(view, own, enemy) == WIN
    assert wdl(view, 0, enemy) == LOSS
    assert wdl(view, own | 1, enemy | 2 | 4) == BEYOND
    assert wdl(view, (1 << 22) - 1, ((1 << 22) - 1) << 22) == BEYOND


def test_moves_are_ranked_by_what_they_lead_to(built: Path) -> None:
    text = "9/9/2W1W4/4B1B2/9 W"
    own, enemy, _ = parse(text)
    tables = Tables(built)
    moves = ranked(tables, own, enemy)
    legal = reference.moves(reference.parse_position(text))
    assert {move for move, _ in moves} <= {move.text for move in legal}
    assert len(moves) == len({move.after for move in legal})
    assert moves[0][1] == tables.value(own, enemy)
    assert tables.value(0, enemy) == Value("loss", 0)
    assert tables.value(own, 0) == Value("win", 1)
    order = [Value("loss", 2), Value("loss", 8), Value("draw"), Value("win", 5), Value("win", 3)]
    assert sorted(order, key=preference) == list(reversed(order))


def test_tables_are_built_listed_and_asked(tmp_path: Path, lakabe: Command) -> None:
    where = ("--directory", str(tmp_path / "new"))
    assert "No tables" in lakabe(*where)[1]
    code, out, _ = lakabe("build", "--stones", "3", "--dry-run", *where)
    assert code == 0 and "87,120 positions" in out and "memory" in out and "on disk" in out
    assert not list((tmp_path / "new").glob("*.npy"))
    code, out, _ = lakabe("build", "--stones", "3", "--workers", "1", *where)
    assert code == 0 and "The tables of up to 3 stones are in" in out
    assert "All tables of up to 3 stones are in" in lakabe("build", "--stones", "3", *where)[1]
    assert "2-1" in lakabe(*where)[1]
    code, out, _ = lakabe("probe", "9/9/4W4/4B4/9", "W", *where)
    assert (code, out.splitlines()[:2]) == (0, ["win in 1", "  e3-e4W: win in 1"])
    assert lakabe("verify", *where)[0] == 0


def test_what_cannot_be_done_is_said_in_a_line(
    built: Path, tmp_path: Path, lakabe: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words, part in (
        (("probe", "9/9/9/9", "W", "--directory", str(built)), "N2"),
        (("probe", "WWWWW4/9/9/9/4B4", "W", "--directory", str(built)), "this position has 6"),
        (("probe", "9/9/4W4/4B4/9", "W", "--directory", str(tmp_path)), "have no stones"),
        (("verify", "--directory", str(tmp_path)), "there are no tables"),
        (("build", "--stones", "9", "--directory", str(tmp_path)), "--stones"),
    ):
        code, _, err = lakabe(*words)
        assert code == 2 and part in err and err.count("\n") == 1, err
    monkeypatch.setattr(estimating, "free", lambda directory: 1000)
    code, _, err = lakabe("build", "--stones", "2", "--directory", str(tmp_path))
    assert code == 2 and "make room" in err


def test_tables_of_the_package_are_what_a_build_gives(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in built.glob("*.npy"):
        assert path.read_bytes() == (package_directory() / path.name).read_bytes(), path.name
    monkeypatch.setattr("tools.tables.verify.WHOLE_UP_TO", 0)
    assert verify(package_directory(), sample=5000) == []


def test_the_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(store, "package_directory", lambda: tmp_path / "package")
    monkeypatch.delenv("LAKABE_TABLES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_directory() == tmp_path / "lakabe" / "tables"
    assert home_directory() == default_directory()
    monkeypatch.setenv("LAKABE_TABLES", str(tmp_path / "other"))
    assert home_directory() == default_directory() == tmp_path / "other"


def test_tables_of_the_package_are_used_until_there_are_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LAKABE_TABLES", str(tmp_path / "own"))
    assert default_directory() == package_directory()
    assert Tables(default_directory()).stones == 5
    with Processes(1) as here:
        build(home_directory(), 2, here)
    assert default_directory() == tmp_path / "own"
