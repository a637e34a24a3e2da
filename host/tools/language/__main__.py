"""``python -m tools.language``: write the catalogues anew, with all messages that there are now.

``lakabe.pot`` has no texts. Each ``*.po`` keeps its own; what is no longer said is left out, and what is new
waits there without one. A new message of Malagasy is marked as awaiting a speaker's review.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from lakabe.language import catalogues
from tools.language.extract import messages
from tools.language.review import awaits

FOLDER = Path(catalogues.__file__).parent / "locale"
TEMPLATE = "lakabe.pot"
WIDTH = 110


def written(name: str, found: Catalog) -> str:
    """What a file of the folder should be, with the texts that it has now."""
    code = None if name == TEMPLATE else name.removesuffix(".po")
    path = FOLDER / name
    kept = read(path) if path.is_file() else Catalog(locale=code)
    made = read(path) if path.is_file() else Catalog(locale=code)
    for one in list(kept):
        made.delete(one.id, one.context)
    for one in found:
        if not one.id:
            continue
        known = kept.get(one.id, one.context)
        made.add(
            one.id, known.string if known else None, locations=[(file, 0) for file, _ in one.locations],
            auto_comments=awaits(known, code), user_comments=known.user_comments if known else (),
            context=one.context, flags=known.flags if known else (),
        )  # fmt: skip
    file = io.BytesIO()
    write_po(file, made, width=WIDTH, include_lineno=False)
    return file.getvalue().decode()


def read(path: Path) -> Catalog:
    """A catalogue as it is."""
    with path.open("rb") as file:
        return read_po(file, locale=None if path.name == TEMPLATE else path.stem)


def names() -> list[str]:
    """The files of the folder."""
    return sorted(one.name for one in FOLDER.iterdir() if one.suffix in (".po", ".pot"))


if __name__ == "__main__":
    found = messages()
    for name in names():
        text = written(name, found)
        (FOLDER / name).write_text(text, encoding="utf-8")
