"""Sentences for players: English where they are written, and in another language where they are read.

``say("{stone} may go on.", stone="e3")`` is the English text, and knows itself in every other language. So
whoever makes a sentence needs not know who will read it; several pages may read one, each in its language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lakabe.language import catalogues
from lakabe.language.catalogues import BETWEEN, SOURCE


class Text(str):
    """An English text that can be said in other languages (``into``). ``said`` makes it in one of them."""

    __slots__ = ("_said",)
    _said: Callable[[str], str]

    def __new__(cls, said: Callable[[str], str]) -> Text:
        """Make it of what says it in a language, by the language's code."""
        text = super().__new__(cls, said(SOURCE))
        text._said = said
        return text

    def into(self, code: str) -> str:
        """Return the text in a language; English for what its catalogue lacks."""
        return self._said(code)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Elsewhere it is a plain English text."""
        return str, (str(self),)


def say(message: str, /, **values: object) -> Text:
    """A message with its named places filled in; a value that is a Text is translated, too."""
    return Text(lambda code: _filled(_found(code, message)[0], code, values))


def within(context: str, message: str, /) -> Text:
    """A word that another language says otherwise in this context."""
    key = f"{context}{BETWEEN}{message}"
    return Text(lambda code: _found(code, key, message)[0])


def plural(one: str, many: str, count: int, /, **values: object) -> Text:
    """One of two messages, by a count, which is put in as ``{count}``."""

    def said(code: str) -> str:
        forms = _found(code, one, one, many)
        # A language may have more forms than English; what falls back to English has two.
        rule = catalogues.plural_of(code if one in catalogues.catalogue(code) else SOURCE)
        return _filled(forms[min(rule(count), len(forms) - 1)], code, {"count": count, **values})

    return Text(said)


def message(text: str, /) -> str:
    """Mark a message that is said elsewhere, by a name: ``say(NAMED[name])``."""
    return text


def join(texts: Iterable[str], between: str = " ") -> Text:
    """Texts one after the other, without the empty ones."""
    kept = [text for text in texts if text]
    return Text(lambda code: between.join(into(text, code) for text in kept))


def verbatim(text: str, /) -> Text:
    """What is the same in every language, as a point or a move."""
    return Text(lambda code: text)


def capital(text: str) -> Text:
    """The text as it begins a sentence."""

    def said(code: str) -> str:
        found = str(into(text, code))
        return found[:1].upper() + found[1:]

    return Text(said)


def sentence(text: str) -> Text:
    """What is said within a sentence as one of its own."""
    return capital(stop(text))


def stop(text: str) -> Text:
    """The text with a full stop."""
    return Text(lambda code: f"{into(text, code)}.")


NOTHING = join(())
"""The empty text."""


def into(data: Any, code: str) -> Any:
    """Data as JSON has it, with every Text in a language."""
    if isinstance(data, Text):
        return data.into(code)
    if code == SOURCE:
        return data
    if isinstance(data, Mapping):
        return {key: into(value, code) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [into(value, code) for value in data]
    return data


def _found(code: str, key: str, *english: str) -> tuple[str, ...]:
    return catalogues.catalogue(code).get(key) or english or (key,)


def _filled(text: str, code: str, values: Mapping[str, object]) -> str:
    return text.format(**{name: into(value, code) for name, value in values.items()}) if values else text
