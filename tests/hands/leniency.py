"""A game at the record level: the players mind no irregular move, and let it stand (P10)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import reference
from hands import extras, mishaps
from hands.acts import TURN, Act, after_acts, clusters, stones_of
from hands.player import BLITZ, BRISK, CALM, Player
from hands.ply import Ply, listed
from hands.umpire import Turn, judge, shows_nothing
from hands.ways import way
from reference import Move, Point, Position

if TYPE_CHECKING:
    from hands.sitting import Sitting

TRIES = 40
IRREGULAR = 0.3
"""How often a turn is irregular."""
STILL_MS = (2200, 9000)
"""For so long an irregular move stands before the other side plays on."""
PAUSE_MS = 1800
"""Nobody stops for longer in the middle of one."""
MOST = 10
MOST_COME = 2
"""A move changes no more points, and brings stones to no more."""


class Stood(NamedTuple):
    """Touches that make no legal move, and the position that they leave."""

    acts: list[Act]
    after: Position


def lenient_turn(sitting: Sitting) -> Ply:
    """A legal move, or one that both let stand: with *turn* pressed twice, or by playing on."""
    game = sitting.game
    sitting.turns += 1
    rng = random.Random(f"{sitting.plan.seed} {sitting.turns}")
    player = sitting.players[game.position.turn].turn(rng)
    turn = _turn(sitting)
    sitting.table.wait(rng.uniform(*player.pace.think))
    if rng.random() < IRREGULAR and (stood := _irregular(sitting, turn, player, rng)):
        return _let_stand(sitting, turn, stood, rng)
    move, acts = _legal(sitting, turn, player, rng)
    groups = [group for group in extras.before(turn, move, player, rng) if not _presses(group)]
    if sitting.unended and not sitting.begins(turn, groups[0] if groups else acts):
        sitting.end_turn()
    ply = Ply(len(game.played) + 1, [_same(turn, move)], "")
    ply.note = sitting.doing = f"{move.text}: {' / '.join(map(listed, groups))} / {listed(acts)}"
    for group in groups:
        sitting.do(group)
    sitting.do(acts)
    _played(sitting, turn, move, player, rng)
    return ply


def _turn(sitting: Sitting) -> Turn:
    game = sitting.game
    return Turn(game.position, earlier=[sitting.begun, *(move.after for move in game.played)])


def _same(turn: Turn, move: Move) -> frozenset[str]:
    return frozenset(other.text for other in turn.moves if other.after == move.after)


def _presses(acts: list[Act]) -> bool:
    return any(act.point == TURN for act in acts)


def _played(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> None:
    sitting.game.play(move)
    sitting.unended = turn.is_open(move)
    if rng.random() < player.press:
        sitting.end_turn()
    sitting.table.wait(400)


def _legal(
    sitting: Sitting, turn: Turn, player: Player, rng: random.Random, after: Stood | None = None
) -> tuple[Move, list[Act]]:
    """A move that no other looks like, and touches that mean it; ``after``: also where that has not ended."""
    for attempt in range(TRIES):
        is_first = after is None and attempt < TRIES // 2
        move = sitting.choose(turn) if is_first else rng.choice(turn.moves)
        acts = way(turn, move, 0, player if attempt % 2 == 0 else Player(), rng).acts
        alike = turn.results[turn.shown(move.after)]
        if all(other.after == move.after for other in alike):
            verdict = judge(turn, move, acts, None, False)
            if (
                not verdict.fault
                and not verdict.may_ask
                and (after is None or _is_told(sitting, after, acts))
            ):
                return move, acts
    return turn.moves[0], []


def _is_told(sitting: Sitting, stood: Stood, reply: list[Act]) -> bool:
    """Whether this is seen to be a reply, and not how the irregular move goes on."""
    turn = _turn(sitting)
    there = after_acts(stones_of(turn.position), stood.acts + reply)
    if there is None or not shows_nothing(turn, stood.acts + reply):
        return False
    come = turn.shown(stood.after) - turn.occupied
    if any(act.point in come for act in clusters(reply)[0]):
        return False
    return not _looks_unfinished(turn, frozenset(there))


def _looks_unfinished(turn: Turn, shown: frozenset[Point]) -> bool:
    """Whether a legal move may just be on its way there."""
    off = turn.occupied - shown
    come = shown - turn.occupied
    for move in turn.moves:
        start = move.steps[0].start
        if off - move.captures <= {start} and come <= {step.end for step in move.steps} and len(come) < 2:
            return True
    return False


# Irregular moves


def _irregular(sitting: Sitting, turn: Turn, player: Player, rng: random.Random) -> Stood | None:
    for _ in range(TRIES):
        move = rng.choice(turn.moves)
        acts = rng.choice(KINDS)(turn, move, player, rng)
        acts = [act._replace(wait=min(act.wait, PAUSE_MS)) for act in acts]
        there = after_acts(stones_of(turn.position), acts) if acts else None
        if there is None or not shows_nothing(turn, acts):
            continue
        changed = turn.occupied ^ frozenset(there)
        come = frozenset(there) - turn.occupied
        if come and len(come) <= MOST_COME and len(changed) <= MOST:
            white, black = (frozenset(p for p, c in there.items() if c == colour) for colour in "WB")
            return Stood(acts, Position(white, black, "B" if turn.position.turn == "W" else "W"))
    return None


def _incomplete(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """A captured stone is left standing."""
    acts = way(turn, move, 0, player, rng).acts
    taken = [act for act in acts if act.point in move.captures and not act.placed]
    if taken:
        acts.remove(rng.choice(taken))
    return acts if taken and not any(act.placed and act.point in move.captures for act in acts) else []


def _other_stone(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """A stone of the other side is moved."""
    stones = stones_of(turn.position)
    free = sorted(p for p in reference.ALL_POINTS if p not in stones)
    start = rng.choice(sorted(turn.position.enemy))
    return [
        Act(rng.uniform(*player.pace.pick), start),
        Act(rng.uniform(*player.pace.carry), rng.choice(free), stones[start]),
    ]


def _too_many(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """A stone more is taken than the move takes, before anything else is done."""
    spared = sorted(turn.position.enemy - move.captures)
    if not spared:
        return []
    acts = way(turn, move, 0, player, rng).acts
    return [Act(rng.uniform(*player.pace.pick), rng.choice(spared)), *acts]


KINDS: tuple[Callable[[Turn, Move, Player, random.Random], list[Act]], ...] = (
    mishaps.wrong_destination,
    mishaps.paika_where_a_capture_is_due,
    _incomplete,
    _other_stone,
    _too_many,
)


def _let_stand(sitting: Sitting, turn: Turn, stood: Stood, rng: random.Random) -> Ply:
    game = sitting.game
    table = sitting.table
    ply = Ply(len(game.played) + 1, [], f"irregular: {listed(stood.acts)}", is_illegal=True, lets_stand=True)
    if sitting.unended and not sitting.begins(turn, stood.acts):
        sitting.end_turn()
    sitting.unended = False
    answering = Turn(stood.after)
    replier = sitting.players[stood.after.turn]
    replier = Player(replier.set_down, replier.take_off, pace=rng.choice((BLITZ, BRISK, CALM)))
    reply, answer = (
        _legal(sitting, answering, replier, rng, stood)
        if answering.moves and rng.random() < 0.6
        else (None, [])
    )
    sitting.doing = ply.note = f"{ply.note}; {listed(answer) or 'turn twice'}"
    sitting.do(stood.acts)
    board = reference.format_position(stood.after).split(" ")[0]
    ply.expected.append(frozenset({f"--{board}"}))
    if reply is None or not answer:
        table.wait(rng.uniform(1300, 6000))
        sitting.press(rng)
        table.wait(rng.uniform(100, 2500))
        sitting.press(rng)
        table.wait(400)
        _stands(game, stood)
        return ply
    table.wait(rng.uniform(*STILL_MS))
    _stands(game, stood)
    sitting.do(answer)
    ply.expected.append(_same(answering, reply))
    _played(sitting, answering, reply, replier, rng)
    if sitting.unended and game.result() is None:
        sitting.end_turn()
    return ply


def _stands(game: reference.Game, stood: Stood) -> None:
    """The rules count anew from there (R11)."""
    game.play(Move((), (), stood.after))
    game.quiet = 0
    game.seen.clear()
    game.seen[game.position] += 1
