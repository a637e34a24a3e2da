"""Whether a position is a puzzle."""

from __future__ import annotations

from lakabe.engine import lines
from lakabe.engine.endings import open_tables
from lakabe.engine.standing import Standing
from lakabe.help.consequences import After, consequences
from lakabe.help.puzzles.grade import Facts
from lakabe.help.puzzles.line import finished
from lakabe.help.puzzles.proof import Holder
from lakabe.help.puzzles.puzzle import ESTIMATED, PROVEN, Puzzle
from lakabe.help.puzzles.settings import NODES
from lakabe.help.question import Question
from lakabe.help.source import Effort, Ours, Way

GLANCE = 1_000
"""Nodes after which it shows which positions do."""
PROMISING = 0.75
"""The share of the points from which on a position looks promising."""
EVEN = 0.6
"""Moves that are worth no more than this share of the points count as not winning, if that is not proven."""
ALIKE = 0.05
"""A move within this share of the points below the solution, to who looks one move ahead, is tempting."""


class Finder:
    """Looks at positions. The answer depends on the position, the nodes and the endgame tables alone."""

    def __init__(self, nodes: int = NODES, estimates: bool = False) -> None:
        """``estimates``: whether puzzles count in which it is not proven that no other move wins.

        TablesError where the endgame tables cannot be read.
        """
        self._nodes = nodes
        self._estimates = estimates
        self._source = Ours()
        self._tables = open_tables()
        self._holder = Holder(self._tables, nodes)

    def look(self, position: str, source: str) -> Puzzle | None:
        """The puzzle in a position (N2), if it is one."""
        question = Question(position)
        standing = question.standing()
        results = standing.results()
        if len(results) < 2:
            return None
        self._source.forget()
        seen = self._source.ask(question, Effort(nodes=GLANCE))[0]
        if seen.worth is None or seen.worth.share < PROMISING:
            return None
        best, second = self._source.ask(question, Effort(nodes=self._nodes), 2)
        if best.worth is None or second.worth is None:
            return None
        if best.worth.kind != "win" or second.worth.kind == "win":
            return None
        chosen = lines.parse_move(standing.own, standing.enemy, best.moves[0])
        single = self._single(standing, chosen, second)
        if single is None:
            return None
        facts = self._facts(question, standing, chosen, best.worth.plies)
        found = Puzzle(position, best.moves[: best.worth.plies], single, facts, source)
        return finished(found, self._tables)

    def _single(self, standing: Standing, chosen: After, second: Way) -> str | None:
        """How it is known that only ``chosen`` wins, None where it is not; ``second`` is the next best."""
        hardest = lines.parse_move(standing.own, standing.enemy, second.moves[0])
        others = [hardest, *(after for after in standing.results() if after not in (chosen, hardest))]
        if all(self._holder.holds(after[1], after[0]) for after in others):
            return PROVEN
        believed = second.worth is not None and second.worth.share <= EVEN
        return ESTIMATED if believed and self._estimates else None

    def _facts(self, question: Question, standing: Standing, chosen: After, plies: int) -> Facts:
        results = standing.results()
        taken = {after: (standing.enemy ^ after[1]).bit_count() for after in results}
        ways = self._source.ask(question, Effort(depth=1), len(results))
        shares = {
            lines.parse_move(standing.own, standing.enemy, way.moves[0]): way.worth.share
            if way.worth
            else 0.0
            for way in ways
        }
        least = shares[chosen] - ALIKE
        return Facts(
            plies=plies,
            others=len(results) - 1,
            tempting=sum(share >= least for after, share in shares.items() if after != chosen),
            greedy=max(taken.values()) > taken[chosen],
            sacrifice=consequences(standing.enemy, chosen).most > taken[chosen],
        )
