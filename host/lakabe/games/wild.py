"""Games as other programs and people write them (N3, more or less): what can be understood, and what cannot.

Numbers of moves are passed over. ``!``, ``$1``, remarks after ``;`` and variations become comments. A game
that makes no sense is left out and named, and the next one is looked for.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from lakabe.errors import InputError
from lakabe.games.pgn import RESULTS, Moves, Score, Told, check_tag, finished, position_of
from lakabe.printable import one_line, printable

_TAG_LINE = re.compile(r'\s*\[\s*([^\W\d_]\w*)\s+"')
_TAGS = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_LONE_TAG = re.compile(r'\s*\[\s*([A-Za-z][A-Za-z0-9_]*)\s+"(.*)"\s*\]\s*')
_WORD = re.compile(r"[{}()]|;.*|[^\s{}();]+")
_NUMBER = re.compile(r"\A(?:[0-9]+\.*|\.+|…)(?=[^0-9/-]|$)")
_SIGNED = re.compile(r"(.*?)([!?]+)")
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")
_SIGNS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
_ENDS = {**{one: one for one in RESULTS}, "1/2": "1/2-1/2", "½-½": "1/2-1/2"}


@dataclass(frozen=True)
class Wrong:
    """A game that is left out: its number in the text, from 1, and what is wrong, with the line."""

    game: int
    error: InputError


@dataclass
class Found:
    """What a text has: ``variations`` that became comments, and lines read as ``latin`` or ``skipped``."""

    scores: list[Score] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)
    variations: int = 0
    latin: int = 0
    skipped: int = 0


def read(data: bytes, told: Told | None = None) -> Found:
    """The games of a text. ``told`` hears after each of them how many of how many lines are read."""
    found = Found()
    lines = [_decoded(line, found) for line in re.split(rb"\r\n|\r|\n", data)]
    for number, (first, last) in enumerate(_games(lines), 1):
        try:
            found.scores.append(_read_one(lines, first, last, found))
        except InputError as error:
            found.wrong.append(Wrong(number, error))
        if told is not None:
            told(last, len(lines))
    return found


def _decoded(line: bytes, found: Found) -> str:
    """A line without the mark that begins files; one for other programs, with %, is empty."""
    while line.startswith(BOM_UTF8):
        line = line.removeprefix(BOM_UTF8)
    try:
        text = line.decode()
    except UnicodeDecodeError:
        text = line.decode("latin-1")
        found.latin += 1
    if text.startswith("%"):
        found.skipped += 1
        return ""
    return text


def _games(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of each game's first line and of the one after its last.

    A game ends with a line that ends with a result. Where that is missing, tags begin the next one, also
    within a comment: it was not closed. After tags alone do so such that were there, after an empty line.
    """
    first: int | None = None
    names: set[str] = set()  # of the tags so far
    has_moves = is_open = is_over = False
    for n, line in enumerate(lines):
        if not line.strip():
            continue
        tag = _TAG_LINE.match(line)
        is_first = tag is not None and not lines[n - 1].strip() and tag[1] in (*names, "Event")
        if first is not None and (is_over or is_first or (tag and has_moves)):
            yield first, n
            first = None
        if first is None:
            first = n
            names = set()
            has_moves = is_open = is_over = False
        if tag is not None and not has_moves:
            names.add(tag[1])
            continue
        has_moves = True
        is_open, last = _scanned(line, is_open)
        is_over = not is_open and last in _ENDS
    if first is not None:
        yield first, len(lines)


def _scanned(line: str, is_open: bool) -> tuple[bool, str]:
    """Whether a comment is open after a line, by whether one was before; and the last word outside any."""
    at, last = 0, ""
    while True:
        if is_open:
            at = line.find("}", at) + 1
            if not at:
                return True, last
            is_open = False
        word = _WORD.search(line, at)
        if word is None:
            return False, last
        at = word.end()
        is_open = word[0] == "{"
        if not is_open and word[0][0] not in ";})":
            last = word[0]


def _read_one(lines: Sequence[str], first: int, last: int, found: Found) -> Score:
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    n = first
    while n < last and (not lines[n].strip() or _TAG_LINE.match(lines[n])):
        for name, value in _tags(lines[n], n + 1):
            if name in tags:
                raise InputError(f"the tag {name} is there twice", number=n + 1)
            check_tag(name, value, n + 1)
            tags[name] = value
            places[name] = n + 1
        n += 1
    reader = _Reader(position_of(tags, places))
    result = None
    at = max(places.values(), default=first + 1)
    for number, word in _words(lines, n, last):
        if result is not None and word[0] not in "{;":
            raise InputError(f"{word!r} follows the result", "the next game begins on a new line", number)
        at = number
        result = reader.read(word, number) or result
    found.variations += reader.variations
    return finished(reader, tags, result, at)


def _tags(line: str, number: int) -> list[tuple[str, str]]:
    """The tags of a line; quotes within a tag that stands alone need not be escaped."""
    if not line.strip():
        return []
    several = _TAGS.findall(line)
    lone = _LONE_TAG.fullmatch(line)
    if not _TAGS.sub("", line).strip():
        pairs = several
    elif lone is not None:
        pairs = [(lone[1], lone[2])]
    else:
        raise InputError('a tag is like [White "A name"]', number=number)
    return [(name, printable(re.sub(r"\\(.)", r"\1", value))) for name, value in pairs]


def _words(lines: Sequence[str], first: int, last: int) -> Iterator[tuple[int, str]]:
    """Words, whole comments in braces and whole variations, each with the number of the line it ends on.

    InputError with the number of the line on which something begins that is not closed.
    """
    comment: list[str] | None = None
    variation: list[str] = []
    depth = begun = 0
    for n in range(first, last):
        line, at = lines[n], 0
        while at < len(line):
            if comment is not None:
                end = line.find("}", at)
                comment.append(line[at:] if end < 0 else line[at:end])
                if end < 0:
                    break
                at = end + 1
                text = "{" + " ".join(comment) + "}"
                comment = None
            else:
                word = _WORD.search(line, at)
                if word is None:
                    break
                at, text = word.end(), word[0]
                if text == "{":
                    comment = []
                    begun = begun if depth else n + 1
                    continue
            if text == "(" and not depth:
                begun = n + 1
            depth += (text == "(") - (text == ")")
            if depth < 0:
                raise InputError("a variation ends that has not begun", number=n + 1)
            if depth or text == ")":
                variation.append(text)
            if depth:
                continue
            yield n + 1, _joined(variation) if variation else text
            variation = []
    if comment is not None:
        raise InputError("a comment is not closed", number=begun)
    if depth:
        raise InputError("a variation is not closed", number=begun)


def _joined(variation: Sequence[str]) -> str:
    """The words of a variation as one text in parentheses; a comment loses its braces."""
    text = " ".join(word.strip("{};") for word in variation)
    return text.replace("( ", "(").replace(" )", ")")


class _Reader(Moves):
    """The moves of one game, whatever stands between them."""

    variations = 0

    def read(self, word: str, number: int) -> str | None:
        """One word, comment or variation of line ``number``; returns the result when it is that."""
        if word.startswith("{"):
            return self.take(word, number)
        if word.startswith(("(", ";", "$")):
            self.variations += word.startswith("(")
            self.remark(_SIGNS.get(word, word.lstrip(";")))
            return None
        if word in _ENDS:
            return self.take(_ENDS[word], number)
        word = _NUMBER.sub("", word.translate(_DASHES))
        signed = _SIGNED.fullmatch(word)
        move, sign = (signed[1], signed[2]) if signed is not None else (word, "")
        if move:
            self.numbered()
            self.take(move, number)
        if sign:
            self.remark(sign)
        return None

    def remark(self, text: str) -> None:
        """Add to the comment after the last move."""
        text = one_line(text)
        if text:
            self.comments.setdefault(len(self.texts) - 1, []).append(text)
