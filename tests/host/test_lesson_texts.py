"""What a terminal and the page say of the lesson that a board is about."""

from __future__ import annotations

from fanorona.rules.match import KINDS
from lakabe.board import events
from lakabe.games.variants import WORDS
from lakabe.language.catalogues import languages
from lakabe.language.saying import into
from lakabe.lessons import chosen
from lakabe.lessons.course import course
from lakabe.lessons.spoken import Reader, Teacher, learnt

SET = "W8/9/9/2B6/1W7"
COUNT = len(course())
NUMBER = next(one.number for one in course() if one.name == "squeeze")


def lesson(stage: str, move: str = "", turn: str = "W", name: str = "squeeze") -> events.Lesson:
    return events.Lesson(1, 1, NUMBER, name, stage, SET, turn, move)


def choice(picture: str, following: int = 1) -> events.Lessons:
    return events.Lessons(1, 1, COUNT, following, picture)


def test_the_first_lesson_is_at_a1() -> None:
    none = "........."
    assert learnt(choice(f"{none}/{none}/{none}/.x......./x.......x")) == [1, 9, 11]


def test_a_terminal_says_each_thing_once() -> None:
    reader = Reader("en")
    begun = [
        f"Lesson {NUMBER} of {COUNT}: A squeeze", "White wins without a threat: leave Black no safe step.",
        "Set the stones up as the lights show.",
    ]  # fmt: skip
    assert reader.lines(lesson("set")) == begun
    assert reader.lines(lesson("set")) == []
    assert reader.lines(lesson("move")) == ["White to move."]
    assert reader.lines(events.Lift(1, 1, "a5")) == []
    assert reader.lines(lesson("reply", "c2-d2", "B")) == [
        "Black plays c2-d2. Make this move, too; the lights show it."
    ]
    assert reader.lines(lesson("right")) == [
        "Nobody could take, but Black had to move.", "Right. Press turn to go on.",
    ]  # fmt: skip
    assert reader.lines(events.Setup(1, 1, "")) == []
    assert reader.lines(lesson("set")) == begun


def test_a_terminal_says_it_in_french() -> None:
    assert Reader("fr").lines(lesson("back"))[-1].startswith("Ce n'est pas cela.")
    assert Reader("fr").lines(choice("/".join(["........."] * 5))) == [
        f"0 sur {COUNT} apprises. Touchez un point, ou appuyez sur turn pour la leçon suivante."
    ]


def menu(match: str = "single", options: int = 0, variant: str = "tsivy") -> events.MenuIs:
    return events.MenuIs(1, 1, match, options, variant, 4, 1)


def test_a_terminal_says_what_is_chosen_in_the_menu() -> None:
    reader = Reader("en")
    opened = reader.lines(menu())
    assert opened == [
        "The menu",
        "a3 to f3: the game (ordinary, mirrored, vela, vela that the winner begins, Dimy, Telo). "
        "i2 to i5: a match (none, best of three, best of five, championship). "
        "a1 to e1 and a5 to e5: White's help and Black's, 0 to 4.",
        "Touch lit points to choose, and press turn. Held for a second and a half, menu leaves.",
        "One game: the ordinary one. Help: White 4, Black 1.",
    ]  # fmt: skip
    assert reader.lines(menu()) == []
    assert reader.lines(menu(variant="mirrored")) == [
        "One game: the ordinary one, with row 3 mirrored. Help: White 4, Black 1."
    ]
    other, leave, now = reader.lines(menu("session3", variant="vela"))
    assert other.startswith("i2 to i5: a match") and "g4, g5: a drawn vela" in other and leave == opened[2]
    assert now == (
        "A match: the best of three games. The loser begins the velas. A drawn one leaves the debt standing. "
        "There are velas until the debt is eaten. Help: White 4, Black 1."
    )
    assert reader.lines(menu("championship", 7, "vela-creditor")) == [
        "A match: a championship of ten games. The winner begins the velas. A drawn one lifts the debt. "
        "A game has one vela only. Help: White 4, Black 1."
    ]
    assert reader.lines(events.State(1, 1, "setup", 4, 1)) == []
    assert reader.lines(menu()) == opened


def test_every_choice_of_the_menu_has_a_sentence() -> None:
    """In each language, one that no other choice has."""
    for code in languages():
        said = {chosen.chosen(menu(variant=one)).into(code) for one in (*WORDS, "mirrored")}
        for kind in KINDS[1:]:
            said |= {chosen.chosen(menu(kind.decode(), options, "vela")).into(code) for options in range(8)}
        assert len(said) == len(WORDS) + 1 + 8 * (len(KINDS) - 1), code


def test_the_page_gets_the_menu_in_all_languages() -> None:
    teacher = Teacher()
    teacher.see(lesson("move"))
    teacher.see(menu("session5", variant="vela"))
    data = teacher.data()
    assert data is not None and (data["stage"], data["number"]) == ("menu", 0)
    french = into(data["texts"], "fr")
    assert french["title"] == "Le menu" and french["titles"] == []
    assert french["task"].startswith("Un match au meilleur des cinq parties. Le perdant commence les velas.")
    assert "c3, d3\u00a0: qui commence" in french["help"] and french["said"].startswith("Touchez des points")
    teacher.see(lesson("move"))
    data = teacher.data()
    assert data is not None and data["stage"] == "move"


def test_the_page_gets_all_languages() -> None:
    teacher = Teacher()
    assert teacher.data() is None
    teacher.see(choice("/".join(["........."] * 5), following=0))
    data = teacher.data()
    assert data is not None
    assert (
        data["stage"] == "choose" and data["texts"]["said"].into("fr") == "Toutes les leçons sont apprises."
    )
    assert len(data["texts"]["titles"]) == COUNT
    teacher.see(lesson("right"))
    data = teacher.data()
    assert data is not None
    assert (data["number"], data["stage"]) == (NUMBER, "right")
    assert data["texts"]["topic"].into("fr") == "L'étau" and data["texts"]["why"]
    teacher.see(events.State(1, 1, "setup", 3))
    assert teacher.data() is None


def test_a_lesson_that_is_unknown_here_has_its_name_and_what_to_do() -> None:
    assert Reader("en").lines(lesson("move", name="of-tomorrow")) == [
        "This lesson has no text here: the board knows a newer course. White to move."
    ]


def test_a_course_of_another_length_has_no_titles() -> None:
    teacher = Teacher()
    teacher.see(events.Lessons(1, 1, COUNT + 1, 1, "/".join(["........."] * 5)))
    assert teacher.texts()["titles"] == []
