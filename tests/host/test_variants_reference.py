"""The core against tests/reference_variants.py: random play in each variant, and the counts that are kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import reference
import reference_variants
from fanorona import game, notation, rules
from fanorona.moves import count, first_move, next_move
from reference_variants import VARIANTS, Game, Move

COUNTS = Path(__file__).parents[1] / "vectors" / "perft_variants.txt"
GAMES = 12
RESULTS = {game.WHITE_WINS: "1-0", game.BLACK_WINS: "0-1", game.DRAWN: "1/2-1/2"}
REASONS = {
    game.NO_STONE: "no-stone",
    game.NO_MOVE: "no-move",
    game.REPETITION: "repetition",
    game.FIFTY: "fifty",
    game.FORFEIT: "forfeit",
    game.THREE: "three",
}


def walked(position: rules.Position) -> dict[str, tuple[frozenset[int], str]]:
    """N1 -> (stones taken, N2 after it) of each complete move."""
    before = bytes(position.board)
    enemy = 3 - position.turn
    found: dict[str, tuple[frozenset[int], str]] = {}
    more = first_move(position)
    while more:
        text = notation.format_move(position)
        taken = frozenset(x for x in range(45) if before[x] == enemy and position.board[x] != enemy)
        position.end_turn()
        assert text not in found, "walked twice"
        found[text] = (taken, notation.format_position(position))
        position.back_turn()
        assert notation.format_move(position) == text
        more = next_move(position)
    assert bytes(position.board) == before and position.steps == 0 and position.stone == rules.NONE
    return found


def expected(moves: list[Move]) -> dict[str, tuple[frozenset[int], str]]:
    return {
        move.text: (
            frozenset(notation.parse_point(reference.name(p)) for p in move.captures),
            reference.format_position(move.after),
        )
        for move in moves
    }


def compare(variant: str, seed: int) -> list[str]:
    """Plays games at random in both; the reasons for which they ended."""
    rng = random.Random(seed)
    ends = []
    for _ in range(GAMES):
        slow = Game(variant)
        fast = game.Game()
        fast.following = VARIANTS.index(variant)
        fast.start()
        while slow.result() is None:
            assert fast.result == game.UNFINISHED, slow.position
            moves = reference_variants.moves(variant, slow.position)
            assert walked(fast.position) == expected(moves)
            assert count(fast.position) == len(moves)
            move = reference_variants.random_move(slow, rng)
            notation.play_move(fast.position, move.text)
            fast.commit()
            slow.play(move)
            assert notation.format_position(fast.position) == reference.format_position(slow.position)
        assert (RESULTS[fast.result], REASONS[fast.reason]) == slow.result()
        ends.append(REASONS[fast.reason])
    return ends


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_games_at_random(variant: str, seed: int) -> None:
    ends = compare(variant, seed)
    assert len(ends) == GAMES


@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_counts_kept(variant: str) -> None:
    """Of each line as many as are counted in a moment; what is kept was all counted by the reference."""
    lines = [
        line for line in COUNTS.read_text(encoding="utf-8").splitlines() if line.startswith(f"{variant} ")
    ]
    assert len(lines) > 8
    for line in lines:
        text, counts = line.removeprefix(f"{variant} ").split(": ")
        position = reference.parse_position(text)
        for depth, number in enumerate(counts.split(), 1):
            if int(number) <= 4000:
                assert reference_variants.perft(variant, position, depth) == int(number), (line, depth)
