"""Clicks of all kinds in games of all variants: what hands then do leads exactly where the rules lead."""

from __future__ import annotations

import random

import pytest

from fanorona.rules import notation
from fanorona.rules.rules import BLACK, EMPTY, WHITE
from lakabe.games import variants
from lakabe.web import reasons
from lakabe.web.manners import Manners
from lakabe.web.table import POINTS, READING, HandError, Table

CLICKS = 1500
PAGE = 1


class Playing:
    """A table whose stones are moved as manners plan it; turns end as the board ends them."""

    def __init__(self, variant: str) -> None:
        start = variants.start_of(variant)
        self.felt: list[tuple[str, bool]] = []
        spread = "".join("." * int(one) if one.isdigit() else one for one in start.split(" ")[0])
        self.table = Table(lambda point, closed: self.felt.append((point, closed)), spread.replace("/", ""))
        self.manners = Manners()
        self.manners.begin(variants.load(variant, start))
        self.refusals: set[str] = set()

    def click(self, point: str) -> None:
        try:
            acts = self.manners.touch(point, self.table.hand(PAGE))
        except HandError as refusal:
            self.refusals.add(str(refusal))
            return
        assert acts, "what means nothing is refused"
        for act in acts:
            if act.kind == "turn":
                self.end()
            elif act.kind == "take":
                self.table.take(PAGE, act.what)
            else:
                deed = {"lift": self.table.lift, "place": self.table.place, "off": self.table.discard}
                deed[act.kind](PAGE, act.what)
        self.end_if_closed()

    def sensible(self) -> list[str]:
        """The points that lead on."""
        position, hand = self.manners.position, self.table.hand(PAGE)
        if hand is not None and hand.origin is not None:
            return reasons.ways(position, notation.parse_point(hand.origin)) or list(POINTS)
        return reasons.movers(position) or list(POINTS)

    def end(self) -> None:
        self.manners.position.end_turn()
        self.manners.position.forget()

    def end_if_closed(self) -> None:
        position = self.manners.position
        moved = position.steps or position.stone < len(POINTS)
        if moved and self.manners.choice is None and not position.may_go_on():
            self.end()

    def over(self) -> bool:
        position = self.manners.position
        law = position.law
        return not position.can_move() or (
            law is not None and position.phase != 0 and law.loser(position) > 0
        )

    def check(self) -> None:
        """The table is as the rules have it, but for the stone in the hand or before a choice."""
        stones = dict(zip(READING, self.table.picture(), strict=True))
        hand = self.table.hand(PAGE)
        if hand is not None and hand.origin is not None:
            stones[hand.origin] = hand.colour
            assert hand.origin in reasons.movers(self.manners.position)
        if self.manners.choice is not None:
            p, q = (notation.point_name(one) for one in self.manners.choice)
            stones[p], stones[q] = stones[q], "."
        board = self.manners.position.board
        letters = {EMPTY: ".", WHITE: "W", BLACK: "B"}
        assert stones == {name: letters.get(board[n], ".") for n, name in enumerate(POINTS)}


@pytest.mark.parametrize("variant", variants.WORDS)
@pytest.mark.parametrize("seed", range(4))
def test_hands_and_rules_agree(variant: str, seed: int) -> None:
    rng = random.Random(seed)
    playing = Playing(variant)
    moves = 0
    for _ in range(CLICKS):
        if playing.over():
            break
        before = playing.manners.position.turn
        reasons.expected(playing.manners.position)
        playing.click(rng.choice(playing.sensible() if rng.random() < 0.5 else POINTS))
        playing.check()
        moves += before != playing.manners.position.turn
    assert moves >= 5
    assert all(text.endswith(".") for text in playing.refusals)
