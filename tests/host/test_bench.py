"""What `make bench` measures against is right, and every bench can be found and loaded."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench"


def test_the_plain_rules_count_right() -> None:
    plain = runpy.run_path(str(BENCH / "plain_rules.py"))
    board = plain["board_of"](plain["START"])
    assert [plain["perft"](board, depth) for depth in range(4)] == [1, 5, 39, 724]


@pytest.mark.parametrize("file", sorted(BENCH.glob("bench_*.py")), ids=lambda file: file.stem)
def test_every_bench_loads(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    assert callable(runpy.run_path(str(file))["run"])


def test_an_unknown_bench_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    main = runpy.run_path(str(BENCH / "__main__.py"), run_name="bench_main")["main"]
    assert main(["nonsense"]) == 2
    assert "bench_rules" in capsys.readouterr().err
