"""Matches played to their end by hand, on the real session with a real recorder: nothing is made up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import MENU, TURN, PlayedBoard, ScriptedWire, choose

from fanorona.hands.tracker import OVER, PLAY
from fanorona.rules import notation
from fanorona.rules.rules import MOVE_LOG, Position
from lakabe.archive import Archive
from lakabe.board.recorder import Recorder
from lakabe.games.clock import Control
from lakabe.matches.begin import begin, clocks, find
from lakabe.matches.director import Director, set_up
from lakabe.matches.standing import Standing

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"


class Club:
    """A board, two players who know the rules, and a computer that has them play a match.

    ``players`` end a game with the buttons after so many plies; None: they play on.
    """

    def __init__(self, archive: Archive, seed: int, plies: int | None = None) -> None:
        self.archive = archive
        self.board = PlayedBoard()
        self.rng = random.Random(seed)
        self.plies = plies
        self.lines: list[str] = []
        self.now = 0.0

    def play(self, which: str, games: int = 99) -> Standing:
        """Play so many games of a match at most; how it stands then."""
        standing = find(self.archive, which)
        director: Director | None = None

        def listen(event: object) -> None:
            assert director is not None
            director.see(event)  # type: ignore[arg-type]

        recorder = Recorder(
            lambda: ScriptedWire(self.board, self._sit(lambda: director, games), recorder.stop),
            self.archive, listener=listen, notice=self.lines.append, clock=self._clock, pause=lambda _: False,
        )  # fmt: skip
        director = Director(
            self.archive, standing, lambda: recorder.playing,
            lambda variant: set_up(recorder.send, variant), recorder.send, lambda _: None, self.lines.append,
        )  # fmt: skip
        recorder.run()
        return director.standing

    def _clock(self) -> float:
        self.now += 0.01
        return self.now

    def _sit(self, director: Callable[[], Director | None], games: int) -> Iterator[None]:
        """What hands do: a step each time the wire is quiet."""
        for _ in range(6):
            yield  # what the board is asked to set up
        while games:
            playing = director()
            assert playing is not None
            following = playing.standing.next
            if following is None:
                return
            yield from self._play_game(following.first)
            games -= 1
            for _ in range(4):
                yield
            if games and playing.standing.next is not None:
                yield from self._hold_menu()
        for _ in range(4):
            yield

    def _hold_menu(self) -> Iterator[None]:
        for buttons, ms in ((MENU, 4100), (TURN, 50)):
            self.board.buttons = buttons
            self.board.wait(ms)
            self.board.buttons = 0
            self.board.wait(50)
        self._stand()
        for _ in range(6):
            yield

    def _stand(self) -> None:
        """All stones back to the beginning."""
        self.board.stand(START)
        self.board.wait(500)

    def _play_game(self, first: str) -> Iterator[None]:
        session = self.board.session
        if session.tracker.phase != PLAY:
            self._stand()
            yield
        assert session.tracker.phase == PLAY and session.game.ply == 0
        if first:
            assert self._hinted() == first[-3:-1]
        while session.tracker.phase == PLAY:
            truth = self.board.truth = Position(MOVE_LOG)
            truth.mirror(session.game.position)
            if self.plies is not None and session.game.ply >= self.plies:
                self.board.agree(self.rng.randrange(3))
                yield
                break
            move = first if first and not session.game.ply else choose(truth, self.rng)
            assert move is not None
            self.board.play(move)
            yield
        assert session.tracker.phase == OVER

    def _hinted(self) -> str:
        """The point to which the lights show a move."""
        from fanorona.lights.painter import HINT_PATH

        roles = self.board.session.roles
        return next(notation.point_name(p) for p in range(45) if roles[p] == HINT_PATH)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db")) as kept:
        yield kept


def test_a_session_played_out(archive: Archive) -> None:
    begin(archive, "session3", "Ada,Bela")
    standing = Club(archive, seed=3).play("1")
    assert standing.match.is_over() and standing.debtor() == ""
    games = archive.games()
    assert len(games) == len(standing.rounds)
    assert [game.tags["Round"] for game in games] == [one.label for one in standing.rounds]
    assert {game.reason for game in games} <= {"no-stone", "no-move", "repetition", "fifty", "forfeit"}
    decisive = [one for one in standing.rounds if not one.is_vela and standing.winner(one)]
    velas = [one for one in standing.rounds if one.is_vela]
    assert decisive and len(velas) >= len(decisive)
    assert len(games[0].moves) > 10


def test_a_championship_played_out(archive: Archive) -> None:
    begin(archive, "championship", "Ada,Bela")
    standing = Club(archive, seed=7, plies=4).play("1")
    assert standing.match.is_over()
    openings = [(one.opening, one.white) for one in standing.rounds if not one.is_vela]
    assert len(set(openings)) == 10
    by_label = {one.label: one for one in standing.rounds}
    for game in archive.games():
        one = by_label[game.tags["Round"]]
        assert game.tags["White"] == standing.players[one.white]
        assert not one.first or game.texts()[0] == one.first
        assert game.reason in ("agreed", "resigned")
    won = sum(1 for one in standing.rounds if standing.winner(one))
    assert sum(standing.points) == won


def test_a_match_goes_on_after_weeks_on_another_board(archive: Archive) -> None:
    begin(archive, "session5", "Ada,Bela")
    first = Club(archive, seed=11, plies=3).play("1", games=2)
    assert len(first.rounds) == 2 and first.next is not None
    club = Club(archive, seed=12, plies=3)
    club.board = PlayedBoard(boot=b"00c0ffee", serial=b"another")
    second = club.play("1")
    assert second.match.is_over()
    assert [one.label for one in second.rounds[:2]] == [one.label for one in first.rounds]
    assert {one.game.board for one in second.rounds if one.game} == {"e66038b713", "another"}


def test_a_match_goes_on_with_the_clocks_of_its_last_game(archive: Archive) -> None:
    begin(archive, "session5", "Ada,Bela")
    assert clocks(archive, None) is clocks(archive, find(archive, "1")) is None
    for base in (600, 300):
        standing = Club(archive, seed=11, plies=3).play("1", games=1)
        last = standing.rounds[-1].game
        assert last is not None and last.game is not None
        with archive.writing() as writer:
            writer.tag(last.game, Control(base, 3).tags())
        assert clocks(archive, standing) == Control(base, 3)
