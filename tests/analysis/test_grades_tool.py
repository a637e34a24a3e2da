"""How true the grades are, as ``tools.grades`` counts it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from lakabe.engine.standing import Standing
from lakabe.engine.tables import store
from lakabe.engine.tables.store import Tables
from lakabe.help.analysis.examine import close_sources
from lakabe.help.analysis.settings import Settings
from tools import grades

DATA = Path(store.__file__).parent / "data"


def test_moves_are_judged_by_larger_tables_than_those_they_were_graded_with() -> None:
    """Here by those of five stones, what was graded with none."""
    truth = Tables(DATA)
    quick = Settings(nodes=500)
    close_sources()
    _, bad, slower, _ = grades.judged("2B4B1/9/1W7/9/W8 W", "b3-b2", truth, quick)
    assert bad and not slower
    graded, bad, _, faster = grades.judged("9/8B/6W2/9/1W7 W", "g3-h2", truth, quick)
    assert not graded and not bad and faster
    close_sources()


def test_the_positions_are_different_ones_of_so_many_stones() -> None:
    found = list(islice(grades.places(1, 5), 20))
    assert len({position for position, _ in found}) == 20
    for position, move in found:
        standing = Standing.of(position)
        assert (standing.own | standing.enemy).bit_count() == 5
        standing.play_text(move)


@pytest.mark.parametrize(("arguments", "said"), [(["x"], "one number"), ([], "make tables")])
def test_what_is_missing_is_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert grades.main(arguments) == 2
    assert said in capsys.readouterr().err
