"""KiCad's file syntax, read: lists in brackets of words, numbers and quoted texts, all of them `str`."""

from __future__ import annotations

import re
from collections.abc import Iterator

TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')


Item = str | list["Item"]


def parse(source: str) -> list[Item]:
    """The list that `source` begins with; ValueError if its brackets do not match."""
    stack: list[list[Item]] = [[]]
    for bracket, text, word in _tokens(source):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            if not stack:
                raise ValueError("a closing bracket too many")
            stack[-1].append(done)
            if len(stack) == 1:
                return done
        else:
            stack[-1].append(word if word else re.sub(r"\\(.)", r"\1", text))
    raise ValueError("a closing bracket is missing")


def _tokens(source: str) -> Iterator[tuple[str, str, str]]:
    for found in TOKEN.finditer(source):
        yield found.group(1) or "", found.group(2) or "", found.group(3) or ""


def children(item: list[Item], name: str) -> Iterator[list[Item]]:
    """The lists in `item` that begin with the word `name`."""
    for inner in item:
        if isinstance(inner, list) and inner and inner[0] == name:
            yield inner


def child(item: list[Item], name: str) -> list[Item]:
    """The first of them; KeyError if there is none."""
    for found in children(item, name):
        return found
    raise KeyError(name)
