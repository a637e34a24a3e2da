"""The gettext catalogues (``locale/*.po``): by the English message what it is in a language."""

from __future__ import annotations

import functools
import gettext
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

SOURCE = "en"
"""The language of the messages themselves; another one falls back to it."""
BETWEEN = "\x04"
"""Between the context of a message and the message, as in gettext's own files."""


@functools.cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that there are texts in: English first, then the others by their codes."""
    names = (one.name for one in resources.files(__package__).joinpath("locale").iterdir())
    return SOURCE, *sorted(name[:-3] for name in names if name.endswith(".po"))


@functools.cache
def _entries(code: str) -> list[Any]:
    """What is translated in a language, as ``polib`` has it; of English, or an unknown one, nothing."""
    if code == SOURCE or code not in languages():
        return []
    import polib  # late: most commands speak English

    found: list[Any] = polib.pofile(_read(code)).translated_entries()
    return found


@functools.cache
def catalogue(code: str) -> dict[str, tuple[str, ...]]:
    """The translated messages of a language: one text, or as many as the language has plural forms.

    A message with a context is kept under that, ``BETWEEN`` and itself. English has none.
    """
    return _kept(_entries(code))


@functools.cache
def of_scripts(code: str) -> dict[str, tuple[str, ...]]:
    """The same of the messages that the page's scripts say."""
    return _kept(one for one in _entries(code) if any(place.endswith(".js") for place, _ in one.occurrences))


def _kept(entries: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    found = {}
    for one in entries:
        key = f"{one.msgctxt}{BETWEEN}{one.msgid}" if one.msgctxt else one.msgid
        forms = [one.msgstr_plural[n] for n in sorted(one.msgstr_plural)]
        found[key] = tuple(forms) if forms else (one.msgstr,)
    return found


@functools.cache
def plural_of(code: str) -> Callable[[int], int]:
    """Which of its plural forms a language uses for a number."""
    if code == SOURCE:
        return lambda n: int(n != 1)
    line = next(line for line in _read(code).splitlines() if line.startswith('"Plural-Forms:'))
    rule: Callable[[int], int] = gettext.c2py(line.partition("plural=")[2].partition(";")[0])
    return rule


def _read(code: str) -> str:
    return resources.files(__package__).joinpath("locale", f"{code}.po").read_text(encoding="utf-8")
