"""Every message of the page and the command line, found where it is said."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

import lakabe
from lakabe.language import markup

ROOT = Path(lakabe.__file__).parent
SAYING = "lakabe.language.saying"
"""Has ``say``, ``plural``, ``within`` and ``message``; the page's ``texts.js`` has the first two."""
STRING = r'("(?:[^"\\]|\\.)*")'
SCRIPT = re.compile(rf"\b(say|plural)\(\s*{STRING}(?:,\s*{STRING})?")

Message = tuple[str | tuple[str, str], str | None]
"""A message, or its singular and plural, and its context."""


def messages(root: Path = ROOT) -> Catalog:
    """All of them, in the order of the files, with the file that each is from."""
    found = Catalog(fuzzy=False)
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root).as_posix()
        if "node_modules" in file.parts or file.suffix not in FINDERS:
            continue
        for what, context in FINDERS[file.suffix](file.read_text(encoding="utf-8")):
            found.add(what, locations=[(name, 0)], context=context)
    return found


def in_python(text: str) -> Iterator[Message]:
    """The messages of a module, in its order."""
    nodes = list(ast.walk(ast.parse(text)))
    known = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == SAYING
        for alias in node.names
    }
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in sorted(calls, key=lambda one: (one.lineno, one.col_offset)):
        assert isinstance(call.func, ast.Name)
        name = call.func.id if call.func.id in known else ""
        words = [one.value for one in call.args if isinstance(one, ast.Constant)]
        said = [one for one in words if isinstance(one, str)]
        if name not in ("say", "plural", "within", "message") or not said:
            continue
        if name == "within":
            yield said[1], said[0]
        else:
            yield ((said[0], said[1]) if name == "plural" else said[0]), None


def in_script(text: str) -> Iterator[Message]:
    """The messages of a script of the page, in its order."""
    for name, first, second in SCRIPT.findall(text):
        one = json.loads(first)
        yield ((one, json.loads(second)) if name == "plural" else one), None


def in_html(text: str) -> Iterator[Message]:
    """The messages of an HTML file, in its order."""
    said: list[str] = []

    def hear(message: str) -> str:
        said.append(message)
        return message

    markup.translated(text, hear)
    yield from ((one, None) for one in said)


FINDERS = {".py": in_python, ".js": in_script, ".html": in_html}
