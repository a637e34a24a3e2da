"""The course: what it claims is proven, by other rules too, and has a text in every language."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path

import pytest

import reference
import reference_variants
from lakabe.cli import run
from lakabe.engine import bitboard
from lakabe.engine.standing import Standing
from lakabe.engine.tables.store import Tables, package_directory
from lakabe.engine.think import Limits, Thinker
from lakabe.errors import UsageError
from lakabe.language.catalogues import languages
from lakabe.language.chosen import language
from lakabe.lessons import words
from lakabe.lessons.course import TOPICS, CourseError, Lesson, Ply, course, parse
from tools import command
from tools.lessons import pack, report
from tools.lessons.__main__ import lessons as prove
from tools.lessons.check import LOSING, SHOWN, Finding, check, played

COURSE = course()
PROJECT = Path(__file__).parents[2]


@functools.cache
def tables() -> Tables:
    return Tables(package_directory())


@functools.cache
def found(lesson: Lesson) -> Finding:
    return check(lesson, tables())


def by_name(name: str) -> Lesson:
    return next(one for one in COURSE if one.name == name)


def test_there_are_lessons_of_every_topic() -> None:
    assert 30 <= len(COURSE) <= 45
    assert {one.topic for one in COURSE} == set(TOPICS)


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.name)
def test_what_a_lesson_says_is_proven(lesson: Lesson) -> None:
    assert found(lesson).faults == []


def slow_move(lesson: Lesson, position: reference.Position, text: str) -> reference_variants.Move:
    return next(move for move in reference_variants.moves(lesson.variant, position) if move.text == text)


def slow_turns(lesson: Lesson) -> list[tuple[reference.Position, set[reference.Position]]]:
    """By the slow rules: where the learner moves, and what the right moves lead to."""
    turns: dict[reference.Position, set[reference.Position]] = {}
    for line in lesson.lines:
        position = reference.parse_position(lesson.position)
        for ply in line:
            after = slow_move(lesson, position, ply.text).after
            if not ply.is_reply:
                turns.setdefault(position, set()).add(after)
            position = after
    return list(turns.items())


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.name)
def test_the_slow_rules_agree(lesson: Lesson) -> None:
    for position, right in slow_turns(lesson):
        moves = {move.after: move for move in reference_variants.moves(lesson.variant, position)}
        wrong = moves.keys() - right
        assert right <= moves.keys()
        if lesson.goal == "only":
            assert not wrong
        elif lesson.goal == "most":
            least = min(len(moves[one].captures) for one in right)
            assert all(len(moves[one].captures) < least for one in wrong)
        elif lesson.goal == "leaves":
            assert {one for one in moves if reference_variants.moves(lesson.variant, one)} == right
        elif lesson.goal == "over":
            assert {one for one in moves if not reference.moves(one)} == right
        elif lesson.goal == "safe":
            unsafe = {one for one in moves if any(move.captures for move in reference.moves(one))}
            assert unsafe == wrong


@pytest.mark.parametrize("lesson", [one for one in COURSE if one.goal == "win"], ids=lambda one: one.name)
def test_the_engine_plays_the_moves_that_win(lesson: Lesson) -> None:
    thinker = Thinker(memory_mb=4, tables=tables())
    thinker.ready()
    best = thinker.think(Standing.of(lesson.board), Limits(nodes=200_000)).lines[0]
    start = lesson.start()
    assert best.score.kind == "win"
    assert best.results[0] in {bitboard.from_position(played(start, text)) for text in found(lesson).right}


def spoilt(name: str, **changed: object) -> list[str]:
    lesson = dataclasses.replace(by_name(name), **changed)  # type: ignore[arg-type]
    return check(lesson, tables()).faults


def line(*texts: str) -> tuple[tuple[Ply, ...], ...]:
    return (tuple(Ply(text, is_reply=False) for text in texts),)


def test_a_claim_that_is_not_true_is_found() -> None:
    assert spoilt("strong-points", board="6B2/9/4W4/9/2B6 W")  # another capture
    assert spoilt("whole-row", lines=line("h2-h3W"))
    assert spoilt("paika", lines=line("e1-d1"))
    assert spoilt("squeeze", lines=line("a5-a4"))
    assert spoilt("squeeze", board="W8/9/9/2B6/W8 W", lines=line("a1-a2"))  # more than one wins
    assert spoilt("defence", lines=line("b3-b2"))
    assert spoilt("defence", goal="win")
    assert spoilt("opening-o1", lines=line("f2-e3A"))
    assert spoilt("mirror", lines=((Ply("a1-b2", True), Ply("i5-i4", False)),))
    assert spoilt("long-diagonal", lines=((Ply("b2-c3", False), Ply("h4-i3", True)),))  # loses at once
    assert spoilt("telo-noho-dimy", lines=line("c4-c3W"))
    assert spoilt("no-move", lines=line("c2-d2"))  # the game goes on
    assert spoilt("no-move", board="9/9/1WWW5/1WWW5/WB7 W", lines=line("c2-c1"))  # d2-c1 does as well
    assert spoilt("third-time", lines=(by_name("third-time").lines[0][:5],))  # twice
    assert spoilt("vela-creditor", lines=line("f3-f4"))  # not all
    assert spoilt("vela-debtor", board="BBB1B1B1B/BBBB1W3/BWBWBWBB1/WWWWWWWWW/WWWWWWWWW W")


@pytest.mark.parametrize("word", sorted({*SHOWN, *LOSING}))
def test_what_is_shown_is_looked_at(word: str) -> None:
    """Every word is true of some lesson that says so, and not of every lesson."""
    assert any(word in lesson.shows for lesson in COURSE)
    # What loses is proven by a search, which does not get far with many stones.
    lessons = [one for one in COURSE if word in SHOWN or one.goal == "win"]
    faults = [fault for lesson in lessons for fault in spoilt(lesson.name, shows=(word,), goal="opening")]
    assert any(word in fault for fault in faults)


def test_a_move_that_does_not_lose_is_found() -> None:
    faults = spoilt("stopping", board="9/1B3B3/4W4/9/1B1W1W3 W")
    assert faults == ["e3-d2W does not show more-loses"]


def test_a_course_that_makes_no_sense_is_refused() -> None:
    good = "lesson a\ntopic lines\nboard 3B5/9/3W5/9/9 W\ngoal only\nline d3-d4A\n"
    assert parse(good)[0].learner == "W"
    for bad in (
        good.replace("d3-d4A", "d3-d4W"), good.replace("only", "best"), good.replace("lines", "rows"),
        good.replace("d3-d4A", "(d3-d4A)"), good.replace("goal only\n", ""), good + "\n" + good,
        good + "\n" + good.replace("lesson a", "lesson b") .replace("lines", "paika") + "\n"
        + good.replace("lesson a", "lesson c"), good + "colour W\n",
    ):  # fmt: skip
        with pytest.raises(CourseError):
            parse(bad)


def test_the_language_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert languages() == ("en", "fr", "mg")
    assert language() == "en"
    assert language("fr") == language("fr_CA") == language("fr-CA") == "fr"
    with pytest.raises(UsageError, match="choose one of en, fr, mg"):
        language("de")
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert language() == "fr"
    monkeypatch.setenv("LANGUAGE", "de:en")
    assert language() == "en"
    assert words.say("fr", "ui.lesson", number=1, count=2, title="x") == "Leçon 1 sur 2\u00a0: x"


def test_a_text_that_a_language_lacks_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "catalogue", lambda code: {"en": {"ui.done": "Done."}, "mg": {}}[code])
    assert words.say("mg", "ui.done") == "Done."


def test_the_course_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lessons", "squeeze", "1", "--language", "fr", "--answers"]) == 0
    said = capsys.readouterr().out
    assert "L'étau" in said and "a5-b4" in said and "Lignes et colonnes" in said and "●" in said
    assert command.run(prove, ["squeeze", "--language", "fr"]) == 0
    assert capsys.readouterr().out == "31 squeeze: a5-b4: Lui seul gagne. (tables)\n"
    assert run(["lessons", "77"]) == 2
    assert "there is no lesson '77'" in capsys.readouterr().err


def test_the_board_has_this_course() -> None:
    assert pack.place().read_text(encoding="utf-8") == pack.source(COURSE), "python -m tools.lessons.pack"


def test_the_page_is_what_is_proven_now() -> None:
    written = (PROJECT / "docs" / "lessons.md").read_text(encoding="utf-8")
    assert written == report.page([found(lesson) for lesson in COURSE])


def test_the_page_is_written_in_the_language_of_its_lessons() -> None:
    page = report.page([found(by_name("strong-points")), found(by_name("choice-behind"))], "fr")
    assert page.startswith("# Le cours de leçons\n\n2 positions que le plateau enseigne")
    assert "| | leçon | camp | coups | justes | but | prouvé par |\n" in page
    assert "| blancs | 1 | `e3-f4A` | Il n'y a pas d'autre coup. | les règles |\n" in page
    assert "| Lui seul gagne. | tables et 7 positions |\n" in page
    assert max(map(len, page.splitlines()[:12])) <= report.WIDTH
