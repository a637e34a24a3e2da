"""Puzzles for the page: which there are, and one solved move by move against the best defence."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fanorona.rules import notation
from fanorona.rules.moves import first_move, next_move
from fanorona.rules.notation import point_name
from fanorona.rules.rules import MOVE_LOG, Position
from lakabe.help.puzzles.grade import GRADES
from lakabe.help.puzzles.puzzle import Puzzle
from lakabe.help.puzzles.shelf import FIRST, Shelf
from lakabe.help.question import Question
from lakabe.language.saying import say
from lakabe.web.manners import taken

if TYPE_CHECKING:
    from lakabe.help.source import Source

MOST_MOVES = 2000
"""More legal moves than this are not told; with the few stones of puzzles there are a few dozen."""


class PuzzlePage:
    """The puzzles beside an archive. Any thread may call; one at a time asks the engine."""

    def __init__(self, archive: str | None) -> None:
        self._archive = archive
        self._shelf = Shelf(archive=archive)
        self._engine = threading.Lock()
        self._source: Source | None = None

    def listed(self) -> list[dict[str, Any]]:
        """All of them, with their IDs as keys, in the order of the shelf."""
        self._shelf = Shelf(archive=self._archive)  # some may have been found meanwhile
        return [_entry(key, one) for key, one in self._shelf.listed()]

    def shown(self, key: str, moves: Sequence[str]) -> dict[str, Any]:
        """A puzzle after ``moves`` (N1) of both sides: the stones, and what may be played. InputError."""
        puzzle = self._shelf.find(key)
        return self._picture(puzzle, Question(puzzle.position).after(moves), "", True)

    def played(self, key: str, moves: Sequence[str]) -> dict[str, Any]:
        """Have the last of ``moves`` judged and, where it wins, answered: as ``shown``, and what is said.

        InputError.
        """
        from lakabe.help.puzzles.solve import Solving

        puzzle = self._shelf.find(key)
        before, move = Question(puzzle.position).after(moves[:-1]), moves[-1]
        with self._engine:
            solving = Solving(puzzle, self._open())
            solving.question = before
            answer = solving.play(move)
            after = solving.question
        if answer.over:
            return self._picture(puzzle, after, say("{move} wins the game. Solved.", move=move), True) | {
                "solved": True
            }
        if not answer.wins:
            wrong = say("{move} is not proven to win. Another move is: try again.", move=move)
            return self._picture(puzzle, before, wrong, False)
        right = say("{move} wins. The answer is {reply}.", move=move, reply=answer.reply)
        return self._picture(puzzle, after, right, True)

    def solution(self, key: str) -> dict[str, Any]:
        """The line to its end: each move, what stood after it, and which other moves win there."""
        from lakabe.engine.endings import open_tables
        from lakabe.help.puzzles.line import alternatives, finished
        from lakabe.help.puzzles.words import also, reason

        tables = open_tables()
        whole = finished(self._shelf.find(key), tables)
        others = alternatives(whole, tables)
        question = Question(whole.position)
        positions = [question.after(whole.solution[:n]).position() for n in range(len(whole.solution) + 1)]
        return {
            "said": reason(whole),
            "positions": [_stones(one) for one in positions],
            "moves": [
                {"text": text, "points": _path(text), "also": also(others[n]) if n in others else ""}
                for n, text in enumerate(whole.solution)
            ],
        }

    def _open(self) -> Source:
        from lakabe.help.source import Ours

        if self._source is None:
            self._source = Ours()
        return self._source

    @staticmethod
    def _picture(puzzle: Puzzle, question: Question, said: str, wins: bool) -> dict[str, Any]:
        position = question.position()
        over = question.standing().over() is not None
        return {
            "task": {"turn": puzzle.turn, "moves": puzzle.moves, "grade": GRADES[puzzle.grade - 1]},
            "stones": _stones(position),
            "turn": question.now()[-1],
            "moves": list(question.moves),
            "last": _path(question.moves[-1]) if question.moves else [],
            "legal": [] if over else _legal(position),
            "said": said,
            "wins": wins,
            "solved": False,
        }


def _entry(key: str, one: Puzzle) -> dict[str, Any]:
    own = not key.startswith(FIRST)
    return {"key": key, "own": own, "grade": GRADES[one.grade - 1], "turn": one.turn, "moves": one.moves}


def _stones(position: Position) -> str:
    return notation.picture(position.board, ".WB").replace("/", "")


def _path(text: str) -> list[str]:
    steps = notation.parse_steps(text)
    return [point_name(steps[0][0]), *(point_name(q) for _, q, _ in steps)]


def _legal(position: Position) -> list[dict[str, Any]]:
    """Each legal move: N1, its path, and what each step takes."""
    found = []
    for text in _texts(position):
        now, lines = Position(MOVE_LOG), []
        now.copy(position)
        for p, q, kind in notation.parse_steps(text):
            lines.append([point_name(x) for x in taken(now, p, q, kind)])
            now.play(p, q, kind)
        found.append({"text": text, "path": _path(text), "takes": lines})
        if len(found) == MOST_MOVES:
            break
    return found


def _texts(position: Position) -> Iterator[str]:
    walked = Position(MOVE_LOG)
    walked.copy(position)
    more = first_move(walked)
    while more:
        yield notation.format_move(walked)
        more = next_move(walked)
