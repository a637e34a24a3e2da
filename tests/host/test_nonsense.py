"""What a host says that makes no sense."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from playing import START, PlayedBoard

from fanorona.wire.protocol import HOST_LEAD, encode
from lakabe.board import messages


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


CHANGING = {"new", "go", "end", "set", "takeback"}
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
    board.play("d3-e3A")
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
    board.play("f4-f3A")
    said = board.take_all().decode()
    board.wait(50)  # a snapshot under way goes on, now that its lines are read
    said += board.take_all().decode()
    assert " ok 9*" in said and " move 0123abcd-1 2 f4-f3A " in said
