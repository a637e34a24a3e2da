"""What a person is told of the lesson that is on, or of the menu: from events to texts."""

from __future__ import annotations

from typing import Any

from lakabe.board import events
from lakabe.language.saying import NOTHING, Text, into, join
from lakabe.lessons import chosen
from lakabe.lessons.course import course
from lakabe.lessons.words import has, text

SIDES = {"W": "ui.white", "B": "ui.black"}
SAID = {
    "set": "ui.set", "back": "ui.back", "move": "ui.play", "reply": "ui.reply", "right": "ui.right",
}  # fmt: skip
"""What to do at each stage of a lesson, by the names of the texts."""


class Teacher:
    """Follows the events of a board.

    ``lesson``, ``choice`` and ``menu`` are what it last said, while that lasts.
    """

    def __init__(self) -> None:
        self.lesson: events.Lesson | None = None
        self.choice: events.Lessons | None = None
        self.menu: events.MenuIs | None = None

    def see(self, event: events.Event) -> None:
        """Take one event."""
        match event:
            case events.Lesson():
                self.lesson, self.choice, self.menu = event, None, None
            case events.Lessons():
                self.lesson, self.choice, self.menu = None, event, None
            case events.MenuIs():
                self.lesson, self.choice, self.menu = None, None, event
            case events.State() | events.Setup() | events.Compose() | events.Hello():
                self.lesson = self.choice = self.menu = None

    @property
    def is_on(self) -> bool:
        """Whether the board is about lessons, or its menu is open."""
        return self.lesson is not None or self.choice is not None or self.menu is not None

    def data(self) -> dict[str, Any] | None:
        """For the page: the lesson, which there are, or the menu, with its texts; else None."""
        if not self.is_on:
            return None
        data: dict[str, Any] = {"number": 0, "stage": "choose", "learnt": [], "following": 0}
        if self.lesson:
            data |= {"number": self.lesson.number, "stage": self.lesson.stage}
        if self.menu:
            data["stage"] = "menu"
        if self.choice:
            data |= {"learnt": learnt(self.choice), "following": self.choice.following}
        return data | {"texts": self.texts()}

    def texts(self) -> dict[str, Any]:
        """The texts: ``title``, ``topic``, ``task``, ``said``, ``why``, ``help``, ``titles``, and ``all`` and
        ``leave`` for buttons.

        ``task`` is empty where the board knows a lesson that is unknown here, ``why`` until it is learnt;
        ``titles`` has those of all lessons while one is chosen. Of the menu ``task`` is what is chosen, and
        ``help`` what the points are for.
        """
        found: dict[str, Any] = dict.fromkeys(("topic", "task", "said", "why", "help"), NOTHING)
        found["title"] = text("page.lessons")
        found |= {name: text(f"ui.{name}") for name in ("all", "leave")}
        if self.choice:
            done = len(learnt(self.choice))
            found["said"] = text("ui.choose", done=done, count=self.choice.count)
            if not self.choice.following:
                found["said"] = text("ui.done")
            titles = [text(f"{one.name}.title") for one in course()]
            return found | {"titles": titles if len(titles) == self.choice.count else []}
        if self.lesson:
            found |= self._lesson(self.lesson)
        if self.menu:
            found |= {"title": text("ui.menu"), "said": text("ui.menu.said")}
            found |= {"task": chosen.chosen(self.menu), "help": chosen.points(self.menu)}
        return found | {"titles": []}

    def _lesson(self, lesson: events.Lesson) -> dict[str, Text]:
        said = text(SAID[lesson.stage], side=text(SIDES[lesson.turn]), move=lesson.move)
        number = {"number": lesson.number, "count": max(lesson.number, len(course()))}
        if not has(f"{lesson.name}.task"):
            title = text("ui.lesson", title=lesson.name, **number)
            return {"title": title, "said": join([text("ui.unknown"), said])}
        topic = next((one.topic for one in course() if one.name == lesson.name), "")
        return {
            "title": text("ui.lesson", title=text(f"{lesson.name}.title"), **number),
            "topic": text(f"topic.{topic}") if topic else NOTHING,
            "task": text(f"{lesson.name}.task"),
            "said": said,
            "why": text(f"{lesson.name}.why") if lesson.stage == "right" else NOTHING,
            "help": text("ui.hint") if lesson.stage == "move" else NOTHING,
        }


class Reader:
    """The same as lines for a terminal, each said once."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._teacher = Teacher()
        self._said = ""
        self._lesson = ""

    def lines(self, event: events.Event) -> list[str]:
        """What is new with an event: a lesson's title and task, what to do, why it was right.

        Of the menu what can be chosen, how, and what is.
        """
        self._teacher.see(event)
        if not self._teacher.is_on:
            self._said = self._lesson = ""
            return []
        if not isinstance(event, events.Lesson | events.Lessons | events.MenuIs):
            return []
        texts = into(self._teacher.texts(), self._code)
        if isinstance(event, events.MenuIs):
            return self._menu(texts)
        new = []
        if texts["task"] and texts["title"] != self._lesson:
            new += [texts["title"], texts["task"]]
        if texts["said"] != self._said:
            new += [text for text in (texts["why"], texts["said"]) if text]
        self._lesson, self._said = texts["title"], texts["said"]
        return new

    def _menu(self, texts: dict[str, Any]) -> list[str]:
        new = []
        if texts["help"] != self._lesson:
            new = [texts["help"], texts["said"]]
            if self._lesson == "":
                new.insert(0, texts["title"])
        if texts["task"] != self._said:
            new.append(texts["task"])
        self._lesson, self._said = texts["help"], texts["task"]
        return new


def learnt(choice: events.Lessons) -> list[int]:
    """The numbers of the lessons that are learnt, from the picture of the board: rows 5 to 1."""
    rows = choice.learnt.split("/")[::-1]
    return [i + 1 for i, sign in enumerate("".join(rows)) if sign == "x"]
