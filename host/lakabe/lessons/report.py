"""The course to read: as a page in Markdown, with what was proven of every lesson."""

from __future__ import annotations

from collections.abc import Sequence

from lakabe import draw
from lakabe.lessons.check import Finding
from lakabe.lessons.course import Lesson
from lakabe.lessons.words import say

HEAD = """# The course of lessons

{count} positions that the board teaches by its lights, with or without a computer
([how](../firmware/README.md#lessons)). This page is written by `lakabe lessons --write docs/lessons.md`, the
table with it; what it says was proven in the same run.

*Right* are the moves of the learner's first turn; the goal holds for them and for none of the other moves, in
that turn and in all further ones. *The rules*: all moves were looked at. *Tables*: the endgame tables of up
to five stones have every move. *And N positions*: so many more were searched, every move of them, to these.
What a lesson shows besides, such as a sacrifice or a barred step, was looked at in the right moves, too: the
words are those of [check.py](../host/lakabe/lessons/check.py).

"""


def shown(lesson: Lesson) -> str:
    """The position as text, rows 5 to 1 (``draw.board``)."""
    return draw.board(lesson.start()).plain


def right(lesson: Lesson) -> tuple[str, ...]:
    """The learner's first moves that are right (N1)."""
    at = 1 if lesson.lines[0][0].is_reply else 0
    return tuple(sorted({line[at].text for line in lesson.lines}))


def page(findings: Sequence[Finding], code: str = "en") -> str:
    """The whole course in Markdown: the table of what was proven, then every lesson with its board."""
    said = [HEAD.format(count=len(findings))]
    said.append("| | lesson | side | moves | right | goal | proven by |\n|---:|---|---|---:|---|---|---|\n")
    for one in findings:
        lesson = one.lesson
        moves = ", ".join(f"`{text}`" for text in one.right)
        title = say(code, f"{lesson.name}.title")
        proof = "; ".join(one.faults) or one.proof
        row = (str(lesson.number), title, lesson.learner, str(one.moves), moves, lesson.goal, proof)
        said.append(f"| {' | '.join(row)} |\n")
    topic = ""
    for one in findings:
        lesson = one.lesson
        if lesson.topic != topic:
            topic = lesson.topic
            said.append(f"\n## {say(code, f'topic.{topic}')}\n")
        lines = "; ".join(" ".join(_ply(ply.text, ply.is_reply) for ply in line) for line in lesson.lines)
        title, task, why = (say(code, f"{lesson.name}.{part}") for part in ("title", "task", "why"))
        said.append(f"\n### {lesson.number}. {title}\n\n{task}\n\n```text\n{shown(lesson)}\n```\n\n")
        said.append(f"<details><summary>{lines}</summary>\n\n{why}\n\n</details>\n")
    return "".join(said)


def _ply(text: str, is_reply: bool) -> str:
    return f"({text})" if is_reply else text
