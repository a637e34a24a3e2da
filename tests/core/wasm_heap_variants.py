"""Velas, Dimy and Telo create nothing on the heap once they are set up: whole games, a locked heap.

MicroPython only. What a variant has of its own is imported with ``new``, which is outside the lock.
"""

import heap
from wasm_heap_session import Hands

from fanorona.rules.game import Game
from fanorona.rules.moves import first_move, perft
from fanorona.rules.rules import PLACING, STARTS, VARIANTS, WALL, WHITE, Position


class Players(Hands):
    """Random legal moves of a variant, which is set up and linked to a host."""

    def __init__(self, seed, variant):
        super().__init__(seed)
        self.board.say("new " + VARIANTS.split()[variant].decode())
        self.board.wait(100)
        for p in range(45):
            self.board.raw[p] = STARTS[variant][p] % WALL != 0
        self.board.wait(100)
        self.game.following = variant
        self.game.start()
        assert self.board.session.game.position.variant == variant and not self.board.session.game.ply

    def act(self):
        position = self.game.position
        if position.phase == PLACING:
            first_move(position)
            self.set(position.stone, 1)
            self.wait(350)
            self.game.commit()
            return
        super().act()

    def play(self, plies):
        self.wait(10)
        while not self.game.result and self.game.ply < plies:
            if self.game.position.phase != PLACING:
                self.choose()
            self.act()


def test_perft_of_the_variants():
    for variant, counts in ((1, 94), (2, 30), (3, 202), (4, 504)):
        position = Position()
        position.choose(variant)
        position.load(STARTS[variant], WHITE)
        with heap.locked:
            assert perft(position, 3) == counts


def test_games_of_the_variants_under_heap_lock():
    for variant, seed, plies in ((1, 3, 40), (2, 4, 40), (3, 5, 30), (4, 6, 30)):
        players = Players(seed, variant)
        with heap.locked:
            players.play(plies)
        played = players.board.session.game
        assert played.ply == players.game.ply > 0, variant
        assert played.result == players.game.result
        assert bytes(played.position.board) == bytes(players.game.position.board)


def test_a_velas_second_phase_under_heap_lock():
    players = Players(9, 1)
    board = players.board
    board.say("load - 1BBBB4/9/1B7/9/W1B6 W vela")
    board.say("go")
    board.wait(10)
    for p in range(45):
        board.raw[p] = board.session.game.position.board[p] != 0
    board.wait(100)
    players.game = Game()
    with heap.locked:
        players.set(0, 0)
        players.set(1, 1)
        players.set(2, 0)
        players.wait(50)
    assert board.session.game.second_at == 1
