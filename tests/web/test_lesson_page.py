"""Lessons on the virtual board: chosen on the page, played by clicking, their texts in two languages."""

from __future__ import annotations

from collections.abc import Callable

from houses import PHONE, House
from playwright.sync_api import Page, expect
from pointing import click, expect_point

from fanorona.rules import notation
from lakabe.board import events
from lakabe.lessons.course import course

SQUEEZE = next(one for one in course() if one.name == "squeeze")


def begin(page: Page, number: int) -> None:
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    page.click("#lessons")
    page.click(f"#lesson li:nth-child({number}) button")


def move(page: Page, origin: str, target: str) -> None:
    click(page, origin)
    expect(page.locator(f"#point-{origin}[data-stone='.']")).to_be_attached()
    click(page, target)


def test_a_lesson_from_the_choice_to_the_next(house: House, open_page: Callable[..., Page]) -> None:
    page = open_page(house.url)
    begin(page, SQUEEZE.number)
    panel, status = page.locator("#lesson"), page.locator("#status")
    expect(panel.locator("h2")).to_have_text(f"Lesson {SQUEEZE.number} of {len(course())}: A squeeze")
    expect(panel.locator(".task")).to_have_text("White wins without a threat: leave Black no safe step.")
    expect(status).to_have_text("White to move.")  # the stones are laid out
    expect(page.locator("#moves")).to_be_hidden()
    move(page, "a5", "a4")
    expect(status).to_contain_text("That is not it.")
    move(page, "a4", "a5")
    expect(status).to_have_text("White to move.")
    move(page, "a5", "b4")
    expect(status).to_contain_text("Black plays c2-d2.")
    page.select_option("#language", "fr")
    expect(status).to_contain_text("Les noirs jouent c2-d2.")
    expect(panel.locator("h2")).to_contain_text("L'étau")
    expect(page.locator("#legend")).to_contain_text("cette pierre")
    expect_point(page, "c2", "pierre noire, indice\u00a0: cette pierre")
    move(page, "c2", "d2")
    expect(status).to_have_text("Trait aux blancs.")
    move(page, "b4", "c3")
    expect(page.locator("#point-d2[aria-label*=retirez]")).to_be_attached()
    click(page, "d2")
    expect(panel.locator(".why")).to_have_text("Personne ne pouvait prendre, mais les noirs devaient jouer.")
    page.click("#turn")
    expect(panel.locator("h2")).to_contain_text(f"Leçon {SQUEEZE.number + 1} ")
    panel.get_by_role("button", name="Toutes les leçons").click()
    point = notation.point_name(SQUEEZE.number - 1)
    expect(page.locator(f"#point-{point}[aria-label$='une leçon, apprise']")).to_be_attached()
    expect(panel.locator(f"li:nth-child({SQUEEZE.number}) button[data-learnt]")).to_be_visible()
    assert not [event for event in house.tap.heard if isinstance(event, events.Move)]


def test_back_to_the_game(house: House, open_page: Callable[..., Page]) -> None:
    page = open_page(house.url)
    begin(page, 1)
    expect(page.locator("#lesson .task")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    move(page, "e2", "e3")
    expect(page.locator("#lessons")).to_be_disabled()


def test_the_choice_of_a_french_lesson(serve: Callable[..., House], open_page: Callable[..., Page]) -> None:
    page = open_page(serve(level=4, language="fr").url)
    expect(page.locator("#player-W[data-turn]")).to_be_visible()
    button = page.locator("#lessons")
    expect(button).to_have_text("Leçons")
    expect(button).to_have_attribute("title", "De courtes positions qui enseignent le jeu")
    expect_point(page, "e2", "pierre blanche, peut bouger")
    button.click()
    expect_point(page, "a1", "pierre blanche, la leçon suivante")
    expect_point(page, "e3", "vide, une leçon")
    said, panel = page.locator("#status").bounding_box(), page.locator("#lesson").bounding_box()
    assert said is not None and panel is not None
    assert said["y"] + said["height"] < panel["y"]  # French needs a third line
    page.get_by_role("button", name="Retour à la partie").click()
    expect_point(page, "e2", "pierre blanche, peut bouger")


def test_a_phone_shows_the_board_of_the_lesson_that_was_chosen(
    house: House, open_page: Callable[..., Page]
) -> None:
    page = open_page(house.url, viewport=PHONE)
    begin(page, SQUEEZE.number)
    expect(page.locator("#status")).to_have_text("White to move.")
    for one in ("#status", "#point-a5", "#point-i1"):
        expect(page.locator(one)).to_be_in_viewport(ratio=1)
