"""Board, cable, recorder and archive: whatever the cable does, a game is recorded as played, once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cabling import FAULTS, Cable, Host, pass_hours
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import START, PlayedBoard, random_moves

from core.journals import go_back
from fanorona import rules
from fanorona.game import WHITE_WINS
from fanorona.outbox import Outbox
from fanorona.protocol import HOST_LEAD, encode
from fanorona.tracker import CHANGED, TAKEN_BACK
from lakabe import events, messages
from lakabe.link import Link

MOVES = next(moves for seed in range(99) if (moves := random_moves(14, seed))[0] == "d3-e3A")
OTHER = "d4-d3A"
REPLY = "f4-f3A"


def take_back(board: PlayedBoard, ply: int) -> None:
    """The players agree to go back to ``ply`` moves."""
    game = board.session.game
    go_back(game, ply)
    board.truth.copy(game.position)
    for p in range(45):
        board.reeds[p] = board.truth.board[p] != rules.EMPTY
    board.session.tracker.begin(board.reeds)
    board.session.follow(TAKEN_BACK | CHANGED)
    board.wait(40)


def short_game(board: PlayedBoard) -> Iterator[None]:
    """Two moves, the second of which is taken back and played otherwise, and a result."""
    yield
    board.play(MOVES[0])
    yield
    board.play(OTHER)
    yield
    take_back(board, 1)
    yield
    board.play(REPLY)
    yield
    board.session.finish(WHITE_WINS)
    yield from [None] * 8


def check_short_game(host: Host) -> None:
    (game,) = host.archive.games()
    assert (game.texts(), game.result) == ([MOVES[0], REPLY], "1-0")
    assert {one.text for one in host.archive.undone(game.number)} <= {OTHER}
    seqs = host.contacts()
    assert len(set(seqs)) == len(seqs)


@pytest.fixture(scope="module")
def lengths() -> dict[str, int]:
    """Lines that pass down and up when nothing goes wrong."""
    board, cable = PlayedBoard(), Cable()
    host = Host()
    host.record(board, short_game(board), cable)
    check_short_game(host)
    assert [one.text for one in host.archive.undone(1)] == [OTHER]
    return {way: cable.passed(way) for way in ("down", "up")}


def check_every_line(count: int, way: str, fault: str) -> None:
    """The short game with this fault at each of the first ``count`` lines."""
    for place in range(count):
        board = PlayedBoard()
        host = Host()
        host.record(board, short_game(board), Cable(**{way: {place: fault}}))
        check_short_game(host)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("way", ["down", "up"])
def test_one_fault_at_every_line(lengths: dict[str, int], way: str, fault: str) -> None:
    assert lengths["down"] > 30 and lengths["up"] > 5
    check_every_line(lengths[way], way, fault)


def test_a_link_that_skips_what_was_lost_is_noticed(
    monkeypatch: pytest.MonkeyPatch, lengths: dict[str, int]
) -> None:
    sequence = Link._sequence

    def skips(link: Link, event: events.Event, *rest: Any) -> None:
        link.last_seq = max(link.last_seq, event.seq - 1)
        sequence(link, event, *rest)

    monkeypatch.setattr(Link, "_sequence", skips)
    check_every_line(1, "down", "")
    with pytest.raises(AssertionError):
        check_every_line(lengths["down"], "down", "lost")


def test_a_board_that_never_sends_again_is_noticed(
    monkeypatch: pytest.MonkeyPatch, lengths: dict[str, int]
) -> None:
    monkeypatch.setattr(Outbox, "rewind", lambda outbox, number: True)
    with pytest.raises((AssertionError, ValueError)):
        check_every_line(lengths["down"], "down", "lost")


def test_a_board_that_numbers_two_lines_alike_is_noticed(
    monkeypatch: pytest.MonkeyPatch, lengths: dict[str, int]
) -> None:
    """Of two lines with one number the host takes the first."""
    end = Outbox.end

    def alike(outbox: Outbox) -> int:
        number = end(outbox)
        if number == lengths["down"] // 2:
            outbox.next = number
        return number

    monkeypatch.setattr(Outbox, "end", alike)
    with pytest.raises(AssertionError):
        check_every_line(1, "down", "")


@given(
    down=st.dictionaries(st.integers(0, 120), st.sampled_from(FAULTS), max_size=12),
    up=st.dictionaries(st.integers(0, 40), st.sampled_from(FAULTS), max_size=8),
)
@settings(max_examples=25, deadline=None)
def test_many_faults(down: dict[int, str], up: dict[int, str]) -> None:
    board = PlayedBoard()
    host = Host()
    host.record(board, short_game(board), Cable(down, up))
    host.record(board, iter([None] * 8))  # and once without any
    check_short_game(host)


@given(
    turns=st.lists(
        st.tuples(st.sampled_from(["a", "b", "nobody"]), st.integers(0, 3), st.integers(0, 2), st.booleans()),
        max_size=8,
    )
)
@settings(max_examples=15, deadline=None)
def test_two_hosts_in_turn_and_none_for_hours(turns: list[tuple[str, int, int, bool]]) -> None:
    """Whoever looks in last knows everything, and has it once."""
    board = PlayedBoard()
    hosts = {name: Host() for name in ("a", "b")}
    played: list[str] = []

    def plays(count: int, undone: int) -> Iterator[None]:
        """Moves, some of which are taken back in the end."""
        yield
        for move in MOVES[len(played) :][:count]:
            played.append(move)
            board.play(move)
            yield
        if undone and len(played) >= undone:
            del played[-undone:]
            take_back(board, len(played))
        yield

    for name, count, undone, is_long in turns:
        if name in hosts:
            hosts[name].record(board, plays(count, undone))
        else:
            for _ in plays(count, undone):
                board.take_all()  # to nobody
        if is_long:
            pass_hours(board, 5)
    for host in hosts.values():
        host.record(board, plays(0, 0))
        assert [game for game in host.games() if game[0]] == ([(played, None)] if played else [])
        seqs = host.contacts()
        assert len(set(seqs)) == len(seqs)


def test_a_host_that_never_reads_does_not_hold_the_board_up() -> None:
    """It says hello and what it likes, but what the board says stays in the ring; the game goes on."""
    board = PlayedBoard()
    moves = random_moves(30, 77)
    for number, move in enumerate(moves):
        board.hear(encode(HOST_LEAD, f"{number + 1} hello 1.4 deaf".encode()))
        board.hear(encode(HOST_LEAD, f"{number + 1} snapshot".encode()))
        board.hear(encode(HOST_LEAD, f"{number + 1} games".encode()))
        board.play(move)
    assert board.session.game.ply == len(moves)
    assert board.session.outbox.next > 200 and board.session.outbox.pending() <= 4096
    host = Host()
    host.record(board, iter([None] * 20))
    assert host.games() == [(moves, None)]


def test_what_was_lost_is_in_the_snapshot() -> None:
    """A host comes back after more has happened than the board can hold, a takeback too."""
    board = PlayedBoard()
    host = Host()
    moves = random_moves(40, 78)

    def first() -> Iterator[None]:
        for move in moves[:6]:
            board.play(move)
            yield

    host.record(board, first())
    take_back(board, 3)
    for move in [*moves[3:20]]:
        board.play(move)
        board.take_all()
    pass_hours(board, 30)
    seen = board.session.outbox.oldest
    assert seen > 60, "some lines are gone"
    host.record(board, iter([None] * 20))
    assert host.games() == [(moves[:20], None)]


# From the host to the board


def standing(board: PlayedBoard) -> tuple[object, ...]:
    """The game, as the board has it."""
    game = board.session.game
    return (
        bytes(game.position.board[:45]),
        game.position.turn,
        game.ply,
        game.result,
        game.record.size,
        board.session.tracker.phase,
        bytes(board.session.reports.name),
    )


CHANGING = {"new", "go", "end", "set"}
WORDS = st.one_of(
    st.sampled_from(
        ["-", "1", "0", "e2-e3A", "d3-e3W", "W", "B", "level", "raw", "lights", "1.4", "2.0", "0123abcd-1"]
    ),
    st.sampled_from([START.split(" ")[0], "9/9/9/9/9", "1073741823", "-1", "99999999999999999999", "e3-e3"]),
    st.text("abcABC019-/.*", min_size=1, max_size=12),
)
SOUND = st.builds(
    lambda name, words: " ".join([name, *words])[:180],
    st.sampled_from(sorted(set(messages.COMMANDS) - CHANGING)) | st.text("abcxyz", min_size=1, max_size=9),
    st.lists(WORDS, max_size=6),
)
JUNK = st.one_of(
    st.binary(max_size=300),
    st.integers(190, 1000).map(lambda size: b"$" + b"7 ack " + b"1" * size + b"\n"),
    SOUND.map(lambda body: encode(HOST_LEAD, f"7 {body}".encode())),
    SOUND.map(lambda body: encode(HOST_LEAD, f"7 {body}".encode())[:-3] + b"x\n"),
    st.sampled_from([b"$7 new*0000\n", b"$\n", b"$*\n", b"$7\n", b"\r\n" * 20, b"@1 1 tick*0000\r\n"]),
)


@given(pieces=st.lists(JUNK, min_size=1, max_size=12))
@settings(max_examples=60, deadline=None)
def test_nonsense_from_a_host_leaves_the_game_alone(pieces: list[bytes]) -> None:
    board = PlayedBoard()
    board.play(MOVES[0])
    before = standing(board)
    for piece in pieces:
        board.hear(piece)
        board.take_all()
    board.hear(b"\n")
    board.wait(150)
    assert standing(board) == before
    board.take_all()
    board.hear(encode(HOST_LEAD, b"8 bye"))
    board.hear(encode(HOST_LEAD, b"9 get level"))
    board.play(REPLY)
    said = board.take_all().decode()
    board.wait(50)  # a snapshot under way goes on, now that its lines are read
    said += board.take_all().decode()
    assert " ok 9*" in said and f" move 0123abcd-1 2 {REPLY} " in said


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("7 jump", "no 7 unknown"),
        ("7 end 2-0", "no 7 argument"),
        ("7 set level 9", "no 7 argument"),
        ("7 set level", "no 7 argument"),
        ("7 go", "no 7 nothing-loaded"),
        ("7 play 1 d3-e3A", "no 7 nothing-loaded"),
        ("7 load - 9/9 W", "no 7 position"),
        ("7 load x 9/9/9/9/9 W", "no 7 argument"),
        ("7 fetch x 1", "no 7 argument"),
        ("7 hello", "no 7 version"),
    ],
)
def test_each_refusal_has_its_name(body: str, answer: str) -> None:
    board = PlayedBoard()
    board.take_all()
    board.hear(encode(HOST_LEAD, body.encode()))
    assert f" {answer}" in board.take_all().decode()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"$7 get level*0000\n", "checksum"),
        (b"$7 get " + b"x" * 300 + b"\n", "length"),
        (b"$7 get level\n", "format"),
    ],
)
def test_each_damage_has_its_name(line: bytes, reason: str) -> None:
    board = PlayedBoard()
    board.take_all()
    board.wait(200)
    board.hear(line)
    assert f" bad {reason}*" in board.take_all().decode()
