"""Fanoron-Telo solved (S2): its moves are those of the rules, its values those of a plain search."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import legal
from fanorona.rules import notation
from fanorona.rules.game import THREE, Game
from fanorona.rules.rules import WHITE
from lakabe.engine import telo
from lakabe.engine.tables.values import Value
from lakabe.games import variants


def position_of(state: telo.State, turn: str = "W") -> str:
    """In N2; the stones of the side to move are ``turn``."""
    other = "B" if turn == "W" else "W"
    rows = [["1"] * 9 for _ in range(5)]
    for n, name in enumerate(telo.NAMES):
        for stones, letter in ((state[0], turn), (state[1], other)):
            if stones >> n & 1:
                rows[5 - int(name[1])]["abcdefghi".index(name[0])] = letter
    return "/".join("".join(row) for row in rows) + f" {turn}"


def test_moves_and_ends_are_those_of_the_rules() -> None:
    ends = 0
    for number, state in enumerate(telo.solve()):
        if number % 3:
            continue
        turn = "WB"[(state[0] | state[1]).bit_count() % 2]
        game = Game(variants.load("telo", position_of(state, turn)))
        game.judge()
        found = [] if game.result else legal.texts(game.position)
        ends += game.reason == THREE
        assert sorted(found) == sorted(text for text, _ in telo.moves(state)), position_of(state, turn)
    assert ends > 50


@cache
def _wins(state: telo.State, plies: int) -> bool:
    """Whether the side to move wins in so many plies at most, by looking at everything."""
    return plies > 0 and any(_loses(after, plies - 1) for _, after in telo.moves(state))


@cache
def _loses(state: telo.State, plies: int) -> bool:
    after = [child for _, child in telo.moves(state)]
    return not after or (plies > 0 and all(_wins(child, plies - 1) for child in after))


def test_values_and_distances_are_those_of_a_search() -> None:
    values = telo.solve()
    longest = max(value.distance or 0 for value in values.values())
    for state, value in values.items():
        won = next((n for n in range(longest + 3) if _wins(state, n)), None)
        lost = next((n for n in range(longest + 3) if _loses(state, n)), None)
        found = Value("win", won) if won is not None else Value("loss", lost)
        assert value == (found if (won, lost) != (None, None) else Value("draw")), state


def test_the_start_is_won_in_the_middle() -> None:
    first, *others = telo.ranked((0, 0))
    assert (first.text, str(first.value)) == ("e3", "win in 9")
    assert {str(ply.value) for ply in others} == {"draw", "loss in 8"}
    line = telo.line((0, 0))
    assert len(line) == 9
    position = variants.load("telo", variants.start_of("telo"))
    game = Game(position)
    for text in line:
        assert not game.result
        notation.play_move(position, text)
        game.commit()
    assert game.reason == THREE and position.turn != WHITE


def test_a_position_that_no_game_leads_to_is_solved_as_well() -> None:
    alone = (1 << 4, 0)  # a stone in the middle, and its side to move
    assert alone not in telo.solve()
    assert {ply.text for ply in telo.ranked(alone)} == set(telo.NAMES) - {"e3"}


# R11

Stood = tuple[telo.State, int]
"""A position, and which side is to move."""


def end(here: Stood, plies: int, seen: Counter[Stood]) -> int | None:
    """In how many plies who is to move wins (odd) or loses (even), if in so many, by playing them all out.

    None: in no fewer than that, or never. ``seen``: how often each position has stood.
    """
    state, side = here
    after = [child for _, child in telo.moves(state)]
    if not after:
        return 0
    if seen[here] >= 2 or not plies:
        return None
    seen[here] += 1
    found = [end((child, 1 - side), plies - 1, seen) for child in after]
    seen[here] -= 1
    won = [n + 1 for n in found if n is not None and n % 2 == 0]
    if won:
        return min(won)
    lost = [n + 1 for n in found if n is not None]
    return max(lost) if len(lost) == len(after) else None


def test_values_with_draws_are_those_of_playing_everything_out() -> None:
    rng = random.Random(2)
    full = [state for state in telo.solve() if (state[0] | state[1]).bit_count() == 2 * telo.STONES]
    told = 0
    for state in rng.sample([one for one in full if telo.moves(one)], 30):
        seen = Counter({(one, side): rng.choice((0, 0, 0, 1, 2)) for one in full for side in (0, 1)})
        seen[state, 0] = rng.choice((1, 2))  # the present one
        known = telo.minding(state, lambda one, plies, seen=seen: seen[one, plies % 2] >= 2, 100)
        simple = telo.plain(state)
        for _, after in telo.moves(state):
            value = known.value(after, 1)
            is_near = value.distance is not None and value.distance <= 3
            assert end((after, 1), 3, seen) == (value.distance if is_near else None)
            told += value != simple.value(after, 1)
    assert told > 20


def test_a_line_ends_where_the_game_is_drawn() -> None:
    state = next(one for one, value in telo.solve().items() if value == Value("win", 5))
    best = telo.ranked(state)[0].after
    known = telo.minding(state, lambda one, plies: one == best, 100)
    assert known.value(best, 1) == Value("draw") and telo.line(best, known, 1) == []
    assert telo.line(best, telo.plain(state), 1)


def test_a_win_has_to_come_before_the_quiet_plies_run_out() -> None:
    state = next(one for one, value in telo.solve().items() if value == Value("win", 5))
    for left, value in ((6, Value("win", 5)), (5, Value("win", 5)), (4, Value("draw"))):
        known = telo.minding(state, lambda one, plies: False, left)
        assert telo.ranked(state, known)[0].value == value
        assert 0 < len(telo.line(state, known)) <= min(left, 5)
