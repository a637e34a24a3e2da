"""Moves by clicks on a page that moves the stones: how many it takes, and how many taps by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from playwright.sync_api import Page, expect
from pointing import click

import reference
from fanorona.rules import notation
from fanorona.rules.moves import takes
from fanorona.rules.rules import APPROACH, WITHDRAWAL, Position, step_between


def planned(position: Position, move: str) -> list[str]:
    """What is clicked for a move: points, and *turn* where it could go on. ``position`` gets its steps."""
    steps = notation.parse_steps(move)
    found = [notation.point_name(steps[0][0])]
    for p, q, kind in steps:
        found.append(notation.point_name(q))
        kinds = position.kinds(step_between(p, q))
        if kinds & APPROACH and kinds & WITHDRAWAL:
            found.append(notation.point_name(_taken(position, p, q, kind)[0]))
        position.play(p, q, kind)
    return [*found, "turn"] if position.may_go_on() else found


def taps(position: Position, move: str) -> int:
    """How many taps hands need for the same move, every stone moved and taken off by itself."""
    count = 0
    for p, q, kind in notation.parse_steps(move):
        count += 2 + len(_taken(position, p, q, kind))
        position.play(p, q, kind)
    return count + position.may_go_on()


def _taken(position: Position, p: int, q: int, kind: int) -> list[int]:
    marks = bytearray(46)
    takes(position, p, q, kind, marks)
    return [x for x in range(45) if marks[x]]


def needed(position: reference.Position, move: reference.Move) -> int:
    """How many clicks a move is worth: its stone and each destination, and one for each decision in it.

    Decisions are the line of a step that can take two (R5), and *turn* where the move could go on (R6).
    """
    legal = reference.moves(position)
    steps = move.steps
    choices = 0
    for n, step in enumerate(steps):
        ways = reference.continuations(legal, steps[:n])
        choices += sum((one.start, one.end) == (step.start, step.end) for one in ways) - 1
    return 1 + len(steps) + choices + bool(reference.continuations(legal, steps))


@dataclass
class Clicker:
    """Plays on a page. ``clicks`` has the number of each move that was played here."""

    page: Page
    position: Position = field(default_factory=Position)
    clicks: list[int] = field(default_factory=list)
    taps: int = 0

    def play(self, move: str) -> None:
        """Play a move of the side to move, and wait until it stands."""
        before = Position()
        before.copy(self.position)
        todo = planned(before, move)
        for what in todo:
            if what == "turn":
                expect(self.page.locator("#turn[data-call]")).to_be_visible()
                self.page.click("#turn")
            else:
                click(self.page, what)
        self.clicks.append(len(todo))
        self.see(move)
        expect(self.page.locator("#moves").get_by_text(move, exact=True).last).to_be_attached()

    def see(self, move: str) -> None:
        """A move that somebody else has played."""
        before = Position()
        before.copy(self.position)
        self.taps += taps(before, move)
        notation.play_move(self.position, move)
        self.position.end_turn()
        self.position.forget()
