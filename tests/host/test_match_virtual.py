"""Matches that the virtual board runs by itself: by hands, on the whole firmware, every game to its end."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import pytest

import hands
import reference
from fanorona.rules.match import FIRST_MOVES, NOBODY
from hands import games
from hands.people import Contact
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.scribe import CONTACTS, Scribe
from lakabe.matches.follower import Follower
from lakabe.matches.standing import Standing
from lakabe.virtual import Run, run_traces
from lakabe.virtual.trace import Trace, TraceEvent, parse
from short_games import ShortGame, short_game, short_games

MENU_HELD_MS = 1700
PLACING_MS = 400
"""How long a stone that is placed (S2) stands before its player's hand is at another one."""
BEST_OF_3, BEST_OF_5, CHAMPIONSHIP = "i3", "i4", "i5"
CREDITOR_FIRST, DRAW_LIFTS, ONE_VELA = "d3", "g5", "g2"
"""Points of the menu (docs/playing.md)."""
MOST = {BEST_OF_3: 3, BEST_OF_5: 5, CHAMPIONSHIP: 10}
"""Ordinary games at most (M3, M5)."""


def championship() -> list[ShortGame]:
    """Two games with each opening, one of them drawn; after the others velas, of which one is lost.

    One is eaten in its second phase, the others by forfeits.
    """
    played = []
    for number in range(10):
        result = "1/2-1/2" if number == 2 else "1-0" if number % 3 else "0-1"
        played.append(short_game("tsivy", result, first=FIRST_MOVES[number // 2].decode()))
        if number == 5:
            played.append(short_game("vela", "0-1"))
        if result != "1/2-1/2":
            played.append(short_game("vela", "1-0", "no-stone" if number == 7 else "forfeit"))
    return played


@dataclass
class Score:
    """The count of a match by M3 to M10: player 0 has White in the first game. ``places``: of the menu.

    In a championship each vela that is won gives a point, too; not in a session.
    """

    places: tuple[str, ...]
    points: list[int] = field(default_factory=lambda: [0, 0])
    debtor: int = NOBODY
    ordinary: int = 0

    def take(self, game: ShortGame) -> None:
        is_vela = game.name != "tsivy"
        in_debt = self.debtor if game.name == "vela" else 1 - self.debtor
        white = in_debt if is_vela else self.ordinary % 2
        winner = {"1-0": white, "0-1": 1 - white}.get(game.result, NOBODY)
        if winner != NOBODY and (CHAMPIONSHIP in self.places or not is_vela):
            self.points[winner] += 1
        if not is_vela:
            self.ordinary += 1
            self.debtor = NOBODY if winner == NOBODY else 1 - winner
        elif (
            winner == self.debtor
            or ONE_VELA in self.places
            or (winner == NOBODY and DRAW_LIFTS in self.places)
        ):
            self.debtor = NOBODY


class Evening:
    """Two people at a board whose stones stand for the start; ``tape`` is what they do there."""

    def __init__(self, seed: int, name: str = games.ORDINARY) -> None:
        self.rng = random.Random(seed)
        start = reference.parse_position(games.STARTS[name])
        self.tape = hands.Tape(start.white | start.black)
        self.start = frozenset(self.tape.occupied)
        self.meant: list[list[frozenset[str]]] = []
        """Of each game and ply the N1 texts that are right."""
        self._wait(1500)

    def _wait(self, ms: float) -> None:
        self.tape.wait(ms, ms, self.rng)

    def choose(self, places: Sequence[str]) -> None:
        """Choose a match in the menu: its points are touched, and *turn* pressed."""
        self.tape.press("menu", MENU_HELD_MS)
        self._wait(400)
        for point in map(reference.point, places):
            touch = (self.tape.lift, self.tape.place)
            for act in touch if point in self.tape.occupied else touch[::-1]:
                act(point)
                self._wait(400)
        self.tape.press("turn", 100)
        self._wait(600)

    def play(self, played: ShortGame) -> None:
        """A game by hands, to its end by the slow rules."""
        game = games.begin(played.name)
        self.meant.append([])
        for text in played.moves:
            assert game.result() is None
            moves = game.moves
            move = next(one for one in moves if one.text == text)
            contacts, meant = self._by_hand(game.position, moves, move)
            for point, closed in contacts:
                self._wait(self.rng.uniform(200, 500))
                (self.tape.place if closed else self.tape.lift)(point)
            if games.is_placing(game.name, game.position):
                self._wait(PLACING_MS)
            elif reference.continuations(moves, move.steps):
                self._wait(300)
                self.tape.press("turn", 100)
            self._wait(400)
            self.meant[-1].append(meant)
            game.play(move)
        assert game.result() == (played.result, played.reason)

    def _by_hand(
        self, position: reference.Position, moves: list[reference.Move], move: reference.Move
    ) -> tuple[list[Contact], frozenset[str]]:
        """The contacts of a move in some way that shows no other one, and the N1 texts that are right."""
        ways = list(itertools.product(hands.SET_DOWN, hands.TAKE_OFF))
        self.rng.shuffle(ways)
        for one in ways:
            try:
                return hands.move_by_hand(position, moves, move, hands.Habits(self.rng, *one))
            except hands.Unclean:
                continue
        raise AssertionError(f"{move.text} shows another move in every way: no move for these hands")

    def put_back(self) -> None:
        """The stones go where the next game begins."""
        self._wait(1500)
        for point in sorted(self.tape.occupied - self.start):
            self.tape.lift(point)
            self._wait(150)
        for point in sorted(self.start - self.tape.occupied):
            self.tape.place(point)
            self._wait(150)
        self._wait(1000)

    def trace(self) -> Trace:
        return parse(self.tape.text())


def match_played(places: Sequence[str], played: Sequence[ShortGame], seed: int) -> Evening:
    evening = Evening(seed)
    evening.choose(places)
    for game in played:
        evening.play(game)
        evening.put_back()
    return evening


class Planned(NamedTuple):
    """A match: the points of the menu that choose it, its games, and how these are numbered.

    2.1 is the first vela after the second ordinary game.
    """

    places: tuple[str, ...]
    games: list[ShortGame]
    labels: str


MATCHES = {
    "best of 3": Planned(
        (BEST_OF_3,),
        [
            short_game("tsivy", "1-0"),
            short_game("vela", "0-1"),  # the creditor wins: it is due again
            short_game("vela", "1/2-1/2"),  # and again
            short_game("vela", "1-0", "no-stone"),  # eaten
            short_game("tsivy", "1/2-1/2"),
            short_game("tsivy", "0-1"),
            short_game("vela", "1-0", "forfeit"),
        ],
        "1, 1.1, 1.2, 1.3, 2, 3, 3.1",
    ),
    "championship": Planned(
        (CHAMPIONSHIP,),
        championship(),
        "1, 1.1, 2, 2.1, 3, 4, 4.1, 5, 5.1, 6, 6.1, 6.2, 7, 7.1, 8, 8.1, 9, 9.1, 10, 10.1",
    ),
    "the creditor begins velas": Planned(
        (BEST_OF_3, CREDITOR_FIRST),
        [
            short_game("tsivy", "1-0"),
            short_game("vela-creditor", "0-1"),
            short_game("tsivy", "1/2-1/2"),
            short_game("tsivy", "0-1"),
            short_game("vela-creditor", "0-1"),
        ],
        "1, 1.1, 2, 3, 3.1",
    ),
    "a draw lifts a debt": Planned(
        (BEST_OF_3, DRAW_LIFTS),
        [
            short_game("tsivy", "1-0"),
            short_game("vela", "1/2-1/2"),
            short_game("tsivy", "1/2-1/2"),
            short_game("tsivy", "1/2-1/2"),
        ],
        "1, 1.1, 2, 3",
    ),
    "best of 5, one vela a debt": Planned(
        (BEST_OF_5, ONE_VELA),
        [
            short_game("tsivy", "1-0"),
            short_game("vela", "0-1"),
            short_game("tsivy", "0-1"),
            short_game("vela", "1-0", "forfeit"),
            short_game("tsivy", "1/2-1/2"),
            short_game("tsivy", "1-0"),
            short_game("vela", "1-0", "forfeit"),
            short_game("tsivy", "0-1"),
            short_game("vela", "1-0", "no-stone"),
        ],
        "1, 1.1, 2, 2.1, 3, 4, 4.1, 5, 5.1",
    ),
}


@functools.cache
def evening_of(name: str) -> tuple[Evening, Run]:
    """A match, and what the board made of it."""
    places, played, _ = MATCHES[name]
    evening = match_played(places, played, seed=len(played))
    (run,) = run_traces([evening.trace()])
    return evening, run


def by_game(run: Run) -> list[list[events.Event]]:
    """What was told from the beginning of each game to that of the next one; the first is before all."""
    found: list[list[events.Event]] = [[]]
    for _, event in run.events:
        if isinstance(event, events.GameStarted) and event.ply == 1:
            found.append([])
        found[-1].append(event)
    return found


def test_each_short_game_is_one_by_the_slow_rules() -> None:
    for one in short_games():
        game = games.begin(one.name)
        for text in one.moves:
            assert game.result() is None
            game.play(next(move for move in game.moves if move.text == text))
        assert game.result() == (one.result, one.reason)


def kept(run: Run, archive: Archive) -> list[Standing]:
    """How the match stands in the archive after the result of each of its games."""
    scribe = Scribe(archive)
    follower = Follower(archive, lambda *_: 0, lambda _: None, lambda _: None)
    found = []
    for _, event in run.events:
        if not isinstance(event, CONTACTS):
            scribe.keep([event])
        follower.see(event)
        if isinstance(event, events.Result) and follower.standing is not None:
            found.append(follower.standing)
    return found


def follows(heard: list[events.Event], game: ShortGame, meant: list[frozenset[str]]) -> None:
    """What the board has told is this game, move by move as it was meant, and its end."""
    assert isinstance(heard[0], events.GameStarted) and heard[0].variant == game.name
    moves = [one.move for one in heard if isinstance(one, events.Move)]
    assert len(moves) == len(game.moves)
    assert all(move in right for move, right in zip(moves, meant, strict=True))
    ended = [(one.result, one.reason) for one in heard if isinstance(one, events.Result)]
    assert ended == [(game.result, game.reason)]
    assert not [one for one in heard if isinstance(one, events.Ask)]


@pytest.mark.slow
@pytest.mark.parametrize("name", MATCHES)
def test_every_game_of_a_match_ends_by_the_rules_and_counts(name: str, tmp_path: Path) -> None:
    evening, run = evening_of(name)
    places, chosen, labels = MATCHES[name]
    score = Score(places)
    before, *told = by_game(run)[-len(chosen) - 2 :]
    assert [one.result for one in before if isinstance(one, events.Result)] == ["*"], "for the match's"
    with Archive(str(tmp_path / "games.db")) as archive:
        standings = kept(run, archive)
        games_kept = [game for game in archive.games() if game.result != "*"]
    assert len(standings) == len(chosen) == len(games_kept) == len(told) - 1
    for n, (game, meant, standing) in enumerate(zip(chosen, evening.meant, standings, strict=True)):
        follows(told[n], game, meant)
        score.take(game)
        debtor = "" if score.debtor == NOBODY else standing.players[score.debtor]
        assert (list(standing.points), standing.debtor()) == (score.points, debtor)
        is_over = score.ordinary == MOST[places[0]] and not debtor
        assert is_over == (game is chosen[-1]) == standing.match.is_over()
        # The board tells how it counts when the next game begins.
        states = [one.state for one in told[n + 1] if isinstance(one, events.OwnMatch)]
        assert states == ([] if is_over else [standing.match.state.hex()])
        assert games_kept[n].tags["Round"] == standing.rounds[n].label
    assert ", ".join(one.label for one in standings[-1].rounds) == labels


VARIANTS = [one for one in short_games() if one.name != games.ORDINARY]


@functools.cache
def evenings() -> list[tuple[Evening, Run]]:
    """Each game of the file that is a variant, asked for by a host, with what the board made of it."""
    played = []
    traces = []
    for seed, game in enumerate(VARIANTS):
        evening = Evening(seed, game.name)
        evening.play(game)
        trace = evening.trace()
        asked = TraceEvent(500_000, "new", game.name, 1)
        played.append(evening)
        traces.append(replace(trace, events=(asked, *trace.events)))
    return list(zip(played, run_traces(traces), strict=True))


@pytest.mark.xdist_group("variants")
@pytest.mark.parametrize(
    "n", range(len(VARIANTS)), ids=lambda n: f"{VARIANTS[n].name}-{VARIANTS[n].reason}-{n}"
)
@pytest.mark.slow
def test_a_variant_played_to_its_end(n: int, tmp_path: Path) -> None:
    game, (evening, run) = VARIANTS[n], evenings()[n]
    heard = by_game(run)[-1]
    follows(heard, game, evening.meant[0])
    moves = [event for event in heard if isinstance(event, events.Move)]
    if game.name in games.VELAS:
        creditors = [move.black if game.name == "vela" else move.white for move in moves]
        assert [move.second for move in moves] == [stones <= 5 for stones in creditors]
        assert any(move.second for move in moves) == (game.reason != "forfeit")
    with Archive(str(tmp_path / "games.db")) as archive:
        kept(run, archive)
        (found,) = (one for one in archive.games() if one.variant == game.name)
    assert (found.result, found.reason) == (game.result, game.reason)
    assert found.texts() == [move.move for move in moves]
