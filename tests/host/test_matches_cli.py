"""`lakabe matches`: begun, listed, shown, exported, ended, deleted; and what is wrong on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playing import played

from fanorona.rules.game import UNFINISHED
from fanorona.rules.match import NOBODY, Match
from fanorona.rules.rules import TSIVY
from lakabe import cli
from lakabe.archive import Archive
from lakabe.games import pgn
from lakabe.games.pgn import START
from lakabe.games.variants import tags
from lakabe.matches.begin import begin
from lakabe.matches.director import following_line
from lakabe.matches.export import BLACK_POINTS, DEBTOR, KIND, OPTION_WORDS, OPTIONS, WHITE_POINTS
from lakabe.matches.standing import RESULTS, WORDS, Standing, as_data

SERIAL = "e66038b713"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAKABE_ARCHIVE", str(tmp_path / "games.db"))
    monkeypatch.setenv("COLUMNS", "120")


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert cli.run(list(arguments)) == code
    captured = capsys.readouterr()
    if code:
        assert captured.err.startswith("lakabe: ") and captured.err.count("\n") == 1
        return captured.err
    assert captured.err == ""
    return captured.out


_FIRST = {"vela": "e2-e3A", "vela-creditor": "d3-e3"}


def play(archive: Archive, number: int, results: str) -> None:
    """Games of a match with these results: 1, 0 and = of White, * for one that is under way."""
    words = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}
    for letter in results:
        standing = Standing(archive.match(number))
        assert standing.next is not None
        with archive.writing() as writer:
            writer.board(SERIAL, "0.1.0", "1.3", "0a0b0c0d")
            name = f"0a0b0c0d-{number * 1000 + standing.next.place}"
            writer.match_game(number, standing.next.place, SERIAL, name)
            game = writer.game(SERIAL, name, 1, START, tags(standing.next.variant))
            writer.tag(game, standing.tags(standing.next))
            writer.move(game, 1, standing.next.first or _FIRST.get(standing.next.variant, "d3-e3A"))
            if letter in words:
                writer.finish(game, 1, words[letter], "host")


def test_no_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No matches yet" in run(capsys, "matches")


def test_begun_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "matches", "begin", "session5", "--players", "Ada, Bela", "--event", "Club  evening")
    assert out == (
        "Match 1: Game 1 of at most 5: Ada has White.\n`lakabe matches resume 1` plays it.\n"
    )  # fmt: skip
    with Archive() as archive:
        play(archive, 1, "10")
    listed = run(capsys, "matches", "list")
    assert "Session, best of 5 (Club evening)" in listed and "Ada - Bela" in listed and "1 : 0" in listed
    assert "1.2" in listed
    shown = run(capsys, "matches", "show", "1")
    assert "Club evening: Ada 1 : 0 Bela" in shown
    assert "Bela (in debt)" in shown and "Vela 2 after game 1: Bela is in debt, Bela has White." in shown


def test_the_standing_stands_in_one_line_however_narrow_its_table_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(capsys, "matches", "begin", "session3", "--players", "Ada,Bela")
    assert "Session, best of 3 1: Ada 0 : 0 Bela\n" in run(capsys, "matches", "show", "1")


def test_the_crosstable_of_a_championship(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "matches", "begin", "championship", "--players", "Ada,Bela")
    with Archive() as archive:
        play(archive, 1, "=1101")
    shown = run(capsys, "matches", "show", "1")
    rows = [line.split() for line in shown.splitlines() if line.strip().startswith(("Ada", "Bela"))]
    # A draw; Bela wins with White; Ada eats the vela, loses with White, and eats again.
    assert rows[0] == ["Ada", "=○", "0●", "1○", "0○", "1○", "2"]
    assert rows[1] == ["Bela", "=●", "1○", "0●", "1●", "0●", "2"]
    assert "O1 Vakiloha" in shown and "vela" in shown


def test_a_match_tells_why_its_games_ended_and_where_a_second_phase_began(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    moves, _, game = played("vela", 400, seed=2)
    run(capsys, "matches", "begin", "session3", "--players", "Ada,Bela")
    with Archive() as archive:
        play(archive, 1, "1")
        with archive.writing() as writer:
            writer.match_game(1, 2, SERIAL, "0a0b0c0d-2")
            vela = writer.game(SERIAL, "0a0b0c0d-2", 1, START, {"Variant": "vela"})
            for ply, move in enumerate(moves, 1):
                writer.move(vela, ply, move)
            writer.finish(vela, len(moves), "1-0", "no-stone")
    shown = [line.split(maxsplit=6) for line in run(capsys, "matches", "show", "1").splitlines()]
    assert ["1", "1", "Ada", "Bela", "1-0", "resigned"] in shown
    said = f"second phase (V6) after {pgn.move_number(game.second_at)} {moves[game.second_at - 1]}"
    (what,) = [line[5:] for line in shown if line[:5] == ["1.1", "2", "Bela", "Ada", "1-0"]]
    assert " ".join(" ".join(what).split()) == f"vela, {said} no stone left (R10)"


def test_options_of_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "matches", "begin", "session3", "--creditor-first", "--draw-lifts", "--one-vela")
    with Archive() as archive:
        standing = Standing(archive.match(1))
        assert standing.match.options() == 7 and standing.players == ("First", "Second")
        play(archive, 1, "1")
        data = as_data(Standing(archive.match(1)))
    assert (data["variant"], data["white"], data["debtor"]) == ("vela-creditor", 0, "Second")
    assert data["games"] == [
        {
            "label": "1", "vela": False, "opening": None, "white": "First", "black": "Second",
            "result": "1-0", "number": 1,
        }
    ]  # fmt: skip


def test_exported_with_its_rounds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "matches", "begin", "session3", "--players", "Ada,Bela", "--event", "Cup")
    with Archive() as archive:
        play(archive, 1, "1*")
        with archive.writing() as writer:
            writer.add({}, START, [], "*")  # one of no match
    out = run(capsys, "matches", "export", "1")
    assert out.count("[Event ") == out.count('[Event "Cup"]') == 2
    assert '[Round "1"]\n[White "Ada"]\n[Black "Bela"]' in out
    assert '[Round "1.1"]\n[White "Bela"]\n[Black "Ada"]' in out
    run(capsys, "matches", "export", "1", "-o", str(tmp_path / "cup.pgn"))
    assert (tmp_path / "cup.pgn").read_text(encoding="utf-8") == out
    assert "cannot be written" in run(capsys, "matches", "export", "1", "-o", str(tmp_path), code=2)


def tags_of(text: str, *names: str) -> list[tuple[str | None, ...]]:
    """Of every game, what it says of these; None where it says nothing."""
    return [tuple(score.tags.get(name) for name in names) for score in pgn.parse_scores(text)]


def test_an_exported_match_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """Its points and debts are those that its kind, its options and the results amount to."""
    run(capsys, "matches", "begin", "championship", "--players", "Ada,Bela", "--draw-lifts", "--one-vela")
    with Archive() as archive:
        play(archive, 1, "=1010=*")
        standing = Standing(archive.match(1))
    text = run(capsys, "matches", "export", "1")
    assert set(tags_of(text, "Match", "MatchOptions")) == {("championship", "draw-lifts one-vela")}
    assert tags_of(text, "Round", "White", "Black", "WhitePoints", "BlackPoints", "Debtor") == [
        ("1", "Ada", "Bela", "0", "0", None),
        ("2", "Bela", "Ada", "1", "0", "Ada"),
        ("2.1", "Ada", "Bela", "0", "2", None),  # one vela only, and it is lost
        ("3", "Ada", "Bela", "1", "2", "Bela"),
        ("3.1", "Bela", "Ada", "2", "2", None),
        ("4", "Bela", "Ada", "2", "2", None),
        ("5", "Ada", "Bela", "2", "2", None),  # under way
    ]
    games = pgn.parse_scores(text)
    kind, options = games[0].tags[KIND], games[0].tags[OPTIONS].split()
    again = Match(WORDS.index(kind), sum(bit for bit, word in OPTION_WORDS.items() if word in options))
    for score in games:
        assert (score.variant != "tsivy") == (again.variant() != TSIVY)
        white = again.white()
        again.take(RESULTS.get(score.result, UNFINISHED))
        debtor = (
            None if again.debtor() == NOBODY else score.tags["White" if again.debtor() == white else "Black"]
        )
        points = str(again.points(white)), str(again.points(1 - white)), debtor
        assert points == tuple(map(score.tags.get, (WHITE_POINTS, BLACK_POINTS, DEBTOR)))
    assert again.state == standing.match.state


def test_an_exported_match_is_imported_as_games_with_their_tags(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, "matches", "begin", "session3", "--players", "Ada,Bela", "--creditor-first", "--no-fifty")
    with Archive() as archive:
        play(archive, 1, "1=")
    run(capsys, "matches", "end", "1", "--yes")
    file, other = tmp_path / "match.pgn", tmp_path / "other.db"
    run(capsys, "matches", "export", "1", "-o", str(file))
    text = file.read_text(encoding="utf-8")
    with Archive() as archive, archive.writing() as writer:
        writer.tag(1, {"White": "?", "Round": "-"})  # the match knows better
    assert run(capsys, "matches", "export", "1") == text
    said = ("session3", "creditor-first", "fifty", "Bela")
    assert tags_of(text, "Match", "MatchOptions", "Without", "Debtor") == [said] * 2
    (at,) = [tag for tag in tags_of(text, "MatchEnded") if tag != (None,)]
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", at[0] or "") and tags_of(text, "MatchEnded")[1] == at
    assert run(capsys, "games", "import", str(file), "--archive", str(other)).count("added") == 2
    assert run(capsys, "games", "--archive", str(other), "export", "1", "2") == text
    assert "No matches yet" in run(capsys, "matches", "--archive", str(other))
    assert "2 were there already" in run(capsys, "games", "import", str(file), "--archive", str(other))


def test_ended_before_its_time(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "matches", "begin", "session3", "--players", "Ada,Bela")
    with Archive() as archive:
        play(archive, 1, "1")
    said = "The match was ended: Ada wins, 1 to 0. Bela is still in debt.\n"
    assert run(capsys, "matches", "end", "1", "--yes") == said
    assert "is over" in run(capsys, "matches", "end", "1", "--yes", code=2)
    assert "is over" in run(capsys, "record", "--port", "loop://", "--match", "1", code=2)


def test_deleted_without_its_games(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "matches", "begin", "single")
    with Archive() as archive:
        play(archive, 1, "1")
    assert "counts in match 1" in run(capsys, "games", "delete", "1", "--yes", code=2)
    assert run(capsys, "matches", "delete", "1", "--yes") == "Match 1 deleted; its games stay.\n"
    run(capsys, "games", "delete", "1", "--yes")


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """What `lakabe play` and `lakabe record` are asked for, instead of being run."""
    made: list[dict[str, object]] = []
    monkeypatch.setattr(
        "lakabe.cli.play.play", lambda where, port, **rest: made.append({"page": True, "port": port, **rest})
    )
    monkeypatch.setattr(
        "lakabe.cli.record.record",
        lambda ports, where, **rest: made.append({"page": False, "port": ports, **rest}),
    )
    return made


def test_resumed_where_it_was_played(
    capsys: pytest.CaptureFixture[str], called: list[dict[str, object]]
) -> None:
    with Archive() as archive:
        begin(archive, "session3")
    run(capsys, "matches", "resume", "1")
    with Archive() as archive:
        play(archive, 1, "1")
    run(capsys, "matches", "resume", "1")
    run(capsys, "matches", "resume", "1", "--port", "/dev/ttyACM0")
    run(capsys, "matches", "resume", "1", "--port", "/dev/ttyACM0", "--page")
    assert [(one["page"], one["port"], one["match"]) for one in called] == [
        (True, None, "1"), (False, None, "1"), (False, ["/dev/ttyACM0"], "1"), (True, "/dev/ttyACM0", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize("where", ["--page", "--no-page"])
def test_resumed_with_help_hints_and_language(
    where: str, capsys: pytest.CaptureFixture[str], called: list[dict[str, object]]
) -> None:
    with Archive() as archive:
        begin(archive, "session3")
    chosen = ["--level", "4,1", "--hints", "3", "--engine", "toy", "--language", "fr"]
    run(capsys, "matches", "resume", "1", where, *chosen)
    run(capsys, "matches", "resume", "1", where, "--no-hints")
    names = ("level", "hints", "no_hints", "engine", "language")
    assert [tuple(one[name] for name in names) for one in called] == [
        ("4,1", 3, False, "toy", "fr"), (None, None, True, None, ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["matches", "show", "9"], "no match 9"),
        (["matches", "begin", "duel"], "no match 'duel'"),
        (["matches", "begin", "single", "--players", "Ada"], "not two names"),
        (["matches", "begin", "single", "--players", "Ada,"], "not two names"),
        (["matches", "begin", "single", "--players", "Ada,Ada"], "both players are called Ada"),
        (["matches", "begin", "single", "--players", f"Ada,{'x' * 41}"], "not two names"),
        (["matches", "resume", "9"], "no match 9"),
        (["matches", "resume", "9", "--hints", "-1"], "--hints"),
        (["matches", "resume", "9", "--page", "--level", "5"], "no level '5'"),
        (
            ["matches", "resume", "9", "--page", "--hints", "3", "--no-hints"],
            "leave --hints or --no-hints out",
        ),
        (["record", "--port", "loop://", "--hints", "3", "--no-hints"], "leave --hints or --no-hints out"),
        (["matches", "resume", "9", "--page", "--language", "xx"], "xx"),
        (["record", "--port", "loop://", "--match", "9"], "no match 9"),
        (["record", "--port", "loop://", "--match", "duel"], "no match 'duel'"),
        (["record", "--port", "loop://", "--players", "Ada"], "not two names"),
        (["record", "--port", "a", "--port", "b", "--match", "single"], "on one board"),
        (["play", "--no-open", "--against", "3", "--players", "Ada,Bela"], "give yours alone"),
        (["play", "--no-open", "--match", "single", "--against", "3"], "by two people"),
        (["play", "--no-open", "--match", "single", "--new"], "by two people"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in run(capsys, *arguments, code=2)


def test_players_are_those_of_a_new_match(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "matches", "begin", "single")
    said = run(capsys, "record", "--port", "loop://", "--match", "1", "--players", "Ada,Bela", code=2)
    assert "those of a new match" in said


def test_draws_are_switched_off_when_a_match_begins(capsys: pytest.CaptureFixture[str]) -> None:
    off = "The same position for the third time is no draw. Fifty moves each without a capture are no draw.\n"
    assert off in run(capsys, "matches", "begin", "single", "--no-repetition", "--no-fifty")
    assert run(capsys, "matches", "show", "1").endswith(off)
    run(capsys, "matches", "begin", "single")
    assert "no draw" not in run(capsys, "matches", "show", "2")
    with Archive() as archive:
        assert following_line(Standing(archive.match(1))).endswith(off.strip())
    for which in ("1", "2"):
        said = run(capsys, "record", "--port", "loop://", "--match", which, "--no-fifty", code=2)
        assert f"in match {which} was chosen when it began (leave --no-fifty out" in said


def test_names_never_reach_the_terminal_as_more_than_text(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "matches", "begin", "single", "--players", "Ra[bold]koto\x1b[2J,Bela")
    out = run(capsys, "matches", "show", "1") + run(capsys, "matches")
    assert "Ra[bold]koto [2J" in out and "\x1b" not in out
