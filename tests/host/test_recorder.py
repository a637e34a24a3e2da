"""Recording: durable before acknowledged, across lost ports and busy archives."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import START, BoardServer, PlayedBoard, ScriptedWire, random_moves
from recording import Bench, players, unplug

from fanorona.rules import notation, rules
from lakabe.archive import Archive
from lakabe.board import events
from lakabe.board.complaints import Complaints
from lakabe.board.events import Event
from lakabe.board.recorder import Recorder
from lakabe.errors import ArchiveError, PortError, ProtocolError, UsageError


def test_a_game_is_recorded_move_by_move(bench: Bench, archive: Archive) -> None:
    moves = random_moves(10, 1)
    bench.run(players(bench.board, moves))
    (game,) = archive.games()
    assert game.texts() == moves
    assert game.start == START
    assert (game.board, game.name) == ("e66038b713", "0123abcd-1")
    assert game.result is None
    assert [event.move for event in bench.of(events.Move) if isinstance(event, events.Move)] == moves
    assert bench.notices == []
    recorded = bench.recorder.playing
    assert recorded is not None
    assert (recorded.number, recorded.ply) == (game.number, 11)
    assert recorded.position == notation.format_position(bench.board.truth)


def test_everything_is_acknowledged_at_the_end(bench: Bench) -> None:
    bench.run(players(bench.board, random_moves(6, 2)))
    assert bench.board.session.outbox.acked >= bench.recorder._link.last_seq - 1
    assert not bench.board.session._link.on, "the board was told goodbye"


def test_contacts_are_kept_beside_the_game(bench: Bench, archive: Archive) -> None:
    bench.run(players(bench.board, random_moves(2, 3)), watch_raw=True)
    (game,) = archive.games()
    kinds = [contact.kind for contact in archive.contacts(game.number)]
    assert {"raw", "lift", "place"} <= set(kinds)
    first, second = archive.contacts(game.number)[:2]
    assert (first.kind, first.value) == ("lift", 0), "the first stone lifted belongs to the game it begins"
    assert (second.kind, second.value, second.point) == ("raw", 0, first.point)
    assert kinds.count("raw") == kinds.count("lift") + kinds.count("place")


def test_raw_contacts_are_kept_only_when_asked_for(bench: Bench, archive: Archive) -> None:
    bench.run(players(bench.board, random_moves(2, 3)))
    (game,) = archive.games()
    kinds = {contact.kind for contact in archive.contacts(game.number)}
    assert kinds == {"button", "lift", "place"} and not bench.of(events.Raw)


def test_a_position_set_up_and_never_played_leaves_no_game(bench: Bench, archive: Archive) -> None:
    def script() -> Iterator[None]:
        yield
        bench.recorder.send("new")
        yield
        yield

    bench.run(script)
    assert bench.of(events.GameStarted)
    assert archive.games() == []


def test_a_port_that_is_gone_is_tried_again_more_and_more_slowly(bench: Bench) -> None:
    bench.run(unplugged_after_a_look, unplugged, unplugged, unplugged, lambda: iter(()))
    assert bench.pauses == [0.25, 0.5, 1.0, 2.0]
    assert bench.notices == ["the cable was pulled; trying again"], "said once"


def test_a_board_that_was_back_is_missed_again(bench: Bench) -> None:
    bench.run(unplugged_after_a_look, unplugged, unplugged_after_a_look, unplugged, lambda: iter(()))
    assert bench.notices == ["the cable was pulled; trying again"] * 2


def test_another_reason_is_said() -> None:
    said: list[str] = []
    complaints = Complaints(said.append)
    for error in (PortError("gone"), PortError("gone"), PortError("taken"), PortError("taken")):
        complaints.away(error)
    assert said == ["gone; trying again", "taken; trying again"]


def unplugged_after_a_look() -> Iterator[None]:
    yield
    yield
    unplug()


def unplugged() -> Iterator[None]:
    unplug()
    return iter(())


def test_a_port_that_never_opened_is_an_error(archive: Archive) -> None:
    recorder = Recorder(lambda: unplug() or None, archive)  # type: ignore[arg-type, func-returns-value]
    with pytest.raises(PortError):
        recorder.run()
    recorder = Recorder(lambda: unplug() or None, archive)  # type: ignore[arg-type, func-returns-value]
    recorder.start()
    assert recorder.join(10)
    assert isinstance(recorder.error, PortError)


class DeafWire:
    """A port where nobody answers."""

    def read(self, limit: int, timeout: float) -> bytes:
        return b">>> \r\n"

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


def test_no_board_behind_the_port(bench: Bench, archive: Archive) -> None:
    recorder = Recorder(DeafWire, archive, clock=lambda: bench._clock() * 20)
    with pytest.raises(ProtocolError):
        recorder.run()


def test_a_command_needs_a_board(archive: Archive) -> None:
    recorder = Recorder(DeafWire, archive)
    with pytest.raises(PortError, match="not connected"):
        recorder.send("new")


def test_a_wrong_command_is_refused_at_once(bench: Bench) -> None:
    def script() -> Iterator[None]:
        yield
        with pytest.raises(UsageError):
            bench.recorder.send("dance")

    bench.run(script)


def test_a_busy_archive_is_waited_for_and_nothing_is_acknowledged(bench: Bench, archive: Archive) -> None:
    moves = random_moves(4, 25)
    assert archive.path is not None
    holder = sqlite3.connect(archive.path)
    acked: list[int] = []

    def script() -> Iterator[None]:
        bench.board.play(moves[0])
        yield
        holder.execute("BEGIN IMMEDIATE")
        acked.append(bench.board.session.outbox.acked)
        bench.board.play(moves[1])
        yield
        bench.board.play(moves[2])
        yield
        acked.append(bench.board.session.outbox.acked)
        assert [event.ply for event in bench.seen if isinstance(event, events.Move)] == [1]
        holder.rollback()
        bench.now += 10
        yield
        bench.board.play(moves[3])
        yield

    bench.run(script)
    holder.close()
    assert acked[0] == acked[1]
    (game,) = archive.games()
    assert game.texts() == moves
    assert any("locked" in notice for notice in bench.notices)


def test_an_archive_that_breaks_ends_the_recording(
    bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = random_moves(2, 26)

    def script() -> Iterator[None]:
        bench.board.play(moves[0])
        yield
        monkeypatch.setattr(archive, "writing", broken)
        acked.append(bench.board.session.outbox.acked)
        bench.board.play(moves[1])
        yield

    def broken() -> None:
        raise ArchiveError("the disk has gone")

    acked: list[int] = []
    with pytest.raises(ArchiveError, match="disk has gone"):
        bench.run(script)
    assert bench.board.session.outbox.acked == acked[0]
    monkeypatch.undo()
    other = Bench(archive, bench.board)
    other.run(lambda: iter([None] * 4))
    assert archive.games()[0].texts() == moves, "what was not acknowledged comes again"


def test_a_faulty_listener_does_not_stop_the_record(bench: Bench, archive: Archive) -> None:
    def fail(event: Event) -> None:
        raise RuntimeError("a fault of who looks on")

    wire = ScriptedWire(bench.board, players(bench.board, ["d3-e3A"])(), lambda: recorder.stop())
    recorder = Recorder(lambda: wire, archive, listener=fail, clock=bench._clock)
    recorder.run()
    assert archive.games()[0].texts() == ["d3-e3A"]


def test_moves_that_the_rules_forbid_are_kept_and_named(
    bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lakabe.board.scribe.notation.play_move", illegal)
    bench.run(players(bench.board, ["d3-e3A"]))
    (game,) = archive.games()
    assert game.texts() == ["d3-e3A"]
    assert any("irregular" in notice for notice in bench.notices)


def illegal(position: rules.Position, text: str) -> None:
    raise ValueError("not today")


def test_lights_are_watched_when_asked(bench: Bench) -> None:
    bench.run(players(bench.board, ["d3-e3A"]), watch_lights=True)
    assert bench.of(events.Lights)
    assert not bench.of(events.Raw)


def test_on_threads_and_sockets(tmp_path: Path) -> None:
    boards = [PlayedBoard(serial=b"one"), PlayedBoard(serial=b"two")]
    games = [random_moves(6, 30), random_moves(6, 31)]
    done = [threading.Event(), threading.Event()]

    def record(n: int, archive: Archive) -> tuple[BoardServer, Recorder]:
        left = iter(games[n])

        def act() -> None:
            move = next(left, None)
            if move is not None:
                boards[n].play(move)

        def listen(event: Event) -> None:
            if isinstance(event, events.Move) and event.ply == len(games[n]):
                done[n].set()

        from lakabe.board.transport import open_transport

        server = BoardServer(boards[n], act)
        recorder = Recorder(lambda: open_transport(server.url), archive, listener=listen)
        recorder.start()
        return server, recorder

    with Archive(str(tmp_path / "games.db"), patience=60) as archive:
        running = [record(0, archive), record(1, archive)]
        assert all(event.wait(60) for event in done)
        for server, recorder in running:
            recorder.stop()
            assert recorder.join(30)
            assert recorder.error is None
            server.close()
        found = {game.board: game.texts() for game in archive.games()}
    assert found == {"one": games[0], "two": games[1]}
