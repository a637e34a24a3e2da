"""Counting the cases over the positions of random play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from fanorona.rules.rules import BLACK, WHITE
from lakabe.engine.bitboard import format_n2, parse
from tools.census.cases import KINDS, Look

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"

QUIET = 100
"""Moves without a capture after which a game is given up (R11)."""

_BITS = 45


@dataclass
class Census:
    """What was counted. ``found`` has for each of ``KINDS`` the number of positions with a case of it.

    ``examples`` has for each the first of them: the position (N2) and the moves of the case.
    """

    positions: int = 0
    capturing: int = 0
    moves: int = 0
    found: list[int] = field(default_factory=lambda: [0] * len(KINDS))
    examples: list[list[tuple[str, str]]] = field(default_factory=lambda: [[] for _ in KINDS])


def survey(
    positions: int, seed: int, examples: int = 1, progress: Callable[[int], object] = lambda _: None
) -> Census:
    """Look at so many different positions that have a legal move, from the start on, games one after another.

    Each move is drawn from all complete moves (R12), all as likely. ``progress`` is told of every thousandth
    position.
    """
    rng = random.Random(seed)  # noqa: S311
    census = Census()
    seen: set[int] = set()
    look = Look()
    own, enemy, turn = start = parse(START)
    quiet = 0
    while census.positions < positions:
        if not look.at(own, enemy) or quiet == QUIET:
            own, enemy, turn = start
            quiet = 0
            continue
        key = (own | enemy << _BITS) * 2 + (turn == BLACK)
        if key not in seen:
            seen.add(key)
            _take_in(census, look, turn, examples)
            if census.positions % 1000 == 0:
                progress(census.positions)
        own_then, enemy_then = look.after(rng.randrange(look.count))
        quiet = quiet + 1 if enemy_then == enemy else 0
        own, enemy, turn = enemy_then, own_then, WHITE + BLACK - turn
    return census


def _take_in(census: Census, look: Look, turn: int, examples: int) -> None:
    census.positions += 1
    census.capturing += look.captures()
    census.moves += look.count
    for kind in look.cases():
        census.found[kind] += 1
        if len(census.examples[kind]) < examples:
            text = format_n2(look.own, look.enemy, turn)
            census.examples[kind].append((text, look.example(kind)))


def markdown(census: Census) -> str:
    """The table, and the examples, if there are any, in a second one."""
    lines = [
        f"{census.positions:,} positions, {census.capturing:,} of them with a capture to be made, "
        f"{census.moves:,} moves.",
        "",
        "| in a position | positions | of 100,000 | of 100,000 with a capture |",
        "|---|---:|---:|---:|",
    ]
    for kind, found in zip(KINDS, census.found, strict=True):
        shares = [_share(found, whole) for whole in (census.positions, census.capturing)]
        lines.append(f"| {kind} | {found:,} | {shares[0]} | {shares[1]} |")
    if any(census.examples):
        lines += ["", "| for example | position | moves |", "|---|---|---|"]
    for kind, examples in zip(KINDS, census.examples, strict=True):
        lines += [f"| {kind} | `{position}` | {moves} |" for position, moves in examples]
    return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    share = 100_000 * part / whole if whole else 0
    return f"{share:,.0f}" if share >= 10 or not share else f"{share:.2g}"
