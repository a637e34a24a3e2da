"""Which language somebody reads: as it was wanted, or as the environment or a browser says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from lakabe.errors import UsageError
from lakabe.language import catalogues
from lakabe.language.catalogues import SOURCE

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the language of messages; the first that is set counts."""


def language(wanted: str = "") -> str:
    """The language for a wanted one, as ``fr`` or ``fr_CA``; else for that of the environment.

    UsageError where there are no texts in ``wanted``. The environment's falls back to English.
    """
    if wanted:
        found = first([wanted])
        if not found:
            known = ", ".join(catalogues.languages())
            raise UsageError(f"there are no texts in {wanted!r}", f"choose one of {known}")
        return found
    named = os.environ.get("LANGUAGE", "").split(":")
    deciding = (os.environ.get(name, "") for name in LOCALE)
    named.append(next(filter(None, deciding), ""))
    return first(named) or SOURCE


def first(wanted: Iterable[str]) -> str:
    """The first of some locales, as ``fr_CA.UTF-8`` or ``fr-CA``, that there are texts in, or nothing."""
    codes = (re.split(r"[._@-]", locale.strip())[0].lower() for locale in wanted)
    return next((code for code in codes if code in catalogues.languages()), "")


def accepted(header: str) -> str:
    """The language that a browser likes best (RFC 9110, 12.5.4) of those that there are, or nothing."""
    liked = []
    for part in header.split(",")[:20]:
        tag, _, quality = part.partition(";")
        try:
            liked.append((-float(quality.strip().removeprefix("q=") or 1), tag))
        except ValueError:
            continue
    return first(tag for quality, tag in sorted(liked, key=lambda each: each[0]) if quality < 0)
