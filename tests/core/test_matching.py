"""Matches that the board runs by itself: counted, shown, kept whenever the power fails, told to a host."""

from board import MENU, TURN
from journals import recovered, seed
from keeping import START_REEDS, Kept, play_by_hand, reeds
from sectors import Sectors, cuts, put
from test_menu import Notes, Tavern

from fanorona.hands.buttons import BOTH_MS
from fanorona.hands.tracker import CHANGED, OVER, PLAY, TAKEN_BACK
from fanorona.modes.scores import AFTER_MS
from fanorona.rules import notation
from fanorona.rules.game import BLACK_WINS, DRAWN, WHITE_WINS
from fanorona.rules.match import CHAMPIONSHIP, CREDITOR_FIRST, FIRST_MOVES, SESSION_3, Match
from fanorona.rules.moves import first_move, next_move
from fanorona.rules.rules import MOVE_LOG, START, Position
from fanorona.store.records import PAGE, PAGES

SINGLE, BEST_OF_3, BEST_OF_5, TEN = "i2", "i3", "i4", "i5"
PRESSES = {DRAWN: 0, BLACK_WINS: 1, WHITE_WINS: 2}
"""Of *turn*, until that end of a game is offered."""


def begin(board, *touched):
    """Choose with stones in the menu, and let the game begin."""
    board.open()
    for name in touched:
        board.touch(name)
    board.press(TURN)
    board.stand(START_REEDS)
    assert board.session.tracker.phase == PLAY
    return board


def at_match(*touched):
    return begin(Tavern(), *touched)


def match_of(board):
    return board.session.beside.matching.match


def agree(board, result):
    """End the game with the buttons."""
    board.buttons = MENU
    board.wait(100)
    board.buttons = MENU | TURN
    board.wait(BOTH_MS + 100)
    board.buttons = 0
    board.wait(50)
    for _ in range(PRESSES[result]):
        board.press()
    board.press(MENU, 1700)
    assert board.session.tracker.phase == OVER
    board.wait(200)


def move(board, text):
    play_by_hand(board, text)
    board.wait(20)


def opening(board):
    number = match_of(board).opening()
    return FIRST_MOVES[number - 1].decode() if number else "d3-e3A"


def play(board, result):
    """A game of one move, and its end by the players' word; then the next one."""
    move(board, opening(board))
    agree(board, result)
    following(board)


def following(board):
    """The stones are put back for the next game."""
    board.lift("a1")
    board.stand(START_REEDS)
    board.wait(400)
    assert board.session.tracker.phase == PLAY and not board.session.game.ply


def standing(board):
    match = match_of(board)
    return match.points(0), match.points(1), match.debtor()


def variant(board):
    return board.session.game.position.variant


def test_a_session_to_its_end():
    board = at_match(BEST_OF_3)
    for result, due, stands in (
        (WHITE_WINS, 1, (1, 0, 1)),  # a vela: the second player is in debt, and has White
        (BLACK_WINS, 1, (1, 0, 1)),
        (DRAWN, 1, (1, 0, 1)),
        (WHITE_WINS, 0, (1, 0, 2)),  # eaten
        (DRAWN, 0, (1, 0, 2)),
    ):
        play(board, result)
        assert (variant(board), standing(board)) == (due, stands)
    assert match_of(board).white() == 0
    move(board, "d3-e3A")
    agree(board, DRAWN)
    assert match_of(board).is_over() and standing(board) == (1, 0, 2)
    board.wait(AFTER_MS)
    assert board.lights() == {"a1": "v"}
    following(board)
    before = bytes(match_of(board).state)
    move(board, "d3-e3A")
    agree(board, WHITE_WINS)
    assert bytes(match_of(board).state) == before, "a game after the match"
    board.open()
    assert board.chosen() == "single 0 tsivy 3 3"


def choose(position, choices):
    """Some move of the position; its text. It is not played."""
    first_move(position)
    for _ in range(next(choices) % 5):
        if not next_move(position):
            first_move(position)
            break
    text = notation.format_move(position)
    while position.steps:
        position.back()
    return text


def play_out(board, choices):
    """A whole game by hand."""
    session = board.session
    while session.tracker.phase == PLAY:
        walk = Position(MOVE_LOG)
        walk.mirror(session.game.position)
        first = opening(board) if match_of(board).opening() and not session.game.ply else ""
        move(board, first or choose(walk, choices))
    board.wait(200)


def play_by_the_rules(board, choices):
    """All games of the match, each until the rules end it; how many there were."""
    expected = Match(match_of(board).kind(), match_of(board).options())
    games = 0
    while not expected.is_over():
        assert variant(board) == expected.variant()
        play_out(board, choices)
        expected.take(board.session.game.result)
        games += 1
        assert match_of(board).state == expected.state
        following(board)
    assert match_of(board).is_over()
    return games


def test_a_session_of_games_that_end_by_the_rules():
    board = at_match(BEST_OF_3, "g2")
    games = play_by_the_rules(board, seed(5))
    assert games >= 2 and len(set(board.said("round"))) == 2 * games


def test_a_championship_of_games_that_end_by_the_rules():
    board = at_match(TEN, "g2")
    board.lines = []
    games = play_by_the_rules(board, seed(11))
    reasons = [text.split(" ")[2] for text in board.said("result")]
    assert games > 10 and len(reasons) == games
    assert all(reason in ("no-stone", "no-move", "repetition", "fifty", "forfeit") for reason in reasons)


def test_a_championship_to_its_end():
    board = at_match(TEN)
    results = (WHITE_WINS, BLACK_WINS, DRAWN)
    expected = Match(CHAMPIONSHIP)
    openings = []
    for i in range(60):
        if expected.is_over():
            break
        assert variant(board) == expected.variant()
        assert match_of(board).white() == expected.white()
        if expected.opening():
            openings.append(expected.opening())
            assert opening(board)[:2] == board.lit("h"), "the lights show it"
        result = results[i * 7 % 3]
        play(board, result)
        expected.take(result)
        assert match_of(board).state == expected.state
    assert match_of(board).is_over()
    assert openings == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_another_first_move_is_taken_back():
    board = at_match(TEN)
    assert board.lights() == {"e2": "h", "e3": "j", "e4": "g", "e5": "g"}
    move(board, "f2-e3A")
    assert board.said("move") and board.session.game.ply == 0
    board.obey()
    board.wait(500)
    assert board.lit("h") == "e2", "shown again"
    move(board, "e2-e3A")
    assert board.session.game.ply == 1
    move(board, "d5-e4A" if "d5-e4A" in legal(board) else legal(board)[0])
    assert board.session.game.ply == 2, "the moves after it are free"


def legal(board):
    position = Position(MOVE_LOG)
    position.mirror(board.session.game.position)
    found = []
    first_move(position)
    while True:
        found.append(notation.format_move(position))
        if not next_move(position):
            return found


def test_every_opening_is_shown():
    board = at_match(TEN)
    shown = []
    for _ in range(10):
        lights = board.lights()
        shown.append("".join([board.lit("h"), " ", board.lit("g")]))
        assert lights["e3"] == "j"
        play(board, DRAWN)
    assert shown[::2] == ["e2 e4 e5", "f2 c5 d4", "d2 f4 g5", "d3 f3", "d3 c3"] and shown[::2] == shown[1::2]


def test_games_that_do_not_count():
    board = at_match(BEST_OF_3)
    move(board, "d3-e3A")
    board.set_up_anew()  # given up
    board.stand(START_REEDS)
    board.wait(400)
    assert standing(board) == (0, 0, 2) and match_of(board).played() == 0
    board.say("load - W8/9/9/9/8B W")
    board.say("go")
    board.stand(reeds("W8/9/9/9/8B W"))
    board.say("end 1-0")
    assert match_of(board).played() == 0
    board.say("new")
    board.stand(START_REEDS)
    board.wait(400)
    play(board, WHITE_WINS)
    assert standing(board) == (1, 0, 1)
    rounds = [line.split(" ") for line in board.said("round")]
    assert [fields[1] + fields[3] for fields in rounds] == ["1*", "1*", "1*", "11-0", "2*"]


def test_a_game_that_is_set_up_anew_is_played_again_or_goes_on():
    board = at_match(BEST_OF_3)
    for text in ("d3-e3A", "f4-f3A", "e3-d3A"):
        move(board, text)
    first = board.said("round")[-1].split(" ")[2]
    board.stand(START_REEDS)
    board.wait(1000)
    assert board.said("result")[-1] == first + " * anew 3"
    assert standing(board) == (0, 0, 2) and match_of(board).played() == 0
    assert board.said("round")[-1].split(" ")[1:] == ["1", board.said("game")[-1].split(" ")[0], "*"]
    board.say("resume")
    board.lift("f4 f2 f1 c3")
    board.wait(400)
    assert board.session.game.ply == 3 and board.said("round")[-1].split(" ")[1:] == ["1", first, "*"]
    board.say("end 1-0")
    assert standing(board) == (1, 0, 1) and board.said("round")[-1].split(" ")[1:] == ["1", first, "1-0"]


def test_a_vela_that_is_given_up_is_due_again():
    board = at_match(BEST_OF_3, "d3")
    assert match_of(board).options() == CREDITOR_FIRST
    play(board, WHITE_WINS)
    assert variant(board) == 2
    board.set_up_anew()
    board.stand(START_REEDS)
    assert variant(board) == 2
    board.press(MENU, 8200)  # no mirrored start in a match
    board.stand(START_REEDS)
    board.wait(400)
    assert variant(board) == 2 and board.session.game.position.board[:45] == START
    board.say("new")
    board.stand(START_REEDS)
    board.wait(400)
    assert variant(board) == 2


def test_a_result_that_is_taken_back():
    board = at_match(BEST_OF_3)
    move(board, "d3-e3A")
    board.say("end 1-0")
    assert standing(board) == (1, 0, 1)
    board.session.game.result = 0
    board.session.tracker.phase = PLAY
    board.session.follow(TAKEN_BACK | CHANGED)
    board.wait(50)
    assert standing(board) == (0, 0, 2)
    assert board.said("round")[-1].endswith(" *")


def test_a_result_that_is_taken_back_after_a_loss_of_power():
    board = at_match(BEST_OF_3, "g2")
    nothing_yet = standing(board)
    play_out(board, seed(5))
    won = standing(board)
    white = board.session.beside.matching._white
    again = board.again()
    assert again.session.tracker.phase == OVER and standing(again) == won != nothing_yet
    assert again.session.beside.matching._white == white
    again.session.game.back()
    again.session.tracker.phase = PLAY
    again.session.follow(TAKEN_BACK | CHANGED)
    again.wait(50)
    assert standing(again) == nothing_yet
    assert again.said("round")[-1].endswith(" *")


def test_weeks_later():
    board = at_match(TEN, "b1")
    for result in (WHITE_WINS, DRAWN, BLACK_WINS):
        play(board, result)
    state = bytes(match_of(board).state)
    again = board.again()
    assert bytes(match_of(again).state) == state
    assert variant(again) == match_of(again).variant()
    assert again.session.levels[1] == 1
    again.open()
    assert again.chosen().startswith("championship 0 vela 1 3")
    again.press(TURN)
    again.stand(START_REEDS)
    play(again, WHITE_WINS)
    assert bytes(match_of(again).state) == expected_after(state)


def test_in_the_middle_of_a_game():
    board = at_match(BEST_OF_3)
    play(board, WHITE_WINS)
    move(board, legal(board)[0])
    again = board.again()
    assert again.session.game.ply == 1 and variant(again) == 1
    agree(again, WHITE_WINS)
    assert standing(again) == (1, 0, 2)


def test_a_match_is_ended_in_the_menu():
    board = at_match(BEST_OF_3)
    play(board, WHITE_WINS)
    board.open()
    board.touch(SINGLE)
    board.press(TURN)
    board.stand(START_REEDS)
    assert variant(board) == 0 and board.notes.files["menu"] == b"\x03\x03"
    move(board, "d3-e3A")
    agree(board, WHITE_WINS)
    assert board.said("match")[-1] == "-"
    assert board.again().session.beside.matching is None


def test_another_match_begins_anew():
    board = at_match(BEST_OF_3)
    play(board, WHITE_WINS)
    begin(board, BEST_OF_5)
    assert standing(board) == (0, 0, 2) and match_of(board).games() == 5
    names = {line.split(" ")[0] for line in board.said("match")} - {"-"}
    assert len(names) == 2


def test_more_games_than_are_kept_by_name():
    board = at_match(BEST_OF_3)
    results = [WHITE_WINS] + [BLACK_WINS] * 28 + [WHITE_WINS, DRAWN]
    expected = Match(SESSION_3)
    for result in results:
        play(board, result)
        expected.take(result)
    assert match_of(board).state == expected.state
    again = board.again()
    assert match_of(again).state == expected.state
    again.lines = []
    for place in (1, 9, 17, 25):
        again.say("match " + str(place))
    places = [int(line.split(" ")[1]) for line in again.said("round")]
    assert places[-1] == 32 and places[0] == 9 and sorted(set(places)) == list(range(9, 33))


# A host


def test_a_host_asks_for_the_match():
    board = at_match(BEST_OF_3)
    play(board, WHITE_WINS)
    board.lines = []
    board.say("match 1")
    name, state, games = board.said("match")[0].split(" ")
    assert name.startswith("0123abcd-") and games == "2"
    assert bytes.fromhex(state) == bytes(match_of(board).state)
    assert [line.split(" ")[1:] for line in board.said("round")] == [
        ["1", board.said("round")[0].split(" ")[2], "1-0"],
        ["2", board.said("round")[1].split(" ")[2], "*"],
    ]
    assert board.said("ok")
    board.say("match 2")
    assert len(board.said("round")) == 3
    for text in ("match 0", "match x"):
        board.say(text)
    assert board.said("no") == ["1 argument", "1 argument"]


def test_a_board_without_a_match():
    board = Tavern()
    board.say("match 1")
    board.say("match -")
    assert board.said("no") == ["1 no-match", "1 no-match"]


def test_it_rests_while_a_host_runs_a_match_of_its_own():
    board = at_match(BEST_OF_3)
    move(board, "d3-e3A")
    board.say("hello 1.4 test")
    board.say("match -")
    assert board.said("ok")
    board.say("end 1-0")
    board.say("new vela")
    board.stand(START_REEDS)
    assert variant(board) == 1, "as the host wants it"
    board.say("end 1-0")
    assert match_of(board).played() == 0
    board.say("bye")
    board.say("new")
    board.stand(START_REEDS)
    play(board, WHITE_WINS)
    assert standing(board) == (1, 0, 1)


# Power


class Watched(Tavern):
    """A board that remembers what its flash and its files were before and after each write."""

    def __init__(self):
        self.images = []
        self.ended = 0
        sectors = Sectors(5)
        self.memory = bytearray(sectors.memory)
        self.files = {}
        super().__init__(sectors)

    def prepare(self):
        super().prepare()
        self.sectors.watch = self.flashed
        self.notes.watch = self.noted

    def flashed(self):
        """Something was programmed: the power may fail at every byte of it."""
        at, data = operation = self.sectors.operations[-1]
        images = list(cuts(self.memory, operation))
        for i in (0, 1, len(images) // 2, -1):
            self.images.append((images[i % len(images)], dict(self.files), self.ended))
        if data is None:
            self.memory[at : at + PAGE * PAGES] = b"\xff" * (PAGE * PAGES)
        else:
            put(self.memory, at, data)
        self.images.append((bytes(self.memory), dict(self.files), self.ended))

    def noted(self):
        """A file has been replaced, which happens as a whole."""
        self.files = dict(self.notes.files)
        self.images.append((bytes(self.memory), dict(self.files), self.ended))


def test_no_game_is_counted_twice_or_lost_wherever_the_power_fails():
    board = Watched()
    begin(board, BEST_OF_5)
    board.images.clear()
    truth = Match(match_of(board).kind())
    states = [bytes(truth.state)]
    for result in (WHITE_WINS, WHITE_WINS, DRAWN, BLACK_WINS, DRAWN):
        move(board, opening(board) if not variant(board) else legal(board)[0])
        move(board, legal(board)[0])
        board.ended += 1  # from now on it may count
        agree(board, result)
        truth.take(result)
        states.append(bytes(truth.state))
        following(board)
    assert board.ended == 5 and len(board.images) > 100
    resumed = 0
    for memory, files, ended in board.images:
        notes = Notes()
        notes.files = files
        sectors = board.sectors.after_cut(memory)
        game = recovered(sectors)[1]
        again = Tavern(
            board.sectors.after_cut(memory), notes, bytearray(START_REEDS[:-1] + b"\x00"), b"99999999"
        )
        state = bytes(match_of(again).state)
        place = states.index(state)
        # Either it counts, or it goes on; the next one is what the match says.
        assert ended - 1 <= place <= ended
        if place < ended:
            assert game is None or game.ply <= 2
        if game is not None and place == ended - 1:
            resumed += 1
        finish(again)
        assert bytes(match_of(again).state) == expected_after(state), "and the next game counts once"
    assert resumed > 3


def finish(board):
    """Do what the lights ask, and have White win."""
    if board.session.tracker.phase != PLAY:
        board.obey()
    if not board.session.game.ply:
        move(board, legal(board)[0])
    agree(board, WHITE_WINS)


def expected_after(state):
    match = Match()
    match.load(state)
    match.take(WHITE_WINS)
    return bytes(match.state)


def test_a_board_without_a_journal():
    board = at_match(BEST_OF_3)
    play(board, WHITE_WINS)
    again = Kept(board.sectors.after_cut(board.sectors.memory))
    assert again.session.beside.matching is None, "nor files"
    notes = board.notes

    class Bare(Tavern):
        def prepare(self):
            self.session.notes = notes

    bare = Bare()
    assert standing(bare) == (1, 0, 1) and variant(bare) == 1
