"""The menu by lights: every choice by stones and by buttons, with no computer."""

from board import MENU, TURN, Board
from keeping import START_REEDS, Kept
from sectors import Sectors

from fanorona.hands.tracker import SETUP
from fanorona.modes.menu import PLACES
from fanorona.rules.geometry import POINTS
from fanorona.rules.notation import parse_point

LONG = 1700


class Notes:
    """The board's files, in memory."""

    def __init__(self):
        self.files = {}
        self.watch = lambda: None

    def read(self, name):
        return self.files.get(name, b"")

    def write(self, name, data):
        self.files[name] = data
        self.watch()
        return True


class Tavern(Kept):
    """A board with a journal and files."""

    def __init__(self, sectors=None, notes=None, raw=None, boot=b"0123abcd"):
        self.notes = notes or Notes()
        super().__init__(sectors or Sectors(), raw, boot)

    def prepare(self):
        super().prepare()
        self.session.notes = self.notes

    def open(self):
        self.press(MENU, LONG)
        assert self.said("menu"), "the menu is there"

    def touch(self, name):
        """Lift the stone that stands there and put it back; or set one down for a moment."""
        stands = self.raw[parse_point(name)]
        for closed in (not stands, stands):
            (self.place if closed else self.lift)(name)

    def set_up(self):
        if self.session.tracker.phase == SETUP:
            self.obey()

    def chosen(self):
        return self.said("menu")[-1]

    def again(self, raw=None):
        """The board, switched off and on."""
        return Tavern(
            self.sectors.after_cut(self.sectors.memory), self.notes, bytearray(raw or self.raw), b"99999999"
        )


def menu(**known):
    board = Tavern(**known)
    board.lines = []
    board.open()
    return board


def chosen(board):
    return board.lit("v")


def test_what_is_chosen_already_is_shown():
    board = menu()
    assert board.chosen() == "single 0 tsivy 3 3"
    assert chosen(board) == "a3 d1 d5 i2"
    assert board.lit("f") == "b3 c3 d3 e3 f3 i3 i4 i5"
    assert board.lit("i") == "a1 b1 c1 e1" and board.lit("k") == "a5 b5 c5 e5"
    assert len(board.lights()) == 20


def test_turn_at_once_changes_nothing():
    board = menu()
    board.press(TURN)
    assert board.said("state")[-1] == "play 3"
    board.move("d3", "e3", "f3")
    board.press(TURN)
    assert board.moves() == ["d3-e3A"]
    assert board.said("set") == []


def test_a_long_menu_leaves_with_nothing_changed():
    board = menu()
    for name in ("c3", "a1", "e5"):
        board.touch(name)
    board.press(MENU, LONG)
    assert board.notes.files == {}
    assert board.said("game")[-1].endswith(" W") and board.session.levels[1] == 3
    board.press(MENU, LONG)
    assert board.chosen() == "single 0 tsivy 3 3"


def test_any_change_of_a_contact_chooses():
    board = menu()
    board.lift("e5")  # a stone that is only lifted
    assert board.chosen() == "single 0 tsivy 3 4"
    board.place("e5")
    assert board.chosen() == "single 0 tsivy 3 4", "and put back"
    board.place("e3")  # an empty point
    assert board.chosen() == "single 0 dimy 3 4"
    board.lift("e3")
    board.touch("a1")
    assert board.chosen() == "single 0 dimy 0 4"
    assert chosen(board) == "a1 e3 e5 i2"


def test_other_points_mean_nothing():
    board = menu()
    before = board.chosen()
    for p in range(POINTS):
        if not any(p in places for places in PLACES):
            board.raw[p] ^= 1
            board.wait(20)
    for name in ("g1", "g2", "g4", "g5"):
        board.touch(name)  # they belong to matches
    assert board.chosen() == before and len(board.lights()) == 20


def games():
    return (
        ("a3", "tsivy", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W"),
        ("b3", "mirrored", "BBBBBBBBB/BBBBBBBBB/WBWB1WBWB/WWWWWWWWW/WWWWWWWWW W"),
        ("c3", "vela", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W vela"),
        ("d3", "vela-creditor", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW W vela-creditor"),
        ("e3", "dimy", "2BBBBB2/2BBBBB2/2BW1BW2/2WWWWW2/2WWWWW2 W dimy"),
        ("f3", "telo", "9/9/9/9/9 W telo"),
    )


def test_every_game_is_set_up():
    for name, word, start in games():
        board = menu()
        board.touch(name)
        assert board.chosen() == "single 0 " + word + " 3 3"
        board.press(TURN)
        board.set_up()
        assert board.said("game")[-1].split(" ", 2)[2] == start, word
        assert [text for text in board.said("set") if text.startswith("mirrored")] == (
            ["mirrored 1"] if name == "b3" else []
        )


def test_the_help_of_each_side_and_after_a_power_cut():
    board = menu()
    board.touch("b1")
    board.touch("e5")
    board.press(TURN)
    assert bytes(board.session.levels[1:]) == b"\x01\x04"
    assert board.notes.files == {"menu": b"\x01\x04"}
    again = board.again()
    assert bytes(again.session.levels[1:]) == b"\x01\x04"
    again.lines = []
    again.open()
    assert again.chosen() == "single 0 tsivy 1 4"


def test_the_record_level_works_after_a_power_cut():
    board = menu()
    board.touch("a1")
    board.touch("a5")
    board.press(TURN)
    again = board.again()
    again.lift("d2")
    again.place("d3") if not again.raw[parse_point("d3")] else again.place("e3")
    for _ in range(2):
        again.press(TURN)
        again.wait(1200)
    assert again.said("irregular")


def test_by_buttons_alone():
    board = menu()
    board.press(MENU)
    assert board.lit("y") == "i2", "only shown at first"
    board.press(TURN)
    assert board.lit("y") == "a3"
    for _ in range(4):
        board.press(MENU)
    assert board.lit("y") == "e3"
    board.press(TURN)
    assert board.lit("y") == "d1"
    board.press(MENU)
    board.press(MENU)
    assert board.lit("y") == "a1", "round the group"
    board.press(TURN)
    assert board.lit("y") == "d5"
    board.press(MENU)
    assert board.chosen() == "single 0 dimy 0 4"
    board.press(TURN)
    assert bytes(board.session.levels[1:]) == b"\x00\x04"
    board.set_up()
    assert board.said("game")[-1].endswith("dimy")


def test_a_match_by_buttons_alone():
    board = menu()
    board.press(MENU)
    board.press(MENU)
    board.press(MENU)
    assert board.chosen() == "session5 0 vela 3 3"
    board.press(TURN)
    board.press(MENU)
    assert board.lit("y") == "d3"
    board.press(TURN)
    board.press(MENU)
    assert board.lit("y") == "g5"
    board.press(TURN)
    board.press(MENU)
    assert board.lit("y") == "g2"
    assert board.chosen() == "session5 7 vela-creditor 3 3"
    for _ in range(3):
        board.press(TURN)
    match = board.session.beside.matching.match
    assert match.kind() == 2 and match.options() == 7
    assert board.said("state")[-1] == "play 3"


def test_a_touch_ends_the_stepping():
    board = menu()
    board.press(MENU)
    board.touch("f3")
    assert board.lit("y") == ""
    board.press(TURN)
    board.set_up()
    assert board.said("game")[-1].endswith("telo")


def test_a_match_has_its_own_games():
    board = menu()
    board.touch("e3")
    board.touch("i3")
    assert board.chosen() == "session3 0 vela 3 3"
    assert board.lit("f") == "d3 g2 g5 i2 i4 i5" and chosen(board) == "c3 d1 d5 g1 g4 i3"
    board.touch("a3")
    assert board.chosen() == "session3 0 vela 3 3"
    board.touch("i2")
    assert board.chosen() == "single 0 tsivy 3 3" and "g4" not in board.lights()


def test_not_while_a_game_is_under_way():
    board = Tavern()
    board.move("e2", "e3", "e4", "e5")
    board.lines = []
    board.press(MENU, LONG)
    assert board.said("menu") == [] and board.said("takeback"), "the move is taken back instead"


def test_a_vela_that_was_chosen_is_still_to_be_played_when_the_menu_is_left():
    board = menu()
    board.touch("c3")
    board.press(TURN)
    board.open()
    assert board.chosen() == "single 0 vela 3 3"
    board.press(MENU, LONG)
    assert board.said("game")[-1].endswith(" W vela")
    board.move("d3", "e3", "f3")
    assert board.moves() == ["d3-e3A"], "one step is a whole move of the debtor"


def test_while_stones_are_set_up_and_after_a_game():
    board = Tavern(raw=bytearray(POINTS))
    board.open()
    board.press(MENU, LONG)
    assert board.lights()["a1"] == "i", "the set-up goes on"
    board.stand(START_REEDS)
    board.say("end 1-0")
    board.lines = []
    board.open()
    board.touch("f3")
    board.press(TURN)
    board.set_up()
    assert board.said("game")[-1].endswith("telo")


def test_a_game_to_go_on_with_waits():
    board = Tavern()
    board.move("e2", "e3", "e4", "e5")
    moved = bytearray(board.raw)
    moved[parse_point("a1")] = 0
    again = board.again(moved)
    assert again.lit("i") == "a1"
    again.open()
    again.press(MENU, LONG)
    assert again.lit("i") == "a1"
    again.place("a1")
    assert again.session.game.ply == 1


def test_a_board_without_files():
    board = Board()
    board.press(MENU, LONG)
    board.place("e3")
    board.press(TURN)
    assert board.said("setup")


def test_files_that_make_no_sense():
    for kept in (
        b"",
        b"\x03",
        b"\xff\xff",
        b"\x02\x02\x07",
        b"\x02\x02\x01\x00\x00\xff",
        b"\x02\x02" + bytes(40),
    ):
        notes = Notes()
        notes.files["menu"] = kept
        board = Tavern(notes=notes)
        assert board.said("state")[-1].startswith("play")
        board.open()
        assert board.chosen().startswith("single 0 tsivy")
