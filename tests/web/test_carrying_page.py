"""Games on a page that moves the stones: clicks say what is meant, and all else follows of itself."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from clicking import Clicker, needed
from houses import House
from playwright.sync_api import Page, expect
from pointing import GAME, Opener, begin, click, expect_point, moves, spot

import reference
from lakabe.board import events
from lakabe.help.level import LEVELS
from lakabe.help.player import choose
from lakabe.help.source import Ours
from lakabe.lessons.course import course
from lakabe.web.play import Against

SQUEEZE = next(one for one in course() if one.name == "squeeze")
QUICK = 0.2
"""Of the usual pace."""


@pytest.fixture
def house(serve: Callable[..., House]) -> House:
    """A fresh virtual board whose stones the page moves."""
    return serve(level=3, carries=True, pace=QUICK)


def play_against(house: House, page: Page, plies: int) -> Clicker:
    """Play against the computer, with moves of its own level, until so many plies stand.

    A game that is lost or won before is followed by another.
    """
    source, rng, hands = Ours(), random.Random(5), Clicker(page)
    ply, done, since = 1, 0, 0

    def heard() -> events.Event:
        """The next move, or the end."""
        return house.tap.wait(
            lambda event: (
                isinstance(event, events.Result) or (isinstance(event, events.Move) and event.ply == ply)
            ),
            since,
        )

    try:
        while done + ply <= plies:
            question = house.play._question()
            assert question is not None
            hands.play(choose(source, question.going_on(), LEVELS[2], rng))
            for _ in range(2):
                told = heard()
                if isinstance(told, events.Move):
                    if ply % 2 == 0:
                        hands.see(told.move)
                        expect(page.locator("#moves .latest")).to_have_text(told.move)
                    ply += 1
            if not hands.position.can_move():
                house.tap.wait(lambda event: isinstance(event, events.Result), since)
            if any(isinstance(event, events.Result) for event in house.tap.heard[since:]):
                done, ply, since = done + ply - 1, 1, len(house.tap.heard)
                begin(page)
                expect(page.locator("#moves")).to_have_text("No move yet.")
                hands.position.start()
    finally:
        source.close()
    return hands


def needed_by_white(house: House) -> list[int]:
    """How many clicks each of White's moves is worth, of all that the board has told."""
    found, position = [], reference.parse_position(reference.START)
    for event in house.tap.heard:
        if isinstance(event, events.GameStarted):
            position = reference.parse_position(reference.START)
        elif isinstance(event, events.Move):
            move = reference.find_move(position, event.move)
            if position.turn == "W":
                found.append(needed(position, move))
            position = move.after
    return found


def test_a_move_is_worth_two_clicks_and_one_for_each_step_or_decision_more() -> None:
    for board, text, clicks in [
        (reference.START, "e2-e3A", 2),
        (reference.START, "d3-e3A", 3),  # or by withdrawal
        ("9/9/9/9/W7B W", "a1-a2", 2),
        ("9/5B3/2W1B4/9/3B5 W", "c3-d3A", 3),  # it could go on
        ("9/9/2W1B4/9/3B5 W", "c3-d3A-d2A", 3),
    ]:
        position = reference.parse_position(board)
        assert needed(position, reference.find_move(position, text)) == clicks, text


@pytest.mark.slow
def test_two_people_play_a_whole_game_by_clicks(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    hands = Clicker(page)
    for text in GAME:
        hands.play(text)
    expect(page.locator("#status")).to_have_text("White wins: Black has no stone left.")
    assert moves(page) == GAME
    assert [event.move for event in house.tap.heard if isinstance(event, events.Move)] == GAME


@pytest.mark.slow
def test_the_computer_s_moves_are_carried_out(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=3, carries=True, pace=QUICK, against=Against("Level 3", LEVELS[2], "B"))
    page = open_page(house.url)
    hands = play_against(house, page, 12)
    assert len(moves(page)) == 2 * len(hands.clicks) == 12
    assert hands.clicks == needed_by_white(house) and sum(hands.clicks) <= 2 * 12 < hands.taps


@pytest.mark.slow
def test_sixty_plies_against_level_3(serve: Callable[..., House], open_page: Opener) -> None:
    house = serve(level=3, carries=True, against=Against("Level 3", LEVELS[2], "B"))
    page = open_page(house.url)
    hands = play_against(house, page, 60)
    print(f"{len(hands.clicks)} own moves of 60 plies: {sum(hands.clicks)} clicks; by hand {hands.taps}")
    assert hands.clicks == needed_by_white(house)
    assert 2 * hands.clicks.count(2) > len(hands.clicks), "most moves are two clicks"


def test_what_may_not_be_done_is_refused_with_its_reason(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    notice = page.locator("#notice")
    for points, said in [
        (["a1"], "White must capture: d2, e2, f2 or d3 can."),
        (["a5"], "It is White's turn, and a5 is not White's."),
        (["e2", "b4"], "There is a stone on b4 already."),
    ]:
        for point in points:
            click(page, point)
        expect(notice).to_have_text(said)
    expect_point(page, "e2", "empty, lifted")  # it is still chosen
    click(page, "d3")  # another one of one's own
    expect_point(page, "d3", "empty, lifted")
    expect_point(page, "e2", "white stone")
    click(page, "d3")  # once more: none
    expect_point(page, "d3", "white stone")
    assert not [event for event in house.tap.heard if isinstance(event, events.Step | events.Ask)]


def test_a_stone_is_dragged_and_its_captures_leave(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    page.mouse.move(*spot(page, "e2"))
    page.mouse.down()
    expect_point(page, "e2", "empty, lifted")
    page.mouse.move(*spot(page, "e3"), steps=4)
    page.mouse.up()
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    expect(page.locator(".tray-stones .stone")).to_have_count(2)


def test_a_move_is_taken_back_with_one_click(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    undo = page.locator("#undo")
    expect(undo).to_be_disabled()
    hands = Clicker(page)
    hands.play("d3-e3A")
    click(page, "d4")
    undo.click()
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect_point(page, "f3", "black stone")
    expect_point(page, "d3", "white stone")
    expect(page.locator("#status")).to_have_text("White to move.")  # the board has felt the stones
    click(page, "d3")
    click(page, "e3")
    expect(page.locator("#status")).to_contain_text("Approach or withdrawal?")
    undo.click()  # what was begun, at once
    expect_point(page, "d3", "white stone")
    expect(page.locator("#status")).to_have_text("White to move.")


def test_at_two_pages_the_other_is_asked(house: House, open_page: Opener) -> None:
    page, other = open_page(house.url), open_page(house.url)
    hands = Clicker(page)
    hands.play("d3-e3A")
    undo, asked = page.locator("#undo"), other.locator("#asked")
    expect(other.locator("#moves .latest")).to_have_text("d3-e3A")
    undo.dblclick()  # as one click
    expect(asked).to_have_text("The other side asks to take the last move back.")
    expect(page.locator("#asked")).to_have_text("The other side is asked to take the last move back.")
    undo.click()
    expect(asked).to_be_empty()
    expect(undo).to_have_text("Take back")
    undo.click()
    other.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("#notice")).to_have_text("The other side does not agree.")
    expect(page.locator("#moves .latest")).to_have_text("d3-e3A")
    undo.click()
    agree = other.get_by_role("button", name="Agree")
    agree.focus()
    other.keyboard.press("Enter")
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect_point(page, "f3", "black stone")
    expect(agree).to_be_hidden()
    expect(other.locator(".hands")).to_be_focused()


@pytest.mark.slow
def test_against_the_computer_both_moves_are_taken_back(
    serve: Callable[..., House], open_page: Opener
) -> None:
    house = serve(level=3, carries=True, pace=QUICK, against=Against("Level 3", LEVELS[2], "B"))
    page = open_page(house.url)
    play_against(house, page, 2)
    page.click("#undo")
    expect(page.locator("#moves")).to_have_text("No move yet.")
    expect(page.locator("#status")).to_have_text("White to move.")
    expect(page.locator(".tray-stones .stone")).to_have_count(0)


def test_a_wrong_try_in_a_lesson_and_its_reply_take_one_click(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    page.click("#lessons")
    page.click(f"#lesson li:nth-child({SQUEEZE.number}) button")
    status = page.locator("#status")
    expect(status).to_have_text("White to move.")
    click(page, "a5")
    click(page, "a4")
    expect(status).to_contain_text("That is not it.")
    page.get_by_role("button", name="Try again").click()
    expect(status).to_have_text("White to move.")
    click(page, "a5")
    click(page, "b4")
    expect(page.locator("#point-d2[data-stone=B]")).to_be_attached()  # the reply, carried out
    expect(status).to_have_text("White to move.")
    click(page, "b4")
    click(page, "c3")
    expect(page.locator("#lesson .why")).to_be_visible()


def test_the_switch_leaves_everything_to_hands(house: House, open_page: Opener) -> None:
    page, other = open_page(house.url), open_page(house.url)
    click(page, "e2")
    click(page, "e3")
    expect(page.locator("#moves .latest")).to_have_text("e2-e3A")
    page.uncheck("#carry")
    expect(other.locator("#carry")).not_to_be_checked()
    expect(page.locator("#undo")).to_be_hidden()
    page.mouse.dblclick(*spot(page, "a1"))  # it belongs there: not thrown away
    expect(page.locator("#notice")).to_have_text("The stone of a1 belongs on the board.")
    click(page, "f5")
    drag_to_tray(page)
    expect(page.locator("#status")).to_contain_text("put a stone on f5")
    expect(page.locator("#restore")).to_be_hidden()
    page.check("#carry")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#status")).to_have_text("Black to move.")
    expect_point(page, "f5", "black stone")


def test_a_choice_is_still_one_after_the_switch(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    page.uncheck("#carry")
    click(page, "d3")
    click(page, "e3")
    expect(page.locator("#status")).to_contain_text("Approach or withdrawal?")
    page.check("#carry")
    expect(page.locator("#status")).to_have_text("Approach or withdrawal?")
    expect(page.locator("#todo")).to_contain_text("Only one of the two lines is taken: click")
    click(page, "c3")
    expect(page.locator("#moves .latest")).to_have_text("d3-e3W")


def drag_to_tray(page: Page) -> None:
    """Put the stone in the hand beside the board: White's captures lie nearest to White."""
    x, y = spot(page, "f1")
    height = spot(page, "f1")[1] - spot(page, "f2")[1]
    page.mouse.click(x, y + 1.25 * height)


def test_the_second_line_says_what_is_expected_and_what_ends_the_turn(
    house: House, open_page: Opener
) -> None:
    page = open_page(house.url)
    todo = page.locator("#todo")
    expect(todo).to_have_text("White must capture: d2, e2, f2 or d3 can.")
    click(page, "e2")
    expect(todo).to_have_text("e2 may go to e3.")
    hands = Clicker(page)
    click(page, "e2")
    hands.play("d3-e3A")
    expect(todo).to_contain_text("Black must capture: ")
    hands.play("d4-d3A")
    click(page, "e1")
    click(page, "d2")
    expect(todo).to_have_text(
        "d2 may go on: click a lit point. Or end the move: press turn, or click the stone."
    )
    click(page, "d2")
    expect(page.locator("#moves")).to_contain_text("e1-d2A")
    expect(page.locator("#status")).to_have_text("Black to move.")


def test_by_hand_the_reason_is_told_too(serve: Callable[..., House], open_page: Opener) -> None:
    page = open_page(serve(level=3).url)
    click(page, "a1")
    click(page, "e3")
    expect(page.locator("#status")).to_contain_text("The board does not match the game")
    expect(page.locator("#todo")).to_have_text("White must capture: d2, e2, f2 or d3 can.")


def test_stones_that_may_move_have_a_ring_until_that_is_turned_down(house: House, open_page: Opener) -> None:
    page = open_page(house.url)
    rings = page.locator("[data-movable]")
    expect(rings).to_have_count(4)
    click(page, "e2")
    expect(rings).to_have_count(0)
    click(page, "e3")
    expect(page.locator("#todo")).to_contain_text("Black must capture: f4 can.")
    expect(page.locator("[data-movable=f4]")).to_be_attached()
    page.select_option("#level-B", "2")
    expect(rings).to_have_count(0)
    expect(page.locator("#todo")).not_to_contain_text("f4")
