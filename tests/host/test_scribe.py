"""What of a board's events goes where: repeated, out of step and contradicting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playing import START, long_game

import legal
from fanorona.rules import notation, rules
from lakabe.archive import CORRECTED, TAKEN_BACK, Archive, Writer
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.board.revival import Revival
from lakabe.board.scribe import Scribe
from lakabe.errors import ArchiveBusy

NAME = "0a0b0c0d-1"
MOVES = long_game(12, 200)


def hello(seq: int = 1, boot: str = "0a0b0c0d") -> events.Hello:
    return events.Hello(seq, 0, 1, 5, "0.1.0", "E66", boot, (), 1, seq + 1)


def game_of(moves: list[str], first_seq: int = 10, name: str = NAME) -> list[Event]:
    """The lines of a game from the start: its beginning, then for each move a lift, a place and the move."""
    position = rules.Position()
    found: list[Event] = [
        events.GameStarted(first_seq, 0, name, 1, *START.split(" ")),
        events.Takeback(first_seq + 1, 0, name, 1),
    ]
    seq = first_seq + 2
    for ply, move in enumerate(moves, 1):
        notation.play_move(position, move)
        position.end_turn()
        position.forget()
        found.append(events.Lift(seq, seq, move[:2]))
        found.append(events.Place(seq + 1, seq, move[3:5]))
        white, black = position.stones[rules.WHITE], position.stones[rules.BLACK]
        found.append(events.Move(seq + 2, seq, name, ply, move, white, black))
        seq += 3
    return found


def moves_only(found: list[Event], shift: int) -> list[Event]:
    """As a snapshot says it: the same game and moves again under later numbers."""
    again: list[Event] = []
    ply = 1
    for event in found:
        if isinstance(event, events.GameStarted):
            again.append(
                events.GameStarted(event.seq + shift, 0, event.game, event.ply, event.board, event.turn)
            )
        elif isinstance(event, events.Move):
            again.append(
                events.Move(event.seq + shift, 0, event.game, event.ply, event.move, event.white, event.black)
            )
            ply = event.ply + 1
    return [*again, events.Takeback(found[-1].seq + shift + (shift > 0), 0, NAME, ply)]


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with Archive(place, patience=0) as opened:
        yield opened


def test_a_missing_move_asks_for_a_snapshot_once(archive: Archive) -> None:
    lines = game_of(MOVES[:6])
    missing = [event for event in lines if not (isinstance(event, events.Move) and event.ply == 3)]
    scribe = Scribe(archive)
    scribe.keep([hello(), *missing])
    assert archive.game(1).texts() == MOVES[:2]
    assert len(archive.game(1).moves) == 5, "what came is durable all the same"
    assert scribe.take_wish()
    assert not scribe.take_wish()
    scribe.keep(moves_only(lines, 100))
    assert archive.game(1).texts() == MOVES[:6]
    assert not scribe.take_wish()
    assert scribe.take_notes() == []
    assert scribe.playing is not None
    assert scribe.playing.position is not None


def test_what_was_undone_is_kept_when_it_is_offered_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction fails at its end: what the scribe knows is as before, too."""
    scribe = Scribe(archive)
    scribe.keep([hello()])
    writing = archive.writing

    @contextmanager
    def failing() -> Iterator[Writer]:
        with writing() as writer:
            yield writer
            raise ArchiveBusy("the archive is locked by another program")

    for batch in (game_of(MOVES[:4]), moves_only(game_of(MOVES), 100)):
        with monkeypatch.context() as during:
            during.setattr(archive, "writing", failing)
            with pytest.raises(ArchiveBusy):
                scribe.keep(batch)
        scribe.keep(batch)
    assert [game.texts() for game in archive.games()] == [MOVES]
    kinds = [contact.kind for contact in archive.contacts(archive.games()[0].number)]
    assert kinds == ["lift", "place"] * 4


def test_moves_without_their_beginning(archive: Archive) -> None:
    lines = game_of(MOVES[:4])
    scribe = Scribe(archive)
    scribe.keep([hello(), *lines[7:]])
    assert scribe.take_wish()
    assert archive.game(1).start == ""
    scribe.keep(moves_only(lines, 100))
    game = archive.game(1)
    assert (game.start, game.texts()) == (START, MOVES[:4])
    assert len(archive.games()) == 1


def test_a_new_host_knows_the_game_from_the_archive(archive: Archive) -> None:
    lines = game_of(MOVES[:6])
    first = Scribe(archive)
    first.keep([hello(), *lines[:10]])
    second = Scribe(archive)
    second.keep([hello(50), *lines[10:]])
    assert archive.game(1).texts() == MOVES[:6]
    assert not second.take_wish()
    assert second.playing is not None
    assert second.playing.position is not None


def long_other() -> list[str]:
    """Another third move."""
    position = rules.Position()
    for move in MOVES[:2]:
        notation.play_move(position, move)
        position.end_turn()
    return [next(move for move in legal.texts(position) if move != MOVES[2])]


def corrected_game() -> tuple[list[Event], list[str]]:
    """A game in which moves were corrected and taken back, and the moves that stand."""
    (other,) = long_other()
    lines = game_of(MOVES[:5])
    seq = lines[-1].seq

    def again(moves: list[str], first: int) -> list[Event]:
        nonlocal seq
        made = [event for event in game_of(moves, seq) if isinstance(event, events.Move)]
        seq = made[-1].seq
        return list(made[first - 1 :])

    lines += again([*MOVES[:2], other], 3)
    lines.append(events.Takeback(seq + 1, 0, NAME, 3))
    lines += again(MOVES[:4], 3)
    lines.append(events.Result(seq + 1, 0, NAME, "1-0", "no-move"))
    lines.append(events.Takeback(seq + 2, 0, NAME, 4))
    seq += 2
    lines += again(MOVES, 4)
    return lines, MOVES


@given(cuts=st.lists(st.integers(1, 45), max_size=6), seed=st.integers(0, 40))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_corrections_and_takebacks_whatever_is_told_again(
    tmp_path_factory: pytest.TempPathFactory, cuts: list[int], seed: int
) -> None:
    """After each cut another host program goes on, and hears again some of what was told before."""
    lines, moves = corrected_game()
    where = tmp_path_factory.mktemp("scribe") / "games.db"
    with Archive(str(where), patience=0) as archive:
        done = 0
        for number, end in enumerate([*sorted(cuts), len(lines)]):
            scribe = Scribe(archive)
            scribe.keep([hello(), *lines[max(0, done - seed * number) : end]])
            done = max(done, end)
        (game,) = archive.games()
        assert (game.texts(), game.result) == (moves, None)
        undone = [(move.ply, move.text, move.why) for move in archive.undone(game.number)]
        (other,) = long_other()
        assert undone == [
            *((ply, MOVES[ply - 1], CORRECTED) for ply in (3, 4, 5)),
            (3, other, TAKEN_BACK),
            (4, MOVES[3], TAKEN_BACK),
            (5, "1-0 no-move", TAKEN_BACK),
        ]


def test_a_takeback_that_was_missed_is_in_the_snapshot(archive: Archive) -> None:
    lines = game_of(MOVES[:6])
    scribe = Scribe(archive)
    scribe.keep([hello(), *lines])
    seq = lines[-1].seq
    scribe.keep([*moves_only(game_of(MOVES[:4]), seq), events.Takeback(seq + 50, 0, NAME, 5)])
    assert archive.game(1).texts() == MOVES[:4]
    assert scribe.playing is not None and scribe.playing.position == after(MOVES[:4])
    assert not scribe.take_wish() and scribe.take_notes() == []


def test_a_takeback_that_tells_of_more_moves_asks_for_them(archive: Archive) -> None:
    scribe = Scribe(archive)
    lines = game_of(MOVES[:3])
    scribe.keep([hello(), *lines, events.Takeback(lines[-1].seq + 1, 0, NAME, 6)])
    assert scribe.take_wish()
    assert archive.game(1).texts() == MOVES[:3]


def test_a_takeback_of_an_unknown_game_is_nothing(archive: Archive) -> None:
    scribe = Scribe(archive)
    scribe.keep([hello(), events.Takeback(20, 0, NAME, 6)])
    assert archive.games() == []


def test_a_move_after_the_end_opens_the_game_again(archive: Archive) -> None:
    scribe = Scribe(archive)
    lines = game_of(MOVES)
    early, late = lines[:-1], lines[-1]
    scribe.keep([hello(), *early, events.Result(late.seq, 0, NAME, "1/2-1/2", "host")])
    assert archive.game(1).result == "1/2-1/2"
    assert isinstance(late, events.Move)
    scribe.keep([events.Move(late.seq + 1, 0, NAME, late.ply, late.move, late.white, late.black)])
    game = archive.game(1)
    assert (game.texts(), game.result) == (MOVES, None)
    assert [move.text for move in archive.undone(1)] == ["1/2-1/2 host"]


def test_another_result_replaces_the_one_before(archive: Archive) -> None:
    lines = game_of(MOVES[:3])
    scribe = Scribe(archive)
    scribe.keep(
        [
            hello(),
            *lines,
            *(events.Result(97 + n, 0, NAME, r, "host") for n, r in enumerate(("1-0", "0-1", "0-1"))),
        ]
    )
    (game,) = archive.games()
    assert (game.result, game.texts()) == ("0-1", MOVES[:3])
    assert [(one.ply, one.text) for one in archive.undone(1)] == [(4, "1-0 host")]


def test_an_abandoned_game_without_a_move_is_none(archive: Archive) -> None:
    scribe = Scribe(archive)
    scribe.keep([hello(), game_of([])[0], events.Result(12, 0, NAME, "*", "abandoned")])
    assert archive.games() == []
    scribe.keep([game_of([])[0], events.Result(14, 0, NAME, "1-0", "host")])
    assert [game.result for game in archive.games()] == ["1-0"]


def test_nothing_before_a_hello(archive: Archive) -> None:
    scribe = Scribe(archive)
    scribe.keep(game_of(MOVES[:2]))
    assert archive.games() == []
    assert scribe.serial == ""


def test_moves_and_counts_that_do_not_agree_are_named(archive: Archive) -> None:
    lines = game_of(MOVES[:2])
    last = lines[-1]
    assert isinstance(last, events.Move)
    lines[-1] = events.Move(last.seq, 0, NAME, last.ply, last.move, last.white, last.black - 1)
    scribe = Scribe(archive)
    scribe.keep([hello(), *lines])
    assert scribe.take_wish(), "first a snapshot is asked for"
    scribe.keep(moves_only(lines, 100))
    (note,) = scribe.take_notes()
    assert "counts" in note
    assert archive.game(1).texts() == MOVES[:2]


def revived(archive: Archive, moves: list[str]) -> Revival:
    Scribe(archive).keep([hello(), *game_of(moves)])
    return Revival(archive.unfinished("E66"))


def reeds(text: str) -> str:
    position = rules.Position()
    notation.parse_position(text, position)
    return notation.picture(position.board, ".xx")


def after(moves: list[str]) -> str:
    position = rules.Position()
    for move in moves:
        notation.play_move(position, move)
        position.end_turn()
    return notation.format_position(position)


def test_revival_gives_the_game_back(archive: Archive) -> None:
    revival = revived(archive, MOVES[:3])
    assert revival.see(events.State(1, 0, "setup", 3)) == []
    given = revival.see(events.Reeds(2, 0, reeds(after(MOVES[:3]))))
    board, turn = START.split(" ")
    assert given == [
        ("load", NAME, board, turn),
        *[("play", ply, move) for ply, move in enumerate(MOVES[:3], 1)],
        ("go",),
    ]
    assert revival.see(events.Synced(3, 0)) == [], "once"


def test_revival_waits_for_the_stones(archive: Archive) -> None:
    revival = revived(archive, MOVES[:3])
    picture = reeds(after(MOVES[:3]))
    place = picture.replace("/", "").index("x")
    point = "abcdefghi"[place % 9] + str(5 - place // 9)
    revival.see(events.Reeds(1, 0, picture.replace("x", ".", 1)))
    assert revival.see(events.State(2, 0, "setup", 3)) == []
    assert revival.see(events.Place(3, 0, point))[0][0] == "load"


@pytest.mark.parametrize(
    "withdrawn",
    [
        events.GameStarted(1, 0, "x", 1, "", "W"),
        events.Move(1, 0, "x", 4, "d4-d3A", 21, 20),
        events.Result(1, 0, "x", "*", "abandoned"),
        events.State(1, 0, "play", 3),
    ],
)
def test_revival_is_withdrawn(archive: Archive, withdrawn: Event) -> None:
    revival = revived(archive, MOVES[:3])
    revival.see(events.State(0, 0, "setup", 3))
    revival.see(withdrawn)
    assert revival.see(events.Reeds(2, 0, reeds(after(MOVES[:3])))) == []


def test_revival_believes_nothing_from_before_the_connection(archive: Archive) -> None:
    revival = revived(archive, MOVES[:3])
    state, picture = events.State(0, 0, "setup", 3), events.Reeds(1, 0, reeds(after(MOVES[:3])))
    for event in (state, picture, events.Synced(2, 0)):
        assert revival.see(event, is_stale=True) == []
    assert revival.see(events.Synced(3, 0)) == []
    assert revival.see(state) == [] and revival.see(picture)[0][0] == "load"


def test_nothing_to_revive(archive: Archive) -> None:
    for revival in (Revival(None), revived(archive, [])):
        revival.see(events.State(0, 0, "setup", 3))
        assert revival.see(events.Reeds(2, 0, reeds(START))) == []


def result_after(lines: list[Event]) -> events.Result:
    return events.Result(lines[-1].seq + 50, 0, NAME, "1-0", "host")


def lost_before(event: Event) -> events.Lost:
    return events.Lost(event.seq - 1, 0, event.seq - 20, event.seq - 1)


@pytest.mark.parametrize("is_another", [False, True])
def test_a_result_right_after_lost_lines_does_not_make_the_game_whole(
    archive: Archive, is_another: bool
) -> None:
    lines = game_of(MOVES[:3])
    result = result_after(lines)
    scribe = Scribe(archive)
    scribe.keep([hello(), *lines])
    if is_another:
        scribe = Scribe(archive)
        scribe.keep([replace(hello(result.seq - 1), oldest=result.seq)])
    else:
        scribe.keep([lost_before(result)])
    scribe.keep([result])
    assert [(game.texts(), game.result) for game in archive.games()] == [(MOVES[:3], "1-0")]
    assert archive.lacking("E66", {NAME: None}) == [NAME]
    told = moves_only(game_of(MOVES[:5]), 100)
    scribe.keep([*told, result_after(told)])
    assert [(game.texts(), game.result) for game in archive.games()] == [(MOVES[:5], "1-0")]
    assert archive.lacking("E66", {NAME: None}) == []


def test_lines_lost_before_the_last_move_leave_the_game_whole(archive: Archive) -> None:
    lines = game_of(MOVES[:3])
    scribe = Scribe(archive)
    scribe.keep([hello(), *lines[:-1], lost_before(lines[-1]), lines[-1], result_after(lines)])
    assert archive.lacking("E66", {NAME: None}) == []


def test_lost_lines_that_had_come_before_leave_the_game_whole(archive: Archive) -> None:
    lines = game_of(MOVES[:3])
    scribe = Scribe(archive)
    scribe.keep([hello(), *lines, lost_before(lines[-1]), result_after(lines)])
    assert archive.lacking("E66", {NAME: None}) == []


def test_a_whole_game_that_was_taken_for_one_with_a_move_missing_is_put_right(archive: Archive) -> None:
    lines = game_of(MOVES[:3])
    result = result_after(lines)
    scribe = Scribe(archive)
    scribe.keep([hello(), *lines, lost_before(result), result])
    told = moves_only(lines, 100)
    scribe.keep([*told, result_after(told)])
    assert [(game.texts(), game.result) for game in archive.games()] == [(MOVES[:3], "1-0")]
    assert archive.lacking("E66", {NAME: None}) == []
