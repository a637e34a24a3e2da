"""Two people play a game, each with habits, and look at the board's lights when these ask for something."""

from __future__ import annotations

import random
from collections.abc import Iterator

import reference
from hands import choosing, extras, games, habitual, illegal
from hands.acts import TURN, Act, after_acts, clusters, stones_of
from hands.agreement import take_back
from hands.blackout import power_cut
from hands.blindness import blind_turn, contacts_fail, declare_dead
from hands.breakage import wire_breaks
from hands.eyes import Eyes
from hands.leniency import lenient_turn
from hands.placing import STANDS_MS, place, replies_at_once
from hands.plan import Plan
from hands.player import BRISK, PLAIN, Player
from hands.ply import Ply, listed, told
from hands.reeds import REEDS
from hands.table import Board, Table
from hands.umpire import Turn, Unclean, Verdict, judge, replying, shows_nothing, stops_beside
from hands.ways import Way, meant, way
from reference import Move, Point

TRIES = 30
CUTTING = 8
"""In one of so many sittings the power fails now and then."""
CUT = 0.1
"""How often it does, of turns."""
HURRIED_MS = (250, 1000)
ENDED_MS = 2000
"""After a game; by then the board has told how it went."""
SAME_AGAIN = 0.9
"""How often, if possible, a move is made whose result another one has (P8) or looks like another's (P7)."""


class Sitting:
    """`play` plays the game of a plan on a board, turn by turn."""

    def __init__(self, plan: Plan, board: Board) -> None:
        self.plan = plan
        rng = random.Random(f"{plan.seed} people")
        # Whoever plays in order tells most about moves that lead to one position (P8).
        draw = Player.orderly if plan.is_loaded and rng.random() < 0.6 else Player.any
        self.players = {"W": draw(rng), "B": draw(rng)}
        reed = rng.choice(REEDS)
        self.begun = reference.parse_position(plan.position)
        self.game = games.begin(plan.game, self.begun)
        self.table = Table(stones_of(self.game.position), plan.reed or reed, rng, board, plan.dead)
        self.eyes = Eyes(self.table, board)
        self.unended = False
        self.unclean = 0
        self.broken = False  # the wire, or no line has enough stones for that
        self.darkened = 0
        self.dead: frozenset[Point] = frozenset()  # points that the board does without
        self.failed = False  # contacts have, or none that the board asks for
        self.refused = False  # the board can not do without some
        self.results: list[tuple[str, str]] = []
        self.ended = 0  # games that have come to an end
        # What the menu has to say.
        self.is_set_up = False  # the stones stand for a game without a move
        self.is_lenient = plan.lenient
        self.is_mirrored = False
        self.match: choosing.Match | None = None
        self.next = plan.game
        self._choices = random.Random(f"{plan.seed} menu")
        self.played = 0  # in games that are over
        self.turns = 0
        self.provisional: tuple[reference.Position, int] | None = None
        """Where the turn before began, and its first touch; None where there is none."""
        self.hurry = False  # the next turn follows at once
        self.broken_off = 0  # games, for others
        self.started: list[
            tuple[int, reference.Position, int]
        ] = []  # of turns of this game: when, and the plies before
        self.doing = ""
        self.meaning: list[frozenset[str]] = []  # what is expected of a turn on which the lights have a say
        self._moves = random.Random(f"{plan.seed} moves")
        self._cuts = random.Random(f"{plan.seed} power")
        self._fails = plan.slips and not plan.is_loaded and not self._cuts.randrange(CUTTING)

    def play(self) -> Iterator[Ply]:
        """Plays to the end; after each turn the board has had time to tell what it made of it."""
        self.table.wait(1500)
        if self.plan.dead and not declare_dead(self, self.plan.dead):
            self.refused = True
            return
        self.is_set_up = True
        self._look_into_the_menu()
        while not self._is_over():
            self.is_set_up = False
            began = self.game.position, len(self.table.touches)
            self.started.append((self.table.now, self.game.position, len(self.game.played)))
            ply = self._next_turn()
            if ply.expected or ply.is_illegal or ply.is_anew:  # else a button was only leant on
                is_plain = ply.expected and not ply.taken_back and not ply.is_cut
                self.provisional = began if is_plain else None
            if self._is_over():
                self.end_turn()
            result = self.game.result()
            if result is not None:
                self.table.wait(ENDED_MS)
            yield ply
            if result is not None:
                self.results.append(result)
                self.ended += 1
                if self.ended < self.plan.games:
                    self._go_on(result[0])
        self.table.wait(2500)

    def _next_turn(self) -> Ply:
        if self.dead:
            return blind_turn(self)
        if 0 <= self.plan.fails <= len(self.game.played) and not self.failed:
            self.failed = True
            if ply := contacts_fail(self):
                return ply
        if 0 <= self.plan.breaks <= len(self.game.played) and not self.broken:
            self.broken = True
            if ply := wire_breaks(self):
                return ply
        return lenient_turn(self) if self.is_lenient else self._turn()

    def _is_over(self) -> bool:
        count = len(self.game.played)
        return (
            self.game.result() is not None or count >= self.plan.cap or self.played + count >= self.plan.stop
        )

    def _go_on(self, result: str) -> None:
        """From a game that has ended to the next."""
        self.next = games.following(self.game.name)
        self.is_mirrored = self.is_mirrored and self.match is None
        if self.match:
            self.match.take(self.game.name, result)
            self.next = self.match.following()
        if self.plan.menus and self._choices.random() < 0.3:
            choosing.visit(self, self._choices)
        self.set_up()
        self._look_into_the_menu()

    def _look_into_the_menu(self) -> None:
        """Before the first move, perhaps."""
        while self.plan.menus and self._choices.random() < 0.6:
            choosing.visit(self, self._choices)
            self.set_up()

    def set_up(self) -> None:
        """The stones are put up for another game."""
        left = Turn(self.game.position, game=self.game.name) if self.game.result() is None else None
        self.played += len(self.game.played)
        self.started.clear()
        self.game = choosing.begin(self)
        self.begun = self.game.position
        rng = random.Random(f"{self.plan.seed} {self.played}")
        start = stones_of(self.game.position)
        for _ in range(TRIES):
            acts = extras.put_right(self.table.stones, start, BRISK, rng)
            there = frozenset(self.table.stones)
            if left is None or (shows_nothing(left, acts, there) and not stops_beside(left, acts, there)):
                break  # else a move of the game that is left seems to be made on the way
        self.do(acts)
        self.table.wait(1500)
        self.is_set_up = True

    def _turn(self) -> Ply:
        number = len(self.game.played) + 1
        self.turns += 1
        self.meaning = []
        rng = random.Random(f"{self.plan.seed} {self.turns}")
        player = self.players[self.game.position.turn]
        if self.played + number < self.plan.plain_before:
            player = PLAIN
        turn = self.turn()
        move = self.choose(turn)
        if self.unended and games.is_placing(turn.game, turn.position) and replies_at_once(self, rng):
            return place(self, turn, move, player, rng)
        self.think(player, rng)
        slip = self.plan.slips and rng.random() < player.slip
        player = player.turn(rng)
        if self.plan.habits and self.played + number >= self.plan.plain_before:
            habits = random.Random(f"{self.plan.seed} {self.turns} habits")
            if ply := habitual.act(self, turn, move, player, habits):
                return ply
        if (
            self._fails
            and self._cuts.random() < CUT
            and (ply := power_cut(self, turn, move, player, self._cuts))
        ):
            return ply
        if self.plan.slips and rng.random() < player.undo and (ply := take_back(self, turn, player, rng)):
            return ply
        if slip:
            if self.unended and rng.random() < 0.7:
                self.end_turn()
            kind = rng.random()
            if kind < 0.15 and (ply := illegal.left_standing(self, turn, move, player, rng)):
                return ply
            if kind < 0.4 and (ply := illegal.reply_too_soon(self, turn, move, player, rng)):
                return ply
            if kind < 0.6 and (ply := illegal.mishap_on_the_way(self, turn, move, player, rng)):
                return ply
            if kind > 0.9 and (ply := illegal.taken_too_early(self, turn, move, player, rng)):
                return ply
            if ply := illegal.mishap(self, turn, move, player, rng):
                return ply
        return self.clean_turn(turn, move, player, rng)

    def choose(self, turn: Turn) -> Move:
        move = games.choose(self.game, self.plan.style, self._moves)
        assert move is not None
        alike = [m for m in turn.moves if len(turn.results[turn.shown(m.after)]) > 1]
        if alike and self._moves.random() < SAME_AGAIN:
            move = self._moves.choice(alike)
        return move

    def turn(self) -> Turn:
        """The turn that begins now."""
        earlier = [self.begun, *(move.after for move in self.game.played)]
        return Turn(self.game.position, earlier=earlier, game=self.game.name)

    def think(self, player: Player, rng: random.Random) -> None:
        """Before a turn. A stone that was placed has stood for long enough then."""
        self.table.wait(rng.uniform(*(HURRIED_MS if self.hurry else player.pace.think)))
        self.hurry = False
        if self.unended and isinstance(self.game.played[-1], games.Placement):
            self.table.wait(STANDS_MS)
            self.unended = False

    # Turns

    def clean_turn(self, turn: Turn, move: Move, player: Player, rng: random.Random) -> Ply:
        if isinstance(move, games.Placement):
            return place(self, turn, move, player, rng)
        number = len(self.game.played) + 1
        groups = extras.before(turn, move, player, rng)
        groups = [acts for n, acts in enumerate(groups, 1) if n not in self.plan.left_out]
        try:
            whole, acts, verdict = self.acts(turn, move, None, player, rng, asks=True)
        except Unclean:
            return self.clean_turn(turn, rng.choice(turn.moves), player, rng)
        self.make_way(turn, acts)
        early = verdict.early or self._last_stone(move)
        for group in groups:
            self.do(group)
        self.do(acts)
        self.unended = turn.may_be_open(move)
        self.game.play(move)
        more = extras.further(turn, move, player, rng) if rng.random() < player.second else []
        if 96 not in self.plan.left_out:
            self.do(more)
        after = extras.afterwards(self.table.stones, turn.position.turn, player, rng)
        is_over = self.game.result() is not None
        if 99 not in self.plan.left_out and not is_over:
            self.do(after)
        if self.unended and rng.random() < player.press:
            self.end_turn()
        if not self.unended and not is_over and rng.random() < 0.05 and 98 not in self.plan.left_out:
            self.press(rng)  # pressed again (P4)
        text = f"{told(turn, move, acts)}; before: {' / '.join(map(listed, groups))}"
        text += f"; after: {listed(more)} / {listed(after)}"
        may_ask = verdict.may_ask or early is not None
        ply = Ply(number, [meant(turn, move, whole, acts)], text, may_ask=may_ask)
        self.doing = text
        self.meaning = ply.expected
        alike = turn.results[turn.shown(move.after)]
        is_alike = any(other.after != move.after for other in alike)
        if self.eyes.answer(move.steps[-1].end, rng, is_alike, early):
            self.unended = turn.may_be_open(move)  # *turn* meant nothing before
        return ply

    def _last_stone(self, move: Move) -> Point | None:
        """The stone that moved last, where this move takes just that: it may seem to have gone on (P3)."""
        last = self.game.played[-1] if self.game.played else None
        if not isinstance(last, Move) or move.captures != {last.steps[-1].end}:
            return None
        return last.steps[-1].end

    def acts(
        self,
        turn: Turn,
        move: Move,
        begun: Move | None,
        player: Player,
        rng: random.Random,
        asks: bool = False,
        is_plain: bool = False,
    ) -> tuple[Way | None, list[Act], Verdict]:
        """Touches for a move that mean it and nothing else; the player's way of it, if there is one.

        asks: they may look like a reply begun too soon, too. is_plain: nothing else is touched.
        """
        first = len(begun.steps) if begun else 0
        fault = ""
        changes_mind = (
            begun is None
            and not is_plain
            and 97 not in self.plan.left_out
            and rng.random() < player.second / 2
        )
        for attempt in range(TRIES):
            manner = player if attempt < TRIES // 2 else PLAIN
            whole: Way | None = way(turn, move, first, manner, rng)
            assert whole is not None
            acts = whole.acts
            if changes_mind and attempt < TRIES // 3:
                whole, acts = None, extras.change_of_mind(turn, move, player, rng)
            elif attempt < TRIES // 3 and begun is None and not is_plain:
                acts = extras.within(turn, acts, player, rng)
                acts = [act for act in acts if act.group not in self.plan.left_out]
            if not acts:
                continue
            assert after_acts(stones_of(begun.after if begun else turn.position), acts) is not None
            verdict = judge(turn, move, acts, begun, False)
            bare = extras.without_touches(acts)
            if not verdict.fault and len(bare) < len(acts):
                verdict = verdict._replace(fault=judge(turn, move, bare, begun, False).fault)
            natural = whole is not None and not any(act.group for act in acts)
            if verdict.is_alike and self.plan.unaware and natural and not is_plain:
                verdict = Verdict("", may_ask=True, early=replying(turn, move, acts))
            if verdict.early and not asks:
                verdict = Verdict("looks like a reply begun too soon")
            if not verdict.fault:
                return (whole if begun is None else None), acts, verdict
            self.unclean += attempt == 0
            fault = verdict.fault
        raise Unclean(f"{move.text} {fault} in {reference.format_position(turn.position)}")

    def begins(self, turn: Turn, acts: list[Act]) -> bool:
        """Whether these touches end an open move before, as P2 has it: a stone that is put back does not."""
        first: dict[Point, Act] = {}
        for act in acts:
            first.setdefault(act.point, act)
        last = {act.point: act for act in acts}
        lasting = [act for act in acts if bool(first[act.point].placed) == bool(last[act.point].placed)]
        if not lasting:
            return False
        return all(act.point in turn.position.own and not act.placed for act in clusters(lasting)[0])

    def make_way(self, turn: Turn, acts: list[Act]) -> None:
        """End an open move before, unless these touches do so."""
        if self.unended and not self.begins(turn, acts):
            self.end_turn()

    def end_turn(self) -> None:
        """Ends an open move with the button."""
        if self.unended:
            self.press(random.Random(self.table.now))
            self.unended = False

    def press(self, rng: random.Random) -> None:
        self.table.do(Act(rng.uniform(60, 600), TURN))
        self.table.wait(260)

    def do(self, acts: list[Act]) -> None:
        for act in acts:
            self.table.do(act)

    def before_last(self, count: int) -> games.Game:
        """The game as it was so many plies ago."""
        again = games.begin(self.game.name, self.begun)
        for move in self.game.played[:-count]:
            again.play(move)
        return again
