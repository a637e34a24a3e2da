"""Plies that both let stand (P10): on the board, in the archive, as text, in corrected versions, and back."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import PlayedBoard
from recording import Bench, unplug

from fanorona.rules import notation, rules
from fanorona.rules.moves import first_move
from lakabe import cli
from lakabe.archive import CORRECTED, TAKEN_BACK, Archive
from lakabe.archive.correction import correct
from lakabe.board import events
from lakabe.board.scribe import Scribe
from lakabe.errors import InputError
from lakabe.games.pgn import START, Score, format_score, from_archive, parse_scores
from lakabe.help.analysis.annotate import annotate
from lakabe.help.analysis.examine import Examined
from lakabe.help.analysis.page import as_data
from lakabe.help.analysis.report import analyse
from lakabe.help.question import Question
from lakabe.help.worth import Worth
from lakabe.web.view import View

OPENED = ["d3-e3A", "f4-f3A"]
STOOD = "BBBBBBBBB/BBBBB1BBB/BWBWWBWBW/WWW1W1WWW/WWWWW1WWW"
"""After d2-d3, where a capture is due."""
IRREGULAR = "--" + STOOD


def legal(after: str) -> str:
    """The first legal move in a position."""
    position = rules.Position()
    notation.parse_position(after, position)
    assert first_move(position)
    return notation.format_move(position)


def legal_reply() -> str:
    """Black's from there."""
    return legal(f"{STOOD} B")


def let_stand(board: PlayedBoard) -> None:
    """White's d2-d3, and *turn* twice."""
    board.put(12, False)
    board.put(12 + 9, True)
    board.wait(1000)
    board.press()
    board.wait(300)
    board.press()
    board.wait(100)
    notation.parse_position(f"{STOOD} B", board.truth)


def script(bench: Bench, then: list[str]) -> Iterator[None]:
    board = bench.board
    bench.recorder.send("set", "level", 0)
    yield
    for text in OPENED:
        board.play(text)
        yield
    let_stand(board)
    yield
    for text in then:
        board.play(text)
        yield


def test_recorded_and_corrected(bench: Bench, archive: Archive) -> None:
    reply = legal_reply()
    bench.run(lambda: script(bench, [reply]))
    (game,) = archive.games()
    assert game.texts() == [*OPENED, IRREGULAR, reply]
    assert bench.notices == []
    (told,) = bench.of(events.Irregular)
    assert isinstance(told, events.Irregular) and (told.white, told.black) == (20, 21)
    instead = legal("BBBBBBBBB/BBBBB1BBB/BWB1WBWBW/WWWWW1WWW/WWWWW1WWW W")
    made = correct(archive, game.number, 3, [instead])
    assert archive.corrections(game.number) == [made]
    assert archive.game(game.number).texts() == game.texts()
    assert archive.game(made).texts() == [*OPENED, instead]
    again = correct(archive, game.number, 4, [reply], with_rest=True)
    assert archive.game(again).texts() == game.texts()
    other = correct(archive, game.number, 1, [OPENED[0], OPENED[1], IRREGULAR])
    assert archive.game(other).texts() == [*OPENED, IRREGULAR]
    with pytest.raises(InputError):
        correct(archive, game.number, 3, ["--9/9/9/9/8"])


def test_told_again_it_is_the_same(bench: Bench, archive: Archive) -> None:
    def first() -> Iterator[None]:
        yield from script(bench, [])
        unplug()

    def second() -> Iterator[None]:
        yield
        bench.recorder.send("snapshot")
        yield
        yield
        bench.board.play(legal_reply())
        yield

    bench.run(first, second)
    (game,) = archive.games()
    assert game.texts() == [*OPENED, IRREGULAR, legal_reply()]
    assert archive.undone(game.number) == []


def test_a_takeback_over_it(bench: Bench, archive: Archive) -> None:
    def play() -> Iterator[None]:
        yield from script(bench, [])
        bench.board.put(21, False)
        bench.board.put(12, True)
        bench.board.wait(1500)
        yield

    bench.run(play)
    (game,) = archive.games()
    assert game.texts() == OPENED
    (undone,) = archive.undone(game.number)
    assert (undone.ply, undone.text, undone.why) == (3, IRREGULAR, TAKEN_BACK)


def test_another_one_for_the_ply_corrects_it(bench: Bench, archive: Archive) -> None:
    bench.run(lambda: script(bench, []))
    (game,) = archive.games()
    hello = bench.recorder.hello or bench.of(events.Hello)[-1]
    assert isinstance(hello, events.Hello)
    scribe = Scribe(archive)
    assert game.name is not None
    scribe.keep(
        [
            events.Hello(9000, 0, 1, 3, "0.1.0", hello.serial, hello.boot, (), 1, 9001),
            events.Irregular(9001, 0, game.name, 3, "--9/9/4W4/9/8B", 1, 1),
        ]
    )
    assert archive.game(game.number).texts() == [*OPENED, "--9/9/4W4/9/8B"]
    assert [one.why for one in archive.undone(game.number)] == [CORRECTED]


def test_a_board_that_restarts_gets_it_back(bench: Bench, archive: Archive) -> None:
    def power_cut() -> Iterator[None]:
        yield from script(bench, [])
        bench.board.restart(b"fedc4321")
        unplug()

    def rest() -> Iterator[None]:
        yield
        yield
        yield
        bench.board.play(legal_reply())
        yield

    bench.run(power_cut, rest)
    (game,) = archive.games()
    assert game.texts() == [*OPENED, IRREGULAR, legal_reply()]
    assert any("has its game 1 back" in notice for notice in bench.notices), bench.notices


SCORE = Score(
    moves=(*OPENED, IRREGULAR, legal_reply()), result="*", comments={2: "Nobody minded.", 3: "Good."}
)


def test_as_text_and_back() -> None:
    text = format_score(SCORE)
    flat = " ".join(text.split())
    assert f"2. -- {{irregular: {STOOD} B Nobody minded.}} 2... {legal_reply()} {{Good.}} *" in flat
    (again,) = parse_scores(text)
    assert again.moves == SCORE.moves and dict(again.comments) == dict(SCORE.comments)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"{{irregular: {STOOD} B Nobody minded.}}", ""),
        ("irregular:", "let stand:"),
        (f"{STOOD} B", f"{STOOD} W"),
        (f"{STOOD} B", "9/9/9/9/8 B"),
        (f"{STOOD} B", ""),
    ],
)
def test_text_that_names_no_position_is_refused(old: str, new: str) -> None:
    text = " ".join(format_score(SCORE).partition("\n\n")[2].split())
    assert old in text
    with pytest.raises(InputError):
        parse_scores(f'[Result "*"]\n\n{text.replace(old, new)}\n')


def test_imported_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = tmp_path / "games.db"
    file = tmp_path / "game.pgn"
    file.write_text(format_score(SCORE), encoding="utf-8")
    assert cli.run(["games", "import", str(file), "--archive", str(where)]) == 0
    with Archive(str(where)) as archive:
        (game,) = archive.games()
        assert game.texts() == list(SCORE.moves)
        assert from_archive(game).moves == SCORE.moves
    capsys.readouterr()
    assert cli.run(["games", "show", "1", "--archive", str(where)]) == 0
    assert f"irregular: {STOOD} B" in " ".join(capsys.readouterr().out.split())


def test_hints_begin_anew_after_it() -> None:
    question = Question(START, SCORE.moves)
    assert question.start == f"{STOOD} B"
    assert question.moves == SCORE.moves[3:]
    standing = question.standing()
    position = rules.Position()
    for text in SCORE.moves:
        notation.play_move(position, text)
        position.end_turn()
        position.forget()
    assert standing.text() == notation.format_position(position)


def test_an_analysis_passes_over_it() -> None:
    even = Examined((), Worth("draw"), 1, 9)
    analysis = analyse(START, SCORE.moves, [even] * 5)
    assert [move.index for move in analysis.moves] == [0, 1, 3]
    assert analysis.turns == ("W", "B", "W", "B", "W")
    data = as_data(SCORE, dict.fromkeys(range(5), even), "x")
    assert analysis.irregular == (2,)
    said = "An irregular move (P10) is not judged."
    assert data["moves"][2] == {"text": "irregular", "points": [], "said": said}
    assert annotate(SCORE, analysis, "x").comments[2] == "Nobody minded. 0.00"
    assert data["moves"][3]["text"] == legal_reply()
    assert data["positions"][3]["turn"] == "B"


def test_the_page_shows_it() -> None:
    view = View()
    view.apply(events.GameStarted(1, 0, "0a0b0c0d-1", 1, *START.split(" ")))
    for ply, text in enumerate(OPENED, 1):
        view.apply(events.Move(1 + ply, 0, "0a0b0c0d-1", ply, text, 22, 21))
    view.apply(events.Irregular(4, 0, "0a0b0c0d-1", 3, IRREGULAR, 20, 21))
    shown = view.public()["game"]
    assert [move["text"] for move in shown["moves"]] == [*OPENED, "irregular"]
    assert shown["turn"] == "B"


def test_a_trace_shows_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "lakabe-trace 1",
        "start xxxxxxxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/xxxxxxxxx",
        "100 level 0",
        "1000 d3 0",
        "1300 e3 1",
        "3000 button turn 1",
        "3100 button turn 0",
        "4000 button turn 1",
        "4100 button turn 0",
        "6000 end",
    ]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode() + b"\n")))
    assert cli.run(["trace", "-"]) == 0
    after = "BBBBBBBBB/BBBBBBBBB/BWB1WBWBW/WWWWWWWWW/WWWWWWWWW B"
    assert capsys.readouterr().out.splitlines() == [f"1. -- {{irregular: {after}}}", after, "*"]
