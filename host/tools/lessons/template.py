"""The catalogues kept alike: the names of ``en.po``, in its order, each with the English text as a remark.

``python -m tools.lessons.template`` writes ``lessons.pot``, which has no texts, and every ``*.po`` anew; a
text whose name ``en.po`` does not have is left out.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from lakabe.language.catalogues import SOURCE
from lakabe.lessons import words
from tools.language.review import awaits

FOLDER = Path(words.__file__).parent / "locale"
TEMPLATE = "lessons.pot"
WIDTH = 110


def written(name: str) -> str:
    """What the file ``name`` of the folder should be, with the texts that it has now."""
    source = _read(f"{SOURCE}.po")
    kept = _read(name)
    made = _read(name)
    for one in kept:
        made.delete(one.id)
    for one in source:
        if one.id:
            known = kept.get(one.id)
            english = [] if name == f"{SOURCE}.po" else [str(one.string)]
            remarks = [*english, *awaits(known, name.removesuffix(".po"))]
            flags = known.flags if known else ()
            made.add(one.id, known.string if known else "", flags=flags, auto_comments=remarks)
    file = io.BytesIO()
    write_po(file, made, width=WIDTH)
    return file.getvalue().decode()


def names() -> list[str]:
    """The files of the folder."""
    return sorted(one.name for one in FOLDER.iterdir() if one.suffix in (".po", ".pot"))


def _read(name: str) -> Catalog:
    code = None if name == TEMPLATE else name.removesuffix(".po")
    with (FOLDER / name).open("rb") as file:
        return read_po(file, locale=code)


if __name__ == "__main__":
    for name in names():
        text = written(name)
        (FOLDER / name).write_text(text, encoding="utf-8")
