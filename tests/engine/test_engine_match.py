"""Matches: openings, how games end, tallies, the sequential test, and the command."""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lakabe.engine.client import Answer, EngineClient, Info
from lakabe.engine.first_moves import openings
from lakabe.engine.standing import Standing
from lakabe.errors import EngineError
from tools import command
from tools.match import games as match
from tools.match.__main__ import match as match_command
from tools.match.games import Played, Rules, Tally

TOY = """
import random, sys
from fanorona.rules import notation, rules
from fanorona.rules.moves import first_move, next_move
rng = random.Random(1)
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Toy", "uciok", sep="\\n", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        position = rules.Position()
        for text in words[3:]:
            notation.play_move(position, text)
            position.end_turn()
    elif words[0] == "go":
        found = []
        more = first_move(position)
        while more:
            stones = position.stones[3 - position.turn]
            found.append((RANK, rng.random(), notation.format_move(position)))
            more = next_move(position)
        print("bestmove", min(found)[2], flush=True)
"""
Watch = Callable[[int, Info], None] | None
GREEDY = "stones"
GENEROUS = "-stones"


@pytest.fixture
def toy(tmp_path: Path) -> Callable[[str], str]:
    """Writes an engine that takes the move of the least rank; gives its command."""

    def write(rank: str) -> str:
        file = tmp_path / f"toy{len(list(tmp_path.iterdir()))}.py"
        file.write_text(TOY.replace("RANK", rank))
        return f"{sys.executable} {file}"

    return write


def test_openings_are_the_same_for_a_seed_and_legal() -> None:
    first = list(itertools.islice(openings(1), 40))
    assert first == list(itertools.islice(openings(1), 40))
    assert first != list(itertools.islice(openings(2), 40))
    assert len(set(first)) == 40
    for opening in first:
        standing = Standing.of()
        for text in opening:
            standing.play_text(text)
        assert len(opening) == 4 and standing.over() is None


def test_openings_do_not_depend_on_how_moves_are_generated(monkeypatch: pytest.MonkeyPatch) -> None:
    first = list(itertools.islice(openings(1), 20))
    results = Standing.results
    monkeypatch.setattr(Standing, "results", lambda self: results(self)[::-1])
    assert first == list(itertools.islice(openings(1), 20))


def test_a_game_follows_the_rules_to_its_end(toy: Callable[[str], str]) -> None:
    with EngineClient(toy(GREEDY)) as a, EngineClient(toy(GENEROUS)) as b:
        for white, opening in enumerate(itertools.islice(openings(3), 2)):
            game = match.play_game((a, b), white, opening, Rules("depth 1", 5))
            standing = Standing.of()
            for text in (*game.opening, *game.moves):
                assert standing.over() is None
                standing.play_text(text)
            assert standing.over() is not None
            if game.winner is not None:
                assert standing.over() == "loss"
                loser_is_white = standing.turn == 1
                assert game.winner == (1 - white if loser_is_white else white)


def test_few_quiet_plies_make_a_draw(toy: Callable[[str], str]) -> None:
    with EngineClient(toy(GREEDY)) as a, EngineClient(toy(GREEDY)) as b:
        game = match.play_game((a, b), 0, next(openings(4)), Rules("depth 1", 5, quiet=1))
    assert game.winner is None and game.reason == "quiet"


@pytest.mark.parametrize(("option", "told"), [("option name Quiet type spin", ["7"]), ("", [])])
def test_an_engine_that_asks_is_told_what_is_a_draw(
    toy: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, option: str, told: list[str]
) -> None:
    command = toy(GREEDY)
    file = Path(command.split()[1])
    file.write_text(file.read_text().replace('"id name Toy"', f'"id name Toy", "{option}"'))
    set_options: list[str] = []
    monkeypatch.setattr(EngineClient, "set_option", lambda _, name, value: set_options.append(value))
    with EngineClient(command) as a, EngineClient(toy(GREEDY)) as b:
        match.play_match((a, b), Rules("depth 1", 5, quiet=7), openings(4), 1, lambda _: True)
    assert set_options == told


def test_the_second_engine_may_have_a_time_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: dict[str, set[str]] = {}

    class Watched(EngineClient):
        def go(
            self, position: str | None, moves: Sequence[str], limit: str, seconds: float, watch: Watch = None
        ) -> Answer:
            asked.setdefault(self.command, set()).add(limit)
            return super().go(position, moves, limit, seconds, watch)

    monkeypatch.setattr("lakabe.engine.client.EngineClient", Watched)
    first, second = (f"{sys.executable} {tmp_path / name}.py" for name in "ab")
    for name in "ab":
        (tmp_path / f"{name}.py").write_text(TOY.replace("RANK", GREEDY))
    words = [first, second, "--games", "2", "--quiet", "5", "--movetime", "7"]
    for more, limits in ((["--movetime2", "3"], ("movetime 7", "movetime 3")), ([], ("movetime 7",) * 2)):
        asked.clear()
        assert command.run(match_command, [*words, *more]) == 0
        assert asked == {first: {limits[0]}, second: {limits[1]}}


def test_an_illegal_move_ends_the_match(toy: Callable[[str], str]) -> None:
    liar = toy("0").split()[1]
    Path(liar).write_text(Path(liar).read_text().replace("min(found)[2]", "'a1-a2'"))
    with (
        EngineClient(f"{sys.executable} {liar}") as a,
        EngineClient(toy(GREEDY)) as b,
        pytest.raises(EngineError, match="breaks the rules: 'a1-a2' is not legal") as caught,
    ):
        match.play_game((a, b), 0, (), Rules("depth 1", 5))
    assert "the position is BBBB" in str(caught.value)


def tally(wins: int, draws: int, losses: int) -> Tally:
    return Tally(wins, draws, losses)


def counted(*winners: int | None) -> Tally:
    together = Tally()
    for winner in winners:
        together = together.add(Played((), (), 0, winner, ""))
    return together


def test_a_tally_counts_from_the_first_engines_side() -> None:
    together = counted(0, 1, None, 0, 1)
    assert together == Tally(2, 1, 2, (0, 0, 1, 1, 0), 0)
    assert together.score == 0.5
    assert together.add(Played((), (), 0, 1, "")).pairs == (1, 0, 1, 1, 0)


def test_differences_in_elo() -> None:
    assert tally(10, 4, 10).elo() == pytest.approx(0)
    assert tally(3, 0, 1).elo() == pytest.approx(400 * math.log10(3))
    assert tally(4, 0, 0).elo() == math.inf and tally(0, 0, 4).elo() == -math.inf
    assert match.expected_score(tally(7, 2, 3).elo()) == pytest.approx(tally(7, 2, 3).score)


def test_the_error_is_the_one_of_resampling_pairs() -> None:
    rng = random.Random(1)
    pairs = [(0, 1)] * 30 + [(0, None)] * 12 + [(None, None)] * 8 + [(0, 0)] * 7 + [(None, 1)] * 3
    points = [sum(1.0 if w == 0 else 0.5 if w is None else 0.0 for w in pair) / 2 for pair in pairs]
    scores = sorted(sum(rng.choices(points, k=60)) / 60 for _ in range(4000))
    half = (scores[3900] - scores[100]) / 2
    assert counted(*(winner for pair in pairs for winner in pair)).error == pytest.approx(half, rel=0.1)


def test_openings_that_decide_the_game_widen_nothing() -> None:
    decided_by_openings = counted(*[0, 1] * 20, *[0, 0] * 5)
    decided_by_engines = counted(*[0, 0] * 15, *[1, 1] * 10)
    assert decided_by_openings.score == decided_by_engines.score
    assert decided_by_openings.error < 0.5 * decided_by_engines.error
    assert (
        decided_by_openings.log_likelihood_ratio(0, 20) > decided_by_engines.log_likelihood_ratio(0, 20) > 0
    )


def test_the_sequential_test_errs_as_rarely_as_promised() -> None:
    """Simulated matches of engines that differ by 0 and by 50 points, tested for 0 against 50."""
    rng = random.Random(2)
    wrong = {"better": 0, "not better": 0}
    for truth, mistaken in ((0, "better"), (50, "not better")):
        win = match.expected_score(truth) - 0.15
        for _ in range(300):
            so_far = Tally()
            verdict = None
            while verdict is None:
                chance = rng.random()
                winner = 0 if chance < win else None if chance < win + 0.3 else 1
                so_far = so_far.add(Played((), (), 0, winner, ""))
                verdict = match.verdict(so_far.log_likelihood_ratio(0, 50))
            wrong[mistaken] += verdict == mistaken
    assert all(count <= 0.08 * 300 for count in wrong.values())


# The command


def test_the_command_plays_pairs_and_goes_on_where_it_stopped(
    toy: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.jsonl"
    words = [toy(GREEDY), toy(GENEROUS), "--out", str(out), "--movetime", "5"]
    assert command.run(match_command, [*words, "--games", "2"]) == 0
    assert command.run(match_command, [*words, "--games", "4"]) == 0
    games = [json.loads(line) for line in out.read_text().splitlines()]
    assert [game["white"] for game in games] == [0, 1, 0, 1]
    assert games[0]["opening"] == games[1]["opening"] != games[2]["opening"] == games[3]["opening"]
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("4 games: +4 =0 -0, 100.0 ± 0.0 %")


@pytest.mark.parametrize("cut", ["after a game", "within a line", "at its end", "within the first"])
def test_a_match_that_was_ended_anywhere_goes_on_there(
    toy: Callable[[str], str], tmp_path: Path, cut: str
) -> None:
    out = tmp_path / "games.jsonl"
    words = [toy(GREEDY), toy(GENEROUS), "--out", str(out), "--movetime", "5", "--games", "4"]
    assert command.run(match_command, words) == 0
    lines = out.read_text().splitlines(keepends=True)
    before = "".join(lines[:3])
    left = {
        "after a game": before,
        "within a line": before + lines[3][:40],
        "at its end": before + lines[3][:-1],
        "within the first": lines[0][:40],
    }[cut]
    out.write_text(left)
    assert command.run(match_command, words) == 0
    again = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(game["opening"], game["white"]) for game in again] == [
        (game["opening"], game["white"]) for game in map(json.loads, lines)
    ]
    assert out.read_text().startswith(left[: left.rfind("\n") + 1])


@pytest.mark.parametrize("change", ["seed", "order"])
def test_games_from_other_openings_are_left_alone(
    toy: Callable[[str], str], tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    out = tmp_path / "games.jsonl"
    words = [toy(GREEDY), toy(GENEROUS), "--out", str(out), "--movetime", "5", "--games", "2"]
    assert command.run(match_command, words) == 0
    if change == "order":
        out.write_text("".join(out.read_text().splitlines(keepends=True)[::-1]))
    whole = out.read_text()
    assert command.run(match_command, [*words, "--seed", "2"] if change == "seed" else words) == 2
    assert "from other openings" in capsys.readouterr().err
    assert out.read_text() == whole


def test_the_command_stops_when_it_knows(
    toy: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [toy(GREEDY), toy(GENEROUS), "--movetime", "5", "--games", "60", "--sprt", "0,100"]
    assert command.run(match_command, words) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-2].startswith("better (log-likelihood ratio ")
    assert int(said[-1].split()[0]) < 60


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--sprt", "5"], 2, "--sprt wants two numbers"),
        (["--sprt", "9,3"], 2, "--sprt wants two numbers"),
        (["--nodes", "9", "--movetime2", "9"], 2, "--nodes and --movetime2 exclude each other"),
        (["--option1", "Hash"], 2, "an option is NAME=VALUE"),
        ([], 9, "the engine 'no-such-engine' cannot be started"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.run(match_command, ["no-such-engine", "no-such-engine", *words]) == code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("notes", ["my notes\n", "my notes"])
def test_a_file_with_other_things_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], notes: str
) -> None:
    out = tmp_path / "notes.txt"
    out.write_text(notes)
    assert command.run(match_command, ["a", "b", "--out", str(out)]) == 2
    assert "has no games of a match" in capsys.readouterr().err
    assert out.read_text() == notes
