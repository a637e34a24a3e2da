"""Recording while the archive goes away: what is heard is kept in memory, and written when it is back."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playing import START, PlayedBoard, random_moves
from postgres import Cluster
from recording import Bench, unplug
from remembering import RememberingBoard

from core.sectors import Sectors
from lakabe.archive import Archive, Writer
from lakabe.board import events, recorder
from lakabe.errors import ArchiveBusy, ArchiveDamage, ArchiveError

MOVES = random_moves(8, 61)


@pytest.fixture
def archive(place: str) -> Iterator[Archive]:
    with Archive(place, patience=0) as opened:
        yield opened


def playing(
    bench: Bench, acts: dict[int, Callable[[], None]], moves: list[str] = MOVES
) -> Callable[[], Iterator[None]]:
    """A script of a game; ``acts`` are done before the moves of these indices, and at its end."""

    def script() -> Iterator[None]:
        for n, move in enumerate(moves):
            acts.get(n, lambda: None)()
            bench.board.play(move)
            yield
        acts.get(len(moves), lambda: None)()
        bench.now += 10
        for _ in range(12):
            yield

    return script


def check(archive: Archive, moves: list[str] = MOVES) -> None:
    (game,) = archive.games()
    assert game.texts() == moves and game.start == START and game.complete()


def broken(archive: Archive, monkeypatch: pytest.MonkeyPatch, *names: str) -> Callable[[], None]:
    """What makes these methods of an archive fail, until the patches are undone."""

    def fail(*_: object) -> None:
        raise ArchiveBusy("the disk has gone", "bring it back")

    def act() -> None:
        for name in names:
            monkeypatch.setattr(archive, name, fail)

    return act


def test_what_is_told_meanwhile_is_kept_and_said_once(
    bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    acked: list[int] = []

    def back() -> None:
        acked.append(bench.board.session.outbox.acked)
        assert bench.recorder.unwritten == "the disk has gone"
        assert max(event.ply for event in bench.of(events.Move)) == 2  # type: ignore[attr-defined]
        assert max(event.ply for event in bench.told if isinstance(event, events.Move)) == 6
        monkeypatch.undo()

    def away() -> None:
        acked.append(bench.board.session.outbox.acked)
        broken(archive, monkeypatch, "writing")()

    def later() -> None:
        bench.now += 10  # it is tried again, in vain

    bench.run(playing(bench, {2: away, 3: later, 4: later, 6: back}))
    check(archive)
    assert acked[0] == acked[1]
    assert bench.told == bench.seen
    assert bench.recorder.unwritten == ""
    assert bench.notices == [
        "the disk has gone (bring it back); what the board tells waits in memory until it can be written",
        "the archive is written again, with all that has come meanwhile",
    ]


def test_a_server_that_is_restarted_in_a_game(cluster: Cluster) -> None:
    with Archive(cluster.new()) as archive:
        bench = Bench(archive, PlayedBoard())
        bench.run(playing(bench, {2: cluster.stop, 5: cluster.start}))
        check(archive)
    assert "cannot be reached" in bench.notices[0]
    assert bench.notices[-1].startswith("the archive is written again")


def committed_unknown(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next transaction is carried out, but the answer is lost."""
    whole = archive._database.writing

    @contextmanager
    def writing() -> Iterator[object]:
        monkeypatch.undo()
        with whole() as connection:
            yield connection
        archive._database.epoch += 1
        raise ArchiveBusy("the connection broke")

    monkeypatch.setattr(archive._database, "writing", writing)


@pytest.mark.parametrize("at", range(4))
def test_a_commit_whose_answer_is_lost_makes_no_second_game(
    bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    bench.run(playing(bench, {at: lambda: committed_unknown(archive, monkeypatch)}))
    check(archive)


@pytest.mark.parametrize("how", ["deleted", "directory", "backup"])
@pytest.mark.parametrize("at", [0, 1, 3, 7])
def test_the_game_is_whole_in_the_new_file(tmp_path: Path, how: str, at: int) -> None:
    path = tmp_path / "there" / "games.db"

    def away() -> None:
        if how == "directory":
            shutil.rmtree(path.parent)
        path.unlink(missing_ok=True)
        if how == "backup":
            with Archive(str(path)) as other, other.writing() as writer:
                assert writer.add({}, START, [], "*") == 1

    with Archive(str(path)) as archive:
        bench = Bench(archive, PlayedBoard())
        bench.run(playing(bench, {at: away}))
    with Archive(str(path)) as archive:
        games = archive.games()
        assert games[-1].texts() == MOVES and games[-1].start == START
        assert len(games) == (2 if how == "backup" else 1)


def test_a_new_file_has_the_game_before_its_next_move(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive:
        bench = Bench(archive, PlayedBoard())

        def touch() -> None:
            path.unlink()
            for closed in (False, True):
                bench.board.put(0, closed)
                bench.board.wait(60)

        bench.run(playing(bench, {len(MOVES): touch}))
        check(archive)


def test_the_end_of_a_game_is_kept_though_its_file_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    with Archive(str(path)) as archive:
        bench = Bench(archive, PlayedBoard())

        def script() -> Iterator[None]:
            yield from playing(bench, {2: broken(archive, monkeypatch, "writing")}, MOVES[:4])()
            for command in (("end", "1-0"), ("new",)):
                bench.recorder.send(*command)
                yield
                yield
            path.unlink()
            monkeypatch.undo()
            bench.now += 10
            for _ in range(8):
                yield

        bench.run(script)
        (game,) = archive.games()
        assert game.result == "1-0" and [move.text for move in game.moves] == MOVES[2:4]


def test_a_game_that_is_deleted_under_way_is_begun_again(bench: Bench, archive: Archive) -> None:
    def away() -> None:
        with archive.writing() as writer:
            writer.delete(1)

    bench.run(playing(bench, {3: away}))
    check(archive)


def test_the_end_of_a_recording_names_what_is_not_kept(
    bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ArchiveError) as caught:
        bench.run(playing(bench, {2: broken(archive, monkeypatch, "writing")}, MOVES[:4]))
    assert caught.value.message == "the disk has gone: 2 moves are not kept"
    assert "the board has its games still" in caught.value.fix
    assert bench.notices[-1] == f"not in the archive: game 0123abcd-1: 2. {MOVES[2]} 2... {MOVES[3]}"
    monkeypatch.undo()
    again = Bench(archive, bench.board)
    again.run(lambda: iter([None] * 12))
    check(archive, MOVES[:4])


def test_a_cut_while_it_is_away_takes_nothing_of_what_was_heard(
    bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board, which remembers no games here, will not tell it again."""

    def over() -> Iterator[None]:
        for n, move in enumerate(MOVES):
            if n == 2:
                broken(archive, monkeypatch, "writing")()
            bench.board.play(move)
            yield
        for command in (("end", "1-0"), ("new",)):
            bench.recorder.send(*command)
            yield
        bench.board.stand(START)
        bench.board.wait(400)
        yield
        unplug()

    def back() -> Iterator[None]:
        monkeypatch.undo()
        bench.now += 10
        yield from [None] * 12

    bench.run(over, back)
    check(archive)
    assert archive.games()[0].result == "1-0"


def test_memory_is_bounded(bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    most: list[int] = []

    def away() -> None:
        broken(archive, monkeypatch, "writing")()
        monkeypatch.setattr(recorder, "MOST_PENDING", 40)

    def still_away() -> Iterator[None]:
        for n, move in enumerate(MOVES):
            if n == 1:
                away()
            bench.board.play(move)
            most.append(len(bench.recorder._pending))
            yield

    wait, paused = bench._pause, iter(range(100))

    def pause(seconds: float) -> bool:
        if next(paused) == 2:
            monkeypatch.undo()
        return wait(seconds)

    bench._pause = pause  # type: ignore[method-assign]

    def rest() -> Iterator[None]:
        for move in MOVES[bench.board.session.tracker.ply if False else len(most) :]:
            bench.board.play(move)
            yield
        for _ in range(6):
            yield

    bench.run(still_away, rest)
    check(archive)
    assert max(most) < 120
    assert any("the board keeps the rest" in notice for notice in bench.notices)


# Answers that are lacking


def memory() -> RememberingBoard:
    """A board with a finished game in its journal."""
    board = RememberingBoard(Sectors(24))
    board.play_game(MOVES)
    board.restart(b"feedc0de")
    return board


@pytest.mark.parametrize("name", ["lacking", "unfinished"])
def test_answers_of_the_archive_are_asked_for_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    bench = Bench(archive, memory())
    broken(archive, monkeypatch, name)()

    def script() -> Iterator[None]:
        for _ in range(8):
            yield
        bench.board.wait(6000)  # it says tick, which nobody needs to keep
        for _ in range(8):
            yield
        assert bench.recorder.unwritten and not bench.recorder.settled
        assert len(bench.notices) == 1
        monkeypatch.undo()
        bench.now += 6
        for _ in range(40):
            yield

    bench.run(script)
    assert archive.games()[0].texts() == MOVES
    assert bench.recorder.fetched == [1] and bench.recorder.unwritten == ""


def test_a_game_that_could_not_be_kept_is_fetched_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(archive, memory())
    fails = [True]

    def keep(writer: Writer, serial: str, game: object) -> int:
        if fails:
            fails.pop()
            raise ArchiveBusy("the disk is full")
        return real(writer, serial, game)  # type: ignore[arg-type]

    real = recorder.keep
    monkeypatch.setattr(recorder, "keep", keep)

    def script() -> Iterator[None]:
        for _ in range(40):
            yield
        assert fails == []
        bench.now += 6
        for _ in range(40):
            yield

    bench.run(script)
    assert archive.games()[0].texts() == MOVES
    assert bench.recorder.fetched == [1]


def test_a_game_that_makes_no_sense_is_not_given_back_and_stops_nothing(
    bench: Bench, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unfinished(serial: str) -> None:
        raise ArchiveDamage("game 3 makes no sense")

    monkeypatch.setattr(archive, "unfinished", unfinished)
    bench.run(playing(bench, {}))
    check(archive)
    assert bench.notices == ["game 3 makes no sense; the board is not given that game back"]
