"""What hands have played, by the names that the board gives to games; never what it tells of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from fanorona.hands.tracker import DOWN, HAND, OVER, PLAY
from fanorona.rules import notation
from fanorona.rules.game import Game, Record
from fanorona.rules.geometry import NEXT, NONE
from fanorona.rules.rules import NO_LOG, Position
from fanorona.session import Session
from fanorona.wire.news import TELL_GAME
from fanorona.wire.reports import REASONS, RESULTS
from lakabe.games import variants
from lakabe.games.irregular import is_irregular

UNWRITTEN_MS = 100
"""The only thing that may be lost: a power cut may take from the board what has changed so short ago, as the
journal writes a page within 50 ms, and a move that opens a page takes two. The archive then has the game with
it, if it was told, or without; which of them, hands decide when they play on."""

GIVEN_UP = (("*", "abandoned"), ("*", "anew"))
BY_RULE = ("no-stone", "no-move", "repetition", "fifty", "forfeit", "three")

_RESULTS = RESULTS.decode().split()
_REASONS = REASONS.decode().split()
_LETTERS = {2: "A", 4: "W"}
_VARIANTS = ("", "vela", "vela-creditor", "dimy", "telo")

Draws = tuple[bool, bool]
"""Whether repetition and fifty moves without a capture are draws (R11)."""
ANY_DRAWS = tuple((repetition, fifty) for repetition in (True, False) for fifty in (True, False))


@dataclass(frozen=True)
class Played:
    """A game as it stands: position (N2) before move ``first_ply``, its moves (N1) from there on, and its
    result and reason, None while it has none. ``variant``: which game it is."""

    first_ply: int
    start: str
    variant: str
    moves: tuple[str, ...] = ()
    end: tuple[str, str] | None = None


class Truth:
    """``games``: all of them, by name; ``present``: the one on the board, "" for none.

    Hands say beforehand what they are about to do: ``adds`` a move, of which disturbed hands may make the
    first steps only, and which is open again where it had ended with a mere touch (P2); ``drops`` one, or
    nothing; ``whole``: all moves of a game that they put back for another one, of which the board may take
    back some on the way, to make them again. That the board makes anything else of it is an AssertionError.
    ``ends``: the results that the host has given a game; ``sets``: the settings that it has given the board,
    as words; ``takebacks``: the moves, by ply, that it has taken back, of which *turn* makes the last again.
    """

    def __init__(self) -> None:
        self.games: dict[str, Played] = {}
        self.present = ""
        self.adds = ""
        self.drops = False
        self.whole: tuple[str, ...] = ()
        self.ends: set[str] = set()
        self.sets: set[str] = set()
        self.takebacks: set[int] = set()
        self._draws: dict[str, list[tuple[int, Draws]]] = {}  # which have counted in a game, and from when on
        self._taken: dict[str, str] = {}  # the last move that the host took back in a game
        self._unsure: dict[str, int] = {}  # since when the power may have taken back which do
        self._over: dict[str, int] = {}  # since when a game is over; what is set then is not kept
        self._laid: dict[str, int] = {}  # with how many moves it began, which nobody has made here
        self._seen: tuple[object, ...] = ()
        self._recent: list[tuple[int, str, Played]] = []  # what stood before the latest changes
        self._lost: dict[str, set[Played]] = {}  # what the power may have taken back to

    def see(self, session: Session, now: int) -> None:
        """Look at the game on the board, after each turn of its loop."""
        game = session.game
        phase = session.tracker.phase
        record = game.record
        draws = (game.repetition, game.fifty)
        seen = (phase, game.ply, record.size, record.last, game.result, session.reports.name_size, draws)
        if seen == self._seen:
            return
        if phase != PLAY and phase != OVER:
            self._seen = seen
            self.present = ""
            return
        if is_amid(session):
            return
        self._seen = seen
        self.present = bytes(session.reports.name[: session.reports.name_size]).decode()
        end = (_RESULTS[game.result], _REASONS[game.reason]) if phase == OVER else None
        base = record.base
        shown = Played(
            record.base_ply + 1,
            notation.format_position(base),
            _VARIANTS[base.variant] if base.variant else variants.ORDINARY,
            moves_of(record),
            end,
        )
        self._laid.setdefault(self.present, len(shown.moves))
        self._see_draws(draws, now)
        if end is None:
            self._over.pop(self.present, None)
        else:
            self._over.setdefault(self.present, now)
        known = self.games.get(self.present)
        if known == shown:
            return
        if known is not None:
            in_progress = game.position.steps > 0 or session.tracker.status in (HAND, DOWN)
            self._check(self.present, known, shown, in_progress)
            if all(one.moves != shown.moves for one in self._lost.get(self.present, ())):
                self._lost.pop(self.present, None)
        before = known or replace(shown, moves=(), end=None)
        self._recent = [*self._since(now - UNWRITTEN_MS), (now, self.present, before)]
        self.games[self.present] = shown

    def _see_draws(self, draws: Draws, now: int) -> None:
        """Which draws count in the present game: those that did, but for what the host has set."""
        counted = self._draws.setdefault(self.present, [(now, draws)])
        since = self._unsure.pop(self.present, now)
        following = [at for at, _ in counted[1:]] + [now]
        recent = [one for (_, one), until in zip(counted, following, strict=True) if until >= since]
        if draws == counted[-1][1]:
            return
        counted.append((now, draws))
        for n, word in enumerate(("repetition", "fifty")):
            is_set = f"{word} {draws[n]:d}" in self.sets
            assert is_set or draws[n] in [one[n] for one in recent], f"nobody has set {word} {draws[n]:d}"

    def _check(self, name: str, known: Played, shown: Played, in_progress: bool) -> None:
        """Whether the game may have come from one to the other; ``in_progress``: a move is, perhaps again."""
        old, new = known.moves, shown.moves
        is_known = replace(shown, moves=old, end=known.end) == known
        assert shown.end is None or shown.end[1] != "host" or shown.end[0] in self.ends, (
            f"nobody ended {name}"
        )
        is_taken = bool(old) and new == old[:-1] and known.first_ply + len(new) in self.takebacks
        if is_taken:
            self._taken[name] = old[-1]
        may = (
            is_taken
            or new == old
            or (new[:-1] == old and self._taken.get(name) == new[-1])
            or (bool(new) and new[:-1] in (old, old[:-1]) and self._is_added(new[-1]))
            or ((self.drops or (in_progress and bool(old) and self._is_added(old[-1]))) and new == old[:-1])
            or (bool(self.whole) and new == self.whole[: len(new)])
            or any(new == lost.moves for lost in self._lost.get(name, ()))
        )
        assert is_known and may, f"the board has {shown} and hands played {known} of {name}"

    def _is_added(self, text: str) -> bool:
        """Whether it is what hands add, or its first steps; or what disturbed ones let stand (P10)."""
        return is_irregular(text) or f"{self.adds}-".startswith(f"{text}-")

    def cut_power(self, now: int) -> None:
        """What has just changed may be lost with the power."""
        for name in self._draws:
            self._unsure.setdefault(name, self._over.get(name, now) - UNWRITTEN_MS)
        for _, name, before in self._since(now - UNWRITTEN_MS):
            self._lost[name] = {before, self.games[name], *self._lost.get(name, ())}
        self.present = ""
        self._seen = ()

    def _since(self, at: int) -> list[tuple[int, str, Played]]:
        return [recent for recent in self._recent if recent[0] >= at]

    def wanted(self, name: str, limbo: str) -> set[Played]:
        """What the archive may have of that game; ``limbo``: one with which the board may go on.

        A game that is no more on the board, and has not ended, was given up.
        """
        found = {self.games[name], *self._lost.get(name, ())}
        if name in (self.present, limbo):
            return found
        return {replace(one, end=end) for one in found for end in ((one.end,) if one.end else GIVEN_UP)}

    def judge(self, name: str) -> None:
        """Whether that game has ended as the rules have it, and only then. AssertionError."""
        played = self.games[name]
        end = played.end if played.end and played.end[1] in BY_RULE else None
        assert end in judged(played, {one for _, one in self._draws[name]}, self._laid[name]), (
            f"{played} ends otherwise"
        )


def is_amid(session: Session) -> bool:
    """Whether the board has still to find out, or to say, which game it is about."""
    return session.tracker.busy or session._news.untold & TELL_GAME > 0


def judged(played: Played, draws: Collection[Draws], laid: int) -> list[tuple[str, str] | None]:
    """How the game may have ended by the rules (R10, R11, V5, S2), None: it has not.

    ``draws``: which have counted, at one time or another; in the first moves, that were ``laid``, any.
    """
    game = Game(variants.load(played.variant, played.start))
    ends: list[tuple[str, str] | None] = [None]
    for number, text in enumerate(played.moves):
        assert None in ends, f"{played} goes on after its end"
        notation.play_move(game.position, text)
        if is_irregular(text):
            game.let_stand(bytearray(game.position.board))
        else:
            game.enter()
        ends = [_end_of(game, counted) for counted in (ANY_DRAWS if number < laid else draws)]
    return ends


def _end_of(game: Game, draws: Draws) -> tuple[str, str] | None:
    """By the rules, if these draws count."""
    game.repetition, game.fifty = draws
    game.result = game.reason = 0
    game.judge()
    return (_RESULTS[game.result], _REASONS[game.reason]) if game.result else None


def moves_of(record: Record) -> tuple[str, ...]:
    """N1 of each move."""
    found = []
    cursor = record.first
    while cursor < record.size:
        p = record.start(cursor)
        if p == NONE:
            stood = Position(NO_LOG)
            record.replay(cursor, stood)
            found.append(notation.format_irregular(stood))
            cursor = record.after(cursor)
            continue
        text = notation.point_name(p)
        for i in range(record.steps(cursor)):
            code = record.step(cursor, i)
            p = NEXT[p * 8 + (code >> 3)]
            text += f"-{notation.point_name(p)}{_LETTERS.get(code & 7, '')}"
        found.append(text)
        cursor = record.after(cursor)
    return tuple(found)
