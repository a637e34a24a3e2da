"""Questions before something is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from lakabe.errors import ArchiveDamage, UsageError

YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def may_delete(describe: Callable[[], str], yes: bool) -> bool:
    """Whether something may be deleted; ``describe`` gives the question, and raises where it is not there."""
    try:
        question = describe()
    except ArchiveDamage as error:
        question = f"{error.message}. Delete it?"
    if yes or confirmed(question):
        return True
    print("Nothing was deleted.")
    return False


def confirmed(question: str) -> bool:
    """Whether somebody answers yes; UsageError where nobody is there to answer."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError as error:
        print()
        raise UsageError("nobody answered, nothing was done", "give --yes to do it without asking") from error
