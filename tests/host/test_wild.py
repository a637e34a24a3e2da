"""Games as others write them: read where they make sense, named by number and line where they do not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_pgn import known, scores

from lakabe import cli
from lakabe.archive import Archive
from lakabe.errors import InputError
from lakabe.games import pgn, wild
from lakabe.printable import printable

A, B, C = "1. d3-e3A *", "1. e2-e3A *", "1. f2-e3A *"


def one(text: str | bytes) -> pgn.Score:
    found = wild.read(text if isinstance(text, bytes) else text.encode())
    assert not found.wrong
    (score,) = found.scores
    return score


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("1. d3-e3A 1... d4-d3A *", {}),
        ("1.d3-e3A 1...d4-d3A *", {}),
        ("1. ... d3-e3A 1. ... d4-d3A *", {}),
        ("1 d3-e3A d4-d3A *", {}),
        ("d3-e3A\nd4-d3A\n*", {}),
        ("1. d3-e3A … d4-d3A *", {}),
        ("7. d3\u2013e3A 9. d4\u2212d3A *", {}),
        ("1. d3-e3A! d4-d3A?? *", {0: "!", 1: "??"}),
        ("1. d3-e3A !? d4-d3A $6 $14 *", {0: "!?", 1: "?! $14"}),
        ("1. d3-e3A ; the short one} {\n d4-d3A *", {0: "the short one} {"}),
        ("; before\n1. d3-e3A d4-d3A *", {-1: "before"}),
        ("1. {early} d3-e3A {a; b} d4-d3A {over\n\ntwo\n% no\nlines} *", {-1: "early", 0: "a; b", 1: "over two lines"}),  # noqa: E501
        ("1. d3-e3A (1. e2-e3A {so (so)} (1. f2-e3A!) d4-d3W) d4-d3A *", {0: "(1. e2-e3A so (so) (1. f2-e3A!) d4-d3W)"}),  # noqa: E501
        ("1. d3-e3A (1. e2-e3A\n; not } so (\n) d4-d3A *", {0: "(1. e2-e3A not } so ()"}),
        ("% for others\n1. d3-e3A\n% { (\nd4-d3A *\n", {}),
        ("\ufeff1. d3-e3A\r\n\r\n\ufeffd4-d3A * {at last}", {1: "at last"}),
        ("1. d3-e3A d4-d3A * ; at last", {1: "at last"}),
    ],
)  # fmt: skip
def test_what_others_write_is_read(text: str, comments: dict[int, str]) -> None:
    score = one(text)
    assert (score.moves, score.result) == (("d3-e3A", "d4-d3A"), "*")
    assert score.comments == comments


@pytest.mark.parametrize(
    ("end", "result"), [("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("0-1", "0-1"), ("1-0", "1-0")]
)
def test_results(end: str, result: str) -> None:
    assert one(f"1. d3-e3A {end}").result == result


@pytest.mark.parametrize(
    "text",
    ['[White "A \\"B\\" C"] [Black "D"]',
     '[White "A "B" C"]\n[Black "D"]', '  [ White  "A \\"B\\" C" ]\n\n[Black "D"]'],
)  # fmt: skip
def test_tags(text: str) -> None:
    score = one(f"{text}\n{A}")
    assert dict(score.tags) == {"White": 'A "B" C', "Black": "D"}


def test_latin_1_and_joined_files() -> None:
    parts = [
        '[White "François"]'.encode("latin-1"),
        b"",
        A.encode(),
        '\ufeff[White "François"]'.encode(),
        B.encode(),
    ]
    found = wild.read(b"\r\n".join(parts))
    assert [score.tags["White"] for score in found.scores] == ["François", "François"]
    assert (found.latin, found.wrong) == (1, [])


def test_a_vela_and_an_irregular_move() -> None:
    text = f'[Variant "vela"]\n\n1. d3-e3W *\n1. -- {{irregular: {pgn.START[:-1].strip()} B so}} $2 *\n'
    found = wild.read(text.encode())
    assert not found.wrong
    vela, irregular = found.scores
    assert vela.variant == "vela"
    assert irregular.moves[0].startswith("--") and irregular.comments == {0: "so ?"}


WRONG = [
    ("1. d3-e4A *", 1, "no line joins"),
    ("1. d3-e3A\n2. nonsense *", 2, "is not a move"),
    ("1. d3-e3A", 1, "without a result"),
    ("1. d3-e3A {open *", 1, "a comment is not closed"),
    ("1. d3-e3A (open *", 1, "a variation is not closed"),
    ("1. d3-e3A ) *", 1, "has not begun"),
    ('[Variant "Chess"]\n1. d3-e3A *', 1, "not known"),
    ('[White "x]\n1. d3-e3A *', 1, "a tag is like"),
    ('[Eévent "x"]\n1. d3-e3A *', 1, "a tag is like"),
    ('[White "x"]\n[White "y"]\n1. d3-e3A *', 2, "is there twice"),
    ('[Position "9/9 W"]\n1. d3-e3A *', 1, ""),
    ('[Result "1-0"]\n\n1. d3-e3A 0-1', 3, "its tag says"),
    ("1. d3-e3A * and so on", 1, "follows the result"),
    ("1. -- 1-0", 1, "name the position"),
    ("a letter\nof words\n", 1, "is not a move"),
    ('[White "nobody"]\n', 1, "without a result"),
]


@pytest.mark.parametrize(("text", "line", "told"), WRONG)
@pytest.mark.parametrize("tags", ['[White "next"]\n\n', '\n\n\n[Event "x"]\n[White "next"]\n'])
def test_what_makes_no_sense_is_named_and_the_others_are_read(
    text: str, line: int, told: str, tags: str
) -> None:
    found = wild.read(f"{B}\n\n{text}\n{tags}{C}\n".encode())
    assert [score.moves for score in found.scores] == [("e2-e3A",), ("f2-e3A",)]
    (wrong,) = found.wrong
    assert wrong.game == 2
    assert wrong.error.number == line + 2
    assert told in wrong.error.message


@given(st.lists(scores(), max_size=3))
@settings(max_examples=30)
def test_what_is_written_is_read_as_strictly(games: list[pgn.Score]) -> None:
    found = wild.read(pgn.format_scores(games).encode())
    assert found == wild.Found([known(game) for game in games])


SPOILT = [
    b"", b"{", b"}", b"(", b")", b"\n", b"$1", b'"', b"\xe9", b"\x1b[2J", b"\xe2\x80\xae", b"%", b"\n\n[",
]  # fmt: skip


@settings(max_examples=50)
@given(st.lists(scores(), min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_what_is_spoilt_is_read_or_named_and_safe(games: list[pgn.Score], rng: random.Random) -> None:
    text = bytearray(pgn.format_scores(games).encode())
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(text))
        text[place : place + rng.randrange(4)] = rng.choice(SPOILT)
    found = wild.read(bytes(text))
    lines = text.count(b"\n") + text.count(b"\r") + 1
    assert all(wrong.error.number and 1 <= wrong.error.number <= lines for wrong in found.wrong)
    assert [wrong.game for wrong in found.wrong] == sorted({wrong.game for wrong in found.wrong})
    for score in found.scores:
        kept = pgn.format_score(score)
        assert printable(kept.replace("\n", " ")) == kept.replace("\n", " ")
        assert pgn.parse_scores(kept)[0].moves == score.moves


def test_import_keeps_the_good_and_names_the_others(
    elsewhere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wild.pgn"
    bad = '[White "\x1b[2Jx"]\n\n1. \x1b[31m *\n'
    file.write_text(f"% so\n{A[:-1]}(1. e2-e3A) *\n\n{bad}\n{A}\n1. d3-e3A?! *\n", encoding="utf-8")
    assert cli.run(["games", "import", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == (
        "Game 1 added.\nGame 2 added.\nGame 3 added.\n"
        "1 variation became a comment.\n1 line with % left out.\n"
    )
    first, last = said.err.splitlines()
    assert first.startswith("game 2, line 6: '[31m' is not a move") or "line 6" in first
    assert "\x1b" not in said.err
    assert last == "lakabe: 1 of 4 games left out (mend what is named above, import it again)"
    assert cli.run(["games", "import", str(file)]) == 2
    assert capsys.readouterr().out.startswith("3 were there already.\n")


def test_a_long_list_of_wrong_games_is_short(
    elsewhere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wild.pgn"
    file.write_text("1. x *\n" * 50)
    assert cli.run(["games", "import", str(file)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 22 and lines[20] == "... and 30 more"
    assert lines[21].startswith("lakabe: 50 of 50 games left out")
    assert not list(elsewhere.iterdir()), "nothing was added, so no archive was made"


@pytest.mark.parametrize("text", ["1. d3-e3A! *", f"{A}\n\n1. x *", '[White "Fran\xe7ois"]\n\n1. d3-e3A *'])
def test_strict_takes_all_or_none(
    text: str, elsewhere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(text, encoding="latin-1")
    assert cli.run(["games", "import", "--strict", str(file)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with Archive(make=False) as archive:
        assert archive.count() == 0


def test_long_comments_are_read_in_one_go() -> None:
    lines = "\n".join(["; some words ( {"] * 3000)
    assert one(f"1. d3-e3A {{so\n{lines}}} *").comments[0].startswith("so ; some words")
    with pytest.raises(InputError, match="a comment is not closed"):
        raise wild.read(f"1. d3-e3A {{so\n{lines}".encode()).wrong[0].error
