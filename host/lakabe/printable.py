"""Text that other people wrote, made safe to show: names, comments and tags of games."""

from __future__ import annotations

import re

_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters (C0, DEL, C1), separators of lines, marks that turn text round, halves of pairs."""

_GAP = " ... "


def printable(text: str) -> str:
    """Return ``text`` with a space for each character that could steer a terminal or turn text round."""
    return _UNSAFE.sub(" ", text)


def one_line(text: str) -> str:
    """Return ``text`` printable and with single spaces."""
    return " ".join(printable(text).split())


def shortened(text: str, most: int) -> str:
    """Return ``text`` with at most so many characters: of a longer one, its beginning and its end."""
    if len(text) <= most:
        return text
    end = (most - len(_GAP)) // 3
    return f"{text[: most - len(_GAP) - end]}{_GAP}{text[len(text) - end :]}"
