"""Two pairs of eyes on the lights: what players do when the board asks for something."""

from __future__ import annotations

import random

from hands.acts import Act, after_acts, other, stones_of
from hands.extras import at_hand
from hands.table import Board, Table
from hands.umpire import Turn, shows_nothing
from reference import Point, Position, name

REPAIRS = 80
REACTION_MS = 1500
"""How long a light has to stay before anybody acts on it."""
GLANCE_MS = 30
BLINDLY = 0.7
LOOK_MS = 330
"""After a touch; a board may need that to go through a long game."""
BAD, MISSING, TAKE, DOUBT = "r", "n", "x", "q"
"""Role letters (PROTOCOL.md): a stone that must come off, or come, is still to be taken, or be touched."""
LIFTED = "l"
"""A stone that is in the hand."""
COMES = {"i": "W", "k": "B"}
"""A stone of this colour must come."""
TROUBLE = BAD + MISSING + DOUBT + "".join(COMES)


class Ambiguous(Exception):
    """The way back from illegal play shows the result of a move, which the board may take for one."""


class Misled(Exception):
    """The lights lead away from every position that the players can mean, or nowhere."""


class Eyes:
    """Look at a board and move the stones on its table as it asks."""

    def __init__(self, table: Table, board: Board) -> None:
        self.table = table
        self.board = board

    def see(self, letters: str) -> bool:
        """Whether a light has one of these roles; a colour shown under a stone asks for nothing (B3).

        But for where the contact does not work.
        """
        known = self.table.stones.keys() - self.table.dead
        return any(
            letter in letters and not (letter in COMES and p in known)
            for p, letter in self.board.lights().items()
        )

    def describe(self) -> str:
        """All lights, in words."""
        return " ".join(f"{name(p)}:{letter}" for p, letter in sorted(self.board.lights().items()))

    def answer(
        self, end: Point, rng: random.Random, is_alike: bool = False, early: Point | None = None
    ) -> bool:
        """Does what the lights ask after a turn, which ended on `end`, without any fault of the players.

        They wait for a question where the result `is_alike` to another (P7), and may be asked for the stone
        that they have taken `early`. Returns whether a question came.
        """
        table = self.table
        for wait in (LOOK_MS if is_alike or early is not None else GLANCE_MS, REACTION_MS):
            table.wait(wait)
            if not self.see(TROUBLE):
                return False
        lit = self.board.lights()
        stone = table.stones[end]
        if DOUBT in lit.values():
            if lit.get(end) != DOUBT:
                raise Misled(f"in doubt between others than {name(end)}: {self.describe()}")
            self.touch(end, rng)
            lit = self.board.lights()
        if early is not None and lit.get(early) == MISSING:
            table.do(Act(rng.uniform(300, 900), early, other(stone)))
            table.do(Act(rng.uniform(100, 500), early))
            table.wait(LOOK_MS)
        if self.see(TROUBLE):
            raise Misled(f"asked although all is right: {self.describe()}")
        return True

    def put_right(
        self, targets: list[Position], turn: Turn, rng: random.Random, is_shaken: bool = False
    ) -> Position:
        """Follows the lights until they are content and the stones show one of the positions; which one.

        The players want to come to the first of them, or where the lights lead instead. Where no light helps,
        or the lights lead round in a circle, they know themselves how the stones stood. They avoid to show
        the result of any move but one that leads where they want to come, unless the board `is_shaken`: then
        it knows that the whole position is being put right, and often they only do what is lit.
        """
        table = self.table
        goals = [stones_of(position) for position in targets]
        seen = set()
        is_circling = False
        for _ in range(REPAIRS):
            if table.stones in goals and self._is_content():
                moved = table.stones.items() - stones_of(turn.position).items()
                if self.see(LIFTED) and len(moved) == 1:  # the board has it in the hand
                    self.touch(*dict(moved), rng)
                    continue
                return next(p for p in targets if stones_of(p) == table.stones)
            asked = [p for p, letter in self.board.lights().items() if letter == DOUBT]
            if table.stones in goals and len(asked) == 1:
                self.touch(asked[0], rng)
                continue
            if table.stones in goals and len(goals) > 1:
                goals.remove(table.stones)  # the board wants another
            there = (frozenset(table.stones), self.describe())
            is_circling = is_circling or there in seen
            seen.add(there)
            lit, known = ([], self._ways_to(goals[0])[1]) if is_circling else self._way_back(goals)
            safe = [act for act in lit if self._is_safe(act, targets, turn)]
            safe = safe or [act for act in known if self._is_safe(act, targets, turn)]
            if not lit and not known:
                raise Misled(f"all is right, but {self.describe()}")
            if not safe and not is_shaken:
                raise Ambiguous(self.describe())
            is_blind = is_shaken and rng.random() < BLINDLY
            acts = lit or known if is_blind else safe or lit or known
            table.do(rng.choice(acts)._replace(wait=rng.uniform(300, 1800)))
            table.wait(LOOK_MS)
        raise Misled(f"no end of it: {self.describe()}")

    def _is_content(self) -> bool:
        """Whether the lights ask for nothing, or cease to before anybody acts on it."""
        if self.see(TROUBLE + TAKE):
            self.table.wait(REACTION_MS)
        return not self.see(TROUBLE + TAKE)

    def touch(self, p: Point, rng: random.Random) -> None:
        """Lift the stone in question and put it back."""
        stone = self.table.stones[p]
        self.table.do(Act(rng.uniform(300, 900), p))
        self.table.do(Act(rng.uniform(100, 500), p, stone))
        self.table.wait(LOOK_MS)

    def _is_safe(self, act: Act, targets: list[Position], turn: Turn) -> bool:
        """Whether the reeds then show nothing that may be taken for another move than leads to a target."""
        there = after_acts(self.table.stones, [act])
        assert there is not None
        leading = turn.results.get(frozenset(there), [])
        if leading and all(move.after in targets and stones_of(move.after) == there for move in leading):
            return True
        return shows_nothing(turn, [act], frozenset(self.table.stones))

    def _way_back(self, goals: list[dict[Point, str]]) -> tuple[list[Act], list[Act]]:
        """What the lights say that leads to a goal, the first that they lead to, and all that leads there.

        That becomes the first of the goals.
        """
        for p, letter in self.board.lights().items():
            if letter in COMES and all(goal.get(p, COMES[letter]) != COMES[letter] for goal in goals):
                raise Misled(f"a stone of the wrong colour: {self.describe()}")
        wanted = next((goal for goal in goals if self._ways_to(goal)[0]), goals[0])
        goals.sort(key=lambda goal: goal is not wanted)
        return self._ways_to(wanted)

    def _ways_to(self, goal: dict[Point, str]) -> tuple[list[Act], list[Act]]:
        """What the lights say that leads to the goal, and all that leads there."""
        stones = self.table.stones
        lit = []
        for p, letter in self.board.lights().items():
            if letter in (BAD, TAKE) and p in stones and goal.get(p) != stones[p]:
                lit.append(Act(0, p))
            elif (letter == MISSING or goal.get(p) == COMES.get(letter, "")) and at_hand(p, stones, goal):
                lit.append(Act(0, p, goal[p]))
        known = [Act(0, p) for p in stones if goal.get(p) != stones[p]]
        known += [Act(0, p, colour) for p, colour in goal.items() if at_hand(p, stones, goal)]
        return lit, known
