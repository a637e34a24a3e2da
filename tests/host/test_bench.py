"""What `make bench` measures against is right, and every bench can be found and loaded."""

from __future__ import annotations

import runpy
import sys
import types
from pathlib import Path

import pytest

from lakabe.games import pgn

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


@pytest.mark.parametrize(
    ("plain", "first", "short"),
    [
        (9.28, 4.32, []),
        (3.0, 3.0, []),
        (9.28, None, []),  # a clone without that commit
        (2.99, None, ["plain lists: 2.99 times"]),
        (9.28, 2.5, ["first version: 2.5 times"]),
        (0.9, 0.5, ["plain lists: 0.9 times", "first version: 0.5 times"]),
        (float("nan"), 4.32, ["plain lists: nan times"]),
        (None, None, ["plain lists: 0 times"]),
    ],
)
def test_a_core_that_has_become_slow_is_found(
    plain: float | None, first: float | None, short: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    rules = runpy.run_path(str(BENCH / "bench_rules.py"))
    figures = [("wasm: core against plain lists", plain), ("wasm: core against its first version", first)]
    found = [("CPython: core against plain lists", 0.1, "times as fast")]
    found += [(what, value, "times as fast") for what, value in figures if value is not None]
    said = rules["shortfalls"](found)
    assert len(said) == len(short)
    assert all(words in line and "at least 3" in line for words, line in zip(short, said, strict=True))
    assert rules["rows"]("wasm", 1.0, 2.0)[-1] == ("wasm: core against plain lists", 2.0, "times as fast")


@pytest.mark.parametrize(
    ("bench", "figures", "short"),
    [
        ("engine", [2.92, 30.3], []),
        ("engine", [1.0, 1.0], []),
        ("engine", [0.99, 30.3], ["perft against plain C: 0.99 times"]),
        ("engine", [2.92, 0.5], ["depth 9 against plain C: 0.5 times"]),
        ("engine", [float("nan")] * 2, ["perft against plain C: nan", "depth 9 against plain C: nan"]),
        ("hints", [0.81, 190.0], []),
        ("hints", [1.0, 300.0], []),
        ("hints", [1.01, 190.0], ["lakabe hint, processor time: 1.01 s, but 1 s at most"]),
        ("hints", [0.81, 301.0], ["to the lights: 301 ms, but 300 ms at most"]),
        ("start", [0.5, 1.0, 202.5, 0], []),
        (
            "start",
            [0.51, 1.2, 203.0, 1],
            [
                "lakabe games, 20 games: 0.51 s, but 0.5 s at most",
                "lakabe hint, processor time",
                "memory with Node's: 203 MB, but 202.5 MB at most",
                "compiler: 1 files, but 0 files at most",
            ],
        ),
        ("hints", [float("nan")] * 2, ["processor time: nan s", "to the lights: nan ms"]),
    ],
)
def test_an_engine_or_hints_that_have_become_slow_are_found(
    bench: str, figures: list[float], short: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    module = runpy.run_path(str(BENCH / f"bench_{bench}.py"))
    names = {
        "engine": ["AGAINST_PERFT", "AGAINST_DEPTH"],
        "hints": ["ANSWER", "LIGHTS"],
        "start": ["LIST", "HINT", "REST", "COMPILER"],
    }[bench]
    units = {"engine": ["times as fast"] * 2, "hints": ["s", "ms"], "start": ["s", "s", "MB", "files"]}[bench]
    rows = [(module[name], figure, unit) for name, figure, unit in zip(names, figures, units, strict=True)]
    said = module["shortfalls"]([("another figure", 1e9, "s"), ("one more", 0.0, "times as fast"), *rows])
    assert len(said) == len(short)
    assert all(words in line for words, line in zip(short, said, strict=True))
    source = (BENCH / f"bench_{bench}.py").read_text(encoding="utf-8")
    assert all(f"({name}, " in source for name in names)  # they are the rows that run() gives


@pytest.mark.slow
@pytest.mark.parametrize(
    ("loads", "short"), [("", []), ("import llvmlite.binding", [1]), ("import lakabe.engine.think", [0, 1])]
)
def test_an_engine_that_is_loaded_at_rest_is_found(
    loads: str, short: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    module = runpy.run_path(str(BENCH / "bench_start.py"))
    code = f"{loads}\nimport sys\nfrom lakabe.__main__ import main\nsys.exit(main())"
    command = [sys.executable, "-c", code, "play", "--archive", str(tmp_path / "games.db")]
    rows = module["at_rest"](command)
    assert [n for n, row in enumerate(rows) if module["shortfalls"]([row])] == short, rows


@pytest.mark.parametrize(("short", "code"), [([], 0), (["half as fast"], 3)])
def test_a_figure_that_falls_short_ends_the_bench_so(
    short: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = runpy.run_path(str(BENCH / "__main__.py"), run_name="bench_main")["main"]
    monkeypatch.setitem(main.__globals__, "modules", lambda: ["bench_made_up", "bench_other"])
    rows = [("speed", 1.0, "times as fast")]
    judged = types.SimpleNamespace(run=lambda: rows, shortfalls=lambda found: short * (found == rows))
    monkeypatch.setitem(sys.modules, "bench_made_up", judged)
    monkeypatch.setitem(sys.modules, "bench_other", types.SimpleNamespace(run=lambda: rows))
    assert main([]) == code
    out, err = capsys.readouterr()
    assert out.count("times as fast") == 2
    assert err.splitlines() == [f"falls short: {line}" for line in short]


@pytest.mark.parametrize(
    ("seconds", "megabytes", "importing", "ratio", "short"),
    [
        (0.7, 75.0, 60.0, 3.0, []),
        (0.71, 75.0, 60.0, 3.0, ["games, 20,000 games: more time than with 20 games: 0.31 s, but 0.3 s"]),
        (0.1, 76.1, 60.0, 3.0, ["games, 20,000 games: more memory than with 20 games: 16.1 MB"]),
        (0.1, 1.0, 60.1, 3.0, ["games import of 20,000 games: 60.1 s, but 60 s at most"]),
        (0.1, 1.0, 1.0, float("nan"), ["twice as long: nan times as long, but 3 times as long at most"]),
    ],
)
def test_an_archive_that_has_become_slow_is_found(
    seconds: float,
    megabytes: float,
    importing: float,
    ratio: float,
    short: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    scale = runpy.run_path(str(BENCH / "bench_scale.py"))
    rows = scale["compared"]("games, 20,000 games", seconds, 0.4, megabytes, 60.0)
    rows += [("games import of 20 games", 99.0, "s"), (scale["IMPORTING"], importing, "s")]
    said = scale["shortfalls"]([*rows, (scale["DOUBLED"], ratio, "times as long")])
    assert len(said) == len(short)
    assert all(words in line for words, line in zip(short, said, strict=True))


def test_the_games_of_the_archive_s_bench_can_be_imported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    scale = runpy.run_path(str(BENCH / "bench_scale.py"))
    scale["write_games"](tmp_path / "games.pgn", 3)
    scores = pgn.parse_scores((tmp_path / "games.pgn").read_text(encoding="utf-8"))
    assert [score.result for score in scores] == ["1-0", "0-1", "1/2-1/2"]
    assert len({score.moves for score in scores}) == 3
