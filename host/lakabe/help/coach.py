"""The coach (level 4): which destinations are better, and a warning before a blunder stands."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fanorona.rules import geometry, notation
from lakabe.board import events
from lakabe.board.events import Event
from lakabe.errors import InputError, LakabeError
from lakabe.games.sides import OTHER
from lakabe.games.variants import ORDINARY
from lakabe.help.allowance import Allowance
from lakabe.help.engine_thread import EngineThread
from lakabe.help.grades import Grade, loss
from lakabe.help.heard import Heard
from lakabe.language.saying import NOTHING, Text, say

if TYPE_CHECKING:
    from lakabe.help import destinations
    from lakabe.help.consequences import After
    from lakabe.help.question import Question
    from lakabe.help.source import Source, Way
    from lakabe.help.worth import Worth

LEVEL = 4
"""The level of help whose players are coached."""
THINK_S = 3.0
"""How long is thought about a turn."""
SURE_DEPTH = 3
"""The coach says nothing before it has looked so many plies ahead, or has done."""
SINCE = (1, 4)
"""The protocol from which on a board can show what the coach says."""

WORSE = Grade.INACCURACY.least
"""Points of 100 that a destination gives away from which on it counts as worse."""
BLUNDER = Grade.BLUNDER.least
"""The same for a move that is warned of."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Known:
    """What the moves of one turn are worth to who makes them, by what they lead to.

    ``walls``: the points that do not belong to a smaller board, which are among ``own``; ``single``: a move
    takes one stone (``destinations``). Nothing is known of steps that forfeit (V5).
    """

    ply: int
    own: int
    enemy: int
    worths: dict[After, Worth]
    sure: bool
    walls: int = 0
    single: bool = False
    texts: Mapping[After, str] = field(default_factory=dict)
    """The moves (N1), as far as they are known, by what they lead to."""

    @property
    def quiet(self) -> bool:
        """Whether nothing can be taken."""
        return all(enemy == self.enemy for _, enemy in self.worths)

    def way(self, text: str) -> destinations.Way | None:
        """How far a capturing move (N1) has got, or that of the stone on a point; None for any other."""
        from lakabe.help.destinations import begun, replayed

        if "-" in text:
            return replayed(self.own, self.enemy, text, self.single)
        return begun(self.own, self.enemy, notation.parse_point(text), self.single)

    def destinations(self, way: destinations.Way) -> dict[str, set[After]]:
        """The points to which its stone may go next, each with all that the move can lead to from there.

        Not those that forfeit: no light shows them.
        """
        from lakabe.help.destinations import destinations

        found = destinations(self.own, self.enemy, way, self.quiet)
        return {p: ends for p, ends in found.items() if not self.quiet or ends & self.worths.keys()}

    def loss(self, results: Iterable[After]) -> float | None:
        """Points of 100 that the best of these results gives away; None where none is known."""
        found = [self.worths[one] for one in results if one in self.worths]
        if not found:
            return None
        best = max(self.worths.values(), key=lambda worth: worth.share)
        return min(loss(best, worth) for worth in found)

    def explain(self, move: str, after: After, turn: str) -> Text:
        """What is wrong with the move (N1) of ``turn``, W or B, that leads to ``after``, in words."""
        from lakabe.help import words
        from lakabe.help.consequences import consequences

        best = max(self.worths, key=lambda one: self.worths[one].share)
        plain = not self.walls and not self.single
        taken = consequences(self.enemy, after).most if plain else 0
        better = self.texts.get(best, "")
        return words.blunder(move, self.worths[after], better, self.worths[best], taken, turn)


class Coach:
    """Coaches the players of one board that have level 4. ``see`` gets its events, in order.

    What is known of a turn's moves is found out while the player thinks. A stone that is lifted then has its
    better destinations lit (``hint <point> <points>``), and the board lights the others as worse. A stone
    set down where it blunders is lit (``hint blunder``) until a reply begins or it is put back. ``sides``:
    whom it may coach. ``explain`` gets what is wrong with that move in words, and nothing when that is over.
    ``restore`` is called when a stone has been put back, so that a hint comes again. The
    rest is as in ``Advisor``.
    """

    def __init__(
        self,
        command: str | None,
        question: Callable[[], Question | None],
        send: Callable[..., int],
        complain: Callable[[Text], None],
        allowance: Allowance,
        *,
        sides: str = "WB",
        restore: Callable[[], None] = lambda: None,
        explain: Callable[[Text], None] = lambda text: None,
        seconds: float = THINK_S,
    ) -> None:
        self._question = question
        self._send = send
        self._complain = complain
        self._allowance = allowance
        self.sides = sides
        self._restore = restore
        self._tell_why = explain
        self._explained = NOTHING
        self._seconds = seconds
        self._heard = Heard()
        self._able = False  # whether the board can show it
        self._levels = {"W": 0, "B": 0}
        self._playing = False
        self._known: Known | None = None
        self._step = ""  # the move as far as it has got (N1)
        self._off: list[str] = []  # points whose stones have been lifted in this turn, the last one last
        self._on: set[str] = set()  # points on which one has been set down
        self._said: tuple[str, ...] = ()
        self._made: tuple[int, str] | None = None  # the last move, while nobody has replied
        self.warning = False
        """Whether the last move is lit as a blunder, and nobody has replied."""
        self._refused: set[tuple[str, str]] = set()  # games and sides that were told that hints are used up
        self._engine = EngineThread("coach", command, self._think, self._trouble)
        self._changed = self._engine.changed

    def see(self, event: Event) -> None:
        """Take in an event of the board, which the allowance has seen."""
        with self._changed:
            is_news = self._heard.is_news(event)
            match event:
                case events.GameStarted() if not is_news:
                    self._step = ""  # told again, where there is one
                case events.Move() | events.Takeback() if not is_news:
                    pass
                case events.Hello():
                    self._able = (event.major, event.minor) >= SINCE
                case events.State(levels=levels):
                    self._playing = event.state == "play"
                    self._set_levels(*levels)
                case events.Setting(name="level", value=value):
                    self._set_levels(value, value)
                case events.Move():
                    self._moved(event)
                case events.GameStarted() | events.Takeback():
                    self._made = None
                    self._begin()
                case events.Result() | events.Setup():
                    self._playing = False
                    self._forget()
                case events.Step(move=move):
                    self._stepped(move)
                case events.Lift(point=point):
                    self._lifted(point)
                case events.Place(point=point):
                    self._placed(point)
                case events.Reeds(picture=picture):
                    self._see_all(picture)
                case _:
                    pass

    def close(self) -> None:
        """Coach no more, and end the engine."""
        self._engine.close()

    # What the players do; all within the lock

    def _coaches(self, side: str) -> bool:
        return self._able and self._playing and side in self.sides and self._levels[side] == LEVEL

    def _set_levels(self, white: int, black: int) -> None:
        before, self._levels = self._levels, {"W": white, "B": black}
        side = self._allowance.side
        if self._coaches(side) and (before[side] != LEVEL or self._engine.job == 0) and self._known is None:
            self._begin()

    def _begin(self) -> None:
        """A turn begins."""
        self._forget()
        if self._allowance.game and self._coaches(self._allowance.side):
            self._tell("-")  # and the board has ready what it needs
            self._engine.begin()

    def _forget(self) -> None:
        self._engine.end()
        self._known = None
        self._turn_over()

    def _turn_over(self) -> None:
        self.warning = False
        self._explain(NOTHING)
        self._step = ""
        self._off.clear()
        self._on.clear()
        self._said = ()

    def _moved(self, event: events.Move) -> None:
        """A move stands. It may still be put back; where the other side is not coached, think to the end."""
        mover = OTHER[self._allowance.side]
        self._turn_over()
        self._made = None
        if self._engine.job and self._coaches(mover):
            self._made = (event.ply, event.move)
            self._warn_of_move()
        if not self._made or self._coaches(self._allowance.side):
            self._begin_after_warning()

    def _begin_after_warning(self) -> None:
        """The other side's turn begins; a warning stays lit."""
        self._engine.end()
        self._known = None
        if self._coaches(self._allowance.side):
            self._engine.begin()

    def _lifted(self, point: str) -> None:
        self._off.append(point)
        self._on.discard(point)
        if self._made is not None:
            self._made = None  # somebody replies, or puts the move back
            self.warning = False
            self._explain(NOTHING)
            if not self._coaches(self._allowance.side):
                self._engine.end()
                self._known = None
        self._speak()

    def _placed(self, point: str) -> None:
        back = point in self._off
        if back:
            self._off.remove(point)
        self._on.add(point)
        if not self._step and self._said:
            self._said = ()
            if back:
                self._restore()

    def _see_all(self, picture: str) -> None:
        """A snapshot has told the turn from its beginning, and ends with how the contacts are."""
        contacts = zip(geometry.READING, picture.replace("/", ""), strict=True)
        closed = {notation.point_name(p): letter == "x" for p, letter in contacts}
        self._off = [point for point in closed if not closed[point]]
        self._on = {point for point in closed if closed[point]}
        self._speak()

    def _stepped(self, move: str) -> None:
        before, self._step = self._step, move
        if move:
            self._speak()
        elif before and self._said:
            self._stop_saying()

    def _hand(self, known: Known) -> str:
        """The point of the stone in the hand, on its way where it is; empty if there is none."""
        if self._step:
            return "" if _end(self._step) in self._on else _end(self._step)
        stones = known.own & ~known.walls
        own = [point for point in self._off if stones >> notation.parse_point(point) & 1]
        return own[-1] if own else ""

    # What the coach says

    def _speak(self) -> None:
        """Say what is known of the stone in the hand, or of where it has been set down."""
        known = self._known
        if known is None or not known.sure or known.ply != self._allowance.ply:
            return
        if not self._coaches(self._allowance.side):
            return
        hand = self._hand(known)
        if hand:
            if self._said[:1] == ("blunder",):
                self._stop_saying()
            self._advise(known, hand)
        elif self._step:
            self._warn(known, _end(self._step))

    def _advise(self, known: Known, hand: str) -> None:
        """Light the better destinations of the stone in the hand."""
        way = known.way(self._step or hand)
        if way is None:
            return
        ways = known.destinations(way)
        losses = {point: known.loss(ends) for point, ends in ways.items()}
        better = [point for point, lost in losses.items() if lost is not None and lost < WORSE]
        # That all are as good as the best is no hint: where hints are limited, nothing is said.
        is_news = len(better) < len(losses)
        if losses and None not in losses.values() and (is_news or self._allowance.most is None):
            self._say(hand, *(sorted(better) or ["-"]), counts=is_news)

    def _warn(self, known: Known, end: str) -> None:
        """Light a stone that has been set down where it blunders, however its move goes on, or if it ends."""
        from lakabe.help.consequences import names
        from lakabe.help.destinations import results

        way = known.way(self._step)
        if way is None:
            return  # a paika stands as soon as it is made
        lost, here = known.loss(results(way)), known.loss([way.result])
        taken = names(known.enemy & ~way.enemy)
        if lost is not None and lost >= BLUNDER:
            ends = [one for one in results(way) if one in known.worths]
            if self._say("blunder", end):
                least = max(ends, key=lambda one: known.worths[one].share)
                self._explain(known.explain(self._step, least, self._allowance.side))
        elif here is not None and here >= BLUNDER and set(taken) <= set(self._off):
            ways = known.destinations(way)
            going_on = {point: known.loss(ends) for point, ends in ways.items()}
            better = sorted(p for p, lost in going_on.items() if (lost or 0.0) < BLUNDER)
            if self._say("blunder", end, *better):
                self._explain(known.explain(self._step, way.result, self._allowance.side))
        elif self._said[:1] == ("blunder",):
            self._stop_saying()

    def _warn_of_move(self) -> None:
        """Light the stone of the last move if that was a blunder, which may still be put back."""
        from lakabe.help.destinations import led_to

        known, made = self._known, self._made
        if known is None or not known.sure or made is None or known.ply != made[0]:
            return
        ply, text = made
        after = led_to(known.own, known.enemy, text, known.single)
        lost = known.loss([after])
        if lost is not None and lost >= BLUNDER and self._allowance.spend(ply):
            self.warning = True
            self._tell("blunder", _end(text))
            self._explain(known.explain(text, after, OTHER[self._allowance.side]))

    def _explain(self, text: Text) -> None:
        if text != self._explained:
            self._explained = text
            self._tell_why(text)

    def _say(self, *what: str, counts: bool = True) -> bool:
        """Have the board show it; whether it is new, and may be said."""
        if what == self._said:
            return False
        self._said = what
        if not counts or self._allowance.spend():
            self._tell(*what)
            return True
        if what[0] != "blunder":
            self._tell("none")
            player = self._allowance.game, self._allowance.side
            if player not in self._refused:
                self._refused.add(player)
                self._complain(self._allowance.used_up())
        return False

    def _stop_saying(self) -> None:
        self._said = ()
        self._explain(NOTHING)
        self._tell("-")

    def _tell(self, *what: str) -> None:
        try:
            self._send("hint", *what)
        except LakabeError as error:
            _log.info("the board was not told what the coach says: %s", error)

    def _trouble(self, error: LakabeError | None) -> None:
        if error is None:
            self._complain(say("the coach has failed"))
        else:
            self._complain(error.why if isinstance(error, InputError) else error.said)

    # On the engine's thread

    def _think(self, source: Source, job: int) -> None:
        question = self._question()
        ply = self._allowance.ply
        if question is None:
            return
        question = question.going_on()
        if question.variant != ORDINARY:
            self._think_of_another(question, ply, job)
            return
        standing = question.standing()
        legal = standing.results()
        if not legal:
            return

        whole: list[Way] = []  # of the last depth to which all moves were searched

        def learn(ways: list[Way], done: bool = False) -> None:
            from lakabe.engine import lines

            if len(ways) == len(legal):
                whole[:] = ways
            texts = {
                lines.parse_move(standing.own, standing.enemy, way.moves[0]): way.moves[0] for way in ways
            }
            worths = {
                after: way.worth for after, way in zip(texts, ways, strict=True) if way.worth is not None
            }
            sure = done or all(way.depth >= SURE_DEPTH for way in ways)
            with self._changed:
                if self._engine.job != job:
                    source.stop()
                    return
                if not worths or (not done and len(worths) < len(legal)):
                    return
                self._known = Known(ply, standing.own, standing.enemy, worths, sure, texts=texts)
                self._speak()
                self._warn_of_move()

        from lakabe.help.source import Effort

        found = source.ask(question, Effort(self._seconds), len(legal), learn)
        learn(whole or found, done=True)  # where time was over, what was found lately is of two depths

    def _think_of_another(self, question: Question, ply: int, job: int) -> None:
        """In a game that the engine's search does not know."""
        from lakabe.engine.bitboard import from_position
        from lakabe.help.others import takes_one, walls, weigh

        position = question.position()
        own, enemy = from_position(position)
        single = takes_one(position)
        blocked = walls(question.variant)

        def learn(worths: dict[After, Worth], sure: bool) -> None:
            with self._changed:
                if self._engine.job == job:
                    self._known = Known(ply, own | blocked, enemy, worths, sure, blocked, single)
                    self._speak()
                    self._warn_of_move()

        weigh(question, self._seconds, learn, lambda: self._engine.job != job)


def coached(against: int | None, black: bool) -> str:
    """Whom a coach may coach: everybody, or who plays against the computer, and has Black then or not."""
    return "WB" if against is None else "B" if black else "W"


def _end(move: str) -> str:
    """The point to which a move (N1) has come."""
    return move.rstrip("AW")[-2:]
