"""A language of the tests in which every text stands in brackets: what stands outside is in no catalogue.

Between the brackets of a sentence its values stand outside, so they have to be in brackets of their own, or
be what is the same in every language: points, moves, numbers, names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from lakabe.games.pgn import OPENINGS
from lakabe.language import catalogues
from lakabe.language.catalogues import BETWEEN
from lakabe.lessons import words
from tools.language.__main__ import FOLDER, TEMPLATE, read

CODE = "xx"
PLACE = re.compile(r"(\{\w+\})")
SAME = re.compile(
    r"\b[a-i][1-5](-[a-i][1-5][AW]?)*[A-W]?\b"  # points and moves
    r"|\bFanoron-\w+|\bLakabe\b|\b(Rasoa|Rakoto)\b"  # names
    r"|\d+\.\d+\.\d+\+[0-9a-f]{8}"  # the firmware's version
    r"|^[a-i]$|^[AW]( W)?$|½"  # coordinates, the letters on lights, half a point
)
"""What is the same in every language."""
LETTER = re.compile(r"[^\W\d_]")


def bracketed(text: str) -> str:
    """``⟦Game ⟧{number}⟦ of ⟧{count}``."""
    parts = PLACE.split(text)
    return "".join(one if PLACE.fullmatch(one) else f"⟦{one}⟧" for one in parts if one)


def outside(text: str, *names: str) -> str:
    """What of a text is in no brackets, and not the same in every language; ``names`` are."""
    left = re.sub(r"⟦[^⟦⟧]*⟧", " ", text).strip()
    for name in (*OPENINGS.values(), *names):
        left = left.replace(name, " ")
    left = " ".join(SAME.sub(" ", left).split())
    return left if LETTER.search(left) else ""


def _messages() -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """By its key in a catalogue each message with its plural, and whether the page's scripts say it."""
    for one in read(FOLDER / TEMPLATE):
        if one.id:
            forms = (one.id,) if isinstance(one.id, str) else tuple(one.id)
            key = f"{one.context}{BETWEEN}{forms[0]}" if one.context else forms[0]
            yield key, forms, any(place.endswith(".js") for place, _ in one.locations)


@contextmanager
def spoken() -> Iterator[str]:
    """The language, by its code, for as long as it is needed."""
    texts = {key: tuple(map(bracketed, forms)) for key, forms, _ in _messages()}
    scripts = {key: texts[key] for key, _, said in _messages() if said}
    lessons = {name: bracketed(text) for name, text in words.catalogue("en").items()}
    known, catalogue, of_scripts = catalogues.languages(), catalogues.catalogue, catalogues.of_scripts
    plural_of, named = catalogues.plural_of, words.catalogue
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogues, "languages", lambda: (*known, CODE))
        patch.setattr(catalogues, "catalogue", lambda code: texts if code == CODE else catalogue(code))
        patch.setattr(catalogues, "of_scripts", lambda code: scripts if code == CODE else of_scripts(code))
        patch.setattr(catalogues, "plural_of", lambda code: plural_of("en" if code == CODE else code))
        patch.setattr(words, "catalogue", lambda code: lessons if code == CODE else named(code))
        yield CODE
