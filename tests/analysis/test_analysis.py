"""Analyses: positions examined, games judged, kept on disk, annotated and drawn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lakabe.engine.evaluate import load_weights
from lakabe.engine.standing import START
from lakabe.engine.tables import store
from lakabe.engine.tables.runner import Cluster, Processes
from lakabe.errors import InputError
from lakabe.games.pgn import Score, format_score, parse_scores
from lakabe.help.analysis import kept as keeping
from lakabe.help.analysis import run, version
from lakabe.help.analysis.annotate import annotate, verdict
from lakabe.help.analysis.curve import curve, marks
from lakabe.help.analysis.examine import Examined, close_sources, examine
from lakabe.help.analysis.kept import Kept
from lakabe.help.analysis.report import Analysis, analyse
from lakabe.help.analysis.run import analyse_games
from lakabe.help.analysis.settings import Settings
from lakabe.help.grades import Grade, Pair
from lakabe.help.worth import Worth

MOVES = ("d3-e3A", "d4-d3A", "e3-f3W")
QUICK = Settings(nodes=500)


def seen(line: str, worth: Worth, legal: int = 5) -> Examined:
    return Examined(tuple(line.split()), worth, 7, legal)


def judged(*worths: Worth, best: Sequence[str] = ("e2-e3A", "c3-d3A", "e3-f3W", "c4-c3A")) -> Analysis:
    """The game of MOVES, where these positions are worth so much to the side to move, as searches agree."""
    examined = [seen(one, worth) for one, worth in zip(best, worths, strict=True)]
    for i, after in enumerate(worths[1:]):
        examined[i] = replace(examined[i], pair=Pair(worths[i], after.before()))
    return analyse(START, MOVES, examined)


EVEN = Worth("cp", 0)


def test_moves_are_judged_by_the_positions_around_them() -> None:
    found = judged(Worth("cp", 20), EVEN, Worth("cp", 120), Worth("cp", -120))
    assert [move.turn for move in found.moves] == ["W", "B", "W"]
    assert [move.grade for move in found.moves] == [Grade.GOOD, Grade.BLUNDER, Grade.BEST]
    assert [move.best for move in found.moves] == ["e2-e3A", "c3-d3A", "e3-f3W"]
    assert found.moves[1].worth == Worth("cp", -120) and found.moves[1].best_worth == EVEN
    assert found.moves[1].lost == pytest.approx(26.9, abs=0.1)
    assert found.moves[2].lost == 0
    assert found.shares == pytest.approx((0.55, 0.5, 0.769, 0.769), abs=0.001)
    assert found.opening == "O4 Kobaka fohy"


def test_another_way_to_the_same_position_is_as_good() -> None:
    start = "BB3B1BB/BBBWW2B1/BW3BWB1/W1WW2WWW/1WWWWWWWW B"
    one, other = "f3-e3W-f2A-g3W-g4W-f4A", "f3-e3W-f2W-g3W-g4W-f4A"
    found = analyse(start, [one], [seen(other, EVEN), seen("", Worth("loss"))])
    assert (found.moves[0].grade, found.moves[0].best) == (Grade.BEST, one)
    assert found.opening is None


def test_a_turning_point_is_a_mistake_that_made_another_game_of_it() -> None:
    lost, won = Worth("cp", -300), Worth("cp", 300)
    turned = judged(EVEN, EVEN, won, lost)
    assert turned.turning == (1,)
    # Ten points given away, and still won: bad, but no turning point.
    still = judged(Worth("cp", -400), Worth("cp", 400), Worth("cp", -180), Worth("cp", 180))
    assert still.moves[1].grade is Grade.MISTAKE and still.turning == ()


def test_accuracy_counts_only_moves_with_a_choice() -> None:
    positions = [seen("e2-e3A", EVEN), seen("c3-d3A", EVEN, legal=1), seen("e3-f3W", Worth("cp", 300))]
    found = analyse(START, MOVES[:2], positions)
    assert found.accuracy["B"] is None and found.moves[1].forced
    assert found.accuracy["W"] == pytest.approx(100, abs=0.01)


def test_proven_results_are_shares_of_0_half_and_1() -> None:
    found = judged(Worth("win", plies=9), Worth("loss", plies=8), Worth("draw"), Worth("win", plies=3))
    assert found.shares == (1, 1, 0.5, 0)
    assert [move.lost for move in found.moves] == [0, 0, 0]


# Examining


def test_a_position_is_examined_the_same_each_time() -> None:
    once = examine(START, MOVES, True, QUICK)
    assert once == examine(START, MOVES, True, QUICK)
    found = Examined.of(json.loads(json.dumps(once)))
    assert found.plain() == once and found.line and found.depth > 0 and found.legal > 1


def test_where_the_game_is_over_nothing_is_asked() -> None:
    assert Examined.of(examine("9/9/9/BB7/WB7 W", (), True, QUICK)) == Examined((), Worth("loss"), 0, 0)


def test_a_draw_by_r11_stands_only_at_the_end() -> None:
    shuffle = ("a5-a4", "i2-i1", "a4-a5", "i1-i2") * 2
    start = "BB7/9/9/8W/9 B"
    assert Examined.of(examine(start, shuffle, True, QUICK)).worth == Worth("draw")
    assert Examined.of(examine(start, shuffle, False, QUICK)).line


def test_an_engine_without_evaluations_cannot_examine(tmp_path: Path) -> None:
    toy = tmp_path / "toy.py"
    toy.write_text(
        "import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n"
        "    said = {'uci': 'uciok', 'isready': 'readyok', 'go': 'bestmove e2-e3A'}.get(word)\n"
        "    if said:\n        print(said, flush=True)\n"
    )
    try:
        with pytest.raises(InputError, match="does not say what a position is worth"):
            examine(START, (), True, Settings(seconds=0.01, command=f"{sys.executable} {toy}"))
    finally:
        close_sources()


# Keeping and going on


def count_calls(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of moves before each position that is examined from now on."""
    calls: list[int] = []
    really: Callable[..., dict[str, Any]] = examine

    def counted(start: str, moves: tuple[str, ...], *rest: object) -> dict[str, Any]:
        calls.append(len(moves))
        return really(start, moves, *rest)

    monkeypatch.setattr(run, "examine", counted)
    return calls


def test_an_analysis_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    score = Score(moves=MOVES)
    calls = count_calls(monkeypatch)
    told: list[tuple[int, int]] = []

    def interrupt(count: int, total: int) -> None:
        told.append((count, total))
        if count == 2:
            raise KeyboardInterrupt

    with Processes(1) as here:
        with pytest.raises(KeyboardInterrupt):
            analyse_games([score], QUICK, tmp_path, here, interrupt)
        (file,) = tmp_path.glob("*.jsonl")
        text = file.read_text()
        file.write_text(text + text.splitlines()[-1][:20])  # killed while it wrote
        (whole,) = analyse_games([score], QUICK, tmp_path, here, lambda *_: None)
        assert calls == [0, 1, 2, 3]
        assert analyse_games([score], QUICK, tmp_path, here) == [whole]
        assert calls == [0, 1, 2, 3], "all of it is kept"
        assert analyse_games([score], QUICK, tmp_path, here, again=True) == [whole]
        assert calls == [0, 1, 2, 3] * 2
    assert told == [(0, 4), (1, 4), (2, 4)]


def test_other_settings_are_another_analysis(tmp_path: Path) -> None:
    one = Kept(tmp_path, START, MOVES, QUICK)
    one.add(0, seen("e2-e3A", EVEN).plain())
    assert one.read() == {0: seen("e2-e3A", EVEN)}
    assert Kept(tmp_path, START, MOVES, Settings(nodes=501)).read() == {}
    assert Kept(tmp_path, START, MOVES[:2], QUICK).read() == {}


def test_another_version_of_the_engine_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kept(settings: Settings = QUICK) -> dict[int, Examined]:
        return Kept(tmp_path, START, MOVES, settings).read()

    other = Settings(nodes=500, command="other-engine")
    for settings in (QUICK, other):
        Kept(tmp_path, START, MOVES, settings).add(0, seen("e2-e3A", EVEN).plain())
    mine = version.version_of(QUICK)
    assert set(mine) == {"search", "weights", "book", "tables"} and version.version_of(other) == {}
    for changed in ({"search": "0"}, {"weights": "0"}, {"book": "0"}, {"tables": 45}):
        with monkeypatch.context() as patch:
            patch.setattr(keeping, "version_of", lambda settings, changed=changed: {**mine, **changed})
            assert kept() == {}
        assert kept() != {} and kept(other) != {}
    weights = load_weights()
    weights[0] += 1
    monkeypatch.setattr(version, "load_weights", lambda: weights)
    version._own.cache_clear()
    assert kept() == {} and kept(other) != {}
    version._own.cache_clear()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        Kept(tmp_path / "file", START, MOVES, QUICK).add(0, {})


def test_several_games_in_processes_are_what_they_are_in_one(tmp_path: Path) -> None:
    scores = [Score(moves=MOVES), Score(moves=MOVES[:1])]
    with Processes(2) as two:
        there = analyse_games(scores, QUICK, tmp_path / "two", two)
    with Processes(1) as here:
        assert analyse_games(scores, QUICK, tmp_path / "one", here) == there


@pytest.mark.filterwarnings("default")  # what Dask deprecates is no fault of ours
def test_a_dask_cluster_finds_the_same(tmp_path: Path) -> None:
    from distributed import LocalCluster  # takes two seconds, in each process that collects tests

    score = Score(moves=MOVES)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster,
        Cluster(cluster.scheduler_address) as two,
    ):  # fmt: skip
        there = analyse_games([score], QUICK, tmp_path / "cluster", two)
    with Processes(1) as here:
        assert analyse_games([score], QUICK, tmp_path / "here", here) == there


def test_an_illegal_game_is_refused_before_anything_is_done(tmp_path: Path) -> None:
    with Processes(1) as here, pytest.raises(InputError, match="a1-a2"):
        analyse_games([Score(moves=("a1-a2",))], QUICK, tmp_path, here)


# Saying


def test_the_annotated_game_is_read_back_with_its_comments() -> None:
    score = Score(moves=MOVES, result="*", tags={"White": "Rasoa"}, comments={1: "played fast"})
    found = judged(EVEN, EVEN, Worth("cp", 300), Worth("cp", -300))
    annotated = annotate(score, found, "Lakabe 1")
    assert annotated.comments[0] == "+0.00"
    assert annotated.comments[1] == (
        "played fast +3.00 ?? A blunder; better was c3-d3A (even). A turning point."
    )
    (read,) = parse_scores(format_score(annotated))
    assert read.moves == MOVES and read.comments == annotated.comments
    assert read.tags["Annotator"] == "Lakabe 1" and read.tags["WhiteAccuracy"] == "100"
    assert 0 < int(read.tags["BlackAccuracy"]) < 50


def test_a_win_that_was_played_slowly_is_told_what_was_faster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(store.VARIABLE, str(Path(store.__file__).parent / "data"))
    close_sources()
    score = Score("9/8B/6W2/9/1W7 W", ("g3-h2", "i4-i5"))  # the tables: a win in 7 plies instead of 3
    with Processes(1) as here:
        (found,) = analyse_games([score], QUICK, tmp_path, here)
    close_sources()
    slow = found.moves[0]
    assert slow.slower and slow.grade is Grade.GOOD and slow.lost == 0
    assert verdict(slow) == f"Faster was {slow.best} (2 moves, not 4)."
    assert annotate(score, found, "x").comments[0] == f"#3 {verdict(slow)}"


def test_an_annotated_game_ends_with_its_result(tmp_path: Path) -> None:
    score = Score("9/9/9/9/1BW6 B", ("b1-a1W",), "0-1")
    with Processes(1) as here:
        (found,) = analyse_games([score], QUICK, tmp_path, here)
    assert annotate(score, found, "x").comments == {0: "0-1"}


def test_the_curve_has_a_column_for_each_position_or_for_several() -> None:
    assert curve([0.0, 0.5, 1.0], 10, 2) == ["  █", " ██"]
    assert curve([0.25, 0.75], 10, 1) == ["▂▆"]
    assert curve([0.0, 0.0, 1.0, 1.0], 2, 1) == [" █"]
    assert marks([1], 3, 10) == " ^ "
    assert marks([1, 2], 4, 2) == "^^"
