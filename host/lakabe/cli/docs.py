"""``lakabe docs``: the documents that come with this program."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from lakabe.errors import UsageError


def docs(
    name: Annotated[
        str | None, typer.Argument(metavar="[DOCUMENT]", help="Which one. Left out: the list of them.")
    ] = None,
    part: Annotated[
        str, typer.Argument(metavar="[PART]", help="A rule such as N2, or a heading. Left out: all of it.")
    ] = "",
    show: Annotated[
        bool, typer.Option("--open", help="Open it in the program that this computer has for such files.")
    ] = False,
) -> None:
    """Print a document that comes with this program, or list them."""
    from lakabe import documents

    if name is None:
        if show:
            raise UsageError("--open opens one document", "give its name; `lakabe docs` lists them")
        for each, document in documents.DOCUMENTS.items():
            print(f"{each:10} {document.about}")
        return
    if show:
        if part:
            raise UsageError("--open opens a whole document", f"leave {part!r} out")
        for path in documents.document(name).paths[:1]:
            file = documents.file(path)
            if typer.launch(str(file)) != 0:
                raise UsageError(f"{file} cannot be opened here", "open it yourself, or leave --open out")
            print(file)
        return
    said = documents.text(name, part)
    if sys.stdout.isatty() and documents.document(name).paths[0].endswith(".md"):
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(said))
    else:
        sys.stdout.write(said)
