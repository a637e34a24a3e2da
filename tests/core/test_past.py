"""The finished games of the journal, told to a host that asks."""

from board import Board
from journals import begin, finish, opened, play, recovered, seed, texts, undo, work
from keeping import START
from sectors import Sectors

from fanorona.rules import notation, rules
from fanorona.rules.game import ABANDONED, GIVEN_UP, WHITE_WINS
from fanorona.store.journal import Journal
from fanorona.store.records import PAGE


class Remembering(Board):
    """A board whose journal has been filled before; what it tells is acknowledged."""

    def __init__(self, sectors, lacks_a_stone=False):
        self.sectors = sectors
        self.lacks_a_stone = lacks_a_stone
        super().__init__()

    def prepare(self):
        self.session.keeper.journal = Journal(self.sectors)
        self.raw[0] = not self.lacks_a_stone

    def step(self):
        super().step()
        self.session.keep()
        self.session.outbox.ack(self.session.outbox.next - 1)

    def ask(self, command):
        """Give a command and wait for all that it tells."""
        self.say(command)
        self.wait(50)

    def games(self):
        """The games listed: name and place. Their ends are those that are told when they are fetched."""
        self.lines = []
        self.ask("games")
        told = self.said("kept")
        assert told.pop() == "-"
        self.ends = {line.split(" ")[0]: line.split(" ")[2:] for line in told}
        return [line.split(" ")[:2] for line in told]

    def fetch(self, name, place):
        """What is told of a game: messages and fields."""
        self.lines = []
        self.ask("fetch " + name + " " + place)
        return [line for line in self.lines if line[:3] != "ok "]


def assembled(lines):
    """Start, moves and end of what was told of a game."""
    start = moves = end = None
    first = 0
    for line in lines:
        name, _, *fields = line.split(" ")
        if name == "past":
            first = int(fields[0])
            start = " ".join(fields[1:])
            moves = []
        elif name == "played":
            del moves[int(fields[0]) - first :]
            assert len(moves) == int(fields[0]) - first
            moves += fields[1:]
        else:
            assert name == "ended"
            end = fields
            del moves[int(fields[0]) - first + 1 :]
    return first, start, moves, end


def filled(sectors, count, plies=30):
    """A journal with so many games; name, moves and result of each."""
    journal, game = opened(sectors)
    choices = seed(12)
    kept = []
    for number in range(count):
        name = "feedc0de-" + str(number + 1)
        finish(journal, game, name.encode(), choices, plies)
        kept.append((name, texts(game), game.ply))
    return journal, game, kept


def test_without_a_journal_or_games_there_are_none():
    assert Remembering(Sectors()).games() == []
    board = Board()
    board.say("games")
    board.wait(50)
    assert board.said("kept") == ["-"]
    board.say("fetch 0123abcd-1 16")
    board.wait(50)
    assert board.said("gone") == ["0123abcd-1"]


def test_all_games_are_listed_and_told():
    sectors = Sectors(24)
    _, _, kept = filled(sectors, 60)
    board = Remembering(sectors)
    listed = board.games()
    assert [name for name, _ in listed] == [name for name, _, _ in kept]
    for (name, place), (_, moves, plies) in zip(listed, kept):
        first, start, told, end = assembled(board.fetch(name, place))
        assert (first, start, told) == (1, START, moves)
        assert end[0] == str(plies) and end[1] in ("1-0", "0-1", "1/2-1/2")
        assert board.ends[name] == end
    assert board.session.outbox.refused == 0
    assert board.session.game.ply == 0


def test_a_ring_that_has_gone_round_tells_the_games_that_are_whole():
    sectors = Sectors(6)
    _, _, kept = filled(sectors, 150)
    assert sum(sectors.log) > 3
    board = Remembering(sectors)
    listed = board.games()
    assert [name for name, _ in listed] == [name for name, _, _ in kept[-len(listed) :]]
    assert len(listed) > 15
    assert [assembled(board.fetch(*one))[2] for one in listed] == [
        moves for _, moves, _ in kept[-len(listed) :]
    ]


def test_what_was_taken_back_is_not_told():
    sectors = Sectors()
    journal, game = opened(sectors)
    begin(journal, game, b"feedc0de-1")
    for choice, _ in zip(seed(13), range(9)):
        play(game, choice)
    work(journal, game)
    undo(journal, game, 4)
    for choice, _ in zip(seed(14), range(3)):
        play(game, choice)
    work(journal, game)
    undo(journal, game, 6)
    work(journal, game)
    journal.end(WHITE_WINS, GIVEN_UP)
    work(journal, game)
    board = Remembering(sectors)
    ((name, place),) = board.games()
    _, _, told, end = assembled(board.fetch(name, place))
    assert told == texts(game) and end[:2] == ["6", "1-0"]


def test_a_game_given_up_before_its_first_move_is_none():
    sectors = Sectors()
    journal, game = opened(sectors)
    for name, plies in ((b"feedc0de-1", 0), (b"feedc0de-2", 1)):
        journal.leave()
        game.start()
        begin(journal, game, name)
        for _ in range(plies):
            play(game, 1)
        work(journal, game)
        journal.end(ABANDONED, GIVEN_UP)
        work(journal, game)
    assert [name for name, _ in Remembering(sectors).games()] == ["feedc0de-2"]


def test_a_game_given_up_before_its_first_move_and_loaded_again_is_told():
    sectors = Sectors()
    journal, game = opened(sectors)
    begin(journal, game, b"feedc0de-1")
    journal.end(ABANDONED, GIVEN_UP)
    work(journal, game)
    finish(journal, game, b"feedc0de-1", seed(15), 6)
    moves = texts(game)
    board = Remembering(sectors)
    ((name, place),) = board.games()
    first, start, told, end = assembled(board.fetch(name, place))
    assert (name, first, start, told) == ("feedc0de-1", 1, START, moves)
    assert end[:2] == ["6", "1-0"]


def test_a_game_without_its_result_is_not_listed():
    sectors = Sectors()
    journal, game, kept = filled(sectors, 2)
    journal.leave()
    game.start()
    begin(journal, game, b"feedc0de-9")
    play(game, 1)
    work(journal, game)
    board = Remembering(sectors, lacks_a_stone=True)
    assert board.session.game.ply == 1
    listed = board.games()
    assert [name for name, _ in listed] == [name for name, _, _ in kept]
    assert board.fetch("feedc0de-9", listed[0][1]) == ["gone feedc0de-9"]


def test_a_damaged_page_costs_the_moves_in_it():
    sectors = Sectors()
    journal, game = opened(sectors)
    finish(journal, game, b"feedc0de-1", seed(26), 80)
    moves = texts(game)
    sectors.memory[PAGE - 60] ^= 0x10
    board = Remembering(sectors)
    first, start, told, end = assembled(board.fetch(*board.games()[0]))
    assert 30 < first < 45 and told == moves[first - 1 :] and end[0] == "80"
    position = rules.Position()
    position.start()
    for move in moves[: first - 1]:
        notation.play_move(position, move)
        position.end_turn()
        position.forget()
    assert notation.format_position(position) == start


def test_places_that_are_none():
    sectors = Sectors()
    filled(sectors, 3)
    board = Remembering(sectors)
    ((name, place), _, _) = board.games()
    for wrong in ("17", str(int(place) + 1), str(int(place) + PAGE), "99999999", "1073741823"):
        assert board.fetch(name, wrong) == ["gone " + name], wrong
    for wrong in ("fetch", "fetch " + name, "fetch x 16", "fetch " + name + " -1", "fetch " + name + "z 16"):
        board.say(wrong)
        assert board.said("no")[-1] == "1 argument", wrong
    assert board.fetch("feedc0de-77", place) == ["gone feedc0de-77"]


def test_play_goes_on_while_games_are_told():
    sectors = Sectors(24)
    filled(sectors, 12, 40)
    board = Remembering(sectors)
    board.wait(3000)
    board.lines = []
    board.say("games")
    for name in ("d3", "e3", "f3"):
        board.raw[notation.parse_point(name)] ^= 1
        for _ in range(12):
            board.now += 1
            board.step()
    assert board.moves() == ["d3-e3A"]
    board.wait(50)
    assert board.said("kept")[-1] == "-" and len(board.said("kept")) == 13
    assert recovered(sectors)[1].ply == 1


def test_a_host_that_acknowledges_nothing_is_waited_for():
    sectors = Sectors(24)
    filled(sectors, 60)
    board = Remembering(sectors)
    board.wait(50)
    board.say("hello 1.4 test")
    board.wait(50)
    board.session.outbox.ack = lambda number: None
    board.session.look_up(b"", 0)
    held = board.session.outbox.oldest
    for _ in range(6000):
        board.now += 1
        board.step()
    assert 5 < len(set(board.said("kept"))) < 40
    assert board.session.outbox.oldest == held and board.session.beside.past.is_busy()


def test_another_host_begins_anew():
    sectors = Sectors(24)
    _, _, kept = filled(sectors, 30)
    board = Remembering(sectors)
    board.wait(3000)
    board.session.look_up(b"", 0)
    for _ in range(20):
        board.now += 1
        board.step()
    assert board.session.beside.past.is_busy()
    board.lines = []
    board.say("hello 1.4 other")
    board.wait(50)
    assert board.lines[-1] == "synced"
    assert len(board.games()) == len(kept)


def test_games_are_told_while_a_stone_is_in_the_hand():
    sectors = Sectors(24)
    _, _, kept = filled(sectors, 12, 40)
    board = Remembering(sectors)
    board.wait(1000)
    board.lift("d3")
    assert len(board.games()) == len(kept)
    board.place("e3")
    assert board.lights() != {}


def test_what_is_told_of_the_past_ends_with_the_host():
    sectors = Sectors(24)
    filled(sectors, 30)
    board = Remembering(sectors)
    board.wait(3000)
    board.session.look_up(b"", 0)
    assert board.session.beside.past.is_busy()
    board.session.unlink()
    assert not board.session.beside.past.is_busy()


def test_the_last_game_is_listed_while_the_next_one_is_set_up():
    """The snapshot has no game then."""
    board = Remembering(Sectors(4))
    board.move("d3", "e3", "f3")
    board.session.finish(WHITE_WINS)
    board.wait(500)
    assert board.games() == [], "it is in the snapshot"
    board.lift("a1")
    board.wait(500)
    assert [name for name, _ in board.games()] == ["0123abcd-1"]


def test_the_last_game_is_listed_by_its_name_after_the_power_has_failed():
    sectors = Sectors(4)
    journal, game = opened(sectors)
    finish(journal, game, b"0123abcd-1", seed(1), 6)
    work(journal, game)
    board = Remembering(sectors, lacks_a_stone=True)
    ((name, place),) = board.games()
    assert name == "0123abcd-1"
    assert assembled(board.fetch(name, place))[3][1] == "1-0"
