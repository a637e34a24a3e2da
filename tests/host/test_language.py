"""Sentences in the languages of the catalogues, and the catalogues themselves."""

from __future__ import annotations

import json
import pickle
import re
import string
from importlib import resources

import pytest

import brackets
from lakabe.errors import UsageError
from lakabe.language import catalogues, chosen, markup
from lakabe.language.saying import Text, capital, into, join, plural, say, sentence, verbatim, within
from tools.language.__main__ import FOLDER, names, read, written
from tools.language.extract import in_html, in_python, in_script, messages
from tools.language.review import AWAITS, UNREVIEWED

CODES = [code for code in catalogues.languages() if code != catalogues.SOURCE]
STATIC = resources.files("lakabe.web").joinpath("static")


def test_a_sentence_is_english_and_knows_itself_in_french() -> None:
    white = within("in a sentence", "White")
    said = say("{side} must capture: {points} can.", side=white, points=verbatim("d3"))
    assert said == "White must capture: d3 can."
    assert said.into("fr") == "Les blancs doivent prendre, avec d3."
    assert say("White").into("fr") == "Blancs" and white.into("fr") == "blancs"
    assert said.into("de") == said, "there is no such language"
    assert pickle.loads(pickle.dumps(said)) == said


@pytest.mark.parametrize(("count", "english", "french"), [
    (0, "0 stones", "0 pierre"), (1, "1 stone", "1 pierre"), (2, "2 stones", "2 pierres"),
])  # fmt: skip
def test_a_number_has_the_form_of_its_language(count: int, english: str, french: str) -> None:
    said = plural("{count} stone", "{count} stones", count)
    assert (said, said.into("fr")) == (english, french)


def test_a_plural_that_a_language_lacks_is_said_as_in_english() -> None:
    assert plural("{count} dog", "{count} dogs", 0).into("fr") == "0 dogs"


def test_texts_are_put_together() -> None:
    said = join([say("A draw."), "", sentence(say("even"))])
    assert (said, said.into("fr")) == ("A draw. Even.", "Nulle. Égal.")
    assert capital(say("the computer")).into("mg") == "Ny ordinatera"
    data = {"a": [say("A draw."), "b"], "c": None}
    assert into(data, "fr") == {"a": ["Nulle.", "b"], "c": None}
    assert into(data, "en") is data


def test_an_error_is_said_in_the_language_of_whoever_meets_it() -> None:
    error = UsageError(say("the board is not connected"), say("try again"))
    assert str(error) == "the board is not connected (try again)"
    assert error.said.into("fr") == "le plateau n'est pas connecté (réessayez)"
    assert UsageError("this", "that").said.into("fr") == "this (that)"


def test_the_texts_of_a_page_are_found() -> None:
    page = """<p title="A &amp; B">One <b>two</b>
    three. <input placeholder="Five"> <i class="x"></i> six <kbd translate="no">T</kbd><b>Seven</b> 8</p>
    <script>no("text")</script>"""
    said = dict.fromkeys(found for found, _ in in_html(page))
    assert list(said) == ["A & B", "One <b>two</b> three.", "Five", "six", "<b>Seven</b> 8"]
    found = markup.translated(page, lambda text: f"⟦{text}⟧")
    assert '<p title="⟦A &amp; B⟧">⟦One <b>two</b> three.⟧ <input placeholder="⟦Five⟧">' in found
    assert "<b>Seven</b>" in found and "⟦Seven" not in found.replace("⟦<b>Seven", "")
    assert markup.translated(page, lambda text: text) == page


def test_what_is_said_is_found_in_code() -> None:
    code = (
        'from lakabe.language.saying import say, plural\nsay("a", x=say("b"))\nplural("c", "d", 1)\nsay(e)\n'
    )
    assert list(in_python(code)) == [("a", None), ("b", None), (("c", "d"), None)]
    assert list(in_python('say("somebody else")')) == []
    assert list(in_script('say("a \\"b\\"", { c }); plural("d", "e", n)')) == [
        ('a "b"', None),
        (("d", "e"), None),
    ]


def test_every_catalogue_has_what_is_said_now() -> None:
    found = messages()
    for name in names():
        now = (FOLDER / name).read_text(encoding="utf-8")
        generated = re.compile(r'"Generated-By: .*"\n')
        assert generated.sub("", now) == generated.sub("", written(name, found)), "python -m tools.language"


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", CODES)
def test_a_language_has_every_message_with_its_places(code: str) -> None:
    """So many forms as its numbers need; of Malagasy each waits for somebody who speaks it."""
    for one in read(FOLDER / f"{code}.po"):
        if not one.id:
            continue
        english = (one.id,) if isinstance(one.id, str) else tuple(one.id)
        forms = (one.string,) if isinstance(one.string, str) else tuple(one.string)
        assert len(forms) == len(english) and all(forms) and not one.fuzzy, one.id
        for form in forms:
            needed = set.intersection(*map(fields, english)) - ({"count"} if len(english) > 1 else set())
            assert needed <= fields(form), one.id
            assert fields(form) <= set.union(*map(fields, english)), one.id
            assert re.findall(r"</?\w+>", form) == re.findall(r"</?\w+>", english[-1]), one.id
        if code in UNREVIEWED:
            assert AWAITS in one.auto_comments, one.id


def test_french_has_spaces_that_do_not_break() -> None:
    for one in read(FOLDER / "fr.po"):
        for form in [one.string] if isinstance(one.string, str) else one.string:
            assert not one.id or not re.search(r"[ \w][;!?]| :", form), form


def unsaid(script: str) -> list[str]:
    """Sentences in a script of the page that it does not say."""
    code = re.sub(r"/\*.*?\*/|\s//.*$", "", script, flags=re.DOTALL | re.MULTILINE)
    code = re.sub(r'\b(say|plural)\(\s*("[^"]*"(,\s*)?)+', "", code)
    return re.findall(r'["`>]([A-Z][a-z]+(?: [^"`<]*)?)["`<]', code)


@pytest.mark.parametrize("name", sorted(one.name for one in STATIC.iterdir() if one.name.endswith(".js")))
def test_a_script_says_its_sentences(name: str) -> None:
    keys = re.compile(r"Arrow\w+|Enter|Delete|Backspace|Escape|Lakabe")  # keys, and a name
    found = unsaid(STATIC.joinpath(name).read_text(encoding="utf-8"))
    assert [text for text in found if not keys.fullmatch(text)] == []


def test_a_sentence_that_is_not_said_is_found() -> None:
    assert unsaid('a.title = "Press it";') == ["Press it"]
    assert unsaid("b.innerHTML = `<p>Hello there</p>`;") == ["Hello there"]
    assert unsaid('a.title = say("Press it"); // "No Text"') == []


def test_brackets_show_what_is_outside() -> None:
    with brackets.spoken() as code:
        said = say("{side} must capture: {points} can.", side="White", points=verbatim("d3"))
        assert said.into(code) == "White⟦ must capture: ⟧d3⟦ can.⟧"
        assert brackets.outside(said.into(code)) == "White"
        assert brackets.outside(say("Not in the catalogue").into(code)) == "Not in the catalogue"
        assert brackets.outside(say("A draw.").into(code)) == ""
    assert catalogues.languages() == ("en", "fr", "mg")


@pytest.mark.parametrize(("header", "code"), [
    ("", ""), ("fr", "fr"), ("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("de,mg;q=0.5,fr;q=0.4", "mg"), ("*", ""),
    ("fr;q=0", ""), ("fr;q=nonsense, en", "en"), ("de;q=0.9, en;q=1.0", "en"), (";;,,=", ""),
])  # fmt: skip
def test_a_browser_says_what_it_likes(header: str, code: str) -> None:
    assert chosen.accepted(header) == code


def test_a_text_is_a_text_wherever_it_goes() -> None:
    """As a string it can be compared, kept in an archive and written as JSON."""
    said = say("{count} moves", count=3)
    assert isinstance(said, Text) and said == "3 moves"
    assert {said: 1}["3 moves"] == 1 and json.dumps([said]) == '["3 moves"]'
