"""How a match stands, from the results of its games alone: nothing of it is kept but these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fanorona.rules.game import BLACK_WINS, DRAWN, UNFINISHED, WHITE_WINS
from fanorona.rules.match import FIRST_MOVES, KINDS, NOBODY, Match
from fanorona.rules.rules import TSIVY
from lakabe.archive import MatchGame, MatchRecord
from lakabe.games import variants
from lakabe.games.pgn import OPENINGS
from lakabe.language.saying import NOTHING, Text, join, say

WORDS = tuple(word.decode() for word in KINDS)
"""How the kinds of matches are called, in the order of their numbers."""
TITLES = {
    "single": say("Single game"),
    "session3": say("Session, best of 3"),
    "session5": say("Session, best of 5"),
    "championship": say("Championship match"),
}
VELA_NAMES = variants.WORDS[1:3]
RESULTS = {"1-0": WHITE_WINS, "0-1": BLACK_WINS, "1/2-1/2": DRAWN}


@dataclass(frozen=True)
class Round:
    """A game of a match: which one it is, whether or not it has been played.

    ``label``: the number of the ordinary game, and of a vela after it: ``2`` or ``2.1``. ``white``: the
    player who has White, 0 or 1. ``variant``: a name of ``fanorona.rules.rules.VARIANTS``. ``opening``: its
    name where White's first move ``first`` (N1) is prescribed, else both are empty.
    """

    place: int
    label: str
    white: int
    variant: str
    opening: str = ""
    first: str = ""
    game: MatchGame | None = None

    @property
    def is_vela(self) -> bool:
        """Whether it is a vela."""
        return self.variant in VELA_NAMES


class Standing:
    """A match as it stands: ``rounds`` are the games with a result, ``next`` is what is to be played.

    ``next`` is None where the match is over; its ``game`` is the one that was begun for it, if any.
    """

    def __init__(self, record: MatchRecord) -> None:
        self.record = record
        self.match = Match(WORDS.index(record.kind), record.options)
        self.rounds: list[Round] = []
        waiting: MatchGame | None = None
        for game in record.games:
            result = RESULTS.get(game.result or "", UNFINISHED)
            if result == UNFINISHED:
                waiting = game  # M8: it may be gone on with, or another one takes its place
                break
            if self.match.is_over():
                break
            self.rounds.append(self._round(game))
            self.match.take(result)
        over = self.match.is_over() or record.ended is not None
        self.next: Round | None = None if over else self._round(waiting)

    def begun(self) -> list[Round]:
        """The games that have been begun, with or without a result."""
        following = self.next
        return self.rounds if following is None or following.game is None else [*self.rounds, following]

    @property
    def players(self) -> tuple[str, str]:
        """Their names."""
        return self.record.players

    @property
    def points(self) -> tuple[int, int]:
        """What each has."""
        return self.match.points(0), self.match.points(1)

    @property
    def title(self) -> Text:
        """What kind of match it is."""
        return TITLES[self.record.kind]

    @property
    def event(self) -> str:
        """The tag ``Event`` of its games."""
        return self.record.event or f"{self.title} {self.record.number}"

    def score(self) -> str:
        """The points, those of the first player first."""
        return f"{self.points[0]} : {self.points[1]}"

    def debtor(self) -> str:
        """The player who has a vela to eat, empty where nobody has."""
        debtor = self.match.debtor()
        return "" if debtor == NOBODY else self.players[debtor]

    def winner(self, one: Round) -> str:
        """Who won a game that was played; empty for a draw."""
        result = one.game.result if one.game is not None else None
        if result not in ("1-0", "0-1"):
            return ""
        return self.players[one.white if result == "1-0" else 1 - one.white]

    def tags(self, one: Round) -> dict[str, str]:
        """The tags (N3) of a game of the match."""
        return {
            "Event": self.event,
            "Round": one.label,
            "White": self.players[one.white],
            "Black": self.players[1 - one.white],
        }

    def said(self) -> Text:
        """What is to be played next, or how the match has ended, in a sentence."""
        if self.next is None:
            debtor = self.debtor()
            still = say("{player} is still in debt.", player=debtor) if debtor else NOTHING
            return join([self._ended(), still])
        one = self.next
        white = self.players[one.white]
        if one.is_vela:
            number = self.match.velas() + 1
            which = say("Vela") if number == 1 else say("Vela {number}", number=number)
            return say(
                "{vela} after game {game}: {debtor} is in debt, {white} has White.",
                vela=which,
                game=self.match.played(),
                debtor=self.debtor(),
                white=white,
            )
        game = say("Game {number} of {count}", number=one.label, count=self.match.games())
        if self.record.kind.startswith("session"):
            game = say("Game {number} of at most {count}", number=one.label, count=self.match.games())
        if not one.opening:
            return say("{game}: {white} has White.", game=game, white=white)
        return say(
            "{game}: {white} has White and opens with {opening}, {move}.",
            game=game,
            white=white,
            opening=one.opening,
            move=one.first,
        )

    def _ended(self) -> Text:
        leader = self.match.leader()
        over = say("The match is over") if self.match.is_over() else say("The match was ended")
        if leader == NOBODY:
            return say("{over}: drawn, {score}.", over=over, score=self.score())
        high, low = max(self.points), min(self.points)
        return say(
            "{over}: {player} wins, {high} to {low}.",
            over=over,
            player=self.players[leader],
            high=high,
            low=low,
        )

    def _round(self, game: MatchGame | None) -> Round:
        """The game that is next to be counted."""
        match = self.match
        place = len(self.rounds) + 1
        variant = match.variant()
        if variant != TSIVY:
            label = f"{match.played()}.{match.velas() + 1}"
            return Round(place, label, match.white(), variants.WORDS[variant], game=game)
        opening = first = ""
        if match.opening():
            first = FIRST_MOVES[match.opening() - 1].decode()
            opening = OPENINGS[first]
        label = str(match.played() + 1)
        return Round(place, label, match.white(), variants.WORDS[variant], opening, first, game)


def as_data(standing: Standing) -> dict[str, Any]:
    """The standing for the page: plain data."""
    return {
        "number": standing.record.number,
        "title": standing.title,
        "event": standing.record.event,
        "players": list(standing.players),
        "points": list(standing.points),
        "white": None if standing.next is None else standing.next.white,
        "variant": None if standing.next is None else standing.next.variant,
        "debtor": standing.debtor() or None,
        "said": standing.said(),
        "over": standing.next is None,
        "games": [
            {
                "label": one.label,
                "vela": one.is_vela,
                "opening": one.opening or None,
                "white": standing.players[one.white],
                "black": standing.players[1 - one.white],
                "result": one.game.result,
                "number": one.game.game,
            }
            for one in _played(standing)
            if one.game is not None
        ],
    }


def _played(standing: Standing) -> Iterator[Round]:
    yield from standing.rounds
    if standing.next is not None and standing.next.game is not None and standing.next.game.game is not None:
        yield standing.next
