"""Building tables in slices: the same files however it is done, also after interruptions of every kind."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lakabe.engine.tables import build as building
from lakabe.engine.tables import tasks
from lakabe.engine.tables.build import build, missing
from lakabe.engine.tables.estimate import START_S, estimate
from lakabe.engine.tables.layout import Pair, pairs
from lakabe.engine.tables.runner import Call, Cluster, Processes
from lakabe.engine.tables.store import TablesError, read_contents
from lakabe.errors import LakabeError, SetupError, UsageError

SMALL = 20_000
"""Positions of a slice: the pairs of four stones have a dozen slices."""


def files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(directory.glob("*.npy"))}


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of four stones, built in one go."""
    directory = tmp_path_factory.mktemp("right")
    with Processes(1) as here:
        build(directory, 4, here)
    return files(directory)


class Stop(Exception):
    """Instead of Ctrl-C."""


class Faltering(Processes):
    """Stops for good after so many calls, in the middle of what it was told to do."""

    def __init__(self, calls: int) -> None:
        super().__init__(1)
        self.left = calls

    def run(
        self, function: Callable[..., Any], calls: Sequence[tuple[Any, ...]], done: Callable[[int, Any], None]
    ) -> None:
        def counted(*arguments: Any) -> Any:
            if not self.left:
                raise Stop
            self.left -= 1
            return function(*arguments)

        super().run(counted, calls, done)


def test_slices_and_processes_make_no_difference(tmp_path: Path, right: dict[str, bytes]) -> None:
    with Processes(2) as two:
        build(tmp_path, 4, two, slice_size=SMALL)
    assert files(tmp_path) == right
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == []


def test_an_interrupted_build_goes_on(
    tmp_path: Path, right: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "FLUSH_S", 0)
    begun: list[tuple[Pair, str]] = []
    stops = 0
    while True:
        tasks.forget()
        try:
            with Faltering(137) as here:
                build(tmp_path, 4, here, lambda *what: begun.append(what[:2]), slice_size=SMALL)
        except Stop:
            stops += 1
            continue
        break
    assert stops > 5
    assert files(tmp_path) == right
    doing = [what for pair, what in begun if pair == Pair(2, 2)]
    assert doing.count("distance 5") == 1, "distances that reached the disk are done again"


def test_distances_that_did_not_reach_the_disk_are_done_again(
    tmp_path: Path, right: dict[str, bytes]
) -> None:
    begun: list[tuple[Pair, str]] = []
    for calls in (150, 300, 1000, 10_000):
        tasks.forget()
        with contextlib.suppress(Stop), Faltering(calls) as here:
            build(tmp_path, 4, here, lambda *what: begun.append(what[:2]), slice_size=SMALL)
    assert files(tmp_path) == right
    assert begun.count((Pair(1, 3), "distance 5")) > 1


DYING = """
import os, signal, sys
from pathlib import Path
from lakabe.engine.tables.build import build
from lakabe.engine.tables.runner import Processes

def watch(pair, doing, part):
    if f"{pair} {doing}" == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    with Processes(2) as two:
        build(Path(sys.argv[1]), 4, two, watch, slice_size=20_000)
"""


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["1-3 captures", "2-2 distance 9", "2-2 writing"])
def test_a_killed_build_goes_on(tmp_path: Path, right: dict[str, bytes], moment: str) -> None:
    script = tmp_path / "dying.py"
    script.write_text(DYING)
    tables = tmp_path / "tables"
    killed = subprocess.run([sys.executable, script, tables, moment], check=False, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    assert missing(tables, 4)
    tasks.forget()
    with Processes(1) as here:
        build(tables, 4, here, slice_size=SMALL)
    assert files(tables) == right


class Late(Processes):
    """Two processes, of which one has nothing to do before the first pass over a pair is over."""

    def __init__(self) -> None:
        super().__init__(2)
        spawn = multiprocessing.get_context("spawn")
        self.both = [ProcessPoolExecutor(1, spawn) for _ in range(2)]

    def run(
        self, function: Callable[..., Any], calls: Sequence[Call], done: Callable[[int, Any], None]
    ) -> None:
        for i, call in enumerate(calls):
            late = 0 if function is tasks.resolve_slice else i % 2
            done(i, self.both[late].submit(function, *call).result())

    def __exit__(self, *error: object) -> None:
        for pool in self.both:
            pool.shutdown()


@pytest.mark.slow
def test_a_process_may_come_late(tmp_path: Path, right: dict[str, bytes]) -> None:
    with Late() as two:
        build(tmp_path, 4, two, slice_size=SMALL)
    assert files(tmp_path) == right


def die_once(mark: str, number: int) -> int:
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.slow
def test_what_a_killed_process_had_to_do_is_done_again(tmp_path: Path) -> None:
    answers: dict[int, int] = {}
    with Processes(2) as two:
        two.run(die_once, [(str(tmp_path / "mark"), n) for n in range(8)], answers.__setitem__)
    assert answers == {n: n * n for n in range(8)}
    assert (tmp_path / "mark").exists()


@pytest.mark.slow
def test_a_process_that_is_killed_every_time_ends_the_build() -> None:
    with Processes(2) as two, pytest.raises(LakabeError, match="killed again and again"):
        two.run(die, [(1,), (2,)], lambda i, answer: None)


def test_a_folder_takes_one_build_at_a_time(tmp_path: Path) -> None:
    def again(pair: Pair, doing: str, part: float) -> None:
        with pytest.raises(TablesError, match="another build is at work"):
            build(tmp_path, 2, here)
        tried.append(doing)

    tried: list[str] = []
    with Processes(1) as here:
        build(tmp_path, 2, here, again)
    assert tried


def test_only_what_is_missing_is_built(tmp_path: Path) -> None:
    with Processes(1) as here:
        build(tmp_path, 3, here)
        assert missing(tmp_path, 4) == [Pair(1, 3), Pair(2, 2)]
        begun: list[Pair] = []
        build(tmp_path, 3, here, lambda pair, doing, part: begun.append(pair))
        assert begun == []
        (tmp_path / "2-1.dtw.npy").unlink()
        build(tmp_path, 3, here, lambda pair, doing, part: begun.append(pair))
        assert set(begun) == {Pair(1, 2)}


def test_work_files_of_a_complete_pair_are_cleared_away(tmp_path: Path) -> None:
    with Processes(1) as here:
        build(tmp_path, 3, here)
        (tmp_path / "work-1-2").mkdir()
        (tmp_path / "work-1-2" / "few.bytes").touch()
        build(tmp_path, 3, here)
    assert not (tmp_path / "work-1-2").exists()


def test_a_cut_into_other_slices_begins_the_pair_anew(tmp_path: Path, right: dict[str, bytes]) -> None:
    with contextlib.suppress(Stop), Faltering(200) as here:
        build(tmp_path, 4, here, slice_size=SMALL)
    tasks.forget()
    with Processes(1) as here:
        build(tmp_path, 4, here, slice_size=SMALL * 3)
    assert files(tmp_path) == right


def test_a_list_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.json").write_text("{")
    with pytest.raises(TablesError, match=r"tables\.json cannot be read"):
        read_contents(tmp_path)


def test_the_estimate_counts_positions_and_uses_what_was_measured(tmp_path: Path) -> None:
    expected = estimate(tmp_path, pairs(7), 2)
    assert expected.positions == 6_261_651_660
    assert 1.0 < expected.numbers / (expected.positions / 4) < 1.1
    assert expected.numbers < expected.disk < 4e9
    assert expected.memory < 8e9
    with Processes(1) as here:
        build(tmp_path, 4, here)
    contents = read_contents(tmp_path)
    seconds = estimate(tmp_path, [Pair(2, 3)], 1).seconds - START_S
    contents.pairs["2-2"].seconds *= 10
    building.write_contents(tmp_path, contents)
    assert estimate(tmp_path, [Pair(2, 3)], 1).seconds == pytest.approx(START_S + 10 * seconds)


def test_a_cluster_without_dask_or_without_a_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="no Dask scheduler answers"):
        Cluster("tcp://127.0.0.1:9", patience=0.2)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SetupError, match="Dask is not installed"):
        Cluster("tcp://127.0.0.1:9")
