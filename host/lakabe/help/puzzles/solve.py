"""Solving a puzzle: every move that wins is accepted, and the best defence answers it, to the end."""

from __future__ import annotations

from dataclasses import dataclass

from lakabe.engine import lines
from lakabe.help.puzzles.puzzle import Puzzle
from lakabe.help.puzzles.settings import NODES
from lakabe.help.question import Question
from lakabe.help.source import Effort, Source


@dataclass(frozen=True)
class Answer:
    """To a move: whether it wins, the move (N1) that answers it, and whether it has won the game."""

    wins: bool
    reply: str = ""
    over: bool = False


class Solving:
    """Somebody solves a puzzle, with ``source`` as the other side.

    A move is accepted where it is proven to win; after the first one, which is the only one, several may be.
    """

    def __init__(self, puzzle: Puzzle, source: Source, nodes: int = NODES) -> None:
        self._puzzle = puzzle
        self._source = source
        self._effort = Effort(nodes=nodes, book=False)
        self.question = Question(puzzle.position)
        """The game as far as it has come; the solver is to move."""

    def play(self, move: str) -> Answer:
        """Make a move (N1), and have it answered; one that does not win is not made. InputError."""
        after = self.question.after([move])
        standing = after.standing()
        if not self.question.moves and not self._is_solution(move):
            return Answer(False)
        over = standing.over()
        if over is not None:
            if over == "loss":
                self.question = after
            return Answer(over == "loss", over=over == "loss")
        best = self._source.ask(after, self._effort)[0]
        if self.question.moves and (best.worth is None or best.worth.kind != "loss"):
            return Answer(False)
        self.question = after.after(best.moves[:1])
        return Answer(True, best.moves[0])

    def _is_solution(self, move: str) -> bool:
        standing = self.question.standing()
        first = self._puzzle.solution[0]
        return lines.parse_move(standing.own, standing.enemy, move) == lines.parse_move(
            standing.own, standing.enemy, first
        )
