"""Hints for Dimy (S1) and the first phase of a vela (V2), from a plain search, and for Telo (S2), from its
solution.
"""

from __future__ import annotations

from collections.abc import Callable

from fanorona.rules import notation
from fanorona.rules.rules import BLACK, DEBTOR, DIMY, VELA, WHITE, Position
from lakabe.engine import ahead, dimy, lines, telo
from lakabe.engine.bitboard import from_position
from lakabe.engine.standing import Course
from lakabe.engine.state import QUIET_DRAW
from lakabe.engine.vela import first_phase
from lakabe.games import variants
from lakabe.help.consequences import After, Consequences, names
from lakabe.help.destinations import begun, led_to
from lakabe.help.hint import WAYS, Choice, Hint
from lakabe.help.question import Question
from lakabe.help.worth import Worth

SURE_DEPTH = 3
"""How many plies are looked ahead before what the moves are worth is taken for sure."""
FIRST_S = 0.3
"""After so long what its moves are worth is told for the first time."""


def give(question: Question, seconds: float, enough: Callable[[], bool] = lambda: False) -> Hint:
    """The best moves; after ``seconds`` at most, or when it is ``enough``.

    InputError where the game is over, is one for which there are no hints, or has a move that is not legal.
    """
    question.check()
    position, course = question.position(), question.course()
    if question.variant == "telo":
        return _telo(position, course)
    return _ahead(position, course, seconds, enough)


def deepens(question: Question) -> bool:
    """Whether a hint gets better with time."""
    return question.variant != "telo"


def takes_one(position: Position) -> bool:
    """Whether each move takes a single stone by a single step: the debtor's in a vela's first phase (V3)."""
    return position.phase == DEBTOR


def weigh(
    question: Question,
    seconds: float,
    learn: Callable[[dict[After, Worth], bool], None],
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Tell what each move that does not forfeit (V5) is worth, by what it leads to; again when it is surer.

    ``learn`` also gets whether that is sure. The ``walls`` are among the stones that the mover then has.
    """
    position, course = question.position(), question.course()
    blocked = walls(question.variant)
    if question.variant == "telo":
        own, enemy = from_position(position)
        plies = telo.ranked(_nine(position), _known(position, course))
        learn({led_to(own | blocked, enemy, ply.text): _telo_worth(ply) for ply in plies}, True)
        return
    searcher, debt = _searcher(position)
    count = len(searcher.moves((course.own, course.enemy), debt))
    for most in (FIRST_S, seconds):
        ways, depth = searcher.best(course, most, count, enough=enough, debt=debt)
        if enough() or not ways or not depth:
            return
        worths = {(way.after[0] | blocked, way.after[1]): _worth(way.score) for way in ways}
        proven = all(worth.proven for worth in worths.values())
        learn(worths, proven or depth >= SURE_DEPTH)
        if proven:
            return


def walls(variant: str) -> int:
    """The points that do not belong to the game's board, as bits."""
    return sum(1 << variants.point(name) for name in variants.walls(variant))


def _searcher(position: Position) -> tuple[ahead.Searcher, int]:
    """Who looks ahead, and whose debt it is (``engine.vela``)."""
    if position.variant == DIMY:
        return dimy.Searcher(), 0
    debtor = WHITE if position.variant == VELA else BLACK
    return ahead.Searcher(), 1 if position.turn == debtor else -1


def _ahead(position: Position, course: Course, seconds: float, enough: Callable[[], bool]) -> Hint:
    searcher, debt = _searcher(position)
    state = course.own, course.enemy
    legal = searcher.moves(state, debt)
    found, depth = searcher.best(course, seconds, WAYS, enough=enough, debt=debt)
    choices = []
    for n, way in enumerate(found):
        rest: list[After] = []
        if n == 0 and not enough():
            rest = searcher.line(course.after(way.after), depth - 1, -debt)
        texts = []
        (own, enemy), owes = state, debt
        for after in [way.after, *rest]:
            texts.append(_text(own, enemy, after, owes))
            (enemy, own), owes = after, -owes
        facts = _facts(searcher, state, way.after, debt)
        choices.append(Choice(texts[0], tuple(texts), _worth(way.score), depth, facts))
    return _hint(position, choices, len(legal))


def _telo(position: Position, course: Course) -> Hint:
    known = _known(position, course)
    plies = telo.ranked(_nine(position), known)
    choices = []
    for ply in plies[:WAYS]:
        line = (ply.text, *telo.line(ply.after, known, 1))
        choices.append(Choice(ply.text, line, _telo_worth(ply), len(line), None))
    return _hint(position, choices, len(plies))


def _hint(position: Position, choices: list[Choice], legal: int) -> Hint:
    text = notation.format_position(position)
    return Hint(text, text[-1], tuple(choices), legal)


def _nine(position: Position) -> telo.State:
    """The stones of the side to move and of the other by the bits of the solution."""
    own = enemy = 0
    for n, name in enumerate(telo.NAMES):
        colour = position.board[variants.point(name)]
        own |= (colour == position.turn) << n
        enemy |= (colour == WHITE + BLACK - position.turn) << n
    return own, enemy


def _known(position: Position, course: Course) -> telo.Known:
    """What Telo's solution knows, with R11 where that matters."""
    if not course.draws or not course.quiet:
        return telo.plain(_nine(position))

    def stood(state: telo.State, plies: int) -> bool:
        own, enemy = map(telo.on_board, state)
        return course.times(own, enemy, plies) >= 2

    return telo.minding(_nine(position), stood, QUIET_DRAW - course.quiet)


def _telo_worth(ply: telo.Ply) -> Worth:
    return Worth(ply.value.result, plies=ply.value.distance or 0)


def _text(own: int, enemy: int, after: After, debt: int) -> str:
    start, end = own & ~after[0], after[0] & ~own
    if after[1] == enemy:
        return f"{names(start)[0]}-{names(end)[0]}"
    if first_phase(own, enemy, debt):
        steps = begun(own, enemy, start.bit_length() - 1, True).steps()
        kind = next(kind for _, kind, way in steps if way.result == after)
        return f"{names(start)[0]}-{names(end)[0]}{kind}"
    walls = 0 if debt else dimy.VIEW.walls  # as own stones they are in the way, and take nothing
    return lines.format_move(own | walls, enemy, (after[0] | walls, after[1]))


def _worth(score: int) -> Worth:
    if abs(score) >= ahead.PROVEN:
        return Worth("win" if score > 0 else "loss", plies=ahead.WIN - abs(score))
    return Worth("cp", centipoints=score)


def _facts(searcher: ahead.Searcher, state: After, after: After, debt: int) -> Consequences:
    hanging = most = 0
    for _, left in searcher.moves((after[1], after[0]), -debt):
        hanging |= after[0] & ~left
        most = max(most, (after[0] & ~left).bit_count())
    return Consequences(names(state[1] & ~after[1]), names(hanging), most)
