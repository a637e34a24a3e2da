"""Judges the record of a sitting: whether each ply fits the contacts best, from the position before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import reference
from hands import games
from hands.acts import MENU, POWER, TURN
from judge.contacts import Contacts
from judge.course import Course, courses
from judge.evidence import ROSE, RULES, TOUCHED, Against, Shown, Window, against, occupied
from judge.stones import Wide
from judge.stories import Story, Touched, stories
from reference import Move, Point, Position

PLIES = 3
"""Plies of a story, at most."""
TOGETHER = 2
"""Plies of the record that are judged together: one, and the reply that makes it final."""
LATE_MS = 40
"""The board tells of a contact so long after it has changed, at most."""
ASK_US = 3_000_000
"""It asks at most so long after the last of the contacts in question."""
MOST_ASIDE = 2
"""Points that a record may leave aside."""
ONLY = "the only one"
ASKED = "the board asked"
POSSIBLE = "possible"
WIDE = "too wide"
IRREGULAR = "irregular"
REFUTED = "refuted"
VERDICTS = (ONLY, *RULES, ASKED, POSSIBLE, WIDE, IRREGULAR, REFUTED)

Event = tuple[int, Point, bool]


@dataclass
class Verdict:
    """What the judge makes of a sitting.

    faults: plies that the contacts do not allow, or that another sequence explains as well or better without
    a question of the board. ply: of the first of them, counted through all games. asked: the same with a
    question. wide: plies with too many sequences to list. counts: of windows, mostly a ply and the reply to
    it: "the only one" that fits; a rule (`evidence`), the strongest that prefers it to all others; "the board
    asked", where none does; "possible", where the judge asks no more, as the power failed, contacts do not
    work, stones are placed (S2), or were knocked; "too wide"; "irregular", which no rule explains; "refuted".
    """

    faults: list[str] = field(default_factory=list)
    ply: int = 0
    wide: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def judge(
    start: frozenset[Point],
    events: Iterable[Event],
    told: Iterable[tuple[int, list[str]]],
    blind: frozenset[Point] = frozenset(),
) -> Verdict:
    """Judge all games that the board has told.

    told: millisecond and words of each message. blind: points whose contacts have not worked at some time.
    """
    sitting = _Sitting(start, list(events), told, blind)
    for course in sitting.courses:
        sitting.hear(course)
    return sitting.verdict


class _Sitting:
    """What contacts did and the board told, from switching on to the end."""

    def __init__(
        self,
        start: frozenset[Point],
        events: list[Event],
        told: Iterable[tuple[int, list[str]]],
        blind: frozenset[Point],
    ) -> None:
        self.verdict = Verdict()
        self.blind = blind
        self.before = 0  # plies of the games before
        self.contacts = Contacts(start, (event for event in events if event[1] not in (TURN, MENU, POWER)))
        self.presses = [us for us, point, closed in events if point == TURN and closed]
        self.cuts = [us for us, point, closed in events if point == POWER and not closed]
        self.courses, self.asks = courses(told)

    def hear(self, course: Course) -> None:
        """Judge each ply of a game, with the reply to it."""
        positions, played = self._replay(course)
        told = [course.begun - LATE_MS, *(ms for ms, _, _ in course.plies)]
        begins = [self.contacts.at(told[0] * 1000)]
        ends = []
        for n in range(len(played) + 1):
            ends.append(self._moment(begins[-1], told[n], positions[n]))
            until = told[min(n + 1, len(played))]
            begins.append(self._moment(begins[-1], until, positions[n], self.contacts.shown[ends[-1]]))
        del begins[0]
        sure = {n for n, moment in enumerate(ends) if not self._aside(moment, positions[n])}
        sure |= {n for n, moment in enumerate(begins) if not self._aside(moment, positions[n])}
        for n in range(max(1, len(played) - TOGETHER + 1) if played else 0):
            if n not in sure and (n - 1 in sure or n + 1 in sure):
                continue  # the reply was begun too soon: judged with the ply before
            last = min(n + TOGETHER, len(played))
            if last not in sure and last + 1 in sure:
                last += 1
            elif last not in sure and n + 1 < last == len(played):
                last -= 1  # the game was left before that ply stood
            if all(played[n:last]):
                end = ends[last]
                if self._aside(end, positions[last]):
                    end = begins[last]
                begin = begins[n]
                if self.blind:  # a stone may have risen unseen, and the same be shown again later
                    since = range(ends[max(0, n - 1)], ends[n] + 1)
                    begin = min(since, key=lambda moment: self._aside(moment, positions[n]))
                self._judge(course.game, n, positions[n], played[n:last], begin, end)
            else:
                self.verdict.counts[IRREGULAR] += 1
        self._see_rest(course, positions, begins)
        self.before += len(course.plies)

    def _replay(self, course: Course) -> tuple[list[Position], list[list[Move]]]:
        """Return all positions of a game, and for each ply the move; nothing for an irregular one."""
        positions = [course.start]
        played: list[list[Move]] = []
        for n, (_, kind, text) in enumerate(course.plies):
            now = positions[-1]
            if kind == "irregular":
                played.append([])
                positions.append(reference.parse_position(f"{text} {'B' if now.turn == 'W' else 'W'}"))
                continue
            found = [move for move in games.moves(course.game, now) if move.text == text]
            if not found:
                self._fault(n, f"{text} is not legal")
                break
            played.append([move for move in games.moves(course.game, now) if move.after == found[0].after])
            positions.append(found[0].after)
        return positions, played

    def _judge(self, game: str, n: int, floor: Position, story: Story, begin: int, end: int) -> None:
        """Judge the plies from number `n` on, which the changes from `begin` to `end` are said to be."""
        contacts = self.contacts
        until, end = end, self._came(begin, end)
        from_us = contacts.times[begin - 1] if begin else 0
        to_us = contacts.times[end - 1] if end else 0
        changes = contacts.all_between(begin, end)
        touched = Touched(changes, self.blind)
        is_vague = bool(self.blind) or games.is_placing(game, floor)
        is_vague = is_vague or any(from_us <= us <= to_us for us in self.cuts)
        told = _text(story)
        aside = self._aside(end, story[-1][0].after)
        story = [[move for move in moves if touched.allows(move)] for moves in story]
        if aside > MOST_ASIDE or not all(story):
            self._refute(n, f"{told} is not possible", from_us, to_us)
            return
        if is_vague:
            self.verdict.counts[POSSIBLE] += 1
            return
        window = Window(contacts, begin, end, self.presses)
        try:
            paid = against(window, floor, story)
            others = self._others(game, floor, story, window, touched)
        except Wide:
            self._leave(n)
            return
        if paid is None:
            self._refute(n, f"{told} is not possible: no stones of these colours", from_us, to_us)
        elif not others:
            self.verdict.counts[ONLY] += 1
        else:
            least, text, rival = min(others)
            rule = next((n for n, (own, its) in enumerate(zip(paid, least, strict=True)) if own != its), None)
            if rule is not None and paid < least:
                self.verdict.counts[RULES[rule]] += 1
            elif aside:  # a stone that is in a hand may as well be in another one
                self.verdict.counts[POSSIBLE] += 1
            else:
                by = "nothing tells" if rule is None else RULES[rule]
                is_answered = self._is_answered(story, rival, end, until)
                self._refute(n, f"{told}, or {text} ({by})", from_us, to_us, is_answered)

    def _others(
        self, game: str, floor: Position, story: Story, window: Window, touched: Touched
    ) -> list[tuple[Against, str, Story]]:
        """Return what speaks against each other sequence that is possible and shows no less, and its text."""
        aside = len(window.shown[-1] ^ occupied(story[-1][0].after))
        told = _positions(story)
        found = []
        for other in stories(game, floor, touched, PLIES):
            after = other[-1][0].after if other else floor
            if len(window.shown[-1] ^ occupied(after)) <= aside and _positions(other) != told:
                counts = against(window, floor, other)
                if counts is not None:
                    found.append((counts, _text(other), other))
        return found

    def _is_answered(self, story: Story, rival: Story, end: int, until: int) -> bool:
        """Return True if lights asked which of two last moves was made, and its stone was touched (P7)."""
        if not rival or _positions(rival)[:-1] != _positions(story)[:-1]:
            return False
        own, other = (moves[-1][0].steps[-1].end for moves in (story, rival))
        touched = [point for _, point, _ in self.contacts.changes[end:until] if point in (own, other)]
        return own != other and touched[:1] == [own]

    def _refute(self, n: int, text: str, from_us: int, to_us: int, is_answered: bool = False) -> None:
        """Note that another sequence is no worse, unless the board has asked, or was answered before."""
        if is_answered or any(from_us <= ms * 1000 <= to_us + ASK_US for ms in self.asks):
            self.verdict.counts[ASKED] += 1
            self.verdict.asked.append(f"ply {self.before + n + 1}: {text}")
        else:
            self._fault(n, text)

    def _leave(self, n: int) -> None:
        self.verdict.counts[WIDE] += 1
        self.verdict.wide.append(f"ply {self.before + n + 1}")

    def _fault(self, n: int, text: str) -> None:
        self.verdict.faults.append(f"ply {n + 1}: {text}")
        self.verdict.counts[REFUTED] += 1
        self.verdict.ply = self.verdict.ply or self.before + n + 1

    def _see_rest(self, course: Course, positions: list[Position], begins: list[int]) -> None:
        """Look for moves that were made after the last one that was told, or in its place."""
        contacts = self.contacts
        if self.blind or games.is_placing(course.game, positions[-1]):
            return
        first = contacts.at(max(course.last, course.begun) * 1000) + course.is_back
        last = len(positions) - 1
        until = self._end_of(course)
        # What is put back has been no move (P2, P5).
        back = [n for n in range(first, until + 1) if contacts.shown[n] == occupied(positions[last])]
        for end in contacts.rests(max([first, *back]), until):
            if any(contacts.shown[end] == occupied(position) for position in positions[-2:]):
                continue
            for n in (last, last - 1)[: len(positions)]:
                floor = positions[n]
                found = self._explained(course, n, floor, begins[n], end)
                if found is None:
                    return
                following = [story for story in found if len(story) > last - n]
                if self._is_open(course.game, floor, following, end):
                    break
                if course.is_over:  # no move follows the last one
                    found = [story for story in found if positions[last] not in (floor, story[0][0].after)]
                if found:
                    from_us, to_us = (contacts.times[k - 1] if k else 0 for k in (begins[n], end))
                    self._refute(n, f"{_text(found[0])} was not told", from_us, to_us)
                    return

    def _explained(self, course: Course, n: int, floor: Position, begin: int, end: int) -> list[Story] | None:
        """Return the moves that explain what the reeds show after that change; None where nobody knows.

        When a game is over the stones are cleared away: then other points have hardly been touched. In the
        place of a move that was told nothing speaks for moves whose first stone rose again first (P2).
        """
        window = Window(self.contacts, begin, end, self.presses)
        from_us, to_us = window.begins_us[0], window.begins_us[-1]
        if any(from_us <= us <= to_us for us in self.cuts):
            return []
        touched = Touched(self.contacts.all_between(begin, end), self.blind)
        try:
            return [
                story
                for story in stories(course.game, floor, touched, PLIES)
                if story
                and occupied(story[-1][0].after) == window.shown[-1]
                and (counts := against(window, floor, story)) is not None
                and (not course.is_over or counts[TOUCHED] <= MOST_ASIDE)
                and (n == len(course.plies) or not counts[ROSE])
            ]
        except Wide:
            self._leave(n)
            return None

    def _is_open(self, game: str, floor: Position, found: list[Story], end: int) -> bool:
        """Return True if one of these ends with an open move that nobody has ended: not to be told yet."""
        if any(self.contacts.at(us) == end for us in self.presses):
            return False
        for story in found:
            before = story[-2][0].after if len(story) > 1 else floor
            begun = {move.steps for move in story[-1]}
            moves = games.moves(game, before)
            if any(move.steps[:n] in begun for move in moves for n in range(1, len(move.steps))):
                return True
        return False

    def _end_of(self, course: Course) -> int:
        """Return the number of the last change of a game."""
        following = self.courses[self.courses.index(course) + 1 :]
        return self.contacts.at(following[0].begun * 1000) if following else len(self.contacts.changes)

    def _moment(self, first: int, until_ms: int, position: Position, shown: Shown = frozenset()) -> int:
        """Return the last number of changes after the first up to then with which the reeds show it best.

        Of equally good ones those count that are shown so: a stone that was knocked stays as it is.
        """
        last = max(first, self.contacts.at(until_ms * 1000))
        return min(
            range(last, first - 1, -1),
            key=lambda moment: (self._aside(moment, position), self.contacts.shown[moment] != shown),
        )

    def _came(self, first: int, moment: int) -> int:
        """Return when what the reeds show then has come about: since then stones were only touched (P2).

        Where contacts do not work, one may have come unseen to where another was taken.
        """
        if self.blind:
            return moment
        shown = self.contacts.shown
        came = moment
        while moment > first and shown[moment - 1] <= shown[came]:
            moment -= 1
            if shown[moment] == shown[came]:
                came = moment
        return came

    def _aside(self, moment: int, position: Position) -> int:
        """Return how many points the reeds show otherwise than the position."""
        return len((self.contacts.shown[moment] ^ occupied(position)) - self.blind)


def _text(story: Story) -> str:
    return " ".join(moves[0].text for moves in story) or "nothing"


def _positions(story: Story) -> list[Position]:
    return [moves[0].after for moves in story]
