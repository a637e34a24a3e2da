"""What hands have played, by the names that the board gives to games; never what it tells of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fanorona.hands.tracker import DOWN, HAND, OVER, PLAY
from fanorona.rules import notation
from fanorona.rules.game import Game, Record
from fanorona.rules.geometry import NEXT, NONE
from fanorona.session import Session
from fanorona.wire.news import TELL_GAME
from fanorona.wire.reports import REASONS, RESULTS
from lakabe.games import variants

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
    ``ends``: the results that the host has given a game.
    """

    def __init__(self) -> None:
        self.games: dict[str, Played] = {}
        self.present = ""
        self.adds = ""
        self.drops = False
        self.whole: tuple[str, ...] = ()
        self.ends: set[str] = set()
        self._seen: tuple[object, ...] = ()
        self._recent: list[tuple[int, str, Played]] = []  # what stood before the latest changes
        self._lost: dict[str, set[Played]] = {}  # what the power may have taken back to

    def see(self, session: Session, now: int) -> None:
        """Look at the game on the board, after each turn of its loop."""
        game = session.game
        phase = session.tracker.phase
        seen = (phase, game.ply, game.record.size, game.record.last, game.result, session.reports.name_size)
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
        base = game.record.base
        shown = Played(
            game.record.base_ply + 1,
            notation.format_position(base),
            _VARIANTS[base.variant] if base.variant else variants.ORDINARY,
            moves_of(game.record),
            end,
        )
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

    def _check(self, name: str, known: Played, shown: Played, in_progress: bool) -> None:
        """Whether the game may have come from one to the other; ``in_progress``: a move is, perhaps again."""
        old, new = known.moves, shown.moves
        is_known = replace(shown, moves=old, end=known.end) == known
        assert shown.end is None or shown.end[1] != "host" or shown.end[0] in self.ends, (
            f"nobody ended {name}"
        )
        may = (
            new == old
            or (bool(new) and new[:-1] in (old, old[:-1]) and self._is_added(new[-1]))
            or ((self.drops or (in_progress and bool(old) and self._is_added(old[-1]))) and new == old[:-1])
            or (bool(self.whole) and new == self.whole[: len(new)])
            or any(new == lost.moves for lost in self._lost.get(name, ()))
        )
        assert is_known and may, f"the board has {shown} and hands played {known} of {name}"

    def _is_added(self, text: str) -> bool:
        """Whether it is what hands add, or its first steps."""
        return f"{self.adds}-".startswith(f"{text}-")

    def cut_power(self, now: int) -> None:
        """What has just changed may be lost with the power."""
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


def is_amid(session: Session) -> bool:
    """Whether the board has still to find out, or to say, which game it is about."""
    return session.tracker.busy or session._news.untold & TELL_GAME > 0


def judged(played: Played) -> tuple[str, str] | None:
    """How the game has ended by the rules (R10, R11, V5, S2), with both draws; None while it has not."""
    game = Game(variants.load(played.variant, played.start))
    for text in played.moves:
        assert not game.result, f"{played} goes on after its end"
        notation.play_move(game.position, text)
        game.commit()
    return (_RESULTS[game.result], _REASONS[game.reason]) if game.result else None


def moves_of(record: Record) -> tuple[str, ...]:
    """N1 of each move."""
    found = []
    cursor = record.first
    while cursor < record.size:
        p = record.start(cursor)
        assert p != NONE, "hands of this world let nothing irregular stand"
        text = notation.point_name(p)
        for i in range(record.steps(cursor)):
            code = record.step(cursor, i)
            p = NEXT[p * 8 + (code >> 3)]
            text += f"-{notation.point_name(p)}{_LETTERS.get(code & 7, '')}"
        found.append(text)
        cursor = record.after(cursor)
    return tuple(found)
