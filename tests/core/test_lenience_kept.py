"""Irregular moves (P10) in the journal, and told from there."""

from board import Board
from journals import begin, fingerprint, recovered, work
from keeping import Kept, open_game, restarted
from sectors import Sectors
from test_past import Remembering, assembled

from fanorona.rules import notation
from fanorona.rules.game import AGREED, DRAWN, Game
from fanorona.rules.rules import PAIKA, Position
from fanorona.store.journal import Journal

AFTER = "BBBBBBBBB/BBBBB1BBB/BWBWWBWBW/WWW1W1WWW/WWWWW1WWW"
"""d2-d3, where a capture is due."""


def irregular(board):
    """Two plies and an irregular one."""
    open_game(board)
    board.say("set level 0")
    board.lift("d2")
    board.place("d3")
    board.press()
    board.wait(1000)
    board.press()
    board.wait(100)


def test_a_power_cut_keeps_it():
    board = Kept(Sectors(5))
    irregular(board)
    assert board.said("irregular") == ["0123abcd-1 3 " + AFTER + " B"]
    again = restarted(board)
    assert again.said("game")[0].split(" ")[0] == "0123abcd-1"
    assert fingerprint(again.session.game) == fingerprint(board.session.game)
    assert again.session.game.ply == 3
    assert notation.format_position(again.session.game.position) == AFTER + " B"
    again.lines = []
    again.say("snapshot")
    again.wait(1000)
    assert again.said("irregular") == ["0123abcd-1 3 " + AFTER + " B"]
    assert again.said("position") == [AFTER + " B"]


def with_irregular(journal, plies, name=b"feedc0de-1"):
    """A game in which every seventh ply is irregular; the moves as a host has them."""
    game = Game()
    journal.leave()
    begin(journal, game, name)
    position = game.position
    texts = []
    for n in range(plies):
        board = bytearray(position.board)
        moved = [p for p in range(45) if board[p] == position.turn][n % 5]
        free = [p for p in range(45) if not board[p]][n % 2 if n % 7 else 0]
        if n % 7 == 6:
            board[moved] = 0
            board[free] = position.turn
            game.let_stand(board)
            texts.append("--" + notation.format_position(position).split(" ")[0])
        else:
            text = legal(position)
            notation.play_move(position, text)
            texts.append(text)
            game.commit()
        game.judge()
        if game.result:
            break
        work(journal, game)
    return game, texts


def legal(position):
    """A move that takes as little as can be."""
    own = Position()
    own.copy(position)
    for p in range(45):
        for q in range(45):
            for kind in (PAIKA, 2, 4):
                if own.legal(p, q, kind):
                    own.play(p, q, kind)
                    return notation.format_move(own)
    raise ValueError("no move")


def test_a_finished_game_has_them():
    sectors = Sectors(5)
    journal = Journal(sectors)
    journal.resume(Game())
    game, texts = with_irregular(journal, 20)
    assert sum(text.startswith("--") for text in texts) >= 2
    game.close(DRAWN, AGREED)
    journal.end(game.result, game.reason)
    work(journal, game)
    board = Remembering(sectors)
    ((name, place),) = board.games()
    _, start, moves, end = assembled(board.fetch(name, place))
    assert moves == texts
    assert end == [str(len(texts)), "1/2-1/2", "host"]
    assert start.startswith("BBBBBBBBB/")


def test_the_unfinished_game_comes_back_whole():
    for plies in (6, 7, 8, 13, 14, 15, 20):
        sectors = Sectors(5)
        journal = Journal(sectors)
        journal.resume(Game())
        game, _ = with_irregular(journal, plies)
        assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def test_a_record_that_forgets_its_oldest_moves():
    game = Game()
    game.record.__init__(64)
    board = Board("WWWWW4/9/9/9/4BBBBB W")
    position = board.session.game.position
    game.load(position)
    for n in range(20):
        if n % 3:
            there = bytearray(game.position.board)
            turn = game.position.turn
            there[there.index(turn)] = 0
            there[there.index(0, 9 + n % 18)] = turn
            game.let_stand(there)
        else:
            notation.play_move(game.position, legal(game.position))
            game.commit()
    before = notation.format_position(game.position)
    ply = game.ply
    assert game.record.base_ply > 10
    game.rewind()
    while game.ply < ply:
        game.replay()
    assert notation.format_position(game.position) == before
