"""Moves taken back by agreement (P5)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands import extras
from hands.acts import MENU, stones_of
from hands.eyes import TROUBLE, Misled
from hands.player import Player
from hands.ply import Ply, listed
from hands.settling import explains_nothing
from hands.umpire import Turn, shows_nothing

if TYPE_CHECKING:
    from hands.sitting import Sitting


PUT_BACK = 2
"""So many moves are put back at most where that leads to the beginning of the game."""


def take_back(sitting: Sitting, turn: Turn, player: Player, rng: random.Random) -> Ply | None:
    """Both agree that the last moves shall not stand, and undo them on the board or one with *menu*."""
    game, table, eyes = sitting.game, sitting.table, sitting.eyes
    count = rng.choice((1, 1, 2, 3))
    by_menu = count == 1 and rng.random() < 0.6
    if count > len(game.played):
        return None
    if count == len(game.played) > PUT_BACK and not by_menu:
        return None  # that would be another game
    before = sitting.before_last(count)
    position = before.position
    looks = position.own | position.enemy
    undone = game.played[len(before.played) :]
    changes = sum(len(move.captures ^ {move.steps[0].start, move.steps[-1].end}) for move in undone)
    if not by_menu and changes != len(looks ^ turn.occupied):
        return None  # stones have gone to and fro: the board could not know how far back it is meant
    stones = stones_of(position)
    acts = extras.put_right(table.stones, stones, player.pace, rng)
    if not by_menu and not (shows_nothing(turn, acts[:-1]) and explains_nothing(sitting, turn, acts)):
        return None
    if not by_menu:
        sitting.end_turn()
    number = len(game.played) + 1 - count
    sitting.doing = f"{count} taken back {'with menu' if by_menu else 'by hand'}: {listed(acts)}"
    if by_menu:
        table.press(MENU, rng.uniform(1700, 3500))
        table.wait(5000)
        eyes.put_right([position], turn, rng, is_shaken=True)
    else:
        sitting.do(acts)
        table.wait(3000)
    sitting.unended = False
    sitting.game = before
    if eyes.see(TROUBLE):
        raise Misled(f"not content: {eyes.describe()}")
    return Ply(number, [], sitting.doing, is_illegal=True, taken_back=count)
