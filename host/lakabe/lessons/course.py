"""The course: what is in ``course.txt``, read and played through once, so that every line of it is legal."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from importlib import resources

from fanorona.rules import notation
from fanorona.rules.rules import Position
from lakabe.errors import InputError
from lakabe.games import variants

MOST = 45
"""A lesson has a point of the board, which shows whether it has been learnt."""

GOALS = ("only", "most", "safe", "over", "win", "draw", "mirror", "opening", "leaves")
TOPICS = (
    "lines", "paika", "approach", "withdrawal", "choice", "chain", "duty", "end", "openings", "sacrifice",
    "squeeze", "diagonal", "defence", "mirror", "three-five", "vela",
)  # fmt: skip
"""In the order of the course."""


class CourseError(InputError):
    """The course cannot be read."""


@dataclass(frozen=True)
class Ply:
    """A move (N1); ``is_reply``: not the learner's, who carries it out for the other side."""

    text: str
    is_reply: bool


@dataclass(frozen=True)
class Lesson:
    """A position, and the lines that the learner may play from it.

    ``goal`` says what is true of the learner's moves in the lines, and of no other move:

    ========  ==================================================================================
    only      there is no other legal move (R2-R8)
    most      they take more stones than all others
    safe      the other side can take nothing after them
    over      they end the game: the other side has no stone or no move left (R10)
    win       they win, by best play of both sides, whatever the other side plays
    draw      they do not lose
    mirror    the same, and they are the move before turned by half about e3
    opening   they are the opening that ``name`` ends with (O1 to O5)
    leaves    they leave the debtor of a vela a capture (V5)
    ========  ==================================================================================

    ``shows``: what can be seen in the first of these moves (words of ``tools.lessons.check``).
    """

    name: str
    topic: str
    board: str
    goal: str
    shows: tuple[str, ...]
    lines: tuple[tuple[Ply, ...], ...]
    number: int = field(default=0, compare=False)
    """Its place in the course, from 1."""

    @property
    def variant(self) -> str:
        """The game that is played (``lakabe.games.variants``), which may follow the position."""
        return (*self.board.split(), variants.ORDINARY)[2]

    @property
    def position(self) -> str:
        """Where it begins (N2)."""
        return " ".join(self.board.split()[:2])

    @property
    def learner(self) -> str:
        """The learner's side, W or B."""
        turn = self.position[-1]
        return turn if not self.lines[0][0].is_reply else "B" if turn == "W" else "W"

    def right(self) -> tuple[str, ...]:
        """The learner's first moves that are right (N1)."""
        at = 1 if self.lines[0][0].is_reply else 0
        return tuple(sorted({line[at].text for line in self.lines}))

    def start(self) -> Position:
        """The position that it begins with, as a new object."""
        return variants.load(self.variant, self.position)


@functools.cache
def course() -> tuple[Lesson, ...]:
    """The lessons in their order. CourseError."""
    return parse(resources.files(__package__).joinpath("course.txt").read_text(encoding="utf-8"))


def parse(text: str) -> tuple[Lesson, ...]:
    """Lessons from text: blocks of lines, each a word and what it says; ``#`` begins a remark.

    CourseError.
    """
    lessons: list[Lesson] = []
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            lessons.append(_lesson(lines, len(lessons) + 1))
    names = [one.name for one in lessons]
    if len(lessons) > MOST:
        raise CourseError(f"{len(lessons)} lessons", f"there can be {MOST}")
    if len(set(names)) != len(names):
        raise CourseError("two lessons have one name", "rename one of them in course.txt")
    if [one.topic for one in lessons] != sorted((one.topic for one in lessons), key=TOPICS.index):
        raise CourseError("the topics are out of order", f"the order is {', '.join(TOPICS)}")
    return tuple(lessons)


def _lesson(lines: list[str], number: int) -> Lesson:
    said: dict[str, list[str]] = {}
    for line in lines:
        word, _, rest = line.partition(" ")
        said.setdefault(word, []).append(rest)
    name = said.get("lesson", ["?"])[0]
    try:
        lesson = Lesson(
            name, said["topic"][0], said["board"][0], said["goal"][0],
            tuple(said.get("shows", [""])[0].split()), tuple(map(_line, said["line"])), number,
        )  # fmt: skip
        unknown = said.keys() - {"lesson", "topic", "board", "goal", "shows", "line"}
        if unknown or lesson.goal not in GOALS or lesson.topic not in TOPICS:
            raise ValueError(f"unknown: {', '.join(unknown) or lesson.goal + ' ' + lesson.topic}")
        for plies in lesson.lines:
            _play(lesson, plies)
    except (KeyError, ValueError) as error:
        raise CourseError(f"lesson {name} of course.txt: {error}", "correct it there") from error
    return lesson


def _line(text: str) -> tuple[Ply, ...]:
    return tuple(Ply(word.strip("()"), word.startswith("(")) for word in text.split())


def _play(lesson: Lesson, line: tuple[Ply, ...]) -> None:
    """Play a line through. ValueError where it is not legal, or the sides do not take turns."""
    position = lesson.start()
    own = lesson.lines[0][0].is_reply
    for ply in line:
        if ply.is_reply != own:
            raise ValueError(f"{ply.text} is not the learner's turn" if own else f"{ply.text} is no reply")
        own = not own
        notation.play_move(position, ply.text)
        position.end_turn()
        position.forget()
    if not line or line[-1].is_reply:
        raise ValueError("a line ends with a move of the learner")
