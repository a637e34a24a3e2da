"""The catalogues of texts: every language has every text that is asked for, and no other."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from importlib import resources

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from fanorona.lights.painter import LETTERS
from fanorona.rules.match import KINDS
from lakabe.board import events
from lakabe.cli import run
from lakabe.games.variants import WORDS
from lakabe.language.catalogues import SOURCE, languages
from lakabe.lessons import words
from lakabe.lessons.course import GOALS, TOPICS, course
from lakabe.lessons.spoken import SAID, Reader, Teacher
from tools.language.review import AWAITS, UNREVIEWED
from tools.lessons import report, template
from tools.lessons.check import Finding

COURSE = course()
FILES = template.names()
STATIC = resources.files("lakabe.web").joinpath("static")
NOWHERE = "/".join(["........."] * 5)
EVERYWHERE = NOWHERE.replace(".", "x")


class Asked(dict[str, str]):
    """A catalogue that writes down which of its texts are asked for."""

    def __init__(self, texts: dict[str, str], names: set[str]) -> None:
        super().__init__(texts)
        self.names = names

    def get(self, name: str, instead: object = None) -> str | None:  # type: ignore[override]
        self.names.add(name)
        return super().get(name)


def happenings() -> Iterator[events.Event]:
    """All that a board can say of lessons and of its menu."""
    for one in COURSE:
        for stage in SAID:
            for turn in "WB":
                yield events.Lesson(1, 1, one.number, one.name, stage, one.position, turn, "c2-d2")
    yield events.Lesson(1, 1, 1, "of-tomorrow", "move", COURSE[0].position, "W", "")
    yield events.Lessons(1, 1, len(COURSE), 1, NOWHERE)
    yield events.Lessons(1, 1, len(COURSE), 0, EVERYWHERE)
    for variant in (*WORDS, "mirrored"):
        yield events.MenuIs(1, 1, "single", 0, variant, 4, 1)
    for kind in KINDS[1:]:
        for options in range(8):
            yield events.MenuIs(1, 1, kind.decode(), options, "vela", 4, 1)


def on_the_page() -> set[str]:
    """What the files of the page ask for: names written out, and what lights and stones are called."""
    letters = set(LETTERS.decode()) - {"."}
    named = {f"light.{one}" for one in letters} | {f"stone.{one}" for one in "WB?."}
    # By the stage of a lesson, the roles that the firmware's lessons and menu light there.
    named |= {f"choose.{one}" for one in "vlm"} | {f"menu.{one}" for one in "vyfik"}
    legend = (STATIC / "legend.js").read_text(encoding="utf-8")
    meanings = dict(re.findall(r'^  \["(\w+)", "(\w+)"', legend, re.MULTILINE))
    assert set("".join(meanings.values())) == letters - {"l"}, "a stone in the hand explains itself"
    named |= {f"means.{one}" for one in (*meanings, "blunder", "none")}
    named |= {f"how.{one}" for one in "paweucAWEikIKhjgs"}
    for file in STATIC.iterdir():
        if file.name.endswith(".js"):
            named |= set(re.findall(r'\bsaid\("([^"]+)"', file.read_text(encoding="utf-8")))
    return {f"page.{one}" for one in named}


def test_every_text_is_asked_for_and_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    names: set[str] = set()
    catalogue = Asked(words.catalogue(SOURCE), names)
    monkeypatch.setattr(words, "catalogue", lambda code: catalogue)
    reader, teacher = Reader(SOURCE), Teacher()
    for event in happenings():
        reader.lines(event)
        teacher.see(event)
        assert teacher.data()
    report.page([Finding(one, [], 1, ("e3-e4",), nodes) for one in COURSE for nodes in (0, 9)])
    assert run(["lessons", "--answers", "--language", SOURCE]) == 0
    assert capsys.readouterr().out
    assert names | on_the_page() == set(catalogue)


def test_goals_and_topics_have_a_text_each() -> None:
    wanted = {f"topic.{one}" for one in TOPICS} | {f"goal.{one}" for one in GOALS}
    assert wanted <= set(words.catalogue(SOURCE))


def read(name: str) -> Catalog:
    with (template.FOLDER / name).open("rb") as file:
        return read_po(file, locale=None if name == template.TEMPLATE else name.removesuffix(".po"))


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", languages())
def test_a_language_that_is_offered_has_every_text(code: str) -> None:
    """What only developers read of it, about how it is proven, Malagasy may lack."""
    english = words.catalogue(SOURCE)
    spared = {name for name in english if code == "mg" and name.startswith("report.")}
    for one in read(f"{code}.po"):
        if one.id and one.id not in spared:
            assert one.string and not one.fuzzy, one.id
            assert fields(str(one.string)) == fields(english[str(one.id)]), one.id
    assert set(words.catalogue(code)) == set(english) - spared
    if code in UNREVIEWED:
        assert all(AWAITS in one.auto_comments for one in read(f"{code}.po") if one.id)


def without_version(text: str) -> str:
    return re.sub(r'"Generated-By: .*"\n', "", text)


@pytest.mark.parametrize("name", FILES)
def test_a_catalogue_is_as_the_english_one_has_it(name: str) -> None:
    """Its names, their order, and the English texts as remarks."""
    now = (template.FOLDER / name).read_text(encoding="utf-8")
    assert without_version(now) == without_version(template.written(name)), "python -m tools.lessons.template"


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words.catalogue("de") == {}, "it has no file"
    english = words.catalogue(SOURCE)
    monkeypatch.setattr(words, "catalogue", lambda code: {"mg": {"ui.done": "Vita."}, "en": english}[code])
    assert words.say("mg", "ui.done") == "Vita."
    assert words.say("mg", "ui.right") == words.say("en", "ui.right")
    assert words.page("mg")["lessons"] == "Lessons"
