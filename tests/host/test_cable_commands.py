"""Commands that change a game, over a cable with faults: what is on record is what was played, once.

A person at the computer sets levels, has a game resumed, ends it and begins another one, and gives a command
again that was refused or not answered. Those at the board do what its lights ask, and play.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cabling import FAULTS, Cable, Host, Wire
from playing import START, random_moves
from remembering import RememberingBoard

from core.sectors import Sectors
from fanorona import rules
from fanorona.session import Session
from fanorona.tracker import PLAY, SETUP
from lakabe import events, link
from lakabe.recorder import Recorder

NAME = "fedc0de1-3"
RESUMED = random_moves(5, 41)
KNOWN = 3
"""So many moves of that game were played elsewhere."""
NEXT = random_moves(2, 42)
LEVELS = (1, 4)
TRIES = 3
PATIENCE = 300
"""Looks of the person at the computer, more than it takes until a command counts as unanswered."""

Command = tuple[str | int, ...]


class Desk(Host):
    """A computer at which a person gives commands.

    ``troubles``: what was refused, or not answered; ``levels``: the last that the board has told.
    """

    def __init__(self) -> None:
        super().__init__()
        self.troubles: list[str] = []
        self.levels: tuple[int, int] | None = None
        self._answers: dict[int, str] = {}
        self._recorder: Recorder | None = None

    def direct(self, board: RememberingBoard, script: Iterator[None], cable: Cable) -> None:
        """Record until the script, which gives commands, is over."""

        def opener() -> Wire:
            return Wire(board, script, recorder.stop, cable)

        recorder = self._recorder = Recorder(
            opener, self.archive, listener=self._hear, clock=self._clock, pause=self._pause, patient=True
        )
        recorder.run()

    def give(self, *commands: Command) -> Iterator[None]:
        """Give these at once; all of them again as long as one is refused or not answered."""
        for _ in range(TRIES):
            while self._recorder is None or self._recorder.hello is None:
                yield
            given = self.send(*commands)
            for _ in range(PATIENCE):
                if None not in (found := self.answers(given)):
                    break
                yield
            else:
                raise AssertionError(f"nobody says what became of {commands}")
            self.troubles += [answer for answer in found if answer]
            if not any(found):
                return
        raise AssertionError(f"in vain: {commands}, {self.troubles}")

    def send(self, *commands: Command) -> list[int]:
        """Give these at once; the number of each."""
        assert self._recorder is not None
        given = [self._recorder.send(str(name), *rest) for name, *rest in commands]
        for number in given:
            self._answers.pop(number, None)
        return given

    def answers(self, given: list[int]) -> list[str | None]:
        """Why each was not carried out, empty where it was; None where that is not known yet."""
        return [self._answers.get(number) for number in given]

    def _hear(self, event: events.Event) -> None:
        match event:
            case events.Ok():
                self._answers.setdefault(event.id, "")
            case events.No():
                self._answers.setdefault(event.id, event.reason)
            case events.Unanswered():
                self._answers.setdefault(event.id, "unanswered")
            case events.State():
                self.levels = event.levels
            case events.Setting(name="level", value=value):
                self.levels = (value, value)


def set_up(board: RememberingBoard) -> Iterator[None]:
    """Put the stones as the lights ask, and begin."""
    position = board.session.game.position
    board.truth.copy(position)
    for p in range(45):
        board.reeds[p] = position.board[p] % rules.WALL != rules.EMPTY
    board.wait(60)
    assert board.session.tracker.phase == PLAY
    yield


def play(board: RememberingBoard, moves: list[str]) -> Iterator[None]:
    for move in moves:
        board.play(move)
        yield


def afternoon(board: RememberingBoard, desk: Desk) -> Iterator[None]:
    """Levels, a game that is resumed and ended, and another one."""
    yield from [None] * 12
    yield from desk.give(*(("set", "level", level, side) for level, side in zip(LEVELS, "WB", strict=True)))
    known = enumerate(RESUMED[:KNOWN], 1)
    board_text, turn = START.split(" ")
    yield from desk.give(
        ("load", NAME, board_text, turn), *(("play", ply, move) for ply, move in known), ("go",)
    )
    yield from set_up(board)
    yield from play(board, RESUMED[KNOWN:])
    yield from desk.give(("end", "1-0"))
    yield from desk.give(("new",))
    yield from set_up(board)
    yield from play(board, NEXT)
    yield from [None] * 8


def run(cable: Cable) -> tuple[RememberingBoard, Desk]:
    """That afternoon, with this cable, and a while at the end without faults."""
    board = RememberingBoard(Sectors(24))
    desk = Desk()
    desk.direct(board, afternoon(board, desk), cable)
    desk.direct(board, iter([None] * 8), Cable())
    return board, desk


def with_moves(host: Host) -> list[tuple[list[str], str | None]]:
    return sorted((game for game in host.games() if game[0]), key=str)


def check(board: RememberingBoard, desk: Desk) -> None:
    """What the computer has is what was played, what the board has, and what it was told to be."""
    levels = tuple(board.session.levels[1:])
    board.restart(b"feedc0de")
    other = Host()
    other.record(board, iter([None] * 40))  # which takes it all from the journal
    assert with_moves(desk) == with_moves(other) == sorted([(RESUMED, "1-0"), (NEXT, None)], key=str)
    assert desk.levels == levels == LEVELS
    seqs = desk.contacts()
    assert len(set(seqs)) == len(seqs)


@pytest.fixture(scope="module")
def length() -> int:
    """Lines that pass up when nothing goes wrong."""
    cable = Cable()
    board, desk = run(cable)
    check(board, desk)
    assert desk.troubles == []
    return cable.passed("up")


def check_every_line(length: int, fault: str) -> set[str]:
    """With this fault at each line; why commands had to be given again."""
    troubles: set[str] = set()
    for place in range(length):
        board, desk = run(Cable(up={place: fault}))
        check(board, desk)
        troubles.update(desk.troubles)
    return troubles


@pytest.mark.parametrize("fault", FAULTS)
def test_one_fault_at_every_line(length: int, fault: str) -> None:
    assert length > 20
    troubles = check_every_line(length, fault)
    assert ("unanswered" in troubles) == (fault in ("lost", "cut"))
    assert ("ply" in troubles) == (fault in ("lost", "swapped", "late"))


def test_a_link_that_takes_silence_for_a_yes_is_noticed(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    monkeypatch.setattr(link, "Unanswered", lambda seq, ms, identity, name: events.Ok(seq, ms, identity))
    check_every_line(1, "")
    with pytest.raises(AssertionError):
        check_every_line(length, "lost")


def test_a_board_that_says_yes_to_all_is_noticed(monkeypatch: pytest.MonkeyPatch, length: int) -> None:
    answer = Session.answer
    monkeypatch.setattr(Session, "answer", lambda session, number, reason: answer(session, number, b""))
    check_every_line(1, "")
    with pytest.raises((AssertionError, ValueError)):
        check_every_line(length, "swapped")


def check_late_new(is_pulled: bool) -> None:
    """``new``, given between two games, comes when the next one has begun; perhaps before the next hello."""
    board = RememberingBoard(Sectors(24))
    desk = Desk()
    faults = {"down": {-1: ""}, "up": {-1: ""}}
    cable = Cable(**faults)

    def script() -> Iterator[None]:
        yield from [None] * 12
        faults["up"][cable.passed("up")] = "late"
        given = desk.send(("new",))
        yield
        if is_pulled:
            faults["down"][cable.passed("down")] = "cut"
        yield from play(board, NEXT[:1])
        yield from [None] * 12
        assert desk.answers(given) == [""]

    desk.direct(board, script(), cable)
    assert board.session.tracker.phase == SETUP
    assert with_moves(desk) == [(NEXT[:1], "*")]


@pytest.mark.parametrize("is_pulled", [False, True])
def test_a_new_that_comes_late_ends_the_game_in_play_with_its_moves(is_pulled: bool) -> None:
    check_late_new(is_pulled)


def test_a_board_that_forgets_to_end_that_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Session, "load_game", lambda session, staged, name: session.succession.ask(staged, name)
    )
    with pytest.raises(AssertionError):
        check_late_new(is_pulled=False)
