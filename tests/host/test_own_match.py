"""Matches that a board runs by itself, in the archive: real session, real recorder, journal and files."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import MENU, START, ScriptedWire, choose
from remembering import RememberingBoard

from core.sectors import Sectors
from fanorona.hands.tracker import OVER, PLAY
from fanorona.rules.match import SESSION_3
from fanorona.rules.rules import MOVE_LOG, Position
from fanorona.session import Session
from fanorona.store.journal import Journal
from lakabe import cli
from lakabe.archive import Archive
from lakabe.board.recorder import Recorder
from lakabe.games import pgn
from lakabe.matches.begin import begin
from lakabe.matches.director import Director, set_up
from lakabe.matches.follower import Follower
from lakabe.matches.standing import Standing

I3, I2 = 26, 17
"""The points of the menu for the best of three, and for no match."""


class Files:
    """The board's files, in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def read(self, name: str) -> bytes:
        return self.kept.get(name, b"")

    def write(self, name: str, data: bytes) -> bool:
        self.kept[name] = data
        return True


class Club:
    """A board with its files, two players, and a computer that is there now and then."""

    def __init__(self, archive: Archive, seed: int = 5) -> None:
        self.archive = archive
        self.files = Files()
        self.rng = random.Random(seed)
        self.lines: list[str] = []
        self.shown: list[Standing] = []
        self.now = 0.0
        files = self.files

        class Board(RememberingBoard):
            def restart(self, boot: bytes) -> None:
                self.session = Session(b"0.1.0", self.serial, boot)
                self.session.keeper.journal = Journal(self.sectors)
                self.session.notes = files
                self.now = 0
                self.wait(3030)

        self.board = Board(Sectors(8))

    def connect(self, script: Iterator[None], match: Standing | None = None) -> Follower | Director:
        """Record while the script goes on; with a ``match`` the computer has the board play it."""
        sees: list[Callable[[object], None]] = []
        recorder = Recorder(
            lambda: ScriptedWire(self.board, script, recorder.stop), self.archive,
            listener=lambda event: sees[0](event), notice=self.lines.append, clock=self._clock,
            pause=lambda _: False,
        )  # fmt: skip
        leader: Follower | Director
        if match is None:
            leader = Follower(self.archive, recorder.send, self.shown.append, self.lines.append)
        else:
            leader = Director(
                self.archive, match, lambda: recorder.playing,
                lambda variant: set_up(recorder.send, variant), recorder.send, self.shown.append,
                self.lines.append,
            )  # fmt: skip
        sees.append(leader.see)  # type: ignore[arg-type]
        recorder.run()
        return leader

    def _clock(self) -> float:
        self.now += 0.01
        return self.now

    def choose(self, point: int) -> None:
        """Choose a match with the menu."""
        self.board.hold(MENU, 1700)
        closed = bool(self.board.reeds[point])
        self.board.put(point, not closed)
        self.board.put(point, closed)
        self.board.press()
        self._stand()

    def play(self, wins: str, plies: int = 2) -> None:
        """A game of some moves; White, Black or nobody wins."""
        session = self.board.session
        assert session.tracker.phase == PLAY
        for _ in range(plies):
            truth = self.board.truth = Position(MOVE_LOG)
            truth.mirror(session.game.position)
            move = choose(truth, self.rng)
            assert move is not None
            self.board.play(move)
        self.board.agree("dbw".index(wins))
        assert session.tracker.phase == OVER
        self.board.put(0, False)
        self._stand()

    def play_when_asked(self) -> Iterator[None]:
        """Put up the game that the computer asks for, and let White win it."""
        yield from quiet(10)
        self._stand()
        yield from quiet(4)
        self.play("w")
        yield from quiet(6)

    def _stand(self) -> None:
        self.board.stand(START)
        self.board.wait(500)


def quiet(times: int = 12) -> Iterator[None]:
    for _ in range(times):
        yield


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db")) as kept:
        yield kept


def labels(standing: Standing) -> list[tuple[str, str]]:
    return [(one.label, standing.winner(one)) for one in standing.rounds]


def test_played_while_a_computer_looks_on(archive: Archive) -> None:
    club = Club(archive)

    def script() -> Iterator[None]:
        yield from quiet()
        club.choose(I3)
        yield from quiet(4)
        for wins in "wwd":
            club.play(wins)
            yield from quiet(6)

    leader = club.connect(script())
    standing = leader.standing
    assert standing is not None and standing.record.number == 1
    assert labels(standing) == [("1", "First"), ("1.1", "Second"), ("2", "")]
    assert standing.match.state == club.board.session.beside.matching.match.state  # type: ignore[union-attr]
    assert [game.tags["Round"] for game in archive.games() if game.result] == ["1", "1.1", "2"]
    assert archive.games()[1].tags["White"] == "Second"
    assert 'Event "Session, best of 3 1"' in pgn.format_score(pgn.from_archive(archive.games()[0]))
    assert club.shown[-1].said() == "Game 3 of at most 3: First has White."
    assert any("runs a match by itself: it is match 1" in line for line in club.lines)


def test_played_without_a_computer_and_fetched_later(archive: Archive) -> None:
    club = Club(archive)
    club.choose(I3)
    for wins in "wbw":
        club.play(wins)
    club.board.restart(b"00c0ffee")
    club.play("d")
    leader = club.connect(quiet(150))
    assert leader.standing is not None
    assert labels(Standing(archive.match(1))) == [
        ("1", "First"),
        ("1.1", "First"),
        ("1.2", "Second"),
        ("2", ""),
    ]
    games = [game for game in archive.games() if game.result]
    assert sorted(game.tags.get("Round", "") for game in games) == ["1", "1.1", "1.2", "2"]
    # Again, and nothing changes.
    before = archive.match(1)
    club.connect(quiet(60))
    assert archive.match(1) == before and len(archive.matches()) == 1


def test_the_players_get_names(archive: Archive, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = Club(archive)
    club.choose(I3)
    club.play("w")
    club.connect(quiet(80))
    where = str(tmp_path / "games.db")
    assert cli.run(["matches", "players", "1", "Rasoa,Rakoto", "--archive", where]) == 0
    assert "Rakoto is in debt, Rakoto has White" in capsys.readouterr().out
    assert archive.games()[0].tags["White"] == "Rasoa"
    club.play("w")
    club.connect(quiet(80))
    assert archive.games()[1].tags["White"] == "Rakoto"


def test_more_games_than_the_board_tells_at_once(archive: Archive) -> None:
    club = Club(archive)
    club.choose(I3)
    for wins in "w" + "b" * 12 + "w":
        club.play(wins, plies=1)
    club.connect(quiet(200))
    assert len(archive.match(1).games) >= 14


def test_a_match_ended_at_the_board_is_closed(archive: Archive) -> None:
    club = Club(archive)

    def script() -> Iterator[None]:
        yield from quiet()
        club.choose(I3)
        yield from quiet(4)
        club.play("w")
        yield from quiet(4)
        club.choose(I2)
        yield from quiet(4)
        club.play("w")
        yield from quiet(4)

    assert club.connect(script()).standing is None
    standing = Standing(archive.match(1))
    assert standing.next is None and labels(standing) == [("1", "First")]
    assert standing.said() == "The match was ended: First wins, 1 to 0. Second is still in debt."
    assert len(archive.matches()) == 1


def test_the_boards_match_rests_while_a_computer_runs_another(archive: Archive) -> None:
    club = Club(archive)
    club.choose(I3)
    club.play("w")
    own = bytes(club.board.session.beside.matching.match.state)  # type: ignore[union-attr]
    begin(archive, "session5", "Ada,Bela")

    def script() -> Iterator[None]:
        yield from quiet(10)
        club._stand()
        yield from quiet(4)
        assert club.board.session.game.position.variant == 0
        club.play("b")
        yield from quiet(6)

    leader = club.connect(script(), Standing(archive.match(1)))
    assert leader.standing is not None and labels(leader.standing) == [("1", "Bela")]
    assert bytes(club.board.session.beside.matching.match.state) == own  # type: ignore[union-attr]
    # The computer goes, and the board goes on with its own.
    club.board.session.unlink()
    club.board.session.new_game()
    club._stand()
    assert club.board.session.game.position.variant == 1
    club.play("d")
    club.connect(quiet(120))
    own_match = Standing(archive.match(2))
    assert own_match.record.kind == "session3" and labels(own_match) == [("1", "First"), ("1.1", "")]
    assert labels(Standing(archive.match(1))) == [("1", "Bela")]


def test_a_match_of_the_board_resumed_by_the_computer_is_left_to_the_board(archive: Archive) -> None:
    club = Club(archive)
    club.choose(I3)
    club.play("w")
    club.connect(quiet(80))

    def script() -> Iterator[None]:
        yield from quiet(10)
        club.play("w")
        yield from quiet(6)

    leader = club.connect(script(), Standing(archive.match(1)))
    assert leader.standing is not None
    assert labels(leader.standing) == [("1", "First"), ("1.1", "Second")]
    assert club.board.session.beside.matching.match.kind() == SESSION_3  # type: ignore[union-attr]
    assert len(archive.matches()) == 1


def test_a_match_that_the_board_has_lost_is_led_by_the_computer(archive: Archive) -> None:
    club = Club(archive)
    club.choose(I3)
    club.play("w")
    club.connect(quiet(80))
    club.files.kept.clear()
    club.board.restart(b"00c0ffee")

    leader = club.connect(club.play_when_asked(), Standing(archive.match(1)))
    assert leader.standing is not None
    assert labels(leader.standing) == [("1", "First"), ("1.1", "Second")]


def test_a_match_that_went_on_elsewhere(archive: Archive) -> None:
    club = Club(archive)
    club.choose(I3)
    club.play("w")
    club.connect(quiet(80))
    other = Club(archive, seed=8)
    other.board.serial = b"another"
    other.board.restart(b"00c0ffee")

    leader = other.connect(other.play_when_asked(), Standing(archive.match(1)))
    assert leader.standing is not None and len(leader.standing.rounds) == 2
    club.play("d")
    club.connect(quiet(120))
    assert [game.board for game in archive.match(1).games][:2] == ["e66038b713", "another"]
    assert any("has another game 2" in line for line in club.lines)
