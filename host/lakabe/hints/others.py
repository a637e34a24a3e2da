"""Hints for the smaller games (S): Dimy from a search that counts stones, Telo from its solution."""

from __future__ import annotations

from collections.abc import Callable

from fanorona.game import Game
from fanorona.rules import BLACK, WHITE, Position
from lakabe import variants
from lakabe.engine import dimy, lines, telo
from lakabe.errors import InputError
from lakabe.hints.consequences import Consequences, names
from lakabe.hints.hint import WAYS, Choice, Hint
from lakabe.hints.question import Question
from lakabe.hints.worth import Worth

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
    raise InputError(f"there are no hints for {variants.NAMES[question.variant]}")


def _dimy(position: Position, question: Question, seconds: float, enough: Callable[[], bool]) -> Hint:
    searcher = dimy.Searcher()
    state = _stones(position)
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
    # The solution's bits are those of the nine points, row by row.
    own = enemy = 0
    for n, name in enumerate(telo.NAMES):
        colour = position.board[variants.point(name)]
        own |= (colour == position.turn) << n
        enemy |= (colour == WHITE + BLACK - position.turn) << n
    plies = telo.ranked((own, enemy))
    choices = []
    for ply in plies[:WAYS]:
        worth = Worth(ply.value.result, plies=ply.value.distance or 0)
        line = (ply.text, *telo.line(ply.after))
        choices.append(Choice(ply.text, line, worth, len(line), None))
    return Hint(question.now(), question.now()[-1], tuple(choices), len(plies))


def _stones(position: Position) -> dimy.State:
    """Those of the side to move and of the other."""
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
