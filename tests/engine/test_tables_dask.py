"""Building tables on a Dask cluster of two processes, of which one is killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lakabe.engine.tables.build import build
from lakabe.engine.tables.layout import Pair
from lakabe.engine.tables.runner import Cluster, Processes

if TYPE_CHECKING:
    from distributed import LocalCluster

# What Dask deprecates, or says of the worker that died, is no fault of ours.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    from distributed import LocalCluster  # takes two seconds, in each process that collects tests

    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    ) as two:
        yield two


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_builds_the_same_tables(tmp_path: Path, cluster: LocalCluster) -> None:
    workers = []
    killed = []

    def watch(pair: Pair, doing: str, part: float) -> None:
        if (pair, doing) == (Pair(2, 2), "distance 7"):
            os.kill(workers[0], signal.SIGKILL)
            killed.append(doing)

    with Cluster(cluster.scheduler_address) as two:
        two.run(os.getpid, [() for _ in range(20)], lambda i, pid: workers.append(pid))
        assert two.workers == 2 and os.getpid() not in workers
        build(tmp_path / "cluster", 4, two, watch, slice_size=60_000)
    assert killed == ["distance 7"]
    with Processes(1) as here:
        build(tmp_path / "here", 4, here)
    for path in (tmp_path / "here").glob("*.npy"):
        assert path.read_bytes() == (tmp_path / "cluster" / path.name).read_bytes(), path.name
