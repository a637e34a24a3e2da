"""The text protocol, from both ends: what ours answers, and what the client makes of any engine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lakabe import __version__
from lakabe.engine import client
from lakabe.engine.client import EngineClient, Info, read_info
from lakabe.engine.protocol import Protocol, _go_values, _limits
from lakabe.engine.standing import Standing
from lakabe.errors import EngineError

pytestmark = pytest.mark.usefixtures("no_tables")

OURS = f"{sys.executable} -m lakabe engine"


def talk(*commands: str) -> list[str]:
    """What is said to these commands, up to the end of the input."""
    said: list[str] = []
    Protocol(said.append).serve([f"{command}\n" for command in ("setoption name Hash value 1", *commands)])
    return said


def test_uci_names_the_engine_and_its_options() -> None:
    said = talk("uci")
    assert said[0] == f"id name Lakabe {__version__}"
    assert said[-1] == "uciok"
    named = [
        line.split(" type ")[0].removeprefix("option name ") for line in said if line.startswith("option")
    ]
    assert named == ["Hash", "Threads", "MultiPV", "Draws", "Quiet", "Tables"]


def test_isready_and_newgame() -> None:
    assert talk("isready", "ucinewgame", "isready") == ["readyok", "readyok"]


def test_a_search_to_a_depth_ends_with_a_legal_move() -> None:
    said = talk("position startpos moves d3-e3W", "go depth 4")
    infos = [read_info(line)[1] for line in said[:-1]]
    assert [info.depth for info in infos] == [1, 2, 3, 4, 4]
    word, move = said[-1].split()
    assert word == "bestmove" and infos[-1].line[0] == move
    standing = Standing.of()
    for text in ("d3-e3W", *infos[-1].line):
        standing.play_text(text)


def test_a_position_is_read_in_n2() -> None:
    said = talk("position fen 9/8B/6W2/9/1W7 W moves b1-a1", "go depth 3")
    assert said[-1].startswith("bestmove i4-")
    assert talk("position fen 9/8B/6W2/9/1W7 W", "go depth 6")[-2].split(" score ")[1].startswith("win 3 ")


@pytest.mark.parametrize("turns", ["true", "false"])
def test_draws_can_be_switched_off(turns: str) -> None:
    shuffle = "a5-a4 i2-i1 a4-a5 i1-i2 a5-a4 i2-i1 a4-a5"
    said = talk(
        f"setoption name Draws value {turns}",
        f"position fen BB7/9/9/8W/9 B moves {shuffle}", "go depth 1",
    )  # fmt: skip
    drawn = "score cp 0 " in said[-2]
    assert drawn == (turns == "true")


def test_fewer_quiet_plies_can_make_a_draw() -> None:
    position = "position fen 9/W8/9/6W2/1W5B1 W"
    said = talk("setoption name Quiet value 2", position, "go depth 5")
    assert " score cp 0 " in said[-2]
    assert " score win 3 " in talk("setoption name Quiet value 3", position, "go depth 5")[-2]


def test_nodes_are_counted_exactly() -> None:
    said = talk("go nodes 5000")
    assert read_info(said[-2])[1].nodes == 5000


def test_a_time_is_kept() -> None:
    said = talk("isready", "go movetime 1", "go wtime 20 btime 20 winc 0 binc 0 movestogo 5")
    assert sum(line.startswith("bestmove ") for line in said) == 2


@pytest.mark.parametrize(
    "clock",
    [
        "wtime 0 btime 0", "wtime -1 btime -1 winc 0 binc 0", "wtime -500 btime 9000 winc -5", "movetime 0",
        "movetime -3", "wtime 0 movestogo 0", "wtime 10 btime 10 movestogo -2",
    ],
)  # fmt: skip
def test_a_clock_that_shows_nothing_or_less_is_answered_at_once(clock: str) -> None:
    said = talk("isready", f"go {clock}")
    assert said[-1].startswith("bestmove ") and "none" not in said[-1]
    assert not [line for line in said if "error" in line]
    limits = _limits(_go_values(clock.split()), white=True)
    assert limits.seconds is not None and 0 < limits.seconds <= 0.002


@pytest.mark.parametrize("words", ["wtime", "wtime x", "wtime --5", "depth 0", "nodes -1", "perft -1"])
def test_what_is_no_limit_is_refused(words: str) -> None:
    assert talk(f"go {words}")[-1].startswith("info string error: ")


def test_several_lines_are_numbered() -> None:
    said = talk("setoption name MultiPV value 2", "go depth 3")
    assert [read_info(line)[0] for line in said[:-1]] == [1, 2] * 4


def test_perft_counts() -> None:
    assert talk("go perft 4", "go perft 0") == ["perft 18026", "perft 1"]


def test_an_endless_search_ends_with_stop() -> None:
    said = talk("isready", "go infinite", "stop")
    assert said[-1].startswith("bestmove ")


def test_a_search_that_is_done_early_waits_for_stop() -> None:
    said: list[str] = []
    protocol = Protocol(said.append)
    protocol.answer("position fen 9/8B/6W2/9/1W7 W")
    protocol.answer("go infinite")
    assert protocol._thinking is not None
    protocol._thinking.join(0.2)
    assert not any(line.startswith("bestmove") for line in said)
    protocol.answer("stop")
    assert said[-1].startswith("bestmove ")


def test_a_game_that_is_over_has_no_move() -> None:
    assert talk("position fen 9/9/9/BB7/WB7 W", "go depth 3")[-1] == "bestmove none"


def test_quit_ends_at_once() -> None:
    assert talk("quit", "uci") == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("hello", "unknown command hello"),
        ("go", "go wants a limit"),
        ("go depth x", "depth is a number from 1"),
        ("go fast", "go does not know fast"),
        ("position here", "position wants: startpos or fen"),
        ("position fen 9/9 W", "five rows"),
        ("position startpos d3-e3W", "'d3-e3W' after a position is not 'moves'"),
        ("position startpos moves a1-a2", "a1-a2 cannot be played"),
        ("setoption Hash 3", "setoption wants"),
        ("setoption name Hash value 0", "Hash is a number from 1"),
        ("setoption name Speed value 9", "no option Speed"),
        ("setoption name Draws value maybe", "true or false"),
        ("setoption name Quiet value 101", "Quiet is a number from 1 to 100"),
    ],
)
def test_what_makes_no_sense_is_said(command: str, said: str) -> None:
    (answer,) = talk(command)
    assert answer.startswith("info string error: ") and said in answer


def test_a_bad_position_leaves_the_last_one() -> None:
    said = talk("position fen 9/8B/6W2/9/1W7 W", "position fen 9/9 W", "go perft 1", "go depth 5")
    assert "win 3" in said[-2]


# The other end


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    def write(body: str) -> str:
        file = tmp_path / "engine.py"
        file.write_text(
            "import sys\nfor line in sys.stdin:\n    words = line.split()\n"
            "    def say(*texts):\n        print(*texts, sep='\\n', flush=True)\n"
            "    if words[0] == 'uci':\n        say('id name Toy', 'uciok')\n"
            "    elif words[0] == 'isready':\n        say('readyok')\n" + body
        )
        return f"{sys.executable} {file}"

    return write


def test_our_engine_answers_the_client() -> None:
    seen: list[tuple[int, Info]] = []
    with EngineClient(OURS, {"Hash": "1"}) as engine:
        assert engine.name == f"Lakabe {__version__}"
        engine.new_game()
        answer = engine.go(None, ["d3-e3W"], "depth 3", 60, lambda number, info: seen.append((number, info)))
        assert answer.move == answer.infos[1].line[0]
        assert [info.depth for _, info in seen] == [1, 2, 3, 3]
        assert engine.go("9/9/9/BB7/WB7 W", [], "depth 3", 60).move is None
        with pytest.raises(EngineError, match="a1-a2 cannot be played"):
            engine.go(None, ["a1-a2"], "depth 3", 60)


def test_another_engine_is_asked_in_its_words(program: Callable[[str], str]) -> None:
    toy = program(
        "    elif words[0] == 'position':\n        told = line.strip()\n"
        "    elif words[0] == 'go':\n        say('info string ' + told, 'bestmove ' + words[2])\n"
    )
    with EngineClient(toy) as engine:
        assert engine.name == "Toy"
        assert engine.go(None, [], "movetime 5", 5).move == "5"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    elif words[0] == 'go':\n        sys.exit()\n", "has ended"),
        ("    elif words[0] == 'go':\n        say('bestmove')\n", "answers without a move"),
        (
            "    elif words[0] == 'go':\n        say('info string error: no')\n        say('bestmove x')\n",
            "says: no",
        ),
        ("    elif words[0] == 'go':\n        pass\n", "does not say bestmove within"),
    ],
)
def test_an_engine_that_fails_is_named(
    program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, body: str, said: str
) -> None:
    monkeypatch.setattr(client, "GRACE_S", 0.5)
    with EngineClient(program(body)) as engine, pytest.raises(EngineError, match=said) as caught:
        engine.go(None, [], "depth 1", 0.5)
    assert "engine.py" in str(caught.value)


@pytest.mark.parametrize("command", ["no-such-engine", "", "'"])
def test_a_command_that_cannot_be_started_is_named(command: str) -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        EngineClient(command)


def test_an_engine_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.HELLO_S < 9  # it is to be named within ten seconds, starting included
    monkeypatch.setattr(client, "HELLO_S", 0.3)
    with pytest.raises(EngineError, match="does not say uciok"):
        EngineClient("sleep 60")


def test_infos_are_read_whatever_is_missing() -> None:
    assert read_info("info depth 3 score draw nodes 7") == (1, Info(3, "draw", 7))
    assert read_info("info multipv 2 score win 5 pv a1-b1 c1-d1") == (
        2,
        Info(0, "win 5", 0, ("a1-b1", "c1-d1")),
    )
    assert read_info("info score") == (1, Info())
