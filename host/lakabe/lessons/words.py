"""The texts of the course by their names: gettext catalogues (``locale/*.po``)."""

from __future__ import annotations

import functools
from importlib import resources

import polib

from lakabe.language.catalogues import SOURCE
from lakabe.language.saying import Text, into


@functools.cache
def catalogue(code: str) -> dict[str, str]:
    """The texts of a language by their names, translated ones only."""
    file = resources.files(__package__).joinpath("locale", f"{code}.po")
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    return {one.msgid: one.msgstr for one in polib.pofile(text).translated_entries()}


def text(name: str, **values: object) -> Text:
    """The text ``name``, in English where a language lacks it, with the values put in.

    KeyError where there is no such text.
    """
    return Text(lambda code: _filled(name, code, values))


def _filled(name: str, code: str, values: dict[str, object]) -> str:
    found = catalogue(code).get(name)
    found = catalogue(SOURCE)[name] if found is None else found
    return found.format(**{key: into(value, code) for key, value in values.items()})


def say(code: str, name: str, **values: object) -> str:
    """The same in one language."""
    return text(name, **values).into(code)


def page(code: str) -> dict[str, str]:
    """The texts that the page has by itself, without ``page.`` before their names."""
    names = [name for name in catalogue(SOURCE) if name.startswith("page.")]
    return {name[5:]: say(code, name) for name in names}


def has(name: str) -> bool:
    """Whether there is a text of that name."""
    return name in catalogue(SOURCE)
