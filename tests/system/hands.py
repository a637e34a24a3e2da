"""What hands do at the board of a world: each a generator of the times for which they rest meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterator

import legal
from fanorona.hands.bounces import HANDS_MS
from fanorona.hands.tracker import IDLE, OVER, PLAY
from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import parse_point
from fanorona.rules.rules import STARTS, Position
from host.playing import touches
from lakabe.games import variants
from system.board import occupied
from system.truth import Played, is_amid
from system.world import Hands, World

TURN, MENU = 1, 2
TOUCH_MS = 20
"""From one touch of a stone to the next."""
REST_MS = 400
"""After which a board that nobody touches has understood what it shows."""


def put(world: World, p: int, closed: bool) -> Hands:
    world.board.reeds[p] = closed
    yield TOUCH_MS


def put_all(world: World) -> Hands:
    """All stones, as the board has them when it is not about to try moves on its position."""
    while world.board.session.tracker.busy:
        yield 1
    world.board.reeds[:] = occupied(world.board.session.game.position.board)


def press(world: World, buttons: int, ms: int) -> Hands:
    world.board.buttons = buttons
    yield ms
    world.board.buttons = 0
    yield 30


def tap(world: World, buttons: int) -> None:
    """Somebody else presses them for a moment while these hands go on."""

    def let_go() -> None:
        world.disturbances += 1
        world.board.buttons = 0

    world.disturbances += 1
    world.board.buttons = buttons
    world.after(30, let_go)


def touch(world: World, p: int, ms: int = TOUCH_MS) -> Hands:
    """A stone is lifted and put back, or a finger closes a contact."""
    if not world.means_nothing(p):
        return
    if ms >= HANDS_MS:
        may_take_back(world)  # where a captured stone stood, it has been put back
    world.board.reeds[p] ^= 1
    yield ms
    world.board.reeds[p] ^= 1
    yield TOUCH_MS


def stand(world: World) -> Hands:
    """Put the stones where the board's lights want them; where a game is over, begin the next."""
    for _ in range(4):
        session = world.board.session
        if session.reports.apart is not None:
            yield from press(world, MENU, 1700)
        elif session.tracker.phase == OVER:
            yield from touch(world, max(0, world.board.reeds.find(1)))
        yield from put_all(world)
        yield REST_MS
        if waits(world):
            return


def waits(world: World) -> bool:
    """Whether the board waits for a move, and hands know of which game."""
    session = world.board.session
    is_there = session.reports.apart is None and not is_amid(session)
    return is_there and session.tracker.phase == PLAY and session.tracker.status == IDLE


def play(world: World, choice: int, wanted: str = "") -> Hands:
    """A legal move, if the board waits for one: that which is ``wanted``, if it is one."""
    if not waits(world):
        return
    session, truth, name = world.board.session, world.truth, world.truth.present
    before = truth.games.get(name)
    if before is None:
        return
    position = replay(before)
    found = legal.texts(position)
    if not found or world.board.reeds != occupied(position.board):
        return
    text = wanted if wanted in found else found[choice % len(found)]
    disturbances = world.disturbances
    truth.adds, truth.drops = text, False
    for p, closed in contacts(position, text):
        yield from put(world, p, closed)
    if world.board.session is session and session.tracker.phase == PLAY and is_open(position, text):
        yield from press(world, TURN, 60)
    yield 60
    if disturbances == world.disturbances:
        made = truth.games[name].moves
        assert made == (*before.moves, text), f"hands played {text}, and the board has {made}"
    world.count("moves", truth.games[name].moves == (*before.moves, text))


def is_open(position: Position, text: str) -> bool:
    """Whether the board waits for what ends the move (P2)."""
    return "-" not in text or position.may_go_on()


def contacts(position: Position, text: str) -> Iterator[tuple[int, bool]]:
    """The contacts that open and close in the move, which is played on ``position``."""
    if "-" not in text:  # a stone is placed (S2)
        position.place(parse_point(text))
        return iter([(parse_point(text), True)])
    return touches(position, text)


def replay(played: Played) -> Position:
    """The position that the game has come to."""
    position = variants.load(played.variant, played.start)
    for text in played.moves:
        notation.play_move(position, text)
        position.end_turn()
        position.forget()
    return position


def may_take_back(world: World) -> None:
    """Disturbed, *menu* takes the last move back; as long as its stones stand, *turn* makes it again."""
    truth = world.truth
    before = truth.games.get(truth.present)
    truth.drops = True
    if before is not None and before.moves and world.board.session.tracker.status == IDLE:
        truth.adds = before.moves[-1]


def take_back(world: World) -> Hands:
    """The players take the last move back."""
    truth, name = world.truth, world.truth.present
    before = truth.games.get(name)
    if before is None or not before.moves or not waits(world):
        return
    disturbances = world.disturbances
    may_take_back(world)
    yield from press(world, MENU, 1700)
    yield from put_all(world)
    yield REST_MS
    if disturbances == world.disturbances:
        made = truth.games[name].moves
        assert made == before.moves[:-1], f"hands took back one of {before.moves}, and the board has {made}"
    world.count("moves taken back")


def begin_anew(world: World, ms: int) -> Hands:
    """The players hold *menu* for a new game and confirm it."""
    may_take_back(world)
    yield from press(world, MENU, ms)
    yield from press(world, TURN, 60)


def set_up_anew(world: World, choice: int) -> Hands:
    """All stones go back to the start, in an order that is drawn."""
    truth, name = world.truth, world.truth.present
    before = truth.games.get(name)
    start = occupied(STARTS[world.board.session.game.following])
    if before is None or len(before.moves) < 3 or not waits(world) or not any(start):
        return
    disturbances = world.disturbances
    drawn = random.Random(choice)
    truth.adds, truth.drops, truth.whole = "", False, before.moves
    for p in drawn.sample(range(POINTS), POINTS):
        if world.board.reeds[p] != start[p]:
            yield from put(world, p, start[p] != 0)
            yield drawn.choice((0, 200, 1500))
    yield REST_MS
    truth.whole = ()
    if disturbances == world.disturbances:
        made = truth.games[name]
        assert (made.moves, made.end) == (before.moves, ("*", "anew")), f"{before} was set up anew: {made}"
        assert truth.present not in ("", name), "another game has begun"
    world.count("games set up anew", disturbances == world.disturbances)


def agree(world: World, choice: int) -> Hands:
    """The players end the game with both buttons: 0 a draw, 1 White resigns, 2 Black does."""
    truth, name = world.truth, world.truth.present
    before = truth.games.get(name)
    if before is None or not before.moves or not waits(world):
        return
    disturbances = world.disturbances
    may_take_back(world)
    yield REST_MS
    world.board.buttons = MENU
    yield 100
    yield from press(world, MENU | TURN, 3100)
    yield 50
    for _ in range(choice):
        yield from press(world, TURN, 60)
    yield from press(world, MENU, 1700)
    if disturbances == world.disturbances:
        end = (("1/2-1/2", "agreed"), ("0-1", "resigned"), ("1-0", "resigned"))[choice]
        assert truth.games[name].end == end, (
            f"hands ended {name} {end}, and the board has it {truth.games[name].end}"
        )
    world.count("games ended by hands")
