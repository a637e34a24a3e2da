"""A game at the record level: the players mind no irregular move, and let it stand (P10)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import reference
from hands import clumsy, extras, games, mishaps
from hands.acts import TURN, Act, after_acts, clusters, stones_of
from hands.placing import place
from hands.player import BLITZ, BRISK, CALM, Player
from hands.ply import Ply, listed
from hands.settling import explains_nothing
from hands.umpire import Turn, judge, shows_nothing
from hands.ways import way
from reference import Move, Point, Position
from reference_variants import belongs

if TYPE_CHECKING:
    from hands.sitting import Sitting

TRIES = 40
IRREGULAR = 0.3
"""How often a turn is irregular."""
STILL_MS = (2200, 9000)
"""For so long an irregular move stands before the other side plays on."""
REST_MS = 400
"""After a legal move; a stone of Telo has been placed by then."""
PAUSE_MS = 1800
"""Nobody stops for longer in the middle of one."""
FALLEN = 0.04
"""How often a stone falls before a legal move, and is put back after it."""
FALLEN_MS = (400, 4000)
"""For so long it has been off by then, and the move has stood before *turn* is pressed."""
FEWEST = 2
"""Stones that are left: with the last one lifted, the board is set up for another game of Telo."""
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
    sitting.think(player, rng)
    if rng.random() < IRREGULAR and (stood := _irregular(sitting, turn, player, rng)):
        return _let_stand(sitting, turn, stood, rng)
    if rng.random() < FALLEN and (ply := _beside_a_fallen(sitting, turn, player, rng)):
        return ply
    move, acts = _legal(sitting, turn, player, rng)
    if isinstance(move, games.Placement):
        return place(sitting, turn, move, player, rng)
    groups = [group for group in extras.before(turn, move, player, rng) if not _presses(group)]
    sitting.make_way(turn, acts)
    ply = Ply(len(game.played) + 1, [_same(turn, move)], "")
    ply.note = sitting.doing = f"{move.text}: {' / '.join(map(listed, groups))} / {listed(acts)}"
    for group in groups:
        sitting.do(group)
    sitting.do(acts)
    _played(sitting, turn, move, player, rng)
    return ply


def _turn(sitting: Sitting) -> Turn:
    game = sitting.game
    earlier = [sitting.begun, *(move.after for move in game.played)]
    return Turn(game.position, earlier=earlier, game=game.name)


def _same(turn: Turn, move: Move) -> frozenset[str]:
    return frozenset(other.text for other in turn.same(move))


def _presses(acts: list[Act]) -> bool:
    return any(act.point == TURN for act in acts)


def _played(sitting: Sitting, turn: Turn, move: Move, player: Player, rng: random.Random) -> None:
    sitting.game.play(move)
    sitting.unended = turn.may_be_open(move)
    if rng.random() < player.press:
        sitting.end_turn()
    sitting.table.wait(REST_MS)


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


def _beside_a_fallen(sitting: Sitting, turn: Turn, player: Player, rng: random.Random) -> Ply | None:
    """A legal move beside a stone that was knocked off before it: the move counts."""
    played = sitting.game.played
    if games.is_placing(turn.game, turn.position) or not played or not played[-1].steps:
        return None
    stones = stones_of(turn.position)
    point = rng.choice(sorted(stones))
    if played[-1].steps[-1].end == point:
        return None  # that move may go on
    before = Turn(sitting.before_last(1).position, game=turn.game)
    found = clumsy.plain(turn, before, frozenset({point}), rng)
    knock = [Act(rng.uniform(50, 500), point)]
    if found is None or not explains_nothing(sitting, turn, knock):
        return None
    move, acts = found
    ply = Ply(len(played) + 1, [_same(turn, move)], "", habit=clumsy.KNOCK)
    ply.note = sitting.doing = f"{listed(knock)} / {move.text}: {listed(acts)}"
    sitting.end_turn()
    sitting.do(knock)
    sitting.table.wait(rng.uniform(*FALLEN_MS))
    sitting.do(acts)
    sitting.table.wait(rng.uniform(*FALLEN_MS))
    _played(sitting, turn, move, player, rng)
    sitting.do([Act(0, point, stones[point])])
    sitting.table.wait(REST_MS)
    return ply


def _is_told(sitting: Sitting, stood: Stood, reply: list[Act]) -> bool:
    """Whether this is seen to be a reply, and not how the irregular move goes on."""
    turn = _turn(sitting)
    turn.earlier.add(turn.occupied)  # then the irregular move is put back (P5)
    there = after_acts(stones_of(turn.position), stood.acts + reply)
    if there is None or not shows_nothing(turn, stood.acts + reply):
        return False
    if not explains_nothing(sitting, turn, stood.acts + reply):
        return False
    come = turn.shown(stood.after) - turn.occupied
    if any(act.point in come for act in clusters(reply)[0]):
        return False
    if _may_be_longer(sitting, stood.acts + reply) or _may_be_answered(turn, stood.acts, reply):
        return False
    return not _looks_unfinished(turn, turn.moves, frozenset(there))


def _looks_unfinished(turn: Turn, moves: list[Move], shown: frozenset[Point]) -> bool:
    """Whether one of these moves may just be on its way there."""
    off = turn.occupied - shown
    come = shown - turn.occupied
    for move in moves:
        start = move.steps[0].start
        if off - move.captures <= {start} and come <= {step.end for step in move.steps} and len(come) < 2:
            return True
    return False


def _may_be_longer(sitting: Sitting, acts: list[Act]) -> bool:
    """Whether the last move seems for a moment to go on from where it ended, and to be corrected."""
    played = sitting.game.played
    if not played or not played[-1].steps:
        return False
    last = played[-1]
    before = Turn(played[-2].after if len(played) > 1 else sitting.begun, game=sitting.game.name)
    begun = [other.steps for other in before.same(last)]
    longer = [move for move in before.moves if any(move.steps[: len(steps)] == steps for steps in begun)]
    longer = [move for move in longer if move.after != last.after]
    return any(
        last.steps[-1].end not in shown and _looks_unfinished(before, longer, shown)
        for shown in _states(last.after, acts)
    )


def _may_be_answered(turn: Turn, acts: list[Act], reply: list[Act]) -> bool:
    """Whether it seems for a moment that a legal move was made, and an answer to it begun too soon."""
    for shown in _states(turn.position, acts + reply)[len(acts) :]:
        for result, moves in turn.results.items():
            answered = (result - shown) & moves[0].after.own
            if len(answered) == 1 and len(shown - result) == 1:
                return True
    return False


def _states(position: Position, acts: list[Act]) -> list[frozenset[Point]]:
    """Where stones stand after each touch."""
    stones = stones_of(position)
    found = []
    for act in acts:
        there = after_acts(stones, [act])
        assert there is not None
        stones = there
        found.append(frozenset(stones))
    return found


# Irregular moves


def _irregular(sitting: Sitting, turn: Turn, player: Player, rng: random.Random) -> Stood | None:
    for _ in range(TRIES):
        move = rng.choice(turn.moves)
        acts = rng.choice(KINDS)(turn, move, player, rng)
        acts = [act._replace(wait=min(act.wait, PAUSE_MS)) for act in acts]
        there = after_acts(stones_of(turn.position), acts) if acts else None
        if there is None or len(there) < FEWEST or not shows_nothing(turn, acts):
            continue
        changed = turn.occupied ^ frozenset(there)
        come = frozenset(there) - turn.occupied
        if not all(belongs(turn.game, p) for p in come):
            continue
        if not all(explains_nothing(sitting, turn, acts[:n]) for n in range(1, len(acts) + 1)):
            continue
        if come and len(come) <= MOST_COME and len(changed) <= MOST and not _may_be_longer(sitting, acts):
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
    if not turn.position.enemy:
        return []
    start = rng.choice(sorted(turn.position.enemy))
    return [
        Act(rng.uniform(*player.pace.pick), start),
        Act(rng.uniform(*player.pace.carry), rng.choice(free), stones[start]),
    ]


def _too_many(turn: Turn, move: Move, player: Player, rng: random.Random) -> list[Act]:
    """A stone more is taken than the move takes, once its stone has risen: before, it may be knocked.

    Where a stone is placed (S2), that would look as if the other one had been moved there.
    """
    spared = sorted(turn.position.enemy - move.captures)
    if not spared or isinstance(move, games.Placement):
        return []
    acts = way(turn, move, 0, player, rng).acts
    rose = next(i for i, act in enumerate(acts) if act.point == move.steps[0].start and not act.placed)
    at = rng.randint(rose + 1, len(acts))
    return [*acts[:at], Act(rng.uniform(*player.pace.pick), rng.choice(spared)), *acts[at:]]


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
    sitting.make_way(turn, stood.acts)
    sitting.unended = False
    answering = Turn(stood.after, game=game.name)
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


def _stands(game: games.Game, stood: Stood) -> None:
    """The rules count anew from there (R11)."""
    game.play(Move((), (), stood.after))
    game.quiet = 0
    game.seen.clear()
    game.seen[game.position] += 1
