"""The player's manual on the page: documents that come along, as HTML, and their pictures."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lakabe import documents

HOME = "/manual"
PAGES = {
    documents.DOCUMENTS[name].paths[0]: f"{HOME}/{name}" if name != "playing" else HOME
    for name in ("playing", "rules", "lessons", "commands")
}
"""Where each document is served, by its path from the root of the checkout."""
FILES = {
    path: f"{HOME}/{posixpath.basename(path)}"
    for path in (
        *(path for name in ("playing", "rules") for path in documents.DOCUMENTS[name].pictures),
        *(documents.DOCUMENTS[name].paths[0] for name in ("card", "menu")),
    )
}
"""Where each picture and each page to print is served."""
_PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>{title} · Lakabe</title>
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" content="#f3ede2" />
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/static/page.css" />
    <link rel="stylesheet" href="/static/manual.css" />
    <script src="/static/theme.js"></script>
  </head>
  <body>
    <main class="manual">
      <nav>
        <a href="/">Lakabe</a> · <a href="/static/howto.html">How to play</a> · <a href="/manual">Manual</a>
      </nav>
{body}
    </main>
  </body>
</html>
"""


def page(path: str) -> bytes:
    """A document of `PAGES` as a page of HTML; its links lead to what is served, or are plain text.

    SetupError where its file is missing.
    """
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(documents.file(path).read_text(encoding="utf-8"))
    title = ""
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            words = "".join(child.content for child in inline.children or ())
            heading.attrSet("id", place(words))
            title = title or words
    for token in tokens:
        if token.attrs.pop("style", "") == "text-align:right":  # the page's policy forbids styles in HTML
            token.attrSet("class", "number")
        if token.children:
            token.children = list(_led(token.children, path))
    body = markdown.renderer.render(tokens, markdown.options, {})
    # On a narrow screen what is wide is moved to and fro by itself, and not the page; by keys, too.
    body = body.replace("<table>", '<div class="wide" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )
    body = body.replace("<pre>", '<pre tabindex="0">')
    return _PAGE.format(title=html.escape(title), body=body).encode()


def picture(path: str) -> bytes:
    """A file of `FILES`. SetupError where it is missing."""
    return documents.file(path).read_bytes()


def place(heading: str) -> str:
    """How links name a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _led(children: list[Token], path: str) -> Iterator[Token]:
    """The parts of a text, with links and pictures by where they are served; other links become text."""
    dropped = False
    for child in children:
        if child.type == "link_open":
            link = served(str(child.attrGet("href")), path)
            dropped = link is None
            if link is not None:
                child.attrSet("href", link)
        elif child.type == "image":
            child.attrSet("src", served(str(child.attrGet("src")), path) or "")
        if dropped and child.type in ("link_open", "link_close"):
            dropped = child.type == "link_open"
            continue
        yield child


def served(link: str, path: str) -> str | None:
    """Where a link in the document of that path leads; None if to nothing that is served."""
    if re.match(r"[a-z]+:", link):
        return link
    target, _, fragment = link.partition("#")
    inside = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    found = PAGES.get(inside) or FILES.get(inside)
    return found and found + (f"#{fragment}" if fragment else "")
