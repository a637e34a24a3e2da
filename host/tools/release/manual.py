"""The manual as PDF: the documents for players and makers, one after another, printed by a browser."""

from __future__ import annotations

import html
import os
import re
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from tools.setup import browser

if TYPE_CHECKING:
    from collections.abc import Iterator

CHAPTERS = (
    "README.md",
    "docs/playing.md",
    "docs/card.svg",
    "docs/rules.md",
    "docs/menu.svg",
    "docs/command-line.md",
    "firmware/README.md",
    "hardware/BUILD.md",
    "NOTICES.md",
)
"""By their paths from the root of the checkout."""
TO_PRINT = {"docs/card.svg": "The game on one page, to print", "docs/menu.svg": "The menu, to print"}
"""Headings of pages that are pictures."""

OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb")
STYLE = """
@page { size: A4; margin: 18mm 16mm 20mm; }
body { font: 10pt/1.4 "DejaVu Serif", serif; }
h1, h2, h3, h4, th { font-family: "DejaVu Sans", sans-serif; break-after: avoid; }
h1 { break-before: page; }
section:first-of-type h1 { break-before: auto; }
pre, code { font: 8pt/1.3 "DejaVu Sans Mono", monospace; background: #f3f1ec; }
pre { padding: 2mm; white-space: pre-wrap; break-inside: avoid; }
table { border-collapse: collapse; font-size: 8.5pt; }
td, th { border: 0.2mm solid #bbb; padding: 1mm 2mm; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
tr, img { break-inside: avoid; }
img { max-width: 100%; max-height: 225mm; }
a { color: inherit; text-decoration: none; }
"""
FOOTER = (
    '<div style="font: 7pt sans-serif; width: 100%; text-align: center">Lakabe {} · '
    '<span class="pageNumber"></span></div>'
)


def page(root: Path, version: str) -> str:
    """The manual as one page of HTML, its pictures by their files."""
    parts = "\n".join(f"<section id='{_name(path)}'>{_chapter(root, path)}</section>" for path in CHAPTERS)
    head = f"<meta charset='utf-8'><title>Lakabe {version}</title><style>{STYLE}</style>"
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{parts}</body></html>"


def _chapter(root: Path, path: str) -> str:
    if path.endswith(".svg"):
        heading = html.escape(TO_PRINT[path])
        return f"<h1>{heading}</h1><img src='{(root / path).as_uri()}' alt='{heading}'>"
    said = MarkdownIt("commonmark").enable("table").render((root / path).read_text(encoding="utf-8"))
    said = "".join(_with_places(said, path))
    return re.sub(r'(src|href)="([^"]+)"', lambda found: _led(root, path, found[1], found[2]), said)


def _with_places(said: str, path: str) -> Iterator[str]:
    """The HTML with a name for each heading, as documents link to it."""
    end = 0
    for found in re.finditer(r"<(h\d)>(.*?)</\1>", said):
        words = html.unescape(re.sub(r"<.*?>", "", found[2])).lower()
        place = re.sub(r"[^\w -]", "", words).replace(" ", "-")
        yield said[end : found.start()]
        yield f'<{found[1]} id="{_name(path)}-{place}">{found[2]}</{found[1]}>'
        end = found.end()
    yield said[end:]


def _led(root: Path, path: str, kind: str, link: str) -> str:
    """An attribute whose link leads to a picture's file, to a place in the manual, or out of it."""
    target, _, place = link.partition("#")
    if re.match(r"[a-z]+:", link):
        return f'{kind}="{link}"'
    inside = Path(os.path.normpath(root / Path(path).parent / target)) if target else root / path
    name = inside.relative_to(root).as_posix()
    if kind == "src":
        return f'{kind}="{inside.as_uri()}"'
    if name not in CHAPTERS:
        return ""  # not in the manual
    return f'{kind}="#{_name(name)}{"-" + place if place else ""}"'


def _name(path: str) -> str:
    return re.sub(r"\W", "-", path)


def pdf(root: Path, version: str, seconds: int) -> bytes:
    """The manual, dated so many seconds after 1970. SetupError where no browser can be had."""
    with tempfile.TemporaryDirectory() as folder, browser.playwright() as playwright:
        file = Path(folder, "manual.html")
        file.write_text(page(root, version), encoding="utf-8")
        started = playwright.chromium.launch(executable_path=browser.ensure(), args=list(OPTIONS))
        sheet = started.new_page()
        sheet.goto(file.as_uri(), wait_until="load")
        printed = sheet.pdf(
            prefer_css_page_size=True,
            print_background=True,
            outline=True,
            tagged=True,
            display_header_footer=True,
            header_template="<span></span>",
            footer_template=FOOTER.format(version),
        )
        started.close()
    return settled(printed, seconds)


def settled(printed: bytes, seconds: int) -> bytes:
    """The same PDF made and changed at this time, its elements numbered in order: nothing gets longer.

    The browser's own numbers begin now with one and now with another.
    """
    date = f"D:{datetime.fromtimestamp(seconds, UTC):%Y%m%d%H%M%S}+00'00'".encode()
    numbers: dict[bytes, bytes] = {}

    def numbered(found: re.Match[bytes]) -> bytes:
        return numbers.setdefault(found[0], b"node%08d" % len(numbers))

    return re.sub(rb"\bnode\d{8}\b", numbered, re.sub(rb"(?<=Date \()D:\d{14}\+00'00'(?=\))", date, printed))
