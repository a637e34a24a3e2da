"""Turns in which somebody plays illegally, or too soon, and what comes of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hands import games, mishaps
from hands.acts import Act, after_acts, is_on_two, stones_of
from hands.eyes import REACTION_MS, TAKE, TROUBLE
from hands.player import PLAIN, Player
from hands.ply import Ply, listed, told
from hands.reeds import SETTLED_MS
from hands.umpire import Turn, Unclean, judge, shows_nothing
from hands.ways import AIR_MS, meant
from reference import Move

if TYPE_CHECKING:
    from hands.sitting import Sitting

LATE = 4
"""Up to so many touches of a reply that is begun too soon come before the last captured stone is off."""
LOOKS_LIKE = 0.7
"""How often, if possible, a reply that is begun too soon looks as if the move before it went on."""


def mishap(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    kind, acts = mishaps.mishap(turn, move, player, rng)
    if not acts:
        return None
    sitting.make_way(turn, acts)
    was_open = sitting.unended
    number = len(sitting.game.played) + 1
    sitting.doing = f"{kind}: {listed(acts)}"
    ply = Ply(number, [], sitting.doing, is_illegal=True)
    is_shaken = kind == "bump" and mishaps.is_clear(turn, acts)
    sitting.do(acts)
    sitting.table.wait(rng.uniform(1300, 4000))
    sitting.eyes.put_right([turn.position], turn, rng, is_shaken)
    return _made_again(sitting, ply, turn, move, player, rng, was_open)


def mishap_on_the_way(
    sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random
) -> Ply | None:
    """Something goes wrong when a part of the move already stands complete; it goes on from there."""
    begun = next((m for m in turn.moves if m.steps == move.steps[:-1]), None)
    if begun is None:
        return None
    halted = turn.halted(begun)
    kind, wrong = mishaps.mishap(halted, move, player, rng, (mishaps.wrong_destination,))
    try:
        _, first, _ = sitting.acts(turn, begun, None, PLAIN, rng)
        _, rest, _ = sitting.acts(turn, move, begun, player, rng)
    except Unclean:
        return None
    if not wrong:
        return None
    sitting.make_way(turn, first)
    number = len(sitting.game.played) + 1
    sitting.doing = f"{told(turn, begun, first)}; {kind}: {listed(wrong)}; then {move.text}: {listed(rest)}"
    sitting.do(first)
    sitting.table.wait(rng.uniform(*player.pace.carry))
    sitting.do(wrong)
    sitting.table.wait(rng.uniform(1300, 4000))
    sitting.eyes.put_right([begun.after], halted, rng)
    sitting.table.wait(rng.uniform(200, 2000))
    sitting.do(rest)
    sitting.unended = turn.may_be_open(move)
    sitting.game.play(move)
    sitting.eyes.answer(move.steps[-1].end, rng)
    return Ply(number, [meant(turn, move, None, rest)], sitting.doing, is_illegal=True)


def taken_too_early(
    sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random
) -> Ply | None:
    """A stone is off that only a longer move takes; *turn* says that this one ends, and it comes back."""
    steps = len(move.steps)
    longer = [m for m in turn.moves if len(m.steps) > steps and m.steps[:steps] == move.steps]
    stones = sorted(frozenset().union(*(m.captures for m in longer)) - move.captures)
    try:
        _, acts, _ = sitting.acts(turn, move, None, PLAIN, rng)
    except Unclean:
        return None
    if not stones:
        return None
    at = rng.randint(1, len(acts) - 1)
    acts.insert(at, Act(rng.uniform(*player.pace.pick), rng.choice(stones)))
    if not shows_nothing(turn, acts):
        return None
    sitting.make_way(turn, acts)
    ply = Ply(len(sitting.game.played) + 1, [], f"taken too early: {told(turn, move, acts)}", is_illegal=True)
    sitting.doing = ply.note
    sitting.do(acts)
    sitting.table.wait(rng.uniform(20, 900))
    sitting.press(rng)
    sitting.eyes.put_right([move.after], turn, rng)
    sitting.unended = turn.may_be_open(move)
    sitting.game.play(move)
    sitting.end_turn()
    ply.expected.append(frozenset(other.text for other in turn.same(move)))
    return ply


def left_standing(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply | None:
    """A captured stone left standing while the other side makes its whole move."""
    reply = _reply(sitting, turn, move, rng)
    if reply is None:
        return None
    first, answer = mishaps.left_standing(turn, move, reply, player, rng)
    if not first:
        return None
    sitting.make_way(turn, first)
    was_open = sitting.unended
    ply = Ply(len(sitting.game.played) + 1, [], f"left standing: {told(turn, move, first)}, {listed(answer)}")
    ply.is_illegal = True
    sitting.doing = ply.note
    sitting.do(first)
    sitting.table.wait(rng.uniform(*player.pace.pick))
    sitting.do(answer)
    sitting.table.wait(rng.uniform(1300, 4000))
    same = frozenset(other.text for other in turn.same(move))
    there = sitting.eyes.put_right([move.after, reply.after, turn.position], turn, rng)
    if there == turn.position:
        return _made_again(sitting, ply, turn, move, player, rng, was_open)
    sitting.unended = turn.may_be_open(move)
    sitting.game.play(move)
    ply.expected.append(same)
    if there == reply.after:
        _take_reply(sitting, reply, ply)
    return ply


def reply_too_soon(
    sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random
) -> Ply | None:
    """The opponent begins a reply, the last captured stone goes, and the rest of the reply is made."""
    move, reply = _move_and_reply(sitting, turn, move, rng)
    if reply is None:
        return None
    first, answer = mishaps.not_yet_taken(turn, move, reply, player, rng)
    if not first:
        return None
    standing = sorted(move.captures & after_acts(stones_of(turn.position), first).keys())
    if len(standing) != 1 or answer[0].point not in move.after.own:
        return None
    late = Act(rng.uniform(*player.pace.pick), standing[0])
    after = rng.randint(1, min(len(answer), LATE))
    at = len(first) if rng.random() < 0.7 else rng.randint(1, len(first))
    at = max(at, 1 + next(n for n, act in enumerate(first) if act.point == move.steps[0].start))
    if is_on_two(first, at):
        at += 1
    acts = [*first[:at], answer[0], *first[at:], *answer[1:after], late, *answer[after:]]
    acts = [act._replace(wait=max(act.wait, SETTLED_MS + 1)) for act in acts]  # their order tells
    for n, act in enumerate(acts):  # nor do stones change places on a point too quickly to be felt
        if act.placed and any(before.point == act.point for before in acts[:n]):
            acts[n] = act._replace(wait=max(act.wait, AIR_MS))
    down = next(n for n, act in enumerate(acts) if n > len(first) and act.placed)
    if after_acts(stones_of(turn.position), acts) is None or not shows_nothing(turn, acts[:down]):
        return None
    here = move.steps[-1].end
    risen = [act.point for act in acts[len(first) : down] if not act.placed]
    if here in risen and (down < len(first) + after or at < len(first)):
        return None  # looks like nothing but the move going on
    answering = turn.following(move)
    verdict = judge(answering, reply, answer, None, False)
    if verdict.fault:
        return None
    sitting.make_way(turn, acts)
    was_open = sitting.unended
    ply = Ply(len(sitting.game.played) + 1, [], f"reply too soon: {listed(acts)}", is_too_soon=True)
    sitting.doing = ply.note
    sitting.do(acts)
    ply.expected.append(frozenset(other.text for other in turn.same(move)))
    sitting.game.play(move)
    _take_reply(sitting, reply, ply)
    sitting.table.wait(REACTION_MS)
    if sitting.eyes.see(TROUBLE + TAKE):
        # The board has not understood: the reply is undone, and made again when all is well.
        there = sitting.eyes.put_right([move.after, turn.position], turn, rng)
        sitting.game = sitting.before_last(1)
        ply.expected.pop()
        sitting.unended = turn.may_be_open(move)
        if there == turn.position:
            sitting.game = sitting.before_last(1)
            return _made_again(sitting, ply, turn, move, player, rng, was_open)
    return ply


def _made_again(
    sitting: Sitting, ply: Ply, turn: Turn, move: Move, player: Player, rng: random.Random, was_open: bool
) -> Ply:
    """The lights have led back to the beginning of the turn, and the move is made once more.

    was_open: the move before was, and what has been undone did not end it.
    """
    sitting.unended = was_open
    sitting.table.wait(rng.uniform(200, 2000))
    rest = sitting.clean_turn(turn, move, player, rng)
    ply.expected = rest.expected
    ply.note += f"; then {rest.note}"
    return ply


def _reply(sitting: Sitting, turn: Turn, move: Move, rng: random.Random) -> Move | None:
    return games.choose(games.begin(turn.game, move.after), "careless", rng)


def _move_and_reply(sitting: Sitting, turn: Turn, move: Move, rng: random.Random) -> tuple[Move, Move | None]:
    """This move and any reply, or often another one whose reply looks as if it went on."""
    if rng.random() < LOOKS_LIKE:
        for other in rng.sample(turn.moves, len(turn.moves)):
            if turn.is_open(other) and (replies := mishaps.disguised(turn, other)):
                return other, rng.choice(replies)
    return move, _reply(sitting, turn, move, rng)


def _take_reply(sitting: Sitting, reply: Move, ply: Ply) -> None:
    answering = Turn(sitting.game.position, game=sitting.game.name)
    ply.expected.append(frozenset(other.text for other in answering.same(reply)))
    sitting.unended = answering.may_be_open(reply)
    sitting.game.play(reply)
