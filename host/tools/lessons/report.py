"""The course to read: as a page in Markdown, with what was proven of every lesson."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from lakabe.games import drawing
from lakabe.language.catalogues import SOURCE
from lakabe.lessons.course import Lesson
from lakabe.lessons.spoken import SIDES
from lakabe.lessons.words import say
from tools.lessons.check import Finding

WIDTH = 110
"""Of the lines of the page's head."""
_COLUMNS = ("lesson", "side", "moves", "right", "goal", "proven")


def shown(lesson: Lesson) -> str:
    """The position as text, rows 5 to 1 (``draw.board``)."""
    return drawing.board(lesson.start()).plain


def proof(finding: Finding, code: str = SOURCE) -> str:
    """What is wrong with a lesson, in English, or what it was proven by, in a language."""
    return "; ".join(finding.faults) or say(code, f"report.proof.{finding.proof}", nodes=finding.nodes)


def page(findings: Sequence[Finding], code: str = SOURCE) -> str:
    """The whole course in Markdown: the table of what was proven, then every lesson with its board."""
    said = [f"# {say(code, 'report.title')}\n\n"]
    for part in ("about", "columns"):
        said.append(f"{_wrapped(say(code, f'report.{part}', count=len(findings)))}\n\n")
    said.append(f"| | {' | '.join(say(code, f'report.{one}') for one in _COLUMNS)} |\n")
    said.append("|---:|---|---|---:|---|---|---|\n")
    for one in findings:
        lesson = one.lesson
        row = (
            str(lesson.number),
            say(code, f"{lesson.name}.title"),
            say(code, SIDES[lesson.learner]),
            str(one.moves),
            ", ".join(f"`{text}`" for text in one.right),
            say(code, f"goal.{lesson.goal}"),
            proof(one, code),
        )
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


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
