"""Clocks: what they say, when they run, how a game ends by them, and what is kept. No time goes by here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from aging import make_older
from playing import MENU, START
from recording import Bench, players, unplug

from lakabe import cli
from lakabe.archive import TAKEN_BACK, Archive, Move
from lakabe.archive.correction import correct
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.timing import Timing
from lakabe.errors import ArchiveDamage, UsageError
from lakabe.games import clock, ending, pgn, wild
from lakabe.games.clock import Clock, Control

MOVES = ["d3-e3A", "d4-d3A", "f2-f3A"]
AFTER_TWO = "BBBBBBBBB/BBB1BBBBB/BWBBW1WBW/WWW1WWWWW/WWW1WWWWW W"
BLITZ = Control(300, 3)


# What they say


def test_times_are_given_in_minutes_and_seconds() -> None:
    assert [clock.parse(text) for text in ("10", "0.5", "5+3", "180+180")] == [
        Control(600), Control(30), BLITZ, Control(10800, 180),
    ]  # fmt: skip
    assert clock.parse("none") is None
    for text in ("", "0", "+3", "5+", "181", "5+181", "-5", "5:00", "5 + 3", "1e3", "٥"):
        with pytest.raises(UsageError, match="no time for a game"):
            clock.parse(text)
    for control in (BLITZ, Control(30)):
        assert clock.of(control.tags()) == control
    assert BLITZ.tags() == {"TimeControl": "300+3"}
    for text in ("-", "?", "40/9000", "0", "99999", "300+999"):
        assert clock.of({"TimeControl": text}) is None


def test_what_is_left_is_said() -> None:
    said = {0: "0:00.0", 1: "0:00.1", 19_850: "0:19.9", 20_000: "0:20", 59_100: "1:00", 299_001: "5:00"}
    assert {left: clock.said(left) for left in said} == said
    assert clock.said(3_723_000) == "1:02:03"
    assert [clock.comment(left) for left in (0, 298_250, 3_600_000)] == [
        "[%clk 0:00:00]", "[%clk 0:04:58.25]", "[%clk 1:00:00]",
    ]  # fmt: skip


def test_one_of_two_goes_down() -> None:
    both = Clock({"W": 1000, "B": 2000})
    both.start("W", 10.0)
    assert (both.left("W", 10.25), both.left("B", 10.25)) == (750, 2000)
    both.start("B", 10.4)
    both.add("W", 100)
    assert (both.left("W", 11.0), both.left("B", 11.0)) == (700, 1400)
    both.stop(13.0)
    assert (both.left("W", 99.0), both.left("B", 99.0), both.running) == (700, 0, "")


# When they run


class Table(list[Event]):
    """What a recorder shows, also to who keeps the clocks; time is what the test says."""

    def __init__(self, bench: Bench, chosen: Control | None) -> None:
        self.time = 100.0
        self.due: tuple[float, Callable[[], None]] | None = None
        self.shown = 0
        self.bench = bench
        self.timing = Timing(
            bench.archive, chosen, lambda: bench.recorder.playing, self.send, self.show,
            lambda: bench.recorder.caught_up, lambda: self.time, self.later,
        )  # fmt: skip
        bench.seen = self

    def append(self, event: Event) -> None:
        super().append(event)
        self.timing.see(event)

    def send(self, *words: str | int) -> int:
        return self.bench.recorder.send(*[str(word) for word in words])

    def show(self) -> None:
        self.shown += 1

    def later(self, seconds: float, call: Callable[[], None]) -> Table:
        self.due = self.time + seconds, call
        return self

    def cancel(self) -> None:
        self.due = None

    def wait(self, seconds: float, is_heard: bool = True) -> None:
        """Let time go by, and what is due be done; the board is heard meanwhile, or not."""
        end = self.time + seconds
        while self.time < end:
            self.time = min(end, self.time + 5)
            if is_heard:
                self.timing.see(events.Tick(0, 0))
            if self.due is not None and self.due[0] <= self.time:
                self.due[1]()

    def left(self) -> tuple[int, int, str]:
        data = self.timing.data()
        assert data is not None
        return data["W"], data["B"], data["running"]

    def play(self, move: str, seconds: float) -> Iterator[None]:
        self.wait(seconds)
        self.bench.board.play(move)
        yield


def test_each_move_costs_its_time_and_adds_some(bench: Bench) -> None:
    table = Table(bench, BLITZ)

    def script() -> Iterator[None]:
        yield
        table.wait(1000)
        assert table.left() == (300_000, 300_000, ""), "before the first move they stand"
        yield from table.play(MOVES[0], 50)
        assert table.left() == (300_000, 300_000, "B")
        yield from table.play(MOVES[1], 20)
        assert table.left() == (300_000, 283_000, "W")
        yield from table.play(MOVES[2], 4.5)
        assert table.left() == (298_500, 283_000, "B")

    bench.run(script)
    (game,) = bench.archive.games()
    assert game.tags["TimeControl"] == "300+3"
    assert [move.left for move in game.moves] == [300_000, 283_000, 298_500]
    text = pgn.format_score(pgn.from_archive(game))
    assert '[TimeControl "300+3"]' in text and text.count("[%clk") == 3
    assert "1... d4-d3A {[%clk 0:04:43]} 2. f2-f3A {[%clk 0:04:58.5]}" in " ".join(text.split())


def test_a_game_is_lost_on_time(bench: Bench) -> None:
    table = Table(bench, Control(10))

    def script() -> Iterator[None]:
        yield from players(bench.board, MOVES[:2])()
        table.wait(9.9)
        assert bench.of(events.Result) == []
        table.wait(0.1)
        assert table.left() == (0, 10_000, "")
        yield
        yield

    bench.run(script)
    (result,) = bench.of(events.Result)
    assert isinstance(result, events.Result)
    assert (result.result, result.reason) == ("0-1", "host") and table.timing.why(result) == ending.TIME
    (game,) = bench.archive.games()
    assert (game.result, game.reason) == ("0-1", ending.TIME)
    assert '[Termination "time forfeit"]' in pgn.format_score(pgn.from_archive(game))
    # The board has it as its host's, and no other end of it is fetched.
    end = (2, "0-1", "host")
    with bench.archive.writing() as writer:
        writer.need_not_fetch(game.board or "", game.name or "")
    assert bench.archive.lacking(game.board or "", {game.name or "": end}) == []
    assert bench.archive.lacking(game.board or "", {game.name or "": (2, "0-1", "resigned")}) == [game.name]


def test_who_resigns_has_not_lost_on_time(bench: Bench) -> None:
    table = Table(bench, Control(10))

    def script() -> Iterator[None]:
        yield from players(bench.board, MOVES[:2])()
        table.wait(5)
        table.send("end", "1-0")
        yield
        yield
        table.wait(100)
        assert table.left() == (5_000, 10_000, "")

    bench.run(script)
    (game,) = bench.archive.games()
    assert (game.result, game.reason) == ("1-0", "host")


def test_a_move_that_is_taken_back_gives_its_time_back(bench: Bench) -> None:
    table = Table(bench, Control(60))

    def script() -> Iterator[None]:
        yield from table.play(MOVES[0], 1)
        yield from table.play(MOVES[1], 2)
        yield from table.play(MOVES[2], 3)
        assert table.left() == (57_000, 58_000, "B")
        bench.board.hold(MENU, 1700)
        yield
        bench.board.stand(AFTER_TWO)
        bench.board.wait(400)
        yield
        assert table.left() == (60_000, 58_000, "W")
        yield from table.play(MOVES[2], 7)
        table.wait(1)
        assert table.left() == (53_000, 57_000, "B")

    bench.run(script)
    (game,) = bench.archive.games()
    assert [move.left for move in game.moves] == [60_000, 58_000, 53_000]
    assert [one.why for one in bench.archive.undone(game.number)] == [TAKEN_BACK]


def test_they_stand_while_the_board_is_away(bench: Bench) -> None:
    table = Table(bench, Control(60))

    def first() -> Iterator[None]:
        yield from players(bench.board, MOVES[:2])()
        table.wait(4)
        table.wait(1000, is_heard=False)
        assert bench.of(events.Result) == []
        unplug()

    def again() -> Iterator[None]:
        yield
        assert table.left() == (56_000, 60_000, "W")
        yield from table.play(MOVES[2], 1)
        table.wait(1)
        assert table.left() == (55_000, 59_000, "B")

    bench.run(first, again)
    assert len(bench.archive.games()) == 1


def test_another_recording_goes_on_with_the_clocks_of_the_record(bench: Bench) -> None:
    table = Table(bench, Control(60))

    def first() -> Iterator[None]:
        yield from table.play(MOVES[0], 1)
        yield from table.play(MOVES[1], 2)
        yield

    bench.run(first)
    other = Table(bench, Control(5))

    def resumed() -> Iterator[None]:
        yield
        other.wait(1000)
        assert other.left() == (60_000, 58_000, ""), "nobody is there yet"
        other.timing.see(events.Lift(0, 0, "a1"))
        other.wait(10)
        assert other.left() == (50_000, 58_000, "W")
        yield from other.play(MOVES[2], 0)

    bench.run(resumed)
    (game,) = bench.archive.games()
    assert [move.left for move in game.moves] == [60_000, 58_000, 50_000]


def test_the_computer_s_move_is_carried_out_at_nobody_s_cost(bench: Bench) -> None:
    table = Table(bench, Control(60))

    def script() -> Iterator[None]:
        yield from table.play(MOVES[0], 1)
        table.wait(2)
        table.timing.carries_out(MOVES[1])
        table.wait(100)
        assert table.left() == (60_000, 58_000, "")
        yield from table.play(MOVES[1], 0)
        table.timing.carries_out(None)
        table.wait(1)
        assert table.left() == (59_000, 58_000, "W")

    bench.run(script)


def test_without_clocks_nothing_is_kept(bench: Bench) -> None:
    table = Table(bench, None)
    bench.run(players(bench.board, MOVES))
    (game,) = bench.archive.games()
    assert "TimeControl" not in game.tags and [move.left for move in game.moves] == [None] * 3
    assert (table.timing.data(), table.timing.text(), table.due) == (None, "", None)


@pytest.mark.parametrize(
    ("name", "planted", "test"),
    [
        ("carries_out", lambda *_: None, test_the_computer_s_move_is_carried_out_at_nobody_s_cost),
        ("_end", lambda *_: None, test_a_game_is_lost_on_time),
        ("_taken_back", lambda *_: None, test_a_move_that_is_taken_back_gives_its_time_back),
        ("_take_up", lambda *_: None, test_another_recording_goes_on_with_the_clocks_of_the_record),
        ("_away", lambda *_: None, test_they_stand_while_the_board_is_away),
    ],
)
def test_a_clock_that_goes_wrong_is_found(
    name: str,
    planted: Callable[..., None],
    test: Callable[[Bench], None],
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Timing, name, planted)
    with pytest.raises(AssertionError):
        test(bench)


# What is kept


@pytest.fixture
def kept(elsewhere: Path) -> int:
    """A game with clocks; its number."""
    with Archive() as archive, archive.writing() as writer:
        writer.board("E66", "0.1.0", "1.0", "0a0b0c0d")
        number = writer.game("E66", "0a0b0c0d-1", 1, START, BLITZ.tags())
        for ply, text in enumerate(MOVES, 1):
            writer.move(number, ply, text)
            writer.clock(number, ply, 300_000 - 1000 * ply)
    return number


def test_a_text_keeps_its_clocks_when_it_is_read_and_written_again(
    kept: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with Archive() as archive:
        text = pgn.format_score(pgn.from_archive(archive.game(kept)))
    (score,) = wild.read(text.encode()).scores
    assert pgn.format_score(score) == text
    other = str(tmp_path / "other.db")
    file = tmp_path / "games.pgn"
    file.write_text(text)
    assert cli.run(["games", "import", str(file), "--archive", other]) == 0
    with Archive(other) as archive:
        assert pgn.format_score(pgn.from_archive(archive.game(1))) == text
    capsys.readouterr()
    assert cli.run(["games", "import", str(file)]) == 0
    assert capsys.readouterr().out == "1 was there already.\n"


def test_what_is_undone_or_corrected_keeps_its_clocks(kept: int) -> None:
    with Archive() as archive:
        made = correct(archive, kept, 3, ["g3-f3W"], result="*")
        assert [move.left for move in archive.game(made).moves] == [299_000, 298_000, None]
        with archive.writing() as writer:
            writer.undo(kept, 2, TAKEN_BACK)
            writer.move(kept, 2, "f4-f3A")
        assert [move.left for move in archive.game(kept).moves] == [299_000, None]
        with archive._reading() as connection:
            rows = connection.exec_driver_sql("SELECT comment FROM undone ORDER BY id").scalars().all()
        assert rows == ["[%clk 0:04:58]", "[%clk 0:04:57]"]
        with archive.writing() as writer:
            writer.delete(kept)
        with archive._reading() as connection:
            assert connection.exec_driver_sql("SELECT game FROM clocks").scalars().all() == [made] * 2


def test_a_clock_that_makes_no_sense_is_named(kept: int) -> None:
    with Archive() as archive:
        with archive._database.writing() as connection:
            connection.exec_driver_sql("UPDATE clocks SET left = -5 WHERE ply = 2")
        with pytest.raises(ArchiveDamage, match="-5 is no time left after its move 2"):
            archive.game(kept)


def test_an_archive_without_clocks_gets_the_table(kept: int, elsewhere: Path) -> None:
    make_older(elsewhere / "games.db", 6, "clocks")
    with Archive() as archive:
        assert [move.left for move in archive.game(kept).moves] == [None] * 3
        with archive.writing() as writer:
            writer.clock(kept, 1, 5)
        assert archive.game(kept).moves[0] == Move(1, MOVES[0], "", 5)


def test_the_command_line_names_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["play", "--no-open", "--clock", "five"]) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(r"lakabe: 'five' is no time for a game \(.*\)\n", said)
