"""Faults that the board and the recorder once had, planted again: the harness finds each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import func, select

from fanorona.rules.game import Game
from fanorona.session import Session
from fanorona.store.journal import Journal
from fanorona.wire.outbox import Outbox
from fanorona.wire.reports import Reports
from lakabe.archive import TAKEN_BACK, Archive, Writer
from lakabe.archive.schema import GAMES, MOVES
from lakabe.board.scribe import Scribe
from lakabe.errors import ArchiveBusy
from system import hands
from system.machine import STEPS, System, rest
from system.world import Hands, World

STATE, GAME, STEP = 1, 2, 5
"""Parts of the board's snapshot (``fanorona.wire.reports``)."""
EXAMPLES = 300
"""Within so many drawn at random the machine finds each of them, most of them within a tenth."""


def goes_on_with_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot goes on with the old name when the game has become another one, and is believed."""

    def retell(reports: Reports) -> None:
        if reports.part > GAME:
            reports.part = GAME

    def blind(method: Callable[..., None]) -> Callable[..., None]:
        def seen(scribe: Scribe, *rest: Any) -> None:
            scribe._state = replace(scribe._state, phase="")
            method(scribe, *rest)

        return seen

    monkeypatch.setattr(Reports, "retell", retell)
    for name in ("_started", "_takeback"):
        monkeypatch.setattr(Scribe, name, blind(getattr(Scribe, name)))


def withholds_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """A result is left to the snapshot under way, which may not come to it."""
    result = Reports.result

    def withheld(reports: Reports) -> None:
        if not STATE <= reports.part <= STEP:
            result(reports)

    monkeypatch.setattr(Reports, "result", withheld)


def puts_aside_all_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, with the result kept, now after no move at all."""
    goes_on_with_another_game(monkeypatch)

    reopen = Writer.reopen

    def keeps(writer: Writer, game: int, why: str) -> None:
        kept = writer.read(game)
        if kept.result is None or why != TAKEN_BACK:
            reopen(writer, game, why)
        else:
            writer._set(game, plies=kept.first_ply - 1 + len(kept.moves))

    monkeypatch.setattr(Writer, "reopen", keeps)


def calls_nothing_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the game without moves counts as whole, so that it is never fetched again."""
    puts_aside_all_moves(monkeypatch)

    def lacking(archive: Archive, serial: str, ends: Iterable[str], _: object = ()) -> list[str]:
        moves = select(func.count()).where(MOVES.c.game == GAMES.c.number).scalar_subquery()
        is_whole = GAMES.c.plies - GAMES.c.first_ply + 1 == moves
        known = select(GAMES.c.name).where(GAMES.c.board == serial, GAMES.c.result.is_not(None), is_whole)
        with archive._reading() as connection:
            there = set(connection.execute(known).scalars())
        return [name for name in ends if name not in there]

    monkeypatch.setattr(Archive, "lacking", lacking)


def numbers_two_lines_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of whose lines some have the number of the one before."""
    end = Outbox.end

    def alike(outbox: Outbox) -> int:
        number = end(outbox)
        if number % 40 == 0:
            outbox.next = number
        return number

    monkeypatch.setattr(Outbox, "end", alike)


def forgets_to_end_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that gives a game up, and does not say so."""
    monkeypatch.setattr(
        Session, "load_game", lambda session, staged, name: session.succession.ask(staged, name)
    )


def acknowledges_before_it_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recorder that tells the board that all is safe, whatever became of it."""
    keep = Scribe.keep

    def careless(scribe: Scribe, batch: Any) -> None:
        try:
            keep(scribe, batch)
        except ArchiveBusy:
            pass

    monkeypatch.setattr(Scribe, "keep", careless)


def fetches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recorder that takes no games from the board's journal."""
    monkeypatch.setattr(Archive, "lacking", lambda *_: [])


def leaves_a_replaced_game_unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board whose journal is not done with a game when another replaces it."""
    monkeypatch.setattr(Journal, "finish", lambda *_: None)


def writes_settings_with_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that forgets which draws count when the power is cut before another move."""

    def is_behind(journal: Journal, game: Game) -> bool:
        return journal._live and journal._open and (journal._undone or journal._ply != game.ply)

    monkeypatch.setattr(Journal, "_is_behind", is_behind)


def beginning(world: World) -> Hands:
    yield 1000
    for choice in (3, 5, 8):
        yield from hands.play(world, choice)
    yield 1000


def touched_when_over(world: World, ms: int) -> Hands:
    """The game is over, a snapshot is under way, and a stone is touched."""
    yield from beginning(world)
    world.command("end 1-0")
    yield 1000
    world.command("snapshot")
    yield ms
    yield from hands.touch(world, 0)
    yield from rest(world)


def ended_and_touched(world: World, ms: int) -> Hands:
    """A snapshot is under way, the game is ended, and a stone is touched."""
    yield from beginning(world)
    world.command("snapshot")
    yield ms
    world.command("end 1-0")
    yield ms
    yield from hands.touch(world, 0)
    yield from rest(world)


def ended_by_another(world: World, ms: int) -> Hands:
    """A snapshot is under way, and a new game is asked for; the cable is plugged again."""
    yield from beginning(world)
    world.command("snapshot")
    yield ms
    world.command("new")
    yield from world.settle()
    world.pull(0, 100)
    yield 100
    yield from rest(world)


def settings_and_a_power_cut(world: World, ms: int) -> Hands:
    """Which draws count is set in a game, and the power fails before the next move."""
    yield from beginning(world)
    world.command("set repetition 0")
    yield 200 + ms
    world.cut_power()
    yield 1000
    yield from rest(world)


FAULTS = {
    "a": (goes_on_with_another_game, touched_when_over),
    "b": (withholds_the_result, ended_and_touched),
    "c": (calls_nothing_whole, ended_by_another),
}
MORE = (
    numbers_two_lines_alike,
    forgets_to_end_a_game,
    acknowledges_before_it_writes,
    fetches_nothing,
    leaves_a_replaced_game_unwritten,
    writes_settings_with_the_next_move,
)
"""Others, each of which a test of its own would have to look for at every line."""


def losses(script: Callable[[World, int], Hands]) -> list[int]:
    """At how many ms of those tried between the events the archive lacks something in the end."""
    found = []
    for ms in range(3, 24, 2):
        world = World()
        try:
            world.run(script(world, ms))
        except AssertionError:
            found.append(ms)
        world.archive.close()
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "script"),
    [*FAULTS.values(), (writes_settings_with_the_next_move, settings_and_a_power_cut)],
    ids=[*FAULTS, "settings"],
)
def test_it_is_lost_in_some_ms(
    plant: Callable[[pytest.MonkeyPatch], None],
    script: Callable[[World, int], Hands],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not losses(script)
    plant(monkeypatch)
    assert losses(script)


def test_a_game_without_moves_is_fetched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    puts_aside_all_moves(monkeypatch)
    assert not losses(ended_by_another)


@pytest.mark.slow
@pytest.mark.parametrize("plant", [*(plant for plant, _ in FAULTS.values()), *MORE])
def test_the_machine_finds_it(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    found = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises(AssertionError):
        run_state_machine_as_test(System, settings=found)
