"""Another version of a recorded game: its moves up to a ply, and others from there on. The original stays."""

from __future__ import annotations

from collections.abc import Sequence

from fanorona.rules import notation
from fanorona.rules.game import BLACK_WINS, WHITE_WINS
from fanorona.rules.game import Game as Play
from lakabe.archive import ORIGINAL, Archive, Game, Move
from lakabe.archive.damage import replay
from lakabe.errors import InputError, UsageError
from lakabe.games import ending, pgn, variants
from lakabe.games.irregular import is_irregular

REASON = "corrected"


def correct(
    archive: Archive,
    number: int,
    ply: int,
    texts: Sequence[str],
    with_rest: bool = False,
    result: str | None = None,
) -> int:
    """Keep a version of game ``number`` in which ``texts`` (N1) are the moves from ``ply`` on; its number.

    ``with_rest``: the original's moves after those follow. ``result``: None for the original's, unless the
    rules end the new version (R10). InputError for a move that is not legal, UsageError for a ply that the
    game does not have.
    """
    game = archive.game(number)
    last = game.first_ply + len(game.texts())
    if not game.start or not game.first_ply <= ply <= last:
        raise UsageError(f"game {number} has no move {ply}", f"its moves are {game.first_ply} to {last - 1}")
    replay(game, ply - game.first_ply)
    moves = _moves(game, ply, texts, with_rest)
    over = _check(game, moves)
    if over is not None and result not in (None, over):
        raise UsageError(f"these moves end the game {over}, not {result}", "leave --result out")
    score = pgn.from_archive(game)
    tags = {name: value for name, value in score.tags.items() if name != ending.TAG}  # it ended otherwise
    comment = f"Game {number} with other moves from {pgn.move_number(ply)} on."
    with archive.writing() as writer:
        made = writer.add(
            {**tags, ORIGINAL: str(number)},
            game.start,
            moves,
            over or result or game.result or "*",
            " ".join(text for text in (game.comment, comment) if text),
            first_ply=game.first_ply,
            reason=REASON,
        )
    assert made is not None  # only what was imported before is not added again
    return made


def _moves(game: Game, ply: int, texts: Sequence[str], with_rest: bool) -> list[Move]:
    kept = [move for move in game.moves if move.ply < ply]
    made = [Move(ply + n, text) for n, text in enumerate(texts)]
    rest = [move for move in game.moves if with_rest and move.ply >= ply + len(texts)]
    return [*kept, *made, *rest]


def _check(game: Game, moves: Sequence[Move]) -> str | None:
    """The result that the rules give after the moves (R10), None where they give none."""
    position = variants.load(game.variant, game.start)
    play = Play(position)
    play.repetition = play.fifty = False
    for ply, move in enumerate(moves, game.first_ply):
        if move.ply != ply:
            raise InputError(f"move {ply} of game {game.number} is missing", "give the moves from there on")
        if play.result:
            raise InputError(f"the game is over before move {ply}", "leave out the moves from there on")
        try:
            notation.play_move(position, move.text)
        except ValueError as error:
            raise InputError(f"move {ply}: {error}", "see N1 in `lakabe docs rules`") from error
        if is_irregular(move.text):
            play.let_stand(bytearray(position.board))
            play.judge()
        else:
            play.commit()
    return {WHITE_WINS: "1-0", BLACK_WINS: "0-1"}.get(play.result)
