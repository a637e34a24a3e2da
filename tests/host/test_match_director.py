"""What a board is to set up for a match, and which of its games count."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.scribe import Scribe
from lakabe.errors import ArchiveBusy
from lakabe.games import pgn
from lakabe.matches.begin import begin
from lakabe.matches.director import Director
from lakabe.matches.standing import Standing

SERIAL = "e6614103e7396b2c"
BOARD = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"
MIRRORED = "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW"
AFTER = {"e2-e3A": (22, 20), "d3-e3A": (22, 21), "f2-e3A": (22, 20)}


class Desk:
    """A board that does what it is told, the archive, and the director of a match."""

    def __init__(self, archive: Archive, standing: Standing, boot: str = "1f6a09c3") -> None:
        self.archive = archive
        self.boot = boot
        self.scribe = Scribe(archive)
        self.laid_out: list[str] = []
        self.sent: list[tuple[str | int, ...]] = []
        self.lines: list[str] = []
        self.shown: list[Standing] = []
        self._seq = itertools.count(1)
        self._names = itertools.count(1)
        self.game = ""
        self.director = Director(
            archive, standing, lambda: self.scribe.playing, self.laid_out.append, self._send,
            self.shown.append, self.lines.append,
        )  # fmt: skip

    def _send(self, *command: str | int) -> int:
        self.sent.append(command)
        return len(self.sent)

    def hear(self, *batch: Event) -> None:
        self.scribe.keep(batch)
        for event in batch:
            self.director.see(event)

    def at(self) -> tuple[int, int]:
        seq = next(self._seq)
        return seq, 10 * seq

    def connect(self, serial: str = SERIAL) -> None:
        self.hear(events.Hello(*self.at(), 1, 3, "0.1.0", serial, self.boot, (), 1, 1))
        self.hear(events.State(*self.at(), "setup", 3), events.Synced(*self.at()))

    def begins(self, variant: str = "tsivy", board: str = BOARD) -> str:
        self.game = f"{self.boot}-{next(self._names)}"
        self.hear(events.State(*self.at(), "play", 3))
        self.hear(events.GameStarted(*self.at(), self.game, 1, board, "W", variant))
        return self.game

    def move(self, text: str = "d3-e3A", ply: int = 1) -> None:
        self.hear(events.Move(*self.at(), self.game, ply, text, *AFTER.get(text, (1, 1))))

    def ends(self, result: str, reason: str = "host") -> None:
        self.hear(events.Result(*self.at(), self.game, result, reason))
        self.hear(events.State(*self.at(), "over", 3))

    def plays(self, result: str, variant: str = "tsivy", move: str = "d3-e3A") -> None:
        self.begins(variant)
        self.move(move)
        self.ends(result)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with Archive(str(tmp_path / "games.db")) as kept:
        yield kept


def at_desk(archive: Archive, kind: str = "session3") -> Desk:
    desk = Desk(archive, begin(archive, kind, "Ada,Bela"))
    desk.connect()
    return desk


def test_a_session_to_its_end(archive: Archive) -> None:
    desk = at_desk(archive)
    assert desk.laid_out == ["tsivy"]
    desk.plays("1-0")
    desk.plays("1-0", "vela")  # Bela has White, and eats
    desk.plays("0-1")  # Bela has White in the second game, too
    desk.plays("0-1", "vela")  # and does not eat
    assert desk.shown[-1].said() == "Vela 2 after game 2: Bela is in debt, Bela has White."
    desk.plays("1-0", "vela")
    standing = desk.shown[-1]
    assert [(one.label, standing.winner(one)) for one in standing.rounds] == [
        ("1", "Ada"), ("1.1", "Bela"), ("2", "Ada"), ("2.1", "Ada"), ("2.2", "Bela"),
    ]  # fmt: skip
    assert standing.next is None and desk.lines[-1] == "The match is over: Ada wins, 2 to 0."
    # The board is told each time, and which side Ada had.
    assert [command[2] for command in desk.sent] == ["W", "B", "B", "B", "B"]
    assert desk.sent[-1] == ("match", standing.match.state.hex(), "B")
    tags = [game.tags for game in archive.games()]
    assert [(tag["Round"], tag["White"], tag["Black"]) for tag in tags] == [
        ("1", "Ada", "Bela"), ("1.1", "Bela", "Ada"), ("2", "Bela", "Ada"), ("2.1", "Bela", "Ada"),
        ("2.2", "Bela", "Ada"),
    ]  # fmt: skip
    assert {tag["Event"] for tag in tags} == {"Session, best of 3 1"}
    assert '[Round "2.1"]' in pgn.format_score(pgn.from_archive(archive.games()[3]))


def test_the_wrong_kind_of_game_is_set_up_anew(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.plays("1-0")
    desk.begins()  # menu was held: an ordinary game, where a vela is due
    assert desk.laid_out == ["tsivy", "vela"]
    desk.ends("*", "abandoned")
    desk.begins("vela")
    desk.begins("vela", MIRRORED)
    assert desk.laid_out == ["tsivy", "vela", "vela"]
    assert len(desk.shown[-1].rounds) == 1


def test_a_wrong_game_that_is_told_twice_is_set_up_anew_once(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.plays("1-0")
    name = desk.begins()
    desk.hear(events.GameStarted(*desk.at(), name, 1, BOARD, "W"))
    assert desk.laid_out == ["tsivy", "vela"]
    desk.begins(board="9/9/4W4/9/8B")
    desk.hear(events.GameStarted(*desk.at(), desk.game, 1, "9/9/4W4/9/8B", "W"))
    assert desk.lines.count("this game does not count in the match") == 1


def test_other_games_do_not_count_and_are_left_alone(archive: Archive) -> None:
    desk = at_desk(archive)
    for variant, board in (("dimy", "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2"), ("tsivy", "9/9/4W4/9/8B")):
        desk.begins(variant, board)
        desk.ends("1-0")
    assert desk.laid_out == ["tsivy"]
    assert desk.lines[1:] == ["this game does not count in the match"] * 2
    assert Standing(archive.match(1)).rounds == []


def test_the_opening_of_a_championship(archive: Archive) -> None:
    desk = at_desk(archive, "championship")
    desk.begins()
    assert desk.sent == [("hint", "e2-e3A")]
    desk.move("d3-e3A")
    assert desk.lines[-1] == "O1 Vakiloha has to be played: e2-e3A, not d3-e3A"
    assert desk.laid_out == ["tsivy", "tsivy"]
    desk.ends("*", "abandoned")
    desk.begins()
    desk.move("e2-e3A")
    desk.ends("1/2-1/2")
    assert [one.opening for one in desk.shown[-1].rounds] == ["O1 Vakiloha"]
    following = desk.shown[-1].next
    assert following is not None and (following.label, following.white, following.first) == ("2", 1, "e2-e3A")
    desk.plays("1/2-1/2", move="e2-e3A")
    desk.begins()
    assert desk.sent[-1] == ("hint", "f2-e3A")
    # The one that was broken off carries no round.
    assert ["Round" in game.tags for game in archive.games()] == [False, True, True]


def test_a_result_that_is_taken_back(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.plays("1-0")
    desk.hear(events.Takeback(*desk.at(), desk.game, 1))
    assert desk.shown[-1].rounds == [] and desk.shown[-1].next is not None
    desk.move("e2-e3A")
    desk.ends("1/2-1/2")
    assert desk.shown[-1].next.label == "2"


def test_a_game_that_is_set_up_anew_is_asked_for_again(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.begins()
    for ply, text in enumerate(("d3-e3A", "f4-f3A", "e3-d3A"), 1):
        desk.move(text, ply)
    desk.ends("*", "anew")
    first = desk.game
    assert desk.shown[-1].rounds == [] and desk.shown[-1].next is not None
    desk.begins()
    assert desk.shown[-1].next.game is not None and desk.shown[-1].next.game.name == desk.game != first
    desk.move("d3-e3A")
    desk.ends("1-0")
    assert [one.game.name for one in desk.shown[-1].rounds if one.game] == [desk.game]
    assert [(game.result, len(game.moves)) for game in archive.games()] == [("*", 3), ("1-0", 1)]


def test_a_game_of_the_match_that_was_given_up_goes_on(archive: Archive) -> None:
    desk = at_desk(archive)
    first = desk.begins()
    desk.move()
    desk.ends("*", "abandoned")
    desk.begins()
    desk.ends("*", "abandoned")
    desk.game = first
    desk.hear(events.State(*desk.at(), "play", 3))
    desk.hear(events.GameStarted(*desk.at(), first, 1, BOARD, "W", "tsivy"))
    desk.hear(events.Move(*desk.at(), first, 1, "d3-e3A", 22, 21), events.Takeback(*desk.at(), first, 2))
    assert desk.shown[-1].next is not None and desk.shown[-1].next.game is not None
    assert desk.shown[-1].next.game.name == first and desk.shown[-1].next.game.result is None
    desk.ends("0-1")
    assert [one.game.name for one in desk.shown[-1].rounds if one.game] == [first]


def test_resigned_before_the_first_move(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.begins()
    desk.ends("0-1")
    assert desk.shown[-1].points == (0, 1)
    assert archive.games()[0].tags["Black"] == "Bela"


def test_another_program_goes_on_with_the_match(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.plays("1-0")
    later = Desk(archive, Standing(archive.match(1)), "00c0ffee")
    later.connect()
    assert later.laid_out == ["vela"]
    assert later.lines[0] == (
        "Session, best of 3, Ada 1 : 0 Bela. Vela after game 1: Bela is in debt, Bela has White."
    )


def test_an_unfinished_game_on_the_board_goes_on(archive: Archive) -> None:
    desk = at_desk(archive)
    name = desk.begins()
    desk.move()
    later = Desk(archive, Standing(archive.match(1)))
    later.connect()  # the board, or the recorder, gives it back
    assert (later.laid_out, later.sent) == ([], [])
    later.game = name
    later.hear(events.GameStarted(*later.at(), name, 1, BOARD, "W"))
    later.hear(events.Result(100, 0, name, "1-0", "host"))
    assert later.shown[-1].points == (1, 0)


def test_an_unfinished_game_goes_on_on_another_board(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.plays("1-0")
    desk.begins("vela")
    desk.move()
    later = Desk(archive, Standing(archive.match(1)), "00c0ffee")
    later.connect("another")
    for n in itertools.count(1):
        if n > len(later.sent):
            break
        later.hear(events.Ok(*later.at(), n))
    assert later.sent == [("load", "-", BOARD, "W", "vela"), ("play", 1, "d3-e3A"), ("go",)]
    later.begins("vela")
    later.move()
    later.ends("1-0")
    assert [one.label for one in later.shown[-1].rounds] == ["1", "1.1"]
    assert later.laid_out == []


def test_a_board_ready_for_a_new_game_gets_the_unfinished_one(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.begins()
    desk.move()
    later = Desk(archive, Standing(archive.match(1)), "00c0ffee")
    later.hear(events.Hello(*later.at(), 1, 3, "0.1.0", "another", later.boot, (), 1, 1))
    later.begins()
    later.hear(events.Synced(*later.at()))
    assert later.sent[0] == ("load", "-", BOARD, "W") and later.laid_out == []
    assert archive.match(1).games[0].name == desk.game


def test_a_board_ready_for_a_new_game_plays_it(archive: Archive) -> None:
    desk = Desk(archive, begin(archive, "championship"))
    desk.hear(events.Hello(*desk.at(), 1, 3, "0.1.0", SERIAL, desk.boot, (), 1, 1))
    desk.begins()
    desk.hear(events.Synced(*desk.at()))
    assert desk.laid_out == [] and desk.sent == [("hint", "e2-e3A")]
    assert archive.match(1).games[0].name == desk.game


def test_a_board_that_does_not_take_the_game_sets_up_another(archive: Archive) -> None:
    desk = at_desk(archive)
    desk.begins()
    desk.move()
    later = Desk(archive, Standing(archive.match(1)), "00c0ffee")
    later.connect("another")
    later.hear(events.No(*later.at(), 1, "argument", ""))
    assert later.sent == [("load", "-", BOARD, "W")] and later.laid_out == ["tsivy"]


def test_a_game_in_play_is_not_broken_off_for_a_match(archive: Archive) -> None:
    desk = Desk(archive, begin(archive, "single"))
    desk.hear(events.Hello(*desk.at(), 1, 3, "0.1.0", SERIAL, desk.boot, (), 1, 1))
    desk.begins()
    desk.move()
    desk.hear(events.Synced(*desk.at()))
    assert desk.laid_out == [] and "does not count" in desk.lines[-1]
    assert archive.match(1).games == ()
    desk.ends("1-0")
    desk.plays("0-1")
    assert desk.shown[-1].points == (0, 1)


def test_a_busy_archive_is_asked_again(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = at_desk(archive)
    writing = archive.writing
    desk.scribe.keep([events.State(*desk.at(), "play", 3)])

    def busy() -> None:
        raise ArchiveBusy("locked")

    monkeypatch.setattr(archive, "writing", busy)
    desk.game = f"{desk.boot}-1"
    started = events.GameStarted(*desk.at(), desk.game, 1, BOARD, "W")
    desk.director.see(started)
    assert archive.match(1).games == ()
    monkeypatch.setattr(archive, "writing", writing)
    desk.hear(started)
    desk.move()
    desk.ends("1-0")
    assert desk.shown[-1].points == (1, 0)


def test_nothing_is_set_up_when_the_match_is_over(archive: Archive) -> None:
    desk = at_desk(archive, "single")
    desk.plays("1-0")
    desk.begins()
    assert desk.laid_out == ["tsivy"]
    assert desk.lines[-1] == "The match is over: Ada wins, 1 to 0."
    with archive.writing() as writer:
        number = writer.match("session3", 0, "", ("Ada", "Bela"))
        writer.close_match(number)
    ended = Desk(archive, Standing(archive.match(number)))
    ended.connect()
    assert ended.laid_out == []
