"""Processes that work together, where the computer gives them nothing to lock with."""

from __future__ import annotations

import errno
import operator
import os
from collections.abc import Callable

import pytest

from lakabe.engine.tables import runner
from lakabe.errors import SetupError


def missing(*_: object, **__: object) -> None:
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def no_locks(*_: object, **__: object) -> None:
    raise ImportError("This platform lacks a functioning sem_open implementation")


@pytest.mark.parametrize("fail", [missing, full, no_locks])
def test_without_shared_memory_it_is_named(
    fail: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "ProcessPoolExecutor", fail)
    done: list[tuple[int, int]] = []
    calls = [(1, 2), (3, 4)]
    with (
        runner.Processes(2) as several,
        pytest.raises(SetupError, match="/dev/shm is missing or full") as caught,
    ):
        several.run(operator.add, calls, lambda i, answer: done.append((i, answer)))
    assert "--jobs 1" in caught.value.fix
    assert done == []
    with runner.Processes(1) as alone:
        alone.run(operator.add, calls, lambda i, answer: done.append((i, answer)))
    assert done == [(0, 3), (1, 7)]
