"""Games as text (N3), out and in: tags, numbered moves in N1, comments in braces, the result.

The reader is strict: every move must be numbered rightly and be legal, the game must end with its result, and
that must be the one of the tags, where they name one, and of the rules, where these have ended the game.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fanorona.rules import notation
from fanorona.rules.notation import IRREGULAR
from fanorona.rules.rules import CREDITOR, DEBTOR, RIATRA, WHITE, Position
from lakabe.errors import InputError
from lakabe.games import clock, ending, variants
from lakabe.games.irregular import board_after, is_irregular, shown
from lakabe.games.records import Game
from lakabe.games.variants import ORDINARY
from lakabe.printable import one_line, printable

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"
DECIDED = ("1-0", "0-1", "1/2-1/2")
RESULTS = (*DECIDED, "*")
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "Opening", "Position")
OPENINGS = {
    "e2-e3A": "O1 Vakiloha",
    "f2-e3A": "O2 Lehavanana",
    "d2-e3A": "O3 Lehavia",
    "d3-e3A": "O4 Kobaka fohy",
    "d3-e3W": "O5 Kobaka lava",
}
"""By White's first move from the start (O1 to O5)."""
SECOND = "second phase (V6)"
"""The comment after the move with which the second phase of a vela begins; it follows from the moves."""

Told = Callable[[int, int], None]
"""Hears how much of how much is done."""

_WIDTH = 80
_UNKNOWN = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "-", "White": "?", "Black": "?"}
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) +"((?:[^"\\]|\\["\\])*)"\]')
_TOKEN = re.compile(r"\{[^}]*\}|\S+")
_NUMBERED = re.compile(r"([0-9]+\.+)(.*)")
_AFTER = re.compile(r"irregular: (\S+) ([WB])(?: (.*))?")


@dataclass(frozen=True)
class Score:
    """One game as it is written: ``comments`` by index of the move they follow, -1 before the first move.

    ``moves`` are N1, or for an irregular one (P10) ``--`` and the board after it, in one word.
    ``tags`` are those of N3 but ``Result``, ``Opening`` and ``Position``, which follow from the rest, as
    does the comment SECOND.
    """

    start: str = START
    moves: tuple[str, ...] = ()
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    @property
    def variant(self) -> str:
        """Which game it is, a word of ``lakabe.games.variants``."""
        return variants.of(self.tags)


def format_score(score: Score) -> str:
    """The text of one game, ending with a line break. Tags that are unknown are written as such."""
    tags = {**_UNKNOWN, **score.tags, "Result": score.result}
    tags.pop("Opening", None)
    tags.pop("Position", None)
    variant = score.variant
    tags["Variant"] = variants.tag_of(variant)
    if score.start != variants.start_of(variant):
        tags["Position"] = score.start
    named = opening(score.start, score.moves, variant)
    if named is not None:
        tags["Opening"] = named
    order = [name for name in ROSTER if name in tags] + sorted(set(tags) - set(ROSTER))
    lines = [f'[{name} "{_escape(tags[name])}"]' for name in order]
    return "\n".join([*lines, "", *_fill(_words(score)), ""])


def opening(start: str, moves: Sequence[str], variant: str = ORDINARY) -> str | None:
    """The name of the opening (O1 to O5) of a game from ``start`` (N2); None where it has none of them."""
    return OPENINGS.get(moves[0]) if moves and start == START and variant == ORDINARY else None


def begins_second(before: int, position: Position) -> bool:
    """Whether a vela's second phase began with the move that led from phase ``before`` to the position."""
    return before in (DEBTOR, CREDITOR) and position.phase == RIATRA


def second_phases(score: Score) -> frozenset[int]:
    """The indices of the moves after which the second phase of a vela is on, and was not before (V6).

    More than one only where an irregular move (P10) led back. Moves from an illegal one on are not looked at.
    """
    found: set[int] = set()
    if score.variant == ORDINARY:
        return frozenset()
    try:
        position = variants.load(score.variant, score.start)
        for n, move in enumerate(score.moves):
            phase = position.phase
            notation.play_move(position, move)
            position.end_turn()
            position.forget()
            if begins_second(phase, position):
                found.add(n)
    except ValueError:
        pass  # a record may hold what its reader has to refuse
    return frozenset(found)


def second_moves(score: Score, first_ply: int = 1) -> list[str]:
    """The moves with which the second phase begins (V6), as ``17. e2-e3A``; ``first_ply``: of the score."""
    return [f"{move_number(first_ply + n)} {shown(score.moves[n])}" for n in sorted(second_phases(score))]


def move_number(ply: int) -> str:
    """The number before the move of a game from the start: 1 is ``1.``, 2 is ``1...``."""
    return f"{(ply + 1) // 2}." if ply % 2 else f"{ply // 2}..."


def format_scores(scores: Iterable[Score]) -> str:
    """The text of several games, an empty line between them."""
    return "".join(format_each(scores))


def format_each(scores: Iterable[Score]) -> Iterator[str]:
    """The text of several games in parts, one game each."""
    for n, score in enumerate(scores):
        yield f"\n{format_score(score)}" if n else format_score(score)


def parse_scores(text: str, told: Told | None = None) -> list[Score]:
    """All games of a text. InputError names the line of the first thing that is wrong.

    Control characters in comments and tags are read as spaces. ``told`` hears after each game how many of
    how many lines are read.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    games = []
    n = _skip_empty(lines, 0)
    while n < len(lines):
        score, n = _parse_one(lines, n)
        games.append(score)
        n = _skip_empty(lines, n)
        if told is not None:
            told(n, len(lines))
    return games


def from_archive(game: Game) -> Score:
    """A recorded game as a score; a comment says what is missing in it, a tag why it ended."""
    start = game.start or variants.start_of(game.variant)
    tags = dict(game.tags)
    if game.board is not None:
        tags["Date"] = date_of(tags, game.started)
        tags.setdefault("Site", f"board {game.board}")
    why = ending.termination(game.result, game.reason)
    if why:
        tags[ending.TAG] = why
    texts = tuple(game.texts()) if game.start else ()
    noted = {move.ply: clock.noted(move.comment, move.left) for move in game.moves[: len(texts)]}
    comments = {ply - game.first_ply: comment for ply, comment in noted.items() if comment}
    if game.comment:
        comments[-1] = game.comment
    if len(texts) < len(game.moves):
        last = len(texts) - 1
        kept = comments.get(last, "")
        comments[last] = f"{kept} the record has a gap here".strip()
    return Score(start, texts, game.result or "*", tags, comments)


def date_of(tags: Mapping[str, str], started: str | None) -> str:
    """The tag ``Date`` of a game that a board began at that time (ISO 8601); None: it is of no board."""
    return tags.get("Date", "" if started is None else started[:10].replace("-", "."))


def is_unknown(name: str, value: str) -> bool:
    """Whether a tag says that this is not known of the game."""
    return _UNKNOWN.get(name) == value


def plain(text: str) -> str:
    """A comment, or the value of a tag, as it comes back when it has been written and read."""
    return one_line(text.replace("{", "(").replace("}", ")"))


def _words(score: Score) -> Iterator[str]:
    white = score.start.endswith(" W")
    number = 1
    named = False
    seconds = second_phases(score)
    if -1 in score.comments:
        yield _comment(score.comments[-1])
    for n, move in enumerate(score.moves):
        if white:
            yield f"{number}."
        elif not named:
            yield f"{number}..."
        comment = score.comments.get(n, "")
        if is_irregular(move):
            yield IRREGULAR
            comment = f"irregular: {board_after(move)} {'B' if white else 'W'} {comment}"
        else:
            yield move
        named = not comment and n not in seconds
        if comment:
            yield _comment(comment)
        if n in seconds:
            yield _comment(SECOND)
        if not white:
            number += 1
        white = not white
    yield score.result


def _comment(text: str) -> str:
    # Braces end a comment and cannot be escaped; white space is not kept by the line breaks.
    return "{" + plain(text) + "}"


def _fill(words: Iterable[str]) -> Iterator[str]:
    line = ""
    for word in " ".join(words).split(" "):
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _escape(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace('"', '\\"')


def _skip_empty(lines: list[str], n: int) -> int:
    while n < len(lines) and not lines[n].strip():
        n += 1
    return n


def _parse_one(lines: list[str], n: int) -> tuple[Score, int]:
    """The game that begins at index ``n`` of ``lines``, and the index after its last line."""
    tags: dict[str, str] = {}
    places: dict[str, int] = {}  # the numbers of their lines
    begun = n
    while n < len(lines) and lines[n].lstrip().startswith("["):
        found = _TAG.fullmatch(lines[n].strip())
        if found is None:
            raise InputError('a tag is like [White "A name"]', number=n + 1)
        name, value = found[1], printable(re.sub(r"\\(.)", r"\1", found[2]))
        if name in tags:
            raise InputError(f"the tag {name} is there twice", number=n + 1)
        check_tag(name, value, n + 1)
        tags[name] = value
        places[name] = n = n + 1
    moves = Moves(position_of(tags, places))
    result: str | None = None
    for number, word in _tokens(lines, n):
        if result is not None:
            if number == n:
                raise InputError(f"{word!r} follows the result", "the next game begins on a new line", number)
            break
        n = number
        result = moves.take(word, number)
    return finished(moves, tags, result, max(n, begun + 1)), n


def position_of(tags: Mapping[str, str], places: Mapping[str, int]) -> Position:
    """Where a game with these tags, from lines of these numbers, begins. InputError."""
    variant = variants.of(tags)
    try:
        return variants.load(variant, tags.get("Position", variants.start_of(variant)))
    except ValueError as error:
        raise InputError(str(error), "see N2 in `lakabe docs rules`", places["Position"]) from error


def finished(moves: Moves, tags: dict[str, str], result: str | None, number: int) -> Score:
    """The game that was read up to this line. InputError where it has no result, or not that of its tag."""
    if result is None:
        raise InputError("the game ends without a result", number=number)
    if tags.get("Result", result) != result:
        raise InputError(f"the game ends {result}, its tag says {tags['Result']}", number=number)
    start = tags.get("Position") or variants.start_of(variants.of(tags))
    # The opening follows from the first move, and its wording is free.
    kept = {name: value for name, value in tags.items() if name not in ("Result", "Opening", "Position")}
    comments = {place: " ".join(texts) for place, texts in moves.comments.items()}
    return Score(start, tuple(moves.texts), result, kept, comments)


def check_tag(name: str, value: str, number: int) -> None:
    """InputError where the tag of this line says what none can."""
    if name == "Result" and value not in RESULTS:
        raise InputError(f"{value!r} is no result: one of {', '.join(RESULTS)}", number=number)
    if name == variants.TAG:
        try:
            variants.of({name: value})
        except InputError as error:
            raise InputError(error.message, error.fix, number) from error


def _tokens(lines: list[str], n: int) -> Iterator[tuple[int, str]]:
    """Words and whole comments from index ``n`` on, each with the number of the line it ends on."""
    held: list[str] = []  # the lines of a comment that goes on
    for at in range(n, len(lines)):
        line = lines[at]
        if held:
            end = line.find("}") + 1
            if not end:
                held.append(line)
                continue
            yield at + 1, " ".join([*held, line[:end]])
            held = []
            line = line[end:]
        for found in _TOKEN.finditer(line):
            if found[0].startswith("{") and not found[0].endswith("}"):
                held = [line[found.start() :]]
                break
            yield at + 1, found[0]
    if held:
        raise InputError("a comment is not closed", number=len(lines))


_NO_POSITION = "after -- a comment has to name the position: {irregular: <position>}"


class Moves:
    """The moves of one game while they are read: numbers, legality, comments, and the result at the end."""

    def __init__(self, position: Position) -> None:
        self.texts: list[str] = []
        self.comments: dict[int, list[str]] = {}
        self._position = position
        self._phase = position.phase  # before the move being read
        self._number = 1
        self._numbered = False
        self._is_irregular = False  # a move whose comment has to name the position after it
        self._is_second = False  # with the last move the second phase of a vela has begun

    def numbered(self) -> None:
        """Take it that the number of the next move was there."""
        self._numbered = True

    def take(self, word: str, number: int) -> str | None:
        """One word or comment of line ``number``; returns the result when it is that."""
        if word.startswith("{"):
            self._comment(word, number)
            return None
        if self._is_irregular:
            raise InputError(_NO_POSITION, "see N3 in `lakabe docs rules`", number)
        if word in RESULTS:
            if self._numbered:
                raise InputError("a move is missing after its number", number=number)
            self._check(word, number)
            return word
        match = _NUMBERED.fullmatch(word)
        if match is not None:
            self._count(match[1], number)
            if match[2]:
                self._move(match[2], number)
        else:
            self._move(word, number)
        return None

    def _check(self, result: str, number: int) -> None:
        """InputError where the rules have decided otherwise; that they have may not have been noticed."""
        decided = ending.decided(self._position)
        if decided and result not in (decided, "*"):
            said = ending.said(decided, "").rstrip(".")
            raise InputError(f"{said} by the rules, the game ends {result}", f"write {decided}", number)

    def _comment(self, word: str, number: int) -> None:
        if self._numbered and not self._is_irregular:
            raise InputError("a comment stands between a move and its number", number=number)
        text = one_line(word[1:-1])
        if self._is_irregular:
            text = self._lay(text, number)
        place = len(self.texts) - 1
        if text == SECOND and self._is_second:
            return
        if text:
            self.comments.setdefault(place, []).append(text)

    def _count(self, word: str, number: int) -> None:
        white = self._position.turn == WHITE
        wanted = f"{self._number}." if white else f"{self._number}..."
        if word != wanted or self._numbered:
            raise InputError(f"{wanted} was expected, not {word}", number=number)
        self._numbered = True

    def _move(self, text: str, number: int) -> None:
        if not self._numbered and (self._position.turn == WHITE or not self.texts):
            raise InputError(f"the number of the move {text!r} is missing", number=number)
        if text == IRREGULAR:
            self._numbered = self._is_irregular = True
            return
        try:
            notation.play_move(self._position, text)
        except ValueError as error:
            raise InputError(str(error), "see N1 in `lakabe docs rules`", number) from error
        self._played(text)

    def _lay(self, text: str, number: int) -> str:
        """Take the position after an irregular move from its comment; what else that says."""
        found = _AFTER.fullmatch(text)
        other = "B" if self._position.turn == WHITE else "W"
        if found is None or found[2] != other:
            raise InputError(_NO_POSITION, f"the other side, {other}, is to move then", number)
        move = IRREGULAR + found[1]
        try:
            notation.play_move(self._position, move)
        except ValueError as error:
            raise InputError(str(error), "see N2 in `lakabe docs rules`", number) from error
        self._is_irregular = False
        self._played(move)
        return found[3] or ""

    def _played(self, text: str) -> None:
        if self._position.turn != WHITE:
            self._number += 1
        self._position.end_turn()
        self._position.forget()
        self._is_second = begins_second(self._phase, self._position)
        self._phase = self._position.phase
        self.texts.append(sys.intern(text))  # thousands of games have much the same moves
        self._numbered = False
