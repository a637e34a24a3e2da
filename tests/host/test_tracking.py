"""How far something is: shown on a terminal, and nowhere else."""

from __future__ import annotations

import io

import pytest

from lakabe.archive.tracking import tracked


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "shown"), [(io.StringIO(), False), (Terminal(), True)])
def test_a_bar_is_for_terminals(stream: io.StringIO, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    with tracked("reading games") as told:
        for done in range(4):
            told(done, 4)
    assert ("reading games" in stream.getvalue()) == shown
    assert bool(stream.getvalue()) == shown


def test_what_goes_wrong_meanwhile_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal())
    with pytest.raises(KeyError), tracked("reading games"):
        raise KeyError
