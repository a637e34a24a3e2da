"""The other games (V, S) on the host: kept, replayed, written and read, drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playing import played

from fanorona.rules import notation
from lakabe import cli
from lakabe.archive import Archive, Game, Move, correction
from lakabe.board import events
from lakabe.board.download import Fetched, keep
from lakabe.board.events import Event
from lakabe.board.revival import Revival
from lakabe.board.scribe import Scribe, position_before
from lakabe.errors import InputError
from lakabe.games import drawing, ending, pgn, variants
from lakabe.games.pgn import Score, format_score, parse_scores
from lakabe.virtual.report import Follower

GAME = "0a0b0c0d-1"
OTHERS = variants.WORDS[1:]


def told(variant: str, moves: list[str], positions: list[str]) -> Iterator[Event]:
    yield events.Hello(1, 0, 1, 3, "0.1.0", "E66", "0a0b0c0d", (), 1, 2)
    board, turn = positions[0].split(" ")
    yield events.GameStarted(2, 0, GAME, 1, board, turn, variant)
    for ply, move in enumerate(moves, 1):
        board = positions[ply].split(" ")[0]
        yield events.Move(2 + ply, 0, GAME, ply, move, board.count("W"), board.count("B"))


@pytest.mark.parametrize("variant", OTHERS)
def test_games_are_recorded_and_replayed(variant: str, archive: Archive) -> None:
    moves, positions, _ = played(variant, 9)
    scribe = Scribe(archive)
    for event in told(variant, moves, positions):
        scribe.keep([event])
    assert scribe.take_notes() == [] and not scribe.take_wish(), "nothing was doubted"
    (game,) = archive.games()
    assert (game.variant, game.start, game.texts()) == (variant, positions[0], moves)
    assert [position_before(game, ply) for ply in range(1, len(positions) + 1)] == positions
    assert scribe.playing is not None
    assert (scribe.playing.variant, scribe.playing.position) == (variant, positions[-1])
    again = Scribe(archive)
    again.keep(list(told(variant, moves, positions)))
    assert len(archive.games()) == 1
    assert again.playing is not None and again.playing.variant == variant


def test_the_same_name_and_position_of_another_variant_is_another_game(archive: Archive) -> None:
    for variant in ("tsivy", "vela"):
        moves, positions, _ = played(variant, 1)
        Scribe(archive).keep([
            events.Hello(1, 0, 1, 3, "0.1.0", "E66", f"{variant[0] * 8}", (), 1, 2),
            *list(told(variant, moves, positions))[1:],
        ])  # fmt: skip
    assert [game.variant for game in archive.games()] == ["tsivy", "vela"]


@pytest.mark.parametrize("variant", OTHERS)
def test_a_board_is_given_its_game_back(variant: str, archive: Archive) -> None:
    moves, positions, _ = played(variant, 5)
    Scribe(archive).keep(list(told(variant, moves, positions)))
    revival = Revival(archive.unfinished("E66"))
    closed = notation.picture(variants.load(variant, positions[-1]).board, ".xx.")
    revival.see(events.State(1, 0, "setup", 3))
    commands = revival.see(events.Reeds(2, 0, closed))
    assert commands[0] == ("load", GAME, *positions[0].split(" "), variant)
    assert commands[1:-1] == [("play", ply, move) for ply, move in enumerate(moves, 1)]


@pytest.mark.parametrize("variant", OTHERS)
def test_games_are_fetched_from_a_board(variant: str, archive: Archive) -> None:
    moves, positions, _ = played(variant, 6)
    fetched = Fetched(GAME, 1, positions[0], moves, result="1-0", reason="host", variant=variant)
    for _ in range(2):
        with archive.writing() as writer:
            writer.board("E66", "0.1.0", "1.3", "0a0b0c0d")
            keep(writer, "E66", fetched)
    (game,) = archive.games()
    assert (game.variant, game.texts(), game.result) == (variant, moves, "1-0")


@pytest.mark.parametrize("variant", variants.WORDS)
@pytest.mark.parametrize("ply", [0, 3])
def test_games_are_written_and_read(variant: str, ply: int) -> None:
    moves, positions, _ = played(variant, 40, seed=ply)
    ply = min(ply, len(moves))
    score = Score(positions[ply], tuple(moves[ply:]), "*", {"Variant": variants.tag_of(variant)})
    text = format_score(score)
    assert f'[Variant "{variants.tag_of(variant)}"]' in text
    assert ("[Position" in text) == (ply > 0)
    (read,) = parse_scores(text)
    assert (read.start, read.moves, read.variant) == (score.start, score.moves, variant)


def test_only_the_ordinary_game_has_an_opening() -> None:
    for variant in ("tsivy", "vela"):
        text = format_score(Score(moves=("d3-e3A",), tags={"Variant": variant}))
        assert ("[Opening" in text) == (variant == "tsivy")


@pytest.mark.parametrize(
    ("tags", "moves", "wrong"),
    [
        (
            '[Variant "chess"]',
            "*",
            "line 1: the variant 'chess' is not known here (known are Fanoron-Tsivy, vela",
        ),
        ('[Variant "dimy"]', "1. a1-a2 *", "line 3: "),
        (
            '[Position "WWWWWWWWW/9/9/9/9 W"]\n[Variant "dimy"]',
            "*",
            "line 1: a5 is no point of the smaller board",
        ),
        ('[Variant "telo"]', "1. a1 *", "line 3: no stone can be placed on a1 here"),
        ('[Variant "vela"]', "1. a1-a2 *", "line 3: 'a1-a2' is not legal here"),
    ],
)
def test_what_cannot_be_read_is_named(tags: str, moves: str, wrong: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_scores(f"{tags}\n\n{moves}\n")
    assert str(caught.value).startswith(wrong)


def test_names_are_read_as_words_are() -> None:
    assert [variants.of({"Variant": name}) for name in variants.NAMES.values()] == list(variants.WORDS)
    assert variants.of({}) == variants.of({"Variant": "tsivy"}) == variants.ORDINARY
    assert variants.tags("dimy") == {"Variant": "dimy"} and variants.tags("tsivy") == {}


def test_starts_and_walls() -> None:
    assert variants.start_of("tsivy") == variants.start_of("vela") == pgn.START
    assert variants.start_of("dimy") == "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2 W"
    assert variants.start_of("telo") == "9/9/9/9/9 W"
    counts = {word: 45 - len(variants.walls(word)) for word in variants.WORDS}
    assert counts == {"tsivy": 45, "vela": 45, "vela-creditor": 45, "dimy": 25, "telo": 9}


def test_a_correction_goes_by_the_rules_of_its_game(archive: Archive) -> None:
    with archive.writing() as writer:
        tags = {"Variant": "telo"}
        moves = [Move(ply, text) for ply, text in enumerate(("e3", "d2", "d3", "f2"), 1)]
        number = writer.add(tags, variants.start_of("telo"), moves, "*")
    assert number is not None
    made = archive.game(correction.correct(archive, number, 4, ["e2", "f3"]))
    assert (made.variant, made.texts(), made.result) == ("telo", ["e3", "d2", "d3", "e2", "f3"], "1-0")
    with pytest.raises(InputError, match="no stone can be placed on a1 here"):
        correction.correct(archive, number, 4, ["a1"])


def test_smaller_boards_are_drawn_small() -> None:
    drawn = drawing.board(variants.load("telo", "9/3W5/4B4/9/9 W")).plain.splitlines()
    assert drawn[2].rstrip() == " 4              ○───+───┼"
    assert drawn[3].rstrip() == "                │ ╲ │ ╱ │"
    assert drawn[0].split() == ["5"] and drawn[1].strip() == ""


def test_games_of_all_kinds_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with Archive() as archive, archive.writing() as writer:
        for variant in variants.WORDS:
            moves = [Move(ply, text) for ply, text in enumerate(played(variant, 4)[0], 1)]
            writer.add(variants.tags(variant), variants.start_of(variant), moves, "*")
    assert cli.run(["games"]) == 0
    listed = capsys.readouterr().out
    for number, variant in enumerate(variants.WORDS, 1):
        assert cli.run(["games", "show", str(number)]) == 0
        shown = capsys.readouterr().out
        if variant != variants.ORDINARY:
            assert f" {variant} " in listed
            assert f"Game {number}, {variants.NAMES[variant]}, " in shown
        assert shown.endswith(" *\n")


def test_a_vela_goes_through_both_phases() -> None:
    moves, positions, game = played("vela", 400, seed=2)
    assert game.second_at == 33 and len(moves) > 40, "17 stones have been taken (V6)"
    kept = Game(1, None, None, 1, positions[0], "1-0", "", "", None, {"Variant": "vela"}, "",
                tuple(Move(ply, text) for ply, text in enumerate(moves, 1)))  # fmt: skip
    for ply in (1, 33, 34, len(moves) + 1):
        assert position_before(kept, ply) == positions[ply - 1]
    ordinary = replace(kept, tags={})
    assert position_before(ordinary, 3) is None, "a creditor's paika is not legal there"


@pytest.mark.parametrize("variant", OTHERS)
def test_a_follower_of_traces_knows_them(variant: str) -> None:
    moves, positions, _ = played(variant, 6)
    follower = Follower()
    for event in list(told(variant, moves, positions))[1:]:
        assert follower.begin(event) if isinstance(event, events.GameStarted) else True
        if isinstance(event, events.Move):
            assert follower.move(event)
    assert follower.position == positions[-1]


def test_a_velas_phases_and_its_end_are_written_and_read(capsys: pytest.CaptureFixture[str]) -> None:
    moves, positions, game = played("vela", 400, seed=2)
    laid = tuple(Move(ply, text, "well" if ply == 33 else "") for ply, text in enumerate(moves, 1))
    tags = {"Variant": "vela"}
    kept = Game(1, "E66", GAME, 1, positions[0], "1-0", "forfeit", "", None, tags, "", laid)
    score = pgn.from_archive(kept)
    assert pgn.second_phases(score) == {game.second_at - 1} == {32}
    text = format_score(score)
    flat = " ".join(text.split())
    assert f"{moves[32]} {{well}} {{second phase (V6)}} 17... {moves[33]}" in flat
    assert flat.count("(V6)") == 1 and '[Termination "forfeit (V5)"]' in text
    (read,) = parse_scores(text)
    assert read.moves == score.moves and read.comments == {32: "well"}
    assert format_score(read) == text
    (plain,) = parse_scores(text.replace("{second phase (V6)}", "").replace("{second\nphase (V6)}", ""))
    assert format_score(plain) == text, "it follows from the moves"
    (elsewhere,) = parse_scores(flat_after(text, moves[0], "{second phase (V6)}"))
    assert elsewhere.comments[0] == "second phase (V6)", "what is not so is a comment like others"
    with Archive() as archive, archive.writing() as writer:
        number = writer.add(read.tags, read.start, laid, read.result)
    assert cli.run(["games", "show", str(number)]) == 0
    shown = capsys.readouterr().out
    assert "\nWhite wins: forfeit (V5).\n" in shown
    assert f"\nThe ordinary rules hold after 17. {moves[32]} (V6).\n" in shown


def flat_after(text: str, word: str, added: str) -> str:
    """A text with something added after the first place of a word in the moves."""
    tags, moves = text.split("\n\n", 1)
    return f"{tags}\n\n{moves.replace(word, f'{word} {added} 1...', 1)}".replace("1... 1...", "1...")


def test_an_irregular_move_may_begin_the_second_phase() -> None:
    start = "BBBBBB3/9/9/9/WWWWWWWWW W"
    score = Score(start, ("--BBBBB4/9/9/9/WWWWWWWWW",), "*", {"Variant": "vela"})
    assert pgn.second_phases(score) == {0}
    (read,) = parse_scores(format_score(score))
    assert (read.moves, read.comments) == (score.moves, {})


@pytest.mark.parametrize(
    ("result", "reason", "said"),
    [
        ("0-1", "forfeit", "Black wins: forfeit (V5)."),
        ("1-0", "no-stone", "White wins: no stone left (R10)."),
        ("1/2-1/2", "host", "A draw: agreed."),
        ("1-0", "host", "White wins: resigned."),
        ("*", "abandoned", "Without a result: abandoned."),
        ("1-0", "imported", "White wins."),
        (None, "", "In play."),
    ],
)
def test_why_a_game_ended_is_said(result: str | None, reason: str, said: str) -> None:
    assert ending.said(result, ending.termination(result, reason)) == said
