"""Power that fails at every byte of every write of the journal, whatever the players do meanwhile.

On MicroPython it fails at every seventh.

``python -m pytest -s tests/core/test_power_cuts.py`` prints how often; JOURNAL.md has that table.
"""

from board import MENU
from journals import fingerprint, finish, opened, recovered, seed, texts
from keeping import START, START_REEDS, Kept, open_game, play_by_hand, reeds
from sectors import Sectors, cuts, put
from support import some

from fanorona.hands.tracker import PLAY
from fanorona.modes.keeper import REST_MS
from fanorona.rules.game import Game
from fanorona.store.journal import AHEAD, Journal
from fanorona.store.records import PAGE, PAGES

LONGER = "9/1B7/1B7/9/W1B5B W"
"""a1-b1A takes c1; b1-b2A, which takes b3 and b4, may follow."""
LONG_GAME = 26
"""Its seed."""


class Watched(Kept):
    """A board that remembers its game, and which contacts are closed, at each operation on its flash."""

    def __init__(self, sectors):
        self.states = []
        super().__init__(sectors)

    def prepare(self):
        super().prepare()
        self.sectors.watch = self.remember

    def remember(self):
        game = Game()
        game.adopt(self.session.game)
        base = game.record.base
        result, reason = game.result, game.reason
        game.catch_up(base.board, base.turn, game.record.base_ply, game.record.base_quiet, game.record.first)
        game.close(result, reason)
        self.states.append((game, bytes(self.raw)))


def cut_everywhere(what, play, sectors=None, lag=1):
    """Let the power fail at every byte written while ``play(board)`` is done, and look what comes back.

    That is the game as it was before the write or after it, which lacks ``lag`` moves at most. When stones
    have been moved meanwhile, the lights lead back to it.
    """
    sectors = sectors or Sectors(5)
    memory = bytearray(sectors.memory)
    del sectors.operations[:]
    board = Watched(sectors)
    play(board)
    assert len(board.states) == len(sectors.operations) > 0
    before = game_in(sectors, memory)
    count = 0
    for operation, (truth, raw) in zip(sectors.operations, board.states):
        images = some(cuts(memory, operation))
        at, data = operation
        if data is None:
            memory[at : at + PAGE * PAGES] = b"\xff" * (PAGE * PAGES)
        else:
            put(memory, at, data)
        after = game_in(sectors, memory)
        check(after, truth, lag)
        expected = [fingerprint(game) if game else None for game in (before, after)]
        for image in images:
            found = game_in(sectors, image)
            assert (fingerprint(found) if found else None) in expected, (what, at)
            count += 1
        guide_back(sectors, images[len(images) // 2], raw)
        before = after
    print(f"| {what} | {len(sectors.operations)} | {count} |")
    return board


def game_in(sectors, memory):
    """The unfinished game that a start finds."""
    return recovered(sectors.after_cut(memory))[1]


def check(found, truth, lag):
    """That the game found is the true one but for its last moves; none: it has ended, or only begun."""
    if found is None:
        assert truth.result or truth.ply <= lag
        return
    moves = texts(found)
    assert moves == texts(truth)[: len(moves)]
    assert found.record.base.board == truth.record.base.board
    assert truth.ply - found.ply <= lag


def guide_back(sectors, memory, raw):
    """The power comes back, two stones have been moved: doing what the lights ask leads to the game."""
    found = game_in(sectors, memory)
    moved = bytearray(raw)
    moved[moved.index(1)] = 0
    moved[moved.index(0)] = 1
    moved[moved.rfind(b"\x01")] = 0
    again = Kept(sectors.after_cut(memory), moved, b"99999999")
    again.obey()
    game = again.session.game
    assert again.session.tracker.phase == PLAY
    if found:
        assert fingerprint(game) == fingerprint(found)
    else:
        assert not game.ply
    again.wait(100)
    assert fingerprint(recovered(again.sectors)[1]) == fingerprint(game)


def moves_of(number, plies):
    """So many moves of a game."""
    journal = Journal(Sectors())
    game = Game()
    finish(journal, game, b"x", seed(number), plies)
    return texts(game)


def nearly_full(records):
    """A ring that has gone round, with room for a few records in the last page of its sector."""
    sectors = Sectors(5)
    journal, game = opened(sectors)
    choices = seed(7)
    number = 0
    while sum(sectors.log) < 4 or journal.newest_page() % PAGES < PAGES - 1:
        number += 1
        finish(journal, game, b"0123abcd-" + str(number).encode(), choices, 20)
    while journal._at < PAGE - 6 * records:
        number += 1
        finish(journal, game, b"0123abcd-" + str(number).encode(), choices, 1)
    return sectors


def test_switched_on():
    cut_everywhere("switched on; a game begins, two moves", open_game)


def test_a_long_game():
    def play(board):
        for text in moves_of(LONG_GAME, 60):
            play_by_hand(board, text)

    board = cut_everywhere("a game of 60 moves, over two pages", play)
    assert board.session.game.ply == 60


def test_into_the_next_sector():
    sectors = nearly_full(12)
    first = sectors.count * PAGES

    def play(board):
        nonlocal first
        first = board.session.keeper.journal.newest_page()
        for text in moves_of(LONG_GAME, 16):
            play_by_hand(board, text)

    board = cut_everywhere("a game goes on in the next sector", play, sectors)
    assert board.session.keeper.journal.newest_page() // PAGES != first // PAGES


def test_taken_back():
    def play(board):
        open_game(board)
        for extra, missing in (("f3", "f4 f2 f1"), ("e3", "d3 f3")):
            board.press(MENU, 1600)
            board.lift(extra)
            board.place(missing)
        assert not board.session.game.ply
        open_game(board)
        assert board.session.game.ply == 2

    cut_everywhere("two moves taken back, and played again", play)


def test_corrected():
    def play(board):
        board.say("load 0123abcd-7 " + LONGER)
        board.say("go")
        board.stand(reeds(LONGER))
        for names, closed in (("a1", 0), ("b1", 1), ("c1", 0), ("b4", 0), ("b1 b3", 0), ("b2", 1)):
            (board.place if closed else board.lift)(names, 400)
        assert board.moves() == ["a1-b1A", "a1-b1A-b2A"]
        board.lift("i1", 400)
        board.place("h1", 400)

    cut_everywhere("a move that turns out to be a longer one", play)


def test_ended():
    def play(board):
        open_game(board)
        board.say("end 1-0")
        board.wait(100)
        board.say("new")
        board.stand(START_REEDS)
        open_game(board)

    cut_everywhere("a result, and another game", play)


def test_given_up():
    def play(board):
        open_game(board)
        board.say("new mirrored")
        board.stand(START_REEDS)
        board.lift("d3")
        board.place("e3")
        board.lift("c3")
        board.press()

    board = cut_everywhere("a game given up for a mirrored one", play)
    assert board.session.game.record.base.board != Game().position.board


def test_loaded():
    def play(board):
        open_game(board)
        board.say("load 89abcdef-12 " + START)
        for number, text in enumerate(moves_of(LONG_GAME, 9)):
            board.say("play " + str(number + 1) + " " + text)
        board.say("go")
        board.obey()
        board.wait(200)
        play_by_hand(board, moves_of(LONG_GAME, 10)[-1])

    cut_everywhere("a game loaded with nine moves, and another move", play, lag=9)


def test_erased():
    def play(board):
        while board.session.keeper.journal._blank == AHEAD:
            open_game(board)
            board.say("end 1-0")
            board.wait(100)
            board.say("new")
            board.stand(START_REEDS)
        board.say("end 1-0")
        board.wait(REST_MS + 500)
        board.say("new")
        board.stand(START_REEDS)
        open_game(board)

    sectors = nearly_full(12)
    before = sum(sectors.log)
    cut_everywhere("a sector erased between two games", play, sectors)
    assert sum(sectors.log) == before + 1


def test_irregular_moves():
    def play(board):
        open_game(board)
        board.say("set level 0")
        for start, end in (("d2", "d3"), ("i4", "f4"), ("i2", "i4")):
            board.lift(start)
            board.place(end)
            board.press()
            board.wait(1000)
            board.press()
            board.wait(100)

    board = cut_everywhere("moves that were let stand", play)
    assert len(board.said("irregular")) == 3
