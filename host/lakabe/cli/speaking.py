"""The language of the terminal, in which players read what a command says."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TextIO

from lakabe.language import chosen
from lakabe.language.catalogues import SOURCE
from lakabe.language.saying import into

_language = SOURCE


def speak(wanted: str = "") -> str:
    """From now on speak a wanted language, else that of the environment; its code. UsageError."""
    global _language
    _language = chosen.language(wanted)
    return _language


def spoken() -> str:
    """The code of the language."""
    return _language


def told(text: str) -> str:
    """A text in the language of the terminal."""
    return str(into(text, _language))


def tell(text: str, flush: bool = False) -> None:
    """Print a text in the language of the terminal."""
    print(fitted(told(text)), flush=flush)


def fitted(text: str, hang: int = 0, stream: TextIO | None = None) -> str:
    """A text whose lines end between words where a terminal ends; as it is where it goes to none.

    ``hang``: how far what follows in a new line is set in, beside the spaces that its line begins with.
    ``stream``: where it goes, None for the standard output.
    """
    if not (stream or sys.stdout).isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(_broken(line, hang, width) if len(line) > width else line for line in text.split("\n"))


def _broken(line: str, hang: int, width: int) -> str:
    margin = " " * (hang or len(line) - len(line.lstrip()))
    parts = textwrap.wrap(
        line, width, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(parts)
