"""Lines whose checksum is right and whose text is not: named, counted and passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import START, random_moves
from recording import Bench

from lakabe.archive import Archive
from lakabe.board import events, messages
from lakabe.board.complaints import Complaints
from lakabe.board.events import Event
from lakabe.board.scribe import Scribe

GAME = "0123abcd-1"
SHORT = START.replace("WWWWWWWWW W", "WWWWWWWW W")

WRONG = [
    f"game {GAME} 1 {SHORT}",
    f"game {GAME} 0 {START}",
    f"game {GAME} 1 {START.replace('BWBW1BWBW', 'BWBW2BWBW')}",
    f"game {GAME} 1 {START.split()[0]}/9 W",
    f"game {GAME} 1 {START} dimy",
    f"past {GAME} 1 {START} telo",
    f"position {SHORT}",
    f"compose {SHORT} -",
    f"move {GAME} 0 d3-e3A 22 21",
    f"move {GAME} 1073741824 d3-e3A 22 21",
    f"irregular {GAME} 3 {SHORT}",
    f"played {GAME} 1 d3-e3A --{SHORT.split()[0]}",
    f"takeback {GAME} 0",
    f"result {GAME} 1-0 host 9999999999",
    "lift j9",
    "hello 1.7",
]


@pytest.mark.parametrize("text", WRONG)
def test_every_message_is_checked(text: str) -> None:
    name, *fields = text.split()
    event = messages.read(7, 0, name, fields)
    assert event == events.Unknown(7, 0, text, True)


def test_a_message_of_a_later_protocol_is_not_wrong() -> None:
    assert messages.read(7, 0, "sing", ["la"]) == events.Unknown(7, 0, "sing la", False)


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_line_ends_no_recording(bench: Bench, archive: Archive, text: str) -> None:
    moves = random_moves(4, 1)

    def script() -> Iterator[None]:
        for move in moves:
            bench.board.play(move)
            yield
            outbox = bench.board.session.outbox
            for _ in range(60):
                name, *fields = text.split()
                outbox.begin(name.encode(), bench.board.now)
                for field in fields:
                    outbox.put(field.encode())
                outbox.end()
                yield

    bench.run(script)
    (game,) = archive.games()
    assert game.texts() == moves
    named = [notice for notice in bench.notices if "makes no sense" in notice]
    assert len(named) == 3 and text[:40] in named[0]
    assert "1 skipped" in named[0] and "200 skipped" in named[2]


def test_a_line_that_is_always_damaged_is_called_lost(bench: Bench, archive: Archive) -> None:
    moves = random_moves(4, 1)
    take = bench.board.take_all
    number = b""  # of the line that tells of the first move

    def spoil() -> bytes:
        nonlocal number
        data = take()
        found = re.search(rb"@" + (number or rb"[0-9]+") + rb" [0-9]+ move", data)
        if found is None:
            return data
        number = found[0].split()[0].removeprefix(b"@")
        return data[: found.end() - 1] + b"?" + data[found.end() :]

    def script() -> Iterator[None]:
        for move in moves:
            bench.board.play(move)
            yield
        yield from [None] * 300

    bench.board.take_all = spoil  # type: ignore[method-assign]
    bench.run(script)
    (lost,) = bench.of(events.Lost)
    assert bench.notices == [
        f"the board's line {lost.seq} was lost, and what there is of its games is asked for again"
    ]
    (game,) = archive.games()
    assert game.texts() == moves


def test_losses_do_not_flood() -> None:
    said: list[str] = []
    complaints = Complaints(said.append)
    for n in range(1, 251):
        complaints.lost(events.Lost(2 * n, 0, 2 * n - 1, 2 * n))
    assert len(said) == 5
    assert said[0].startswith("the board's lines 1 to 2 were lost")
    assert said[4].endswith("lost 200 times so far")


def lines(seq: int) -> st.SearchStrategy[Event]:
    """Well-formed lines that need not fit together."""
    plies = st.integers(1, 6)
    game = st.sampled_from([GAME, "0123abcd-2"])
    starts = st.sampled_from(
        [START, "9/9/4W4/9/8B W", "9/9/9/9/9 B", START.replace("BWBW1BWBW", "WBWB1WBWB")]
    )
    moves = st.sampled_from(["d3-e3A", "f4-f3A", "a1-b1", "i5-h4A-g3W", "e3", "--9/9/4W4/9/8B"])
    counts = st.integers(0, 22)
    return st.one_of(
        st.builds(events.State, st.just(seq), st.just(0), st.sampled_from(["setup", "play", "over"]), counts),
        st.builds(lambda g, p, s: events.GameStarted(seq, 0, g, p, *s.split(" ")), game, plies, starts),
        st.builds(events.Move, st.just(seq), st.just(0), game, plies, moves, counts, counts),
        st.builds(events.Takeback, st.just(seq), st.just(0), game, plies),
        st.builds(
            events.Result,
            st.just(seq),
            st.just(0),
            game,
            st.sampled_from(["1-0", "*", "1/2-1/2"]),
            st.just("host"),
            st.none() | st.integers(0, 6),
        ),
        st.just(events.Lost(seq, 0, max(1, seq - 3), seq - 1)),
        st.just(events.Synced(seq, 0)),
    )


def scribble(data: st.DataObject, minor: int) -> None:
    """Lines that do not fit together stop no scribe."""
    with Archive("sqlite://", patience=0) as archive:
        scribe = Scribe(archive)
        scribe.keep([events.Hello(1, 0, 1, minor, "0.1.0", "E66", "0123abcd", (), 1, 2)])
        for seq in range(2, data.draw(st.integers(3, 16))):
            scribe.keep([data.draw(lines(seq))])
        for game in archive.games():
            assert game.number


@pytest.mark.slow
@settings(max_examples=75, deadline=None)
@given(data=st.data(), minor=st.sampled_from([4, 5]))
def test_lines_that_do_not_fit_together_stop_no_scribe(data: st.DataObject, minor: int) -> None:
    scribble(data, minor)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(data=st.data(), minor=st.sampled_from([4, 5]))
def test_many_lines_that_do_not_fit_together_stop_no_scribe(data: st.DataObject, minor: int) -> None:
    scribble(data, minor)
