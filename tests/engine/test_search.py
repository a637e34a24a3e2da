"""The search: against plain minimax, proofs, draws, limits, threads and repeatability."""

from __future__ import annotations

import random
import threading

import numpy as np
import pytest

from lakabe.engine import bitboard, evaluate, memo, moves, state
from lakabe.engine.standing import Standing
from lakabe.engine.state import QUIET_DRAW, WIN
from lakabe.engine.think import Limits, Report, Score, Thinker


def thinker(threads: int = 1) -> Thinker:
    return Thinker(memory_mb=1, threads=threads)


def think(standing: Standing, limits: Limits, lines: int = 1, threads: int = 1) -> Report:
    mind = thinker(threads)
    mind.ready()
    return mind.think(standing, limits, lines)


def solved(own: int, enemy: int, depth: int) -> int | None:
    """Plies to the end of a game won (odd) or lost (even) within ``depth`` plies, by trying everything."""
    after = moves.results(own, enemy)
    if not after:
        return 0
    if depth == 0:
        return None
    replies = [solved(b, a, depth - 1) for a, b in after]
    lost = [r for r in replies if r is not None and r % 2 == 0]
    if lost:
        return min(lost) + 1
    if all(r is not None for r in replies):
        return max(r for r in replies if r is not None) + 1
    return None


def small_positions(count: int, seed: int) -> list[tuple[int, int]]:
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        points = rng.sample(range(45), rng.randint(3, 6))
        cut = rng.randint(1, len(points) - 1)
        found.append((sum(1 << p for p in points[:cut]), sum(1 << p for p in points[cut:])))
    return found


@pytest.mark.slow
def test_proven_wins_and_losses_are_those_of_trying_everything() -> None:
    proven = {"win": 0, "loss": 0}
    for own, enemy in small_positions(120, 1):
        expected = solved(own, enemy, 4)
        found = think(Standing(own, enemy), Limits(depth=6)).lines[0].score
        if expected is not None:
            assert found.kind == ("win" if expected % 2 else "loss"), bitboard.format_n2(own, enemy, 1)
            assert found.plies == expected
            proven[found.kind] += 1
        elif found.kind in ("win", "loss"):
            assert found.plies > 4
    assert proven["win"] > 20 and proven["loss"] > 2


def test_the_line_of_a_proven_win_ends_the_game() -> None:
    for own, enemy in small_positions(60, 2):
        line = think(Standing(own, enemy), Limits(depth=7)).lines[0]
        if line.score.kind != "win":
            continue
        standing = Standing(own, enemy)
        for after in line.results:
            assert after in standing.results()
            standing.play(after)
        assert len(line.results) <= line.score.plies
        if len(line.results) == line.score.plies:
            assert standing.over() == "loss"


def test_a_lost_game_has_no_move() -> None:
    found = think(Standing.of("9/9/9/BB7/WB7 W"), Limits(depth=3))
    assert found.best is None
    assert found.lines[0].score == Score("loss")


def test_the_only_move_is_found_under_any_limit() -> None:
    standing = Standing.of("9/9/9/9/W7B W")
    for limits in (Limits(nodes=1), Limits(seconds=0.0), Limits(depth=1)):
        assert think(standing, limits).best in standing.results()


def test_a_win_that_comes_too_late_for_the_fifty_moves_is_none() -> None:
    standing = Standing.of("9/W8/9/6W2/1W5B1 W")
    fresh = think(standing, Limits(depth=5)).lines[0].score
    assert fresh == Score("win", plies=3)
    late = Standing(standing.own, standing.enemy, quiet=QUIET_DRAW - 1, past=[1] * (QUIET_DRAW - 1))
    assert think(late, Limits(depth=5)).lines[0].score == Score("cp", 0)
    late.draws = False
    assert think(late, Limits(depth=5)).lines[0].score == fresh


@pytest.mark.parametrize(("limit", "score"), [(2, Score("cp", 0)), (3, Score("win", plies=3))])
def test_a_win_counts_within_the_quiet_plies_that_are_agreed(limit: int, score: Score) -> None:
    standing = Standing.of("9/W8/9/6W2/1W5B1 W")
    standing.limit = limit
    assert think(standing, Limits(depth=5)).lines[0].score == score


def test_no_move_is_a_loss_even_after_a_hundred_quiet_plies() -> None:
    standing = Standing.of("9/9/W8/W1W6/BWW6 W")
    late = Standing(standing.own, standing.enemy, quiet=QUIET_DRAW - 1, past=[1] * (QUIET_DRAW - 1))
    found = think(late, Limits(depth=3))
    assert found.lines[0].score == Score("win", plies=1)
    assert found.best is not None
    late.play(found.best)
    assert late.over() == "loss"


def test_a_remembered_win_counts_while_there_are_quiet_plies_enough() -> None:
    kept = np.zeros(state.STATE, dtype=np.int64)
    kept[state.DRAWS] = 1
    kept[state.QUIET] = QUIET_DRAW
    ply = 3
    data = memo.packed(int(state.adjusted(WIN - ply - 12, ply)), 1, memo.EXACT, 0, 0)
    assert state.remembered(data, 50, -100, 100, ply, QUIET_DRAW - 12, kept) == WIN - ply - 12
    assert state.remembered(data, 50, -100, 100, ply, QUIET_DRAW - 11, kept) > WIN
    kept[state.DRAWS] = 0
    assert state.remembered(data, 50, -100, 100, ply, QUIET_DRAW - 11, kept) == WIN - ply - 12


def test_a_remembered_estimate_counts_at_its_depth_and_within_its_bound() -> None:
    kept = np.zeros(state.STATE, dtype=np.int64)
    for bound, low, high, usable in (
        (memo.EXACT, 0, 100, True),
        (memo.LOWER, 0, 40, True),
        (memo.LOWER, 0, 60, False),
        (memo.UPPER, 60, 100, True),
        (memo.UPPER, 40, 100, False),
    ):
        data = memo.packed(50, 6, bound, 0, 0)
        assert (state.remembered(data, 6, low, high, 0, 0, kept) == 50) == usable
        assert state.remembered(data, 7, low, high, 0, 0, kept) > WIN


def test_who_is_behind_makes_a_position_stand_for_the_third_time() -> None:
    standing = Standing.of("BB7/9/9/8W/9 B")
    for text in ("a5-a4", "i2-i1", "a4-a5", "i1-i2", "a5-a4", "i2-i1", "a4-a5"):
        assert standing.over() is None
        standing.play_text(text)
    found = think(standing, Limits(depth=1))
    assert found.lines[0].score == Score("cp", 0)
    assert found.best is not None
    standing.play(found.best)
    assert standing.over() == "draw"


def test_the_same_search_again_counts_the_same_nodes() -> None:
    standing = Standing.of()
    first = think(standing, Limits(nodes=30000))
    again = think(standing, Limits(nodes=30000))
    assert first.nodes == again.nodes == 30000
    assert first.lines == again.lines and first.depth == again.depth


def test_two_threads_search_more_and_agree_on_what_is_proven() -> None:
    for own, enemy in small_positions(8, 3):
        one = think(Standing(own, enemy), Limits(depth=5)).lines[0].score
        two = think(Standing(own, enemy), Limits(depth=5), threads=2).lines[0].score
        if one.kind != "cp":
            assert two == one
    assert think(Standing.of(), Limits(depth=6), threads=2).best in Standing.of().results()


def test_several_lines_begin_with_different_moves_and_get_no_better() -> None:
    found = think(Standing.of(), Limits(depth=5), lines=3)
    assert len({line.results[0] for line in found.lines}) == 3
    values = [line.score.centipoints for line in found.lines]
    assert values == sorted(values, reverse=True)
    assert found.lines[0].score.kind == "cp"


@pytest.mark.parametrize("lines", [1, 3])
def test_wherever_a_search_is_cut_off_its_lines_are_legal_and_differ(lines: int) -> None:
    for nodes in range(1, 9000, 400):
        found = think(Standing.of(), Limits(nodes=nodes), lines)
        assert found.nodes == nodes
        assert len({line.results[0] for line in found.lines}) == len(found.lines) <= lines
        for line in found.lines:
            standing = Standing.of()
            for after in line.results:
                assert after in standing.results()
                standing.play(after)


def test_more_lines_than_moves_are_all_moves() -> None:
    assert len(think(Standing.of(), Limits(depth=2), lines=9).lines) == 5


def test_a_search_can_be_stopped() -> None:
    mind = thinker()
    mind.ready()
    begun = threading.Event()
    found: list[Report] = []
    thread = threading.Thread(
        target=lambda: found.append(
            mind.think(
                Standing.of(), Limits(), report=lambda report: begun.set() if report.depth > 2 else None
            )
        )
    )
    thread.start()
    assert begun.wait(60)
    mind.stop()
    thread.join(10)
    assert found and found[0].best in Standing.of().results()


def test_a_score_is_the_one_of_plain_minimax_at_depth_one() -> None:
    """Below quiet moves quiescence has nothing to do, so the score is the best estimate after a move."""
    weights = evaluate.load_weights()
    checked = 0
    for own, enemy in small_positions(200, 4):
        after = moves.results(own, enemy)
        if any(bitboard.capturers(b, a) or not moves.results(b, a) for a, b in after) or not after:
            continue
        expected = max(-evaluate.value(b, a, weights) for a, b in after)
        assert think(Standing(own, enemy), Limits(depth=1)).lines[0].score == Score("cp", expected)
        checked += 1
    assert checked > 20


def test_memo_entries_come_back_and_torn_ones_do_not() -> None:
    table = memo.new_table(1)
    keys = [int(memo.key_of(own, enemy)) for own, enemy in small_positions(2000, 5)]
    assert len(set(keys)) > 1990
    data = memo.packed(-31990, 77, memo.LOWER, 4000, 63)
    memo.keep(table, keys[0], data)
    assert memo.look_up(table, keys[0]) == data
    assert memo.look_up(table, keys[1]) == 0
    parts = (memo.score_in(data), memo.depth_in(data), memo.bound_in(data), memo.move_in(data))
    assert parts == (-31990, 77, memo.LOWER, 4000)
    table[keys[0] & (len(table) - 1)] ^= np.array([0, 1 << 20, 0, 1 << 20])
    assert memo.look_up(table, keys[0]) == 0


def test_a_full_bucket_gives_up_what_is_old_or_shallow() -> None:
    table = memo.new_table(1)
    keys = [(number << 40) | 5 for number in range(1, 5)]

    def keep(key: int, depth: int, age: int) -> None:
        memo.keep(table, key, memo.packed(0, depth, memo.EXACT, 0, age))

    keep(keys[0], 9, 1)
    keep(keys[1], 5, 1)
    keep(keys[2], 3, 1)
    assert [bool(memo.look_up(table, key)) for key in keys] == [True, False, True, False]
    keep(keys[2], 2, 2)
    keep(keys[3], 1, 2)
    assert [bool(memo.look_up(table, key)) for key in keys] == [False, False, True, True]


@pytest.mark.parametrize(("value", "text"), [(12, "cp 12"), (WIN - 7, "win 7"), (6 - WIN, "loss 6")])
def test_scores_in_words(value: int, text: str) -> None:
    assert str(Score.of(value)) == text
