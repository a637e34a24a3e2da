"""What a terminal and the page say of the lesson that a board is about."""

from __future__ import annotations

from lakabe import events
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


def test_the_page_gets_all_languages() -> None:
    teacher = Teacher()
    assert teacher.data() is None
    teacher.see(choice("/".join(["........."] * 5), following=0))
    data = teacher.data()
    assert data is not None
    assert data["stage"] == "choose" and data["texts"]["fr"]["said"] == "Toutes les leçons sont apprises."
    assert len(data["texts"]["en"]["titles"]) == COUNT
    teacher.see(lesson("right"))
    data = teacher.data()
    assert data is not None
    assert (data["number"], data["stage"]) == (NUMBER, "right")
    assert data["texts"]["fr"]["topic"] == "L'étau" and data["texts"]["en"]["why"]
    teacher.see(events.State(1, 1, "setup", 3))
    assert teacher.data() is None


def test_a_lesson_that_is_unknown_here_has_its_name_and_what_to_do() -> None:
    assert Reader("en").lines(lesson("move", name="of-tomorrow")) == [
        "This lesson has no text here: the board knows a newer course. White to move."
    ]


def test_a_course_of_another_length_has_no_titles() -> None:
    teacher = Teacher()
    teacher.see(events.Lessons(1, 1, COUNT + 1, 1, "/".join(["........."] * 5)))
    assert teacher.texts("en")["titles"] == []
