"""``lakabe lessons``: the course that the board teaches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lakabe.cli import speaking
from lakabe.cli.options import LanguageOption
from lakabe.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lakabe.lessons.course import Lesson


def lessons(
    which: Annotated[
        list[str] | None,
        typer.Argument(metavar="[LESSON]...", help="Numbers or names of lessons. Left out: all of them."),
    ] = None,
    language: LanguageOption = "",
    answers: Annotated[bool, typer.Option("--answers", help="Print the moves, too.")] = False,
) -> None:
    """Print the lessons, with their boards."""
    from lakabe.lessons import words
    from lakabe.lessons.course import course

    code = speaking.speak(language) if language else speaking.spoken()
    chosen = choose(course(), which or [])
    from rich.console import Console

    from lakabe.cli import tables

    console = Console(highlight=False, markup=False, soft_wrap=False)
    for lesson in chosen:
        title = words.say(code, f"{lesson.name}.title")
        console.print(f"{lesson.number}. {title} ({words.say(code, f'topic.{lesson.topic}')})", style="bold")
        console.print(words.say(code, f"{lesson.name}.task"))
        tables.board(console, lesson.start())
        if answers:
            console.print(f"{', '.join(lesson.right())}: {words.say(code, f'goal.{lesson.goal}')}")
            console.print(words.say(code, f"{lesson.name}.why"))
        console.print()


def choose(course: Sequence[Lesson], which: Sequence[str]) -> Sequence[Lesson]:
    """The lessons that a command line names by number or name, all of them where it names none."""
    known = {key: one for one in course for key in (one.name, str(one.number))}
    unknown = [key for key in which if key not in known]
    if unknown:
        raise UsageError(
            f"there is no lesson {unknown[0]!r}", f"they have numbers from 1 to {len(course)}, and names"
        )
    return [known[key] for key in which] if which else course
