"""``lakabe lessons``: the course that the board teaches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.cli import output
from lakabe.cli.options import LanguageOption
from lakabe.errors import InputError, SetupError, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lakabe.lessons.check import Finding
    from lakabe.lessons.course import Lesson


def lessons(
    which: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LESSON]...", help="Numbers or names of lessons. Left out: all of them."),
    ] = None,
    language: LanguageOption = "",
    check: Annotated[
        bool, typer.Option("--check", help="Prove what they say, and print the table of that.")
    ] = False,
    answers: Annotated[bool, typer.Option("--answers", help="Print the moves, too.")] = False,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the course as a page in Markdown, proven.")
    ] = None,
) -> None:
    """Print the lessons, with their boards; or prove them with the rules, the tables and a search."""
    from lakabe.lessons import words
    from lakabe.lessons.course import course

    code = words.language(language)
    chosen = _choose(course(), which or [])
    if check or write:
        _prove(chosen, code, write)
        return
    from rich.console import Console

    from lakabe import draw
    from lakabe.lessons.report import right

    console = Console(highlight=False, markup=False, soft_wrap=False)
    for lesson in chosen:
        title = words.say(code, f"{lesson.name}.title")
        console.print(f"{lesson.number}. {title} ({words.say(code, f'topic.{lesson.topic}')})", style="bold")
        console.print(words.say(code, f"{lesson.name}.task"))
        console.print(draw.board(lesson.start()))
        if answers:
            console.print(f"{', '.join(right(lesson))}: {words.say(code, f'goal.{lesson.goal}')}")
            console.print(words.say(code, f"{lesson.name}.why"))
        console.print()


def _choose(course: Sequence[Lesson], which: Sequence[str]) -> Sequence[Lesson]:
    known = {key: one for one in course for key in (one.name, str(one.number))}
    unknown = [key for key in which if key not in known]
    if unknown:
        raise UsageError(
            f"there is no lesson {unknown[0]!r}", f"they have numbers from 1 to {len(course)}, and names"
        )
    return [known[key] for key in which] if which else course


def _prove(chosen: Sequence[Lesson], code: str, write: Path | None) -> None:
    from lakabe.lessons import report, words

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
        from lakabe.lessons.check import check
        from lakabe.lessons.proof import STONES
    except ImportError as error:
        raise SetupError(f"the engine cannot start: {error}", "run `make setup`") from error
    tables = open_tables()
    if tables is None or tables.stones < STONES:
        raise SetupError("there are no endgame tables of five stones", "run `lakabe tablebase build`")
    return [check(lesson, tables) for lesson in chosen]
