"""The texts of the course in a language: gettext catalogues (``locale/*.po``)."""

from __future__ import annotations

import functools
import os
import re
from importlib import resources

import polib

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
        found = _of(wanted)
        if not found:
            raise UsageError(f"there are no texts in {wanted!r}", f"choose one of {', '.join(languages())}")
        return found
    named = os.environ.get("LANGUAGE", "").split(":")
    deciding = (os.environ.get(name, "") for name in LOCALE)
    named.append(next(filter(None, deciding), ""))
    return next(filter(None, map(_of, named)), SOURCE)


def _of(locale: str) -> str:
    """The catalogue for a locale such as ``fr_CA.UTF-8``, empty where there is none."""
    code = re.split(r"[._@-]", locale)[0].lower()
    return code if code in languages() else ""


@functools.cache
def catalogue(code: str) -> dict[str, str]:
    """The texts of a language by their names, translated ones only."""
    text = resources.files(__package__).joinpath("locale", f"{code}.po").read_text(encoding="utf-8")
    return {one.msgid: one.msgstr for one in polib.pofile(text).translated_entries()}


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
