"""A match as text (N4): its games, with what they amount to in their tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from fanorona.rules.game import UNFINISHED
from fanorona.rules.match import CREDITOR_FIRST, DRAW_LIFTS, NOBODY, ONE_VELA, Match
from lakabe.archive import Game, MatchRecord
from lakabe.games import draws, pgn
from lakabe.games.pgn import Score
from lakabe.matches.standing import RESULTS, WORDS, Standing

KIND, OPTIONS, ENDED = "Match", "MatchOptions", "MatchEnded"
WHITE_POINTS, BLACK_POINTS, DEBTOR = "WhitePoints", "BlackPoints", "Debtor"
OPTION_WORDS = {CREDITOR_FIRST: "creditor-first", DRAW_LIFTS: "draw-lifts", ONE_VELA: "one-vela"}
"""As the options of ``lakabe matches begin``."""


def scores(record: MatchRecord, read: Callable[[int], Game]) -> Iterator[Score]:
    """The games of a match that have moves, in order; ``read`` gives a game of the archive by its number."""
    standing = Standing(record)
    begun = {one.place: one for one in standing.begun()}
    match = Match(WORDS.index(record.kind), record.options)
    counts = True  # M8: until there is one without a result
    for game in record.games:
        tags = _of_all(record) | (standing.tags(begun[game.place]) if game.place in begun else {})
        if counts and not match.is_over():
            white = match.white()
            result = RESULTS.get(game.result or "", UNFINISHED)
            match.take(result)
            counts = result != UNFINISHED
            tags |= _after(match, white, standing.players)
        if game is record.games[-1] and record.ended is not None and not match.is_over():
            tags[ENDED] = record.ended[:10].replace("-", ".")
        if game.game is not None:
            score = pgn.from_archive(read(game.game))
            yield replace(score, tags={**score.tags, **tags})


def _of_all(record: MatchRecord) -> dict[str, str]:
    """The tags that all games of a match have, those of draws that do not count (R11) among them."""
    options = [word for bit, word in OPTION_WORDS.items() if record.options & bit]
    tags = {KIND: record.kind} | draws.tags(record.without)
    return tags | ({OPTIONS: " ".join(options)} if options else {})


def _after(match: Match, white: int, players: tuple[str, str]) -> dict[str, str]:
    """The tags that say how the match stands after a game in which that player, 0 or 1, had White."""
    tags = {WHITE_POINTS: str(match.points(white)), BLACK_POINTS: str(match.points(1 - white))}
    return tags if match.debtor() == NOBODY else tags | {DEBTOR: players[match.debtor()]}
