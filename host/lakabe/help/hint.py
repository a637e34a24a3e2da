"""A hint: the best move with its reasons, the next best ones, and a mistake that was just made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lakabe.engine import lines
from lakabe.engine.standing import Standing
from lakabe.help.compare import compare
from lakabe.help.consequences import After, Consequences, consequences, exchange, safest
from lakabe.help.grades import Grade, judge
from lakabe.help.question import Question
from lakabe.help.source import Booked, Effort, Source, Way
from lakabe.help.worth import Worth

WAYS = 3
"""The best move and two alternatives."""
LOOK_BACK = 0.35
"""The share of the time that is spent on what could have been played before."""


@dataclass(frozen=True)
class Choice:
    """A move (N1) with the line that is expected after it, beginning with itself.

    ``worth`` is for who plays it, None where the engine does not tell. ``sacrifice``: how many stones more
    than it takes it loses to the reply expected, where a safer move was there; 0 if none. ``regains``: how
    many the next own move of the line takes. ``book``: why the opening book has it, where it does.
    """

    move: str
    line: tuple[str, ...]
    worth: Worth | None
    depth: int
    consequences: Consequences | None
    sacrifice: int = 0
    regains: int = 0
    book: Booked | None = None


@dataclass(frozen=True)
class Mistake:
    """The last move (N1), ``loss`` points of 100 worse than ``better``, and what each of them was worth."""

    move: str
    better: str
    worth: Worth
    best_worth: Worth
    grade: Grade
    loss: float


@dataclass(frozen=True)
class Hint:
    """What to do in a position (N2). ``turn`` is W or B; ``legal`` counts moves with different results."""

    position: str
    turn: str
    choices: tuple[Choice, ...]
    legal: int
    mistake: Mistake | None = None

    @property
    def best(self) -> Choice:
        """The move to play."""
        return self.choices[0]


def give(
    source: Source,
    question: Question,
    effort: Effort,
    watch: Callable[[Hint], None] | None = None,
    ways: int = WAYS,
    look_back: bool = True,
    enough: Callable[[], bool] = lambda: False,
) -> Hint:
    """Ask for a hint; ``watch`` gets a better one whenever it is known. InputError where the game is over.

    With ``look_back`` a part of the effort goes into the last move, whether it was a mistake; unless by then
    it is ``enough``.
    """
    standing = question.standing()
    question.check()
    earlier = question.before() if look_back else None

    def told(found: list[Way]) -> None:
        if watch is not None and found:
            watch(_hint(standing, found))

    found = source.ask(question, effort.part(1 - LOOK_BACK) if earlier else effort, ways, told)
    if earlier is None or enough():
        return _hint(standing, found)
    told(found)
    missed = _mistake(source, earlier, question.moves[-1], found[0].worth, effort.part(LOOK_BACK))
    return _hint(standing, found, missed)


def _mistake(
    source: Source, before: Question, played: str, now: Worth | None, effort: Effort
) -> Mistake | None:
    """The last move as a mistake, where what it leaves the other side is worth ``now`` to that side."""
    if now is None:
        return None
    best, pair = compare(source, before, played, effort)
    if best.worth is None:
        return None
    standing = before.standing()
    after = lines.parse_move(standing.own, standing.enemy, played)
    if after == lines.parse_move(standing.own, standing.enemy, best.moves[0]):
        return None
    verdict, given = judge(best.worth, pair, now.before())
    if verdict not in (Grade.MISTAKE, Grade.BLUNDER):
        return None
    return Mistake(played, best.moves[0], now.before(), best.worth, verdict, given)


def _hint(standing: Standing, found: Sequence[Way], missed: Mistake | None = None) -> Hint:
    legal = standing.results()
    safe = safest(standing.enemy, legal)
    choices = []
    for way in found:
        line, results = _legal(standing, way.moves)
        if not line:
            continue
        takes = [*exchange(standing.enemy, results[:3]), 0, 0]
        given = max(0, takes[1] - takes[0])
        choices.append(
            Choice(
                line[0], tuple(line), way.worth, way.depth, consequences(standing.enemy, results[0]),
                given if safe > -given else 0, takes[2], way.book,
            )
        )  # fmt: skip
    return Hint(standing.text(), standing.text()[-1], tuple(choices), len(legal), missed)


def _legal(standing: Standing, moves: Sequence[str]) -> tuple[list[str], list[After]]:
    """The moves of a line and their results, as far as they are legal: other engines may say anything."""
    own, enemy = standing.own, standing.enemy
    kept: list[str] = []
    results: list[After] = []
    for text in moves:
        try:
            after = lines.parse_move(own, enemy, text)
        except ValueError:
            break
        kept.append(text)
        results.append(after)
        enemy, own = after
    return kept, results
