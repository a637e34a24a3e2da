"""The texts of an HTML file: each a message with its inline elements, said in another language.

A text is what lies between two tags, ``<b>`` and ``<i>`` without attributes excepted, which are part of it.
What is within an element with ``translate="no"`` stays as it is, and so does what has no letter.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

TAG = re.compile(r"<!--.*?-->|<(?!/?[bi]>)[^>]*>", re.DOTALL)
ATTRIBUTE = re.compile(r'(?<=\s)(aria-label|label|title|placeholder|data-said)="([^"]*)"')
OUTER = re.compile(r"^\s*</[bi]>|<[bi]>\s*$")
"""The end of an element with attributes, or the beginning of one around others: no part of the text."""
WHOLE = re.compile(r"<([bi])>([^<]*)</\1>")
KEPT = re.compile(r"<(\w+)[^>]*translate=\"no\"[^>]*>|<(script|style)\b")
LETTER = re.compile(r"[^\W\d_]")


def translated(text: str, say: Callable[[str], str]) -> str:
    """The HTML with every text, and every attribute that is read, as ``say`` says it."""
    said, at, kept = [], 0, ""
    for found in TAG.finditer(text):
        said.append(text[at : found.start()] if kept else _run(text[at : found.start()], say))
        tag = found.group()
        if kept:
            said.append(tag)
            kept = "" if tag == f"</{kept}>" else kept
        else:
            said.append(ATTRIBUTE.sub(lambda one: f'{one[1]}="{_attribute(one[2], say)}"', tag))
            begins = KEPT.match(tag)
            kept = (begins[1] or begins[2]) if begins else ""
        at = found.end()
    return "".join([*said, text[at:]])


def _run(text: str, say: Callable[[str], str]) -> str:
    """What lies between two tags; spaces around it, and an element around all of it, stay."""
    inner = OUTER.sub("", text).strip()
    if not LETTER.search(re.sub(r"<[^>]*>", "", inner)):
        return text
    whole = WHOLE.fullmatch(inner)
    message = " ".join((whole[2] if whole else inner).split())
    said = say(html.unescape(message)) if "<" not in message else say(message)
    if said == (html.unescape(message) if "<" not in message else message):
        return text  # unchanged: the file's own line breaks
    if "<" not in message:
        said = html.escape(said, quote=False)
    return text.replace(inner, f"<{whole[1]}>{said}</{whole[1]}>" if whole else said)


def _attribute(value: str, say: Callable[[str], str]) -> str:
    if not LETTER.search(value):
        return value
    said = say(html.unescape(value))
    return value if said == html.unescape(value) else html.escape(said)
