"""The core against tests/reference_variants.py: random play in each variant, and the counts that are kept."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import legal
import reference
import reference_variants
from fanorona.rules import game, notation, rules, steps
from fanorona.rules.moves import count
from reference_variants import VARIANTS, Game, Move

COUNTS = Path(__file__).parents[1] / "vectors" / "perft_variants.txt"
ORDINARY = COUNTS.with_name("perft.txt")
RULES = Path(__file__).parents[2] / "docs" / "rules.md"
MOST = 60_000
"""Moves that are counted in a moment."""
GAMES = 8
RESULTS = {game.WHITE_WINS: "1-0", game.BLACK_WINS: "0-1", game.DRAWN: "1/2-1/2"}
REASONS = {
    game.NO_STONE: "no-stone",
    game.NO_MOVE: "no-move",
    game.REPETITION: "repetition",
    game.FIFTY: "fifty",
    game.FORFEIT: "forfeit",
    game.THREE: "three",
}


def expected(moves: list[Move]) -> dict[str, tuple[frozenset[int], str]]:
    return {
        move.text: (
            frozenset(notation.parse_point(reference.name(p)) for p in move.captures),
            reference.format_position(move.after),
        )
        for move in moves
    }


def shown(position: rules.Position) -> set[str]:
    """The steps of a creditor that lights show: those that leave the debtor a capture (V5)."""
    law = position.law
    assert law is not None and position.phase == rules.CREDITOR
    law.look(position)
    before = bytes(position.board)
    found = set()
    for s in range(steps.STEPS):
        if position.kinds(s) and law.shows(position, s):
            found.add(f"{notation.point_name(steps.FROM[s])}-{notation.point_name(steps.TO[s])}")
    out = bytearray(45)
    assert position.movable(out) == len({text[:2] for text in found}) == sum(out)
    assert bytes(position.board) == before
    return found


def leaving(variant: str, position: reference.Position) -> set[str]:
    """The same by the reference."""
    moves = reference_variants.quiet(variant, position)
    return {move.text for move in moves if reference_variants.debtors(variant, move.after)}


def strewn(variant: str, rng: random.Random) -> reference.Position:
    """A position of the creditor in which few stones of the debtor are left to take any."""
    points = rng.sample(reference.ALL_POINTS, 25)
    few, many = (
        frozenset(points[: rng.choice((1, 1, 1, 3))]),
        frozenset(points[3 : rng.choice((9, 9, 9, 25))]),
    )
    if reference_variants.creditor(variant) == "W":
        return reference.Position(many, few, "W")
    return reference.Position(few, many, "B")


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
            assert legal.outcomes(fast.position) == expected(moves)
            assert count(fast.position) == len(moves)
            if fast.position.phase == rules.CREDITOR:
                assert shown(fast.position) == leaving(variant, slow.position)
            move = reference_variants.random_move(slow, rng)
            notation.play_move(fast.position, move.text)
            fast.commit()
            slow.play(move)
            assert notation.format_position(fast.position) == reference.format_position(slow.position)
        assert (RESULTS[fast.result], REASONS[fast.reason]) == slow.result()
        ends.append(REASONS[fast.reason])
    return ends


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_games_at_random(variant: str, seed: int) -> None:
    ends = compare(variant, seed)
    assert len(ends) == GAMES


@pytest.mark.parametrize("variant", ["vela", "vela-creditor"])
def test_what_a_creditor_leaves(variant: str) -> None:
    rng = random.Random(variant)
    position = rules.Position()
    game.choose(position, VARIANTS.index(variant))
    none = 0
    for _ in range(150):
        slow = strewn(variant, rng)
        notation.parse_position(reference.format_position(slow), position)
        assert shown(position) == leaving(variant, slow), slow
        assert count(position) == len(reference_variants.moves(variant, slow))
        none += not count(position)
    assert none > 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS[1:])
def test_counts_kept(variant: str) -> None:
    """Of each line up to so many; what is kept was all counted by the reference."""
    lines = [
        line for line in COUNTS.read_text(encoding="utf-8").splitlines() if line.startswith(f"{variant} ")
    ]
    assert len(lines) > 8
    for line in lines:
        text, counts = line.removeprefix(f"{variant} ").split(": ")
        position = reference.parse_position(text)
        for depth, number in enumerate(counts.split(), 1):
            if int(number) <= MOST:
                assert reference_variants.perft(variant, position, depth) == int(number), (line, depth)


def test_the_counts_in_the_rules_are_those_kept() -> None:
    """The table of docs/rules.md has the ordinary game and each variant from its start."""
    kept = [ORDINARY.read_text(encoding="utf-8"), *[COUNTS.read_text(encoding="utf-8")] * 4]
    columns = []
    for text, variant in zip(kept, ["tsivy", "vela", "vela-creditor", "dimy", "telo"], strict=True):
        start = reference_variants.STARTS[variant]
        (line,) = (
            line
            for line in text.splitlines()
            if f"{start}: " in line
            and line[0] != "#"
            and (variant == "tsivy" or line.startswith(f"{variant} "))
        )
        columns.append(line.split(": ")[1].split())
    table = RULES.read_text(encoding="utf-8").split("| plies | ordinary |")[1].split("\n\n")[0]
    rows = [
        [cell.strip().replace(",", "") for cell in line.strip("|").split("|")]
        for line in table.splitlines()[2:]
    ]
    assert len(rows) == 6
    for depth, *cells in rows:
        for cell, column in zip(cells, columns, strict=True):
            assert cell in ("", *column[int(depth) - 1 : int(depth)]), depth
