"""Questions before something is lost."""

from __future__ import annotations

from typing import Annotated

import typer

from lakabe.errors import UsageError

YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def confirmed(question: str) -> bool:
    """Whether somebody answers yes; UsageError where nobody is there to answer."""
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError as error:
        print()
        raise UsageError("nobody answered, nothing was done", "give --yes to do it without asking") from error
