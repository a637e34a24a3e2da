"""Hints for the smaller games (S): Dimy from a search that counts stones, Telo from its solution."""

from __future__ import annotations

from collections.abc import Callable

from fanorona.game import Game
from fanorona.rules import BLACK, WHITE, Position
from lakabe import variants
from lakabe.engine import dimy, lines, telo
from lakabe.errors import InputError
from lakabe.hints.consequences import After, Consequences, names
from lakabe.hints.destinations import led_to
from lakabe.hints.hint import WAYS, Choice, Hint
from lakabe.hints.question import Question
from lakabe.hints.worth import Worth

KNOWN = ("dimy", "telo")
"""The games for which there are hints here."""
SURE_DEPTH = 3
"""How many plies Dimy is looked ahead before what its moves are worth is taken for sure."""
FIRST_S = 0.3
"""After so long what its moves are worth is told for the first time."""
LINE_S = 0.1
"""How long is thought about how a game of Dimy goes on after a move."""


def give(question: Question, seconds: float, enough: Callable[[], bool] = lambda: False) -> Hint:
    """The best moves; after ``seconds`` at most, or when it is ``enough``.

    InputError where the game is over, is one for which there are no hints, or has a move that is not legal.
    """
    position = question.position()
    game = Game(position)
    game.judge()
    if game.result:
        raise InputError("the game is over", "ask about an earlier position")
    if question.variant == "dimy":
        return _dimy(position, question, seconds, enough)
    if question.variant == "telo":
        return _telo(position, question)
    raise InputError("there are no hints for the first phase of a vela")


def weigh(
    question: Question,
    seconds: float,
    learn: Callable[[dict[After, Worth], bool], None],
    enough: Callable[[], bool] = lambda: False,
) -> None:
    """Tell what each move of a game that is KNOWN is worth, by what it leads to, and again when it is surer.

    ``learn`` also gets whether that is sure. The ``walls`` are among the stones that the mover then has.
    """
    position = question.position()
    blocked = walls(question.variant)
    if question.variant == "telo":
        own, enemy = bits(position)
        plies = telo.ranked(_nine(position))
        learn({led_to(own | blocked, enemy, ply.text): _telo_worth(ply) for ply in plies}, True)
        return
    searcher = dimy.Searcher()
    state = bits(position)
    count = len(searcher.moves(state))
    for most in (FIRST_S, seconds):
        ways, depth = searcher.best(state, most, count, enough=enough)
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


def _dimy(position: Position, question: Question, seconds: float, enough: Callable[[], bool]) -> Hint:
    searcher = dimy.Searcher()
    state = bits(position)
    legal = searcher.moves(state)
    found, depth = searcher.best(state, seconds, WAYS, enough=enough)
    choices = []
    for n, way in enumerate(found):
        rest = searcher.line((way.after[1], way.after[0]), depth - 1) if n == 0 and not enough() else []
        texts = []
        own, enemy = state
        for after in [way.after, *rest]:
            texts.append(_text(own, enemy, after))
            enemy, own = after
        choices.append(
            Choice(texts[0], tuple(texts), _worth(way.score), depth, _facts(searcher, state, way.after))
        )
    return Hint(question.now(), question.now()[-1], tuple(choices), len(legal))


def _telo(position: Position, question: Question) -> Hint:
    plies = telo.ranked(_nine(position))
    choices = []
    for ply in plies[:WAYS]:
        line = (ply.text, *telo.line(ply.after))
        choices.append(Choice(ply.text, line, _telo_worth(ply), len(line), None))
    return Hint(question.now(), question.now()[-1], tuple(choices), len(plies))


def _nine(position: Position) -> telo.State:
    """The stones of the side to move and of the other by the bits of the solution."""
    own = enemy = 0
    for n, name in enumerate(telo.NAMES):
        colour = position.board[variants.point(name)]
        own |= (colour == position.turn) << n
        enemy |= (colour == WHITE + BLACK - position.turn) << n
    return own, enemy


def _telo_worth(ply: telo.Ply) -> Worth:
    return Worth(ply.value.result, plies=ply.value.distance or 0)


def bits(position: Position) -> After:
    """The stones of the side to move and of the other, on the whole board."""
    own = enemy = 0
    for p, colour in enumerate(position.board[:45]):
        own |= (colour == position.turn) << p
        enemy |= (colour == WHITE + BLACK - position.turn) << p
    return own, enemy


def _text(own: int, enemy: int, after: dimy.State) -> str:
    if after[1] == enemy:
        start, end = names(own & ~after[0])[0], names(after[0] & ~own)[0]
        return f"{start}-{end}"
    walls = dimy.VIEW.walls  # as own stones they are in the way, and take nothing
    return lines.format_move(own | walls, enemy, (after[0] | walls, after[1]))


def _worth(score: int) -> Worth:
    if abs(score) >= dimy.PROVEN:
        return Worth("win" if score > 0 else "loss", plies=dimy.WIN - abs(score))
    return Worth("cp", centipoints=score)


def _facts(searcher: dimy.Searcher, state: dimy.State, after: dimy.State) -> Consequences:
    hanging = most = 0
    for _, left in searcher.moves((after[1], after[0])):
        hanging |= after[0] & ~left
        most = max(most, (after[0] & ~left).bit_count())
    return Consequences(names(state[1] & ~after[1]), names(hanging), most)
