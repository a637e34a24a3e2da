"""``python -m tools.lessons``: prove the course of lessons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.cli import output
from lakabe.cli.lessons import choose
from lakabe.cli.options import LanguageOption
from lakabe.errors import InputError, SetupError
from tools import command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lakabe.lessons.course import Lesson
    from tools.lessons.check import Finding


def lessons(
    which: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LESSON]...", help="Numbers or names of lessons. Left out: all of them."),
    ] = None,
    language: LanguageOption = "",
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the course as a page in Markdown, too.")
    ] = None,
) -> None:
    """Prove what the lessons say with the rules, the tables and a search, and print the table of that."""
    from lakabe.language import chosen
    from lakabe.lessons.course import course

    _prove(choose(course(), which or []), chosen.language(language), write)


def _prove(chosen: Sequence[Lesson], code: str, write: Path | None) -> None:
    from lakabe.lessons import words
    from tools.lessons import report

    findings = _findings(chosen)
    for one in findings:
        goal = words.say(code, f"goal.{one.lesson.goal}")
        said = f"{one.lesson.number:>2} {one.lesson.name}: {', '.join(one.right)}: {goal}"
        print(f"{said} ({report.proof(one, code)})")
    wrong = [one.lesson.name for one in findings if one.faults]
    if wrong:
        raise InputError(f"not true: {', '.join(wrong)}", "correct course.txt")
    if write:
        output.write(report.page(findings, code), write)


def _findings(chosen: Sequence[Lesson]) -> list[Finding]:
    try:
        from lakabe.engine.endings import open_tables
        from tools.lessons.check import check
        from tools.lessons.proof import STONES
    except ImportError as error:
        raise SetupError(f"the engine cannot start: {error}", "run `make setup`") from error
    tables = open_tables()
    if tables is None or tables.stones < STONES:
        raise SetupError(
            "there are no endgame tables of five stones",
            "run `lakabe tablebase build`",
        )
    return [check(lesson, tables) for lesson in chosen]


if __name__ == "__main__":
    command.main(lessons)
