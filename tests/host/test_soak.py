"""Two hundred games by hands of all habits through the firmware: every move is recorded as it was meant."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fanorona.modes.keeper import Keeper
from hands import blindness
from hands.eyes import Ambiguous
from hands.plan import Plan
from hands.reeds import IDEAL
from hands.sitting import Sitting
from lakabe.virtual import run_traces
from lakabe.virtual.report import Record, records
from lakabe.virtual.trace import parse
from soak.__main__ import asks_too_much
from soak.board import SoakBoard
from soak.play import Outcome, compare, play
from soak.shrink import shrink

TESTS = Path(__file__).parents[1]
CORE = TESTS.parent / "firmware" / "lib" / "fanorona"
GAMES = 200
CHUNKS = 5
LEFT = 3116
"""Number of a game that is left where no move can be told any more, for contacts are dead."""
CUT = "cut 10"
"""Seed of a game in which the power fails after five moves. A single one the stones would tell of."""
CORRECTED = 2395
"""Number of a game in which, with hands that do not mind, a move is told again."""
LONG_US = 10 * 60 * 10**6
"""Of virtual time, which is slower on MicroPython."""


@pytest.mark.parametrize(
    "chunk", [0, *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in range(1, CHUNKS))]
)
def test_every_move_is_recorded_as_it_was_meant(chunk: int) -> None:
    counts: Counter[str] = Counter()
    for n in range(chunk, GAMES, CHUNKS):
        outcome = play(Plan.number(1, n))
        assert not outcome.fault, f"{outcome.plan}: {outcome.fault}"
        counts += outcome.counts
    assert counts["moves"] > 400
    assert counts["mishaps"] > 5
    assert counts["recoveries"] > 5
    assert counts["cuts"]


def test_some_of_these_games_have_dead_contacts() -> None:
    assert sum(bool(Plan.number(1, n).dead) for n in range(GAMES)) > 5


def test_some_are_played_at_the_record_level() -> None:
    plans = [plan for plan in (Plan.number(1, n) for n in range(GAMES)) if plan.lenient]
    counts = sum((play(plan).counts for plan in plans), Counter[str]())
    assert counts["irregular"] > 20


def test_in_some_a_wire_breaks() -> None:
    plans = [plan for plan in (Plan.number(1, n) for n in range(GAMES)) if plan.breaks >= 0]
    assert sum(play(plan).counts["dark lines"] for plan in plans) > 2


def test_the_same_plan_is_the_same_game() -> None:
    one, other = (play(Plan.number(9, 4), keeps_trace=True) for _ in range(2))
    assert one == other
    assert one.trace != play(Plan.number(9, 5), keeps_trace=True).trace


def can_be_replayed(outcome: Outcome) -> bool:
    """Whether it came to an end of its own, and did not take for ever."""
    if outcome.counts["given up"]:
        return False
    return parse(outcome.trace).end_us < LONG_US


def told(record: Record) -> str:
    """The move of a record, or -- and the board after an irregular one."""
    return record["move"] if record["event"] == "move" else f"--{record['position'].split(' ')[0]}"


def standing(course: list[Record]) -> list[str]:
    """The moves that stand at the end of a game; others were taken back, or told anew (P3)."""
    moves: list[str] = []
    for record in course:
        if record["event"] in ("move", "irregular", "takeback"):
            del moves[record["ply"] - 1 :]
            moves += [told(record)] if record["event"] != "takeback" else []
    return moves


@pytest.mark.slow
def test_lakabe_trace_makes_the_same_of_it() -> None:
    """The traces that are saved show on MicroPython, with all of the firmware, what was seen here."""
    played = [play(replace(Plan.number(7, n), cap=12), keeps_trace=True) for n in range(10)]
    played = [outcome for outcome in played if can_be_replayed(outcome)]
    assert len(played) > 5
    assert sum(outcome.counts["asks"] for outcome in played)
    for outcome, run in zip(played, run_traces(parse(outcome.trace) for outcome in played), strict=True):
        course = list(records(run))
        assert standing(course) == outcome.moves
        assert sum(record["event"] == "ask" for record in course) == outcome.counts["asks"]


def test_a_game_that_is_lost_with_the_power_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = play(Plan(CUT, cap=12))
    assert cut.counts["cuts"] and not cut.fault
    monkeypatch.setattr(Keeper, "resume", lambda keeper, now: b"")
    assert play(cut.plan).fault


@pytest.mark.parametrize("damage", ["other", "lost"])
def test_a_game_that_is_left_is_compared_until_then(monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    """A fault that shows in the very turn with which it is left counts, too."""
    plan = Plan.number(1, LEFT)
    whole = play(plan)
    assert whole.counts["given up"] == 1 and not whole.fault
    assert 1 < whole.counts["left moves"] <= len(whole.moves)
    choose = blindness.choose

    def spoil(sitting: Sitting, *rest: Any) -> Any:
        try:
            return choose(sitting, *rest)
        except Ambiguous:
            board = sitting.eyes.board
            assert isinstance(board, SoakBoard)
            if damage == "lost":
                del board.moves[1:]
            else:
                board.moves[0] = "a1-a2"
            raise

    monkeypatch.setattr(blindness, "choose", spoil)
    spoilt = play(plan)
    assert spoilt.counts["given up"] == 1
    assert spoilt.fault.startswith("only 1 moves" if damage == "lost" else "ply 1: a1-a2, not ")


def test_a_corrected_move_is_counted() -> None:
    """Hands avoid what has to be corrected; where they do not, it is, and the record is right."""
    aware, unaware = (
        replace(Plan.number(1, CORRECTED, unaware=way), habits=frozenset()) for way in (False, True)
    )
    corrected = play(unaware)
    assert corrected.counts["corrected"] == 1
    assert not corrected.fault
    assert not play(aware).counts["corrected"]


@pytest.mark.parametrize(
    ("asks", "moves", "too_much"),
    [(99, 100_000, False), (100, 100_000, True), (13, 5000, True), (11, 5000, False), (0, 0, False)],
)
def test_a_board_that_asks_too_much_fails(asks: int, moves: int, too_much: bool) -> None:
    """In 1 of 1,000 moves, beyond chance where there are few."""
    counts = Counter({"asked clean": asks // 2, "asked alike": asks - asks // 2, "legal moves": moves})
    assert asks_too_much(counts) == too_much


def test_a_question_about_every_stone_in_a_hand_is_too_much(tmp_path: Path) -> None:
    """With that fault planted nothing is recorded wrongly, and the soak fails all the same."""
    shutil.copytree(CORE, tmp_path / "fanorona", ignore=shutil.ignore_patterns("__pycache__"))
    file = tmp_path / "fanorona" / "session.py"
    text = file.read_text(encoding="utf-8")
    right = "watch(phase != SETUP and self.tracker.status >= DOUBT, self._now)"
    assert text.count(right) == 1, "plant this fault anew"
    file.write_text(text.replace(right, right.replace("DOUBT", "2")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "soak", "8", "--processes", "1", "--hasty"],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "the board asks too much" in done.stdout
    assert re.search(r"^misrecords +0$", done.stdout, re.MULTILINE)


def test_a_wrong_record_is_found() -> None:
    """`compare` is what everything here rests on."""
    board = SoakBoard(frozenset())
    meant = [frozenset({"e2-e3A"}), frozenset({"c3-c2", "c3-c2A"})]
    for moves, unended, fault in (
        (["e2-e3A", "c3-c2"], False, ""),
        (["e2-e3A"], True, ""),
        (["e2-e3A"], False, "only 1 moves, not 2"),
        (["e2-e3A", "c3-c2A", "a1-a2"], False, "3 moves, not 2"),
        (["d2-e3A", "c3-c2A"], False, "ply 1: d2-e3A, not e2-e3A"),
    ):
        board.moves = moves
        assert compare(board, meant, unended) == fault


def test_a_fault_is_shrunk_to_what_it_takes() -> None:
    """What is wrong stays wrong; bounce, touches and habits that have nothing to do with it are gone."""

    def slides(outcome: Outcome) -> bool:
        return outcome.moves[10:11] == found.moves[10:11]

    found = replace(play(Plan("shrink", cap=30, slips=False)), ply=11)
    assert len(found.moves) > 11
    small = shrink(found, slides)
    assert small.plan.reed == IDEAL
    assert len(small.moves) <= 12 < len(found.moves)
    assert small.counts["events"] < found.counts["events"]
