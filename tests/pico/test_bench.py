"""What `make bench-pico` prints, and that firmware/README.md shows the same tables. No emulator."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lakabe.virtual.trace import TraceEvent
from pico.bench import hosts, report, scenes
from pico.bench.__main__ import GAMES, PLIES
from pico.bench.answers import Answer, Performance, quantile
from pico.bench.glitches import Held
from pico.bench.idle import Idle
from pico.bench.modules import Module
from pico.bench.parts import Part
from pico.bench.report import Results
from pico.bench.scenes import Scene
from pico.bounds import HEAP_BYTES, SCANS_PER_S, START_MS, Bounds

LIGHTS: dict[str, list[float | None]] = {"game": [5.0, 7.0, 8.0], "early": [50.0], "chain": [None]}
GOOD = """
| power-on to the set-up lights, ms | 253 | 473 |
| scan to scan while nothing changes, ms | 2.61 | 0.86 |
| heap free, KiB | 141 | 50 |
| all legal play (1536; 1232) | 6.9 / 11.3 / 13.2 | 7.3 / 10.9 / 12.4 | 7.5 / 11.2 / 12.0 | 7.8 |
"""
ROWS = report.rows(report.markdown(Results()))


def table_row(text: str, name: str) -> list[str]:
    """The cells of a row after its name."""
    [line] = [line for line in text.splitlines() if line.startswith(f"| {name}")]
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def performance(kind: str, lights: list[float | None], line: float | None = 9.0) -> Performance:
    """Lifts with these answering times."""
    answers = [Answer("a1", False, 100.0 * number, True, light, line) for number, light in enumerate(lights)]
    return Performance(Scene(kind, scenes.START, []), answers, [1.0, 2.5])


def test_the_readme_shows_what_the_bench_measures() -> None:
    assert report.rows(report.shown(report.README.read_text())) == ROWS


def test_the_readme_shows_what_keeps_the_bounds() -> None:
    """What a person reads was measured, so figures outside the bounds are not to be committed."""
    check_bounds(report.shown(report.README.read_text()))


def check_bounds(text: str) -> None:
    """Fails unless the tables keep to the bounds, as far as they hold for everything that is legal."""
    bounds = Bounds()
    lifts, placements, lines, turn = table_row(text, "all legal play")
    for cell in (lifts, placements, lines):
        assert "never" not in cell
        median, late, _ = cell.split(" / ")
        assert float(median) <= bounds.median and float(late) <= bounds.late, cell
    assert float(turn) <= bounds.turn
    assert float(table_row(text, "power-on to the set-up lights")[1]) <= START_MS
    assert float(table_row(text, "scan to scan while nothing changes")[1]) <= 1000 / SCANS_PER_S
    assert float(table_row(text, "heap free, KiB")[1]) * 1024 >= HEAP_BYTES


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("6.9 / 11.3 / 13.2", "6.9 / 12.1 / 13.2"),
        ("| 7.8 |", "| 9.1 |"),
        ("| 50 |", "| 47 |"),
        ("| 473 |", "| 501 |"),
        ("13.2", "13.2, 1 never"),
    ],
)
def test_figures_outside_the_bounds_are_noticed(right: str, wrong: str) -> None:
    text = GOOD.replace(right, wrong)
    assert text != GOOD
    check_bounds(GOOD)
    with pytest.raises(AssertionError):
        check_bounds(text)


def test_the_tables_hold_what_was_found() -> None:
    part = Part(4, 10_000, 7_000)
    weight = Module(1000, 5000, 2000)
    results = Results(
        (Idle(first_frame=250), Idle(first_frame=222, main=20, imported=180, free=110 * 1024)),
        [
            performance(scenes.GAME, [5.0, 7.0, 8.0]),
            performance("early", [50.0]),
            performance("chain", [None]),
            performance("vela", [6.5]),
        ],
        {hosts.junk.__name__: performance(scenes.GAME, [6.0])},
        ({"painter": part}, {}),
        ({"config": weight, "matrix": weight}, {}),
        {2: Held([0.0] * 7, 7.5, 8.5)},
    )
    text = report.markdown(results)
    assert report.rows(text) == ROWS
    assert table_row(text, "power-on to the set-up lights, ms") == ["250", "222"]
    assert table_row(text, "of that the first turn of the loop")[1] == "22"
    assert table_row(text, "heap free, KiB")[1] == "110"
    assert table_row(text, "all legal play (5; 5)")[0] == "6.5 / 8.0 / 8.0, 1 never"
    assert table_row(text, f"{report.VARIANTS} (1; 1)")[0] == "6.5 / 6.5 / 6.5"
    assert table_row(text, f"{report.LEGAL} (1; 1)")[0] == "-"
    assert table_row(text, "games (3; 3)") == ["7.0 / 8.0 / 8.0", "-", "9.0 / 9.0 / 9.0", "2.5"]
    assert table_row(text, "not legal: captures leave first (1; 1)")[0] == "50.0 / 50.0 / 50.0"
    assert table_row(text, f"{report.EVERYTHING} (6; 6)")[0] == "7.0 / 50.0 / 50.0, 1 never"
    assert table_row(text, "10,000 bytes of junk (1)") == ["6.0 / 6.0 / 6.0", "9.0 / 9.0 / 9.0", "2.5"]
    assert table_row(text, "painter") == ["2.50 / 7.00", "0.00 / 0.00"]
    assert table_row(text, "all together")[0] == "2,000 / 4,000; 10"
    assert "7.5" in table_row(text, "median from a lift to its light, ms")
    assert "8.5" in table_row(text, "median from a placement to its light, ms")


def test_the_tables_go_between_their_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n")
    monkeypatch.setattr(report, "README", readme)
    report.write(Results())
    text = readme.read_text()
    assert text.startswith("before\n") and text.endswith("after\n")
    assert "old" not in text
    assert report.rows(report.shown(text)) == ROWS
    readme.write_text("no marks\n")
    with pytest.raises(ValueError, match="not found"):
        report.write(Results())


def test_quantiles() -> None:
    values = [float(value) for value in range(1, 201)]
    assert (quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)) == (100, 198, 200)
    assert quantile([3.0], 0.5) == 3.0


def test_hard_scenes_are_read() -> None:
    found = scenes.hard()
    assert {scene.kind for scene in found} == set(report.KINDS)
    assert all(0 <= (scene.level or 0) <= 4 for scene in found)
    legal = [scene for scene in found if scene.kind not in scenes.IRREGULAR]
    assert sum(len(scene.events) for scene in legal) > 400
    touched = [*legal, *scenes.games(GAMES, PLIES)]
    assert sum(event.kind == "contact" for scene in touched for event in scene.events) > 1300


def test_touches_have_words() -> None:
    words = ["-e2", "+e3", "turn", "-d3"]
    events = scenes.timed(words, random.Random(1))
    assert scenes.touches(events) == words
    assert [event.value for event in events] == [0, 1, 1, 0, 0]


def test_contacts_bounce_as_they_close() -> None:
    events = [TraceEvent(1000, "contact", "a1", 0), TraceEvent(90_000, "contact", "a1", 1)]
    bounced = scenes.bouncing(events, random.Random(1))
    assert [event.value for event in bounced] == [0, 1, 0, 1]
    assert 90_000 < bounced[2].us <= bounced[3].us <= 90_000 + scenes.BOUNCE_US
