"""The language of the terminal, in which players read what a command says."""

from __future__ import annotations

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
    print(told(text), flush=flush)
