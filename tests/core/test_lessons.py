"""Lessons on the board with no computer: set up, right and wrong moves, replies, what is kept."""

from board import MENU, TURN, Board

from fanorona.modes.course import COUNT
from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, Position

BOTH = TURN | MENU
LONG = 1600


class Notes:
    """The board's files, in memory."""

    def __init__(self):
        self.files = {}
        self.writes = 0

    def read(self, name):
        return self.files.get(name, b"")

    def write(self, name, data):
        self.files[name] = data
        self.writes += 1
        return True


class School(Board):
    """A board with lessons."""

    def __init__(self, notes=None, position=None, empty=False):
        self.notes = notes
        super().__init__(position, 0, empty)

    def prepare(self):
        self.session.notes = self.notes

    def enter(self):
        """The gesture: menu goes down, then turn."""
        self.buttons = MENU
        self.wait(100)
        self.buttons = BOTH
        self.wait(100)
        self.buttons = 0
        self.wait(50)

    def teach(self, name):
        """Begin a lesson by its name, its stones set up."""
        self.lines = []
        number = 0
        while not self.lines or self.lines[-1].split(" ")[2] != name:
            number += 1
            self.lines = []
            self.say("lesson " + str(number))
            self.wait(20)
            self.lines = [line for line in self.lines if line.startswith("lesson ")]
        self.set_up()

    def set_up(self):
        """Put the stones where the lights want them."""
        position = Position()
        said = self.said("lesson")[-1].split(" ")
        notation.parse_position(said[3] + " " + said[4], position)
        for p in range(POINTS):
            self.raw[p] = position.board[p] != EMPTY
        self.wait(400)

    def stage(self):
        """What the board waits for, and for which move."""
        said = self.said("lesson")[-1].split(" ")
        return said[2] if said[5] == "-" else said[2] + " " + said[5]


def school(name, notes=None):
    board = School(notes)
    board.teach(name)
    return board


def test_the_gesture_shows_the_lessons_a_point_each():
    board = School()
    board.lines = []
    board.enter()
    assert board.said("lessons") == [str(COUNT) + " 1 " + "/".join(["........."] * 5)]
    lights = board.lights()
    assert len(lights) == COUNT and lights["a1"] == "l"
    assert sorted(set(lights.values())) == ["l", "m"]
    assert board.said("result") == ["0123abcd-1 * abandoned 0"]
    assert board.said("wish") == []


def test_turn_begins_the_next_lesson_and_lights_set_it_up():
    board = School(empty=True)
    board.enter()
    board.press(TURN)
    assert board.said("lesson") == ["1 rows-and-columns set 3B5/9/3W5/9/1B3B3 W -"]
    assert board.lit("k") == "b1 d5 f1" and board.lit("i") == "d3"
    board.place("b1 f1 d5 d3")
    assert board.stage() == "move"
    assert board.lights() == {}
    board.lift("d3")
    assert board.lit("a") == "d4"


def test_a_right_move_is_acknowledged_and_turn_leads_on():
    notes = Notes()
    board = school("rows-and-columns", notes)
    board.move("d3", "d4", "d5")
    assert board.stage() == "right"
    assert board.lit("v") == "d4" and len(board.lights()) == 1
    assert notes.files == {"lessons": b"rows-and-columns"}
    board.press(TURN)
    assert board.said("lesson")[-1].split(" ")[:3] == ["2", "strong-points", "set"]


def test_a_lift_leads_on_too():
    board = school("rows-and-columns")
    board.move("d3", "d4", "d5")
    board.lift("d4")
    assert board.said("lesson")[-1].split(" ")[:3] == ["2", "strong-points", "set"]


def test_a_wrong_move_is_led_back_and_its_stone_shown():
    board = school("whole-row")
    board.move("h2", "h3", "h1")
    assert board.stage() == "back"
    assert board.lit("r") == "h3" and board.lit("i") == "h2" and board.lit("k") == "h1"
    board.place("h1 h2")
    board.lift("h3")
    assert board.stage() == "move" and board.lights() == {"h2": "h"}
    board.move("h2", "h3", "h1")
    board.place("h1 h2")
    board.lift("h3")
    assert board.lights() == {"h2": "h", "g2": "j", "d2": "g", "e2": "g", "f2": "g"}
    board.move("h2", "g2", "f2", "e2", "d2")
    assert board.stage() == "right"


def test_menu_shows_the_stone_then_the_move():
    board = school("whole-row")
    assert board.lights() == {}
    board.press(MENU)
    assert board.lights() == {"h2": "h"}
    board.press(MENU)
    assert board.lit("j") == "g2" and board.lit("g") == "d2 e2 f2"
    assert board.said("wish") == []


def test_the_reply_is_shown_and_carried_out():
    board = school("squeeze")
    board.move("a5", "b4")
    assert board.stage() == "reply c2-d2"
    assert board.lights() == {"c2": "h", "d2": "j"}
    board.move("c2", "c1")  # another one is led back
    assert board.stage() == "back"
    board.move("c1", "c2")
    assert board.stage() == "reply c2-d2"
    board.move("c2", "d2")
    assert board.stage() == "move"
    board.move("b4", "c3", "d2")
    assert board.stage() == "right"


def test_a_reply_can_come_first():
    board = school("mirror")
    assert board.stage() == "reply a1-b2" and board.lights() == {"a1": "h", "b2": "j"}
    board.move("a1", "b2")
    assert board.stage() == "move"
    board.move("i5", "h4")
    assert board.stage() == "right" and board.lit("v") == "c4 h4"


def test_an_open_move_ends_with_turn():
    board = school("stopping")
    board.move("e3", "d2", "f4")
    assert board.lit("o") == "d2"
    board.press(TURN)
    assert board.stage() == "reply b4-c3A"
    board.move("b4", "c3", "d2")
    board.move("d1", "c1", "b1")
    board.place("c2")
    board.lift("c1")
    board.lift("c3")
    assert board.stage() == "right"


def test_a_chain_that_stops_too_soon_is_wrong():
    board = school("chain")
    board.move("f4", "g3", "e5")
    board.press(TURN)
    assert board.stage() == "back"


def test_a_chain_in_the_hand_is_as_right_as_step_by_step():
    board = school("long-chain")
    board.lift("d4")
    for name in ("f4", "e3", "g5", "h5"):
        board.lift(name)
    board.place("f5")
    assert board.stage() == "right"
    assert board.lit("v") == "f5"


def test_menu_leads_to_the_lessons_and_out_of_them():
    board = School(Notes())
    board.lines = []
    board.enter()
    board.lift("c1")  # the stone of the third lesson
    assert board.said("lesson")[-1].split(" ")[0] == "3"
    board.press(MENU, LONG)
    assert len(board.lights()) == COUNT
    board.press(MENU, LONG)
    assert board.said("setup")[-1] == "........./........./........./........./..+......"
    board.place("c1")
    assert board.said("state")[-1] == "play 3"
    board.move("e2", "e3", "e4", "e5")
    assert board.moves() == ["e2-e3A"]


def test_in_a_vela_the_nearest_stone_comes_off_and_the_creditor_leaves_a_capture():
    board = school("vela-debtor")
    board.move("f4", "e4")
    assert board.lit("x") == "d4"
    board.lift("d4")
    assert board.stage() == "right"
    board.teach("vela-creditor")
    board.move("g5", "f5")
    assert board.stage() == "back"
    board.move("f5", "g5")
    board.move("g4", "f4")
    assert board.stage() == "right"


def test_what_was_learnt_is_known_after_a_power_cut():
    notes = Notes()
    board = school("whole-row", notes)
    board.move("h2", "g2", "f2", "e2", "d2")
    board = School(notes)
    board.enter()
    assert board.lit("v") == "g1" and board.lit("l") == "a1"
    assert board.said("lessons")[-1].endswith("/......x..")


def test_a_lesson_learnt_again_is_not_written_again():
    notes = Notes()
    board = school("rows-and-columns", notes)
    board.move("d3", "d4", "d5")
    board.say("lesson 1")
    board.set_up()
    board.move("d3", "d4", "d5")
    assert notes.writes == 1


def test_when_all_is_learnt_the_lessons_shine():
    notes = Notes()
    board = school("rows-and-columns", notes)
    board.session.beside.lessons.learnt[1:] = b"\x01" * (COUNT - 1)
    board.move("d3", "d4", "d5")
    board.press(TURN)
    assert len(board.lit("v").split(" ")) == COUNT
    assert board.said("lessons")[-1].startswith(str(COUNT) + " 0 x")


def test_no_lessons_during_a_game():
    board = School()
    board.move("d3", "e3", "f3")
    board.enter()  # menu and turn; the latter ends the open move
    assert board.said("lessons") == [] and board.moves() == ["d3-e3A"]
    board.say("lesson 1")
    assert board.said("no") == ["1 busy"]
    assert board.said("wish") == []


def test_a_game_waits_while_lessons_are_on():
    board = School()
    board.enter()
    board.say("lesson 1")
    board.set_up()
    board.move("d3", "d4", "d5")
    assert board.moves() == [] and board.said("state")[-1] == "setup 3"
    board.say("lesson -")
    assert board.said("setup") != []
    board.say("lesson -")
    assert board.said("no") == ["1 no-lesson"]


def test_what_makes_no_sense_is_refused():
    board = School()
    board.say("lesson 46")
    board.say("lesson x")
    assert board.said("no") == ["1 argument", "1 argument"]
    assert board.said("lesson") == []


def test_a_dead_contact_can_be_left_out():
    board = School(empty=True)
    board.say("lesson 1")
    board.place("d3 b1 f1")
    board.wait(11000)
    board.press(TURN)  # the stone on d5 stands, and is not seen
    assert board.stage() == "move"


def test_new_leads_out_of_a_lesson():
    board = school("squeeze")
    board.say("new")
    board.wait(50)
    assert board.said("setup") != []
    assert board.session.beside.lessons is None
