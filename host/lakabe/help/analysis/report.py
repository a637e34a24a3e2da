"""What the examined positions of a game say about its moves and its players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lakabe.engine import lines
from lakabe.games import pgn
from lakabe.games.irregular import is_irregular
from lakabe.help.analysis.examine import Examined
from lakabe.help.grades import EVEN, Grade, accuracy, judge, slower
from lakabe.help.question import Question
from lakabe.help.worth import Worth

TURNS = 5
"""Turning points that are named at most."""


@dataclass(frozen=True)
class Judged:
    """A move of the game. ``worth`` is what it left its side, ``best_worth`` what ``best`` would have.

    ``lost``: points of 100 that it gave away. ``forced``: there was no other. ``slower``: both win, and it
    takes clearly longer.
    """

    index: int
    turn: str
    move: str
    best: str
    line: tuple[str, ...]
    worth: Worth
    best_worth: Worth
    lost: float
    grade: Grade
    forced: bool
    slower: bool = False

    @property
    def open(self) -> bool:
        """Whether it might be bad, but only one of the two values is proven."""
        better = 100 * (self.best_worth.share - self.worth.share) >= Grade.INACCURACY.least
        return better and not self.lost and self.best_worth.certain != self.worth.certain


@dataclass(frozen=True)
class Analysis:
    """A whole game; irregular moves (P10), whose indices ``irregular`` has, are not judged.

    ``shares`` is White's share of the points before the first move and after each one. ``worths`` are the
    same as the side to move had it, ``turns`` the sides to move (W, B). ``accuracy`` is by side, 0 to 100,
    None for who had no choice, or no move at all. ``turning`` names moves by index.
    """

    moves: tuple[Judged, ...]
    shares: tuple[float, ...]
    worths: tuple[Worth, ...]
    turns: tuple[str, ...]
    accuracy: dict[str, float | None]
    turning: tuple[int, ...]
    opening: str | None
    irregular: tuple[int, ...] = ()

    def moved(self, side: str) -> bool:
        """Whether a side has made a move that could be judged."""
        return any(move.turn == side for move in self.moves)


def analyse(start: str, moves: Sequence[str], examined: Sequence[Examined]) -> Analysis:
    """Judge a game by its positions; ``examined`` has one more than ``moves`` (N1). ``start`` is N2."""
    standing = Question(start).standing()
    turns = [standing.text()[-1]]
    judged = []
    for i, text in enumerate(moves):
        here, after = examined[i], examined[i + 1]
        if is_irregular(text):
            standing.play_text(text)
            turns.append("B" if turns[-1] == "W" else "W")
            continue
        best = here.line[0] if here.line else text
        result = lines.parse_move(standing.own, standing.enemy, text)
        same = result == lines.parse_move(standing.own, standing.enemy, best)
        worth = after.worth.before()
        verdict, given = (Grade.BEST, 0.0) if same else judge(here.worth, here.pair, worth)
        judged.append(
            Judged(
                i, turns[-1], text, text if same else best, here.line, worth, here.worth, given, verdict,
                here.legal == 1, not same and slower(here.worth, worth, here.exact),
            )
        )  # fmt: skip
        standing.play(result)
        turns.append("B" if turns[-1] == "W" else "W")
    shares = tuple(
        one.worth.share if turn == "W" else 1 - one.worth.share
        for one, turn in zip(examined, turns, strict=True)
    )
    return Analysis(
        tuple(judged), shares, tuple(one.worth for one in examined), tuple(turns),
        {side: accuracy([m.lost for m in judged if m.turn == side and not m.forced]) for side in "WB"},
        _turning(judged), pgn.opening(start, moves),
        tuple(i for i, text in enumerate(moves) if is_irregular(text)),
    )  # fmt: skip


def _turning(judged: Sequence[Judged]) -> tuple[int, ...]:
    """The worst of the mistakes that made another game of it: won, even or lost, where it had not been."""
    found = [
        move
        for move in judged
        if move.grade in (Grade.MISTAKE, Grade.BLUNDER)
        and _outlook(move.best_worth.share) != _outlook(move.worth.share)
    ]
    worst = sorted(found, key=lambda move: -move.lost)[:TURNS]
    return tuple(sorted(move.index for move in worst))


def _outlook(share: float) -> int:
    return (share > EVEN[0]) + (share > EVEN[1])
