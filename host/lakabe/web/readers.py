"""Which language whoever asks for a page reads, and the files of the page in that language."""

from __future__ import annotations

import html
import json
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from lakabe.help.level import OF_A_PROGRAM, SAID
from lakabe.language import catalogues, chosen, markup
from lakabe.language.catalogues import SOURCE
from lakabe.language.saying import into, say, sentence
from lakabe.lessons import words

COOKIE = "lakabe-language"
"""The cookie in which a page keeps the language that was chosen on it (static/language.js)."""
NAMES = {"en": "English", "fr": "français", "mg": "Malagasy"}
"""The languages by their own names."""


def language_of(connection: HTTPConnection, wanted: str) -> str:
    """The language that was chosen on the page; else the ``wanted`` one; else the browser's."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(_header(connection.headers, "cookie"))
    except CookieError:
        cookies = SimpleCookie()
    kept = chosen.first([cookies[COOKIE].value]) if COOKIE in cookies else ""
    return kept or wanted or chosen.accepted(_header(connection.headers, "accept-language")) or SOURCE


def page(content: str, code: str, program: str = "") -> str:
    """An HTML file in a language, with the texts that its scripts need.

    ``program``: what another engine than ours is called that plays for the computer.
    """
    said = markup.translated(content, lambda message: say(message).into(code))
    said = said.replace('<html lang="en">', f'<html lang="{code}">')
    said = said.replace("<!-- the levels -->", _levels(program, code))
    return said.replace("</head>", f"{_texts(code)}</head>")


def _header(headers: Headers, name: str) -> str:
    return headers.get(name, "")[:4096]


def _texts(code: str) -> str:
    """The catalogue for the scripts: data, which no browser executes."""
    data = {
        "language": code,
        "languages": [[one, NAMES.get(one, one)] for one in catalogues.languages()],
        "texts": {key: list(forms) for key, forms in catalogues.of_scripts(code).items()},
        "lessons": words.page(code),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script id="texts" type="application/json">{text}</script>'


def _levels(program: str, code: str) -> str:
    """The levels of the computer, for who chooses one."""
    player = say("the program {name}", name=program) if program else say("the computer")
    said = []
    for level, ours in enumerate(SAID, 1):
        name = into(say("{player}, level {level}", player=player, level=level), code)
        about = into(sentence(OF_A_PROGRAM if program else ours), code)
        said.append(f'<option value="{level}" data-said="{html.escape(about)}">{html.escape(name)}</option>')
    return "".join(said)
