"""The texts of the course in a language: gettext catalogues (``locale/*.po``), read by Babel."""

from __future__ import annotations

import functools
import os
import re
from importlib import resources

from babel.core import negotiate_locale
from babel.messages.pofile import read_po

from lakabe.errors import UsageError

SOURCE = "en"
"""The language that has every text; another one falls back to it."""

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of messages; the first that is set counts."""


@functools.cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that there are texts in, sorted; an empty catalogue is none."""
    names = (one.name for one in resources.files(__package__).joinpath("locale").iterdir())
    return tuple(sorted(name[:-3] for name in names if name.endswith(".po") and catalogue(name[:-3])))


def language(wanted: str = "") -> str:
    """The catalogue for a wanted language, as ``fr`` or ``fr_CA``; else for the one of the environment.

    UsageError where ``wanted`` has none. The environment's falls back to English.
    """
    if wanted:
        found = negotiate_locale([wanted.replace("-", "_")], languages())
        if found is None:
            raise UsageError(f"there are no texts in {wanted!r}", f"choose one of {', '.join(languages())}")
        return found
    # LC_CTYPE says which letters there are, not which language is wanted.
    locale = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
    named = [*os.environ.get("LANGUAGE", "").split(":"), re.split("[.@]", locale)[0]]
    return negotiate_locale([one for one in named if one], languages()) or SOURCE


@functools.cache
def catalogue(code: str) -> dict[str, str]:
    """The texts of a language by their names, translated ones only."""
    with resources.files(__package__).joinpath("locale", f"{code}.po").open("rb") as file:
        found = read_po(file, locale=code)
    return {str(one.id): str(one.string) for one in found if one.id and one.string and not one.fuzzy}


def say(code: str, name: str, **values: object) -> str:
    """The text ``name`` in a language, in English where it lacks there, with the values put in.

    KeyError where there is no such text.
    """
    text = catalogue(code).get(name)
    return (catalogue(SOURCE)[name] if text is None else text).format(**values)


def page() -> dict[str, dict[str, str]]:
    """By language the texts that the page has by itself, without ``page.`` before their names."""
    names = [name for name in catalogue(SOURCE) if name.startswith("page.")]
    return {code: {name[5:]: say(code, name) for name in names} for code in languages()}


def has(name: str) -> bool:
    """Whether there is a text of that name."""
    return name in catalogue(SOURCE)
